"""Draws by standings (Swiss, 高高碰): neighbours in the order of places sit together.

At best tables are 1-4, 5-8 … of the order. Where that is against a rule people move as little as possible: the cost of
a session is the sum of the differences of places over all pairs at a table. A walk of exchanges finds a good session,
an exact search a legal one where the walk found none or proves that there is none, and branch and bound then puts runs
of neighbouring tables together in the best way, where it gets tight with a look at the next session.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .chairs_after import Exchange, chairs_after, exchange_at_a_price
from .draw import Session
from .errors import DrawError
from .exact import legal_session
from .groups import Group, in_fours
from .history import Past, counted, from_zero
from .progress import Progress, Tick
from .rank_ahead import with_a_next
from .rank_polish import polish
from .rank_rules import Rules, check_order, numbers_of
from .rank_walk import Prices, cost_of_places, in_order, walk
from .stream import Stream
from .wishes import Wishes

ALGORITHM = "standings-1"
LEAST = 10  # what the four people of places 1-4 cost: 1 + 2 + 3 + 1 + 2 + 1
WISH = 24  # what a wish to be apart is worth: people move to the next table for it, not further
_SOFT = 60  # what breaking a rule costs at first, so that the walk can pass through what is forbidden
_STEPS, _STEPS_EACH = 60_000, 400


@dataclass(frozen=True)
class StandingsDraw:
    """One session drawn by standings: the tables in order, players 1 .. N in chairs 东南西北.

    cost: sum over all pairs at a table of the difference of their places; ideal: that of tables 1-4, 5-8 … repeats:
    pairs who had met before. together: pairs who sit together and must not, being of one team, of a wish that must be
    fulfilled, or wished at different tables. proved: whether it is certain that no session has neither; if repeats
    have a price they are not forbidden, and it is only about `together`. True where there are none.
    pulled: (player, his table if all went by the order, the table where he sits) for everybody for whom they differ.
    """

    session: Session
    cost: int
    ideal: int
    repeats: int
    together: int
    proved: bool
    pulled: tuple[tuple[int, int, int], ...]
    seed: str
    algorithm: str = ALGORITHM


def draw_by_standings(  # noqa: PLR0913
    order: Sequence[int],
    /,
    *,
    teams: Sequence[int | None] | None = None,
    seed: str = "",
    played: Past = (),
    wishes: Wishes = Wishes(),  # noqa: B008, it is frozen
    repeat_price: int | None = None,
    leaders_at: int = 1,
    tick: Tick | None = None,
) -> StandingsDraw:
    """Draw one session for players 1 .. N, who are `order[0]` in first place to `order[-1]` in the last.

    teams[p - 1] is the team of player p, or None. Team-mates and people of a wish that must be fulfilled do not meet,
    nor does anybody meet somebody again, unless `repeat_price` says how many places a repeat is worth. Each of the
    other wishes to be apart is worth 24 places, but less than a repeat. Tables are numbered by the sum of places; the
    first of them is table `leaders_at`, and people wished at a table sit there: each exchanges the numbers of two
    tables. `played` counts for repeats and chairs. `tick` is called with (done, expected) steps and may raise to stop
    the draw. Raises DrawError if the arguments make no draw.
    """
    check_order(order, teams, played, wishes)
    if not 1 <= leaders_at <= len(order) // 4:
        raise DrawError("leaders_table_unknown", table=leaders_at, tables=len(order) // 4)
    if repeat_price is not None and repeat_price < 0:
        raise DrawError("repeat_price_negative", price=repeat_price)
    rules = Rules(order, teams, played, wishes)
    seats, proved = _Search(rules, repeat_price, seed, Progress(tick)).best()
    held = counted(len(order), from_zero(played))[0]
    by_rank = [held[player - 1] for player in order]
    seats = _with_chairs(rules, seats, by_rank, repeat_price)
    tables = in_fours(seats)
    numbers = numbers_of(tables, order, leaders_at, wishes.tables)
    [chaired] = chairs_after([tables], by_rank, Stream(seed, "chairs"))
    numbered = sorted(zip(numbers, chaired, strict=True))
    session = tuple((order[a], order[b], order[c], order[d]) for _, (a, b, c, d) in numbered)
    return StandingsDraw(
        session=session,
        cost=sum(map(cost_of_places, tables)),
        ideal=LEAST * len(tables),
        repeats=rules.broken(seats, rules.met),
        together=rules.broken(seats, rules.must),
        proved=proved,
        pulled=tuple(
            (order[rank], numbers[rank // 4], numbers[place // 4])
            for place, rank in sorted(enumerate(seats), key=lambda entry: entry[1])
            if rank // 4 != place // 4
        ),
        seed=seed,
    )


def _with_chairs(
    rules: Rules, seats: Sequence[int], held: Sequence[Sequence[int]], repeat_price: int | None
) -> list[int]:
    """The same seats, with the cheapest exchanges where chairs would come to lie three apart."""

    def price(groups: Sequence[Group], t: int, exchange: Exchange) -> int | None:
        other, i, j = exchange
        again = rules.more(rules.met, groups, (t, other, i, j))
        if rules.more(rules.must, groups, (t, other, i, j)) > 0 or (repeat_price is None and again > 0):
            return None
        here, there = list(groups[t]), list(groups[other])
        before = cost_of_places(here) + cost_of_places(there)
        here[i], there[j] = there[j], here[i]
        cost = cost_of_places(here) + cost_of_places(there) - before + again * (repeat_price or 0)
        return cost + _wish(repeat_price) * rules.more(rules.wished, groups, (t, other, i, j))

    tables = exchange_at_a_price(in_fours(seats), held, price)
    return in_order([rank for table in tables for rank in table])


def _wish(repeat_price: int | None) -> int:
    return WISH if repeat_price is None else min(WISH, max(repeat_price - 1, 0))


class _Search:
    """The search for the tables of one session."""

    def __init__(self, rules: Rules, repeat_price: int | None, seed: str, progress: Progress) -> None:
        self._rules, self._price, self._progress = rules, repeat_price, progress
        self._walks, self._exact = Stream(seed, "standings"), Stream(seed, "exact")
        self._steps = _STEPS + _STEPS_EACH * rules.people
        self._soft = _SOFT if repeat_price is None else repeat_price
        self._repeat = 16 * rules.people if repeat_price is None else repeat_price
        everybody = (1 << rules.people) - 1
        self._may = [
            rules.allowed(repeats=repeat_price is not None),
            rules.allowed(repeats=True),
            [everybody & ~(1 << p) for p in range(rules.people)],
        ]

    def best(self) -> tuple[list[int], bool]:
        """The tables as seats, and whether it is certain that nothing is broken that need not be."""
        rules, wish = self._rules, _wish(self._price)
        soft = rules.prices(2 * max(_SOFT, self._soft), self._soft, wish)
        seats, _ = walk(range(rules.people), soft, self._walks, self._steps, self._progress)
        del soft  # with thousands of players prices are large
        hard = rules.prices(256 * rules.people, self._repeat, wish)
        proved = True
        if self._broken(seats):
            seats, proved = self._legal(seats, hard)
        seats = polish(seats, hard, self._may, LEAST, self._progress)
        if self._price is None and not self._broken(seats):
            seats, proved = with_a_next(seats, hard, self._may[0]), True
        return seats, proved or not self._broken(seats)

    def _broken(self, seats: Sequence[int]) -> int:
        repeats = self._rules.broken(seats, self._rules.met) if self._price is None else 0
        return repeats + self._rules.broken(seats, self._rules.must)

    def _legal(self, seats: Sequence[int], hard: Prices) -> tuple[list[int], bool]:
        """A session that breaks nothing, or as little as can be found."""
        found = legal_session(self._may[0], self._exact)
        proved = found is None
        if (
            not isinstance(found, list)
            and self._rules.broken(seats, self._rules.must)
            and self._price is None
        ):
            found = legal_session(self._may[1], self._exact)
        if isinstance(found, list):
            seats = [p for group in found for p in group]
        seats, _ = walk(seats, hard, self._walks, self._steps, self._progress)
        return seats, proved
