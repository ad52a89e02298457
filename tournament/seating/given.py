"""Sessions that somebody else laid out: a script, a printed chart. They get chairs, and a report.

Who sits with whom is never changed. People may be missing (byes) and chairs may be empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .chairs import chairs_for_blocks
from .chairs_after import chairs_after
from .checks import MOST_SESSIONS, check_roster, check_seats
from .errors import DrawError
from .groups import Group
from .history import Past, counted, from_zero
from .judge import Quality, judge
from .stream import Stream
from .tables import number_tables

ALGORITHM = "given-1"

Seats = tuple[int | None, int | None, int | None, int | None]


@dataclass(frozen=True)
class GivenSeating:
    """As `Seating`, but a chair may be empty (None), and not everybody need play in every session."""

    sessions: tuple[tuple[Seats, ...], ...]
    quality: Quality
    seed: str
    algorithm: str = ALGORITHM


def seat_groups(
    players: int,
    groups_per_session: Past,
    *,
    teams: Sequence[int | None] | None = None,
    seed: str = "",
    played: Past = (),
    keep_chairs: bool = False,
    keep_tables: bool = True,
) -> GivenSeating:
    """Seat sessions given as tables of four of the players 1 .. `players`, None for an empty chair.

    Chairs are drawn anew, unless `keep_chairs`: if everybody always plays and had all chairs equally often before,
    the spread is at most one after every session; otherwise as even as `chairs_after` makes it. Tables keep their
    numbers, unless `keep_tables` is false: then nobody comes back to one where that can be helped. `played` counts
    for chairs and tables. Raises DrawError if the sessions cannot be played as they are.
    """
    check_roster(players, teams)
    count = len(groups_per_session)
    if not count:
        raise DrawError("no_sessions", sessions=0)
    if count + len(played) > MOST_SESSIONS:
        raise DrawError("too_many_sessions", sessions=count + len(played), most=MOST_SESSIONS)
    check_seats(players, groups_per_session)
    check_seats(players, played)
    full, people = _filled(players, from_zero(groups_per_session))
    tables = max(len(session) for session in full)
    held, visits = counted(people, from_zero(played), tables)
    if not keep_tables:
        full = number_tables(full, visits)
    if not keep_chairs:
        full = _with_chairs(full, players, held, Stream(seed, "chairs"))
    result = tuple(tuple(_seats(group, players) for group in session) for session in full)
    return GivenSeating(result, judge([*played, *result], teams or [None] * players), seed)


def _filled(players: int, sessions: list[list[list[int | None]]]) -> tuple[list[list[Group]], int]:
    """Every empty chair gets a nobody of its own, numbered after the players; and how many there are in all."""
    people = players
    full: list[list[Group]] = []
    for session in sessions:
        groups: list[Group] = []
        for table in session:
            seats = []
            for person in table:
                seats.append(people if person is None else person)
                people += person is None
            a, b, c, d = seats
            groups.append((a, b, c, d))
        full.append(groups)
    return full, people


def _with_chairs(
    full: list[list[Group]], players: int, held: list[list[int]], stream: Stream
) -> list[list[Group]]:
    everybody = len(held) == players and all(4 * len(session) == players for session in full)
    if everybody and all(min(row) == max(row) for row in held):
        return chairs_for_blocks(full, stream)
    return chairs_after(full, held, stream)


def _seats(group: Group, players: int) -> Seats:
    a, b, c, d = (person + 1 if person < players else None for person in group)
    return (a, b, c, d)
