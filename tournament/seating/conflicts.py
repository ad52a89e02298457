"""Who should not sit with whom: teams, wishes, and people of different fixed tables, as groups of people.

A pair of people weighs the sum of the weights of all kinds that they share, so the fewest possible meetings of all
kinds together are the sum of the fewest of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from .limits import forced_meetings
from .wishes import AtTable, Wishes

Clubs = list[list[int]]


@dataclass(frozen=True)
class Conflicts:
    """People (0-based) who stay apart: before repeats (`teams`, `must`), or where nothing else suffers (`soft`).

    The lists of `teams` are disjoint, the largest first; those of `must` and `soft` may overlap with anything.
    """

    teams: Clubs
    must: Clubs
    soft: Clubs

    @property
    def hard(self) -> Clubs:
        """Everything that comes before repeats."""
        return self.teams + self.must

    @property
    def clubs(self) -> Clubs:
        """The teams, and those of `must` that share nobody with them or with one another."""
        taken = {person for club in self.teams for person in club}
        chosen = self.teams[:]
        for club in self.must:
            if taken.isdisjoint(club):
                taken.update(club)
                chosen.append(club)
        return by_size(chosen)

    @property
    def overlapping(self) -> bool:
        """Whether there is more to look after than `clubs`."""
        return bool(self.soft) or len(self.clubs) < len(self.hard)


def conflicts_of(teams: Sequence[int | None], wishes: Wishes) -> Conflicts:
    """Everybody who stays apart, by the teams of players 1 .. N and by wishes."""
    must: Clubs = []
    soft: Clubs = []
    for wish in wishes.apart:
        if len(wish.people) > 1:
            (must if wish.must else soft).append(sorted(person - 1 for person in wish.people))
    must += [list(pair) for pair in _at_different_tables(wishes.tables)]
    return Conflicts(clubs_of(teams), by_size(must), by_size(soft))


def clubs_of(teams: Sequence[int | None]) -> Clubs:
    """The teams of two or more as lists of people (0-based), the largest first, then by their first member."""
    members: dict[int, list[int]] = {}
    for person, team in enumerate(teams):
        if team is not None:
            members.setdefault(team, []).append(person)
    return by_size(club for club in members.values() if len(club) > 1)


def by_size(clubs: Iterable[list[int]]) -> Clubs:
    """The largest first, then by their members."""
    return sorted(clubs, key=lambda club: (-len(club), club))


def least_meetings(clubs: Clubs, tables: int) -> int:
    """How many meetings within clubs no session can do without."""
    return sum(forced_meetings(len(club), tables) for club in clubs)


def _at_different_tables(tables: Sequence[AtTable]) -> list[tuple[int, int]]:
    """Pairs of people who are wished at different tables in one and the same session."""
    pairs = set()
    for one, other in combinations(tables, 2):
        same_time = not one.sessions or not other.sessions or set(one.sessions) & set(other.sessions)
        if one.player != other.player and one.table != other.table and same_time:
            pairs.add((min(one.player, other.player) - 1, max(one.player, other.player) - 1))
    return sorted(pairs)


@dataclass(frozen=True)
class Weights:
    """What a meeting of two people costs.

    People who are in the same clubs are of one class: class_of[person]; class 0 is in none. between[a][b] is the
    price of a meeting of somebody of class a with somebody of class b; what is missing costs nothing.
    """

    class_of: list[int]
    between: list[dict[int, int]]


def weights(players: int, priced: Iterable[tuple[Clubs, int]]) -> Weights:
    """Clubs with the price that a meeting within each of them has."""
    inside: list[list[int]] = [[] for _ in range(players)]
    prices: list[int] = []
    for clubs, price in priced:
        for club in clubs:
            for person in club:
                inside[person].append(len(prices))
            prices.append(price)
    classes: dict[tuple[int, ...], int] = {(): 0}
    class_of = [classes.setdefault(tuple(kinds), len(classes)) for kinds in inside]
    holds: list[list[int]] = [[] for _ in prices]
    for kinds, number in classes.items():
        for kind in kinds:
            holds[kind].append(number)
    between: list[dict[int, int]] = [{} for _ in classes]
    for kind, numbers in enumerate(holds):
        for one in numbers:
            row = between[one]
            for other in numbers:
                row[other] = row.get(other, 0) + prices[kind]
    return Weights(class_of, between)
