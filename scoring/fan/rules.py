"""What a rulebook decides about fan (RULES.md §11), and which of the fan that a hand shows are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.fan.names import BY_NAME, FANS, FLOWER, Fan, bits
from scoring.fan.remember import Remembered

# Sets of fan that are remembered for one rulebook, in each of four tables.
REMEMBERED: Final = 1 << 14
_CHICKEN: Final = BY_NAME["无番和"]
# The fan in three parts, as bits: what is remembered of each part is small and soon complete.
_HIGH: Final = BY_NAME["碰碰和"].bit - 1
_LOW: Final = FLOWER.bit - BY_NAME["一般高"].bit
_MIDDLE: Final = FLOWER.bit - 1 - _HIGH - _LOW

# Fan by their Chinese names with how often each is counted, in the order of the table.
Counted = tuple[tuple[str, int], ...]


class Excluded(NamedTuple):
    """So many copies of a fan that are not counted because `by` is."""

    fan: Fan
    copies: int
    by: Fan


def _counted_excluders(excluding: int, takes: dict[int, int]) -> Iterator[int]:
    """The bits of those that are not excluded themselves; whatever excludes has a lower bit than what it excludes."""
    while excluding:
        bit = excluding & -excluding
        yield bit
        excluding &= ~(bit | takes[bit])


class Rules:
    """The options of one rulebook, ready for counting. Get one from `rules_of`; it is shared."""

    def __init__(self, fan: Mapping[str, int | str | bool], minimum: int) -> None:
        self.minimum = minimum
        self.knitted_body_wait = bool(fan["knitted_body_wait"])
        self.self_draw_only = fan["concealed_self_draw"] == "self_draw"
        self.points: dict[int, int] = {each.id: each.points for each in FANS}
        self.points[BY_NAME["双暗杠"].id] = int(fan["two_concealed_kongs"])
        # Fan that this rulebook does not have.
        self._unknown = bits("明暗杠") if fan["mixed_kongs"] == "separate" else 0
        if not self._unknown:
            self.points[BY_NAME["明暗杠"].id] = int(fan["mixed_kongs"])
        self._takes = {each.bit: fields for each in FANS if (fields := self._fields(each))}
        self._excluding = sum(self._takes) & ~self._unknown
        self._taken = Remembered(self._taken_by, REMEMBERED)
        self._high, self._middle, self._low = (Remembered(self._counted, REMEMBERED) for _ in range(3))

    def score(self, present: int) -> tuple[int, Counted]:
        """What is counted of the fan in `present`, and its points; nothing at all is a chicken hand."""
        left = present & ~(self._taken[present & self._excluding] | self._unknown)
        if left & _ONE_LESS:
            left = one_less(left)
        high, highest = self._high[left & _HIGH]
        middle, next_ones = self._middle[left & _MIDDLE]
        low, lowest = self._low[left & _LOW]
        if not left:
            return _CHICKEN.points, ((_CHICKEN.zh, 1),)
        return high + middle + low, highest + next_ones + lowest

    def excluded(self, present: int) -> list[Excluded]:
        """What of `present` is not counted, each with the highest counted fan that excludes it."""
        result: list[Excluded] = []
        left = present & ~self._unknown
        by_bit = {fan.bit: fan for fan in FANS}
        for bit in _counted_excluders(left & self._excluding, self._takes):
            gone = left & self._takes[bit]
            result += [Excluded(fan, fan.count_in(gone), by_bit[bit]) for fan in FANS if fan.bit & gone]
            left ^= gone
        fewer = one_less(left) ^ left
        excluding = next((fan for fan in FANS if fan.one_less and fan.bit & left), None)
        if excluding and fewer:
            result += [Excluded(fan, 1, excluding) for fan in FANS if fan.field & fewer]
        return result

    def knows(self, fan: Fan) -> bool:
        """Whether this rulebook has the fan at all: 明暗杠 is not everywhere one."""
        return not fan.bit & self._unknown

    def excludes(self, fan: Fan) -> tuple[str, ...]:
        """The names that are never counted beside this fan under these rules."""
        if fan.always_concealed and self.self_draw_only:
            return (*fan.excludes, "不求人")
        return fan.excludes

    def _taken_by(self, excluding: int) -> int:
        taken = 0
        for bit in _counted_excluders(excluding, self._takes):
            taken |= self._takes[bit]
        return taken

    def _counted(self, present: int) -> tuple[int, Counted]:
        fans = [(fan, fan.count_in(present)) for fan in FANS if fan.bit & present]
        points = sum(self.points[fan.id] * count for fan, count in fans)
        return points, tuple((fan.zh, count) for fan, count in fans)

    def _fields(self, fan: Fan) -> int:
        mask = 0
        for name in self.excludes(fan):
            mask |= BY_NAME[name].field
        return mask


_ONE_LESS: Final = bits(*(fan.zh for fan in FANS if fan.one_less))


def one_less(present: int) -> int:
    """These fan without the one copy of others that some of them take away."""
    for by in FANS:
        if by.one_less and by.bit & present:
            for name in by.one_less:
                fan = BY_NAME[name]
                field = present & fan.field
                present ^= field ^ (field >> 1 & fan.field)
    return present


@lru_cache(maxsize=8)
def _rules(options: tuple[tuple[str, int | str | bool], ...], minimum: int) -> Rules:
    return Rules(dict(options), minimum)


def rules_of(fan: Mapping[str, int | str | bool], minimum: int = 8) -> Rules:
    """The rules for the options of a rulebook: `rules_of(rulebook.fan, rulebook.minimum)`."""
    return _rules(tuple(sorted(fan.items())), minimum)
