"""Long work: a `Job` row that a page shows as a progress bar, run by a Celery worker or a thread of our own.

A kind of work is a function with `@job("name")` above it. It gets the job and a `progress(done, total)` that
it calls again and again, outside of transactions: that stores the percentage, and raises `Stopped` when
somebody cancelled the work or the server ends. It returns the sentence that the page shows when all is done.

    @job("simulate")
    def simulate(job: Job, progress: Progress) -> str:
        for number, table in enumerate(tables, start=1):
            fill(table)
            progress(number, len(tables))
        return _("%(count)s tables filled.") % {"count": len(tables)}

With REDIS_URL, Celery runs the work, and a worker that dies has its work run again by another: a kind must
bear to be run twice. Without, a small thread pool of the web process runs the same function; what a dead
process left behind is marked as interrupted, and somebody runs it again. Whoever works on a job, or has it
in his pool, holds a lock of the operating system on it, which ends with the process: so nothing runs twice at
the same time, and the work of the dead is told from the work of the living.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, Protocol

from celery import current_app
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connections, transaction
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from tournament.models import Job, Tournament
from tournament.refusals import Refused

from .joblocks import JobLock
from .jobpool import JobPool

log = logging.getLogger(__name__)
TASK = "tournament.tasks.run"
UNFINISHED = (Job.State.QUEUED, Job.State.RUNNING)
# Not every step is worth a write, but a cancelled job stops within this many seconds of a step.
BETWEEN_WRITES = 0.5
# Between the commit of a new job and its arrival in a pool it has no lock yet.
ARRIVAL = timedelta(seconds=10)


class Stopped(Exception):
    """Raised by `progress` in the middle of a job: leave everything as it is and let it pass."""


class Progress(Protocol):
    """Tells how much is done, and stops the work where it is no longer wanted."""

    def __call__(self, done: int, total: int, message: str = "") -> None: ...


Work = Callable[[Job, Progress], str]
_kinds: dict[str, Work] = {}
_pool = JobPool()


def job(kind: str) -> Callable[[Work], Work]:
    """Register a function as a kind of long work."""

    def register(work: Work) -> Work:
        if _kinds.setdefault(kind, work) is not work:
            raise ValueError(f"two kinds of long work are called {kind!r}")
        return work

    return register


def start_job(kind: str, arguments: dict[str, Any], owner: User, tournament: Tournament) -> Job:
    """Queue a piece of long work, which starts when the transaction around this call is committed.

    The same work asked for twice by the same person is one job as long as it is unfinished: a double click
    does nothing twice. Raises KeyError for a kind that nobody registered. `arguments` must be JSON-able.
    """
    if kind not in _kinds:
        raise KeyError(kind)
    arguments = {**arguments, "language": get_language() or settings.LANGUAGE_CODE}
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        waiting = Job.objects.filter(tournament=tournament, owner=owner, kind=kind, state__in=UNFINISHED)
        for same in waiting:
            if same.arguments == arguments:
                return same
        started = Job.objects.create(tournament=tournament, owner=owner, kind=kind, arguments=arguments)
        transaction.on_commit(lambda: _hand_over(started.pk), robust=True)
    return started


def cancel_job(wanted: Job) -> bool:
    """Cancel unfinished work; False where it had ended already. Running work stops at its next step."""
    now = timezone.now()
    changed = Job.objects.filter(pk=wanted.pk, state__in=UNFINISHED).update(
        state=Job.State.CANCELLED, ended_at=now
    )
    wanted.refresh_from_db()
    return bool(changed)


def run_job(job_id: int) -> bool:
    """Do the work of a job; False where another process is at it now. A job that has ended is left alone."""
    lock = JobLock(job_id)
    if not lock.acquire():
        return False
    try:
        _run_locked(job_id)
    finally:
        lock.release()
    return True


def mark_interrupted() -> int:
    """Settle the unfinished work of processes that are gone; returns how many jobs.

    Without a broker nobody will do it: it is marked as interrupted. With a broker it is handed over again,
    for a broker that keeps nothing on disk may have lost it.
    """
    settled = 0
    arrived = timezone.now() - ARRIVAL
    for lost in Job.objects.filter(state__in=UNFINISHED, created_at__lt=arrived):
        lock = JobLock(lost.pk)
        if not lock.acquire():
            continue
        lock.release()
        if settings.REDIS_URL:
            _hand_over(lost.pk)
        else:
            _end(lost.pk, Job.State.INTERRUPTED)
        settled += 1
    return settled


def wait() -> None:
    """Return when this process has no long work left."""
    _pool.wait()


def stop() -> None:
    """The process ends: running work stops at its next step, and what is unfinished is marked interrupted."""
    _pool.stop()


def _hand_over(job_id: int) -> None:
    """Give a committed job to Celery, or to the pool of this process."""
    if not settings.REDIS_URL:
        _submit(job_id)
        return
    try:
        current_app.send_task(TASK, [job_id])
    except Exception:  # whatever a broker's client raises, the job must not wait for ever
        log.exception("job %s was not queued", job_id)
        _end(
            job_id,
            Job.State.FAILED,
            error=_(
                "The queue for long work does not answer. Tell whoever runs the server, then start again."
            ),
        )


def _submit(job_id: int) -> None:
    """Put a job into the pool, locked from now on so that nobody takes it for abandoned."""
    lock = JobLock(job_id)
    if lock.acquire():
        _pool.submit(partial(_run_in_thread, lock), job_id)


def _run_in_thread(lock: JobLock, job_id: int) -> None:
    try:
        if _pool.stopping.is_set():
            _end(job_id, Job.State.INTERRUPTED)
        else:
            _run_locked(job_id)
    except Exception:
        log.exception("job %s could not be run", job_id)
    finally:
        connections.close_all()
        lock.release()


def _run_locked(job_id: int) -> None:
    """Run a job whose lock is held. RUNNING here means that whoever ran it before has died."""
    taken = Job.objects.filter(pk=job_id, state__in=UNFINISHED).update(
        state=Job.State.RUNNING, started_at=timezone.now(), progress=0, error=""
    )
    if not taken:
        return
    current = Job.objects.select_related("tournament", "owner").get(pk=job_id)
    with override(str(current.arguments.get("language", settings.LANGUAGE_CODE))):
        try:
            work = _kinds[current.kind]
            message = work(current, _progress_of(job_id))
        except Stopped:
            _end(job_id, Job.State.INTERRUPTED)  # a cancelled job has its state already
        except Refused as refused:
            _end(job_id, Job.State.FAILED, error=refused.message)
        except Exception:
            log.exception("job %s (%s) failed", job_id, current.kind)
            _end(
                job_id,
                Job.State.FAILED,
                error=_("An error in the program stopped the work. The server's log says more."),
            )
        else:
            # Also where somebody cancelled it too late: what is done is done.
            Job.objects.filter(pk=job_id).update(
                state=Job.State.DONE, progress=100, message=message[:500], ended_at=timezone.now()
            )


def _progress_of(job_id: int) -> Progress:
    """The `progress` of one job. It never falls back, and says 100 only when everything is done."""
    last_write, percent = 0.0, 0

    def progress(done: int, total: int, message: str = "") -> None:
        nonlocal last_write, percent
        if _pool.stopping.is_set():
            raise Stopped
        if time.monotonic() - last_write < BETWEEN_WRITES:
            return
        last_write = time.monotonic()
        if total > 0:
            percent = max(percent, min(99, 100 * done // total))
        wanted = Job.objects.filter(pk=job_id, state=Job.State.RUNNING)
        if not wanted.update(progress=percent, message=message[:500]):
            raise Stopped

    return progress


def _end(job_id: int, state: str, error: str = "") -> None:
    """Close a job that is not closed yet."""
    Job.objects.filter(pk=job_id, state__in=UNFINISHED).update(
        state=state, error=error, ended_at=timezone.now()
    )
