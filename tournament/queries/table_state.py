"""The state of one table: who sits where now, what comes next, the ledger with running totals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Protocol

from scoring.dealing import MOST_HANDS
from scoring.rulebook import Rulebook
from scoring.seats import HandSeating, Move, moves_before_round, seating_of_hand
from tournament.models import Act, Dispute, Hand, Penalty, Seat, Table

from .changes import Sits, all_sit, name_in
from .deals import chairs_in, deal_of, last_hand, next_number, progress, round_of, sheet_hands
from .effects import penalty_effect, present_when
from .table_rows import acts_of, disputes_of, hands_of, penalties_of, seats_of


@dataclass(frozen=True)
class SheetRow:
    """One hand on the sheet: its seating, its current revision (None where not played), penalties, running totals.

    `change` is what the hand and its penalties did to each account, `totals` the accounts after it, by drawn seat.
    """

    number: int
    seating: HandSeating
    hand: Hand | None
    penalties: tuple[Penalty, ...]
    scores: tuple[int, ...]
    change: tuple[int, ...]
    totals: tuple[int, ...]
    corrected: bool


@dataclass
class TableState:
    """Everything a page needs to show a table. Seats are ordered by drawn chair.

    `hands` are the current revisions by number, `revisions` all of each number, oldest first; `corrected` are
    the numbers of hands that were corrected, `replayed` says when a hand was last declared void. What was taken
    back counts in neither. `disputes` are all of the table, ruled or not, and `acts` all that was ever done there,
    taken back or not, in their order.
    """

    table: Table
    book: Rulebook
    seats: list[Seat]
    hands: dict[int, Hand]
    corrected: set[int]
    revisions: dict[int, list[Hand]]
    penalties: list[Penalty]
    replayed: dict[int, datetime]
    disputes: list[Dispute]
    acts: list[Act]

    @cached_property
    def presence(self) -> list[Act]:
        """The absences and arrivals that stand."""
        return [act for act in self.acts if act.kind == "presence" and act.undone_at is None]

    @property
    def waiting_disputes(self) -> list[Dispute]:
        """What waits for a ruling."""
        return [one for one in self.disputes if one.ruled_at is None]

    @cached_property
    def disputed(self) -> set[int | None]:
        """The numbers of the hands in dispute; None: the whole table is."""
        return {one.hand_number for one in self.waiting_disputes}

    @cached_property
    def next_hand(self) -> int:
        """The number of the hand being played; one more than the last when all are played (17 in Guobiao)."""
        return next_number(self.hands.values())

    @property
    def last_hand(self) -> int:
        """The highest number that a hand can have here, as far as that is known yet: 16 in Guobiao."""
        return last_hand(self.table, self.book)

    @property
    def number(self) -> int:
        """The number of the hand being played, of the last one when all are played."""
        return min(self.next_hand, self.last_hand)

    @property
    def progress(self) -> str:
        """The number of the hand being played as people read it: "5/16"."""
        return progress(self.table, self.book, self.number)

    @property
    def all_played(self) -> bool:
        return self.next_hand > self.last_hand

    @cached_property
    def seating(self) -> HandSeating:
        """Chairs, winds and dealer of the hand being played (of the last one when all are played)."""
        return seating_at(self.table, self.book, self.number)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Who must change chairs before the next hand, until that is confirmed."""
        return moves_at(self.table, self.book, self.next_hand)

    @property
    def round(self) -> int:
        return round_of(self.table, self.number)

    @cached_property
    def dead(self) -> set[int]:
        """Drawn seats whose hand is dead in the hand being played."""
        return _dead(self.penalties, self.next_hand, self.replayed.get(self.next_hand))

    @property
    def totals(self) -> list[int]:
        return [seat.match_points for seat in self.seats]

    @property
    def accounts(self) -> list[int]:
        """What the ledger gives the four chairs, with which the table sums up."""
        return [seat.account for seat in self.seats]

    @property
    def present(self) -> list[int]:
        """The drawn seats in which somebody sits."""
        return [seat.chair for seat in self.seats if seat.is_present]

    def effect_of(self, penalty: Penalty) -> tuple[int, int, int, int]:
        """What a penalty does to the four accounts: those who were there when it was given receive it."""
        return penalty_effect(penalty, present_when(self.seats, self.presence, penalty.at))

    @cached_property
    def sits(self) -> list[Sits]:
        """Who really sits in the four seats in the hand being played (in the last one when all are played)."""
        return all_sit(self.seats, self.number)

    def names(self, hand: int | None = None) -> list[str]:
        """The names by drawn seat of who sits there in a hand, by default the one being played."""
        number = (hand or self.number) if self._somebody_else_sat else MOST_HANDS
        if number not in self._names:
            self._names[number] = [name_in(seat, number) for seat in self.seats]
        return self._names[number]

    @cached_property
    def _somebody_else_sat(self) -> bool:
        return any(seat.sittings.all() for seat in self.seats)

    @cached_property
    def _names(self) -> dict[int, list[str]]:
        return {}

    @property
    def authors(self) -> set[int | None]:
        """The users of whom the table tells that they entered something, or took it back."""
        rows: tuple[Hand | Act, ...] = (
            *(hand for hands in self.revisions.values() for hand in hands),
            *self.acts,
        )
        return {
            *(row.by_id for row in rows),
            *(one for penalty in self.penalties for one in (penalty.by_id, penalty.withdrawn_by_id)),
            *(one for dispute in self.disputes for one in (dispute.by_id, dispute.ruled_by_id)),
        }

    @property
    def table_penalties(self) -> list[Penalty]:
        """Penalties that belong to the table and to no hand."""
        return [p for p in self.penalties if p.hand_number is None]

    @cached_property
    def rows(self) -> list[SheetRow]:
        """The sheet: all hands that can come, or those there are by now where nobody knows how many will."""
        totals = [0, 0, 0, 0]
        rows = []
        for number in range(1, sheet_hands(self.table, self.book, self.next_hand) + 1):
            hand = self.hands.get(number)
            penalties = tuple(p for p in self.penalties if p.hand_number == number)
            scores = tuple(hand.scores) if hand and hand.counts else (0, 0, 0, 0)
            change = list(scores)
            for penalty in penalties:
                change = [c + e for c, e in zip(change, self.effect_of(penalty), strict=True)]
            totals = [t + c for t, c in zip(totals, change, strict=True)]
            rows.append(
                SheetRow(
                    number,
                    seating_at(self.table, self.book, number),
                    hand,
                    penalties,
                    scores,
                    tuple(change),
                    tuple(totals),
                    number in self.corrected,
                )
            )
        return rows


