"""The symbols of the official score sheet (RULES §10): what each hand was for each of the four."""

from __future__ import annotations

from scoring.penalties import FALSE_WINS
from tournament.models import Hand

from .table_state import SheetRow

# Symbol of each mark, in the order in which several of them stand in one cell.
SYMBOLS = {
    "dealer": "▲",
    "discard": "—",
    "self_draw": "+",
    "drawn": "○",
    "false_win": "✓",
    "warning": "×",
}


def marks(row: SheetRow, seat: int) -> list[str]:
    """The marks of one drawn seat in one hand, as keys of `SYMBOLS`. Withdrawn penalties leave no mark.

    The sheet knows one mark beside the false win's; it stands for every other penalty and warning.
    """
    found = set()
    hand = row.hand if row.hand is not None and row.hand.counts else None
    if row.seating.dealer == seat:
        found.add("dealer")
    if hand is not None and hand.outcome == Hand.Outcome.DRAWN:
        found.add("drawn")
    elif hand is not None and hand.discarder == seat:
        found.add("discard")
    elif hand is not None and hand.winner == seat and hand.discarder is None:
        found.add("self_draw")
    for penalty in row.penalties:
        if penalty.seat == seat and penalty.withdrawn_at is None:
            found.add("false_win" if penalty.kind in FALSE_WINS else "warning")
    return [mark for mark in SYMBOLS if mark in found]
