"""The rules that authorities differ on, and the counting principles one by one (RULES.md §11, FAN.md)."""

from __future__ import annotations

import pytest

from scoring.fan import rules_of
from scoring.rulebook import GUOBIAO, load
from tests.scoring.fan.hands import MIL, RULES, counted

BOOKS = {key: rules_of(load(key).fan, load(key).minimum) for key in GUOBIAO}
TWO_CONCEALED = ("ckong:5555p", "ckong:2222s")
ONE_OF_EACH = ("ckong:5555p", "kong:2222s")


@pytest.mark.parametrize(("key", "points"), [("cn2014", 6), ("cn1998", 6), ("mil2025", 6), ("wmo2006", 8)])
def test_two_concealed_kongs_are_worth_what_the_rulebook_says(key: str, points: int) -> None:
    # 双暗杠, 断幺, 门前清 on a discard; an open wait.
    found = counted("3444m678s", "5m", *TWO_CONCEALED, rules=BOOKS[key])
    assert found.fans == {"双暗杠": 1, "门前清": 1, "断幺": 1}
    assert found.total == points + 2 + 2


@pytest.mark.parametrize(("key", "points"), [("cn2014", 5), ("mil2025", 5), ("wmo2006", 6)])
def test_one_kong_of_each_kind_is_a_fan_of_its_own(key: str, points: int) -> None:
    found = counted("3444m678s", "5m", *ONE_OF_EACH, rules=BOOKS[key])
    assert found.fans == {"明暗杠": 1, "断幺": 1}
    assert found.total == points + 2


def test_in_1998_one_kong_of_each_kind_counts_as_both() -> None:
    found = counted("3444m678s", "5m", *ONE_OF_EACH, rules=BOOKS["cn1998"])
    assert found.fans == {"明杠": 1, "暗杠": 1, "断幺": 1}
    assert found.total == 1 + 2 + 2


@pytest.mark.parametrize(
    ("hand", "win", "name", "points"),
    [
        ("1122558899mCCF", "F", "七对", 24),
        ("1112345678999s", "4s", "九莲宝灯", 88),
        ("1122334455667s", "7s", "连七对", 88),
        ("19m19s19pESWNCFP", "1m", "十三幺", 88),
        ("147m28s369pESWNC", "F", "全不靠", 12),
        ("147m28s36pESWNCF", "P", "七星不靠", 24),
        ("111m333s777p999pE", "E", "四暗刻", 64),
    ],
)
def test_a_hand_that_is_always_concealed_adds_what_the_rulebook_says(
    hand: str, win: str, name: str, points: int
) -> None:
    mil = counted(hand, win, self_drawn=True)
    wmo = counted(hand, win, self_drawn=True, rules=BOOKS["wmo2006"])
    assert name in mil.fans
    assert mil.total >= points
    assert ("自摸" in mil.fans, "不求人" in mil.fans) == (True, False)
    assert ("自摸" in wmo.fans, "不求人" in wmo.fans) == (False, True)
    assert wmo.total - mil.total == 3


def test_the_last_tile_of_the_wall_takes_the_self_draw_but_not_the_fully_concealed_hand() -> None:
    concealed = counted("123m456m789s34p88m", "5p", self_drawn=True, last_wall=True)
    assert {"妙手回春", "不求人"} <= set(concealed.fans)
    assert "自摸" not in concealed.fans
    assert "自摸" not in counted("1122558899mCCF", "F", self_drawn=True, last_wall=True).fans


def test_a_wait_beside_the_knitted_straight_counts_everywhere() -> None:
    without = rules_of(MIL | {"knitted_body_wait": False})
    # 147m 258s 369p with a melded chow, and the pair completed: E is no tile of the straight.
    for rules in (RULES, without):
        assert counted("147m258s369pE", "E", "chi:123m", rules=rules).fans["单钓将"] == 1


def test_a_wait_on_a_tile_of_the_knitted_straight_is_an_option() -> None:
    without = rules_of(MIL | {"knitted_body_wait": False})
    # The pair of 1m beside the 1m of the straight.
    assert counted("1147m258s369p", "1m", "chi:789p").fans.get("单钓将") == 1
    assert "单钓将" not in counted("1147m258s369p", "1m", "chi:789p", rules=without).fans