class Rows(Protocol):
    """What is stored of a table, in the orders in which `table_rows` reads it."""

    @property
    def hands(self) -> list[Hand]: ...

    @property
    def acts(self) -> list[Act]: ...

    @property
    def seats(self) -> list[Seat]: ...

    @property
    def penalties(self) -> list[Penalty]: ...


def table_state(table: Table, rows: Rows | None = None) -> TableState:
    """Read the state of a table in a fixed number of queries: without `rows`, which hold what was read already, all."""
    revisions = rows.hands if rows else hands_of(table)
    acts = rows.acts if rows else acts_of(table)
    standing = [act for act in acts if act.undone_at is None]
    return TableState(
        table=table,
        book=table.session.tournament.rulebook,
        seats=rows.seats if rows else seats_of(table),
        hands={h.number: h for h in revisions if h.is_current},
        revisions={n: list(group) for n, group in groupby(revisions, key=lambda h: h.number)},
        corrected={act.answer["hand"] for act in standing if act.kind == "correction"},
        penalties=rows.penalties if rows else penalties_of(table),
        replayed={act.answer["hand"]: act.at for act in standing if act.kind == "replay"},
        disputes=disputes_of(table),
        acts=acts,
    )


def next_hand(table: Table) -> int:
    """The number of the hand that is being played at a table; one more than the last when all are played."""
    return next_number(table.hands.filter(is_current=True))


def chairs_in_round(table: Table, round_: int) -> tuple[int, int, int, int]:
    """[drawn seat] → chair in a round, with what was confirmed at the table."""
    return chairs_in(table, table.session.tournament.rulebook, round_)


def seating_at(table: Table, book: Rulebook, number: int) -> HandSeating:
    """Chairs, winds and dealer of one hand at this table."""
    deal = deal_of(table, number)
    return _seating(book.rotation, deal + 1, chairs_in(table, book, deal // 4 + 1))


# There are not more than the ways in which four people sit in sixteen deals.
_seating = lru_cache(maxsize=2000)(seating_of_hand)


def moves_to_confirm(table: Table, number: int) -> tuple[Move, ...]:
    """Who changes chairs before this hand, where that was not confirmed yet."""
    return moves_at(table, table.session.tournament.rulebook, number)


def moves_at(table: Table, book: Rulebook, number: int) -> tuple[Move, ...]:
    """Who changes chairs before this hand, where that was not confirmed yet. No query."""
    round_ = round_of(table, number)
    if number > last_hand(table, book) or round_ <= table.confirmed_round:
        return ()
    return moves_before_round(book.rotation, round_, chairs_in(table, book, round_ - 1))


def dead_in(penalties: Iterable[Penalty], replays: Iterable[Act], number: int) -> set[int]:
    """Drawn seats whose hand is dead in this hand; a replay of the hand deals everybody a new one. No query.

    `penalties` are those of the table, `replays` the acts that declared a hand void and were not taken back, in order.
    """
    voided = [act.at for act in replays if act.answer["hand"] == number]
    return _dead(penalties, number, voided[-1] if voided else None)


def _dead(penalties: Iterable[Penalty], number: int, since: datetime | None) -> set[int]:
    return {
        p.seat
        for p in penalties
        if p.dead_hand
        and p.hand_number == number
        and p.withdrawn_at is None
        and p.seat is not None
        and (since is None or p.at > since)
    }
