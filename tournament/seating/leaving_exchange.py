"""Exchanges of two people of a session: while it pays, past a dear one to better ones, or by chance."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .leaving_floor import Floor
from .leaving_prices import MOVE
from .stream import WORD, Stream

_STEPS = 12  # and one for everybody who has moved
_ROAMING, _COMPARED = 120, 200_000  # so many exchanges, or so many pairs of people compared for them
_BANNED = 16  # for so many exchanges nobody goes back to where he sat
# A step of the walk that costs this many moves is made half of the time; less and less on the way.
_HALVES = (20, 16, 13, 10, 8, 6, 4, 3, 2, 1)


def improve(floor: Floor, partners: Collection[int] | None = None) -> None:
    """Exchange somebody who has moved with anybody, or with one of `partners`, while it pays: the best first."""
    for _ in range(_STEPS + len(floor.moved())):
        delta, p, q = _best(floor, partners, ())
        if delta >= 0:
            break
        floor.exchange(p, q)


def roam(floor: Floor) -> bool:
    """As `improve`, but go on where no exchange pays: the least dear is made, and not taken back for a while.

    Ends with the cheapest tables seen; says whether they are cheaper than those at the start.
    """
    cost = least = 0
    best = floor.copy()
    banned: list[tuple[int, int]] = []
    compared = 0
    for _ in range(_ROAMING):
        compared += len(floor.moved()) * len(floor.at)
        if compared > _COMPARED:
            break
        delta, p, q = _best(floor, None, set(banned))
        if not p:
            break
        banned = [*banned[-2 * _BANNED :], (p, floor.at[p]), (q, floor.at[q])]
        floor.exchange(p, q)
        cost += delta
        if cost < least:
            least, best = cost, floor.copy()
    floor.change_to(best)
    return least < 0


def _best(
    floor: Floor, partners: Collection[int] | None, banned: Collection[tuple[int, int]]
) -> tuple[int, int, int]:
    """The best exchange of somebody who has moved (or is a partner): price and people; nobody is 0."""
    best = (1 << 60, 0, 0)
    more, less = floor.prices.more, floor.prices.less
    for p in floor.moved() if partners is None else partners:
        a = floor.at[p]
        here = [x for x in floor.tables[a] if x != p]
        more_p = more[p]
        parts = floor.seat_price(p, a) + sum([less[p][x] for x in here])
        for b in floor.open:
            there = floor.tables[b]
            if b == a or not there or (p, b) in banned:
                continue
            meets = [more_p[x] for x in there]
            joins = floor.seat_price(p, b) + sum(meets) - parts
            for q, meet in zip(there, meets, strict=True):
                if (partners is not None and q not in partners) or (q, a) in banned:
                    continue
                more_q, less_q = more[q], less[q]
                delta = joins - meet + floor.seat_price(q, a) - floor.seat_price(q, b)
                delta += sum([more_q[x] for x in here]) - sum([less_q[x] for x in there])
                if delta < best[0]:
                    best = (delta, p, q)
    return best


def walk(floors: Sequence[Floor], stream: Stream, steps: int) -> None:
    """Exchange two people of a session `steps` times by chance, and end with the cheapest tables seen.

    An exchange that makes nothing dearer is always made, others now and then.
    """
    people = [sorted([*floor.home, *floor.guests]) for floor in floors]
    cost = least = 0
    best = [floor.copy() for floor in floors]
    word = stream.word
    for half in _HALVES:
        for _ in range(steps // len(_HALVES)):
            place = word() * len(floors) >> 32
            floor, here = floors[place], people[place]
            p, q = here[word() * len(here) >> 32], here[word() * len(here) >> 32]
            if floor.at[p] == floor.at[q]:
                continue
            delta = _delta(floor, p, q)
            if delta > 0 and word() >= WORD >> min(32, delta // (MOVE * half)):
                continue
            floor.exchange(p, q)
            cost += delta
            if cost < least:
                least, best = cost, [floor.copy() for floor in floors]
    for floor, tables in zip(floors, best, strict=True):
        floor.change_to(tables)


def _delta(floor: Floor, p: int, q: int) -> int:
    """How much dearer it is if two people of different tables change places."""
    a, b = floor.at[p], floor.at[q]
    here, there = floor.tables[a], floor.tables[b]
    more_p, more_q = floor.prices.more[p], floor.prices.more[q]
    less_p, less_q = floor.prices.less[p], floor.prices.less[q]
    meet = sum([more_p[x] for x in there]) - more_p[q] + sum([more_q[x] for x in here]) - more_q[p]
    part = sum([less_p[x] for x in here]) + sum([less_q[x] for x in there])
    seats = floor.seat_price(p, b) + floor.seat_price(q, a) - floor.seat_price(p, a) - floor.seat_price(q, b)
    return meet - part + seats
