"""Who meets whom, by name: constructions get their people, and local search does what no construction does."""

from __future__ import annotations

from collections.abc import Sequence

from .anneal import HOT, anneal, apart, cost_of
from .groups import Group, Groups, in_fours, renamed
from .known import STEPS, with_fewest_repeats, without_repeats
from .labels import Clubs, along_columns, by_rows, pack
from .limits import forced_meetings, limits
from .stream import Stream

Past = Sequence[Sequence[Sequence[int | None]]]
_WALKS = 4  # how often a search that follows played sessions begins before it settles for repeats
_AHEAD = (4, 2)  # how many sessions it looks ahead in the first of them


def in_advance(players: int, sessions: int, clubs: Clubs, seed: str) -> tuple[list[list[Group]], int]:
    """The groups of people for a whole tournament, and in how many sessions they are in order of tables.

    First choice: no repeats and teams in the rows of a construction. Second: no repeats and names along the
    columns, as long as team-mates meet no more often than they must. If neither can be had, team-mates come
    first: the better of a search from rows and a search from the best names.
    """
    names, search = Stream(seed, "labels"), Stream(seed, "groups")
    packed = pack(clubs, players // 4) if clubs else None
    if packed is not None:
        for made in without_repeats(players, sessions, rows=True):
            return _named(made, by_rows(made, packed, names), seed)
    ways = without_repeats(players, sessions, rows=False)
    if not ways:
        ways = [with_fewest_repeats(players, sessions, False, search)]
    least = sessions * sum(forced_meetings(len(club), players // 4) for club in clubs)
    labelled: list[tuple[int, Groups, list[int]]] = []
    for made in ways:
        name, mates = along_columns(made, clubs, names, least)
        if mates <= least:
            return _named(made, name, seed)
        labelled.append((mates, made, name))
    _, made, name = min(labelled, key=lambda way: way[0])
    pretended = apart(players, clubs)
    best, cost = anneal(_named(made, name, seed)[0], pretended, search, STEPS, hot=HOT)
    if packed is not None:
        made = with_fewest_repeats(players, sessions, True, search)
        if made.rows:
            other, _ = _named(made, by_rows(made, packed, names), seed)
            if cost_of(other, pretended) <= cost:
                best = other
    return best, 0


def _named(made: Groups, name: list[int], seed: str) -> tuple[list[list[Group]], int]:
    """Points become people, and the tables get other numbers, the same ones in every session."""
    order = Stream(seed, "order").permutation(len(name) // 4)
    people = []
    for session in made.sessions:
        placed = renamed(session, name)
        people.append([placed[t] for t in order])
    return people, made.numbered


def after(players: int, sessions: int, clubs: Clubs, past: Past, seed: str) -> list[list[Group]]:
    """The groups of people for the sessions that follow `past`: local search from groups drawn at random.

    Where it gets tight a few sessions more are drawn than asked for, and thrown away: so later draws find room.
    """
    stream = Stream(seed, "after")
    pretended = apart(players, clubs, past)
    held = len(past) + sessions
    bounds = limits(players, held, map(len, clubs))
    room = (bounds.without_repeats if bounds.mates_apart is None else bounds.mates_apart) - held
    tight = 3 * 3 * (held + max(_AHEAD)) >= players
    ahead = sorted({min(more, room) for more in _AHEAD if tight and room > 0}, reverse=True)
    tried = []
    for more in ahead + [0] * (_WALKS - len(ahead)):
        start = [in_fours(stream.permutation(players)) for _ in range(sessions + more)]
        found, cost = anneal(start, pretended, stream, STEPS // _WALKS)
        if cost == 0:
            return found[:sessions]
        tried.append(found[:sessions])
    return min(tried, key=lambda found: cost_of(found, pretended))
