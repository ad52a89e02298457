"""The tables of one session while people are moved about, and what that costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .leaving_prices import MOVE, Prices
from .leaving_roster import CHAIRS, Count

Tables = list[list[int]]


class Floor:
    """One session: who sits at which table. Empty chairs sit like people, under ids of their own.

    `home` is the table of everybody who stays, `left` that of everybody who is gone; `guests` are those who come and
    the empty chairs. `bound` are people who ought to sit at one table, with that table and the price of any other.
    `tables` and `at` say who sits where now, and `prices` knows it.
    """

    def __init__(
        self, session: Sequence[Sequence[int | None]], count: Count, empty: Iterable[int], prices: Prices
    ) -> None:
        self.prices = prices
        self.count = count
        self.home: dict[int, int] = {}
        self.left: dict[int, int] = {}
        for t, seats in enumerate(session):
            for p in seats:
                if p is not None:
                    (self.left if p in count.gone else self.home)[p] = t
        self.guests = [*count.coming, *list(empty)[: count.empty]]
        self.bound: Mapping[int, tuple[int, int]] = {}
        shut = [t for t, seats in enumerate(session) if not seats]
        new = max(0, count.opening - len(shut))
        shut = shut[count.opening :]
        self.open = [t for t in range(len(session) + new) if t not in shut]
        self.tables: Tables = [[] for _ in range(len(session) + new)]
        self.at: dict[int, int] = {}
        self.change_to(self.at_home())

    def at_home(self) -> Tables:
        """Everybody who stays at his old table, the guests nowhere."""
        tables: Tables = [[] for _ in self.tables]
        for p, t in self.home.items():
            tables[t].append(p)
        return tables

    def change_to(self, tables: Tables) -> None:
        """Put people at other tables."""
        changed = [
            (now, then) for now, then in zip(self.tables, tables, strict=True) if set(now) != set(then)
        ]
        for now, _ in changed:
            self.prices.meet(now, -1)
        for _, then in changed:
            self.prices.meet(then)
        self.tables = [table[:] for table in tables]
        self.at = {p: t for t, table in enumerate(tables) for p in table}

    def exchange(self, p: int, q: int) -> None:
        """Let two people of different tables change places."""
        a, b = self.at[p], self.at[q]
        for own, other, t in ((p, q, a), (q, p, b)):
            table = self.tables[t]
            table.remove(own)
            self.prices.join(own, table, -1)
            self.prices.join(other, table, 1)
        self.tables[a].append(q)
        self.tables[b].append(p)
        self.at[p], self.at[q] = b, a

    def copy(self) -> Tables:
        """The tables as they are now."""
        return [table[:] for table in self.tables]

    def free(self, broken: Sequence[int] = ()) -> dict[int, int]:
        """How many chairs are free at each table that has some and is neither broken up nor missing."""
        chairs = {t: CHAIRS - len(self.tables[t]) for t in self.open if t not in broken}
        return {t: n for t, n in chairs.items() if n}

    def moved(self) -> list[int]:
        """Guests, and whoever is not at his old table."""
        return [*(p for p, t in self.home.items() if self.at[p] != t), *self.guests]

    def seat_price(self, p: int, t: int) -> int:
        """What it costs that `p` sits at table `t`, whoever else does."""
        price = MOVE if self.home.get(p, t) != t else 0
        at, other = self.bound.get(p, (t, 0))
        return price if at == t else price + other

    def meeting_price(self, table: Sequence[int]) -> int:
        """The price of the meetings at a table whose people do not count as having met here."""
        more = self.prices.more
        return sum(more[a][b] for i, a in enumerate(table) for b in table[:i])

    def price(self) -> int:
        """The price of what this session adds: its seats, and its meetings in the light of all other sessions."""
        total = sum(self.seat_price(p, t) for p, t in self.at.items())
        for table in self.tables:
            self.prices.meet(table, -1)
            total += self.meeting_price(table)
            self.prices.meet(table)
        return total
