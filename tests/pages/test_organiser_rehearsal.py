"""A rehearsal from the organiser's desk: a copy, filled as long work, cancelled, removed."""

import pytest
from django.test import Client

from tests import making
from tournament.actions import jobs
from tournament.models import Hand, Job, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Tournament:
    return making.drawn(8, 3)


@pytest.fixture
def alice(event: Tournament, client: Client) -> Client:
    client.force_login(making.user())
    return client


def test_a_rehearsal_is_made_filled_and_shown_while_the_real_tournament_stays_untouched(
    event: Tournament, alice: Client
) -> None:
    answer = alice.post(f"/organiser/{event.slug}/rehearse/", {"sessions": "1", "half": "on"})
    copy = Tournament.objects.get(is_rehearsal=True)
    assert answer["Location"] == f"/organiser/{copy.slug}/"
    jobs.wait()
    assert Job.objects.get().state == "done"
    assert list(copy.sessions.order_by("number").values_list("state", flat=True)) == [
        "closed",
        "running",
        "published",
    ]
    assert Hand.objects.filter(table__session__tournament=event).count() == 0
    page = alice.get(f"/organiser/{copy.slug}/").content.decode()
    assert 'id="job"' in page
    assert "data-live" not in page  # nothing runs, so nothing is asked
    inside = alice.get(f"/organiser/{copy.slug}/jobs/{Job.objects.get().pk}/?part=1&v=")
    assert "4" in inside.content.decode()  # two tables closed, two in the middle
    same = alice.get(f"/organiser/{copy.slug}/jobs/{Job.objects.get().pk}/?part=1&v={inside['X-Version']}")
    assert same.status_code == 204


def test_how_many_sessions_must_be_a_number_of_this_tournament(event: Tournament, alice: Client) -> None:
    for wrong in ("", "4", "-1", "x"):
        alice.post(f"/organiser/{event.slug}/rehearse/", {"sessions": wrong})
    assert Tournament.objects.filter(is_rehearsal=True).count() == 0


def test_long_work_of_another_tournament_is_not_found(
    event: Tournament, alice: Client, client: Client
) -> None:
    foreign = making.tournament(4, 1, by=making.user("mallory"))
    job = Job.objects.create(tournament=foreign, owner=making.user("mallory"), kind="rehearse")
    assert alice.get(f"/organiser/{event.slug}/jobs/{job.pk}/").status_code == 404
    assert alice.get(f"/organiser/{foreign.slug}/jobs/{job.pk}/").status_code == 404
    assert alice.post(f"/organiser/{foreign.slug}/rehearse/", {"sessions": "1"}).status_code == 404


def test_a_job_that_waits_is_cancelled(event: Tournament, alice: Client) -> None:
    job = Job.objects.create(tournament=event, owner=making.user(), kind="rehearse")
    alice.post(f"/organiser/{event.slug}/jobs/{job.pk}/")
    job.refresh_from_db()
    assert job.state == "cancelled"
