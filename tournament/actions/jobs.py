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

With REDIS_URL, Celery runs the work, and a worker that dies has its work run again by another. Without, a small
thread pool of the web process runs the same function; what a dead process left behind is marked as interrupted.
Whoever works on a job, or has it in his pool, holds a lock of the operating system on it, which ends with the
process: so nothing runs twice at the same time, and the work of the dead is told from the work of the living.

Where the database or Redis fails in the middle, the work begins again after a moment, `MOST_ATTEMPTS` times at most;
what has failed, was interrupted or cancelled can be asked for again (`repeat_job`). So a kind must bear to be run
twice: what it finds done already, it leaves as it is.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, Protocol

import redis
from celery import current_app
from django.conf import settings
from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, connections, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerError

from tournament.models import Job, Tournament
from tournament.refusals import Refused

from .joblocks import JobLock
from .jobpool import JobPool

log = logging.getLogger(__name__)
TASK = "tournament.tasks.run"
UNFINISHED = (Job.State.QUEUED, Job.State.RUNNING)
# What somebody may ask for again.
REPEATABLE = (Job.State.FAILED, Job.State.INTERRUPTED, Job.State.CANCELLED)
# What passes by itself: the work is begun again.
TRANSIENT = (OperationalError, InterfaceError, redis.ConnectionError, redis.TimeoutError, BrokerError)
MOST_ATTEMPTS = 4
# Seconds before the second, third and fourth attempt.
PAUSES = (1.0, 5.0, 20.0)
# While not even the end of the work can be stored.
SECONDS_UNTIL_NEXT_LOOK = 30
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
_groups: dict[str, str] = {}
_pool = JobPool()


def job(kind: str, group: str = "") -> Callable[[Work], Work]:
    """Register a function as a kind of long work. Kinds of one group are not asked for again side by side."""

    def register(work: Work) -> Work:
        if _kinds.setdefault(kind, work) is not work:
            raise ValueError(f"two kinds of long work are called {kind!r}")
        _groups[kind] = group or kind
        return work

    return register


def kinds_of(group: str) -> list[str]:
    """The kinds of long work of one group."""
    return [kind for kind, of in _groups.items() if of == group]


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


def repeat_job(ended: Job, by: User) -> Job:
    """Ask again for work that failed, was interrupted or cancelled: the same kind with the same arguments.

    It becomes a job of its own, in the name of whoever asks. Asked for twice, it is the same one job. Refused where
    the work is done, waits or runs, and where it was cancelled and has not stopped yet.
    """
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=ended.tournament_id)
        again = Job.objects.filter(repeats=ended).first()
        if again is not None:
            return again
        _refuse_repeating(Job.objects.get(pk=ended.pk))
        arguments = {**ended.arguments, "language": get_language() or settings.LANGUAGE_CODE}
        started = Job.objects.create(
            tournament_id=ended.tournament_id, owner=by, kind=ended.kind, arguments=arguments, repeats=ended
        )
        transaction.on_commit(lambda: _hand_over(started.pk), robust=True)
    return started


def first_asked(wanted: Job) -> Job:
    """The job from which a series of repetitions began; the job itself where it repeats none."""
    while wanted.repeats is not None:
        wanted = wanted.repeats
    return wanted


def _refuse_repeating(ended: Job) -> None:
    if ended.state not in REPEATABLE or ended.kind not in _kinds:
        raise Refused("not_to_repeat", _("This work cannot be run again: it is done, it waits or it runs."))
    lock = JobLock(ended.pk)
    if not lock.acquire():
        raise Refused(
            "still_stopping", _("This work has not stopped yet. Wait a few seconds, then run it again.")
        )
    lock.release()
    group = kinds_of(_groups[ended.kind])
    if Job.objects.filter(tournament=ended.tournament_id, kind__in=group, state__in=UNFINISHED).exists():
        raise Refused("runs_already", _("Work of this kind waits or runs already. Wait until it has ended."))


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
        while not _pool.stopping.is_set():
            try:
                return _run_locked(job_id)
            except TRANSIENT:
                log.exception("job %s waits for the database", job_id)
                _forget_connections()
                _pool.stopping.wait(SECONDS_UNTIL_NEXT_LOOK)
        _end(job_id, Job.State.INTERRUPTED)
    except Exception:
        log.exception("job %s could not be run", job_id)
    finally:
        connections.close_all()
        lock.release()


def _run_locked(job_id: int) -> None:
    """Run a job whose lock is held, as often as it takes. Raises one of `TRANSIENT` where nothing can be stored."""
    for pause in (*PAUSES, 0.0):
        if _attempt(job_id):
            return
        _forget_connections()
        if _pool.stopping.wait(pause):
            _end(job_id, Job.State.INTERRUPTED)
            return


def _attempt(job_id: int) -> bool:
    """Begin the work once; False where it may be begun again. RUNNING here: whoever ran it before has died."""
    taken = Job.objects.filter(pk=job_id, state__in=UNFINISHED).update(
        state=Job.State.RUNNING,
        started_at=timezone.now(),
        progress=0,
        error="",
        attempts=F("attempts") + 1,
    )
    if not taken:
        return True
    current = Job.objects.select_related("tournament", "owner").get(pk=job_id)
    with override(str(current.arguments.get("language", settings.LANGUAGE_CODE))):
        if current.attempts > MOST_ATTEMPTS:
            text = _("The work was begun %(n)s times, and each time the program that did it ended.")
            _end(job_id, Job.State.FAILED, error=text % {"n": MOST_ATTEMPTS})
            return True
        return _carry_out(current)


def _carry_out(current: Job) -> bool:
    """Do the work and store how it ended; False where it may be begun again."""
    try:
        message = _kinds[current.kind](current, _progress_of(current.pk))
    except Stopped:
        _end(current.pk, Job.State.INTERRUPTED)  # a cancelled job has its state already
    except Refused as refused:
        _end(current.pk, Job.State.FAILED, error=refused.message)
    except TRANSIENT:
        log.exception("job %s (%s) failed at attempt %s", current.pk, current.kind, current.attempts)
        if current.attempts < MOST_ATTEMPTS:
            return False
        text = _(
            "The database or the queue did not answer, %(n)s times. Tell whoever runs the server, then run it again."
        )
        _end(current.pk, Job.State.FAILED, error=text % {"n": current.attempts})
    except Exception:
        log.exception("job %s (%s) failed", current.pk, current.kind)
        _end(
            current.pk,
            Job.State.FAILED,
            error=_("An error in the program stopped the work. The server's log says more."),
        )
    else:
        # Also where somebody cancelled it too late: what is done is done.
        Job.objects.filter(pk=current.pk).update(
            state=Job.State.DONE, progress=100, message=message[:500], ended_at=timezone.now()
        )
    return True


def _forget_connections() -> None:
    """A connection that failed is not asked again: the next question makes a new one."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()


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
