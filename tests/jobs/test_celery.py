"""Long work with a broker: a real Celery worker does it, in a process of its own."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from django.contrib.auth.models import User
from django.db import connection
from django.utils.translation import override
from kombu import pools

from config.celery import app
from tests.machine import REDIS_URL, ROOT
from tournament.actions import jobs
from tournament.models import Job, Tournament

pytestmark = pytest.mark.redis
Until = Callable[..., Job]
Starts = Callable[[], "subprocess.Popen[str]"]


def point_at(broker: str, queue: str) -> None:
    """Make this process send its work to another broker and queue."""
    app.conf.broker_url = broker or None
    app.conf.task_default_queue = queue
    app.amqp.__dict__.pop("queues", None)
    app.amqp._producer_pool = None
    app._pool = None
    pools.reset()


@pytest.fixture
def queue(settings: Any) -> Iterator[str]:
    """A queue that nobody else uses, in the broker of the tests."""
    name = f"quesai-test-{uuid.uuid4()}"
    settings.REDIS_URL = REDIS_URL
    point_at(REDIS_URL, name)
    yield name
    point_at("", "celery")
    with redis.Redis.from_url(REDIS_URL, socket_timeout=5) as client:
        client.delete(name, f"_kombu.binding.{name}")


def test_database_url() -> str:
    """Where the worker finds the database of the tests."""
    about = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{about['NAME']}"
    login = f"{about['USER']}:{about['PASSWORD']}@{about['HOST']}:{about['PORT']}"
    return f"postgres://{login}/{about['NAME']}"


test_database_url.__test__ = False  # type: ignore[attr-defined]


@pytest.fixture
def start_worker(queue: str, settings: Any, tmp_path: Path, transactional_db: None) -> Iterator[Starts]:
    """Start a worker; all of them are gone when the test ends."""
    workers: list[subprocess.Popen[str]] = []
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "tests.jobs.worker_settings",
        "DATABASE_URL": test_database_url(),
        "REDIS_URL": REDIS_URL,
        "VAR_DIR": str(settings.VAR_DIR),
        "SECRET_KEY": "only for tests",
        "TEST_QUEUE": queue,
    }
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-c", "2", "-I", "tests.jobs.kinds"]
    command += ["--without-mingle", "--without-gossip", "-l", "warning"]

    def start() -> subprocess.Popen[str]:
        with (tmp_path / f"worker-{len(workers)}.log").open("w") as output:
            worker = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment,
                text=True,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        workers.append(worker)
        return worker

    yield start
    for worker in workers:
        kill(worker)


def kill(worker: "subprocess.Popen[str]") -> None:
    """What a power cut does to a worker and its children."""
    if worker.poll() is None:
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()


def starts(folder: Path) -> list[str]:
    """The processes in which work was started, in order."""
    path = folder / "starts"
    return path.read_text().split() if path.exists() else []


def test_a_worker_does_the_work(
    start_worker: Starts, cup: Tournament, alice: User, until: Until, tmp_path: Path
) -> None:
    start_worker()
    job = jobs.start_job("test_wait", {"folder": str(tmp_path)}, alice, cup)
    until(job, Job.State.RUNNING)
    (tmp_path / "enough").touch()
    until(job, Job.State.DONE)

    assert (job.progress, job.message, job.error) == (100, "waited", "")
    assert len(starts(tmp_path)) == 1
    assert starts(tmp_path) != [str(os.getpid())]


def test_a_worker_stops_cancelled_work(
    start_worker: Starts, cup: Tournament, alice: User, until: Until, tmp_path: Path
) -> None:
    start_worker()
    job = until(jobs.start_job("test_wait", {"folder": str(tmp_path)}, alice, cup), Job.State.RUNNING)
    assert jobs.cancel_job(job)
    lock = tmp_path / "var" / "jobs" / f"{job.pk}.lock"
    deadline = time.monotonic() + 10
    while lock.exists():
        assert time.monotonic() < deadline, "the work went on"
        time.sleep(0.05)

    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED


def test_the_work_of_a_killed_worker_is_done_by_the_next(
    start_worker: Starts, cup: Tournament, alice: User, until: Until, tmp_path: Path
) -> None:
    first = start_worker()
    job = until(jobs.start_job("test_wait", {"folder": str(tmp_path)}, alice, cup), Job.State.RUNNING)
    while not starts(tmp_path):  # the row says so a moment before the work begins
        time.sleep(0.05)
    kill(first)
    (tmp_path / "enough").touch()
    start_worker()

    until(job, Job.State.DONE, seconds=60)
    assert len(starts(tmp_path)) == 2


def test_work_delivered_again_while_it_runs_runs_once(
    start_worker: Starts, cup: Tournament, alice: User, until: Until, tmp_path: Path
) -> None:
    start_worker()
    job = until(jobs.start_job("test_wait", {"folder": str(tmp_path)}, alice, cup), Job.State.RUNNING)
    app.send_task(jobs.TASK, [job.pk])
    other = until(jobs.start_job("test_rename", {"name": "meanwhile"}, alice, cup), Job.State.DONE)
    (tmp_path / "enough").touch()
    until(job, Job.State.DONE)

    assert other.message == "renamed to meanwhile"
    assert len(starts(tmp_path)) == 1


def test_queued_work_that_the_broker_lost_is_handed_over_again(
    start_worker: Starts,
    queue: str,
    cup: Tournament,
    alice: User,
    until: Until,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = jobs.start_job("test_rename", {"name": "after all"}, alice, cup)
    with redis.Redis.from_url(REDIS_URL, socket_timeout=5) as client:
        assert client.delete(queue) == 1
    monkeypatch.setattr(jobs, "ARRIVAL", jobs.ARRIVAL * 0)

    assert jobs.mark_interrupted() == 1
    start_worker()
    until(job, Job.State.DONE)


def test_a_broker_that_is_down_is_said_within_seconds_and_the_work_is_done_once_it_is_back(
    start_worker: Starts, queue: str, settings: Any, cup: Tournament, alice: User, until: Until
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    point_at(settings.REDIS_URL, queue)
    began = time.monotonic()
    with override("en"):
        job = jobs.start_job("test_rename", {"name": "at last"}, alice, cup)

    assert time.monotonic() - began < 8
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert job.error == (
        "The queue for long work does not answer. Tell whoever runs the server, then start again."
    )

    settings.REDIS_URL = REDIS_URL
    point_at(REDIS_URL, queue)
    start_worker()
    again = until(jobs.repeat_job(job, alice), Job.State.DONE)
    assert again.message == "renamed to at last"
