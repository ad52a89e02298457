"""OTHER_RULES.md, `fan_points`: the contest with 111 chips. East deals unless a test says otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.house.play import Play
from scoring.house.settlements import form_of
from scoring.rulebook import load
from tests.scoring.house import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    discard,
    drawn,
    paid,
    problems,
    refused,
    robbed,
    self_draw,
    with_terms,
    won,
)


def test_the_values_of_the_contest_are_those_of_its_rules() -> None:
    book = load("club111")
    assert (book.starting_points, book.minutes, book.dealing) == (111, 150, "win_repeats")
    assert (book.terms["minimum"], book.minimum, book.tie_breaks[0]) == (5, 5, "match_points")
    assert book.stand_in_takes_place
    for kind in ("false_win_below_minimum", "false_win_wrong_tile", "false_win_not_ready"):
        assert (book.false_win[kind]["amount"], book.false_win[kind]["mode"]) == (10, "pay_each")


def test_everybody_pays_the_fan_of_a_discard_and_the_dealer_double() -> None:
    assert discard(load("club111"), SOUTH, WEST, fan=7) == (-14, 28, -7, -7)


def test_the_dealer_gets_double() -> None:
    assert discard(load("club111"), EAST, WEST, fan=7) == (42, -14, -14, -14)


def test_a_self_draw_doubles() -> None:
    assert self_draw(load("club111"), SOUTH, fan=5) == (-20, 40, -10, -10)
    assert self_draw(load("club111"), EAST, fan=5) == (60, -20, -20, -20)


def test_a_robbed_kong_and_the_last_discard_double() -> None:
    assert robbed(load("club111"), SOUTH, WEST, fan=5) == (-20, 40, -10, -10)
    assert discard(load("club111"), SOUTH, WEST, fan=5, last_tile=True) == (-20, 40, -10, -10)


def test_each_of_them_can_double_again() -> None:
    book = with_terms("club111", doublings="each")
    assert self_draw(book, SOUTH, fan=5) == (-20, 40, -10, -10)
    assert self_draw(book, SOUTH, fan=5, replacement=True) == (-40, 80, -20, -20)
    assert self_draw(book, SOUTH, fan=5, replacement=True, last_tile=True) == (-80, 160, -40, -40)


def test_the_discarder_can_pay_alone_what_he_owes() -> None:
    book = with_terms("club111", discard_paid_by="discarder")
    assert discard(book, SOUTH, WEST, fan=7) == (0, 7, -7, 0)
    assert discard(book, SOUTH, EAST, fan=7) == (-14, 14, 0, 0)
    assert discard(book, EAST, WEST, fan=7) == (14, 0, -14, 0)
    assert self_draw(book, SOUTH, fan=5) == (-20, 40, -10, -10)


def test_a_drawn_hand_pays_nothing() -> None:
    assert drawn(load("club111")) == (0, 0, 0, 0)


def test_a_win_below_five_fan_is_refused() -> None:
    below = Play(EAST, won(SOUTH, fan=4), "discard", WEST)
    assert refused(load("club111"), below).code == "field_out_of_range"


def test_a_false_winner_ahead_of_the_real_one_pays_the_whole_win() -> None:
    play = Play(EAST, won(SOUTH, fan=7), "discard", WEST, {"false_winner": NORTH})
    assert paid(load("club111"), play) == (0, 28, 0, -28)
    alone = with_terms("club111", discard_paid_by="discarder")
    assert paid(alone, play) == (0, 7, 0, -7)


def test_a_false_winner_can_pay_beside_the_discarder() -> None:
    book = with_terms("club111", discard_paid_by="discarder", false_winner_pays="share")
    play = Play(EAST, won(SOUTH, fan=7), "discard", WEST, {"false_winner": EAST})
    assert paid(book, play) == (-14, 21, -7, 0)


def test_nobody_asks_for_a_false_winner_who_pays_his_share_like_everybody() -> None:
    form = form_of(with_terms("club111", false_winner_pays="share"))
    assert form is not None
    assert form.hand == ()


def test_the_false_winner_is_not_the_real_one() -> None:
    play = Play(EAST, won(SOUTH, fan=7), "discard", WEST, {"false_winner": SOUTH})
    assert refused(load("club111"), play).code == "person_wins"


def test_the_payments_of_a_win_can_be_typed_instead_of_fan() -> None:
    book = with_terms("club111", counted="points")
    assert discard(book, SOUTH, WEST, pays=[8, 0, 12, 0]) == (-8, 20, -12, 0)


def test_one_tournament_can_have_hands_of_both_kinds() -> None:
    book = with_terms("club111", counted="either")
    assert discard(book, SOUTH, WEST, pays=[8, 0, 12, 0]) == (-8, 20, -12, 0)
    assert discard(book, SOUTH, WEST, fan=7) == (-14, 28, -7, -7)


@pytest.mark.parametrize(
    ("counted", "values", "code"),
    [
        ("points", {}, "no_points"),
        ("points", {"pays": [0, 3, 5, 0]}, "winner_pays"),
        ("points", {"fan": 5}, "unknown_field"),
        ("either", {"fan": 5, "pays": [5, 0, 5, 5]}, "fan_and_points"),
        ("either", {"pays": [5, 0, 5, 5], "last_tile": True}, "fan_and_points"),
        ("either", {"fan": 4}, "below_minimum"),
        ("either", {}, "below_minimum"),
        ("fan", {}, "field_missing"),
    ],
)
def test_a_win_without_its_points_or_with_both_is_refused(
    counted: str, values: dict[str, Any], code: str
) -> None:
    play = Play(EAST, won(SOUTH, **values), "discard", WEST)
    refusal = refused(with_terms("club111", counted=counted), play)
    assert refusal.code == code
    if code not in ("unknown_field", "field_missing"):
        assert refusal.params["zh"]


def test_where_three_play_nobody_pays_for_the_empty_chair() -> None:
    play = Play(EAST, won(SOUTH, fan=7), "discard", WEST, present=(EAST, SOUTH, WEST))
    assert paid(load("club111"), play) == (-14, 21, -7, 0)


def test_all_terms_that_are_wrong_are_told_at_once() -> None:
    assert problems("club111", {"terms": {"minimum": -1, "counted": "tiles", "colour": 1}}) == {
        "terms.minimum": "out_of_range",
        "terms.counted": "unknown_choice",
        "terms.colour": "unknown_key",
    }
