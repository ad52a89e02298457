"""Which person gets which point: by the seed, and so that people who stay apart do not meet.

A search exchanges names of points, never groups, so whatever it does nobody meets more people twice.
"""

from __future__ import annotations

from .conflicts import Clubs, Weights
from .groups import Group, Groups
from .progress import Progress
from .stream import WORD, Stream

STEPS = 200_000
_PIECE = 8_192  # steps between two reports of progress


def pack(clubs: Clubs, rows: int) -> list[list[int]] | None:
    """Put the clubs whole into rows of four places (first fit); None if they do not go in."""
    filled: list[list[int]] = [[] for _ in range(rows)]
    for club in clubs:
        row = next((row for row in filled if len(row) + len(club) <= 4), None)
        if row is None:
            return None
        row.extend(club)
    return filled


def by_rows(groups: Groups, packed: list[list[int]], stream: Stream) -> list[int]:
    """Name the points so that every packed row of people gets a row of points. name[point] = person."""
    rows = groups.rows or []
    people = 4 * len(rows)
    inside = {person for row in packed for person in row}
    others = [person for person in range(people) if person not in inside]
    stream.shuffle(others)
    name = [0] * people
    for row, where in zip(packed, stream.permutation(len(rows)), strict=True):
        four = row + [others.pop() for _ in range(4 - len(row))]
        stream.shuffle(four)
        for point, person in zip(rows[where], four, strict=True):
            name[point] = person
    return name


def along_columns(people: int, clubs: Clubs, stream: Stream) -> list[int]:
    """Name the points club by club along the columns, the largest club first, then everybody else."""
    inside = [False] * people
    shuffled = clubs[:]
    stream.shuffle(shuffled)
    shuffled.sort(key=len, reverse=True)
    name: list[int] = []
    for club in shuffled:
        members = club[:]
        stream.shuffle(members)
        name += members
        for person in club:
            inside[person] = True
    others = [person for person in range(people) if not inside[person]]
    stream.shuffle(others)
    return name + others


def nested(clubs: Clubs) -> Clubs:
    """Overlapping clubs made disjoint: the largest keep everybody, in the order of the smaller ones inside."""
    left = {person for club in clubs for person in club}
    made = []
    for club in sorted(clubs, key=len, reverse=True):
        members = sorted(left & set(club))
        left -= set(members)
        if members:
            made.append(members)
    return made


def mended(
    name: list[int],
    groups: Groups,
    weights: Weights,
    stream: Stream,
    least: int,
    progress: Progress,
    steep: int = 2,
) -> tuple[list[int], int]:
    """Exchange names while the meetings of people who stay apart get cheaper.

    Returns the best names and the price of all their meetings; stops at `least`. The steeper, the more seldom an
    exchange is made that is dearer at first.
    """
    search = _Search(name, groups, weights, steep)
    progress.expect(STEPS)
    for first in range(0, STEPS, _PIECE):
        steps = range(first, min(first + _PIECE, STEPS))
        if search.best_cost <= least:
            progress.did(STEPS - first)
            break
        search.run(steps, stream, least)
        progress.did(len(steps))
    return search.best, search.best_cost


class _Search:
    """The state of one search: who has which point, what it costs, and the best so far."""

    def __init__(self, name: list[int], groups: Groups, weights: Weights, steep: int) -> None:
        self.steep = steep
        self.name = name[:]
        self.near = _neighbours(groups, len(name))
        self.between = weights.between
        self.class_at = [weights.class_of[person] for person in name]
        self.rows: list[Group] | None = groups.rows
        self.row_of = {point: row for row, four in enumerate(groups.rows or ()) for point in four}
        twice = 0
        for point, own in enumerate(self.class_at):
            if own:
                prices = self.between[own]
                twice += sum(prices.get(self.class_at[other], 0) for other in self.near[point])
        self.cost = self.best_cost = twice // 2
        self.best = self.name[:]

    def run(self, steps: range, stream: Stream, least: int) -> None:
        """Try so many exchanges that begin at somebody who meets whom he should not; end early at `least`."""
        class_at, near, between, word = self.class_at, self.near, self.between, stream.word
        points = len(class_at)
        for step in steps:
            i = word() * points >> 32
            prices = between[class_at[i]]
            if not prices or prices.keys().isdisjoint([class_at[k] for k in near[i]]):
                continue
            j = word() * points >> 32
            pairs = [(i, j)] if self.rows is None else self._with_rows(self.rows, i, j, word())
            if all(class_at[one] == class_at[other] for one, other in pairs):
                continue
            delta = 0
            for one, other in pairs:
                delta += self._price(one, other)
                self._exchange(one, other)
            if delta > 0 and word() >= WORD >> (self.steep * delta * (1 + step * 16 // self.steep // STEPS)):
                for one, other in reversed(pairs):
                    self._exchange(one, other)
                continue
            self.cost += delta
            if self.cost < self.best_cost:
                self.best, self.best_cost = self.name[:], self.cost
                if self.cost <= least:
                    return

    def _with_rows(self, rows: list[Group], i: int, j: int, choice: int) -> list[tuple[int, int]]:
        """Exchanges that do not tear a team out of its row: within the row, or of whole rows; or any other."""
        here, there = rows[self.row_of[i]], rows[self.row_of[j]]
        if choice & 3 == 0:
            return [(i, j)]
        if choice & 3 == 1:
            return list(zip(here, there, strict=True)) if here != there else []
        return [(i, here[choice >> 2 & 3])]

    def _price(self, i: int, j: int) -> int:
        """How much more all meetings cost when the people at two points change places."""
        class_at, near = self.class_at, self.near
        a, b = class_at[i], class_at[j]
        if a == b:
            return 0
        of_a, of_b = self.between[a], self.between[b]
        here = [class_at[k] for k in near[i]]
        there = [class_at[k] for k in near[j]]
        price = sum([of_a[c] for c in there if c in of_a]) - sum([of_a[c] for c in here if c in of_a])
        if of_b:
            price += sum([of_b[c] for c in here if c in of_b]) - sum([of_b[c] for c in there if c in of_b])
        # Those who sit together at times still do: each was counted as meeting one like himself.
        together = near[i].count(j)
        return price - together * (of_a.get(a, 0) + of_b.get(b, 0) - 2 * of_a.get(b, 0))

    def _exchange(self, i: int, j: int) -> None:
        name, class_at = self.name, self.class_at
        name[i], name[j] = name[j], name[i]
        class_at[i], class_at[j] = class_at[j], class_at[i]


def _neighbours(groups: Groups, people: int) -> list[list[int]]:
    near: list[list[int]] = [[] for _ in range(people)]
    for session in groups.sessions:
        for group in session:
            for point in group:
                near[point] += [other for other in group if other != point]
    return near
