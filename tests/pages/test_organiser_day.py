"""The chief referee on a real day: clock, disputes, official results, paper totals, the next size of a penalty."""

import secrets
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import making
from tournament.actions.disputes import open_dispute
from tournament.actions.sessions import close_session, start_session
from tournament.models import Dispute, LogEntry, Penalty, Seat, Session, Table, Tournament
from tournament.queries.board import board
from tournament.queries.history import history
from tournament.queries.official import standing_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    event = making.drawn(8, 2)
    start_session(event, 1, making.user())
    return event


@pytest.fixture
def at(event: Tournament) -> Table:
    return making.table(event)


@pytest.fixture
def alice(client: Client) -> Client:
    client.force_login(making.user())
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def board_url(event: Tournament) -> str:
    return f"/organiser/{event.slug}/board/"


def control(alice: Client, event: Tournament, act: str, **fields: str) -> tuple[int, str]:
    answer = alice.post(board_url(event), {"act": act, "session": "1"} | fields, follow=True)
    return answer.status_code, answer.content.decode()


def url(at: Table) -> str:
    return f"/organiser/{at.session.tournament.slug}/tables/{at.session.number}/{at.number}/"


def form(at: Table, act: str, **fields: object) -> dict[str, object]:
    """A form as the page makes it now."""
    at.refresh_from_db()
    base = {"act": act, "client_id": secrets.token_hex(16), "expected_version": at.version}
    return base | fields


def send(alice: Client, at: Table, act: str, **fields: object) -> tuple[int, str]:
    answer = alice.post(url(at), form(at, act, **fields), follow=True)
    return answer.status_code, answer.content.decode()


def told(event: Tournament) -> str:
    return history(event)[0][0].what


# ── The clock


def test_the_clock_is_stopped_goes_on_and_is_extended_from_the_board(
    event: Tournament, alice: Client
) -> None:
    assert "Stop the clock" in alice.get(board_url(event)).content.decode()
    status, text = control(alice, event, "pause")
    assert (status, told(event)) == (200, "stopped the clock")
    assert 'data-state="paused"' in text
    assert "Let the clock go on" in text
    assert control(alice, event, "pause")[0] == 422
    assert 'data-state="running"' in control(alice, event, "resume")[1]
    assert told(event) == "let the clock go on"
    before = Session.objects.get(tournament=event, number=1).ends_at
    assert before is not None
    assert "All tables have 5 minutes more." in control(alice, event, "extend", minutes="5")[1]
    assert Session.objects.get(tournament=event, number=1).ends_at == before + timedelta(minutes=5)
    assert told(event) == "gave all tables 5 more minutes"
    assert "1 minute is taken back." in control(alice, event, "extend", minutes="−1")[1]


@pytest.mark.parametrize("minutes", ["", "0", "many", "999"])
def test_an_extension_that_makes_no_sense_is_refused_and_kept(
    event: Tournament, alice: Client, minutes: str
) -> None:
    status, text = control(alice, event, "extend", minutes=minutes)
    assert status == 422
    assert "An extension is 1 to 240 minutes." in text
    assert f'value="{minutes}"' in text


def test_pressing_extend_twice_extends_once(event: Tournament, alice: Client) -> None:
    seen = alice.get(board_url(event)).context["clock_mark"]
    assert control(alice, event, "extend", minutes="5", seen=seen)[0] == 200
    assert control(alice, event, "extend", minutes="5", seen=seen)[0] == 409


def test_when_time_is_over_the_chief_is_asked_to_call_it(event: Tournament, alice: Client) -> None:
    text = alice.get(board_url(event)).content.decode()
    assert 'data-when-clock="over" hidden' in text
    Session.objects.filter(tournament=event, number=1).update(ends_at=timezone.now())
    text = alice.get(board_url(event)).content.decode()
    assert 'data-when-clock="over" role="alert"' in text
    assert "Time is over: call time." in text
    control(alice, event, "time")
    assert "Time is over: call time." not in alice.get(board_url(event)).content.decode()


