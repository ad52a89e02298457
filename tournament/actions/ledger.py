"""What a table holds, read once for all that an act does with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from tournament.models import Act, Hand, Penalty, Seat, Table, Tournament
from tournament.queries.deals import next_number
from tournament.queries.table_rows import acts_of, hands_of, penalties_of, seats_of


class Ledger:
    """A locked table: hands, seats, penalties and acts, each read when it is first asked for.

    It is for acts that write nothing but hands, and tell it what they wrote: everything else reads anew.
    """

    def __init__(self, table: Table) -> None:
        self.table = table

    @cached_property
    def hands(self) -> list[Hand]:
        """All revisions of all hands, by number and revision."""
        return hands_of(self.table)

    @cached_property
    def seats(self) -> list[Seat]:
        """The four seats with their people, in the order of their chairs."""
        return seats_of(self.table)

    @cached_property
    def penalties(self) -> list[Penalty]:
        """All penalties, withdrawn ones too."""
        return penalties_of(self.table)

    @cached_property
    def acts(self) -> list[Act]:
        """All acts, taken back or not, in their order."""
        return acts_of(self.table)

    @property
    def replays(self) -> list[Act]:
        """The replays that stand, in their order."""
        return [act for act in self.acts if act.kind == "replay" and act.undone_at is None]

    @property
    def current(self) -> dict[int, Hand]:
        """The current revisions by number."""
        return {hand.number: hand for hand in self.hands if hand.is_current}

    @property
    def next_hand(self) -> int:
        """The number of the hand that is being played; 17 when all are played."""
        return next_number(self.current.values())

    def revisions(self, number: int) -> int:
        """The newest revision of a hand, 0 where there is none."""
        return max((hand.revision for hand in self.hands if hand.number == number), default=0)

    def wrote(self, hand: Hand) -> None:
        """A revision was added, and is the current one of its number."""
        for other in self.hands:
            if other.number == hand.number:
                other.is_current = False
        self.hands.append(hand)
        self.hands.sort(key=lambda one: (one.number, one.revision))

    def did(self, act: Act) -> None:
        """The act that wrote it all is stored, and is the last one."""
        self.acts[:] = [*(one for one in self.acts if one.pk != act.pk), act]


def ledgers_of(tournament: Tournament) -> Iterator[Ledger]:
    """What all tables hold, in order, read by session: with a thousand players there are thousands of tables."""
    for session in tournament.sessions.order_by("number"):
        session.tournament = tournament
        hands, seats, penalties = (
            _by_table(rows.filter(table__session=session))
            for rows in (
                Hand.objects.order_by("number", "revision"),
                Seat.objects.select_related("player", "credited").order_by("chair"),
                Penalty.objects.all(),
            )
        )
        for table in session.tables.order_by("number"):
            table.session = session
            ledger = Ledger(table)
            ledger.hands, ledger.seats = hands[table.pk], seats[table.pk]
            ledger.penalties = penalties[table.pk]
            yield ledger


def _by_table(rows: Iterable[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.table_id].append(row)
    return found
