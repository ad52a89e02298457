"""Chairs after a change: who stays at his table keeps his chair, the others share the free ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from .leaving_roster import CHAIRS
from .people import Past

Seats = tuple[int | None, ...]
_SWEEPS = 4


def give_chairs(
    before: Past, tables: Sequence[Sequence[Sequence[int]]], played: Past, people: int
) -> tuple[tuple[Seats, ...], ...]:
    """The sessions `before`, with the people that `tables` names at each table; ids above `people` are empty chairs.

    The free chairs of a table are given out so that everybody's counts, over all sessions, lie close together; all
    tables are looked at again in the light of the others.
    """
    held = [[0] * CHAIRS for _ in range(people + 1)]
    result: list[list[Seats]] = []
    unsure: list[tuple[int, int, list[int]]] = []
    for s, (session, now) in enumerate(zip(before, tables, strict=True)):
        seated: list[Seats] = []
        for t, table in enumerate(now):
            kept, guests = _kept(session[t] if t < len(session) else (), table, people)
            seated.append(kept)
            if len(guests) > 1 or (guests and kept.count(None) > 1):
                unsure.append((s, t, guests))
            elif guests:
                seated[t] = tuple(guests[0] if p is None else p for p in kept)
        result.append(seated)
    for session in (*played, *result):
        for seats in session:
            _add(held, seats, 1)
    for _ in range(_SWEEPS):
        for s, t, guests in unsure:
            _add(held, result[s][t], -1)
            result[s][t] = _cheapest(result[s][t], guests, held)
            _add(held, result[s][t], 1)
    return tuple(tuple(session) for session in result)


def _kept(seats: Sequence[int | None], table: Sequence[int], people: int) -> tuple[Seats, list[int]]:
    """The chairs of a table with those who stay, and whoever else sits there."""
    if not table:
        return (), []
    stay = tuple(p if p in table else None for p in seats) or (None,) * CHAIRS
    return stay, [p for p in table if p <= people and p not in stay]


def _add(held: list[list[int]], seats: Sequence[int | None], times: int) -> None:
    for chair, p in enumerate(seats):
        if p is not None:
            held[p][chair] += times


def _cheapest(seats: Seats, guests: Sequence[int], held: Sequence[Sequence[int]]) -> Seats:
    """The seats with the guests in the free chairs where their counts lie closest together."""
    stay: list[int | None] = [None if p in guests else p for p in seats]
    free = [chair for chair, p in enumerate(stay) if p is None]

    def price(chairs: Iterable[int]) -> int:
        return sum(_price(held[p], chair) for p, chair in zip(guests, chairs, strict=True))

    for p, chair in zip(guests, min(permutations(free, len(guests)), key=price), strict=True):
        stay[chair] = p
    return tuple(stay)


def _price(counts: Sequence[int], chair: int) -> int:
    after = [count + (c == chair) for c, count in enumerate(counts)]
    return 16 ** (max(after) - min(after)) + 2 * after[chair]
