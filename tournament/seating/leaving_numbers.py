"""Who comes takes the number of somebody who leaves: all his seats, and nobody else moves."""

from __future__ import annotations

from collections.abc import Sequence

from .leaving_floor import Floor
from .tables import cheapest_tables


def take_numbers(floors: Sequence[Floor], leaving: Sequence[int]) -> None:
    """Give every guest of these sessions a free chair; where he can he gets all those of one person who is gone.

    First come the seats of `leaving`, then those of stand-ins who are free now, then chairs that were empty.
    """
    if not floors:
        return
    guests = sorted({p for floor in floors for p in floor.count.coming})
    columns = _columns(floors, leaving)
    size = max(len(guests), len(columns))
    costs = [[0] * size for _ in range(size)]
    for row, p in zip(costs, guests, strict=False):
        more = floors[0].prices.more[p]
        for place, column in enumerate(columns):
            seats = [(floor, t) for floor, t in zip(floors, column, strict=True) if t is not None]
            price = sum(floor.seat_price(p, t) + sum(more[x] for x in floor.tables[t]) for floor, t in seats)
            row[place] = price * size + place
    number_of = cheapest_tables(costs)
    for at, floor in enumerate(floors):
        free = floor.free()
        tables = floor.copy()
        waiting = []
        for p in floor.guests:
            place = number_of[guests.index(p)] if p in guests else size
            t = columns[place][at] if place < len(columns) else None
            if t is None or not free[t]:
                waiting.append(p)
            else:
                free[t] -= 1
                tables[t].append(p)
        chairs = [t for t, n in free.items() for _ in range(n)]
        for p, t in zip(waiting, chairs, strict=True):
            tables[t].append(p)
        floor.change_to(tables)


def _columns(floors: Sequence[Floor], leaving: Sequence[int]) -> list[list[int | None]]:
    """Per number the table where its chair is free, in every session."""
    gone = {p for floor in floors for p in floor.left}
    order = [*leaving, *sorted(gone - set(leaving))]
    columns: list[list[int | None]] = [[floor.left.get(p) for floor in floors] for p in order]
    others = []
    for floor in floors:
        free = floor.free()
        for t in floor.left.values():
            free[t] -= 1
        others.append([t for t, n in free.items() for _ in range(n)])
    for place in range(max(map(len, others))):
        columns.append([chairs[place] if place < len(chairs) else None for chairs in others])
    return columns
