"""What sessions already held have given everybody: chairs and tables."""

from __future__ import annotations

from collections.abc import Sequence

Past = Sequence[Sequence[Sequence[int | None]]]


def from_zero(sessions: Past) -> list[list[list[int | None]]]:
    """The same sessions with players 0 .. N - 1 in the place of 1 .. N."""
    return [[[None if p is None else p - 1 for p in table] for table in session] for session in sessions]


def counted(players: int, past: Past, tables: int | None = None) -> tuple[list[list[int]], list[list[int]]]:
    """How often everybody (0-based) has had each chair, and has sat at each of the first `tables` tables.

    Without `tables`: as many tables as all players fill.
    """
    width = players // 4 if tables is None else tables
    held = [[0, 0, 0, 0] for _ in range(players)]
    visits = [[0] * width for _ in range(players)]
    for session in past:
        for number, table in enumerate(session):
            for chair, person in enumerate(table):
                if person is not None:
                    held[person][chair] += 1
                    if number < width:
                        visits[person][number] += 1
    return held, visits
