"""The sheet of all hands as it is shown at the desk: marks of the official paper, changes, running totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.penalties import FALSE_WINS
from tournament.models import Dispute, Hand, Penalty, Seat
from tournament.queries.deals import winners_of
from tournament.queries.play_words import Won, beside_in_words, wins_in_words
from tournament.queries.sentences import describe_hand, describe_penalty, hand_figures, penalty_figures
from tournament.queries.table_state import SheetRow, TableState

# The marks of the official score sheet.
MARKS: dict[str, tuple[str, Promise]] = {
    "dealer": ("▲", _("dealer")),
    "discard": ("—", _("discard")),
    "self_draw": ("+", _("self-draw")),
    "win": ("●", _("win on a discard")),
    "drawn": ("○", _("drawn hand")),
    "false_win": ("✓", _("false win")),
    "warning": ("×", _("penalty or warning")),
}


@dataclass(frozen=True)
class Cell:
    """One player's part of a hand."""

    marks: tuple[tuple[str, Promise], ...]
    change: int
    total: int
    wins: bool


@dataclass(frozen=True)
class Line:
    """One hand of the sheet; `wins` are those of everybody who won it."""

    row: SheetRow
    words: str
    wins: tuple[Won, ...]
    cells: tuple[Cell, ...]
    is_next: bool


@dataclass(frozen=True)
class Revision:
    """One revision of a hand, in words; under house rules also what each winner had, and what else was entered."""

    hand: Hand
    words: str
    who: str
    wins: tuple[Won, ...]
    beside: list[str]


@dataclass(frozen=True)
class DisputeLine:
    """Something in dispute, ruled on or not, and who said so."""

    dispute: Dispute
    who: str
    ruled_by: str


@dataclass(frozen=True)
class PenaltyLine:
    """A penalty in words, with what it does to each account."""

    penalty: Penalty
    words: str
    who: str


def lines(state: TableState) -> list[Line]:
    """All hands that can come, or those there are by now."""
    return [
        Line(
            row=row,
            words=describe_hand(hand_figures(row.hand), state.names(row.number)) if row.hand else "",
            wins=wins_in_words(row.hand, state.book) if row.hand and row.hand.counts else (),
            cells=tuple(_cell(row, seat) for seat in range(4)),
            is_next=row.number == state.next_hand,
        )
        for row in state.rows
    ]


def _cell(row: SheetRow, seat: int) -> Cell:
    keys = ["dealer"] if row.seating.dealer == seat else []
    hand = row.hand
    wins = hand is not None and hand.counts and seat in winners_of(hand)
    if hand is not None and hand.counts:
        if hand.outcome == Hand.Outcome.DRAWN:
            keys.append("drawn")
        elif wins:
            keys.append("self_draw" if hand.discarder is None else "win")
        elif hand.discarder == seat:
            keys.append("discard")
    for penalty in row.penalties:
        if penalty.seat == seat and not penalty.withdrawn_at:
            keys.append("false_win" if penalty.kind in FALSE_WINS else "warning")
    return Cell(tuple(MARKS[key] for key in keys), row.change[seat], row.totals[seat], wins)


def ledger_totals(state: TableState) -> list[int]:
    """The four accounts as hands and penalties give them, whatever the paper says."""
    totals = list(state.rows[-1].totals)
    for penalty in state.table_penalties:
        totals = [t + e for t, e in zip(totals, state.effect_of(penalty), strict=True)]
    return totals


def outside_hands(state: TableState) -> list[int]:
    """What penalties outside any hand did to each account."""
    return [all_ - hands for all_, hands in zip(ledger_totals(state), state.rows[-1].totals, strict=True)]


def differing(seats: Sequence[Seat], totals: Sequence[int]) -> list[bool]:
    """For each seat whether the paper says something else than the hands."""
    return [s.paper_points is not None and s.paper_points != t for s, t in zip(seats, totals, strict=True)]


def revisions(state: TableState, number: int, who: dict[int, str]) -> list[Revision]:
    """All revisions of a hand, newest first."""
    names = state.names(number)
    return [
        Revision(
            hand,
            describe_hand(hand_figures(hand), names),
            _who(hand.by_id, who),
            wins_in_words(hand, state.book) if hand.play else (),
            beside_in_words(hand, state.book),
        )
        for hand in reversed(state.revisions.get(number, []))
    ]


def dispute_lines(state: TableState, who: dict[int, str]) -> list[DisputeLine]:
    """All disputes at the table in their order, those that wait for a ruling first."""
    waiting_first = sorted(state.disputes, key=lambda one: (one.ruled_at is not None, one.pk))
    return [DisputeLine(one, _who(one.by_id, who), _who(one.ruled_by_id, who)) for one in waiting_first]


def penalty_lines(state: TableState, who: dict[int, str]) -> list[PenaltyLine]:
    """All penalties of the table in order, the withdrawn ones too."""
    found = []
    for penalty in state.penalties:
        names = state.names(penalty.hand_number)
        victim = names[penalty.victim] if penalty.victim is not None else ""
        words = describe_penalty(penalty_figures(penalty), names[penalty.seat or 0], victim)
        found.append(PenaltyLine(penalty, words, _who(penalty.by_id, who)))
    return found


def _who(user_id: int | None, who: dict[int, str]) -> str:
    return who.get(user_id, "") if user_id else ""
