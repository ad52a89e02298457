"""The web server. Pages are WSGI under threads: measured five times as fast as the same pages over ASGI."""

import gc
import importlib
import os
import signal
import sys
from pathlib import Path
from typing import Any

from config import logs, metric_files, options

# Seconds for which a thread that computes may keep the others of its process waiting. Whoever saves a hand asks the
# database a dozen times and would, with Python's 5 ms, wait as often for a page that is being made.
SWITCH_EVERY = 0.0005
MEMORY = Path("/dev/shm")  # noqa: S108 - gunicorn makes files of its own there and unlinks them at once

bind = f"{options.bracketed(options.text('HOST'))}:{options.number('PORT')}"
worker_class = "gthread"
workers = options.number("WORKERS")
threads = options.number("THREADS")
timeout = 60
graceful_timeout = 15
keepalive = 15
loglevel = "warning"
control_socket_disable = True
# A heartbeat in a file on a slow disk makes a healthy worker look dead.
worker_tmp_dir = str(MEMORY) if MEMORY.is_dir() else None


def on_starting(server: Any) -> None:
    """All processes count into one place, and the server's own messages look like those of the program."""
    os.environ[metric_files.VARIABLE] = str(metric_files.prepare(options.var_dir() / "metrics"))
    formatter = logs.formatter(options.text("LOG_FORMAT"))
    for handler in server.log.error_log.handlers:
        handler.setFormatter(formatter)


def child_exit(server: Any, worker: Any) -> None:
    """What a process that is gone was busy with is not counted any more."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)


def post_worker_init(worker: Any) -> None:
    """A worker has everything at hand, ends in good order on Ctrl-C, and settles the long work of a dead one."""
    # gunicorn's own handler ends at once and closes the threads first; where the signal came while a request
    # was being given to a thread, it waited for a lock of its own main thread until it was killed.
    for number in (signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, worker.handle_exit)
    sys.setswitchinterval(SWITCH_EVERY)
    from django.conf import settings

    from tournament.actions import jobs

    # All pages, which the first request would import otherwise: for a second, and with a hand in it.
    importlib.import_module(settings.ROOT_URLCONF)
    # What is there now stays: looking through it for what could go took a tenth of a second, amid a request.
    gc.collect()
    gc.freeze()

    if not settings.REDIS_URL:
        jobs.mark_interrupted()


def worker_exit(server: Any, worker: Any) -> None:
    """A worker that ends does not wait for long work: it stops at its next step and says so."""
    jobs = sys.modules.get("tournament.actions.jobs")
    if jobs is not None:  # else it ends before it could begin anything
        jobs.stop()
