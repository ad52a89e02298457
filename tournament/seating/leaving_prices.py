"""What it costs if two people meet: once more, or one time less.

Only what a change makes worse is priced. A pair that met twice before the change may meet twice after it; so people
who have nothing to do with a change are not moved to mend what was not perfect before. Prices are whole numbers in
which a move to another table counts `MOVE`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import combinations

WISH, MOVE, REPEAT, APART = 1, 8, 800, 8000
_MOST = 0xFFFF

Tables = Iterable[Sequence[int]]


class Prices:
    """Prices of meetings between people 1 .. `people` and, behind them, `empty` chairs.

    `more[a][b]` is the price of one more meeting, `less[a][b]` what is saved by one fewer. Empty chairs never have
    met anybody, but two of them at a table are kept apart like people of a team.
    """

    def __init__(self, people: int, empty: int, before: Tables) -> None:
        size = people + empty + 1
        self._people = people
        self._met: list[dict[int, int]] = [{} for _ in range(size)]
        self._old: list[dict[int, int]] = [{} for _ in range(size)]
        self._kind: list[dict[int, int]] = [{} for _ in range(size)]
        self.more = [array("H", bytes(2 * size)) for _ in range(size)]
        self.less = [array("H", bytes(2 * size)) for _ in range(size)]
        for table in before:
            for a, b in combinations(table, 2):
                self._old[a][b] = self._old[b][a] = self._old[a].get(b, 0) + 1
        for a, b in combinations(range(people + 1, size), 2):
            for row in (self.more, self.less):
                row[a][b] = row[b][a] = APART

    def keep_apart(self, group: Iterable[int], price: int) -> None:
        """Let every meeting within `group` cost `price` on top; the highest price of a pair counts."""
        for a, b in combinations(sorted({p for p in group if 1 <= p <= self._people}), 2):
            kind = max(price, self._kind[a].get(b, 0))
            self._kind[a][b] = self._kind[b][a] = kind
            self._price(a, b, self._met[a].get(b, 0))

    def meet(self, table: Sequence[int], times: int = 1) -> None:
        """The people of `table` have met (`times` = 1), or have not after all (-1)."""
        for place, p in enumerate(table):
            self.join(p, table[:place], times)

    def join(self, p: int, others: Sequence[int], times: int) -> None:
        """Somebody has met the others of a table (`times` = 1), or has not after all (-1)."""
        if p <= self._people:
            for other in others:
                if other <= self._people:
                    met = self._met[p].get(other, 0) + times
                    self._met[p][other] = self._met[other][p] = met
                    self._price(p, other, met)

    def _price(self, a: int, b: int, met: int) -> None:
        self.more[a][b] = self.more[b][a] = self._of(a, b, met)
        self.less[a][b] = self.less[b][a] = self._of(a, b, met - 1) if met else 0

    def _of(self, a: int, b: int, met: int) -> int:
        """The price of the meeting after `met` others."""
        old = self._old[a].get(b, 0)
        price = REPEAT * max(0, met - max(0, old - 1))
        if met >= old:
            price += self._kind[a].get(b, 0)
        return min(price, _MOST)
