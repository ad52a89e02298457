"""RULES.md §4: seats, rounds and dealers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.refusal import Refusal
from scoring.seats import SCHEMES, Move, chairs_of_round, moves_before_round, seating_of_hand

WINDS = "东南西北"
LETTERS = "ESWN"

# The table of RULES.md §4, typed by hand: chairs in rounds 1-4, and the hands that each seat deals.
CHAIRS = {
    "none": ["东东东东", "南南南南", "西西西西", "北北北北"],
    "after_third": ["东东东南", "南南南东", "西西西北", "北北北西"],
    "before_third": ["东东南南", "南南东东", "西西北北", "北北西西"],
    "every_round": ["东南北西", "南东西北", "西北东南", "北西南东"],
}
DEALS = {
    "none": [[1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16]],
    "after_third": [[1, 5, 9, 14], [2, 6, 10, 13], [3, 7, 11, 16], [4, 8, 12, 15]],
    "before_third": [[1, 5, 10, 14], [2, 6, 9, 13], [3, 7, 12, 16], [4, 8, 11, 15]],
    "every_round": [[1, 6, 12, 15], [2, 5, 11, 16], [3, 8, 9, 14], [4, 7, 10, 13]],
}
NAMES = [
    *("东风东", "东风南", "东风西", "东风北"),
    *("南风东", "南风南", "南风西", "南风北"),
    *("西风东", "西风南", "西风西", "西风北"),
    *("北风东", "北风南", "北风西", "北风北"),
]


def test_the_four_schemes_are_known() -> None:
    assert set(SCHEMES) == set(CHAIRS)


@pytest.mark.parametrize("scheme", sorted(CHAIRS))
def test_the_chairs_of_every_round_are_as_printed(scheme: str) -> None:
    for round_ in (1, 2, 3, 4):
        chairs = chairs_of_round(scheme, round_)
        assert [WINDS[chair] for chair in chairs] == [row[round_ - 1] for row in CHAIRS[scheme]]


@pytest.mark.parametrize("scheme", sorted(DEALS))
def test_everybody_deals_the_printed_hands(scheme: str) -> None:
    deals: list[list[int]] = [[], [], [], []]
    for hand in range(1, 17):
        deals[seating_of_hand(scheme, hand).dealer].append(hand)
    assert deals == DEALS[scheme]


@pytest.mark.parametrize("scheme", sorted(CHAIRS))
def test_the_name_of_a_hand_is_round_wind_and_chair_of_the_dealer(scheme: str) -> None:
    assert [seating_of_hand(scheme, hand).name for hand in range(1, 17)] == NAMES


def test_a_seat_wind_moves_with_the_deal() -> None:
    seating = seating_of_hand("none", 7)
    assert (seating.round, seating.prevailing, seating.dealer_chair, seating.dealer) == (2, 1, 2, 2)
    assert seating.winds == (2, 3, 0, 1)  # 东 sits opposite the dealer, and is 西


def test_the_last_hand_after_the_swap() -> None:
    seating = seating_of_hand("after_third", 16)
    assert seating.chairs == (1, 0, 3, 2)
    assert seating.dealer == 2  # 西 sits in the northern chair and deals
    assert seating.winds == (2, 1, 0, 3)


@given(st.sampled_from(SCHEMES), st.integers(1, 16))
def test_the_dealer_is_always_east(scheme: str, hand: int) -> None:
    seating = seating_of_hand(scheme, hand)
    assert seating.winds[seating.dealer] == 0
    assert sorted(seating.winds) == [0, 1, 2, 3]
    assert sorted(seating.chairs) == [0, 1, 2, 3]


def test_nobody_moves_where_the_scheme_has_no_swap() -> None:
    assert all(moves_before_round("none", round_) == () for round_ in (1, 2, 3, 4))
    assert all(moves_before_round("after_third", round_) == () for round_ in (1, 2, 3))
    assert moves_before_round("every_round", 1) == ()


def test_after_the_third_round_east_swaps_with_south_and_west_with_north() -> None:
    swap = (Move(0, 0, 1), Move(1, 1, 0), Move(2, 2, 3), Move(3, 3, 2))
    assert moves_before_round("after_third", 4) == swap
    assert moves_before_round("before_third", 3) == swap
    assert moves_before_round("every_round", 2) == swap


def test_people_in_the_wrong_chairs_are_told_where_to_go() -> None:
    assert moves_before_round("after_third", 2, previous=(1, 0, 2, 3)) == (Move(0, 1, 0), Move(1, 0, 1))
    assert moves_before_round("after_third", 4, previous=(1, 0, 3, 2)) == ()


def test_people_who_did_not_swap_deal_from_the_chairs_where_they_sit() -> None:
    seating = seating_of_hand("after_third", 13, chairs=(0, 1, 2, 3))
    assert seating.dealer == 0
    assert seating.winds == (0, 1, 2, 3)
    assert seating_of_hand("after_third", 13).dealer == 1


@pytest.mark.parametrize("hand", [0, 17, -1, True, "1", 1.0])
def test_a_hand_that_does_not_exist_is_refused(hand: int) -> None:
    with pytest.raises(Refusal) as refusal:
        seating_of_hand("none", hand)
    assert refusal.value.code == "no_such_hand"


@pytest.mark.parametrize("round_", [0, 5, True])
def test_a_round_that_does_not_exist_is_refused(round_: int) -> None:
    with pytest.raises(Refusal) as refusal:
        chairs_of_round("none", round_)
    assert refusal.value.code == "no_such_round"


def test_an_unknown_scheme_is_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        seating_of_hand("sometimes", 1)
    assert refusal.value.code == "unknown_scheme"


@pytest.mark.parametrize("chairs", [(0, 0, 1, 2), (0, 1, 2), (0, 1, 2, 4), (1, 2, 3, 4), (0, True, 2, 3)])
def test_two_people_in_one_chair_are_refused(chairs: tuple[int, ...]) -> None:
    with pytest.raises(Refusal) as refusal:
        seating_of_hand("none", 1, chairs=chairs)
    assert refusal.value.code == "chairs_not_four"


@pytest.mark.shared
@pytest.mark.parametrize("scheme", sorted(CHAIRS))
def test_every_hand_is_as_in_the_reference_table(scheme: str, shared: Path) -> None:
    table = json.loads((shared / "data" / "seat_schemes.json").read_text(encoding="utf-8"))
    assert set(table) == set(SCHEMES)
    hands = table[scheme]["hands"]
    assert len(hands) == 16
    for row in hands:
        seating = seating_of_hand(scheme, row["hand"])
        assert LETTERS[seating.prevailing] == row["prevailing"]
        assert LETTERS[seating.dealer_chair] == row["dealer_chair"]
        assert LETTERS[seating.dealer] == row["dealer"]
        assert {LETTERS[seat]: LETTERS[wind] for seat, wind in enumerate(seating.winds)} == row["winds"]
        assert seating.name == row["name"]
    for seat, letters in enumerate(table[scheme]["chairs"][letter] for letter in LETTERS):
        assert "".join(LETTERS[chairs_of_round(scheme, round_)[seat]] for round_ in (1, 2, 3, 4)) == letters
