"""Fan of the whole hand: of its kinds of tiles, of what every set holds, of its kongs, and of how it was won."""

from __future__ import annotations

from typing import Final

from scoring.fan.names import bits, copies
from scoring.fan.remember import Remembered
from scoring.fan.tiles import DRAGON_TILES, GREEN, REVERSIBLE, WIND_TILES

_SUIT: Final = (1 << 9) - 1
_ENDS: Final = 0b100000001
# A hand is in one of these ranges where it holds no rank outside of it.
_RANGES: Final = (
    (0b000000111, bits("全小")),
    (0b000001111, bits("小于五")),
    (0b000111000, bits("全中")),
    (0b111000000, bits("全大")),
    (0b111100000, bits("大于五")),
)
# How the ranks and what else matters of a mask are put into one number.
_ONE_SUIT, _WINDS, _DRAGONS, _GREEN, _REVERSIBLE = (1 << place for place in (9, 11, 12, 13, 14))
_NOT_GREEN: Final = ~GREEN
_NOT_REVERSIBLE: Final = ~REVERSIBLE


def of_all_tiles(mask: int) -> int:
    """What the kinds of tiles in a hand give, as a set of fan."""
    characters, bamboos, dots = mask & _SUIT, mask >> 9 & _SUIT, mask >> 18 & _SUIT
    key = characters | bamboos | dots
    if characters:
        key += _ONE_SUIT
    if bamboos:
        key += _ONE_SUIT
    if dots:
        key += _ONE_SUIT
    if mask & WIND_TILES:
        key |= _WINDS
    if mask & DRAGON_TILES:
        key |= _DRAGONS
    if not mask & _NOT_GREEN:
        key |= _GREEN
    if not mask & _NOT_REVERSIBLE:
        key |= _REVERSIBLE
    return _OF_KINDS[key]


def _of_kinds(key: int) -> int:
    """By the ranks, how many suits, and what else there is; see `of_all_tiles`."""
    ranks, suits = key & _SUIT, key // _ONE_SUIT & 3
    honours = bool(key & (_WINDS | _DRAGONS))
    found = bits("绿一色") if key & _GREEN else 0
    if key & _REVERSIBLE:
        found |= bits("推不倒")
    if suits == 3 and key & _WINDS and key & _DRAGONS:
        found |= bits("五门齐")
    if suits == 2:
        found |= bits("缺一门")
    if suits == 1:
        found |= bits("混一色" if honours else "清一色")
    if not ranks:
        return found | bits("字一色", "混幺九")
    if not ranks & ~_ENDS:
        found |= bits("混幺九" if honours else "清幺九")
    if not honours:
        found |= bits("无字")
        if not ranks & _ENDS:
            found |= bits("断幺")
        for allowed, fan in _RANGES:
            if not ranks & ~allowed:
                found |= fan
    return found


_OF_KINDS: Final = Remembered(_of_kinds, 1 << 15)

# By how many of the five groups hold a terminal or honour, a five, only even tiles: three bits each.
OF_GROUPS: Final = tuple(
    (bits("全带幺") if index & 7 == 5 else 0)
    | (bits("全带五") if index >> 3 & 7 == 5 else 0)
    | (bits("全双刻") if index >> 6 == 5 else 0)
    for index in range(512)
)


def of_kongs(melded: int, concealed: int) -> int:
    """What kongs give; lesser kong fan are there too, for the table of exclusions to take away."""
    found = bits("明杠") if melded else 0
    if concealed:
        found |= bits("暗杠")
    if melded >= 2:
        found |= bits("双明杠")
    if concealed >= 2:
        found |= bits("双暗杠")
    if melded and concealed:
        found |= bits("明暗杠")
    if melded + concealed >= 3:
        found |= bits("三杠")
    return found | (bits("四杠") if melded + concealed == 4 else 0)


_KONGS: Final = tuple(tuple(of_kongs(m, c) if m + c <= 4 else 0 for c in range(5)) for m in range(5))
_CONCEALED: Final = (
    *(0, 0, bits("双暗刻"), bits("双暗刻", "三暗刻")),
    bits("双暗刻", "三暗刻", "四暗刻"),
)
# By melded kongs, concealed kongs, and pungs and kongs that are concealed.
OF_KONGS_AND_PUNGS: Final = tuple(
    tuple(tuple(kongs | concealed for concealed in _CONCEALED) for kongs in row) for row in _KONGS
)


def _of_winning(index: int) -> int:
    self_drawn, last_of_kind, last_wall, kong = (index >> place & 1 for place in range(4))
    exposed = index >> 4
    found = bits("和绝张") if last_of_kind else 0
    if self_drawn:
        found |= bits("自摸")
    if last_wall:
        found |= bits("妙手回春" if self_drawn else "海底捞月")
    if kong:
        found |= bits("杠上开花" if self_drawn else "抢杠和")
    if exposed == 0:
        found |= bits("不求人" if self_drawn else "门前清")
    if exposed == 4 and not self_drawn:
        found |= bits("全求人")
    return found


# By four flags (self-drawn 1, last of its kind 2, last of the wall 4, kong 8) and 16 times the exposed melds.
OF_WINNING: Final = tuple(_of_winning(index) for index in range(16 * 5))

FOURS: Final = tuple(copies("四归一", count) for count in range(8))
SEVEN_PAIRS: Final = bits("七对", "单钓将")
SHIFTED_PAIRS: Final = bits("连七对", "七对", "单钓将")
ALL_CHOWS: Final = bits("平和")
NINE_GATES: Final = bits("九莲宝灯")
KNITTED_STRAIGHT: Final = bits("组合龙")
THIRTEEN_ORPHANS: Final = bits("十三幺")
LESSER_KNITTED: Final = bits("全不靠")
GREATER_KNITTED: Final = bits("七星不靠", "全不靠")
EDGE_WAIT: Final = bits("边张")
CLOSED_WAIT: Final = bits("坎张")
SINGLE_WAIT: Final = bits("单钓将")
