"""What the chief referee makes of what came too late: entered as his act, declined, or nothing is left to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import translation

from tests import making
from tests.refusing import code, refused
from tournament.actions.acts import Stamp
from tournament.actions.disputes import open_dispute
from tournament.actions.hands import HandEntry, correct_hand, record_hand, replay_hand
from tournament.actions.late import decline_late, enter_late
from tournament.actions.penalties import PenaltyEntry, record_penalty, withdraw_penalty
from tournament.actions.sessions import close_session
from tournament.actions.tables import call_time, close_table, confirm_round, reopen_table
from tournament.actions.totals import enter_totals
from tournament.models import Act, Dispute, Hand, LateEntry, Penalty, Staff, Table, Tournament
from tournament.queries.history import history
from tournament.queries.late import late_count, late_entries, late_tables
from tournament.refusals import Kept

pytestmark = pytest.mark.django_db
NEXT = HandEntry(2, winner=0, discarder=1, fan=24)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def event() -> Tournament:
    return making.drawn(4, 1)


@pytest.fixture
def bob(event: Tournament) -> User:
    return making.referee(event, "bob", [1])


@pytest.fixture
def carol(event: Tournament) -> User:
    return making.referee(event, "carol", role=Staff.Role.CHIEF_REFEREE)


@pytest.fixture
def table(event: Tournament) -> Table:
    """The first hand was a self-draw of 8 fan by 东: 48 −16 −16 −16 (RULES §2). Then alice closed the table."""
    at = making.table(event)
    making.hand(at, winner=0, fan=8)
    making.close(at)
    return making.table(event)


def late(table: Table, send: Callable[[Stamp], Any], by: User, name: str = "late-one") -> int:
    """Send something too late; the id of what is kept."""
    found = refused(send, Stamp(by, name, 2))
    assert isinstance(found, Kept)
    return int(found.current["late"])


def test_a_hand_that_is_missing_is_recorded_late_by_the_chief_referee(
    event: Tournament, table: Table, bob: User, carol: User
) -> None:
    number = late(table, lambda by: record_hand(table, NEXT, by), bob)
    assert (late_count(event), late_tables(table.session)) == (1, [1])
    assert enter_late(event, number, "sent before the closing", carol).outcome == "accepted"
    # 24 fan on a discard: 48 −32 −8 −8 (RULES §2), beside 48 −16 −16 −16 of the first hand.
    assert making.totals(table) == [48 + 48, -16 - 32, -16 - 8, -16 - 8]
    hand = Hand.objects.get(number=2)
    assert (hand.by, hand.reason, hand.revision) == (carol, "sent before the closing", 1)
    act = Act.objects.get(kind="hand", by=carol)
    assert act.directed
    at = making.table(event)
    assert (at.is_closed, at.corrected_at is not None, at.version) == (True, True, 4)
    assert (late_count(event), late_tables(table.session)) == (0, [])
    lines, _more = history(event)
    assert lines[0].what.startswith("entered what was sent after the table was closed: hand 2: ")
    assert (lines[0].who, lines[0].reason) == ("Carol", "sent before the closing")
    assert lines[1].what.startswith("recorded hand 2: ")


def test_a_hand_that_is_there_with_other_content_becomes_a_correction(
    event: Tournament, table: Table, bob: User, carol: User
) -> None:
    other = HandEntry(1, winner=0, discarder=1, fan=8)
    number = late(table, lambda by: record_hand(table, other, by), bob)
    line = late_entries(event)[0]
    assert line.sheet.endswith("self-draw, 8 fan")
    enter_late(event, number, "the sheet says so", carol)
    assert making.totals(table) == [32, -16, -8, -8]
    assert list(Hand.objects.order_by("revision").values_list("revision", "is_current", "reason")) == [
        (1, False, ""),
        (2, True, "the sheet says so"),
    ]


def test_a_correction_keeps_the_reason_of_who_sent_it(
    event: Tournament, table: Table, bob: User, carol: User
) -> None:
    number = late(table, lambda by: correct_hand(table, HandEntry(1), "nobody won", by), bob)
    enter_late(event, number, "asked the players", carol)
    assert Hand.objects.get(is_current=True).reason == "nobody won"
    assert LateEntry.objects.get().reason == "asked the players"
    assert making.totals(table) == [0, 0, 0, 0]


def test_a_rare_fan_and_a_hand_after_time_are_the_chief_referees_decision(
    event: Tournament, bob: User, carol: User
) -> None:
    at = making.table(event)
    making.hand(at)
    call_time(at, making.stamp(at))
    making.close(at)
    number = late(at, lambda by: record_hand(at, HandEntry(2, winner=0, discarder=1, fan=101), by), bob)
    enter_late(event, number, "won before the call", carol)
    assert making.totals(at) == [125, -109, -8, -8]


def test_a_penalty_is_recorded_with_its_own_reason_or_else_the_chief_referees(
    event: Tournament, table: Table, bob: User, carol: User
) -> None:
    half = PenaltyEntry(2, "conduct", Fraction(1, 2), currency="standard_points", reason="shouted")
    first = late(table, lambda by: record_penalty(table, half, by), bob)
    plain = PenaltyEntry(3, "late", Fraction(10))
    second = late(table, lambda by: record_penalty(table, plain, by), bob, "late-two")
    enter_late(event, second, "he was late", carol)
    enter_late(event, first, "seen by all", carol)
    assert list(Penalty.objects.order_by("id").values_list("amount", "reason", "by__username")) == [
        (10, "he was late", "carol"),
        (6, "shouted", "carol"),
    ]
    assert making.totals(table) == [48, -16, -16, -26]


def test_a_withdrawal_and_a_dispute_are_carried_out(event: Tournament, bob: User, carol: User) -> None:
    at = making.table(event)
    penalty = making.penalty(at, 2)["penalty"]
    making.close(at)
    first = late(at, lambda by: withdraw_penalty(at, penalty, "not he", by), bob)
    second = late(at, lambda by: open_dispute(at, 1, "no win", by), bob, "late-two")
    third = late(at, lambda by: withdraw_penalty(at, penalty, "not he", by), bob, "late-three")
    assert [enter_late(event, one, "yes", carol).outcome for one in (first, second, third)] == [
        "accepted",
        "accepted",
        "superseded",
    ]
    assert Penalty.objects.get().withdrawn_reason == "not he"
    assert (Dispute.objects.get().hand_number, Dispute.objects.get().text) == (1, "no win")


def test_the_totals_of_a_scorer_wait_too(event: Tournament, carol: User) -> None:
    at, scorer = making.table(event), making.referee(event, "sue", role=Staff.Role.SCORER)
    making.close(at)
    totals = [44, -108, 114, -50]
    number = late(at, lambda by: enter_totals(at, totals, by), scorer)
    assert making.totals(at) == [0, 0, 0, 0]
    assert "114" in late_entries(event)[0].what
    assert enter_late(event, number, "the sheet came late", carol).outcome == "accepted"
    assert making.totals(at) == totals


def test_what_the_sheet_holds_by_now_leaves_nothing_to_do(
    event: Tournament, table: Table, bob: User, carol: User
) -> None:
    other = HandEntry(1, winner=0, discarder=1, fan=8)
    number = late(table, lambda by: record_hand(table, other, by), bob)
    correct_hand(table, other, "seen on paper", making.stamp(table, carol))
    acts = Act.objects.count()
    assert enter_late(event, number, "as on paper", carol).outcome == "superseded"
    assert Act.objects.count() == acts
    assert Hand.objects.count() == 2


def test_hands_with_a_change_of_chairs_between_them_are_entered_in_their_order(
    event: Tournament, bob: User, carol: User
) -> None:
    at = making.table(event)
    for _hand in range(11):
        making.hand(at)
    making.close(at)
    sent = [
        late(at, lambda by: record_hand(at, HandEntry(12), by), bob, "late-12"),
        late(at, lambda by: confirm_round(at, 4, True, by), bob, "late-r4"),
        late(at, lambda by: record_hand(at, HandEntry(13, winner=0, fan=8), by), bob, "late-13"),
    ]
    assert code(enter_late, event, sent[2], "played", carol) == "wrong_hand"
    assert [line.entry.pk for line in late_entries(event)] == sent
    for number in sent:
        assert enter_late(event, number, "played", carol).outcome == "accepted"
    assert making.table(event).hands_played == 13
    assert making.table(event).confirmed_round == 4


def test_a_refused_entry_still_waits_and_leaves_no_trace(
    event: Tournament, table: Table, bob: User, carol: User
) -> None:
    number = late(table, lambda by: record_hand(table, HandEntry(5), by), bob)
    before = making.table(event).session.tournament.version
    assert code(enter_late, event, number, "played", carol) == "wrong_hand"
    assert code(enter_late, event, number, "  ", carol) == "reason_missing"
    assert code(decline_late, event, number, "", carol) == "reason_missing"
    assert late_count(event) == 1
    assert making.table(event).session.tournament.version == before


def test_a_declined_entry_changes_nothing_and_its_author_is_told_why(
    event: Tournament, table: Table, bob: User, carol: User
) -> None:
    number = late(table, lambda by: record_hand(table, NEXT, by), bob)
    decline_late(event, number, "never played", carol)
    assert making.totals(table) == [48, -16, -16, -16]
    again = refused(record_hand, table, NEXT, Stamp(bob, "late-one", 2))
    assert isinstance(again, Kept)
    assert again.code == "declined"
    assert again.message.endswith("never played")
    lines, _more = history(event)
    assert (lines[0].who, lines[0].reason) == ("Carol", "never played")


def test_an_entered_one_is_answered_so_and_not_entered_again(
    event: Tournament, table: Table, bob: User, carol: User
) -> None:
    number = late(table, lambda by: record_hand(table, NEXT, by), bob)
    enter_late(event, number, "played", carol)
    again = refused(record_hand, table, NEXT, Stamp(bob, "late-one", 2))
    assert (again.code, isinstance(again, Kept)) == ("accepted", True)
    for act in (enter_late, decline_late):
        assert code(act, event, number, "once more", carol) == "settled"
    assert Hand.objects.filter(number=2).count() == 1


def test_it_is_entered_in_a_closed_session_too(
    event: Tournament, table: Table, bob: User, carol: User
) -> None:
    close_session(event, 1, carol)
    number = late(table, lambda by: record_hand(table, NEXT, by), bob)
    enter_late(event, number, "sent before the closing", carol)
    assert making.totals(table)[0] == 96


@pytest.mark.parametrize(
    "send",
    [
        lambda at, by: replay_hand(at, 2, "the wall fell", by),
        call_time,
        lambda at, by: close_table(at, ["agreed", "paper", "agreed", "agreed"], by),
    ],
)
def test_what_only_an_open_table_takes_is_entered_once_it_is_open(
    event: Tournament, table: Table, bob: User, carol: User, send: Callable[[Table, Stamp], Any]
) -> None:
    number = late(table, lambda by: send(table, by), bob)
    assert late_entries(event)[0].can_enter is False
    assert code(enter_late, event, number, "so it was", carol) in ("table_closed", "already_closed")
    reopen_table(table, "to enter it", making.stamp(table, carol))
    assert late_entries(event)[0].can_enter is True
    assert enter_late(event, number, "so it was", carol).outcome == "accepted"


def test_of_another_tournament_nothing_is_settled(table: Table, bob: User) -> None:
    number = late(table, lambda by: record_hand(table, NEXT, by), bob)
    other = making.drawn(4, 1)
    assert code(enter_late, other, number, "mine", making.user()) == "no_such_entry"
    assert late_count(other) == 0
    assert late_entries(other) == []


def test_the_list_takes_the_same_number_of_queries_however_much_waits(
    event: Tournament, table: Table, bob: User, django_assert_num_queries: Any
) -> None:
    late(table, lambda by: record_hand(table, NEXT, by), bob)
    with django_assert_num_queries(6):
        assert len(late_entries(event)) == 1
    for number in range(3, 10):
        late(table, partial(record_hand, table, HandEntry(number)), bob, f"late-{number}")
    with django_assert_num_queries(6):
        assert len(late_entries(event)) == 8
