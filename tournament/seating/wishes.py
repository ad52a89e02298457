"""What an organiser wishes of a draw besides the rules: people kept apart, and people at a certain table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

Table = Sequence[int | None]


@dataclass(frozen=True)
class Apart:
    """People (1 .. N) of whom no two should sit at one table.

    A club, a country, a pair of relatives, seeded players: of everything that is one of a kind at a table. `must`
    weighs like a team: it comes before repeats. Otherwise it is fulfilled as far as nothing else suffers.
    """

    people: tuple[int, ...]
    must: bool = False


@dataclass(frozen=True)
class AtTable:
    """A player who sits at the table of this number: always, or in some of the sessions drawn (1 .. R)."""

    player: int
    table: int
    sessions: tuple[int, ...] = ()

    def holds_in(self, session: int) -> bool:
        """Whether the wish is about this session of the draw."""
        return not self.sessions or session in self.sessions


@dataclass(frozen=True)
class Wishes:
    """All wishes of one draw. The order of `apart` and `tables` is kept in reports."""

    apart: tuple[Apart, ...] = ()
    tables: tuple[AtTable, ...] = ()


@dataclass(frozen=True)
class Unfulfilled:
    """A wish that a session of the draw (1 .. R) does not fulfil.

    `apart` is the place of the wish in `Wishes.apart` with the two who meet in `players`, or `table` the place of the
    wish in `Wishes.tables`; the other is None.
    """

    session: int
    players: tuple[int, ...]
    apart: int | None = None
    table: int | None = None


def unfulfilled(sessions: Sequence[Sequence[Table]], wishes: Wishes) -> tuple[Unfulfilled, ...]:
    """Every wish that these sessions do not fulfil, session by session."""
    found = []
    kinds: dict[int, list[int]] = {}
    for place, wish in enumerate(wishes.apart):
        for player in wish.people:
            kinds.setdefault(player, []).append(place)
    for number, session in enumerate(sessions, 1):
        table_of = {p: t for t, four in enumerate(session, 1) for p in four if p is not None}
        for four in session:
            people = sorted(p for p in four if p is not None)
            for one, other in combinations(people, 2):
                both = set(kinds.get(one, ())) & set(kinds.get(other, ()))
                found += [Unfulfilled(number, (one, other), apart=place) for place in sorted(both)]
        for place, at in enumerate(wishes.tables):
            sits_at = table_of.get(at.player)
            if at.holds_in(number) and sits_at is not None and sits_at != at.table:
                found.append(Unfulfilled(number, (at.player,), table=place))
    return tuple(found)
