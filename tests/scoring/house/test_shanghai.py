"""OTHER_RULES.md, `shanghai`. South wins, West gives, East deals."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.house.play import Play, Winner
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

BOOK = load("shanghai")


# (3 + flowers) × 2^fan by hand, and the cap: 40, doubled for 清碰 and 风一色, four times for 风碰.
@pytest.mark.parametrize(
    ("kind", "plain", "cap"),
    [
        ("all_pungs", 12, 40),
        ("half_flush", 12, 40),
        ("full_flush", 40, 40),  # 48
        ("half_flush_pungs", 40, 40),  # 48
        ("eight_flowers", 40, 40),  # 48
        ("full_flush_pungs", 80, 80),  # 96
        ("all_winds", 80, 80),  # 96
        ("all_winds_pungs", 160, 160),  # 192
    ],
)
def test_each_kind_has_its_fan_and_its_cap(kind: str, plain: int, cap: int) -> None:
    assert discard(BOOK, SOUTH, WEST, kind=kind) == (0, plain, -plain, 0)
    assert discard(BOOK, SOUTH, WEST, kind=kind, flowers=20) == (0, cap, -cap, 0)


@pytest.mark.parametrize(
    ("kind", "fan"),
    [
        ("all_pungs", 2),
        ("half_flush", 2),
        ("full_flush", 4),
        ("half_flush_pungs", 4),
        ("eight_flowers", 4),
        ("full_flush_pungs", 5),
        ("all_winds", 5),
        ("all_winds_pungs", 6),
    ],
)
def test_without_a_cap_each_fan_doubles(kind: str, fan: int) -> None:
    book = with_terms("shanghai", cap=100_000)
    assert discard(book, SOUTH, WEST, kind=kind, flowers=2)[SOUTH] == 5 * 2**fan


def test_the_second_text_gives_a_full_flush_of_pungs_six() -> None:
    book = with_terms("shanghai", cap=1000, fan={"full_flush_pungs": 6})
    assert discard(book, SOUTH, WEST, kind="full_flush_pungs")[SOUTH] == 192
    assert "terms.fan.full_flush_pungs" in BOOK.unverified
    assert "terms.fan.full_flush_pungs" not in book.unverified


def test_replacement_tile_and_single_wait_count_one_fan_each() -> None:
    assert self_draw(BOOK, SOUTH, kind="half_flush", replacement=True) == (-24, 72, -24, -24)
    assert discard(BOOK, SOUTH, WEST, kind="half_flush", single_wait=True) == (0, 24, -24, 0)
    both = self_draw(BOOK, SOUTH, kind="half_flush", replacement=True, single_wait=True)
    assert both == (-40, 120, -40, -40)  # 48, capped


@pytest.mark.parametrize("pending", ["opened_treasure", "after_drawn"])
def test_what_was_pending_counts_a_fan_each_and_doubles_the_cap(pending: str) -> None:
    one = Play(EAST, won(SOUTH, kind="half_flush", flowers=5), "discard", WEST, {pending: 1})
    assert paid(BOOK, one) == (0, 64, -64, 0)
    two = Play(EAST, won(SOUTH, kind="half_flush", flowers=5), "discard", WEST, {pending: 2})
    assert paid(BOOK, two) == (0, 80, -80, 0)  # 128, capped


def test_of_several_reasons_the_highest_cap_counts() -> None:
    pending = {"opened_treasure": 1, "after_drawn": 1}
    assert paid(BOOK, Play(EAST, won(SOUTH, kind="full_flush"), "discard", WEST, pending))[SOUTH] == 80
    assert paid(BOOK, Play(EAST, won(SOUTH, kind="all_winds_pungs"), "discard", WEST, pending))[SOUTH] == 160


def test_each_pays_a_self_draw_and_the_robbed_pays_three_shares() -> None:
    assert self_draw(BOOK, SOUTH, kind="all_pungs", flowers=1) == (-16, 48, -16, -16)
    assert robbed(BOOK, SOUTH, WEST, kind="all_pungs", flowers=1) == (0, 48, -48, 0)


@pytest.mark.parametrize(
    ("way", "giver", "scores"),
    [
        ("discard", WEST, (0, 32, -16, -16)),
        ("self_draw", None, (0, 48, 0, -48)),
        ("robbed_kong", WEST, (0, 48, 0, -48)),
    ],
)
def test_a_guarantor_pays_one_share_more_or_all_three(
    way: str, giver: int | None, scores: tuple[int, ...]
) -> None:
    play = Play(EAST, won(SOUTH, kind="all_pungs", flowers=1, guarantor=NORTH), way, giver)
    assert paid(BOOK, play) == scores


def test_a_guarantor_who_discards_pays_two_shares() -> None:
    assert discard(BOOK, SOUTH, WEST, kind="all_pungs", guarantor=WEST) == (0, 24, -24, 0)


def test_several_winners_of_one_discard_are_each_paid_their_own_hand() -> None:
    winners = (Winner(SOUTH, {"kind": "all_pungs"}), Winner(NORTH, {"kind": "half_flush", "flowers": 2}))
    assert paid(BOOK, Play(EAST, winners, "discard", WEST)) == (0, 12, -32, 20)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({}, "field_missing"),
        ({"kind": "plain"}, "unknown_choice"),
        ({"kind": "all_pungs", "replacement": True}, "field_not_now"),
        ({"kind": "all_pungs", "guarantor": SOUTH}, "person_wins"),
        ({"kind": "all_pungs", "flowers": 41}, "field_out_of_range"),
    ],
)
def test_a_hand_without_one_of_the_kinds_is_refused(values: dict[str, Any], code: str) -> None:
    assert refused(BOOK, Play(EAST, won(SOUTH, **values), "discard", WEST)).code == code


def test_a_drawn_hand_pays_nothing() -> None:
    assert drawn(BOOK) == (0, 0, 0, 0)
