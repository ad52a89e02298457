"""What the public sees of a real day: the clock, hands in dispute, provisional and official results."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests import making
from tests.pages.public_sheet import read, row_of, text_of
from tournament.actions.clock import pause_clock
from tournament.actions.disputes import open_dispute, rule_dispute
from tournament.actions.sessions import call_time_everywhere, close_session, make_official, start_session
from tournament.models import Dispute, Session, Tournament
from tournament.sharing import forget_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.drawn(8, 2)


def session_page(event: Tournament, number: int = 1) -> str:
    return read(f"/t/{event.slug}/sessions/{number}/")


def table_page(event: Tournament, number: int = 1) -> str:
    return read(f"/t/{event.slug}/sessions/1/tables/{number}/")


def test_the_clock_is_on_the_page_of_a_running_session(event: Tournament) -> None:
    assert "data-clock" not in session_page(event)
    session = start_session(event, 1, making.user())
    assert session.ends_at is not None
    html = session_page(event)
    assert f'data-ends-at="{int(session.ends_at.timestamp() * 1000)}"' in html
    # The part is made once for many readers: the server's now stands outside of it, made for each answer.
    assert html.count("data-server-now") == 1
    assert re.search(r'class="living"[^>]* data-server-now="[0-9]{13}"', html)
    pause_clock(event, 1, making.user())
    assert "the clock stands" in text_of(session_page(event))
    call_time_everywhere(event, 1, making.user())
    assert "time called" in text_of(session_page(event))


def test_a_hand_in_dispute_is_marked_until_it_is_ruled_on(event: Tournament) -> None:
    at = making.table(event)
    making.hand(at, 0, 24, 1)
    open_dispute(at, 1, "secret words", making.stamp(at))
    html = table_page(event)
    assert "in dispute" in row_of(html, "h1")
    assert "in dispute" not in row_of(html, "h2")
    assert "A hand is in dispute" in text_of(html)
    assert "secret words" not in html
    assert "in dispute" in row_of(session_page(event), "t1")
    rule_dispute(at, Dispute.objects.get().pk, "24 fan stand", making.stamp(at))
    assert "in dispute" not in table_page(event)
    assert "in dispute" not in row_of(session_page(event), "t1")


def test_a_closed_session_is_provisional_then_official(event: Tournament) -> None:
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    assert "provisional appeals are possible until" in text_of(session_page(event))
    Session.objects.filter(number=1).update(closed_at=timezone.now() - timedelta(minutes=31))
    # Time alone makes it official: nothing was written, and the page says so all the same, from the next second on.
    forget_all()
    assert "closed official" in text_of(session_page(event))


def test_the_chief_referee_makes_it_official_before_that(event: Tournament) -> None:
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    make_official(event, 1, making.user())
    assert "closed official" in text_of(session_page(event))


def test_a_table_in_dispute_as_a_whole_is_said_to_be(event: Tournament) -> None:
    at = making.table(event)
    open_dispute(at, None, "wrong chairs", making.stamp(at))
    assert "This table is in dispute" in text_of(table_page(event))


def test_where_one_sits_is_no_question_any_more_when_all_is_played() -> None:
    event = making.drawn(4, 1)
    front = f"/t/{event.slug}/"
    assert "Where do I sit?" in text_of(read(front))
    making.close(making.table(event))
    close_session(event, 1, making.user())
    assert "Where do I sit?" not in text_of(read(front))
