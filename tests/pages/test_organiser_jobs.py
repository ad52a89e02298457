"""The organiser's list of long work, and asking again for what did not come to its end."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import making
from tournament.actions import jobs
from tournament.actions.drawing import make_draw
from tournament.models import Drawing, Job, Session, Tournament
from tournament.pages.organiser.job_words import WORDS

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Tournament:
    return making.tournament(8, 3, teams=False)


@pytest.fixture
def alice(event: Tournament, client: Client) -> Client:
    client.force_login(making.user())
    client.cookies["django_language"] = "en"
    return client


def seen(html: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html.decode()))


def made(event: Tournament, state: str, **more: object) -> Job:
    arguments = {"sessions": [1], "asked": {"seed": "one"}, "language": "en"}
    values = {"kind": "draw", "arguments": arguments, **more}
    return Job.objects.create(tournament=event, owner=making.user(), state=state, **values)


def test_the_list_says_what_who_how_long_and_what_became_of_it(event: Tournament, alice: Client) -> None:
    address = f"/organiser/{event.slug}/jobs/"
    assert "Nothing here took long yet." in seen(alice.get(address).content)
    now = timezone.now()
    made(event, "failed", error="The <b> of session 1.", started_at=now - timedelta(seconds=67), ended_at=now)
    made(event, "interrupted", attempts=2)
    made(event, "done", message="Session 1 is drawn as a draft.")
    made(event, "failed", kind="of_a_later_version")
    page = alice.get(address)
    text = seen(page.content)
    for words in (
        "Draw",
        "alice",
        "1:07",
        "failed",
        "The &lt;b&gt; of session 1.",
        "interrupted",
        "2 attempts",
        "Session 1 is drawn as a draft. Show the draft",
        "Long work",
    ):
        assert words in text
    assert text.count("Run again") == 2  # what is done, and what nobody here can do, is not asked for again
    assert b"data-live" not in page.content  # nothing runs, so nothing is asked


def test_while_work_waits_the_list_asks_and_is_told_only_of_changes(event: Tournament, alice: Client) -> None:
    job = made(event, "queued")
    address = f"/organiser/{event.slug}/jobs/"
    assert f'data-live="{address}?part=1"' in alice.get(address).content.decode()
    first = alice.get(address, {"part": "1", "v": ""})
    assert "Cancel" in first.content.decode()
    assert b"data-settled" not in first.content
    assert alice.get(address, {"part": "1", "v": first["X-Version"]}).status_code == 204

    Job.objects.filter(pk=job.pk).update(state="running", progress=40)
    second = alice.get(address, {"part": "1", "v": first["X-Version"]})
    assert 'value="40"' in second.content.decode()
    answer = alice.post(f"{address}{job.pk}/", {"act": "cancel", "from": "list"})
    assert answer["Location"] == address
    last = alice.get(address, {"part": "1", "v": second["X-Version"]}).content.decode()
    assert "data-settled" in last
    assert "Run again" in last


def test_a_failed_draw_run_again_by_a_double_click_is_drawn_once(event: Tournament, alice: Client) -> None:
    lost = made(event, "failed", error="The queue for long work does not answer.")
    page = alice.get(f"/organiser/{event.slug}/draw/").content.decode()
    assert "Run again" in page
    address = f"/organiser/{event.slug}/jobs/{lost.pk}/"
    answers = {alice.post(address, {"act": "again"})["Location"] for _click in range(2)}
    again = Job.objects.get(repeats=lost)
    assert answers == {f"/organiser/{event.slug}/draw/?job={again.pk}"}
    jobs.wait()

    again.refresh_from_db()
    assert (again.state, again.message) == ("done", "Session 1 is drawn as a draft.")
    assert Drawing.objects.get().seed == "one"
    assert "was run again" in seen(alice.get(f"/organiser/{event.slug}/jobs/").content)


def test_an_old_draw_run_again_leaves_what_was_drawn_since(event: Tournament, alice: Client) -> None:
    lost = made(event, "cancelled")
    make_draw(event, [1], making.user(), seed="another")
    alice.post(f"/organiser/{event.slug}/jobs/{lost.pk}/", {"act": "again", "from": "list"})
    jobs.wait()

    assert Session.objects.get(tournament=event, number=1).draw_seed == "another"
    text = seen(alice.get(f"/organiser/{event.slug}/jobs/").content)
    assert "These sessions were drawn since this work was asked for." in text


def test_a_draw_that_was_stored_before_its_worker_died_is_not_made_twice(event: Tournament) -> None:
    job = made(event, "running", attempts=1)
    make_draw(event, [1], making.user(), seed="one")
    assert jobs.run_job(job.pk)

    job.refresh_from_db()
    assert (job.state, job.message) == ("done", "Session 1 is drawn as a draft.")
    assert Drawing.objects.count() == 1


def test_what_cannot_be_run_again_is_said_in_words(event: Tournament, alice: Client) -> None:
    done = made(event, "done")
    answer = alice.post(
        f"/organiser/{event.slug}/jobs/{done.pk}/", {"act": "again", "from": "list"}, follow=True
    )
    assert "This work cannot be run again: it is done, it waits or it runs." in seen(answer.content)
    assert Job.objects.count() == 1


def test_every_kind_of_long_work_has_words_of_its_own() -> None:
    kinds = {kind for kind in jobs._kinds if not kind.startswith("test_")}
    assert kinds == set(WORDS)
