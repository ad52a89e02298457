"""Several neighbouring tables at once, put together in the best way there is: what exchanges of two do not find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from .cheapest import cheapest
from .exact import groups_within, mask_of
from .groups import Group, in_fours
from .progress import Progress
from .rank_walk import Prices, cost_of, in_order

Masks = Sequence[int]

_AT_ONCE, _STEP = 6, 3
_ROUNDS, _MANY = 3, 64  # one round only for more than so many tables
_WHOLE = 8  # so many tables are put together all at once
_NODES, _NODES_WHOLE = 2_000, 20_000
_GROUPS = 4_000


def polish(
    seats: Sequence[int], prices: Prices, may: Sequence[Masks], least: int, progress: Progress
) -> list[int]:
    """The same people, at no higher cost. No table costs less than `least`.

    may[0] says who may meet if nothing is broken; the others who may if something must be, less and less strictly.
    Up to eight tables are solved as a whole, more in overlapping runs of six, up to three times over.
    """
    tables = in_fours(in_order(seats))
    settled: set[int] = set()  # people whose tables cannot be put together any better
    for _ in range(_ROUNDS if len(tables) <= _MANY else 1):
        before = cost_of(seats, prices)
        for run in _runs(len(tables)):
            progress.expect(_NODES)
            people = mask_of([p for table in tables[run] for p in table])
            better = None if people in settled else _put_together(tables[run], prices, may, least)
            if better is None:
                settled.add(people)
            else:
                tables[run] = better
            progress.did(_NODES)
        seats = in_order([p for table in tables for p in table])
        tables = in_fours(seats)
        if cost_of(seats, prices) == before or len(tables) <= _WHOLE:
            break
    return list(seats)


def _runs(tables: int) -> Iterator[slice]:
    if tables <= _WHOLE:
        yield slice(0, tables)
    else:
        for first in range(0, tables - _AT_ONCE + _STEP, _STEP):
            last = min(first + _AT_ONCE, tables)
            yield slice(last - _AT_ONCE, last)


def _put_together(
    tables: Sequence[Group], prices: Prices, may: Sequence[Masks], least: int
) -> list[Group] | None:
    """The cheapest tables of the same people; None if there are none cheaper."""
    below = cost_of([p for table in tables for p in table], prices)
    room = below - least * (len(tables) - 1)  # what a table may cost if all others are as cheap as can be
    if room <= least:
        return None
    everybody = mask_of([p for table in tables for p in table])
    groups = groups_within(_strictest(tables, may), everybody) or []
    priced = []
    for group in groups:
        a, b, c, d = group
        row, other = prices[a], prices[b]
        cost = row[b] + row[c] + row[d] + other[c] + other[d] + prices[c][d]
        if cost <= room:
            priced.append((cost, group))
    priced.sort()
    if len(priced) > _GROUPS:
        own = {tuple(sorted(table)) for table in tables}
        priced = priced[:_GROUPS] + [entry for entry in priced[_GROUPS:] if entry[1] in own]
    if not priced or mask_of([p for _, group in priced for p in group]) != everybody:
        return None
    nodes = _NODES_WHOLE if len(tables) <= _WHOLE and len(tables) != _AT_ONCE else _NODES
    found, _ = cheapest([group for _, group in priced], [cost for cost, _ in priced], below, nodes)
    return found


def _strictest(tables: Sequence[Group], may: Sequence[Masks]) -> Masks:
    for masks in may[:-1]:
        if all(masks[p] >> q & 1 for table in tables for p, q in combinations(table, 2)):
            return masks
    return may[-1]
