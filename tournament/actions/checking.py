"""Whether what is stored follows from the ledger: every table is computed anew, and nothing of that is kept."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from tournament.models import Seat, Table, Tournament
from tournament.refusals import Refused

from .recompute import RESULTS, LedgerError, recompute_table


def tables_unlike_their_ledger(tournament: Tournament) -> list[Table]:
    """The tables whose stored results are not those of their hands and penalties. Changes nothing."""
    book, found = tournament.rulebook, []
    tables = Table.objects.filter(session__tournament=tournament).select_related("session")
    with transaction.atomic():
        for table in tables.order_by("session__number", "number"):
            table.session.tournament = tournament
            stored = _stored(table)
            try:
                recompute_table(table, book)
            except (Refused, LedgerError):
                found.append(table)
            else:
                if _stored(table) != stored:
                    found.append(table)
        transaction.set_rollback(True)
    return found


def _stored(table: Table) -> tuple[Any, ...]:
    hands = table.hands.order_by("number", "revision").values_list("number", "revision", "scores")
    played = Table.objects.values_list("hands_played", flat=True).get(pk=table.pk)
    return (
        played,
        list(Seat.objects.filter(table=table).order_by("chair").values_list("chair", *RESULTS)),
        list(hands),
    )
