"""The searches that found the constants of draws (tournament/seating/found.py and charts.py).

    python bench/find_groups.py starter PLAYERS             one session that is turned like a wheel (developed.py)
    python bench/find_groups.py shifts TABLES SESSIONS      shifts of five columns (columns.py)
    python bench/find_groups.py chart PLAYERS SESSIONS      few repeats where repeats must be

Each prints a constant in the form in which it is kept, or says that it found none; `--seed` tries another way,
`--tries` how often. Most take seconds; the largest starters and the tightest charts take minutes and several seeds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournament.seating.anneal import anneal, meetings
from tournament.seating.found import DIGITS
from tournament.seating.groups import in_fours
from tournament.seating.limits import least_quad
from tournament.seating.stream import WORD, Stream

Table = list[tuple[int, int]]  # (wheel, place) of the points of a table, places as seen from wheel 0


class Starter:
    """A random walk with backtracking through the tables of a starter.

    A point `place` of wheel w stands for point mu**w * place of that wheel, so that the symmetry of the starter
    leaves places alone. A distance is then counted once for all three images of a pair.
    """

    def __init__(self, players: int, mu: int, stream: Stream) -> None:
        self.size = (players - 1) // 3
        self.still = players - 3 * self.size
        self.power = [1, mu % self.size, mu * mu % self.size]
        self.mu, self.stream = mu, stream
        self.used = {("one", 0)}  # distances: on one wheel, from a wheel to the next
        self.free = set(range(self.size))
        self.tables: list[Table] = []
        self.steps = 4000

    def distances(self, a: tuple[int, int], b: tuple[int, int]) -> list[tuple[str, int]]:
        (i, x), (j, y) = a, b
        difference = self.power[j] * y - self.power[i] * x
        if i == j:
            back = difference * self.power[-i % 3]
            return [("one", back % self.size), ("one", -back % self.size)]
        if (j - i) % 3 == 1:
            return [("next", difference * self.power[-i % 3] % self.size)]
        return [("next", -difference * self.power[-j % 3] % self.size)]

    def seat(self, table: Table, point: tuple[int, int]) -> list[tuple[str, int]] | None:
        """The distances that a point adds to a table, taken; None if one of them is taken already."""
        new = [distance for other in table for distance in self.distances(other, point)]
        if len(set(new)) < len(new) or self.used & set(new):
            return None
        self.used |= set(new)
        return new

    def search(self) -> bool:
        """Whether a starter was found; its tables are then in `tables`."""
        if self.still == 3 and self.mu == 1:  # the still points change places under the symmetry
            return self.fill([], [(0,), (1,), (2,)], 0, self.fours)
        return self.singles(self.still, 0)

    def singles(self, left: int, least: int) -> bool:
        """Tables of a still point and the three images of one place."""
        if not left:
            return self.fours()
        for place in self.mixed([place for place in self.free if place >= least]):
            distance = ("next", (self.mu - 1) * place % self.size)
            if distance not in self.used and self.step():
                self.used.add(distance)
                self.free.discard(place)
                self.tables.append([(0, place), (1, place), (2, place)])
                if self.singles(left - 1, place + 1):
                    return True
                self.tables.pop()
                self.free.add(place)
                self.used.discard(distance)
        return False

    def fours(self) -> bool:
        """Tables that come in three images: the first free place and three others."""
        if not self.free:
            return True
        first = min(self.free)
        self.free.discard(first)
        if self.fill([(0, first)], [(0, 1, 2)] * 3, first + 1, self.fours):
            return True
        self.free.add(first)
        return False

    def fill(
        self, table: Table, wheels: list[tuple[int, ...]], least: int, then: Callable[..., bool]
    ) -> bool:
        """Add a point on one of wheels[0], one on one of wheels[1], ... and go on with `then`."""
        if not wheels:
            self.tables.append(table)
            if then():
                return True
            self.tables.pop()
            return False
        rising = len(wheels[0]) > 1
        for place in self.mixed([place for place in self.free if place >= least]):
            for wheel in self.mixed(list(wheels[0])):
                if not self.step():
                    return False
                taken = self.seat(table, (wheel, place))
                if taken is None:
                    continue
                self.free.discard(place)
                after = place + 1 if rising else 0
                if self.fill([*table, (wheel, place)], wheels[1:], after, then):
                    return True
                self.free.add(place)
                self.used -= set(taken)
        return False

    def step(self) -> bool:
        self.steps -= 1
        return self.steps > 0

    def mixed(self, items: list[int]) -> list[int]:
        self.stream.shuffle(items)
        return items

    def constant(self) -> tuple[int, tuple[tuple[int, ...], ...]]:
        still = 3 * self.size
        made = []
        for table in self.tables:
            points = [wheel * self.size + self.power[wheel] * place % self.size for wheel, place in table]
            if len(points) == 3:
                points.insert(0, still)
                still += not (self.still == 3 and self.mu == 1)
            made.append(tuple(points))
        return self.mu, tuple(made)


def starter(players: int, stream: Stream, tries: int) -> str | None:
    size = (players - 1) // 3
    roots = [mu for mu in range(1, size) if pow(mu, 3, size) == 1]
    for _ in range(tries):
        walk = Starter(players, roots[stream.below(len(roots))], stream)
        if walk.search():
            return f"{players}: {walk.constant()}"
    return None


def shifts(q: int, sessions: int, stream: Stream, tries: int) -> str | None:
    """Change one shift at a time as long as fewer differences of two columns come twice, now and then more."""
    columns, steps = 5, 1_000_000
    for _ in range(tries):
        shift = [[0] + [stream.below(q) * bool(j) for _ in range(1, sessions)] for j in range(columns)]
        seen = [[[0] * q for _ in range(columns)] for _ in range(columns)]
        cost = 0
        for i in range(columns):
            for j in range(columns):
                for a, b in zip(shift[i], shift[j], strict=True):
                    cost += seen[i][j][(a - b) % q] if i < j else 0
                    seen[i][j][(a - b) % q] += 1
        for step in range(steps):
            j, r, new = 1 + stream.below(columns - 1), 1 + stream.below(sessions - 1), stream.below(q)
            old = shift[j][r]
            others = [i for i in range(columns) if i != j]
            if new == old:
                continue
            delta = sum(
                seen[j][i][(new - shift[i][r]) % q] - seen[j][i][(old - shift[i][r]) % q] + 1 for i in others
            )
            if delta > 0 and stream.word() >= WORD >> (delta * (3 + 9 * step // steps)):
                continue
            for i in others:
                for value, change in ((new, 1), (old, -1)):
                    seen[j][i][(value - shift[i][r]) % q] += change
                    seen[i][j][(shift[i][r] - value) % q] += change
            shift[j][r] = new
            cost += delta
            if not cost:
                return f"{q}: {tuple(''.join(DIGITS[s] for s in column) for column in shift)}"
    return None


def chart(players: int, sessions: int, stream: Stream, tries: int) -> str:
    bound = least_quad(players, sessions)
    best, cost = [], -1
    for _ in range(tries):
        start = [in_fours(stream.permutation(players)) for _ in range(sessions)]
        found, quad = anneal(start, meetings(players, []), stream, 20_000_000, bound)
        if cost < 0 or quad < cost:
            best, cost = found, quad
        if cost <= bound:
            break
    text = "".join(DIGITS[p] for session in best for group in session for p in group)
    return f'({players}, {sessions}): ({cost}, "{text}")  # bound {bound}'


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("starter", "shifts", "chart"))
    parser.add_argument("size", type=int)
    parser.add_argument("sessions", type=int, nargs="?", default=1)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--tries", type=int, default=0)
    asked = parser.parse_args()
    stream = Stream(asked.seed, "search")
    if asked.what == "starter":
        found = starter(asked.size, stream, asked.tries or 3000)
    elif asked.what == "shifts":
        found = shifts(asked.size, asked.sessions, stream, asked.tries or 5)
    else:
        found = chart(asked.size, asked.sessions, stream, asked.tries or 3)
    print(found or "none found")


if __name__ == "__main__":
    main()
