"""When a table counts: closed, or, where the rules ask for a second person, confirmed by one."""

from __future__ import annotations

from typing import Literal

from scoring.rulebook import Rulebook
from tournament.models import Session

FinalSince = Literal["closed_at", "checked_at"]


def final_since(book: Rulebook) -> FinalSince:
    """The field of a table that says since when its result counts; empty while it does not."""
    return "checked_at" if book.second_check else "closed_at"


def unchecked_tables(session: Session, book: Rulebook) -> list[int]:
    """The numbers of the closed tables that wait for a second person; none where the rules ask for none."""
    if not book.second_check:
        return []
    waiting = session.tables.filter(closed_at__isnull=False, checked_at__isnull=True)
    return list(waiting.order_by("number").values_list("number", flat=True))
