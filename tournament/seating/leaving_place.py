"""Free chairs for people who have none: of all ways the cheapest, and which table is best broken up for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .leaving_floor import Floor, Tables
from .leaving_prices import MOVE, REPEAT
from .stream import Stream

NEVER = 1 << 60
_NODES = 1500  # how many half-made ways are looked at for a few people; fewer for many
_LOOKS = 8000  # people times chairs that are compared, over all tables that might be broken up
_TRIED = 8  # in how many of the best ways to break up a table exchanges are tried, if all have conflicts

Plan = tuple[int, Tables]


def opened(floor: Floor) -> list[Plan]:
    """The guests in the chairs that are free, those of a new table among them."""
    found = _place(floor, floor.guests, floor.free(), NEVER)
    return [(found[0], _seated(floor, (), floor.guests, found[1]))] if found else []


def broken(floor: Floor, stream: Stream | None) -> list[Plan]:
    """The best plans in which as many tables as must be are broken up, the cheapest first.

    One plan is enough if it has no conflict. All but the last of several tables are chosen one by one. Tables are
    looked at in order, or by chance.
    """
    gone: list[int] = []
    while True:
        last = len(gone) + 1 == floor.count.closing
        plans = _break_one(floor, gone, floor.guests if last else [], stream)
        if last:
            plans = plans[:1] if plans[0][0] < REPEAT else plans[:_TRIED]
            return [(cost, _seated(floor, (*gone, t), people, at)) for cost, t, people, at in plans]
        gone.append(plans[0][1])


def _break_one(
    floor: Floor, gone: Sequence[int], guests: Sequence[int], stream: Stream | None
) -> list[tuple[int, int, list[int], list[int]]]:
    """Break up one table more: price, table, who needs a chair and where he gets it; sorted."""
    order = [t for t in floor.open if t not in gone]
    if stream:
        stream.shuffle(order)
    order.sort(key=lambda t: len(floor.tables[t]))
    homeless = [p for t in gone for p in floor.tables[t]]
    plans: list[tuple[int, int, list[int], list[int]]] = []
    enough, looks = NEVER, _LOOKS
    for t in order:
        people = [*homeless, *floor.tables[t], *guests]
        if enough <= MOVE * (len(people) - len(guests)) or (looks < 0 and plans):
            break
        looks -= len(people) ** 2
        for table in (*gone, t):
            floor.prices.meet(floor.tables[table], -1)
        found = _place(floor, people, floor.free((*gone, t)), enough)
        for table in (*gone, t):
            floor.prices.meet(floor.tables[table])
        if found:
            plans.append((found[0], t, people, found[1]))
            if found[0] < REPEAT:
                enough = found[0]
    return sorted(plans, key=lambda plan: plan[0])


def _place(
    floor: Floor, people: Sequence[int], free: Mapping[int, int], most: int
) -> tuple[int, list[int]] | None:
    """The cheapest tables for `people` among the free chairs, if cheaper than `most`: depth first, with a bound.

    At least as many chairs must be free as there are people. The people must not count as having met here.
    """
    more = floor.prices.more
    left = dict(free)
    alone = []
    for p in people:
        row = more[p]
        alone.append({t: floor.seat_price(p, t) + sum([row[x] for x in floor.tables[t]]) for t in left})
    rest = [0] * (len(people) + 1)
    for i in range(len(people) - 1, -1, -1):
        rest[i] = rest[i + 1] + min(alone[i].values())
    chosen: list[int] = []
    best: tuple[int, list[int]] | None = None
    nodes = len(people) + _NODES // max(1, len(people) - 6)

    def go(i: int, cost: int) -> None:
        nonlocal most, best, nodes
        if cost + rest[i] >= most:
            return
        if i == len(people):
            most, best = cost, (cost, chosen[:])
            return
        nodes -= 1
        row = more[people[i]]
        options = []
        for t, chairs in left.items():
            if chairs:
                meets = sum([row[people[k]] for k, other in enumerate(chosen) if other == t])
                options.append((alone[i][t] + meets, t))
        for price, t in sorted(options):
            if nodes < 0:
                return
            left[t] -= 1
            chosen.append(t)
            go(i + 1, cost + price)
            chosen.pop()
            left[t] += 1

    go(0, 0)
    return best


def _seated(floor: Floor, gone: Sequence[int], people: Sequence[int], at: Sequence[int]) -> Tables:
    """The tables of a floor when those `gone` are broken up and `people` sit down `at` others."""
    tables = [[] if t in gone else table[:] for t, table in enumerate(floor.tables)]
    for p, t in zip(people, at, strict=True):
        tables[t].append(p)
    return tables
