"""Which deal 东风东 … 北风北 each hand of a table is, and which hand is its last: for Guobiao hand 7 is the seventh.

Where the dealer repeats or the winner deals, `models.Table.deals` holds the deal of every hand and of the one after
them; it is computed with the results of the table. Nothing here makes a query.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.dealing import DEALS, Ended, next_deal
from scoring.rulebook import Rulebook
from scoring.seats import WINDS, chairs_of_round
from tournament.models import Hand, Seat, Table

LAST_DEAL = DEALS - 1


def deal_of(table: Table, number: int) -> int:
    """The deal of a hand, 0–15: four times the round from 0, and the chair that deals."""
    deals = table.deals
    if not deals:
        return min(number, DEALS) - 1
    return min(int(deals[min(number, len(deals)) - 1]), LAST_DEAL)


def round_of(table: Table, number: int) -> int:
    """The round 1–4 of a hand."""
    return deal_of(table, number) // 4 + 1


def goes_round(book: Rulebook) -> bool:
    """Whether hand n is simply the n-th of the sixteen deals: with empty chairs it is not, for they do not deal."""
    return book.dealing == "rotates" and book.players == len(WINDS)


def last_hand(table: Table, book: Rulebook) -> int:
    """The highest number that a hand of this table can have, as far as that is known yet."""
    if goes_round(book):
        return min(book.hands, DEALS)
    over = bool(table.deals) and table.deals[-1] >= DEALS
    return min(len(table.deals) - 1, book.hands) if over else book.hands


def sheet_hands(table: Table, book: Rulebook, next_number: int) -> int:
    """How many lines the sheet of a table has: all hands that can come, or as many as there are by now."""
    last = last_hand(table, book)
    return last if goes_round(book) else min(max(next_number, 1), last)


def progress(table: Table, book: Rulebook, number: int) -> str:
    """Which hand is played: "5/16", or the number alone where nobody knows how many there will be."""
    return f"{number}/{last_hand(table, book)}" if goes_round(book) else str(number)


def next_number(current: Iterable[Hand]) -> int:
    """The number after the highest hand that was played to an end."""
    return max((h.number for h in current if h.counts), default=0) + 1


def chairs_in(table: Table, book: Rulebook, round_: int) -> tuple[int, int, int, int]:
    """[drawn seat] → chair in a round, with what was confirmed at the table."""
    overrides: dict[str, list[int]] = table.chairs
    east, south, west, north = overrides.get(str(round_)) or chairs_of_round(book.rotation, round_)
    return east, south, west, north


def winners_of(hand: Hand) -> tuple[int, ...]:
    """The drawn seats of all who won a hand: under house rules several can."""
    if hand.winner is None:
        return ()
    return tuple(one["seat"] for one in hand.play.get("winners", ())) or (hand.winner,)


def deal_after(hand: Hand, deal: int, table: Table, book: Rulebook, present: Sequence[int]) -> int:
    """The deal that follows a hand; 16 after the last one."""
    chairs = chairs_in(table, book, deal // 4 + 1)
    named = hand.play.get("values", {}).get("deals_next")
    ended = Ended(
        tuple(chairs[seat] for seat in winners_of(hand)),
        None if hand.discarder is None else chairs[hand.discarder],
        None if named is None else chairs[named],
    )
    return next_deal(book.dealing, deal, ended, [chairs[seat] for seat in present])


@dataclass(frozen=True)
class Dealt:
    """How a hand stands in the row of hands: its deal, and how many went before it without a break.

    `repeats`: how often its dealer had dealt just before; `drawn`: how many drawn hands went just before.
    """

    deal: int
    repeats: int = 0
    drawn: int = 0


class DealRow:
    """The deals of a table, one after the other: `at` says how a hand is dealt, `ended` how it ended.

    `found` has number → how it was dealt for every hand asked for and those before it.
    """

    def __init__(self, table: Table, book: Rulebook, present: Sequence[int]) -> None:
        self.table, self.book, self.present = table, book, present
        self.found: dict[int, Dealt] = {}
        self._now = Dealt(_first(present, table, book))

    def at(self, number: int, recorded: int | None = None) -> Dealt:
        """How the next hand is dealt, higher than all before; what was recorded of it holds. 16: all were over."""
        for missing in range(len(self.found) + 1, number):
            self.found[missing] = self._now
            if self.book.dealing == "rotates":  # whoever won the hand that is not there
                self._now = Dealt(self._after(Hand(), self._now.deal), 0, self._now.drawn)
        if recorded is not None and recorded != self._now.deal:
            self._now = Dealt(recorded, 0, self._now.drawn)
        self.found[number] = self._now
        return self._now

    def ended(self, hand: Hand) -> None:
        """The hand that was asked for last ended like this."""
        now = self._now
        deal = self._after(hand, now.deal)
        repeats = now.repeats + 1 if deal == now.deal else 0
        self._now = Dealt(deal, repeats, now.drawn + 1 if hand.winner is None else 0)

    def _after(self, hand: Hand, deal: int) -> int:
        return DEALS if deal >= DEALS else deal_after(hand, deal, self.table, self.book, self.present)


def dealt(table: Table, book: Rulebook, hands: Iterable[Hand], present: Sequence[int]) -> dict[int, Dealt]:
    """Number → how it was dealt, for every hand that counts and for the one after them.

    `hands` are the current revisions. What was recorded of a hand (`Hand.deal`) holds; the hand after the last follows.
    """
    row, last = DealRow(table, book, present), 0
    for hand in sorted((hand for hand in hands if hand.counts), key=lambda hand: hand.number):
        row.at(hand.number, hand.deal)
        row.ended(hand)
        last = hand.number
    row.at(last + 1)
    return row.found


def _first(present: Sequence[int], table: Table, book: Rulebook) -> int:
    """The first chair in which somebody sits deals first."""
    chairs = chairs_in(table, book, 1)
    return min((chairs[seat] for seat in present), default=0)


def playing(seats: Iterable[Seat], book: Rulebook) -> tuple[int, ...]:
    """The drawn seats that pay and are paid: an empty chair too where four sit at a table, as in Guobiao."""
    return tuple(seat.chair for seat in seats if book.players == len(WINDS) or seat.player_id is not None)
