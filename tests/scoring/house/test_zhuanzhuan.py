"""OTHER_RULES.md, `zhuanzhuan`. South wins, West gives, East deals."""

from __future__ import annotations

import pytest

from scoring.house.play import Payment, Play, Winner
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
    robbed,
    self_draw,
    with_terms,
    won,
)

BOOK = load("zhuanzhuan")


def test_a_self_draw_gets_two_rates_from_each() -> None:
    assert self_draw(BOOK, SOUTH) == (-2, 6, -2, -2)
    assert self_draw(with_terms("zhuanzhuan", rate=5), SOUTH) == (-10, 30, -10, -10)


def test_a_discard_gets_one_rate_from_the_discarder() -> None:
    assert discard(BOOK, SOUTH, WEST) == (0, 1, -1, 0)
    assert "terms.discard" in BOOK.unverified


def test_four_birds_that_hit_bring_twenty_four_in_all() -> None:
    assert paid(BOOK, Play(EAST, won(SOUTH), values={"birds": (0, 4, 0, 0)})) == (-8, 24, -8, -8)


def test_a_bird_on_the_seat_of_a_payer_counts_for_him_alone() -> None:
    assert paid(BOOK, Play(EAST, won(SOUTH), values={"birds": (0, 1, 2, 0)})) == (-2, 10, -6, -2)
    assert paid(BOOK, Play(EAST, won(SOUTH), "discard", WEST, {"birds": (3, 1, 2, 0)})) == (0, 3, -3, 0)


@pytest.mark.parametrize(("doubles", "each"), [(False, 2), (True, 4)])
def test_whether_a_single_bird_doubles_is_a_setting(doubles: bool, each: int) -> None:
    book = with_terms("zhuanzhuan", single_hit_doubles=doubles)
    assert paid(book, Play(EAST, won(SOUTH), values={"birds": (0, 1, 0, 0)})) == (
        -each,
        3 * each,
        -each,
        -each,
    )
    assert paid(book, Play(EAST, won(SOUTH), values={"birds": (0, 2, 0, 0)})) == (-4, 12, -4, -4)
    assert "terms.single_hit_doubles" in BOOK.unverified


def test_more_birds_than_are_drawn_are_refused() -> None:
    play = Play(EAST, won(SOUTH), values={"birds": (3, 2, 2, 0)})
    refusal = refused(BOOK, play)
    assert (refusal.code, str(refusal)) == ("too_many_birds", "7 birds are entered, but 6 are drawn at most.")
    assert "7" in str(refusal.params["zh"])


@pytest.mark.parametrize(
    ("payment", "scores"),
    [
        (Payment("exposed_kong", SOUTH, WEST), (0, 3, -3, 0)),
        (Payment("added_kong", SOUTH), (-1, 3, -1, -1)),
        (Payment("concealed_kong", SOUTH), (-2, 6, -2, -2)),
        (Payment("concealed_kong", SOUTH, count=2), (-4, 12, -4, -4)),
    ],
)
def test_kongs_are_paid_in_drawn_hands_and_in_won_ones(payment: Payment, scores: tuple[int, ...]) -> None:
    assert drawn(BOOK, payment) == scores
    both = paid(BOOK, Play(EAST, won(NORTH), "discard", EAST, payments=(payment,)))
    assert both == tuple(sum(pair) for pair in zip(scores, (-1, 0, 0, 1), strict=True))


def test_every_payment_of_a_win_grows_by_the_piao_of_winner_and_payer() -> None:
    assert paid(BOOK, Play(EAST, won(SOUTH), values={"piao": (1, 2, 3, 0)})) == (-5, 16, -7, -4)
    assert paid(BOOK, Play(EAST, won(SOUTH), "discard", WEST, {"piao": (1, 2, 3, 0)})) == (0, 6, -6, 0)


def test_several_winners_of_one_discard_are_each_paid() -> None:
    play = Play(EAST, (Winner(SOUTH), Winner(NORTH)), "discard", WEST, {"birds": (0, 2, 0, 0)})
    assert paid(BOOK, play) == (0, 2, -3, 1)


def test_a_robbed_kong_can_be_paid_as_a_self_draw_by_the_robbed() -> None:
    assert robbed(BOOK, SOUTH, WEST) == (0, 1, -1, 0)
    assert robbed(with_terms("zhuanzhuan", robbed_kong="self_draw"), SOUTH, WEST) == (0, 6, -6, 0)


def test_who_took_the_last_tile_is_asked_in_a_drawn_hand_only() -> None:
    assert drawn(BOOK, deals_next=NORTH) == (0, 0, 0, 0)
    assert refused(BOOK, Play(EAST, won(SOUTH), values={"deals_next": NORTH})).code == "field_not_now"
