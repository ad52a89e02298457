"""OTHER_RULES.md, `payout_table`: the printed payments of 南昌, 连云港 and 捉鸡. South wins, West gives."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.house.play import Payment, Play, Winner
from scoring.rulebook import Rulebook, load
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

# The table of 南昌 as printed: 闲自摸 闲/庄; 庄自摸 each; 闲胡: 闲放炮/庄/闲; 闲胡: 庄放炮/闲/闲; 庄胡: 放炮/闲/闲.
NANCHANG = {
    "pinghu": ((2, 4), 4, (2, 2, 1), (4, 1, 1), (4, 2, 2)),
    "deguo": ((9, 13), 13, (9, 4, 2), (13, 2, 2), (13, 4, 4)),
    "xiaoqidui": ((4, 8), 8, (4, 4, 2), (8, 2, 2), (8, 4, 4)),
    "shisanlan": ((4, 8), 8, (4, 4, 2), (8, 2, 2), (8, 4, 4)),
    "daqidui": ((8, 16), 16, (8, 8, 4), (16, 4, 4), (16, 8, 8)),
    "deguo_xiaoqidui": ((21, 37), 37, (21, 16, 8), (37, 8, 8), (37, 16, 16)),
    "deguo_daqidui": ((21, 37), 37, (21, 16, 8), (37, 8, 8), (37, 16, 16)),
    "deguo_shisanlan": ((13, 21), 21, (13, 8, 4), (21, 4, 4), (21, 8, 8)),
}


@pytest.mark.parametrize("kind", NANCHANG)
def test_nanchang_pays_what_is_printed(kind: str) -> None:
    (player, dealer), each, player_gives, dealer_gives, dealer_wins = NANCHANG[kind]
    book = load("nanchang")
    assert self_draw(book, SOUTH, EAST, kind=kind) == (-dealer, dealer + 2 * player, -player, -player)
    assert self_draw(book, SOUTH, SOUTH, kind=kind) == (-each, 3 * each, -each, -each)
    giver, one, other = player_gives
    assert discard(book, SOUTH, WEST, EAST, kind=kind) == (-one, giver + one + other, -giver, -other)
    giver, one, other = dealer_gives
    assert discard(book, SOUTH, WEST, WEST, kind=kind) == (-one, giver + one + other, -giver, -other)
    giver, one, other = dealer_wins
    assert discard(book, SOUTH, WEST, SOUTH, kind=kind) == (-one, giver + one + other, -giver, -other)


def test_all_kinds_of_nanchang_are_in_its_table() -> None:
    assert {kind["key"] for kind in load("nanchang").terms["kinds"]} == set(NANCHANG)


@pytest.mark.parametrize("kind", NANCHANG)
def test_what_a_dealer_of_nanchang_gets_on_a_discard_is_marked_as_without_a_source(kind: str) -> None:
    named = load("nanchang").unverified
    assert f"terms.kinds.{kind}.discard.dealer_wins" in named
    assert f"terms.kinds.{kind}.other.dealer_wins" in named


LIANYUNGANG = {
    "wufan": (40, 20),
    "danfan": (80, 40),
    "manguan": (160, 80),
    "shuang_manguan": (320, 160),
    "si_manguan": (640, 320),
    "ba_manguan": (1280, 640),
}
ZHUOJI = {
    "pinghu": 10,
    "daduizi": 30,
    "qidui": 40,
    "longqidui": 50,
    "qingyise": 50,
    "qingdadui": 80,
    "qinglongbei": 100,
}
DEALERS = (EAST, SOUTH, WEST)


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("kind", LIANYUNGANG)
def test_lianyungang_pays_what_is_printed_whoever_deals(kind: str, dealer: int) -> None:
    each, one = LIANYUNGANG[kind]
    book = load("lianyungang")
    assert self_draw(book, SOUTH, dealer, kind=kind) == (-each, 3 * each, -each, -each)
    assert discard(book, SOUTH, WEST, dealer, kind=kind) == (0, one, -one, 0)
    assert robbed(book, SOUTH, WEST, dealer, kind=kind) == (0, 3 * each, -3 * each, 0)


@pytest.mark.parametrize(
    ("kind", "each"), [("wufan", 160), ("danfan", 160), ("manguan", 160), ("si_manguan", 640)]
)
def test_a_replacement_tile_lifts_a_smaller_hand_to_the_limit_and_not_beyond(kind: str, each: int) -> None:
    scores = self_draw(load("lianyungang"), SOUTH, kind=kind, gangkai=True)
    assert scores == (-each, 3 * each, -each, -each)


def test_a_replacement_tile_is_never_discarded() -> None:
    play = Play(EAST, won(SOUTH, kind="wufan", gangkai=True), "discard", WEST)
    assert refused(load("lianyungang"), play).code == "field_not_now"


def test_who_has_bought_the_horse_gets_double() -> None:
    book = load("lianyungang")
    assert discard(book, SOUTH, WEST, kind="danfan", maima=True) == (0, 80, -80, 0)
    assert self_draw(book, SOUTH, kind="danfan", maima=True) == (-160, 480, -160, -160)
    assert "terms.switches.maima.factor" in book.unverified


def test_one_can_pay_for_all_on_a_self_draw() -> None:
    scores = self_draw(load("lianyungang"), SOUTH, kind="manguan", pays_all=NORTH)
    assert scores == (0, 480, 0, -480)


def test_nobody_pays_for_all_who_wins_himself() -> None:
    play = Play(EAST, won(SOUTH, kind="manguan", pays_all=SOUTH))
    assert refused(load("lianyungang"), play).code == "person_wins"


def test_several_winners_of_one_discard_are_each_paid_their_own_kind() -> None:
    winners = (Winner(SOUTH, {"kind": "wufan"}), Winner(NORTH, {"kind": "manguan"}))
    assert paid(load("lianyungang"), Play(EAST, winners, "discard", WEST)) == (0, 20, -100, 80)


def test_winners_of_one_discard_pay_each_other_nothing() -> None:
    """By the table of 南昌 the others pay, too: East as dealer 2 to each winner, and South and North nothing."""
    winners = (Winner(SOUTH, {"kind": "pinghu"}), Winner(NORTH, {"kind": "pinghu"}))
    book = with_terms("nanchang", several=True)
    assert paid(book, Play(EAST, winners, "discard", WEST)) == (-4, 4, -4, 4)


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("kind", ZHUOJI)
def test_zhuoji_pays_what_is_printed_whoever_deals(kind: str, dealer: int) -> None:
    worth = ZHUOJI[kind]
    book = load("zhuoji")
    assert self_draw(book, SOUTH, dealer, kind=kind) == (-worth, 3 * worth, -worth, -worth)
    assert self_draw(book, SOUTH, dealer, kind=kind, gangshanghu=True) == (
        *(-worth - 10, 3 * worth + 30),
        *(-worth - 10, -worth - 10),
    )
    assert robbed(book, SOUTH, WEST, dealer, kind=kind) == (0, 3 * worth, -3 * worth, 0)
    if kind != "pinghu":
        assert discard(book, SOUTH, WEST, dealer, kind=kind) == (0, worth, -worth, 0)


def test_a_plain_win_of_zhuoji_needs_a_kong_of_the_winner_on_a_discard() -> None:
    book = load("zhuoji")
    plain = Play(EAST, won(SOUTH, kind="pinghu"), "discard", WEST)
    refusal = refused(book, plain)
    assert refusal.code == "kind_needs_kong"
    assert "平胡" in str(refusal.params["zh"])
    others = Play(EAST, plain.winners, "discard", WEST, payments=(Payment("mendou", NORTH),))
    assert refused(book, others).code == "kind_needs_kong"
    own = Play(EAST, plain.winners, "discard", WEST, payments=(Payment("mendou", SOUTH),))
    assert paid(book, own) == (-20, 70, -30, -20)


@pytest.mark.parametrize(("after", "on_top"), [("mendou", 60), ("zhuanwandou", 30), ("diandou", 10)])
def test_a_hot_discard_pays_on_top(after: str, on_top: int) -> None:
    scores = discard(load("zhuoji"), SOUTH, WEST, kind="pinghu", hot_discard=after)
    assert scores == (0, 10 + on_top, -10 - on_top, 0)


@pytest.mark.parametrize(
    ("payment", "scores"),
    [
        (Payment("mendou", SOUTH), (-20, 60, -20, -20)),
        (Payment("mendou", SOUTH, count=2), (-40, 120, -40, -40)),
        (Payment("zhuanwandou", SOUTH), (-10, 30, -10, -10)),
        (Payment("diandou", SOUTH, WEST), (0, 10, -10, 0)),
    ],
)
def test_kongs_of_zhuoji_are_paid_in_a_drawn_hand_as_the_rulebook_says(
    payment: Payment, scores: tuple[int, ...]
) -> None:
    assert drawn(load("zhuoji"), payment) == scores
    assert drawn(with_terms("zhuoji", paid_when_drawn=False), payment) == (0, 0, 0, 0)
    assert "terms.paid_when_drawn" in load("zhuoji").unverified


def test_the_winner_of_zhuoji_deals_next() -> None:
    assert load("zhuoji").dealing == "winner_deals"


def test_a_multiplier_multiplies_everything() -> None:
    book = with_terms("zhuoji", multiplier=3)
    play = Play(EAST, won(SOUTH, kind="qidui"), "discard", WEST, payments=(Payment("mendou", SOUTH),))
    assert paid(book, play) == (-60, 300, -180, -60)
    hot = Play(EAST, won(SOUTH, kind="pinghu", hot_discard="diandou"), "discard", WEST)
    assert paid(book, hot) == (0, 60, -60, 0)


def _with(book: Rulebook, **row: Any) -> dict[str, Any]:
    return {"terms": {"switches": [{"name": "Extra", **row}], "kinds": book.to_mapping()["terms"]["kinds"]}}


@pytest.mark.parametrize(
    ("row", "field", "code"),
    [
        ({"at_least": "nothing"}, "terms.switches.1.at_least", "unknown_choice"),
        ({"key": "kind"}, "terms.switches.1.key", "repeated"),
        ({"factor": 0}, "terms.switches.1.factor", "out_of_range"),
        ({"ways": []}, "terms.switches.1.ways", "bad_count"),
        ({"ways": ["luck"]}, "terms.switches.1.ways.1", "unknown_choice"),
    ],
)
def test_a_switch_that_makes_no_sense_is_a_problem(row: dict[str, Any], field: str, code: str) -> None:
    assert problems("lianyungang", _with(load("lianyungang"), **row)) == {field: code}
