"""The snake (蛇形): strength is spread evenly, one player of each quarter of the order at every table.

With T tables the first T of the order go to tables 1 … T, the next T to T … 1, and so on in turns: of 16 players 1, 8,
9 and 16 sit at table 1. Each of these quarters is a pot. Where two would meet who should not, people are exchanged
within their pots, to tables as near as possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .chairs_after import Exchange, chairs_after, exchange_at_a_price
from .draw import Session
from .exact import bits
from .groups import Group, in_fours
from .history import Past, counted, from_zero
from .rank_rules import Rules, check_order, numbers_of
from .stream import WORD, Stream
from .tables import cheapest_tables
from .wishes import Wishes

ALGORITHM = "snake-1"
WISH = 2  # how many tables people go away from theirs for a wish to be apart
_STAGES, _STEPS, _STEPS_EACH = 32, 40_000, 200
# Of 65,536: how often a move that costs one table more is accepted, in the first and the last stage.
_HOT, _COLD = 52_000, 6_000
_SHARE = 1 << 16
_ASSIGNED = (
    64  # so many tables at most get their people of a pot by the best assignment; more would take too long
)


@dataclass(frozen=True)
class SnakeDraw:
    """One session drawn by the snake: the tables in order, players 1 .. N in chairs 东南西北.

    moved: (player, his table in the snake, the table where he sits) for everybody for whom they differ. together:
    pairs who sit together and must not, being of one team, of a wish that must be fulfilled, or wished at different
    tables. repeats: pairs who had met before.
    """

    session: Session
    moved: tuple[tuple[int, int, int], ...]
    together: int
    repeats: int
    seed: str
    algorithm: str = ALGORITHM


def draw_snake(
    order: Sequence[int],
    *,
    teams: Sequence[int | None] | None = None,
    seed: str = "",
    played: Past = (),
    wishes: Wishes = Wishes(),  # noqa: B008, it is frozen
) -> SnakeDraw:
    """Draw one session for players 1 .. N, who are `order[0]` in first place to `order[-1]` in the last.

    teams[p - 1] is the team of player p, or None. Team-mates and people of a wish that must be fulfilled come before
    repeats, these before how far people are moved; another wish is worth two tables. Who is wished at a table sits
    there: it exchanges its number with his. `played` counts for repeats and chairs. Raises DrawError if the arguments
    make no draw.
    """
    check_order(order, teams, played, wishes)
    rules = Rules(order, teams, played, wishes)
    tables = rules.people // 4
    home = [
        rank % tables if rank // tables % 2 == 0 else tables - 1 - rank % tables
        for rank in range(rules.people)
    ]
    pots = _Pots(rules, home, Stream(seed, "snake"))
    pots.mend()
    held = counted(rules.people, from_zero(played))[0]
    by_rank = [held[player - 1] for player in order]
    groups = _with_chairs(rules, pots.tables(), home, by_rank)
    numbers = numbers_of(groups, order, 1, wishes.tables)
    [chaired] = chairs_after([groups], by_rank, Stream(seed, "chairs"))
    numbered = sorted(zip(numbers, chaired, strict=True))
    at = {rank: place for place, group in enumerate(groups) for rank in group}
    seats = [rank for group in groups for rank in group]
    return SnakeDraw(
        session=tuple((order[a], order[b], order[c], order[d]) for _, (a, b, c, d) in numbered),
        moved=tuple(
            (order[rank], numbers[home[rank]], numbers[at[rank]])
            for rank in range(rules.people)
            if home[rank] != at[rank]
        ),
        together=rules.broken(seats, rules.must),
        repeats=rules.broken(seats, rules.met),
        seed=seed,
    )


def _with_chairs(
    rules: Rules, groups: Sequence[Group], home: Sequence[int], held: Sequence[Sequence[int]]
) -> list[Group]:
    """The same tables, with the shortest exchanges within pots where chairs would come to lie three apart."""

    def price(groups: Sequence[Group], t: int, exchange: Exchange) -> int | None:
        other, i, j = exchange
        worse = any(rules.more(masks, groups, (t, other, i, j)) > 0 for masks in (rules.must, rules.met))
        if i != j or worse:
            return None
        p, q = home[groups[t][i]], home[groups[other][j]]
        return abs(p - other) + abs(q - t) - abs(p - t) - abs(q - other)

    return exchange_at_a_price(groups, held, price)


class _Pots:
    """Who of each pot sits at which table, and the search for something better.

    seats[4t + k] is who of pot k sits at table t.
    """

    def __init__(self, rules: Rules, home: Sequence[int], stream: Stream) -> None:
        self._rules, self._home, self._stream = rules, home, stream
        self._count = len(home) // 4
        self._seats = sorted(range(len(home)), key=lambda rank: (home[rank], rank))
        far = 4 * len(home)  # more than all that two who are exchanged can be moved
        self._price: list[dict[int, int]] = [{} for _ in home]
        for masks, price in ((rules.wished, WISH), (rules.met, far), (rules.must, 16 * far)):
            for row, mask in zip(self._price, masks, strict=True):
                for other in bits(mask):
                    row[other] = row.get(other, 0) + price

    def tables(self) -> list[Group]:
        """The tables, at each the people of the first pot to the fourth."""
        return in_fours(self._seats)

    def mend(self) -> None:
        """Exchange people within pots until nobody meets whom he should not, or no way is found."""
        if not self._broken():
            return
        self._walk()
        while self._count <= _ASSIGNED and any(self._assign(pot) for pot in range(4)):
            continue

    def _broken(self) -> bool:
        rules = self._rules
        return any(rules.broken(self._seats, masks) for masks in (rules.must, rules.met, rules.wished))

    def _cost(self, rank: int, table: int) -> int:
        """What somebody costs at a table with the people of the other pots who sit there."""
        row, pot = self._price[rank], rank // self._count
        mates = sum(row.get(self._seats[4 * table + k], 0) for k in range(4) if k != pot)
        return mates + abs(self._home[rank] - table)

    def _walk(self) -> None:
        seats, word = self._seats, self._stream.word
        best, least, cost = seats[:], 0, 0  # both costs count from where the walk begins
        for stage in range(_STAGES):
            ratio = _HOT - (_HOT - _COLD) * stage // (_STAGES - 1)
            accept, share = [], WORD
            while share:
                accept.append(share)
                share = share * ratio // _SHARE
            for _ in range((_STEPS + _STEPS_EACH * len(seats)) // _STAGES):
                i = word() * len(seats) >> 32
                chance = word()
                # Near tables are tried more often: the distance is as likely to be up to 2 as up to T.
                reach = min(self._count - 1, 2) if chance & 1 else self._count - 1
                away = 1 + ((chance >> 2) * reach >> 30) if reach else 0
                one, pot = i >> 2, i & 3
                other = one + away if chance & 2 else one - away
                if not away or not 0 <= other < self._count:
                    continue
                j = 4 * other + pot
                p, q = seats[i], seats[j]
                delta = self._cost(p, other) + self._cost(q, one) - self._cost(p, one) - self._cost(q, other)
                if delta > 0 and (delta >= len(accept) or word() >= accept[delta]):
                    continue
                seats[i], seats[j] = q, p
                cost += delta
                if cost < least:
                    best, least = seats[:], cost
        self._seats = best

    def _assign(self, pot: int) -> bool:
        """Give the people of one pot the best tables while all others stay; whether that is better."""
        people = self._seats[pot::4]
        costs = [[self._cost(rank, table) for table in range(self._count)] for rank in people]
        table_of = cheapest_tables(costs)
        if sum(costs[i][table] for i, table in enumerate(table_of)) >= sum(
            costs[i][i] for i in range(len(people))
        ):
            return False
        for rank, table in zip(people, table_of, strict=True):
            self._seats[4 * table + pot] = rank
        return True
