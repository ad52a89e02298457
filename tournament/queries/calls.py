"""The chief referee is called to a table: what its page says about that."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from tournament.models import Call, Table

# So long after its answer a call is still spoken of: whoever called may not have looked.
SPOKEN_OF = timedelta(minutes=10)


def shown_call(table: Table) -> Call | None:
    """The call that waits at a table, else the one that was answered last, where that was not long ago."""
    return table.calls.filter(Q(answered_at__isnull=True) | answered_lately()).order_by("-id").first()


def answered_lately() -> Q:
    """The calls that were answered not long ago."""
    return Q(answered_at__gt=timezone.now() - SPOKEN_OF)
