"""Where everybody sits after a change: the search for few moves and no new meetings.

One session after the other is planned anew in the light of all others, several times over: a table is broken up, or
a new one laid, its people take the free chairs, and where they would meet somebody again one more person changes
places. If conflicts remain this begins anew in another order; if they still remain, more people are exchanged. A
fixed number of steps, chance from the seed only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .leaving_exchange import improve, roam, walk
from .leaving_floor import Floor, Tables
from .leaving_numbers import take_numbers
from .leaving_place import NEVER, broken, opened
from .leaving_prices import MOVE, REPEAT, Prices
from .stream import Stream

_SWEEPS = 5
_STARTS, _WORK = 12, 6000  # searches while conflicts remain: so many, or so many people seated
_ROUNDS, _WALKING = 6, 60_000
_AT_MOST = 300  # people among whom a walk by chance can find anything

# What it costs that two who join meet: two, or three of them at the new table, are cheaper than one or all.
_MEETING = (0, MOVE - 1, MOVE // 2 - 1)

Lay = Callable[[int], tuple[list[Floor], Prices]]


def best_tables(lay: Lay, leaving: Sequence[int], stream: Stream) -> list[Tables]:
    """The tables of every session after the change, empty chairs included.

    `lay` lays out all sessions as they were, together with fresh prices; its argument is the price at which two of
    those who join meet for the first time. It makes them meet little by little, and counts in no result.
    """
    floors, _ = lay(0)
    players = max(len(floor.home) + len(floor.guests) for floor in floors)
    ways = _MEETING if any(floor.count.opening for floor in floors) else _MEETING[:1]
    starts = max(len(ways), min(_STARTS, _WORK // (players * len(floors))))
    best: list[Tables] = []
    least = NEVER
    for start in range(starts):
        if start >= len(ways) and least < REPEAT:
            break
        floors, _ = lay(ways[start % len(ways)])
        _settle(floors, leaving, stream if start >= len(ways) else None)
        best, least = _better(lay, floors, best, least)
    if least >= REPEAT and any(map(_in_motion, floors)):
        best, least = _mend(lay, best, least, stream)
    return best


def _in_motion(floor: Floor) -> bool:
    """Whether a table closes or opens: if not, nobody moves."""
    return bool(floor.count.closing or floor.count.opening)


def _settle(floors: list[Floor], leaving: Sequence[int], stream: Stream | None) -> None:
    """Find everybody a chair: plan every session, again and again until nothing gets better."""
    calm = [floor for floor in floors if not _in_motion(floor)]
    take_numbers(calm, leaving)
    for floor in calm:
        improve(floor, floor.guests)
    changed = [floor for floor in floors if _in_motion(floor)]
    if stream:
        stream.shuffle(changed)
    for sweep in range(_SWEEPS):
        better = [_plan(floor, sweep == 0, stream) for floor in changed]
        if not any(better):
            break


def _plan(floor: Floor, first: bool, stream: Stream | None) -> bool:
    """Plan a session anew; what is there stays if it is as good."""
    best, least = floor.copy(), NEVER if first else floor.price()
    better = False
    floor.change_to(floor.at_home())
    for planned, tables in broken(floor, stream) if floor.count.closing else opened(floor):
        floor.change_to(tables)
        if floor.count.opening or planned >= REPEAT:
            improve(floor)
        price = floor.price()
        if price < least:
            better, least, best = True, price, floor.copy()
    floor.change_to(best)
    return better


def _mend(lay: Lay, best: list[Tables], least: int, stream: Stream) -> tuple[list[Tables], int]:
    """Exchange more people, as conflicts remain."""
    floors = _laid(lay, best)
    changed = [floor for floor in floors if _in_motion(floor)]
    for _ in range(_ROUNDS):
        better = [roam(floor) for floor in changed if floor.price() >= REPEAT]
        if not any(better):
            break
    best, least = _better(lay, floors, best, least)
    if least >= REPEAT and max(len(floor.at) for floor in floors) <= _AT_MOST:
        walk(changed, stream, _WALKING)
        for floor in changed:
            roam(floor)
        best, least = _better(lay, floors, best, least)
    return best, least


def _better(lay: Lay, floors: Sequence[Floor], best: list[Tables], least: int) -> tuple[list[Tables], int]:
    """The cheaper of what is found on the floors and the best before, and its price."""
    found = [floor.copy() for floor in floors]
    cost = _total(lay, found)
    return (found, cost) if cost < least else (best, least)


def _laid(lay: Lay, found: Sequence[Tables]) -> list[Floor]:
    floors, _ = lay(0)
    for floor, tables in zip(floors, found, strict=True):
        floor.change_to(tables)
    return floors


def _total(lay: Lay, found: Sequence[Tables]) -> int:
    """The price of a whole change."""
    floors, prices = lay(0)
    for floor in floors:
        for table in floor.tables:
            prices.meet(table, -1)
    cost = 0
    for floor, tables in zip(floors, found, strict=True):
        for t, table in enumerate(tables):
            cost += sum(floor.seat_price(p, t) for p in table) + floor.meeting_price(table)
            prices.meet(table)
    return cost
