"""What a table waits for next, the same on the referee's list and on his table."""

from __future__ import annotations

from typing import Literal

from scoring.rulebook import Rulebook
from tournament.models import Table

from .deals import last_hand
from .table_state import moves_at

Waits = Literal["chairs", "hand", "close", "closed"]


def waits_for(table: Table, book: Rulebook, number: int) -> Waits:
    """What comes next at a table whose next hand is `number`: no query.

    `chairs`: who moved must be confirmed; `hand`: that hand; `close`: the players' consent, after the last hand
    or at time; `closed`: nothing.
    """
    if table.is_closed:
        return "closed"
    if number > last_hand(table, book) or not counts_after_time(table, book, number):
        return "close"
    return "chairs" if moves_at(table, book, number) else "hand"


def counts_after_time(table: Table, book: Rulebook, number: int) -> bool:
    """Whether hand `number` counts as entered: before time always, afterwards by the rulebook (RULES §5).

    `finish_current` plays out the hand that was running when time was called, and one more where fan were being
    counted at that moment (`hands_at_time` then holds that hand, too); `void_current` does not.
    """
    if table.time_called_at is None:
        return True
    return book.at_time == "finish_current" and number <= (table.hands_at_time or 0) + 1


def may_count_one_more(table: Table, book: Rulebook, said: bool) -> bool:
    """Whether the referee can still say that fan were being counted when time fell. No query.

    `said`: he has said so already.
    """
    left = (table.hands_at_time or 0) + 1 < last_hand(table, book)
    called = table.time_called_at is not None and not table.is_closed
    return called and left and not said and book.at_time == "finish_current"
