"""What the referee gets back: sets, points, what is not counted and why, other readings, waits, and ticked lists."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.fan import (
    BY_NAME,
    NAMES,
    WHY,
    Explanation,
    add_up,
    evaluate,
    explain,
    hand_of,
    parse_tiles,
    ready_of,
    rules_of,
    text_of,
    winning_tiles,
    write,
)
from scoring.refusal import Refusal
from scoring.rulebook import load
from tests.scoring.fan.hands import MIL, RULES, answers, flags


def explained(hand: str, win: str, *melds: str, **given: Any) -> Explanation:
    return explain(hand_of(hand, list(melds), win, flags(**given)), RULES)


def reasons(found: Explanation) -> set[tuple[str, tuple[str, ...], str]]:
    return {(left.fan.zh, tuple(fan.zh for fan in left.by), left.why) for left in found.best.not_counted}


def test_an_explanation_adds_up_and_is_what_the_short_way_counts() -> None:
    for parts, total in answers()[::12]:
        hand = hand_of(*parts)
        found = explain(hand, RULES)
        assert found.total == total
        for reading in (found.best, *found.equally_good):
            assert sum(line.total for line in reading.counted) == reading.points == total - hand.flowers
            assert sum(group.wins for group in reading.groups) == 1
            held = sorted(tile for group in reading.groups for tile in group.tiles)
            assert held == sorted(
                [*parse_tiles(parts[0]), hand.win, *(t for meld in hand.melds for t in meld.tiles)]
            )
        fans = {line.fan.zh: line.count for line in found.best.counted}
        assert fans == dict(evaluate(hand, RULES).counted)
        assert all(str(left) for left in found.best.not_counted)


def test_each_fan_that_does_not_count_names_what_excludes_it() -> None:
    found = explained("111122223333sE", "E", self_drawn=True, seat="W", round="W")
    assert reasons(found) >= {
        ("四归一", ("一色四同顺",), "excluded"),
        ("自摸", ("不求人",), "excluded"),
        ("一色三同顺", ("一色四同顺",), "joined"),
        ("一般高", ("一色四同顺",), "joined"),
    }
    of_pungs = explained("3m", "3m", "pung:EEE", "pung:CCC", "pung:999p", "chi:123s")
    assert ("幺九刻", ("圈风刻",), "made_of_it") in reasons(of_pungs)
    assert ("幺九刻", ("箭刻",), "made_of_it") in reasons(of_pungs)
    assert ("单钓将", ("全求人",), "excluded") in reasons(of_pungs)
    assert next(line for line in of_pungs.best.counted if line.fan.zh == "幺九刻").count == 1


def test_nine_gates_take_one_pung_of_terminals_away() -> None:
    found = explained("1112345678999s", "5s")
    assert {line.fan.zh: line.total for line in found.best.counted} == {
        "九莲宝灯": 88,
        "双暗刻": 2,
        "幺九刻": 1,
    }
    assert ("幺九刻", ("九莲宝灯",), "one_less") in reasons(found)


def test_a_wait_that_does_not_count_says_what_else_the_hand_waited_for() -> None:
    found = explained("2234m456s789pEEE", "2m")
    left = next(left for left in found.best.not_counted if left.why == "several_waits")
    assert (left.fan.zh, left.params["tiles"]) == ("单钓将", "2m, 5m")
    assert "2m, 5m" in str(left)


def test_the_wait_in_the_straight_names_the_rulebook() -> None:
    rules = rules_of(MIL | {"knitted_body_wait": False})
    found = explain(hand_of("1147m258s369p", ["chi:789p"], "1m", flags()), rules)
    assert ("单钓将", (), "wait_in_straight") in reasons(found)


def test_equally_good_lists_are_shown() -> None:
    found = explained("3789m123s123456p", "3m")
    lists = [{line.fan.zh for line in reading.counted} for reading in (found.best, *found.equally_good)]
    assert sorted(lists, key=sorted) == sorted(
        [{"花龙", "门前清", "平和", "单钓将", name} for name in ("喜相逢", "连六")], key=sorted
    )


def test_a_discard_shows_the_pung_that_it_completes_as_exposed() -> None:
    found = explained("33m555s777pEEE44p", "3m")
    groups = {str(group): (group.concealed, group.wins) for group in found.best.groups}
    assert groups["333m"] == (False, True)
    assert groups["555s"] == (True, False)


def test_what_nobody_flagged_is_said() -> None:
    assert explained("45m567s88p", "3m", "pung:333m", "chi:789p").last_of_kind_shown
    assert not explained("45m567s88p", "3m", "pung:333m", "chi:789p", last_of_kind=True).last_of_kind_shown


def test_every_reason_has_a_sentence_with_its_places() -> None:
    given = {"fan": "a", "by": "b", "tile": "c", "tiles": "d", "sets": "e"}
    assert all("%" not in sentence % given for sentence in WHY.values())


def test_a_hand_is_written_as_it_was_read() -> None:
    for parts, _ in answers()[::20]:
        hand = hand_of(*parts)
        written = write(hand)
        assert hand_of(**written) == hand
        assert (written["win"], written["flags"]) == (parts[2], parts[3])


@pytest.mark.parametrize(("tiles", "written"), [("P5pE1s9m1m", "19m1s5pEP"), ("", ""), ("1m 2 3m", "123m")])
def test_tiles_are_sorted_when_they_are_written(tiles: str, written: str) -> None:
    assert text_of(parse_tiles(tiles)) == written


# ------------------------------------------------------------------------------------------------------- waits


def test_a_ready_hand_shows_each_winning_tile_with_each_way_to_win() -> None:
    found = winning_tiles(ready_of("23m567s345p88p", ["pung:EEE"], flags(seat="S", round="S")), RULES)
    assert [NAMES[each.tile] for each in found] == ["1m", "4m"]
    ways = {way[:4]: way.total for way in found[0].ways}
    # 幺九刻; on a self-draw 自摸 as well, 妙手回春 and 海底捞月 8, 和绝张 4, 抢杠和 8 instead of 和绝张.
    assert ways == {
        (False, False, False, False): 1,
        (True, False, False, False): 2,
        (False, True, False, False): 5,
        (True, True, False, False): 6,
        (False, False, True, False): 9,
        (True, False, True, False): 9,
        (False, True, True, False): 13,
        (True, True, True, False): 13,
        (False, False, False, True): 9,
        (False, True, False, True): 9,
    }
    assert [way.below_minimum for way in found[0].ways[:2]] == [True, True]


def test_an_exhausted_tile_is_marked_and_counts_nothing() -> None:
    found = winning_tiles(ready_of("23m456s789p55p", ["kong:1111m"], flags()), RULES)
    assert [(NAMES[each.tile], each.exhausted, bool(each.ways)) for each in found] == [
        ("1m", True, False),
        ("4m", False, True),
    ]


def test_nine_gates_wait_for_nine_tiles_and_orphans_for_thirteen() -> None:
    assert len(winning_tiles(ready_of("1112345678999s", [], flags()), RULES)) == 9
    assert len(winning_tiles(ready_of("19m19s19pESWNCFP", [], flags()), RULES)) == 13


@pytest.mark.parametrize(
    ("hand", "tiles"),
    [
        ("147m258s369pESWN", ["C", "F", "P"]),
        ("147m28s36pESWNCF", ["5s", "9p", "P"]),
        ("147m258s36p345mEE", ["9p"]),
        ("147m258s369p34s55s", ["2s", "5s"]),
        ("147m258s369p35s57s", []),
        ("1122m4455s7788pE", ["E"]),
        ("123m456s789p1357p", []),
    ],
)
def test_special_hands_wait_for_what_completes_them(hand: str, tiles: list[str]) -> None:
    found = winning_tiles(ready_of(hand, [], flags()), RULES)
    assert [NAMES[each.tile] for each in found] == tiles


# ------------------------------------------------------------------------------------------------- ticked lists


def test_ticked_fan_add_up_to_what_the_tiles_count() -> None:
    for parts, total in answers()[::5]:
        found = evaluate(hand_of(*parts), RULES)
        assert add_up(found.fans, RULES).total == total


def test_ticked_fan_take_their_points_from_the_rulebook() -> None:
    wmo = rules_of(load("wmo2006").fan)
    ticked = {"双暗杠": 1, "断幺": 1, "花牌": 3}
    assert (add_up(ticked, RULES).total, add_up(ticked, wmo).total) == (11, 13)
    assert add_up({"断幺": 1, "花牌": 8}, RULES).below_minimum


@pytest.mark.parametrize(
    ("ticked", "code", "named"),
    [
        (["清一色", "无字"], "fan_excluded", ["无字", "清一色"]),
        (["大三元", "箭刻"], "fan_excluded", ["箭刻", "大三元"]),
        (["七对", "不求人"], "fan_excluded", ["不求人", "七对"]),
        (["妙手回春", "自摸"], "fan_excluded", ["自摸", "妙手回春"]),
        (["清一色", "混一色"], "fan_contradict", ["清一色", "混一色"]),
        (["边张", "坎张"], "fan_contradict", ["边张", "坎张"]),
        (["自摸", "海底捞月"], "fan_contradict", ["自摸", "海底捞月"]),
        (["断幺", "箭刻"], "fan_contradict", ["断幺", "箭刻"]),
        (["七对", "一般高"], "fan_contradict", ["七对", "一般高"]),
        (["无番和", "自摸"], "fan_contradict", ["无番和", "自摸"]),
        (["清龙", "花龙"], "fan_contradict", ["清龙", "花龙"]),
        (["明杠", "暗杠"], "fan_is_another", ["明暗杠"]),
        (["清龙", "一色三节高"], "fan_too_many_sets", ["清龙", "一色三节高"]),
    ],
)
def test_ticked_fan_that_exclude_each_other_are_refused_by_name(
    ticked: list[str], code: str, named: list[str]
) -> None:
    for order in (ticked, ticked[::-1]):
        with pytest.raises(Refusal) as refusal:
            add_up(dict.fromkeys(order, 1), RULES)
        assert refusal.value.code == code
        assert all(name in str(refusal.value) for name in named)


@pytest.mark.parametrize(
    ("ticked", "code"),
    [
        ({"大四喜": 2}, "fan_count"),
        ({"幺九刻": 5}, "fan_count"),
        ({"自摸": -1}, "fan_count"),
        ({"自摸": "1"}, "fan_count"),
        ({"自摸": True}, "fan_count"),
        ({"花牌": 9}, "fan_count"),
        ({"大七对": 1}, "no_such_fan"),
        ({"三风刻": 1, "幺九刻": 2}, "fan_excluded"),
        ({"九莲宝灯": 1, "幺九刻": 2}, "fan_excluded"),
    ],
)
def test_ticked_counts_that_cannot_be_are_refused(ticked: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        add_up(ticked, RULES)
    assert refusal.value.code == code


def test_the_mixed_kong_fan_is_refused_where_the_rulebook_has_none() -> None:
    book = rules_of(load("cn1998").fan)
    assert add_up({"明杠": 1, "暗杠": 1}, book).total == 3
    with pytest.raises(Refusal) as refusal:
        add_up({"明暗杠": 1}, book)
    assert refusal.value.code == "fan_not_in_rulebook"


def test_every_name_in_the_table_is_a_fan_and_excludes_only_what_comes_after_it() -> None:
    for fan in BY_NAME.values():
        for name in (*fan.excludes, *fan.in_own_sets, *fan.one_less):
            other = BY_NAME[name]
            symmetric = fan.zh in other.excludes
            assert symmetric or other.bit > fan.bit, (fan.zh, name)
