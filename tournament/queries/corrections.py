"""Tables whose result was changed after they were closed: what pages and sheets say about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournament.models import Table, Tournament


@dataclass(frozen=True)
class Correction:
    """A closed table whose result was changed, and when last."""

    session: int
    table: int
    at: datetime


def corrections(tournament: Tournament, sessions: Iterable[int]) -> tuple[Correction, ...]:
    """The corrected tables of these sessions, in order."""
    found = Table.objects.filter(
        session__tournament=tournament,
        session__number__in=list(sessions),
        closed_at__isnull=False,
        corrected_at__isnull=False,
    ).order_by("session__number", "number")
    return tuple(
        Correction(session, table, at)
        for session, table, at in found.values_list("session__number", "number", "corrected_at")
        if at is not None
    )
