"""The cheapest session that can be made of given tables: branch and bound, with a number of nodes that is never passed.

Every person gets a share, and every table is marked down by the shares of its people. Whatever tables are chosen, each
person sits at one of them, so all shares are paid, and he pays at least a quarter of the cheapest marked-down table
that he has left. So

    cost  >=  sum of all shares  +  sum over the people of a quarter of their cheapest marked-down table.

This holds for any shares. Good ones make the bound high: whoever is asked for by many of the cheapest tables gets a
lower share, whoever is asked for by few a higher one, in ever smaller steps. Whole numbers only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .exact import Cover, bits, mask_of
from .groups import Group

_SCALE = 32  # shares are counted in parts of a place
_ROUNDS = 120
_PATIENCE = 6
_ASKING = 100

Good = Callable[[Sequence[Group]], bool]


def cheapest(
    groups: Sequence[Group],
    costs: Sequence[int],
    below: int,
    node_limit: int,
    good: Good | None = None,
) -> tuple[list[Group] | None, bool]:
    """Tables that seat everybody of `groups` once and cost together less than `below`, as little as possible.

    With `good` only sessions for which it is true; asking counts as a hundred nodes. None
    if none were found. The second answer says whether the search went to the end, so that the first is proved.
    """
    free = 0
    for group in groups:
        free |= mask_of(group)
    scaled = [cost * _SCALE for cost in costs]
    shares = _shares(groups, scaled)
    bound = _Bound(groups, scaled, free, shares, (below * _SCALE, node_limit, good))
    bound.look((1 << len(groups)) - 1, free, 0)
    return bound.best, bound.nodes <= node_limit


def _shares(groups: Sequence[Group], costs: Sequence[int]) -> dict[int, int]:
    """A share for everybody such that the bound is high (a subgradient method)."""
    own: dict[int, list[int]] = {}
    for number, group in enumerate(groups):
        for p in group:
            own.setdefault(p, []).append(number)
    shares = dict.fromkeys(own, 0)
    best, highest, stalled = shares.copy(), None, 0
    step = max(8 * _SCALE, max(min(costs[n] for n in numbers) for numbers in own.values()) // 8)
    for _ in range(_ROUNDS):
        marked = [
            cost - shares[a] - shares[b] - shares[c] - shares[d]
            for cost, (a, b, c, d) in zip(costs, groups, strict=True)
        ]
        asked = dict.fromkeys(own, 0)
        bound = 4 * sum(shares.values())
        for numbers in own.values():
            number = min(numbers, key=marked.__getitem__)
            bound += marked[number]
            for p in groups[number]:
                asked[p] += 1
        if highest is None or bound > highest:
            best, highest, stalled = shares.copy(), bound, 0
        else:
            stalled += 1
            if stalled == _PATIENCE:
                shares, step, stalled = best.copy(), step * 2 // 3, 0
        for p, times in asked.items():
            shares[p] += step * (4 - times) // 4
    return best


class _Bound:
    """The search. The tables are in the order of their marked-down costs, so the lowest bit is the cheapest."""

    def __init__(
        self,
        groups: Sequence[Group],
        costs: Sequence[int],
        free: int,
        shares: dict[int, int],
        limits: tuple[int, int, Good | None],
    ) -> None:
        below, self._node_limit, self._good = limits
        marked = [cost - sum(shares[p] for p in group) for cost, group in zip(costs, groups, strict=True)]
        order = sorted(range(len(groups)), key=lambda number: (marked[number], groups[number]))
        self._marked = [marked[number] for number in order]
        self._cover = Cover([groups[number] for number in order], free)
        self._below = below - sum(shares.values())
        self._chosen: list[Group] = []
        self.best: list[Group] | None = None
        self.nodes = 0

    def look(self, left: int, free: int, cost: int) -> None:
        """Seat everybody of `free` at tables of `left`, where those chosen so far cost `cost`, all marked down."""
        if not free:
            if self._good is not None:
                self.nodes += _ASKING
                if not self._good(self._chosen):
                    return
            self.best, self._below = self._chosen[:], cost
            return
        self.nodes += 1
        if self.nodes > self._node_limit:
            return
        of, marked = self._cover.of, self._marked
        fewest, least, own = -1, 0, 0
        for p in bits(free):
            tables = of[p] & left
            if not tables:
                return
            least += marked[(tables & -tables).bit_length() - 1]
            count = tables.bit_count()
            if fewest < 0 or count < fewest:
                fewest, own = count, tables
        if 4 * (cost + _SCALE - self._below) + least > 0:
            return
        for number in bits(own):
            group = self._cover.groups[number]
            self._chosen.append(group)
            self.look(self._cover.without(left, group), free & ~mask_of(group), cost + marked[number])
            self._chosen.pop()
            if self.nodes > self._node_limit:
                return
