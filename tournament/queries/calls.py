"""The chief referee is called to a table: what its page says about that."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import DateTimeField, Q, QuerySet
from django.utils import timezone

from tournament.models import Call, Table
from tournament.prepared import Given, Prepared

# So long after its answer a call is still spoken of: whoever called may not have looked.
SPOKEN_OF = timedelta(minutes=10)


def shown_calls(table: Table) -> list[Call]:
    """The calls of a table that wait, and those that were answered not long ago, the last one first. One query."""
    return _shown(table=table.pk, since=spoken_of_since())


def spoken_of_since() -> datetime:
    """The calls that were answered after this moment are still spoken of."""
    return timezone.now() - SPOKEN_OF


@Prepared
def _shown() -> QuerySet[Call]:
    shown = Q(answered_at__isnull=True) | Q(answered_at__gt=Given("since", DateTimeField()))
    return Call.objects.filter(shown, table=Given("table")).order_by("-id")