def test_one_table_is_given_more_time_from_its_page(event: Tournament, at: Table, alice: Client) -> None:
    seen = alice.get(url(at)).context["clock_mark"]
    status, text = send(alice, at, "extend", minutes="7", seen=seen)
    assert (status, told(event)) == (200, "gave table 1 7 more minutes")
    assert "7 extra minutes are given" in text
    assert "+7 min" in " ".join(alice.get(board_url(event)).content.decode().split())
    assert send(alice, at, "extend", minutes="7", seen=seen)[0] == 409
    assert send(alice, at, "extend", minutes="-7")[0] == 422
    assert Table.objects.get(pk=at.pk).extra_minutes == 7


# ── Disputes, and results that become official


def test_a_table_in_dispute_has_a_state_of_its_own_on_the_board(
    event: Tournament, at: Table, alice: Client
) -> None:
    making.hand(at, 0, 24, 1)
    status, text = send(alice, at, "dispute", hand_number="1", reason="the fan")
    assert (status, told(event)) == (200, "put hand 1 in dispute")
    assert "Hand 1</b> the fan" in text
    assert [card.state for card in board(at.session)] == ["dispute", "not_started"]
    assert "is-dispute" in alice.get(board_url(event)).content.decode()


def test_the_chief_referee_rules_with_words(event: Tournament, at: Table, alice: Client) -> None:
    making.hand(at, 0, 24, 1)
    open_dispute(at, 1, "the fan", making.stamp(at))
    dispute = Dispute.objects.get()
    status, text = send(alice, at, "rule", dispute=dispute.pk, reason="")
    assert status == 422
    assert "Write down the ruling." in text
    status, text = send(alice, at, "rule", dispute=dispute.pk, reason="24 fan stand")
    assert (status, told(event)) == (200, "ruled on the dispute about hand 1")
    assert "24 fan stand" in text
    assert board(at.session)[0].state == "playing"
    assert send(alice, at, "rule", dispute=dispute.pk, reason="again")[0] == 422


def test_an_appeal_comes_after_the_table_is_closed(event: Tournament, at: Table, alice: Client) -> None:
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    assert send(alice, at, "dispute", hand_number="", reason="appeal of Team 1, 14:20")[0] == 200
    status, text = control(alice, event, "official")
    assert status == 422
    assert "These tables wait for a ruling: 1." in text
    assert f'href="{url(at)}"' in text
    send(alice, at, "rule", dispute=Dispute.objects.get().pk, reason="rejected")
    status, text = control(alice, event, "official")
    assert (status, told(event)) == (200, "made the results of the session official")
    assert "by the chief referee" in text


def test_a_closed_session_is_provisional_until_the_time_for_appeals_is_over(
    event: Tournament, alice: Client
) -> None:
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    session = close_session(event, 1, making.user())
    assert "appeals are possible until" in alice.get(board_url(event) + "?session=1").content.decode()
    assert session.closed_at is not None
    later = standing_of(session, event.rulebook, session.closed_at + timedelta(minutes=30))
    assert (later.official, later.declared, later.since) == (True, False, later.until)
    open_dispute(making.table(event), None, "appeal", making.stamp(making.table(event)))
    later = standing_of(session, event.rulebook, session.closed_at + timedelta(minutes=30))
    assert (later.official, later.waits) == (False, (1,))


# ── Paper totals beside the hands


