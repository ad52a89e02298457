"""What comes after the table was closed: kept for the chief referee, once, whoever sends it how often."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import translation

from tests import making
from tests.refusing import refused
from tournament.actions.acts import Stamp
from tournament.actions.disputes import open_dispute
from tournament.actions.hands import HandEntry, correct_hand, record_hand, replay_hand
from tournament.actions.penalties import PenaltyEntry, record_penalty, withdraw_penalty
from tournament.actions.sessions import close_session
from tournament.actions.tables import (
    call_time,
    close_table,
    confirm_round,
    fan_were_counted,
    reopen_table,
    undo_last,
)
from tournament.models import Act, Hand, LateEntry, LogEntry, Penalty, Table, Tournament
from tournament.queries.history import history
from tournament.refusals import Kept, Refused

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
    """The referee of table 1."""
    return making.referee(event, "bob", [1])


@pytest.fixture
def table(event: Tournament) -> Table:
    """One hand was played and one penalty given, then alice closed the table: its version is 4."""
    at = making.table(event)
    making.hand(at, winner=0, fan=8)
    making.penalty(at, 3, 10)
    making.close(at)
    return making.table(event)


def kept(call: Callable[..., Any], *args: Any) -> Kept:
    """What is said of an entry that is kept."""
    found = refused(call, *args)
    assert isinstance(found, Kept), found.code
    return found


SENT: list[tuple[str, Callable[[Table, Stamp], Any], str]] = [
    ("hand", lambda at, by: record_hand(at, NEXT, by), "hand 2: "),
    ("correction", lambda at, by: correct_hand(at, HandEntry(1), "it was drawn", by), "corrected: hand 1: drawn"),
    ("replay", lambda at, by: replay_hand(at, 2, "the wall fell", by), "hand 2: void, to be replayed"),
    (
        "penalty",
        lambda at, by: record_penalty(at, PenaltyEntry(2, "late", Fraction(10)), by),
        ": late, 10 deducted",
    ),
    (
        "penalty",
        lambda at, by: record_penalty(
            at, PenaltyEntry(2, "conduct", Fraction(1, 2), currency="standard_points"), by
        ),
        ": conduct, ½ standard points deducted",
    ),
    (
        "withdrawal",
        lambda at, by: withdraw_penalty(at, Penalty.objects.get().pk, "not he", by),
        ": conduct, 10 deducted",
    ),
    ("round", lambda at, by: confirm_round(at, 4, True, by), "the chairs of round 4 as they should be"),
    ("time", call_time, "time was called"),
    ("counting", fan_were_counted, "fan were being counted when time fell"),
    ("dispute", lambda at, by: open_dispute(at, 1, "no win", by), "hand 1 in dispute: no win"),
    ("close", lambda at, by: close_table(at, ["agreed", "paper", "agreed", "agreed"], by), "signed on paper"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "send", "says"), SENT)
@pytest.mark.parametrize("seen", [3, 4])
def test_whatever_a_referee_sends_to_a_closed_table_is_kept_and_changes_nothing(
    table: Table, bob: User, kind: str, send: Callable[[Table, Stamp], Any], says: str, seen: int
) -> None:
    before = making.totals(table), Hand.objects.count(), Act.objects.count(), table.version
    found = kept(send, table, Stamp(bob, "late-1", seen))
    assert found.code == "waits"
    assert says in found.message
    assert says in found.current["what"]
    late = LateEntry.objects.get()
    assert (late.kind, late.client_id, late.by, late.outcome) == (kind, "late-1", bob, "")
    after = making.table(table.session.tournament)
    assert (making.totals(table), Hand.objects.count(), Act.objects.count(), after.version) == before


@pytest.mark.parametrize(("kind", "send", "says"), SENT)
def test_what_is_kept_is_told_in_the_history(
    table: Table, bob: User, kind: str, send: Callable[[Table, Stamp], Any], says: str
) -> None:
    kept(send, table, Stamp(bob, "late-1", 3))
    lines, _more = history(table.session.tournament)
    assert (lines[0].who, lines[0].table) == ("Bob", 1)
    assert lines[0].what.startswith("sent after the table was closed: ")
    assert says in lines[0].what


def test_the_same_id_again_is_the_same_answer_and_kept_once(table: Table, bob: User) -> None:
    first = kept(record_hand, table, NEXT, Stamp(bob, "late-1", 3))
    again = kept(record_hand, table, NEXT, Stamp(bob, "late-1", 9))
    assert (again.code, again.message, again.current) == (first.code, first.message, first.current)
    assert LateEntry.objects.count() == LogEntry.objects.filter(action="late_kept").count() == 1


def test_the_same_id_with_another_body_is_refused_and_shows_both(table: Table, bob: User) -> None:
    kept(record_hand, table, NEXT, Stamp(bob, "late-1", 3))
    found = refused(record_hand, table, HandEntry(2), Stamp(bob, "late-1", 3))
    assert (found.code, found.current["sent"]) == ("id_reused", "hand 2: drawn")
    assert found.current["stored"].endswith(", 24 fan")
    assert LateEntry.objects.count() == 1


def test_an_id_stays_known_when_the_table_is_open_again(table: Table, bob: User) -> None:
    kept(record_hand, table, NEXT, Stamp(bob, "late-1", 3))
    reopen_table(table, "a hand is missing", making.stamp(table))
    assert kept(record_hand, table, NEXT, Stamp(bob, "late-1", 5)).code == "waits"
    assert record_hand(table, NEXT, Stamp(bob, "late-2", 5))["version"] == 6


def test_a_hand_that_is_on_the_sheet_already_is_not_kept(table: Table, bob: User) -> None:
    answer = record_hand(table, HandEntry(1, winner=0, fan=8), Stamp(bob, "late-1", 1))
    assert (answer["already"], answer["version"]) == (True, 4)
    assert not LateEntry.objects.exists()


def test_a_closing_with_the_same_consent_is_not_kept(table: Table, bob: User) -> None:
    assert close_table(table, ["agreed"] * 4, Stamp(bob, "late-1", 3))["already"] is True
    assert not LateEntry.objects.exists()


def test_an_entry_whose_answer_was_lost_before_the_closing_is_answered_and_not_kept(
    event: Tournament, bob: User
) -> None:
    at = making.table(event)
    first = record_hand(at, HandEntry(1), Stamp(bob, "lost-answer", 1))
    making.close(at)
    close_session(event, 1, making.user())
    assert record_hand(at, HandEntry(1), Stamp(bob, "lost-answer", 1)) == {**first, "repeated": True}
    assert not LateEntry.objects.exists()


def test_what_comes_after_the_session_was_closed_is_kept_too(
    event: Tournament, table: Table, bob: User
) -> None:
    close_session(event, 1, making.user())
    assert kept(record_hand, table, NEXT, Stamp(bob, "late-1", 3)).code == "waits"


NONSENSE: list[tuple[str, Callable[[Table, Stamp], Any]]] = [
    ("fan_below_minimum", lambda at, by: record_hand(at, HandEntry(2, winner=0, fan=7), by)),
    ("no_such_seat", lambda at, by: record_hand(at, HandEntry(2, winner=9, fan=8), by)),
    ("winner_is_discarder", lambda at, by: record_hand(at, HandEntry(2, 1, 1, 8), by)),
    ("fan_missing", lambda at, by: correct_hand(at, HandEntry(1, 1), "x", by)),
    ("no_such_hand", lambda at, by: record_hand(at, HandEntry(17), by)),
    ("no_such_hand", lambda at, by: replay_hand(at, 0, "x", by)),
    ("no_such_hand", lambda at, by: open_dispute(at, 17, "x", by)),
    ("reason_missing", lambda at, by: open_dispute(at, None, " ", by)),
    ("no_such_seat", lambda at, by: record_penalty(at, PenaltyEntry(4, "late", Fraction(10)), by)),
    ("unknown_kind", lambda at, by: record_penalty(at, PenaltyEntry(1, "sneezing", Fraction(10)), by)),
    ("no_such_penalty", lambda at, by: withdraw_penalty(at, 10**6, "x", by)),
    ("wrong_round", lambda at, by: confirm_round(at, 5, True, by)),
    ("reason_too_long", lambda at, by: replay_hand(at, 2, "x" * 501, by)),
]


@pytest.mark.parametrize(("code", "send"), NONSENSE)
def test_what_no_sheet_could_hold_is_refused_and_not_kept(
    table: Table, bob: User, code: str, send: Callable[[Table, Stamp], Any]
) -> None:
    found = refused(send, table, Stamp(bob, "late-1", 3))
    assert (found.code, isinstance(found, Kept)) == (code, False)
    assert not LateEntry.objects.exists()


def test_nothing_of_whoever_directs_waits(table: Table) -> None:
    found = refused(record_hand, table, NEXT, making.stamp(table))
    assert (found.code, type(found)) == ("table_closed", Refused)
    assert not LateEntry.objects.exists()


def test_taking_back_takes_back_what_waits_and_not_the_closing(table: Table, bob: User) -> None:
    """Both lay on a phone without a network; the version that the second names happens to be that of the closing."""
    kept(record_hand, table, NEXT, Stamp(bob, "late-1", 3))
    found = kept(undo_last, table, Stamp(bob, "late-2", 4))
    assert found.code == "accepted"
    assert LateEntry.objects.get(client_id="late-1").outcome == "superseded"
    assert making.table(table.session.tournament).is_closed
    again = kept(undo_last, table, Stamp(bob, "late-2", 4))
    assert (again.code, again.message) == (found.code, found.message)
    assert kept(record_hand, table, NEXT, Stamp(bob, "late-1", 3)).code == "superseded"
    lines, _more = history(table.session.tournament)
    assert lines[0].what.startswith("took back what was sent after the table was closed: hand 2")


def test_taking_back_without_anything_that_waits_is_taken_for_what_it_says(table: Table, bob: User) -> None:
    assert refused(undo_last, table, Stamp(bob, "late-2", 3)).code == "stale"
    assert refused(undo_last, table, Stamp(bob, "late-3", 4)).code == "chief_only"
