"""What four totals of a paper sheet must sum to, and how they differ from the hands (RULES §3, the check)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.penalties import deduction
from tournament.models import Penalty, Seat, Table

from .effects import as_rule


def expected_sum(table: Table) -> int:
    """Minus the deductions at a table: the four accounts sum to it, always. One query."""
    return expected_of(table.penalties.all())


def expected_of(penalties: Iterable[Penalty]) -> int:
    """The same from the penalties of one table, the withdrawn ones among them. No query."""
    return -sum(deduction(as_rule(p)) for p in penalties if p.withdrawn_at is None)


def differences(seats: Sequence[Seat], from_hands: Sequence[int]) -> list[int | None]:
    """By how much the paper says more than the hands, for each seat; None where it says nothing."""
    return [
        None if seat.paper_points is None else seat.paper_points - total
        for seat, total in zip(seats, from_hands, strict=True)
    ]
