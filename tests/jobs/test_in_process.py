"""Long work without a broker: a thread of the web process does it."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import override

from tournament.actions import jobs
from tournament.actions.joblocks import JobLock
from tournament.models import Job, Tournament

Until = Callable[..., Job]
DONE, FAILED, RUNNING = Job.State.DONE, Job.State.FAILED, Job.State.RUNNING
CANCELLED, INTERRUPTED, QUEUED = Job.State.CANCELLED, Job.State.INTERRUPTED, Job.State.QUEUED


def test_work_is_done_and_says_so(cup: Tournament, alice: User, until: Until) -> None:
    job = until(jobs.start_job("test_rename", {"name": "杯"}, alice, cup), DONE, FAILED)

    assert (job.state, job.progress, job.message, job.error) == (DONE, 100, "renamed to 杯", "")
    assert job.started_at and job.ended_at and job.created_at <= job.started_at <= job.ended_at
    cup.refresh_from_db()
    assert cup.name == "杯"


def test_work_starts_only_when_its_transaction_is_committed(
    cup: Tournament, alice: User, until: Until, tmp_path: Path
) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        jobs.start_job("test_rename", {"name": "never"}, alice, cup)
        raise RuntimeError

    assert not Job.objects.exists()
    until(jobs.start_job("test_rename", {"name": "second"}, alice, cup), DONE)
    cup.refresh_from_db()
    assert cup.name == "second"


def test_progress_is_seen_while_work_runs(cup: Tournament, alice: User, until: Until, tmp_path: Path) -> None:
    job = until(jobs.start_job("test_wait", {"folder": str(tmp_path)}, alice, cup), RUNNING)
    while not job.progress:
        job.refresh_from_db()
    assert job.progress == 25
    (tmp_path / "enough").touch()
    assert until(job, DONE).progress == 100


def test_progress_never_falls_back_and_is_full_only_at_the_end(
    cup: Tournament, alice: User, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "BETWEEN_WRITES", 0)
    job = until(jobs.start_job("test_again", {}, alice, cup), DONE)
    assert (job.message, job.progress) == ("25 99 99", 100)


def test_a_double_click_is_one_job(cup: Tournament, alice: User, until: Until, tmp_path: Path) -> None:
    bob = User.objects.create_user("bob")
    first = jobs.start_job("test_wait", {"folder": str(tmp_path)}, alice, cup)
    again = jobs.start_job("test_wait", {"folder": str(tmp_path)}, alice, cup)
    another = jobs.start_job("test_wait", {"folder": str(tmp_path)}, bob, cup)

    assert first.pk == again.pk
    assert another.pk != first.pk
    (tmp_path / "enough").touch()
    until(first, DONE)
    assert jobs.start_job("test_wait", {"folder": str(tmp_path)}, alice, cup).pk != first.pk


def test_cancelled_work_stops_at_its_next_step(
    cup: Tournament, alice: User, until: Until, tmp_path: Path
) -> None:
    job = until(jobs.start_job("test_wait", {"folder": str(tmp_path)}, alice, cup), RUNNING)

    assert jobs.cancel_job(job)
    assert job.state == CANCELLED
    jobs.wait()
    job.refresh_from_db()
    assert (job.state, job.message) == (CANCELLED, "")


def test_work_cancelled_in_the_queue_never_starts(
    cup: Tournament, alice: User, until: Until, tmp_path: Path
) -> None:
    busy = [
        jobs.start_job("test_wait", {"folder": str(tmp_path), "number": number}, alice, cup)
        for number in (1, 2)
    ]
    waiting = jobs.start_job("test_rename", {"name": "never"}, alice, cup)
    assert jobs.cancel_job(waiting)
    (tmp_path / "enough").touch()
    for job in busy:
        until(job, DONE)
    jobs.wait()

    cup.refresh_from_db()
    waiting.refresh_from_db()
    assert (cup.name, waiting.state) == ("Cup", CANCELLED)


def test_ended_work_cannot_be_cancelled(cup: Tournament, alice: User, until: Until) -> None:
    job = until(jobs.start_job("test_rename", {"name": "done"}, alice, cup), DONE)

    assert not jobs.cancel_job(job)
    assert job.state == DONE


def test_a_refusal_is_told_in_its_own_words(cup: Tournament, alice: User, until: Until) -> None:
    job = until(jobs.start_job("test_refuse", {}, alice, cup), FAILED)

    assert job.error == "There is nothing to fill. Draw a session first."


def test_a_mistake_of_the_program_is_told_without_its_details(
    cup: Tournament, alice: User, until: Until, caplog: pytest.LogCaptureFixture
) -> None:
    with override("en"):
        job = until(jobs.start_job("test_crash", {}, alice, cup), FAILED)

    assert job.error == "An error in the program stopped the work. The server's log says more."
    assert "secret detail" in caplog.text


def test_an_unknown_kind_is_refused_at_once(cup: Tournament, alice: User) -> None:
    with pytest.raises(KeyError):
        jobs.start_job("no_such_kind", {}, alice, cup)
    assert not Job.objects.exists()


def test_two_kinds_cannot_share_a_name() -> None:
    with pytest.raises(ValueError, match="test_rename"):
        jobs.job("test_rename")(lambda job, progress: "")


def abandoned(cup: Tournament, alice: User, state: str, seconds: int = 60) -> Job:
    """Work that a process left behind so long ago."""
    job = Job.objects.create(
        tournament=cup, owner=alice, kind="test_rename", arguments={"name": "x"}, state=state
    )
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - timedelta(seconds=seconds))
    return job


def test_work_of_a_dead_process_is_marked_as_interrupted(cup: Tournament, alice: User) -> None:
    queued, running = abandoned(cup, alice, QUEUED), abandoned(cup, alice, RUNNING)
    done = abandoned(cup, alice, DONE)

    assert jobs.mark_interrupted() == 2
    for job, state in ((queued, INTERRUPTED), (running, INTERRUPTED), (done, DONE)):
        job.refresh_from_db()
        assert job.state == state
    assert jobs.run_job(running.pk)
    running.refresh_from_db()
    assert running.state == INTERRUPTED


def test_work_of_a_living_process_is_left_alone(cup: Tournament, alice: User) -> None:
    job = abandoned(cup, alice, RUNNING)
    lock = JobLock(job.pk)
    assert lock.acquire()
    try:
        assert jobs.mark_interrupted() == 0
        assert not jobs.run_job(job.pk)
    finally:
        lock.release()
    job.refresh_from_db()
    assert job.state == RUNNING


def test_work_that_is_on_its_way_into_the_pool_is_left_alone(cup: Tournament, alice: User) -> None:
    job = abandoned(cup, alice, QUEUED, seconds=1)

    assert jobs.mark_interrupted() == 0
    job.refresh_from_db()
    assert job.state == QUEUED


def test_a_server_that_ends_interrupts_running_and_queued_work(
    cup: Tournament, alice: User, until: Until, tmp_path: Path
) -> None:
    started = [
        jobs.start_job("test_wait", {"folder": str(tmp_path), "number": number}, alice, cup)
        for number in range(3)
    ]
    until(started[1], RUNNING)
    jobs.stop()

    for job in started:
        job.refresh_from_db()
        assert job.state == INTERRUPTED
    assert not list((tmp_path / "var" / "jobs").iterdir())


def test_work_done_twice_is_done_once(cup: Tournament, alice: User, until: Until) -> None:
    job = until(jobs.start_job("test_rename", {"name": "once"}, alice, cup), DONE)
    Tournament.objects.update(name="changed since")
    jobs.wait()

    assert jobs.run_job(job.pk)
    cup.refresh_from_db()
    assert cup.name == "changed since"
