"""The board: the cards, the controls of the session, the refresh, and the number of queries."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from tests import making
from tournament.actions.sessions import start_session
from tournament.actions.tables import call_time, close_table
from tournament.models import Session, Table, Tournament
from tournament.queries.board import board

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(client: Client) -> Client:
    client.force_login(making.user())
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def event() -> Tournament:
    return making.drawn(16, 2)


def url(event: Tournament, query: str = "") -> str:
    return f"/organiser/{event.slug}/board/{query}"


def state(event: Tournament, number: int = 1) -> str:
    return event.sessions.get(number=number).state


def test_each_state_of_a_table_has_its_own_word(event: Tournament, alice: Client) -> None:
    start_session(event, 1, making.user())
    for number in (1, 2, 3):
        making.hand(making.table(event, 1, number), 0, 8)
    session = event.sessions.get(number=1)
    assert [card.state for card in board(session)] == ["playing", "playing", "playing", "not_started"]
    Table.objects.filter(session=session, number=1).update(
        last_entry_at=timezone.now() - timedelta(minutes=16)
    )
    call_time(making.table(event, 1, 2), making.stamp(making.table(event, 1, 2)))
    at = making.table(event, 1, 3)
    close_table(at, ["agreed", "refused", "paper", "agreed"], making.stamp(at), "hand 1 is disputed")
    making.close(making.table(event, 1, 4))
    assert [card.state for card in board(session)] == ["quiet", "called", "objection", "closed"]
    text = alice.get(url(event)).content.decode()
    for word in ("quiet for long", "time called", "objection", "closed", "2 of 4 tables closed"):
        assert word in text


def test_a_card_shows_hand_referee_players_totals_and_the_last_entry(
    event: Tournament, alice: Client
) -> None:
    making.referee(event, "rita", [1])
    at = making.table(event)
    names = [seat.player.name for seat in at.seats.order_by("chair") if seat.player]
    making.hand(at, 0, 24, 1)
    for _hand in range(5):
        making.hand(at)
    making.hand(at, 2, 8)
    with translation.override("en"):  # the language of the page below
        card = next(card for card in board(event.sessions.get(number=1)) if card.table.number == 1)
    # Hand 8 is 南风北, the last hand of the south round; hand 7 was a self-draw of 8 fan: +48 and three times −16.
    assert (card.hand, card.hand_name, card.referee) == (8, "南风北", "Rita")
    assert [seat.match_points for seat in card.seats] == [32, -48, 40, -24]
    assert card.last == f"recorded hand 7: {names[2]}, self-draw, 8 fan"
    text = alice.get(url(event)).content.decode()
    for word in (*names, "+32", "−48", "南风北", "8/16", "Rita", card.last):
        assert word in text


def test_the_running_session_is_shown_first_else_the_next_one(event: Tournament, alice: Client) -> None:
    assert alice.get(url(event)).context["session"].number == 1
    start_session(event, 1, making.user())
    assert alice.get(url(event)).context["session"].number == 1
    for number in range(1, 5):
        making.close(making.table(event, 1, number))
    alice.post(url(event), {"act": "close", "session": "1"})
    assert alice.get(url(event)).context["session"].number == 2


def test_a_session_is_started_called_closed_and_opened_again(event: Tournament, alice: Client) -> None:
    assert alice.post(url(event), {"act": "start", "session": "1"}).status_code == 302
    assert state(event) == Session.State.RUNNING
    called = alice.post(url(event), {"act": "time", "session": "1"}, follow=True)
    assert "Time is called at 4 tables." in called.content.decode()
    assert Table.objects.filter(session__tournament=event, time_called_at__isnull=False).count() == 4
    for number in range(1, 5):
        making.close(making.table(event, 1, number))
    assert alice.post(url(event), {"act": "close", "session": "1"}).status_code == 302
    assert state(event) == Session.State.CLOSED
    refused = alice.post(url(event), {"act": "reopen", "session": "1", "reason": "  "})
    assert (refused.status_code, "Say why the session is opened again." in refused.content.decode()) == (
        422,
        True,
    )
    assert alice.post(url(event), {"act": "reopen", "session": "1", "reason": "appeal"}).status_code == 302
    assert state(event) == Session.State.RUNNING


def test_closing_with_open_tables_lists_them_with_links(event: Tournament, alice: Client) -> None:
    start_session(event, 1, making.user())
    making.close(making.table(event, 1, 2))
    answer = alice.post(url(event), {"act": "close", "session": "1"})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "These tables are still open: 1, 3, 4. Close them first." in text
    assert f'href="/organiser/{event.slug}/tables/1/3/"' in text
    assert state(event) == Session.State.RUNNING


def test_a_second_session_does_not_start_beside_a_running_one(event: Tournament, alice: Client) -> None:
    start_session(event, 1, making.user())
    answer = alice.post(url(event), {"act": "start", "session": "2"})
    assert answer.status_code == 422
    assert "Session 1 is still running." in answer.content.decode()
    assert state(event, 2) == Session.State.PUBLISHED


def test_time_is_not_called_in_a_session_that_does_not_run(event: Tournament, alice: Client) -> None:
    answer = alice.post(url(event), {"act": "time", "session": "2"})
    assert (answer.status_code, "Session 2 is not running." in answer.content.decode()) == (422, True)


def test_the_refresh_answers_204_until_something_changes(event: Tournament, alice: Client) -> None:
    part = url(event, "?session=1&part=1")
    first = alice.get(part)
    version = first["X-Version"]
    assert "<html" not in first.content.decode()
    assert alice.get(f"{part}&v={version}").status_code == 204
    making.hand(making.table(event, 1, 1), 0, 8)
    second = alice.get(f"{part}&v={version}")
    assert second.status_code == 200
    assert int(second["X-Version"]) > int(version)
    assert "+48" in second.content.decode()


def test_a_refresh_keeps_the_state_that_is_filtered(event: Tournament, alice: Client) -> None:
    answer = alice.get(url(event, "?session=1&part=1&state=closed"))
    chosen = [one.state for one in answer.context["filters"] if one.current]
    assert chosen == ["closed"]
    assert 'data-show="closed"' in alice.get(url(event, "?session=1&state=closed")).content.decode()
    assert alice.get(url(event, "?session=1&state=nonsense")).context["show"] == ""


@pytest.mark.parametrize("query", ["?session=1", "?session=1&part=1"])
def test_the_number_of_queries_does_not_grow_with_the_tables(alice: Client, query: str) -> None:
    counts = []
    for players in (16, 64):
        event = making.drawn(players, 1)
        start_session(event, 1, making.user())
        for number in range(1, players // 4 + 1):
            making.hand(making.table(event, 1, number), 0, 8)
        with CaptureQueriesContext(connection) as queries:
            assert alice.get(url(event, query)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
