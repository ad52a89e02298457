"""Statistics under house rules (tests/house_tables.py): several winners of a hand, points for fan, kinds of hands."""

from __future__ import annotations

import pytest

from tests import house_tables, making
from tests.pages.public_sheet import sitter
from tests.queries.test_statistics import figures
from tournament.models import Tournament
from tournament.queries.prizes import prizes
from tournament.queries.statistics import statistics

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return house_tables.evening()


def test_everybody_who_won_a_hand_has_a_win_and_its_discarder_dealt_in_once(event: Tournament) -> None:
    found, table = statistics(event), making.table(event)
    # hands, wins, self-draws, dealt in, points won, points dealt in, points in all
    assert [figures(found.of(sitter(table, chair).pk).total) for chair in range(4)] == [
        (4, 0, 0, 1, 0, 12 + 40, -64),
        (4, 2, 0, 0, 12 + 40, 0, 40),
        (4, 1, 0, 0, 40, 0, 28),
        (4, 1, 1, 1, 36, 40, -4),
    ]
    assert figures(found.counts.everybody) == (16, 4, 1, 2, 128, 92, 0)


def test_a_hand_with_two_winners_is_one_hand_and_two_wins(event: Tournament) -> None:
    counts = statistics(event).counts
    assert (counts.hands, counts.drawn, counts.self_draws, counts.discards) == (4, 1, 1, 2)
    assert (counts.wins, counts.winners, counts.fans) == (3, 4, {12: 1, 36: 1, 40: 2})
    assert [(place, hand.fan, hand.winner, hand.number) for place, hand in counts.highest] == [
        (1, 40, 2, 1),
        (1, 40, 1, 4),
        (3, 36, 3, 3),
        (4, 12, 1, 1),
    ]


def test_the_deal_is_that_which_was_recorded(event: Tournament) -> None:
    # 东 deals three times (−52, 0, −12), then 北 (−40), who has won; 东 is then the south wind, 南 west, 西 north.
    assert [wind.points for wind in statistics(event).counts.winds] == [-104, 0, 68, 36]


def test_kinds_are_counted_by_who_had_them(event: Tournament) -> None:
    found, table = statistics(event), making.table(event)
    had = {key: (one.hands, list(one.people)) for key, one in found.counts.kinds.items()}
    south, west, north = (sitter(table, chair).pk for chair in (1, 2, 3))
    assert had == {
        "kind.all_pungs": (1, [south]),
        "kind.half_flush_pungs": (1, [west]),
        "kind.half_flush": (1, [north]),
        "kind.full_flush": (1, [south]),
    }


def test_hands_that_are_not_played_to_an_end_are_in_no_figure() -> None:
    made = house_tables.drawn("shanghai", 8)
    house_tables.record(making.table(made), (1, {"kind": "all_winds"}), discarder=0)
    assert statistics(made).counts.hands == 0


def test_fan_are_counted_where_the_form_asks_for_them() -> None:
    made = house_tables.drawn("club111")
    table = making.table(made)
    # The dealer wins double: 2 × 6 from each of three; the hand is worth 6 fan all the same.
    house_tables.record(table, (0, {"fan": 6}), discarder=1)
    making.close(table)
    found = statistics(made)
    assert (found.in_points, found.counts.fans) == (False, {6: 1})
    assert making.totals(table) == [36, -12, -12, -12]


def test_the_prize_of_the_highest_hand_looks_at_every_winner(event: Tournament) -> None:
    found = next(prize for prize in prizes(event) if prize.kind == "highest_hand")
    table = making.table(event)
    assert found.value == 40
    assert [(one.number, one.hand, one.discarder) for one in found.winners] == [
        (sitter(table, 2).number, 1, sitter(table, 0).name),
        (sitter(table, 1).number, 4, sitter(table, 3).name),
    ]
