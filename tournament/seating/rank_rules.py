"""Who must not, and who should not, sit at one table in a draw that follows an order of all players.

People are ranks here, 0 .. N - 1 from first to last place. Sets of people are masks: bit q of met[p] says that the
people of ranks p and q have met.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from .checks import check_draw, check_wishes
from .conflicts import conflicts_of
from .errors import DrawError
from .exact import bits, mask_of
from .groups import Group, in_fours
from .history import Past
from .wishes import AtTable, Wishes


@dataclass(frozen=True)
class Hindrance:
    """Why two people should not sit at one table.

    `sessions` are those (from 1) in which they have met, `team` says that they are of one team, `wishes` are the places
    in `Wishes.apart` of the wishes that keep them apart, `tables` says that they are wished at different tables.
    """

    player: int
    other: int
    sessions: tuple[int, ...] = ()
    team: bool = False
    wishes: tuple[int, ...] = ()
    tables: bool = False


def hindrances(
    player: int,
    order: Sequence[int],
    *,
    teams: Sequence[int | None] | None = None,
    played: Past = (),
    wishes: Wishes = Wishes(),  # noqa: B008, it is frozen
) -> tuple[Hindrance, ...]:
    """Whom of the three others at his table, if tables were 1-4, 5-8 … of the order, `player` should not meet, and why.

    Empty for somebody who was moved only because others had to be.
    """
    place = order.index(player) & -4
    at = {wish.player: wish.table for wish in wishes.tables if wish.holds_in(1)}
    found = []
    for other in order[place : place + 4]:
        team = teams[player - 1] if teams is not None else None
        reason = Hindrance(
            player,
            other,
            tuple(n for n, session in enumerate(played, 1) for t in session if player in t and other in t),
            teams is not None and team is not None and teams[other - 1] == team,
            tuple(n for n, wish in enumerate(wishes.apart) if player in wish.people and other in wish.people),
            at.get(player, 0) != at.get(other, 0) and player in at and other in at,
        )
        if other != player and reason != Hindrance(player, other):
            found.append(reason)
    return tuple(found)


def check_order(
    order: Sequence[int], teams: Sequence[int | None] | None, played: Past, wishes: Wishes
) -> None:
    """Refuse what makes no draw of one session in this order: DrawError."""
    players = len(order)
    check_draw(players, 1, teams, played)
    check_wishes(players, 1, wishes)
    places: dict[int, int] = {}
    for place, player in enumerate(order, 1):
        if not 1 <= player <= players:
            raise DrawError("order_unknown_player", place=place, player=player, players=players)
        if player in places:
            raise DrawError("order_twice", player=player, place=place, other=places[player])
        places[player] = place


class Rules:
    """The rules of one session, as masks.

    `must`: who never sits together, being of one team, of a wish that must be fulfilled, or wished at different tables.
    `met`: who has met. `wished`: who would rather not sit together.
    """

    def __init__(
        self, order: Sequence[int], teams: Sequence[int | None] | None, played: Past, wishes: Wishes
    ) -> None:
        self.people = len(order)
        rank = {player: rank for rank, player in enumerate(order)}
        conflicts = conflicts_of(teams or (), wishes)
        self.must = self._masks([[rank[p + 1] for p in club] for club in conflicts.hard])
        self.wished = self._masks([[rank[p + 1] for p in club] for club in conflicts.soft])
        tables = [table for session in played for table in session]
        self.met = self._masks([[rank[p] for p in table if p is not None] for table in tables])

    def _masks(self, clubs: Sequence[Sequence[int]]) -> list[int]:
        masks = [0] * self.people
        for club in clubs:
            everyone = mask_of(club)
            for p in club:
                masks[p] |= everyone & ~(1 << p)
        return masks

    def allowed(self, *, repeats: bool) -> list[int]:
        """Whom everybody may meet, with or without those whom he has met."""
        everybody = (1 << self.people) - 1
        barred = self.must if repeats else [a | b for a, b in zip(self.must, self.met, strict=True)]
        return [everybody & ~mask & ~(1 << p) for p, mask in enumerate(barred)]

    def prices(self, must: int, repeat: int, wish: int) -> list[list[int]]:
        """What every two cost at one table: the difference of their places, and the price of what is broken."""
        line = list(range(self.people))
        rows = [line[p:0:-1] + line[: self.people - p] for p in line]
        for masks, price in ((self.must, must), (self.met, repeat), (self.wished, wish)):
            for row, mask in zip(rows, masks, strict=True):
                for q in bits(mask):
                    row[q] += price
        return rows

    def more(self, masks: Sequence[int], tables: Sequence[Group], exchange: tuple[int, int, int, int]) -> int:
        """How many more pairs in `masks` sit together if two people are exchanged.

        exchange: their tables, and their places there.
        """
        t, other, i, j = exchange
        p, q = tables[t][i], tables[other][j]
        here, there = mask_of(tables[t]) ^ 1 << p, mask_of(tables[other]) ^ 1 << q
        new = (masks[q] & here).bit_count() + (masks[p] & there).bit_count()
        return new - (masks[p] & here).bit_count() - (masks[q] & there).bit_count()

    def broken(self, seats: Sequence[int], masks: Sequence[int]) -> int:
        """How many pairs at the tables of `seats` are in `masks`."""
        return sum(masks[p] >> q & 1 for four in in_fours(seats) for p, q in combinations(four, 2))


def numbers_of(
    tables: Sequence[Group], order: Sequence[int], leaders_at: int, wishes: Sequence[AtTable]
) -> list[int]:
    """The number of every table. The first has number `leaders_at`, and who is wished at a table sits there.

    Two tables exchange their numbers for each of these, so all others keep 1, 2, 3 … in the order given.
    """
    numbers = list(range(1, len(tables) + 1))

    def exchange(place: int, number: int) -> None:
        other = numbers.index(number)
        numbers[place], numbers[other] = number, numbers[place]

    exchange(0, leaders_at)
    place_of = {order[rank]: place for place, table in enumerate(tables) for rank in table}
    heeded: dict[int, int] = {}
    for wish in wishes:
        place = place_of[wish.player]
        if heeded.setdefault(place, wish.table) == wish.table:
            exchange(place, wish.table)
    return numbers
