"""The one function that turns the ledger of a table into the results of its four seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import connection
from django.utils.translation import gettext as _

from scoring import penalties as rules
from scoring.refusal import Refusal
from scoring.rulebook import Rulebook
from scoring.standard_points import TWELFTHS, places, standard_points
from tournament.models import Hand, Seat, Table
from tournament.queries.deals import Dealt, dealt, goes_round, playing
from tournament.queries.effects import as_rule, present_when
from tournament.queries.plays import has_house_rules, known_play, settled, won_by
from tournament.refusals import Refused, from_scoring

from .ledger import Ledger

# What is computed of a seat.
RESULTS = (
    "account",
    "match_points",
    "standard_points",
    "standard_deducted",
    "place",
    "hands_won",
    "highest_hand",
)
_UPDATE = f"UPDATE {Seat._meta.db_table} SET {', '.join(f'{name} = %s' for name in RESULTS)} WHERE id = %s"  # noqa: S608
_RESCORE = f"UPDATE {Hand._meta.db_table} SET scores = %s, fan = %s WHERE id = %s"  # noqa: S608
_SCORES = Hand._meta.get_field("scores")
# A penalty, and the drawn seats of those who were present when it was given.
Standing = tuple[rules.Penalty, list[int]]


class LedgerError(AssertionError):
    """The four accounts of a table do not sum to minus its deductions: a fault of the program, so nothing is stored."""


def recompute_table(table: Table, book: Rulebook, ledger: Ledger | None = None) -> list[Seat]:
    """Write results of the four seats from hands, penalties and official totals. Call it inside a transaction.

    `ledger` is what an act has read of the table already, with everything that it wrote. Of the table itself the number
    of hands and their deals are set and, without a ledger, stored.

    Every hand is settled again, so it also carries out a change of the rules. The four accounts are checked against the
    ledger: they sum to minus the deductions, always. Raises `Refused` where a recorded hand breaks the rulebook, and
    `LedgerError` where the sum is wrong. Returns the seats in the order of their chairs.
    """
    sheet = ledger or Ledger(table)
    seats = sheet.seats
    before = [[getattr(seat, name) for name in RESULTS] for seat in seats]
    hands, active = _standing(sheet)
    how = dealt(table, book, hands, playing(seats, book))
    table.deals = [] if goes_round(book) or not hands else [how[n].deal for n in sorted(how)]
    accounts = _accounts(table, hands, active, book, how, playing(seats, book))
    for seat in seats:
        paper = seat.paper_points if table.totals_only else None
        seat.account = accounts[seat.chair] if paper is None else paper
        won = [worth for hand in hands if (worth := won_by(hand, seat.chair)) is not None]
        seat.hands_won, seat.highest_hand = len(won), max(won, default=0)
        seat.standard_deducted = sum(
            int(p.amount * TWELFTHS)
            for p, _present in active
            if p.currency == "standard_points" and p.seat == seat.chair
        )
    began = bool(hands or active or table.totals_only or table.is_closed)
    _give_results(table, seats, book, began)
    _store(seats, before)
    table.hands_played = len(hands)
    if ledger is None:
        table.save(update_fields=["hands_played", "deals"])
    return seats


def _store(seats: Sequence[Seat], before: Sequence[Sequence[object]]) -> None:
    """Write what has changed, in one go. As SQL, because to put it together took longer than all the rest."""
    after = [[getattr(seat, name) for name in RESULTS] for seat in seats]
    changed = [(*new, seat.pk) for seat, old, new in zip(seats, before, after, strict=True) if old != new]
    if changed:
        with connection.cursor() as cursor:
            cursor.executemany(_UPDATE, changed)


def results_of(table: Table) -> list[tuple[int | None, ...]]:
    """What the four seats have as it is stored, in the order of their chairs: two of these tell whether it changed."""
    return list(
        table.seats.order_by("chair").values_list(
            "player_id", "credited_id", "match_points", "standard_points", "standard_deducted", "place"
        )
    )


def hand_accounts(table: Table, book: Rulebook) -> list[int]:
    """The four accounts by drawn seat as the hands and penalties give them, whatever the paper says."""
    sheet = Ledger(table)
    hands, active = _standing(sheet)
    present = playing(sheet.seats, book)
    return _accounts(table, hands, active, book, dealt(table, book, hands, present), present)


def _standing(ledger: Ledger) -> tuple[list[Hand], list[Standing]]:
    """The hands that count, and the penalties that stand with those who were there when each was given."""
    hands = [hand for hand in ledger.current.values() if hand.counts]
    active = [penalty for penalty in ledger.penalties if penalty.withdrawn_at is None]
    presence = (
        [act for act in ledger.acts if act.kind == "presence" and act.undone_at is None] if active else []
    )
    return hands, [(as_rule(p), present_when(ledger.seats, presence, p.at)) for p in active]


def _accounts(
    table: Table,
    hands: Iterable[Hand],
    active: Sequence[Standing],
    book: Rulebook,
    how: Mapping[int, Dealt],
    present: Sequence[int],
) -> list[int]:
    """The four match point accounts by drawn seat, and the scores of each hand where they changed."""
    accounts = [0, 0, 0, 0]
    house = has_house_rules(book)
    rescored: list[tuple[Any, ...]] = []
    for hand in hands:
        try:
            known = known_play(table, book, how[hand.number], present) if house else None
            scores = settled(hand, book, known)
        except Refusal as refusal:
            where = _("Session %(session)s, table %(table)s, hand %(hand)s: %(what)s") % {
                "session": table.session.number,
                "table": table.number,
                "hand": hand.number,
                "what": from_scoring(refusal).message,
            }
            raise Refused(refusal.code, where) from refusal
        if list(scores) != hand.scores:
            hand.scores = list(scores)
            if house and hand.winner is not None:
                hand.fan = won_by(hand, hand.winner)
            rescored.append((_SCORES.get_db_prep_save(hand.scores, connection), hand.fan, hand.pk))
        accounts = [a + s for a, s in zip(accounts, scores, strict=True)]
    for penalty, there in active:
        accounts = [a + e for a, e in zip(accounts, rules.effect(penalty, there), strict=True)]
    if rescored:
        with connection.cursor() as cursor:
            cursor.executemany(_RESCORE, rescored)
    expected = -sum(rules.deduction(penalty) for penalty, _present in active)
    if sum(accounts) != expected:
        raise LedgerError(f"table {table.pk} sums to {sum(accounts)}, its deductions to {expected}")
    return accounts


def _give_results(table: Table, seats: Sequence[Seat], book: Rulebook, began: bool) -> None:
    """Each player's result from the accounts: places and standard points of those who are ranked (RULES §6).

    Who forfeited has no standard points and the rulebook's match points; the others are ranked among themselves for
    the first places. Real players move up over a stand-in, unless the rulebook lets him keep his place. Where there
    was no play, each who came has the bye score.
    """
    for seat in seats:
        seat.match_points = book.forfeit_match_points if seat.is_forfeit else seat.account
    ranked = [
        seat.account if _is_ranked(seat, book) and began and not table.no_play else None for seat in seats
    ]
    for seat, place, standard in zip(seats, places(ranked), standard_points(ranked, book.scale), strict=True):
        seat.place, seat.standard_points = place, standard
    if table.no_play and began:
        for seat in seats:
            if seat.is_present and not seat.is_forfeit:
                seat.standard_points = int(book.bye_score["standard_points"] * TWELFTHS)
                seat.match_points = int(book.bye_score["match_points"])


def _is_ranked(seat: Seat, book: Rulebook) -> bool:
    if not seat.is_present or seat.is_forfeit or seat.player is None:
        return False
    return book.stand_in_takes_place or not (seat.credited or seat.player).is_stand_in
