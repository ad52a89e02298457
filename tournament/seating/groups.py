"""Who meets whom, before anybody has a name: groups of points that later become people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Group = tuple[int, int, int, int]


@dataclass(frozen=True)
class Groups:
    """Sessions of groups of the points 0 .. 4 * tables - 1.

    `rows` is a session's worth of groups whose members never meet in `sessions`: places for teams; None if
    there is none. In the first `numbered` sessions the groups are in an order of tables in which nobody
    sits at one table twice.
    """

    sessions: list[list[Group]]
    rows: list[Group] | None = None
    numbered: int = 0


def in_fours(points: Sequence[int]) -> list[Group]:
    """A line of points cut into groups of four neighbours."""
    return [(points[i], points[i + 1], points[i + 2], points[i + 3]) for i in range(0, len(points), 4)]


def renamed(session: Sequence[Group], name: Sequence[int]) -> list[Group]:
    """The same groups with name[point] in the place of every point."""
    return [(name[a], name[b], name[c], name[d]) for a, b, c, d in session]
