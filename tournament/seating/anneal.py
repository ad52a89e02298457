"""Local search on groups: exchange two players of a session as long as fewer people meet again.

The cost of a seating is the sum over pairs of C(m, 2), where m counts how often the two have met: in the
sessions being drawn, in sessions already played, and, for people who must stay apart, a number of pretended
meetings. So a repeat, a repeat with the past and a meeting of team-mates are one thing with different
weights. Integers only and a fixed number of steps: the same input gives the same output, however fast the
machine is.
"""

from __future__ import annotations

from collections.abc import Sequence

from .groups import Group, in_fours
from .progress import Progress
from .stream import WORD, Stream

Meetings = list[list[int]]

_STAGES = 64
_APART = 100
_SHARE = 1 << 16
# Of 65,536: how often a move that costs 1 is accepted, at the start and at the end. WARM keeps most of the start.
HOT, WARM, _COLD = 9000, 600, 60


def meetings(players: int, sessions: Sequence[Sequence[Sequence[int | None]]]) -> Meetings:
    """How often every two of `players` people (0-based) sat at one table."""
    met = [[0] * players for _ in range(players)]
    for session in sessions:
        for table in session:
            people = [p for p in table if p is not None]
            for p in people:
                row = met[p]
                for other in people:
                    row[other] += 1
    for p in range(players):
        met[p][p] = 0
    return met


def apart(
    players: int, clubs: Sequence[Sequence[int]], past: Sequence[Sequence[Sequence[int | None]]] = ()
) -> Meetings:
    """The meetings of `past`, and many pretended ones between people of one club."""
    met = meetings(players, past)
    for club in clubs:
        for p in club:
            for other in club:
                if p != other:
                    met[p][other] += _APART
    return met


def anneal(
    sessions: Sequence[Sequence[Group]],
    pretended: Meetings,
    stream: Stream,
    steps: int,
    least: int = 0,
    hot: int = HOT,
    progress: Progress | None = None,
) -> tuple[list[list[Group]], int]:
    """The best seating met on a walk of `steps` steps that starts from `sessions`, and its cost.

    `pretended` holds the meetings that count on top of those in `sessions`. The walk ends early when the
    cost of the drawn sessions is down to `least`. The order of tables within a session is kept.
    """
    walk = _Walk(sessions, pretended)
    progress = progress or Progress()
    piece = steps // _STAGES
    progress.expect(_STAGES * piece)
    accept = [0] * 16
    for stage in range(_STAGES):
        if walk.best_cost <= least:
            progress.did((_STAGES - stage) * piece)
            break
        ratio = hot - (hot - _COLD) * stage // (_STAGES - 1)
        share = WORD
        for delta in range(16):
            accept[delta] = share
            share = share * ratio // _SHARE
        walk.run(stream, piece, accept, least)
        progress.did(piece)
    return walk.best, walk.best_cost


def cost_of(sessions: Sequence[Sequence[Group]], pretended: Meetings) -> int:
    """The cost of a seating."""
    return _Walk(sessions, pretended).cost


class _Walk:
    """The state of one walk: who sits where, who met whom, the cost now and the best so far."""

    def __init__(self, sessions: Sequence[Sequence[Group]], pretended: Meetings) -> None:
        self.seats = [[p for group in session for p in group] for session in sessions]
        self.met = [row[:] for row in pretended]
        self.cost = 0
        for session in sessions:
            for group in session:
                for i in range(4):
                    for j in range(i):
                        a, b = group[i], group[j]
                        self.cost += self.met[a][b]
                        self.met[a][b] += 1
                        self.met[b][a] += 1
        self._keep()

    def _keep(self) -> None:
        self.best_cost = self.cost
        self._best_seats = [row[:] for row in self.seats]

    @property
    def best(self) -> list[list[Group]]:
        return [in_fours(row) for row in self._best_seats]

    def run(self, stream: Stream, steps: int, accept: list[int], least: int) -> None:
        """Take `steps` steps; a move that costs d more is made when a random word is below accept[d]."""
        met, word = self.met, stream.word
        count, players = len(self.seats), len(self.met)
        places = count * players
        for _ in range(steps):
            place = word() * places >> 32
            seats = self.seats[place // players]
            i = place % players
            first = i & -4
            p = seats[i]
            u, v, w, x = seats[first : first + 4]
            row_p = met[p]
            # Of a table mate whom p meets here only, the count is 1; p's own is 0.
            before = row_p[u] + row_p[v] + row_p[w] + row_p[x]
            if before == 3:
                continue
            j = word() * players >> 32
            second = j & -4
            if first == second:
                continue
            q = seats[j]
            a, b, c, d = seats[second : second + 4]
            row_q = met[q]
            both = row_p[q]
            after = row_q[u] + row_q[v] + row_q[w] + row_q[x] - both
            delta = after - before + 6 - (row_q[a] + row_q[b] + row_q[c] + row_q[d])
            delta += row_p[a] + row_p[b] + row_p[c] + row_p[d] - both
            if delta > 0 and (delta > 15 or word() >= accept[delta]):
                continue
            self._exchange(seats, i, j)
            self.cost += delta
            if self.cost < self.best_cost:
                self._keep()
                if self.cost <= least:
                    return

    def _exchange(self, seats: list[int], i: int, j: int) -> None:
        p, q = seats[i], seats[j]
        met = self.met
        for own, other, place in ((p, q, i), (q, p, j)):
            first = place & -4
            for mate in seats[first : first + 4]:
                if mate != own:
                    met[own][mate] -= 1
                    met[mate][own] -= 1
                    met[other][mate] += 1
                    met[mate][other] += 1
        seats[i], seats[j] = q, p
