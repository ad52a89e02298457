"""The next size of a repeated offence, by RULES §3."""

from fractions import Fraction

import pytest

from scoring.proposals import Noted, propose
from scoring.refusal import Refusal
from scoring.rulebook import load

HALF = Fraction(1, 2)


def row(kind: str, key: str, *, hand: int | None, times: int) -> list[object]:
    """What is offered each time when the offer is always taken, in one hand."""
    noted: list[Noted] = []
    offered: list[object] = []
    for _time in range(times):
        found = propose(kind, load(key), noted, hand)
        offered.append(found.amount)
        noted.append(Noted(kind, found.amount, found.currency, hand))
    return offered


@pytest.mark.parametrize("kind", ["empty_call", "early_draw"])
@pytest.mark.parametrize("key", ["cn2014", "cn1998", "wmo2006"])
def test_a_warning_then_5_10_20_for_one_player_in_one_hand(kind: str, key: str) -> None:
    assert row(kind, key, hand=3, times=5) == [0, 5, 10, 20, 20]


def test_in_the_next_hand_the_national_rules_begin_anew_and_count_each_kind_alone() -> None:
    book = load("cn2014")
    noted = [Noted("empty_call", 0, hand=3), Noted("empty_call", 5, hand=3)]
    assert propose("empty_call", book, noted, 3).amount == 10
    assert propose("empty_call", book, noted, 4).amount == 0
    assert propose("early_draw", book, noted, 3).amount == 0


def test_the_league_has_one_counter_for_all_warnings_of_a_player_in_a_session() -> None:
    book = load("mil2025")
    noted = [Noted("empty_call", 0, hand=1), Noted("early_draw", 10, hand=5)]
    found = propose("empty_call", book, noted, 9)
    assert (found.amount, found.earlier) == (20, 2)
    # A plain warning of another kind is a warning, too; a dead hand without points is not.
    noted += [Noted("concealed_kong", 0, hand=6), Noted("wrong_tile_count", 0, hand=7, dead_hand=True)]
    assert propose("early_draw", book, noted, 9).amount == 40
    # What began with points is no warning.
    assert propose("early_draw", book, [Noted("exposed_tiles", 10, hand=1)], 2).amount == 0


def test_conduct_in_the_league_costs_half_a_standard_point_then_1_2_3_4() -> None:
    assert row("conduct", "mil2025", hand=2, times=6) == [HALF, 1, 2, 3, 4, 4]
    found = propose("conduct", load("mil2025"), [], 2)
    assert (found.mode, found.currency) == ("deduct", "standard_points")
    # A warning for conduct is not the first half point.
    assert propose("conduct", load("mil2025"), [Noted("conduct", 0)], 2).amount == HALF


def test_conduct_and_lateness_that_begin_with_a_warning_count_over_the_session() -> None:
    book = load("cn2014").replace({"penalty_sizes": {"conduct": [0, 10, 20], "late": [0, 10]}})
    noted = [Noted("conduct", 0, hand=1), Noted("late", 0)]
    assert propose("conduct", book, noted, 7).amount == 10
    assert propose("late", book, noted, None).amount == 10


def test_false_wins_never_grow() -> None:
    for times in (0, 1, 2):
        noted = [Noted("false_win_not_ready", 20, hand=1, dead_hand=True)] * times
        found = propose("false_win_not_ready", load("cn2014"), noted, 1)
        assert (found.amount, found.mode, found.dead_hand, found.earlier) == (20, "pay_each", True, 0)
    assert propose("false_win_deliberate", load("cn2014"), [], 1).disqualifies


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(Refusal):
        propose("sneezing", load("cn2014"), [], 1)


@pytest.mark.parametrize(
    ("key", "minutes", "amount"),
    [
        ("cn1998", 10, 10),
        ("cn1998", 11, 20),
        ("cn1998", 15, 20),
        ("mil2025", 5, 10),
        ("mil2025", 6, 20),
        ("mil2025", 15, 40),
    ],
)
def test_lateness_costs_by_the_minutes_since_the_start(key: str, minutes: int, amount: int) -> None:
    assert propose("late", load(key), [], None, minutes).amount == amount