def test_the_difference_between_paper_and_hands_is_shown_by_player(
    event: Tournament, at: Table, alice: Client
) -> None:
    making.hand(at, 0, 24, 1)
    totals = {"total_0": "50", "total_1": "-34", "total_2": "-8", "total_3": "-8"}
    status, text = send(alice, at, "totals", reason="", **totals)
    assert status == 200
    assert alice.get(url(at)).context["differences"] == [2, -2, 0, 0]
    assert told(event).startswith("typed in the totals of the paper sheet: ")
    assert making.totals(at) == [48, -32, -8, -8]
    status, text = send(alice, at, "decide", counts="paper", reason="")
    assert status == 422
    assert "Say why this result counts." in text
    assert send(alice, at, "decide", reason="x")[0] == 422
    status, text = send(alice, at, "decide", counts="paper", reason="hand 1 was typed wrongly")
    assert (status, told(event)) == (200, "decided that the totals on paper are the result")
    assert "hand 1 was typed wrongly" in text
    assert making.totals(at) == [50, -34, -8, -8]
    send(alice, at, "decide", counts="hands", reason="the paper was wet")
    assert making.totals(at) == [48, -32, -8, -8]


def test_totals_on_the_page_of_a_table_are_checked_by_the_server(at: Table, alice: Client) -> None:
    totals = {"total_0": "50", "total_1": "-34", "total_2": "-8", "total_3": "-9"}
    asked = alice.post(url(at), form(at, "totals", ask="sum", **totals)).content.decode()
    assert "sum −1 instead of 0: −1" in asked
    status, text = send(alice, at, "totals", reason="", **totals)
    assert status == 422
    assert "These totals sum to -1" in text
    assert 'value="-34"' in text
    assert not Seat.objects.filter(paper_points__isnull=False).exists()
    assert send(alice, at, "totals", reason="signed so", **totals)[0] == 200
    assert LogEntry.objects.filter(action="totals_entered").count() == 1
    assert "They sum to -1 instead of 0" in told(at.session.tournament)


# ── The next size of a penalty


def test_what_is_left_empty_is_the_next_size_by_the_rulebook(at: Table, alice: Client) -> None:
    for _time in range(4):
        fields = {"seat": "2", "kind": "empty_call", "hand_number": "1", "reason": "", "amount": ""}
        assert send(alice, at, "penalty", **fields)[0] == 200
    assert list(Penalty.objects.order_by("pk").values_list("amount", flat=True)) == [0, 5, 10, 20]


def test_the_form_says_what_the_rulebook_offers_before_it_is_sent(at: Table, alice: Client) -> None:
    making.penalty(at, 2, 0, kind="empty_call", hand_number=1)
    fields = {"seat": "2", "kind": "empty_call", "hand_number": "1", "ask": "offer"}
    text = alice.post(url(at), form(at, "penalty", **fields)).content.decode()
    assert "By the rulebook: 5 deducted. Offences before this one that count: 1." in text
    text = alice.post(url(at), form(at, "penalty", **(fields | {"hand_number": "2"}))).content.decode()
    assert "By the rulebook: a warning." in text
    assert not alice.post(url(at), form(at, "penalty", kind="late", ask="offer")).content.strip()
    assert Penalty.objects.count() == 1


def test_conduct_is_punished_in_standard_points_where_the_rulebook_says_so(alice: Client) -> None:
    event = making.drawn(8, 1)
    event.rules["penalty_sizes"]["standard_points"] = ["1/2", 1, 2]
    event.save()
    at = making.table(event)
    for _time in range(3):
        assert send(alice, at, "penalty", seat="0", kind="conduct", reason="shouting")[0] == 200
    found = Penalty.objects.order_by("pk").values_list("currency", "amount")
    assert list(found) == [("standard_points", 6), ("standard_points", 12), ("standard_points", 24)]
    status, text = send(alice, at, "penalty", seat="0", kind="conduct", currency="match_points")
    assert status == 422
    assert "How many match points?" in text


def test_the_page_costs_no_more_queries_with_disputes_and_totals(at: Table, alice: Client) -> None:
    making.hand(at, 0, 24, 1)
    open_dispute(at, 1, "x", making.stamp(at))
    with CaptureQueriesContext(connection) as few:
        alice.get(url(at))
    for number in (1, 2, None):
        open_dispute(at, number, "x", making.stamp(at))
    at.seats.update(paper_points=0)
    with CaptureQueriesContext(connection) as many:
        alice.get(url(at))
    assert len(few) == len(many)
