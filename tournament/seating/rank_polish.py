"""Several neighbouring tables at once, put together in the best way there is: what exchanges of two do not find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from .cheapest import cheapest
from .exact import groups_within, mask_of
from .groups import Group, in_fours
from .progress import Progress
from .rank_walk import Prices, cost_of, in_order

Masks = Sequence[int]


@dataclass(frozen=True)
class _Effort:
    """How many tables are put together at once, how far it is to the next run, and how often all runs are gone through.

    Of each run the `groups` cheapest tables are looked at, in at most so many `nodes`.
    """

    at_once: int
    step: int
    rounds: int
    groups: int
    nodes: int


def _effort(tables: int) -> _Effort:
    if tables <= 8:
        return _Effort(tables, tables, 1, 4_000, 20_000)
    return _Effort(6, 3, 3, 4_000, 2_000) if tables <= 32 else _Effort(6, 3, 1, 600, 500)


def polish(
    seats: Sequence[int], prices: Prices, may: Sequence[Masks], least: int, progress: Progress
) -> list[int]:
    """The same people, at no higher cost. No table costs less than `least`.

    may[0] says who may meet if nothing is broken; the others who may if something must be, less and less strictly.
    Up to eight tables are solved as a whole, more in overlapping runs of six, up to three times over.
    """
    tables = in_fours(in_order(seats))
    effort = _effort(len(tables))
    settled: set[int] = set()  # people whose tables cannot be put together any better
    for _ in range(effort.rounds):
        before = cost_of(seats, prices)
        for run in _runs(len(tables), effort):
            progress.expect(effort.nodes)
            people = mask_of([p for table in tables[run] for p in table])
            better = None if people in settled else _put_together(tables[run], prices, may, least, effort)
            if better is None:
                settled.add(people)
            else:
                tables[run] = better
            progress.did(effort.nodes)
        seats = in_order([p for table in tables for p in table])
        tables = in_fours(seats)
        if cost_of(seats, prices) == before:
            break
    return list(seats)


def _runs(tables: int, effort: _Effort) -> Iterator[slice]:
    for first in range(0, tables - effort.at_once + effort.step, effort.step):
        last = min(first + effort.at_once, tables)
        yield slice(last - effort.at_once, last)


def _put_together(
    tables: Sequence[Group], prices: Prices, may: Sequence[Masks], least: int, effort: _Effort
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
    if len(priced) > effort.groups:
        own = {tuple(sorted(table)) for table in tables}
        priced = priced[: effort.groups] + [entry for entry in priced[effort.groups :] if entry[1] in own]
    if not priced or mask_of([p for _, group in priced for p in group]) != everybody:
        return None
    found, _ = cheapest([group for _, group in priced], [cost for cost, _ in priced], below, effort.nodes)
    return found


def _strictest(tables: Sequence[Group], may: Sequence[Masks]) -> Masks:
    for masks in may[:-1]:
        if all(masks[p] >> q & 1 for table in tables for p, q in combinations(table, 2)):
            return masks
    return may[-1]
