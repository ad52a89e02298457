"""Long work that is begun again: by itself after an outage, or because somebody asks."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connections
from django.utils.translation import override

from tournament.actions import jobs
from tournament.actions.joblocks import JobLock
from tournament.models import Job, Tournament
from tournament.refusals import Refused

Until = Callable[..., Job]
DONE, FAILED, RUNNING = Job.State.DONE, Job.State.FAILED, Job.State.RUNNING
CANCELLED, INTERRUPTED, QUEUED = Job.State.CANCELLED, Job.State.INTERRUPTED, Job.State.QUEUED


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No waiting between attempts."""
    monkeypatch.setattr(jobs, "PAUSES", (0.0, 0.0, 0.0))


def starts(folder: Path) -> int:
    return len((folder / "starts").read_text().split())


@pytest.mark.parametrize("state", [FAILED, INTERRUPTED, CANCELLED])
def test_work_that_did_not_come_to_its_end_is_asked_for_again(
    cup: Tournament, alice: User, until: Until, state: str
) -> None:
    bob = User.objects.create_user("bob")
    lost = Job.objects.create(
        tournament=cup, owner=alice, kind="test_rename", arguments={"name": "again"}, state=state
    )
    again = until(jobs.repeat_job(lost, bob), DONE)

    assert (again.owner, again.repeats, again.message) == (bob, lost, "renamed to again")
    lost.refresh_from_db()
    assert lost.state == state  # what happened stays written
    assert jobs.first_asked(again) == lost


def test_a_double_click_on_run_again_is_one_job_also_when_it_has_ended_meanwhile(
    cup: Tournament, alice: User, until: Until, tmp_path: Path
) -> None:
    arguments = {"folder": str(tmp_path)}
    lost = Job.objects.create(
        tournament=cup, owner=alice, kind="test_wait", arguments=arguments, state=FAILED
    )
    found: list[int] = []

    def press() -> None:
        found.append(jobs.repeat_job(Job.objects.get(pk=lost.pk), alice).pk)
        connections.close_all()

    threads = [threading.Thread(target=press) for _click in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3
    assert len(set(found)) == 1
    (tmp_path / "enough").touch()
    ended = until(Job.objects.get(pk=found[0]), DONE)

    assert jobs.repeat_job(lost, alice) == ended
    assert Job.objects.count() == 2
    assert starts(tmp_path) == 1


def refusal(ended: Job, by: User) -> tuple[str, str]:
    with pytest.raises(Refused) as caught, override("en"):
        jobs.repeat_job(ended, by)
    return caught.value.code, caught.value.message


def test_done_work_waiting_work_and_work_beside_its_like_is_not_run_again(
    cup: Tournament, alice: User
) -> None:
    made = {
        state: Job.objects.create(tournament=cup, owner=alice, kind="test_rename", state=state)
        for state in (DONE, QUEUED, FAILED)
    }
    not_now = ("not_to_repeat", "This work cannot be run again: it is done, it waits or it runs.")
    assert refusal(made[DONE], alice) == not_now
    assert refusal(made[QUEUED], alice) == not_now
    assert refusal(made[FAILED], alice)[0] == "runs_already"
    assert Job.objects.count() == 3


def test_cancelled_work_that_has_not_stopped_yet_is_not_begun_beside_itself(
    cup: Tournament, alice: User
) -> None:
    job = Job.objects.create(tournament=cup, owner=alice, kind="test_rename", state=CANCELLED)
    lock = JobLock(job.pk)
    assert lock.acquire()
    try:
        assert refusal(job, alice) == (
            "still_stopping",
            "This work has not stopped yet. Wait a few seconds, then run it again.",
        )
    finally:
        lock.release()


@pytest.mark.usefixtures("quick")
def test_work_is_begun_again_when_the_database_failed_for_a_moment(
    cup: Tournament, alice: User, until: Until, tmp_path: Path
) -> None:
    job = until(jobs.start_job("test_outage", {"folder": str(tmp_path), "outages": 2}, alice, cup), DONE)

    assert (job.message, job.attempts, job.error) == ("done at attempt 3", 3, "")


@pytest.mark.usefixtures("quick")
def test_a_lasting_outage_ends_in_a_sentence_after_four_attempts(
    cup: Tournament, alice: User, until: Until, tmp_path: Path
) -> None:
    with override("en"):
        job = until(
            jobs.start_job("test_outage", {"folder": str(tmp_path), "outages": 9}, alice, cup), FAILED
        )

    assert starts(tmp_path) == 4
    assert job.error == (
        "The database or the queue did not answer, 4 times. Tell whoever runs the server, then run it again."
    )


def test_work_that_waits_for_its_next_attempt_can_be_cancelled_and_ends_with_the_server(
    cup: Tournament, alice: User, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "PAUSES", (60.0, 60.0, 60.0))
    job = jobs.start_job("test_outage", {"folder": str(tmp_path), "outages": 9}, alice, cup)
    until(job, RUNNING)
    other = jobs.start_job("test_outage", {"folder": str(tmp_path), "outages": 8}, alice, cup)
    until(other, RUNNING)
    assert jobs.cancel_job(other)
    jobs.stop()

    job.refresh_from_db()
    other.refresh_from_db()
    assert (job.state, other.state) == (INTERRUPTED, CANCELLED)


def test_work_that_ends_its_worker_every_time_is_given_up(cup: Tournament, alice: User) -> None:
    job = Job.objects.create(
        tournament=cup,
        owner=alice,
        kind="test_rename",
        state=RUNNING,
        attempts=4,
        arguments={"language": "en"},
    )
    assert jobs.run_job(job.pk)

    job.refresh_from_db()
    assert (job.state, job.error) == (
        FAILED,
        "The work was begun 4 times, and each time the program that did it ended.",
    )
    cup.refresh_from_db()
    assert cup.name == "Cup"


def test_an_end_that_could_not_be_stored_is_stored_when_the_database_answers_again(
    cup: Tournament, alice: User, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SECONDS_UNTIL_NEXT_LOOK", 0)
    carry_out, calls = jobs._carry_out, []

    def out_of_reach_once(current: Job) -> bool:
        calls.append(current.pk)
        if len(calls) == 1:
            raise OperationalError
        return carry_out(current)

    monkeypatch.setattr(jobs, "_carry_out", out_of_reach_once)
    job = until(jobs.start_job("test_rename", {"name": "stored"}, alice, cup), DONE)

    assert (job.message, len(calls)) == ("renamed to stored", 2)
