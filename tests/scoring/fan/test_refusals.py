"""What cannot be is refused in words; any text of any length ends in an answer or such words, and soon."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.fan import add_up, answer_line, hand_of, parse_meld, parse_tiles, winning_tiles
from scoring.refusal import Refusal
from tests.scoring.fan.hands import RULES, counted, flags

KONG = "ckong:5555p"
# 123m 456s 5577p, to be completed by 5p or 7p.
READY = "123m456s5577p"


def refusal_of(hand: str, win: str, *melds: str, **given: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        counted(hand, win, *melds, **given)
    return refusal.value


@pytest.mark.parametrize(
    ("hand", "win", "melds", "code", "said"),
    [
        ("123m456s557p", "7p", ["pung:EEE"], "wrong_number_of_tiles", "9 concealed tiles"),
        ("123m456s55777p", "7p", ["pung:EEE"], "wrong_number_of_tiles", "11 concealed tiles"),
        ("", "7p", [], "wrong_number_of_tiles", "0 concealed tiles"),
        ("123m456s5577p", "5p", ["ckong:5555p"], "more_than_four", "5p is there 7 times"),
        ("123m456s77p44p", "4p", ["kong:4444p"], "more_than_four", "4p is there 7 times"),
        ("11112345678999s", "1s", [], "wrong_number_of_tiles", "14 concealed tiles"),
        ("1111234567899s", "1s", [], "more_than_four", "1s is there 5 times"),
        ("456s789m5577p", "7p", ["chi:ESW"], "chow_of_honours", "chi:ESW"),
        ("456s789m5577p", "7p", ["chi:CFP"], "chow_of_honours", "chi:CFP"),
        ("456s789m5577p", "7p", ["chi:891s"], "chow_across_end", "chi:891s"),
        ("456s789m5577p", "7p", ["chi:912p"], "chow_across_end", "chi:912p"),
        ("456s789m5577p", "7p", ["chi:135p"], "not_a_chow", "chi:135p"),
        ("456s789m5577p", "7p", ["chi:1m2s3p"], "not_a_chow", "chi:1m2s3p"),
        ("456s789m5577p", "7p", ["chi:12p"], "meld_wrong_size", "chi:12p"),
        ("456s789m5577p", "7p", ["kong:EEE"], "meld_wrong_size", "kong:EEE"),
        ("456s789m5577p", "7p", ["pung:EES"], "meld_not_the_same", "pung:EES"),
        ("456s789m5577p", "7p", ["peng:EEE"], "meld_unknown", "peng:EEE"),
        ("456s789m5577p", "7p", ["EEE"], "meld_unknown", "EEE"),
        (
            "5p",
            "5p",
            ["pung:111m", "pung:222m", "pung:333m", "pung:444m", "pung:666m"],
            "too_many_melds",
            "5",
        ),
        ("123m456s5578p", "7p", ["pung:EEE"], "not_a_winning_hand", "does not win with 7p"),
        ("12m456s5577p", "7x", ["pung:EEE"], "not_a_tile", "x"),
        ("12m456s5577", "7p", ["pung:EEE"], "number_without_suit", "5577"),
        ("12Em456s5577", "7p", ["pung:EEE"], "number_without_suit", "12"),
        ("m456s55778p", "7p", ["pung:EEE"], "suit_without_number", "m"),
        ("0m456s55778p", "7p", ["pung:EEE"], "not_a_tile", "0"),
        ("123m456s5577p", "77p", ["pung:EEE"], "not_one_tile", "77p"),
    ],
)
def test_tiles_that_cannot_be_are_refused_by_name(
    hand: str, win: str, melds: list[str], code: str, said: str
) -> None:
    refusal = refusal_of(hand, win, *melds)
    assert refusal.code == code
    assert said in str(refusal)


@pytest.mark.parametrize(
    ("melds", "given", "code", "said"),
    [
        (["pung:EEE"], {"self_drawn": True, "kong": True}, "replacement_without_kong", "杠上开花"),
        (["ckong:EEEE"], {"kong": "replacement"}, "replacement_without_self_draw", "杠上开花"),
        (["pung:EEE"], {"self_drawn": True, "kong": "robbing"}, "robbing_self_drawn", "抢杠和"),
        (["pung:EEE"], {"kong": True, "last_wall": True}, "robbing_last_wall", "抢杠和"),
        (["pung:EEE"], {"kong": True}, "robbing_tile_in_hand", "another 7p"),
        (["pung:EEE"], {"last_of_kind": True}, "last_of_kind_in_hand", "another 7p"),
        (["pung:EEE"], {"flowers": 9}, "flowers_out_of_range", "0 to 8"),
        (["pung:EEE"], {"flowers": -1}, "flowers_out_of_range", "0 to 8"),
        (["pung:EEE"], {"flowers": True}, "flowers_out_of_range", "0 to 8"),
        (["pung:EEE"], {"flowers": 10**30}, "flowers_out_of_range", "0 to 8"),
        (["pung:EEE"], {"self_drawn": 1}, "flag_not_boolean", "self_drawn"),
        (["pung:EEE"], {"last_wall": "yes"}, "flag_not_boolean", "last_wall"),
        (["pung:EEE"], {"seat": "C"}, "flag_not_a_wind", "seat"),
        (["pung:EEE"], {"round": ["E"]}, "flag_not_a_wind", "round"),
        (["pung:EEE"], {"blessing": True}, "flag_unknown", "blessing"),
    ],
)
def test_ways_to_win_that_cannot_be_are_refused_by_name(
    melds: list[str], given: dict[str, Any], code: str, said: str
) -> None:
    refusal = refusal_of(READY, "7p", *melds, **given)
    assert refusal.code == code
    assert said in str(refusal)


def test_robbing_is_refused_also_where_the_other_copy_is_laid_out() -> None:
    assert refusal_of("123m456s78p55p", "9p", "chi:789p", kong=True).code == "robbing_tile_in_hand"


@pytest.mark.parametrize("value", [None, 5, [], {}, b"1m", 1.5, ["1m"]])
def test_what_is_no_text_is_refused(value: object) -> None:
    for call in (
        lambda: hand_of(value, ["pung:EEE"], "7p", flags()),
        lambda: hand_of(READY, [value], "7p", flags()),
        lambda: hand_of(READY, ["pung:EEE"], value, flags()),
        lambda: parse_tiles(value),
        lambda: parse_meld(value),
    ):
        with pytest.raises(Refusal):
            call()


@pytest.mark.parametrize("value", ["pung:EEE", 7, None, {"pung": "EEE"}])
def test_melds_that_are_no_list_are_refused(value: object) -> None:
    with pytest.raises(Refusal, match="must be a list"):
        hand_of(READY, value, "7p", flags())


def test_a_ready_hand_with_a_tile_too_few_or_five_of_a_kind_is_refused() -> None:
    for hand in ("123m456s557p", "55555p456s88m"):
        with pytest.raises(Refusal):
            winning_tiles(hand_of(hand, ["pung:EEE"], "1m", flags()), RULES)


@pytest.mark.parametrize(
    "text",
    ["1" * 3_000_000, "1m" * 2_000_000, "E" * 3_000_000, "\0" * 1_000_000, "[" * 1_000_000, "东" * 1_000_000],
    ids=["digits", "tiles", "honours", "zeros", "brackets", "chinese"],
)
def test_megabytes_are_refused_at_once_and_in_few_words(text: str) -> None:
    started = time.process_time()
    for parts in (
        (text, ["pung:EEE"], "7p"),
        (READY, [text], "7p"),
        (READY, ["chi:" + text], "7p"),
        (READY, [], text),
    ):
        with pytest.raises(Refusal) as refusal:
            hand_of(*parts, flags())
        assert len(str(refusal.value)) < 300
    with pytest.raises(Refusal):
        hand_of(READY, [], "7p", {"seat": text})
    for line in (text, json.dumps({"hand": text, "win": "7p"}), '{"a":' + text):
        assert set(answer_line(line, RULES)) == {"error"}
    with pytest.raises(Refusal) as refusal:
        add_up({text: 1}, RULES)
    assert len(str(refusal.value)) < 300
    assert time.process_time() - started < 2


def test_many_melds_are_refused_at_once() -> None:
    with pytest.raises(Refusal, match="1000000"):
        hand_of(READY, ["pung:EEE"] * 1_000_000, "7p", flags())


tiles = st.text("123456789mspESWNCFP", max_size=30)
anything = st.one_of(
    tiles, st.text(max_size=30), st.none(), st.integers(), st.lists(st.text(max_size=3), max_size=3)
)
melds = st.builds("{}:{}".format, st.sampled_from(("chi", "pung", "kong", "ckong", "x")), tiles) | anything


@settings(max_examples=150)
@given(
    anything,
    st.lists(melds, max_size=6) | anything,
    anything,
    st.dictionaries(
        st.sampled_from(list(flags())) | st.text(max_size=5), st.booleans() | anything, max_size=8
    )
    | anything,
)
def test_any_text_ends_in_an_answer_or_in_words(hand: object, laid: object, win: object, how: object) -> None:
    line = json.dumps({"hand": hand, "melds": laid, "win": win, "flags": how})
    found = answer_line(line, RULES)
    assert set(found) == {"error"} or found["total"] >= 1
    assert len(json.dumps(found)) < 2000


@settings(max_examples=100)
@given(st.text(max_size=60))
def test_any_line_ends_in_an_answer_or_in_words(line: str) -> None:
    assert set(answer_line(line, RULES)) == {"error"}
