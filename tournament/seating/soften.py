"""Soft wishes in sessions drawn one at a time: people change places where nothing else gets worse.

Only exchanges within a session are made that neither bring more repeats nor more meetings of people who must
stay apart; so a wish never costs either.
"""

from __future__ import annotations

from collections.abc import Sequence

from .anneal import Meetings
from .conflicts import Weights
from .groups import Group, in_fours
from .progress import Progress
from .stream import WORD, Stream

STEPS = 100_000
_PIECE = 10_000


def soften(
    sessions: Sequence[Sequence[Group]],
    pretended: Meetings,
    weights: Weights,
    stream: Stream,
    progress: Progress,
) -> list[list[Group]]:
    """The sessions with fewer meetings that `weights` puts a price on, and no more of any other cost.

    `pretended` holds the meetings that count on top of those in `sessions`, as for `anneal`.
    """
    search = _Search(sessions, pretended, weights)
    progress.expect(STEPS)
    for first in range(0, STEPS, _PIECE):
        if search.best_price:
            search.run(range(first, first + _PIECE), stream)
        progress.did(_PIECE)
    return search.best


class _Search:
    def __init__(self, sessions: Sequence[Sequence[Group]], pretended: Meetings, weights: Weights) -> None:
        self.seats = [[p for group in session for p in group] for session in sessions]
        self.met = [row[:] for row in pretended]
        self.class_of, self.between = weights.class_of, weights.between
        self.price = 0
        for session in sessions:
            for group in session:
                for k, one in enumerate(group):
                    for other in group[:k]:
                        self.met[one][other] += 1
                        self.met[other][one] += 1
                        self.price += self._weight(one, other)
        self._keep()

    def _keep(self) -> None:
        self.best_price = self.price
        self._best = [row[:] for row in self.seats]

    @property
    def best(self) -> list[list[Group]]:
        return [in_fours(row) for row in self._best]

    def _weight(self, one: int, other: int) -> int:
        return self.between[self.class_of[one]].get(self.class_of[other], 0)

    def run(self, steps: range, stream: Stream) -> None:
        """Try so many exchanges that begin at somebody who meets whom he better does not."""
        word, players = stream.word, len(self.met)
        for step in steps:
            place = word() * (len(self.seats) * players) >> 32
            seats, i = self.seats[place // players], place % players
            p = seats[i]
            here = [x for x in seats[i & -4 : (i & -4) + 4] if x != p]
            now = sum(self._weight(p, x) for x in here)
            if not now:
                continue
            j = word() * players >> 32
            if i & -4 == j & -4:
                continue
            q = seats[j]
            there = [x for x in seats[j & -4 : (j & -4) + 4] if x != q]
            if self._worse(p, q, here, there):
                continue
            delta = sum(self._weight(p, x) - self._weight(q, x) for x in there)
            delta += sum(self._weight(q, x) for x in here) - now
            if delta > 0 and word() >= WORD >> (2 * delta * (1 + step * 8 // STEPS)):
                continue
            self._exchange(p, q, here, there)
            seats[i], seats[j] = q, p
            self.price += delta
            if self.price < self.best_price:
                self._keep()

    def _worse(self, p: int, q: int, here: list[int], there: list[int]) -> bool:
        """Whether more people meet again if p and q change places: people at one table now have met once here."""
        row_p, row_q = self.met[p], self.met[q]
        before = sum(row_p[x] - 1 for x in here) + sum(row_q[x] - 1 for x in there)
        return sum(row_q[x] for x in here) + sum(row_p[x] for x in there) > before

    def _exchange(self, p: int, q: int, here: list[int], there: list[int]) -> None:
        for own, other, mates in ((p, q, here), (q, p, there)):
            for mate in mates:
                self.met[own][mate] -= 1
                self.met[mate][own] -= 1
                self.met[other][mate] += 1
                self.met[mate][other] += 1
