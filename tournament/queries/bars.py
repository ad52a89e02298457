"""How many hands were won with how much, in ranges: for bars on pages and on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

# The lowest fan of each range; the last one is open. Narrow where most hands are: half of them have 8 to 13 fan.
BARS = (0, 8, 10, 12, 16, 24, 32, 48, 64, 88)
# Where it is not known beforehand how much a hand can give, so many bars at most.
MOST_BARS = 10
# The lowest number of each bar in tenths of 1, 10, 100 and so on, from narrow bars to wide ones.
LADDERS = ((10, 12, 15, 20, 25, 30, 40, 50, 60, 80), (10, 20, 30, 50, 70), (10, 20, 50), (10,))


@dataclass(frozen=True)
class _Range:
    """The wins that are in one bar; without an end all above."""

    start: int
    end: int | None

    def holds(self, worth: int) -> bool:
        return self.start <= worth and (self.end is None or worth <= self.end)

    @property
    def name(self) -> str:
        if self.end is None:
            return f"{self.start}+"
        return f"{self.start}" if self.start == self.end else f"{self.start}–{self.end}"


def fan_ranges(fans: Mapping[int, int]) -> list[tuple[str, int]]:
    """How many hands were won with how many fan: (fan, hands), without what lies below the first and above the last."""
    ends = [*(start - 1 for start in BARS[1:]), None]
    return _filled(fans, [_Range(start, end) for start, end in zip(BARS, ends, strict=True)])


def suited_ranges(worths: Mapping[int, int]) -> list[tuple[str, int]]:
    """The same where nobody knows beforehand what hands give: each number, or as narrow as a few ranges can be."""
    if not worths:
        return []
    starts = _starts(min(worths), max(worths))
    return _filled(worths, [_Range(start, after - 1) for start, after in pairwise(starts)])


def steps_grow(worths: Mapping[int, int]) -> bool:
    """Whether `suited_ranges` have not the same width."""
    return max(worths, default=0) - min(worths, default=0) >= MOST_BARS


def _starts(low: int, high: int) -> Sequence[int]:
    """Where bars for the numbers from `low` to `high` begin, and where the one after them would."""
    if high - low < MOST_BARS:
        return range(low, high + 2)
    found: list[int] = []
    for ladder in LADDERS:
        found = [0]
        steps = (
            tenths * 10**power // 10 for power in count() for tenths in ladder if tenths * 10**power % 10 == 0
        )
        while found[-1] <= high:
            found.append(next(steps))
        while found[1] <= low:
            found.pop(0)
        if len(found) - 1 <= MOST_BARS:
            break
    return found


def _filled(worths: Mapping[int, int], ranges: Sequence[_Range]) -> list[tuple[str, int]]:
    """A line for each range from the first that has hands to the last."""
    counted = [sum(n for worth, n in worths.items() if one.holds(worth)) for one in ranges]
    filled = [index for index, n in enumerate(counted) if n]
    return [(ranges[at].name, counted[at]) for at in range(filled[0], filled[-1] + 1)] if filled else []
