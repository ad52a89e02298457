"""People leave, others join late: the sessions not begun yet are changed as little as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from .leaving_chairs import give_chairs
from .leaving_floor import Floor
from .leaving_prices import APART, WISH, Prices
from .leaving_roster import checked, counted
from .leaving_search import best_tables
from .people import Past
from .stream import Stream
from .wishes import Wishes

Remainder = Literal["stand_ins", "empty_chairs"]
Seats = tuple[int | None, ...]
Move = tuple[int, int | None, int | None]


@dataclass(frozen=True)
class Change:
    """What becomes of the sessions when people leave and join.

    `sessions`: every table has the number it had. A table that is broken up, or was missing before, is the empty
    tuple (); a new table takes the number of a missing one, or else the next. None is an empty chair. `moves`: per
    session (player, table before, table after) of everybody who sits in these sessions before and after the change
    and changes his table; tables count from 1, None where he does not sit in that session. Another chair at the same
    table is no move, and nobody who stays at his table changes his chair.

    Over the sessions played and changed: `repeats`, the sum over pairs of max(0, meetings - 1); `together`, how often
    two team-mates, two people whose wish to be apart is a must, or two stand-ins sit at one table; `new_repeats`,
    the repeats that were not there before.
    """

    sessions: tuple[tuple[Seats, ...], ...]
    moves: tuple[tuple[Move, ...], ...]
    repeats: int
    together: int
    new_repeats: int


@dataclass(frozen=True)
class People:
    """Who leaves and who joins.

    `stand_ins` are all who stand in, whether they sit already or not: unranked, and never two at a table where it can
    be helped. What remains is filled by `remainder`: stand-ins (but a chair that was empty may stay so), or nobody.
    """

    remainder: Remainder
    leaving: Sequence[int] = ()
    joining: Sequence[int] = ()
    stand_ins: Sequence[int] = ()


def change_people(
    sessions: Past,
    people: People,
    *,
    teams: Sequence[int | None] | None = None,
    played: Past = (),
    wishes: Wishes = Wishes(),  # noqa: B008, it is frozen
    seed: str = "",
) -> Change:
    """Take who leaves out of `sessions` and who joins in, with the fewest changes.

    `sessions` are drawn but not begun; a table has four chairs (None: empty) or is missing: (). `played` count for
    meetings and chairs. teams[p - 1] is the team of p. The sessions of `wishes.tables` count from the first of
    `sessions`.

    Who joins takes the chairs of somebody who leaves, of a stand-in, or empty ones. As long as fewer than four chairs
    are free then, nobody else moves. Of four free chairs a table is broken up, in every session the one for which
    least must change; where chairs are missing a table is added.

    Raises DrawError if the arguments make no sense, or if stand-ins are missing.
    """
    who = checked(sessions, played, (people.leaving, people.joining, people.stand_ins), teams)
    counts = counted(sessions, who, people.remainder == "stand_ins")
    empty = range(who.people + 1, who.people + 1 + max(count.empty for count in counts))
    kept_apart = _groups(teams, wishes, people.stand_ins)
    past = [[p for p in seats if p is not None] for session in played for seats in session]
    drawn = [[p for p in seats if p is not None] for session in sessions for seats in session]

    def lay(meeting: int) -> tuple[list[Floor], Prices]:
        prices = Prices(who.people, len(empty), [*past, *drawn])
        for table in past:
            prices.meet(table)
        for group in kept_apart:
            prices.keep_apart(group, APART)
        for wish in wishes.apart:
            prices.keep_apart(wish.people, WISH)
        prices.keep_apart(who.joining, meeting)
        floors = [Floor(s, count, empty, prices) for s, count in zip(sessions, counts, strict=True)]
        _bind(floors, wishes)
        return floors, prices

    tables = best_tables(lay, who.leaving, Stream(seed, "leaving"))
    changed = give_chairs(sessions, tables, played, who.people)
    repeats, new = _repeats([*past, *drawn], [*played, *changed])
    moves = _moves(sessions, changed)
    return Change(changed, moves, repeats, _together([*played, *changed], kept_apart), new)


def _groups(
    teams: Sequence[int | None] | None, wishes: Wishes, stand_ins: Sequence[int]
) -> list[Sequence[int]]:
    """Those who must not sit together."""
    clubs: dict[int, list[int]] = {}
    for p, team in enumerate(teams or (), 1):
        if team is not None:
            clubs.setdefault(team, []).append(p)
    return [*clubs.values(), *(wish.people for wish in wishes.apart if wish.must), stand_ins]


def _bind(floors: Sequence[Floor], wishes: Wishes) -> None:
    """Whoever wishes to sit at a table, and did or comes new, is bound to it."""
    for number, floor in enumerate(floors, 1):
        bound = {}
        for wish in wishes.tables:
            t = wish.table - 1
            if wish.holds_in(number) and floor.home.get(wish.player, t) == t:
                bound[wish.player] = t, APART
        floor.bound = bound


def _repeats(before: Sequence[Sequence[int]], after: Past) -> tuple[int, int]:
    """The repeats after a change, and those of them that are new."""
    was = _meetings(before)
    now = _meetings([p for p in seats if p is not None] for session in after for seats in session)
    total = sum(held - 1 for held in now.values())
    return total, sum(max(0, held - max(1, was[pair])) for pair, held in now.items())


def _meetings(tables: Iterable[Sequence[int]]) -> Counter[tuple[int, int]]:
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def _together(sessions: Past, groups: Sequence[Sequence[int]]) -> int:
    """How often two people of one of the groups sit at one table; of two groups that hold both, once."""
    groups_of: dict[int, set[int]] = {}
    for place, group in enumerate(groups):
        for p in group:
            groups_of.setdefault(p, set()).add(place)
    none: set[int] = set()
    return sum(
        1
        for session in sessions
        for seats in session
        for a, b in combinations([p for p in seats if p is not None], 2)
        if groups_of.get(a, none) & groups_of.get(b, none)
    )


def _moves(before: Past, after: Past) -> tuple[tuple[Move, ...], ...]:
    was, now = [_table_of(s) for s in before], [_table_of(s) for s in after]
    staying = {p for tables in was for p in tables} & {p for tables in now for p in tables}
    return tuple(
        tuple((p, old.get(p), new.get(p)) for p in sorted(staying) if old.get(p) != new.get(p))
        for old, new in zip(was, now, strict=True)
    )


def _table_of(session: Sequence[Sequence[int | None]]) -> dict[int, int]:
    return {p: t for t, seats in enumerate(session, 1) for p in seats if p is not None}
