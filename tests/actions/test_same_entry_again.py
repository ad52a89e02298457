"""An entry that comes again: by its id, or by what it says. It is stored once, and nobody is told it was lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from tests import making
from tests.refusing import refused
from tournament.actions.acts import Stamp
from tournament.actions.hands import HandEntry, correct_hand, record_hand, replay_hand
from tournament.actions.penalties import PenaltyEntry, record_penalty
from tournament.actions.tables import call_time, close_table, confirm_round, undo_last
from tournament.models import Act, Hand, LogEntry, Penalty, Table

pytestmark = pytest.mark.django_db
WIN = HandEntry(1, winner=0, discarder=1, fan=24)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def table() -> Table:
    return making.table(making.drawn(4, 1))


def by(name: str, client_id: str, version: int) -> Stamp:
    """What the phone of somebody sends, who saw this version of the table."""
    return Stamp(making.user(name), client_id, version)


def traces(table: Table) -> tuple[int, ...]:
    """How much is stored: acts, revisions, lines of the history, and both versions."""
    table = making.table(table.session.tournament)
    return (
        Act.objects.count(),
        Hand.objects.count(),
        LogEntry.objects.count(),
        table.version,
        table.session.tournament.version,
    )


def test_the_same_id_with_another_body_is_refused_and_shows_both(table: Table) -> None:
    record_hand(table, WIN, by("alice", "one-id", 1))
    before = traces(table)
    other = HandEntry(1, winner=2, fan=88)
    found = refused(record_hand, table, other, by("alice", "one-id", 1))
    assert found.code == "id_reused"
    names = [str(seat.player) for seat in table.seats.order_by("chair")]
    assert found.current["stored"] == f"hand 1: {names[0]} wins from {names[1]}, 24 fan"
    assert found.current["sent"] == f"hand 1: {names[2]}, self-draw, 88 fan"
    assert found.current["stored"] in found.message
    assert found.current["sent"] in found.message
    assert traces(table) == before


def test_the_same_id_for_an_act_of_another_kind_is_refused_and_shows_both(table: Table) -> None:
    record_penalty(table, PenaltyEntry(2, "late", Fraction(10)), by("alice", "one-id", 1))
    found = refused(call_time, table, by("alice", "one-id", 2))
    assert found.code == "id_reused"
    assert "late, 10 deducted" in found.current["stored"]
    assert found.current["sent"] == "time was called"


@pytest.mark.parametrize("seen", [1, 2, 7])
def test_the_same_hand_under_another_id_is_already_recorded_whatever_its_author_saw(
    table: Table, seen: int
) -> None:
    record_hand(table, WIN, by("alice", "phone-a", 1))
    before = traces(table)
    answer = record_hand(table, WIN, by("alice", "phone-b", seen))
    assert answer["already"] is True
    assert answer["version"] == 2
    assert answer["totals"] == [48, -32, -8, -8]
    assert (answer["hand"], answer["revision"]) == (1, 1)
    assert answer["sentence"].startswith("Already recorded: hand 1: ")
    assert traces(table) == before


def test_a_drawn_hand_under_another_id_is_already_recorded(table: Table) -> None:
    record_hand(table, HandEntry(1), by("alice", "phone-a", 1))
    assert record_hand(table, HandEntry(1), by("alice", "phone-b", 1))["already"] is True
    assert Hand.objects.count() == 1


@pytest.mark.parametrize(
    "other",
    [
        HandEntry(1, winner=0, discarder=2, fan=24),
        HandEntry(1, winner=0, discarder=None, fan=24),
        HandEntry(1, winner=3, discarder=1, fan=24),
        HandEntry(1, winner=0, discarder=1, fan=25),
        HandEntry(1, winner=0, discarder=1, fan=24, flowers=1),
        HandEntry(1, winner=0, discarder=1, fan=24, robbed_kong=True),
        HandEntry(1),
    ],
)
def test_a_hand_with_other_content_is_stale_and_shows_what_is_there(table: Table, other: HandEntry) -> None:
    event = table.session.tournament
    making.referee(event, "bob", [1])
    record_hand(table, WIN, by("bob", "phone-b", 1))
    found = refused(record_hand, table, other, by("alice", "phone-a", 1))
    assert found.code == "stale"
    there = found.current["hand"]
    assert {name: there[name] for name in ("number", "winner", "discarder", "fan", "flowers")} == {
        "number": 1,
        "winner": 0,
        "discarder": 1,
        "fan": 24,
        "flowers": 0,
    }
    assert (there["robbed_kong"], there["by"]) == (False, "Bob")
    assert there["text"].endswith(", 24 fan")


def test_a_hand_on_the_newest_table_that_is_there_with_other_content_shows_it_too(table: Table) -> None:
    record_hand(table, WIN, by("alice", "phone-a", 1))
    found = refused(record_hand, table, HandEntry(1, winner=2, fan=8), by("alice", "phone-b", 2))
    assert found.code == "wrong_hand"
    assert found.is_conflict
    assert found.current["next_hand"] == 2
    assert found.current["hand"]["winner"] == 0
    assert found.current["hand"]["text"] in found.message


def test_replacing_what_is_there_is_a_correction_on_the_newest_table(table: Table) -> None:
    record_hand(table, WIN, by("alice", "phone-a", 1))
    right = HandEntry(1, winner=2, discarder=None, fan=8)
    current = refused(record_hand, table, right, by("alice", "phone-b", 1)).current
    answer = correct_hand(table, right, "two phones", by("alice", "phone-c", current["version"]))
    assert (answer["revision"], answer["totals"]) == (2, [-16, -16, 48, -16])


def test_a_hand_that_was_corrected_or_taken_back_is_not_there_any_more(table: Table) -> None:
    record_hand(table, WIN, by("alice", "phone-a", 1))
    correct_hand(table, HandEntry(1, winner=2, fan=8), "wrong", by("alice", "phone-a2", 2))
    assert refused(record_hand, table, WIN, by("alice", "phone-b", 1)).current["hand"]["winner"] == 2
    undo_last(table, by("alice", "phone-a3", 3))
    assert record_hand(table, WIN, by("alice", "phone-b", 1))["already"] is True
    undo_last(table, by("alice", "phone-a4", 4))
    found = refused(record_hand, table, WIN, by("alice", "phone-b", 1))
    assert (found.code, "hand" in found.current) == ("stale", False)
    assert record_hand(table, WIN, by("alice", "phone-b", 5))["totals"] == [48, -32, -8, -8]


def test_a_hand_that_is_to_be_replayed_is_not_there(table: Table) -> None:
    replay_hand(table, 1, "the wall fell", by("alice", "phone-a", 1))
    found = refused(record_hand, table, HandEntry(1), by("alice", "phone-b", 1))
    assert (found.code, "hand" in found.current) == ("stale", False)


def test_a_correction_that_says_what_is_there_adds_no_revision(table: Table) -> None:
    record_hand(table, WIN, by("alice", "phone-a", 1))
    assert correct_hand(table, WIN, "to be sure", by("alice", "phone-b", 1))["already"] is True
    assert Hand.objects.count() == 1


def sixteen(table: Table) -> None:
    for _hand in range(16):
        making.hand(table)


def twelve(table: Table) -> None:
    for _hand in range(12):
        making.hand(table)


DONE_TWICE: list[tuple[Callable[[Table], None], Callable[[Table, Stamp], Any]]] = [
    (lambda table: None, call_time),
    (twelve, lambda table, stamp: confirm_round(table, 4, True, stamp)),
    (twelve, lambda table, stamp: confirm_round(table, 4, False, stamp)),
    (sixteen, lambda table, stamp: close_table(table, ["agreed", "paper", "agreed", "agreed"], stamp)),
]


@pytest.mark.parametrize(("prepare", "act"), DONE_TWICE)
def test_what_is_confirmed_already_in_the_same_way_is_not_refused(
    table: Table, prepare: Callable[[Table], None], act: Callable[[Table, Stamp], Any]
) -> None:
    prepare(table)
    seen = making.stamp(table).expected_version
    assert "already" not in act(table, by("alice", "phone-a", seen))
    before = traces(table)
    answer = act(table, by("alice", "phone-b", seen))
    assert (answer["already"], answer["version"]) == (True, seen + 1)
    assert traces(table) == before


def test_chairs_confirmed_in_another_way_are_stale(table: Table) -> None:
    twelve(table)
    seen = making.stamp(table).expected_version
    confirm_round(table, 4, True, by("alice", "phone-a", seen))
    assert refused(confirm_round, table, 4, False, by("alice", "phone-b", seen)).code == "stale"


def test_two_equal_penalties_can_both_be_meant(table: Table) -> None:
    entry = PenaltyEntry(2, "late", Fraction(10))
    record_penalty(table, entry, by("alice", "phone-a", 1))
    assert refused(record_penalty, table, entry, by("alice", "phone-b", 1)).code == "stale"
    record_penalty(table, entry, by("alice", "phone-b", 2))
    assert Penalty.objects.count() == 2
    assert making.totals(table) == [0, 0, -20, 0]


def test_every_stored_act_raises_the_version_by_one_so_an_outbox_can_count_on(table: Table) -> None:
    """The k-th entry of an outbox names the version that the server said last, and k."""
    record_hand(table, WIN, by("alice", "first", 1))
    record_penalty(table, PenaltyEntry(2, "late", Fraction(10)), by("alice", "second", 2))
    record_hand(table, HandEntry(2), by("alice", "third", 3))
    undo_last(table, by("alice", "fourth", 4))
    call_time(table, by("alice", "fifth", 5))
    assert making.table(table.session.tournament).version == 6
    # The answer to the second was lost: it is sent again, and nothing moves.
    again = record_penalty(table, PenaltyEntry(2, "late", Fraction(10)), by("alice", "second", 2))
    assert (again["repeated"], again["version"]) == (True, 3)
    assert making.table(table.session.tournament).version == 6
