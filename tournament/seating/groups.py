"""Who meets whom: the best groups known for a number of players and sessions, as points that are not yet people."""

from __future__ import annotations

from .anneal import Group, anneal, meetings
from .columns import Groups, by_columns
from .stream import Stream

STEPS = 400_000


def without_repeats(players: int, sessions: int, rows: bool) -> list[Groups]:
    """All constructions that seat so many sessions with no repeat, the best first; with `rows` only those that leave rows."""
    return by_columns(players // 4, sessions, rows)


def longest(players: int, sessions: int, rows: bool) -> Groups:
    """The construction without repeats for as many of the sessions as possible, at least one."""
    for fewer in range(sessions, 0, -1):
        ways = without_repeats(players, fewer, rows)
        if ways:
            return ways[0]
    one = [(p, p + 1, p + 2, p + 3) for p in range(0, players, 4)]
    return Groups([one])


def stacked(base: Groups, sessions: int, stream: Stream) -> Groups:
    """As many sessions as asked for from copies of `base` under other names; rows stay rows."""
    made = list(base.sessions)
    players = 4 * len(made[0])
    while len(made) < sessions:
        name = _renaming(base.rows, players, stream)
        for session in base.sessions[: sessions - len(made)]:
            made.append([(name[a], name[b], name[c], name[d]) for a, b, c, d in session])
    return Groups(made, base.rows)


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


def with_fewest_repeats(players: int, sessions: int, rows: bool, stream: Stream) -> Groups:
    """Groups for more sessions than any construction gives: copies of the longest, then local search."""
    start = stacked(longest(players, sessions, rows), sessions, stream)
    apart = meetings(players, [])
    for row in start.rows or ():
        for p in row:
            for other in row:
                if p != other:
                    apart[p][other] = 100
    return Groups(anneal(start.sessions, apart, stream, STEPS), start.rows)
