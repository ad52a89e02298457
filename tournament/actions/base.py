"""The one way in which anything is written: locked, versioned, logged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from tournament.models import LogEntry, Session, Table, Tournament
from tournament.prepared import Given, Prepared

from .origin import origin


@contextmanager
def writing(tournament: Tournament) -> Iterator[Tournament]:
    """One transaction on a tournament: locks its row and raises its version when all went well.

    Every action takes this lock before any other, so no two of them can deadlock, and entries at one table are
    handled one after the other. Yields the locked, fresh tournament; the object passed in is brought up to date. An
    action that changes nothing but the sheet of an open table, an announcement or a call of the prize-giving sets
    `leaves_standings` on what is yielded: then the standings, and pages that show nothing of these, stay as they are.
    """
    with transaction.atomic():
        locked = _lock.first(tournament=tournament.pk)
        if locked is None:
            raise Tournament.DoesNotExist
        locked.version += 1
        yield locked
        if not locked.leaves_standings:
            locked.standings_version = locked.version
        locked.save(update_fields=["version", "standings_version"])
    tournament.version, tournament.standings_version = locked.version, locked.standings_version


@Prepared
def _lock() -> QuerySet[Tournament]:
    return Tournament.objects.select_for_update().filter(pk=Given("tournament"))


def log_action(
    tournament: Tournament,
    action: str,
    by: User | None,
    *,
    session: Session | None = None,
    table: Table | None = None,
    reason: str = "",
    **data: Any,
) -> LogEntry:
    """Write one line of the history. `data` must be JSON-able figures; sentences are made on reading."""
    if table is not None and session is None:
        session = table.session
    return LogEntry.objects.create(
        tournament=tournament,
        session=session,
        table=table,
        version=tournament.version,
        action=action,
        data=data,
        reason=reason,
        origin=origin(),
        by=by,
    )
