"""The best groups known for a number of players and sessions."""

from __future__ import annotations

from .anneal import WARM, anneal, apart
from .charts import CHARTS
from .columns import by_columns
from .developed import by_development
from .found import DIGITS
from .groups import Group, Groups, in_fours, renamed
from .limits import least_quad
from .progress import Progress
from .stream import Stream

STEPS = 500_000


def without_repeats(players: int, sessions: int, rows: bool) -> list[Groups]:
    """All constructions of so many sessions without repeats, the best first; with `rows`, those with rows."""
    return by_columns(players // 4, sessions, rows) + by_development(players, sessions, rows)


def with_fewest_repeats(
    players: int, sessions: int, rows: bool, stream: Stream, progress: Progress
) -> Groups:
    """More sessions than a construction gives: a chart, or copies under other names and local search."""
    if not rows and (players, sessions) in CHARTS:
        return Groups(_chart(players, sessions))
    start = _stacked(players, sessions, rows, stream)
    teams = [list(row) for row in start.rows or ()]
    least = least_quad(players, sessions, 6 * len(teams))
    found, _ = anneal(start.sessions, apart(players, teams), stream, STEPS, least, WARM, progress)
    return Groups(found, start.rows)


def _chart(players: int, sessions: int) -> list[list[Group]]:
    points = [DIGITS.index(digit) for digit in CHARTS[players, sessions][1]]
    return [in_fours(points[i : i + players]) for i in range(0, len(points), players)]


def _stacked(players: int, sessions: int, rows: bool, stream: Stream) -> Groups:
    """The most sessions known, and on top of them copies under other names; rows stay rows."""
    base = _longest(players, sessions, rows)
    made = list(base.sessions)
    while len(made) < sessions:
        name = _renaming(base.rows, players, stream)
        made += [renamed(session, name) for session in base.sessions[: sessions - len(made)]]
    return Groups(made, base.rows)


def _longest(players: int, sessions: int, rows: bool) -> Groups:
    for fewer in range(sessions, 0, -1):
        if not rows and (players, fewer) in CHARTS:
            return Groups(_chart(players, fewer))
        ways = without_repeats(players, fewer, rows)
        if ways:
            return ways[0]
    return Groups([in_fours(range(players))])


def _renaming(rows: list[Group] | None, players: int, stream: Stream) -> list[int]:
    if rows is None:
        return stream.permutation(players)
    name = [0] * players
    for row, other in zip(rows, stream.permutation(len(rows)), strict=True):
        target = list(rows[other])
        stream.shuffle(target)
        for point, new in zip(row, target, strict=True):
            name[point] = new
    return name
