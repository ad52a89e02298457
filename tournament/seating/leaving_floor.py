"""The tables of one session while people are moved about, and what that costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .leaving_prices import MOVE, Prices
from .leaving_roster import CHAIRS, Count

_NODES = 1500  # how many half-made plans are looked at for one broken table


class Floor:
    """One session: who sits at which table. Empty chairs sit like people, under ids of their own.

    `home` is the table of everybody who stays, `left` that of everybody who is gone; `guests` are those who come and
    the empty chairs. `bound` are people who ought to sit at one table, with that table and the price of any other.
    """

    def __init__(
        self, session: Sequence[Sequence[int | None]], count: Count, empty: Iterable[int], prices: Prices
    ) -> None:
        self._prices = prices
        self.count = count
        self.home = {
            p: t for t, seats in enumerate(session) for p in seats if p is not None and p not in count.gone
        }
        self.left = {
            p: t for t, seats in enumerate(session) for p in seats if p is not None and p in count.gone
        }
        self.guests = [*count.coming, *list(empty)[: count.empty]]
        self.bound: Mapping[int, tuple[int, int]] = {}
        self._open = [bool(seats) for seats in session]
        shut = [t for t, is_open in enumerate(self._open) if not is_open]
        more = count.opening - len(shut)
        self.opened = [*shut[: count.opening], *range(len(session), len(session) + more)]
        self._open += [False] * max(0, more)
        for t in self.opened:
            self._open[t] = True
        self.tables: list[list[int]] = []
        self._at: dict[int, int] = {}
        self.go_home()
        for table in self.tables:
            prices.meet(table)

    def go_home(self) -> None:
        """Everybody who stays at his old table, the guests nowhere; prices are left alone."""
        self.tables = [[] for _ in self._open]
        for p, t in self.home.items():
            self.tables[t].append(p)
        self._at = dict(self.home)

    def change_to(self, tables: list[list[int]]) -> None:
        """Put people at other tables, and let the prices know."""
        for now, then in zip(self.tables, tables, strict=True):
            if now != then:
                self._prices.meet(now, -1)
        for now, then in zip(self.tables, tables, strict=True):
            if now != then:
                self._prices.meet(then)
        self.tables = [table[:] for table in tables]
        self._at = {p: t for t, table in enumerate(tables) for p in table}

    def copy(self) -> list[list[int]]:
        """The tables as they are now."""
        return [table[:] for table in self.tables]

    def free(self, broken: Sequence[int]) -> dict[int, int]:
        """How many chairs are free at each table that has some and is neither broken up nor missing."""
        chairs = {
            t: CHAIRS - len(table) for t, table in enumerate(self.tables) if self._open[t] and t not in broken
        }
        return {t: n for t, n in chairs.items() if n}

    def breakable(self) -> list[int]:
        """Tables that can be broken up, those with the fewest people first."""
        return sorted(
            (t for t, is_open in enumerate(self._open) if is_open), key=lambda t: len(self.tables[t])
        )

    def seat_price(self, p: int, t: int) -> int:
        """What it costs that `p` sits at table `t`, whoever else does."""
        price = MOVE if self.home.get(p, t) != t else 0
        at, other = self.bound.get(p, (t, 0))
        return price if at == t else price + other

    def moved(self) -> list[int]:
        """Guests, and whoever is not at his old table."""
        return [*(p for p, t in self.home.items() if self._at[p] != t), *self.guests]

    def price(self) -> int:
        """The price of what this session adds: its seats, and its meetings in the light of all other sessions."""
        total = sum(self.seat_price(p, t) for p, t in self._at.items())
        for table in self.tables:
            self._prices.meet(table, -1)
            total += self.join_price(table)
            self._prices.meet(table)
        return total

    def join_price(self, table: Sequence[int]) -> int:
        """The price of the meetings at a table whose people do not count as having met here."""
        more = self._prices.more
        return sum(more[a][b] for i, a in enumerate(table) for b in table[:i])

    def place(
        self, people: Sequence[int], free: Mapping[int, int], most: int
    ) -> tuple[int, list[int]] | None:
        """The cheapest tables for `people` among the free chairs, if cheaper than `most`: depth first, with a bound.

        As many chairs must be free as there are people, at least. The people must not count as having met here.
        """
        more = self._prices.more
        left = dict(free)
        alone = []
        for p in people:
            row = more[p]
            alone.append({t: self.seat_price(p, t) + sum(row[x] for x in self.tables[t]) for t in left})
        rest = [0] * (len(people) + 1)
        for i in range(len(people) - 1, -1, -1):
            rest[i] = rest[i + 1] + min(alone[i].values())
        chosen: list[int] = []
        best: list[int] = []
        nodes = 0

        def go(i: int, cost: int) -> None:
            nonlocal most, best, nodes
            if cost + rest[i] >= most:
                return
            if i == len(people):
                most, best = cost, chosen[:]
                return
            nodes += 1
            row = more[people[i]]
            options = []
            for t, chairs in left.items():
                if chairs:
                    meets = sum(row[people[k]] for k, other in enumerate(chosen) if other == t)
                    options.append((alone[i][t] + meets, t))
            for price, t in sorted(options):
                if nodes > _NODES:
                    return
                left[t] -= 1
                chosen.append(t)
                go(i + 1, cost + price)
                chosen.pop()
                left[t] += 1

        go(0, 0)
        return (most, best) if best or not people else None

    def exchange(self, p: int, q: int) -> None:
        """Let two people of different tables change places."""
        a, b = self._at[p], self._at[q]
        for own, other, t in ((p, q, a), (q, p, b)):
            table = self.tables[t]
            table.remove(own)
            self._prices.join(own, table, -1)
            self._prices.join(other, table, 1)
        self.tables[a].append(q)
        self.tables[b].append(p)
        self._at[p], self._at[q] = b, a

    def delta(self, p: int, q: int) -> int:
        """How much dearer it would be if these two changed places; 0 if they sit at one table."""
        a, b = self._at[p], self._at[q]
        if a == b:
            return 0
        more_p, more_q = self._prices.more[p], self._prices.more[q]
        less_p, less_q = self._prices.less[p], self._prices.less[q]
        here, there = self.tables[a], self.tables[b]
        meet = sum([more_p[x] for x in there]) - more_p[q] + sum([more_q[x] for x in here]) - more_q[p]
        part = sum([less_p[x] for x in here]) + sum([less_q[x] for x in there])
        seats = self.seat_price(p, b) + self.seat_price(q, a) - self.seat_price(p, a) - self.seat_price(q, b)
        return meet - part + seats

    def improve(self, whole: bool, steps: int = 12) -> int:
        """Exchange somebody who has moved with anybody (or, not `whole`, with another guest) while it pays.

        Every step is the best there is. Returns what was saved.
        """
        saved = 0
        for _ in range(steps):
            delta, p, q = self._best_exchange(whole)
            if delta >= 0:
                break
            self.exchange(p, q)
            saved -= delta
        return saved

    def _best_exchange(self, whole: bool) -> tuple[int, int, int]:
        best = (0, 0, 0)
        more, less = self._prices.more, self._prices.less
        for p in self.moved() if whole else self.guests:
            a = self._at[p]
            mates = [x for x in self.tables[a] if x != p]
            gain_p = self.seat_price(p, a) + sum(less[p][x] for x in mates)
            for b, table in enumerate(self.tables):
                if b == a or not table:
                    continue
                row = more[p]
                meets = [row[x] for x in table]
                come = self.seat_price(p, b) + sum(meets) - gain_p
                for q, meet in zip(table, meets, strict=True):
                    if not whole and q not in self.guests:
                        continue
                    back = more[q]
                    gain_q = self.seat_price(q, b) + sum([less[q][x] for x in table])
                    delta = come - meet + self.seat_price(q, a) + sum([back[x] for x in mates]) - gain_q
                    if delta < best[0]:
                        best = (delta, p, q)
        return best
