"""What a rulebook decides about fan (RULES.md §11), and which of the fan that a hand shows are counted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.fan.names import BY_NAME, FANS, Fan, bits

# Distinct sets of fan that are remembered for one rulebook.
REMEMBERED: Final = 1 << 16
_CHICKEN = bits("无番和")


class Score(NamedTuple):
    """Points without flowers, and the fan that give them with their counts, the highest first."""

    points: int
    mask: int
    counted: tuple[tuple[Fan, int], ...]


class Excluded(NamedTuple):
    """So many copies of a fan that are not counted because `by` is."""

    fan: Fan
    count: int
    by: Fan


class Rules:
    """The options of one rulebook, ready for counting. Get one from `rules_of`; it is shared."""

    def __init__(self, fan: Mapping[str, int | str | bool], minimum: int) -> None:
        self.minimum = minimum
        self.knitted_body_wait = bool(fan["knitted_body_wait"])
        self.self_draw_only = fan["concealed_self_draw"] == "self_draw"
        self.mixed_kongs = fan["mixed_kongs"]
        self.points: dict[int, int] = {each.id: each.points for each in FANS}
        self.points[BY_NAME["双暗杠"].id] = int(fan["two_concealed_kongs"])
        # Fan that this rulebook does not have.
        self.unknown = bits("明暗杠") if self.mixed_kongs == "separate" else 0
        if not self.unknown:
            self.points[BY_NAME["明暗杠"].id] = int(self.mixed_kongs)
        self.order = sorted(FANS, key=lambda each: (-self.points[each.id], each.bit))
        self._excludes = [(each.bit, self._excluded_fields(each), each) for each in self.order]
        self._remembered: dict[int, Score] = {}

    def score(self, present: int) -> Score:
        """What is counted of the fan in `present`; nothing at all is a chicken hand."""
        found = self._remembered.get(present)
        if found is None:
            if len(self._remembered) >= REMEMBERED:
                self._remembered.clear()
            found = self._remembered[present] = self._score(present)
        return found

    def excluded(self, present: int) -> list[Excluded]:
        """What of `present` is not counted, each with the highest counted fan that excludes it."""
        result = []
        present &= ~self.unknown
        for bit, fields, by in self._excludes:
            if present & bit:
                left = self._without(present, fields, by)
                gone = present ^ left
                result += [Excluded(fan, fan.count_in(gone), by) for fan in FANS if fan.field & gone]
                present = left
        return result

    def excludes(self, fan: Fan) -> tuple[str, ...]:
        """The names that are never counted beside this fan under these rules."""
        if fan.always_concealed and self.self_draw_only:
            return (*fan.excludes, "不求人")
        return fan.excludes

    def _excluded_fields(self, fan: Fan) -> int:
        mask = 0
        for name in self.excludes(fan):
            mask |= BY_NAME[name].field
        return mask

    def _score(self, present: int) -> Score:
        left = present & ~self.unknown
        for bit, fields, by in self._excludes:
            if left & bit:
                left = self._without(left, fields, by)
        left = left or _CHICKEN
        counted = tuple((fan, fan.count_in(left)) for fan in self.order if fan.field & left)
        return Score(sum(self.points[fan.id] * count for fan, count in counted), left, counted)

    @staticmethod
    def _without(present: int, fields: int, by: Fan) -> int:
        present &= ~fields
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
