"""Groups without repeats from one session that is turned like a wheel.

Let R be the number of sessions and 4 * tables = 3R + f with f = 1, 2 or 3. The points are three wheels of R
points each and f points that stand still. One session, the starter, is laid out; session r is the starter
with every wheel turned by r. A pair on wheels i and j at distance d meets again in another session exactly
if the starter holds a second pair on the same two wheels at the same distance. So nobody meets twice if in
the starter every distance, on one wheel and between two, is there at most once, and if a point that stands
still sits with one point of each wheel. The number of sessions is then the most that is possible, R =
(players - 1) // 3.

To make the search for a starter small it has a symmetry: point a of wheel i goes to point mu * a of the
next wheel, where mu * mu * mu = 1 modulo R. The constants hold one table of every three that go over into
each other.
"""

from __future__ import annotations

from .found import STARTERS
from .groups import Group, Groups, renamed


def by_development(players: int, sessions: int, rows: bool) -> list[Groups]:
    """So many sessions from a starter, if there is one; with `rows`, one more session makes the rows."""
    if players not in STARTERS or sessions + rows > (players - 1) // 3:
        return []
    made = [_turned(players, r) for r in range(sessions + rows)]
    return [Groups(made[:sessions], made[sessions] if rows else None)]


def _turned(players: int, by: int) -> list[Group]:
    """The starter with every wheel turned by so many points."""
    size = (players - 1) // 3
    turn = [p // size * size + (p % size + by) % size if p < 3 * size else p for p in range(players)]
    return renamed(_starter(players), turn)


def _starter(players: int) -> list[Group]:
    """The starter: the tables of the constants with all their images under the symmetry."""
    size = (players - 1) // 3
    still = players - 3 * size
    times, tables = STARTERS[players]

    def image(point: int) -> int:
        if point < 3 * size:
            return (point // size + 1) % 3 * size + point % size * times % size
        return 3 * size + (point - 3 * size + 1) % 3 if still == 3 and times == 1 else point

    made: list[Group] = []
    for table in tables:
        group = table
        for _ in range(3):
            made.append(group)
            a, b, c, d = group
            group = (image(a), image(b), image(c), image(d))
            if set(group) == set(table):
                break
    return made
