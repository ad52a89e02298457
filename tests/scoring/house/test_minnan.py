"""OTHER_RULES.md, `minnan`. South wins, West gives, East deals unless a test says otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.house.play import Play
from scoring.rulebook import load
from tests.scoring.house import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    discard,
    drawn,
    paid,
    refused,
    self_draw,
    with_terms,
    won,
)

BOOK = load("minnan")


@pytest.mark.parametrize(
    ("kind", "player", "from_dealer", "to_dealer"),
    [
        ("self_draw", 2, 2, 2),
        ("one_gold", 4, 4, 4),
        ("two_golds", 16, 24, 32),  # 8 × 2, × 3, × 4
        ("three_golds", 48, 64, 64),  # 16 × 3, × 4
        ("robbed_gold", 2, 2, 2),
        ("three_at_once", 2, 2, 2),
    ],
)
def test_each_kind_has_its_multiple(kind: str, player: int, from_dealer: int, to_dealer: int) -> None:
    assert self_draw(BOOK, SOUTH, EAST, kind=kind) == (
        -from_dealer,
        from_dealer + 2 * player,
        -player,
        -player,
    )
    assert self_draw(BOOK, SOUTH, SOUTH, kind=kind) == (-to_dealer, 3 * to_dealer, -to_dealer, -to_dealer)


def test_a_plain_win_on_a_discard_gets_one_base_from_each() -> None:
    assert discard(BOOK, SOUTH, WEST, kind="plain") == (-1, 3, -1, -1)
    assert discard(with_terms("minnan", base=5), SOUTH, WEST, kind="plain") == (-5, 15, -5, -5)


def test_the_other_copy_lets_the_dealer_pay_four_times() -> None:
    book = with_terms("minnan", kinds={"two_golds": {"dealer_pays": 4}})
    assert self_draw(book, SOUTH, EAST, kind="two_golds") == (-32, 64, -16, -16)
    assert "terms.kinds.two_golds.dealer_pays" in BOOK.unverified


def test_losers_with_nothing_two_and_three_settle_pairwise() -> None:
    """The first pays 2 and 3, the second pays the third 1; beside it each pays the winner 2 for the self-draw."""
    play = Play(EAST, won(SOUTH, kind="self_draw"), values={"exposed_kongs": (0, 0, 2, 3)})
    assert paid(BOOK, play) == (-2 - 2 - 3, 6, -2 + 2 - 1, -2 + 3 + 1)


def test_the_winner_takes_his_flowers_and_kongs_from_each_and_pays_none() -> None:
    values = {"exposed_kongs": (1, 1, 1, 1), "concealed_kongs": (0, 1, 0, 0)}
    assert paid(BOOK, Play(EAST, won(SOUTH, kind="self_draw"), values=values)) == (-5, 15, -5, -5)


@pytest.mark.parametrize(("flowers", "worth"), [(3, 0), (4, 1), (5, 2), (6, 3), (8, 5)])
def test_four_flowers_are_an_exposed_kong_and_each_further_one_is_another(flowers: int, worth: int) -> None:
    play = Play(EAST, won(SOUTH, kind="self_draw"), values={"flowers": (0, flowers, 0, 0)})
    assert paid(BOOK, play) == (-2 - worth, 6 + 3 * worth, -2 - worth, -2 - worth)


def test_a_drawn_hand_settles_kongs_only_where_the_rulebook_says_so() -> None:
    assert drawn(BOOK, exposed_kongs=[0, 0, 2, 3]) == (0, 0, 0, 0)
    # 0, 0, 2, 3: each of the first two pays 2 and 3, and the third pays the fourth 1.
    assert drawn(with_terms("minnan", paid_when_drawn=True), exposed_kongs=[0, 0, 2, 3]) == (-5, -5, 3, 7)


@pytest.mark.parametrize(("time", "each"), [(1, 1), (2, 2), (3, 4)])
def test_shared_cakes_cost_the_dealer_twice_as_much_each_time(time: int, each: int) -> None:
    assert drawn(BOOK, shared_cakes=time) == (-3 * each, each, each, each)


def test_who_discards_among_the_last_tiles_pays_everything() -> None:
    values: dict[str, Any] = {"last_tiles": True, "exposed_kongs": (0, 1, 0, 0)}
    play = Play(EAST, won(SOUTH, kind="plain"), "discard", WEST, values)
    assert paid(BOOK, play) == (0, 6, -6, 0)


@pytest.mark.parametrize(("before", "factor"), [(0, 1), (1, 2), (2, 4), (3, 8)])
def test_every_drawn_hand_doubles_the_base_of_the_dealer(before: int, factor: int) -> None:
    player = Play(EAST, won(SOUTH, kind="self_draw"), drawn=before)
    assert paid(BOOK, player) == (-2 * factor, 2 * factor + 4, -2, -2)
    dealer = Play(SOUTH, won(SOUTH, kind="self_draw"), drawn=before)
    assert paid(BOOK, dealer) == (-2 * factor, 6 * factor, -2 * factor, -2 * factor)


def test_the_base_doubles_at_most_as_often_as_the_rulebook_says() -> None:
    play = Play(SOUTH, won(SOUTH, kind="self_draw"), drawn=30)
    assert paid(with_terms("minnan", stale_doublings=0), play) == (-2, 6, -2, -2)
    assert paid(BOOK, play)[SOUTH] == 6 * 2**10


def test_a_plain_win_is_no_self_draw_and_a_self_draw_no_discard() -> None:
    assert refused(BOOK, Play(EAST, won(SOUTH, kind="plain"))).code == "choice_not_now"
    on_discard = Play(EAST, won(SOUTH, kind="two_golds"), "discard", WEST)
    assert refused(BOOK, on_discard).params == {"name": "Double wandering", "name_zh": "双游"}


def test_where_three_play_only_they_settle() -> None:
    play = Play(EAST, won(SOUTH, kind="self_draw"), values={"exposed_kongs": (0, 0, 2, 3)}, present=(0, 1, 2))
    assert paid(BOOK, play) == (-4, 4, 0, 0)
    assert refused(BOOK, Play(EAST, won(NORTH, kind="self_draw"), present=(0, 1, 2))).code == "empty_chair"


def test_the_dealer_repeats_on_a_win_or_a_draw() -> None:
    assert BOOK.dealing == "win_or_draw_repeats"
