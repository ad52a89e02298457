"""Where everybody sits after a change: the search for few moves and no new meetings.

One session after the other is planned anew in the light of all others, several times over: a table is broken up, or
a new one laid, its people take the free chairs, and where they would meet somebody again one more person changes
places. If conflicts remain this begins anew in another order. A fixed number of steps, chance from the seed only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .leaving_floor import Floor
from .leaving_numbers import take_numbers
from .leaving_prices import MOVE, REPEAT, Prices
from .stream import Stream

Tables = list[list[int]]
_SWEEPS = 5
_TRIED = 8  # broken tables of a session from which exchanges begin
_WORK = 6000  # players times sessions that are planned anew, at most, while conflicts remain
_NEVER = 1 << 60


def best_tables(
    lay: Callable[[bool], tuple[list[Floor], Prices]], leaving: Sequence[int], stream: Stream
) -> list[Tables]:
    """The tables of every session after the change, empty chairs included.

    `lay` lays out all sessions as they were, together with fresh prices; its argument says whether those who join
    should not sit together, not even once.
    """
    floors, prices = lay(False)
    players = max(len(floor.home) + len(floor.guests) for floor in floors)
    ways = [False, True] if any(floor.count.opening for floor in floors) else [False]
    starts = max(len(ways), min(16, _WORK // (players * len(floors))))
    best: list[Tables] = []
    least = _NEVER
    for start in range(starts):
        if start >= len(ways) and least < REPEAT:
            break
        if start:
            floors, prices = lay(ways[start % len(ways)])
        _Search(floors, prices, stream, start > 0).run(leaving)
        found = [floor.copy() for floor in floors]
        cost = total(lay(False), found)
        if cost < least:
            best, least = found, cost
    return best


def total(laid: tuple[list[Floor], Prices], found: Sequence[Tables]) -> int:
    """The price of a whole change."""
    floors, prices = laid
    for floor in floors:
        for table in floor.tables:
            prices.meet(table, -1)
    cost = 0
    for floor, tables in zip(floors, found, strict=True):
        for t, table in enumerate(tables):
            cost += sum(floor.seat_price(p, t) for p in table) + floor.join_price(table)
            prices.meet(table)
    return cost


class _Search:
    """One search: from the sessions as they were to sessions in which everybody sits."""

    def __init__(self, floors: list[Floor], prices: Prices, stream: Stream, shuffled: bool) -> None:
        self._floors = floors
        self._prices = prices
        self._stream = stream
        self._shuffled = shuffled

    def run(self, leaving: Sequence[int]) -> None:
        """Plan every session, again and again until nothing gets better."""
        calm = [floor for floor in self._floors if not floor.count.closing and not floor.count.opening]
        take_numbers(calm, leaving, self._prices)
        for floor in calm:
            floor.improve(whole=False)
        changed = [floor for floor in self._floors if floor.count.closing or floor.count.opening]
        if self._shuffled:
            self._stream.shuffle(changed)
        for sweep in range(_SWEEPS):
            better = [self._plan(floor, sweep == 0) for floor in changed]
            if not any(better):
                break

    def _plan(self, floor: Floor, first: bool) -> bool:
        """Plan a session anew; what is there stays if it is as good."""
        before, price = floor.copy(), _NEVER if first else floor.price()
        floor.change_to(self._home(floor))
        plans = self._broken(floor) if floor.count.closing else self._opened(floor)
        cheapest, best = _NEVER, before
        for planned, tables in plans:
            floor.change_to(tables)
            if floor.count.opening or planned >= REPEAT:
                floor.improve(whole=True)
            cost = floor.price()
            if cost < cheapest:
                cheapest, best = cost, floor.copy()
        floor.change_to(best if cheapest < price else before)
        return cheapest < price

    def _home(self, floor: Floor) -> Tables:
        tables: Tables = [[] for _ in floor.tables]
        for p, t in floor.home.items():
            tables[t].append(p)
        return tables

    def _opened(self, floor: Floor) -> list[tuple[int, Tables]]:
        placed = floor.place(floor.guests, floor.free(()), _NEVER)
        return [] if placed is None else [(placed[0], seated(floor, (), floor.guests, placed[1]))]

    def _broken(self, floor: Floor) -> list[tuple[int, Tables]]:
        """The best plans in which as many tables as must be are broken up, the cheapest first.

        All but the last of several tables are chosen one by one.
        """
        broken: list[int] = []
        while True:
            last = len(broken) + 1 == floor.count.closing
            plans = self._break_one(floor, broken, floor.guests if last else [])
            if last:
                plans = plans[:1] if plans[0][0] < REPEAT else plans[:_TRIED]
                return [(cost, seated(floor, (*broken, t), people, at)) for cost, t, people, at in plans]
            broken.append(plans[0][1])

    def _break_one(
        self, floor: Floor, broken: Sequence[int], guests: Sequence[int]
    ) -> list[tuple[int, int, list[int], list[int]]]:
        """Break up one table more: price, table, who needs a chair and where he gets it."""
        order = floor.breakable()
        if self._shuffled:
            self._stream.shuffle(order)
            order.sort(key=lambda t: len(floor.tables[t]))
        homeless = [p for t in broken for p in floor.tables[t]]
        plans: list[tuple[int, int, list[int], list[int]]] = []
        enough = _NEVER
        for t in order:
            if t in broken:
                continue
            people = [*homeless, *floor.tables[t]]
            if enough <= MOVE * len(people):
                break
            for table in (*broken, t):
                self._prices.meet(floor.tables[table], -1)
            placed = floor.place([*people, *guests], floor.free((*broken, t)), min(enough, _NEVER))
            for table in (*broken, t):
                self._prices.meet(floor.tables[table])
            if placed is not None:
                plans.append((placed[0], t, [*people, *guests], placed[1]))
                if placed[0] < REPEAT:
                    enough = min(enough, placed[0])
        return sorted(plans)


def seated(floor: Floor, broken: Sequence[int], people: Sequence[int], at: Sequence[int]) -> Tables:
    """The tables of a floor when some are broken up and `people` sit down `at` others."""
    tables = [[] if t in broken else table[:] for t, table in enumerate(floor.tables)]
    for p, t in zip(people, at, strict=True):
        tables[t].append(p)
    return tables
