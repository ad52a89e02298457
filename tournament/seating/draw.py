"""The draw: groups, labels, tables and chairs, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import known
from .anneal import anneal, apart
from .chairs import chairs_after, chairs_for_blocks
from .errors import DrawError
from .groups import Group, Groups, in_fours, renamed
from .judge import Quality, judge
from .labels import Clubs, along_columns, by_rows, clubs_of, pack
from .limits import forced_meetings
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
    played: Sequence[Sequence[Sequence[int | None]]] = (),
) -> Seating:
    """Draw `sessions` sessions for players 1 .. `players`.

    teams[p - 1] is the team of player p, or None. `played` are sessions already held: they count for
    repeats, chairs and tables, are not changed and not returned. Raises DrawError if the arguments make no
    draw.
    """
    _check(players, sessions, teams, played)
    clubs = clubs_of(teams or ())
    past = [[[None if p is None else p - 1 for p in table] for table in session] for session in played]
    if past:
        people, numbered = _after(players, sessions, clubs, past, seed), 0
    else:
        people, numbered = _in_advance(players, sessions, clubs, seed)
    visits = [[0] * (players // 4) for _ in range(players)]
    held = [[0, 0, 0, 0] for _ in range(players)]
    for session in past:
        for number, table in enumerate(session):
            for chair, person in enumerate(table):
                if person is not None:
                    held[person][chair] += 1
                    if number < players // 4:
                        visits[person][number] += 1
    people = number_tables(people, visits, numbered)
    even = all(min(row) == max(row) for row in held)
    chairs = Stream(seed, "chairs")
    seated = chairs_for_blocks(people, chairs) if even else chairs_after(people, held, chairs)
    result = tuple(tuple((a + 1, b + 1, c + 1, d + 1) for a, b, c, d in session) for session in seated)
    return Seating(result, judge([*played, *result], teams or [None] * players), seed)


def _check(
    players: int,
    sessions: int,
    teams: Sequence[int | None] | None,
    played: Sequence[Sequence[Sequence[int | None]]],
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


def _in_advance(players: int, sessions: int, clubs: Clubs, seed: str) -> tuple[list[list[Group]], int]:
    """The groups of people for a whole tournament, and how many of the sessions have their table numbers."""
    names, search = Stream(seed, "labels"), Stream(seed, "groups")
    packed = pack(clubs, players // 4) if clubs else None
    if packed is not None:
        ways = known.without_repeats(players, sessions, rows=True)
        if ways:
            return _named(ways[0], by_rows(ways[0], packed, names), seed)
    ways = known.without_repeats(players, sessions, rows=False)
    if not ways and packed is None:
        ways = [known.with_fewest_repeats(players, sessions, False, search)]
    least = sessions * sum(forced_meetings(len(club), players // 4) for club in clubs)
    best: tuple[int, Groups, list[int]] | None = None
    for way in ways:
        name, cost = along_columns(way, clubs, names, least)
        if cost <= least:
            return _named(way, name, seed)
        if best is None or cost < best[0]:
            best = cost, way, name
    if packed is not None:
        made = known.with_fewest_repeats(players, sessions, True, search)
        return _named(made, by_rows(made, packed, names), seed)
    assert best is not None
    people, _ = _named(best[1], best[2], seed)
    return anneal(people, apart(players, clubs), search, known.STEPS), 0


def _named(made: Groups, name: list[int], seed: str) -> tuple[list[list[Group]], int]:
    """Points become people; sessions, and table numbers throughout, are put into random order."""
    stream = Stream(seed, "order")
    order = stream.permutation(len(made.sessions[0]))
    people = []
    for session in made.sessions:
        placed = renamed(session, name)
        people.append([placed[order[t]] for t in range(len(placed))])
    shuffled = people[: made.numbered]
    stream.shuffle(shuffled)
    rest = people[made.numbered :]
    stream.shuffle(rest)
    return shuffled + rest, made.numbered


def _after(
    players: int, sessions: int, clubs: Clubs, past: Sequence[Sequence[Sequence[int | None]]], seed: str
) -> list[list[Group]]:
    """Groups of people for the sessions that follow `past`: from random ones by local search."""
    stream = Stream(seed, "after")
    start = [in_fours(stream.permutation(players)) for _ in range(sessions)]
    return anneal(start, apart(players, clubs, past), stream, known.STEPS)
