"""Local search on one session of people in an order: exchange two of nearby tables as long as it gets cheaper.

A seating is a line of people, four by four the tables; a person is his rank, 0 .. N - 1. Its cost is the sum of
prices[a][b] over the pairs a, b at a table. Integers only and a fixed number of steps: the same input gives the same
output, however fast the machine is.
"""

from __future__ import annotations

from collections.abc import Sequence

from .progress import Progress
from .stream import WORD, Stream

Prices = Sequence[Sequence[int]]

_STAGES = 48
# How many tables away the other of an exchange sits: one of these by chance, to either side.
_AWAY = (1,) * 24 + (2,) * 14 + (3,) * 8 + (4,) * 6 + (5, 5, 6, 6, 7, 8, 10, 12, 14, 17, 20, 24)
# Of 65,536: how often a move that costs one place more is accepted, in the first and the last stage.
_HOT, _COLD = 63_900, 39_000
_SHARE = 1 << 16


def cost_of(seats: Sequence[int], prices: Prices) -> int:
    """The cost of a seating."""
    total = 0
    for i in range(0, len(seats), 4):
        a, b, c, d = seats[i : i + 4]
        total += prices[a][b] + prices[a][c] + prices[a][d] + prices[b][c] + prices[b][d] + prices[c][d]
    return total


def cost_of_places(table: Sequence[int]) -> int:
    """The sum of the differences of rank over the pairs of a table: 3 (d - a) + (c - b) if a < b < c < d."""
    a, b, c, d = sorted(table)
    return 3 * (d - a) + c - b


def in_order(seats: Sequence[int]) -> list[int]:
    """The same tables, ordered by the sum of their ranks; then by the best of them. Each is in order itself."""
    tables = [sorted(seats[i : i + 4]) for i in range(0, len(seats), 4)]
    tables.sort(key=lambda table: (sum(table), table))
    return [rank for table in tables for rank in table]


def walk(
    seats: Sequence[int], prices: Prices, stream: Stream, steps: int, progress: Progress
) -> tuple[list[int], int]:
    """The cheapest seating met on a walk of about `steps` steps from `seats`, its tables in order, and its cost."""
    state = _Walk(in_order(seats), prices)
    progress.expect(steps)
    for stage in range(_STAGES):
        ratio = _HOT - (_HOT - _COLD) * stage // (_STAGES - 1)
        accept, share = [], WORD
        while share:
            accept.append(share)
            share = share * ratio // _SHARE
        state.run(stream, steps // _STAGES, accept)
        state.seats = in_order(state.seats)
        progress.did(steps // _STAGES)
    progress.did(steps % _STAGES)
    return in_order(state.best), state.least


class _Walk:
    """Who sits where, what that costs, and the cheapest so far."""

    def __init__(self, seats: list[int], prices: Prices) -> None:
        self.seats, self._prices = seats, prices
        self._cost = self.least = cost_of(seats, prices)
        self.best = seats[:]

    def run(self, stream: Stream, steps: int, accept: list[int]) -> None:
        """Take `steps` steps; a move that costs d more is made when a random word is below accept[d]."""
        seats, prices, word = self.seats, self._prices, stream.word
        people, far = len(seats), len(accept)
        for _ in range(steps):
            chance = word()
            i = chance * people >> 32
            first = i & -4
            away = _AWAY[chance & 63] << 2
            chance = word()
            second = first + away if chance & 4 else first - away
            if not 0 <= second < people:
                continue
            j = second + (chance & 3)
            p, q = seats[i], seats[j]
            u, v, w, x = seats[first : first + 4]
            a, b, c, d = seats[second : second + 4]
            row_p, row_q = prices[p], prices[q]
            # Each is counted with himself, which costs nothing, and in the other's place with the other.
            delta = row_q[u] + row_q[v] + row_q[w] + row_q[x] - row_q[a] - row_q[b] - row_q[c] - row_q[d]
            delta += row_p[a] + row_p[b] + row_p[c] + row_p[d] - row_p[u] - row_p[v] - row_p[w] - row_p[x]
            delta -= 2 * row_p[q]
            if delta > 0 and (delta >= far or word() >= accept[delta]):
                continue
            seats[i], seats[j] = q, p
            self._cost += delta
            if self._cost < self.least:
                self.least, self.best = self._cost, seats[:]
