"""RULES.md §2: one hand."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from scoring.refusal import Refusal
from scoring.rulebook import GUOBIAO, load
from scoring.settlement import Win, describe, needs_confirmation, settle
from tests.scoring.strategies import wins

BOOK = load("cn2014")


@pytest.mark.parametrize(
    ("win", "scores"),
    [
        (None, (0, 0, 0, 0)),
        (Win(winner=0, fan=24, discarder=1), (48, -32, -8, -8)),
        (Win(winner=2, fan=24, discarder=0), (-32, -8, 48, -8)),
        (Win(winner=3, fan=24), (-32, -32, -32, 96)),
        (Win(winner=1, fan=8, discarder=3), (-8, 32, -8, -16)),
        (Win(winner=0, fan=8), (48, -16, -16, -16)),
        (Win(winner=0, fan=13, discarder=2), (37, -8, -21, -8)),
        (Win(winner=0, fan=88), (288, -96, -96, -96)),
    ],
)
@pytest.mark.parametrize("key", GUOBIAO)
def test_a_hand_settles_as_the_table_says(
    key: str, win: Win | None, scores: tuple[int, int, int, int]
) -> None:
    assert settle(win, load(key)) == scores


@given(wins())
def test_every_hand_sums_to_zero(win: Win) -> None:
    assert sum(settle(win, BOOK)) == 0


@given(wins())
def test_the_preview_of_the_phone_is_the_settlement(win: Win) -> None:
    described = json.loads(json.dumps(describe(BOOK)))
    roles = described["self_draw" if win.discarder is None else "discard"]
    for seat, score in enumerate(settle(win, BOOK)):
        if seat == win.winner:
            role = "winner"
        elif win.discarder is None:
            role = "loser"
        else:
            role = "discarder" if seat == win.discarder else "other"
        constant, factor = roles[role]
        assert constant + factor * win.fan == score


def test_the_description_says_everything_that_the_phone_needs() -> None:
    assert describe(BOOK) == {
        "minimum": 8,
        "confirm_above": 100,
        "refuse_above": 400,
        "flowers_max": 8,
        "self_draw": {"winner": [24, 3], "loser": [-8, -1]},
        "discard": {"winner": [24, 1], "discarder": [-8, -1], "other": [-8, 0]},
    }


def test_another_base_and_minimum_change_the_settlement() -> None:
    book = load("cn2014").replace({"base": 4, "minimum": 6})
    assert settle(Win(winner=0, fan=6, discarder=1), book) == (18, -10, -4, -4)


def test_flowers_count_once_the_minimum_is_reached_without_them() -> None:
    assert settle(Win(winner=0, fan=10, discarder=1, flowers=2), BOOK) == (34, -18, -8, -8)
    with pytest.raises(Refusal) as refusal:
        settle(Win(winner=0, fan=10, discarder=1, flowers=3), BOOK)
    assert refusal.value.code == "fan_below_minimum"
    assert refusal.value.params == {"fan": 10, "flowers": 3, "minimum": 8}


@pytest.mark.parametrize(
    ("win", "code"),
    [
        (Win(winner=1, fan=8, discarder=1), "winner_is_discarder"),
        (Win(winner=4, fan=8), "no_such_seat"),
        (Win(winner=-1, fan=8), "no_such_seat"),
        (Win(winner=True, fan=8), "no_such_seat"),
        (Win(winner=0, fan=8, discarder=4), "no_such_seat"),
        (Win(winner=0, fan=7), "fan_below_minimum"),
        (Win(winner=0, fan=0), "fan_below_minimum"),
        (Win(winner=0, fan=-10), "fan_below_minimum"),
        (Win(winner=0, fan=401), "fan_too_high"),
        (Win(winner=0, fan=10**5000), "fan_too_high"),
        (Win(winner=0, fan=20, flowers=9), "flowers_out_of_range"),
        (Win(winner=0, fan=20, flowers=-1), "flowers_out_of_range"),
        (Win(winner=0, fan=8.5), "not_whole_number"),  # type: ignore[arg-type]
        (Win(winner=0, fan="24"), "not_whole_number"),  # type: ignore[arg-type]
        (Win(winner=0, fan=float("nan")), "not_whole_number"),  # type: ignore[arg-type]
    ],
)
def test_an_impossible_win_is_refused(win: Win, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        settle(win, BOOK)
    assert refusal.value.code == code
    assert str(refusal.value)


def test_400_fan_is_the_highest_that_can_be_entered() -> None:
    assert settle(Win(winner=0, fan=400), BOOK) == (1224, -408, -408, -408)


def test_only_more_than_100_fan_needs_to_be_confirmed() -> None:
    assert not needs_confirmation(97)
    assert not needs_confirmation(100)
    assert needs_confirmation(101)