@pytest.mark.parametrize(
    ("hand", "win", "melds", "wait"),
    [
        ("12m456s789p55pEEE", "3m", [], "边张"),
        ("89m456s789p55pEEE", "7m", [], "边张"),
        ("13m456s789p55pEEE", "2m", [], "坎张"),
        ("123m456s789p5pEEE", "5p", [], "单钓将"),
        ("23m456s789p55pEEE", "1m", [], None),  # 1m and 4m
        ("2234m456s789pEEE", "2m", [], None),  # 2m and 5m
        ("1112m456s789p", "3m", ["pung:EEE"], None),  # 2m and 3m
        ("1113m456s789p", "2m", ["pung:EEE"], None),  # 2m and 3m
        # 1m is exhausted, and still one of the tiles that the hand waits for.
        ("23m456s789p55p", "4m", ["kong:1111m"], None),
    ],
)
def test_a_wait_counts_only_where_the_hand_formally_waits_for_one_tile(
    hand: str, win: str, melds: list[str], wait: str | None
) -> None:
    found = {"边张", "坎张", "单钓将"} & set(counted(hand, win, *melds).fans)
    assert found == ({wait} if wait else set())


def test_a_discard_makes_its_pung_exposed_unless_a_chow_can_hold_it() -> None:
    # 333m by the discard: two concealed pungs are left.
    assert counted("33m555s777pEEE44p", "3m").fans.get("四暗刻") is None
    assert counted("33m555s777pEEE44p", "3m").fans["三暗刻"] == 1
    assert counted("33m555s777pEEE44p", "3m", self_drawn=True).fans["四暗刻"] == 1
    # 3m may as well complete the chow 345m.
    assert counted("33345m555s777pEE", "3m").fans["三暗刻"] == 1


def test_a_flag_may_say_which_kong_it_means() -> None:
    drawn = counted("3444m678s", "5m", *TWO_CONCEALED, self_drawn=True, kong="replacement")
    assert drawn == counted("3444m678s", "5m", *TWO_CONCEALED, self_drawn=True, kong=True)
    assert drawn.fans["杠上开花"] == 1
    robbed = counted("12m456s789p55pEEE", "3m", kong="robbing", last_of_kind=True)
    assert robbed == counted("12m456s789p55pEEE", "3m", kong=True)
    assert robbed.fans["抢杠和"] == 1
    assert "和绝张" not in robbed.fans


def test_three_of_the_winning_tile_in_the_melds_make_it_the_last() -> None:
    # 33m3m is laid out, so the 3m that completes 345m is the fourth.
    shown = counted("45m567s88p", "3m", "pung:333m", "chi:789p")
    assert shown.fans == counted("45m567s88p", "3m", "pung:333m", "chi:789p", last_of_kind=True).fans
    assert shown.fans["和绝张"] == 1


def test_a_fourth_set_is_combined_once_only() -> None:
    # 123m 456m 789m and 456s: with one of the three, 喜相逢 once.
    found = counted("123456789m45sEE", "6s")
    assert found.fans == {"清龙": 1, "喜相逢": 1, "门前清": 1, "缺一门": 1}


def test_three_relations_are_the_most_that_four_chows_give() -> None:
    found = counted("234567s23456pEE", "7p")
    assert sum(found.fans.get(name, 0) for name in ("喜相逢", "连六")) == 3


def test_pairs_are_read_as_sets_where_that_is_higher() -> None:
    # 112233m 778899m 55m is 一色双龙会 64; 七对 24 and 清一色 24 would be less.
    found = counted("1122335577889m", "9m")
    assert found.fans == {"一色双龙会": 1, "门前清": 1}
    # 77m 88m 99m twice over and 11s: 七对 24 is more than chows.
    assert "七对" in counted("1122m4455s7788pE", "E").fans


def test_four_of_a_kind_may_stand_in_seven_pairs_but_not_in_shifted_ones() -> None:
    assert counted("2222m4466s8899pE", "E").fans["四归一"] == 1
    assert "连七对" not in counted("1122333355667m", "7m").fans


def test_four_shifted_pungs_need_consecutive_ranks() -> None:
    assert "一色四节高" in counted("7m", "7m", "pung:222m", "pung:333m", "pung:444m", "pung:555m").fans
    by_twos = counted("1m", "1m", "pung:222m", "pung:444m", "pung:666m", "pung:888m").fans
    assert not {"一色四节高", "一色三节高"} & set(by_twos)


def test_a_hand_under_the_minimum_is_an_answer() -> None:
    found = counted("2355p", "4p", "pung:666m", "chi:123s", "chi:789s", flowers=8)
    assert (found.total, found.flowers, found.below_minimum) == (10, 8, True)
    assert not counted("1122558899mCCF", "F").below_minimum


def test_nothing_else_makes_a_chicken_hand() -> None:
    # No fan but flowers: a melded hand of three suits with honours, waiting for more than one tile.
    found = counted("45m99p", "3m", "chi:234s", "chi:567p", "pung:888s", flowers=1)
    assert found.fans == {"无字": 1, "花牌": 1}
    chicken = counted("45mEE", "3m", "chi:234s", "chi:678p", "pung:888s", flowers=1)
    assert chicken.fans == {"无番和": 1, "花牌": 1}
    assert chicken.total == 9
