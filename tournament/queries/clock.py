"""The clock of a session, computed from its end on the server, so that every screen shows the same."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from scoring.rulebook import Rulebook
from tournament.models import Session, Table


@dataclass(frozen=True)
class Clock:
    """What a clock needs. `state`: waiting, running, paused, warning, over (the end has passed) or called.

    `ends_at` is the end while it runs; `left` the seconds left now, less than 0 when the end has passed.
    """

    state: str
    now: datetime
    ends_at: datetime | None
    left: int
    warning_seconds: int


def clock(session: Session, book: Rulebook, table: Table | None = None, now: datetime | None = None) -> Clock:
    """The clock of a session, or of one table with its extra minutes. No query."""
    now = now or timezone.now()
    warning = book.warning_minutes * 60
    if session.ends_at is None:
        return Clock("waiting", now, None, (book.minutes + book.break_minutes) * 60, warning)
    ends_at = session.ends_at + timedelta(minutes=table.extra_minutes if table else 0)
    moment = session.paused_at or now
    left = int((ends_at - moment).total_seconds())
    called = session.time_called_at if table is None else table.time_called_at
    if called is not None:
        state = "called"
    elif session.paused_at is not None:
        state = "paused"
    elif left <= 0:
        state = "over"
    else:
        state = "warning" if left <= warning else "running"
    return Clock(state, now, None if session.paused_at else ends_at, left, warning)
