"""How many hands were won with how many fan, or points, as bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.queries.bars import fan_ranges, steps_grow, suited_ranges
from tournament.queries.hand_counts import share

from .rounding import percent

__all__ = ["Bar", "fan_bars", "steps_grow", "suited_bars"]


@dataclass(frozen=True)
class Bar:
    """One bar of a distribution: `length` in hundredths of the longest."""

    name: str
    count: int
    percent: str
    length: int


def fan_bars(fans: Mapping[int, int]) -> list[Bar]:
    """How many hands were won with how many fan; what lies below the first hand and above the last is left out."""
    return _bars(fan_ranges(fans))


def suited_bars(worths: Mapping[int, int]) -> list[Bar]:
    """The same where nobody knows beforehand what hands give: a bar for each number, or as narrow as a few can be."""
    return _bars(suited_ranges(worths))


def _bars(ranges: Sequence[tuple[str, int]]) -> list[Bar]:
    longest, wins = max((n for _name, n in ranges), default=1), sum(n for _name, n in ranges)
    return [Bar(name, n, percent(share(n, wins)), 100 * n // longest) for name, n in ranges]
