"""The draw: groups, labels, tables and chairs, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .anneal import apart
from .chairs import chairs_for_blocks
from .chairs_after import chairs_after, exchange_for_chairs
from .errors import DrawError
from .judge import Quality, judge
from .labels import clubs_of
from .people import Past, after, in_advance
from .stream import Stream
from .tables import number_tables

ALGORITHM = "columns-1"
LEAST_PLAYERS, MOST_PLAYERS, MOST_SESSIONS = 4, 4096, 100

Session = tuple[tuple[int, int, int, int], ...]


@dataclass(frozen=True)
class Seating:
    """A draw: per session the tables in order, at each table the players 1 .. N in chairs 东南西北.

    `quality` reports on the whole tournament, sessions already played included. `algorithm` names the
    version of the draw: the same arguments, seed and algorithm give the same sessions on every machine.
    """

    sessions: tuple[Session, ...]
    quality: Quality
    seed: str
    algorithm: str = ALGORITHM


def draw(
    players: int,
    sessions: int,
    *,
    teams: Sequence[int | None] | None = None,
    seed: str = "",
    played: Past = (),
) -> Seating:
    """Draw `sessions` sessions for players 1 .. `players`.

    teams[p - 1] is the team of player p, or None. `played` are sessions already held: they count for
    repeats, chairs and tables, are not changed and not returned. Raises DrawError if the arguments make no
    draw.
    """
    _check(players, sessions, teams, played)
    clubs = clubs_of(teams or ())
    past = [[[None if p is None else p - 1 for p in table] for table in session] for session in played]
    held, visits = _counted(players, past)
    chairs = Stream(seed, "chairs")
    if not past:
        people, numbered = in_advance(players, sessions, clubs, seed)
    else:
        people, numbered = after(players, sessions, clubs, past, seed), 0
        if sessions == 1:
            people = [exchange_for_chairs(people[0], held, apart(players, clubs, past))]
    people = number_tables(people, visits, numbered)
    if all(min(row) == max(row) for row in held):
        seated = chairs_for_blocks(people, chairs)
    else:
        seated = chairs_after(people, held, chairs)
    result = tuple(tuple((a + 1, b + 1, c + 1, d + 1) for a, b, c, d in session) for session in seated)
    return Seating(result, judge([*played, *result], teams or [None] * players), seed)


def _counted(players: int, past: Past) -> tuple[list[list[int]], list[list[int]]]:
    """How often everybody has had each chair, and has sat at each table."""
    held = [[0, 0, 0, 0] for _ in range(players)]
    visits = [[0] * (players // 4) for _ in range(players)]
    for session in past:
        for number, table in enumerate(session):
            for chair, person in enumerate(table):
                if person is not None:
                    held[person][chair] += 1
                    if number < players // 4:
                        visits[person][number] += 1
    return held, visits


def _check(
    players: int,
    sessions: int,
    teams: Sequence[int | None] | None,
    played: Past,
) -> None:
    if players < LEAST_PLAYERS:
        raise DrawError("too_few_players", players=players, least=LEAST_PLAYERS)
    if players > MOST_PLAYERS:
        raise DrawError("too_many_players", players=players, most=MOST_PLAYERS)
    if players % 4:
        raise DrawError(
            "players_not_multiple_of_four", players=players, missing=-players % 4, over=players % 4
        )
    if sessions < 1:
        raise DrawError("no_sessions", sessions=sessions)
    if sessions + len(played) > MOST_SESSIONS:
        raise DrawError("too_many_sessions", sessions=sessions + len(played), most=MOST_SESSIONS)
    if teams is not None and len(teams) != players:
        raise DrawError("teams_wrong_length", given=len(teams), players=players)
    for number, session in enumerate(played, 1):
        seen: set[int] = set()
        for table, seats in enumerate(session, 1):
            if len(seats) != 4:
                raise DrawError("table_not_of_four", session=number, table=table, chairs=len(seats))
            for player in seats:
                if player is None:
                    continue
                if not 1 <= player <= players:
                    raise DrawError("unknown_player", session=number, player=player, players=players)
                if player in seen:
                    raise DrawError("player_twice", session=number, player=player)
                seen.add(player)
