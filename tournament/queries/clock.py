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

    @property
    def runs(self) -> bool:
        """Whether the time left changes by itself."""
        return self.state in ("running", "warning", "over")

    @property
    def shown(self) -> str:
        """The time left as it is written: 1:12:40, and +0:03:10 when it is over by so much."""
        seconds = abs(self.left)
        text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        return f"+{text}" if self.left < 0 else text

    @property
    def ends_ms(self) -> str:
        """The end as milliseconds since 1970, for the script; "" while the clock stands."""
        return _milliseconds(self.ends_at) if self.ends_at is not None and self.runs else ""

    @property
    def now_ms(self) -> str:
        """The server's now, from which a screen learns how far its own clock is off."""
        return _milliseconds(self.now)

    @property
    def seconds(self) -> str:
        return str(self.left)

    @property
    def warning(self) -> str:
        return str(self.warning_seconds)

    @property
    def warning_minutes(self) -> int:
        return self.warning_seconds // 60


def clock(session: Session, book: Rulebook, table: Table | None = None, now: datetime | None = None) -> Clock:
    """The clock of a session, or of one table with its extra minutes. No query."""
    now = now or timezone.now()
    warning = book.warning_minutes * 60
    if session.ends_at is None:
        return Clock("waiting", now, None, (book.minutes + book.break_minutes) * 60, warning)
    ends_at = session.ends_at + timedelta(minutes=table.extra_minutes if table else 0)
    called = session.time_called_at if table is None else table.time_called_at
    moment = called or session.paused_at or now
    left = int((ends_at - moment).total_seconds())
    if called is not None:
        state = "called"
    elif session.paused_at is not None:
        state = "paused"
    elif left <= 0:
        state = "over"
    else:
        state = "warning" if left <= warning else "running"
    return Clock(state, now, None if session.paused_at else ends_at, left, warning)


def clock_mark(session: Session, table: Table | None = None) -> str:
    """What differs once somebody has extended the time of all, or of this table: sent along with an extension."""
    ends = _milliseconds(session.ends_at) if session.ends_at is not None else ""
    return f"{ends}x{table.extra_minutes if table else 0}"


def _milliseconds(moment: datetime) -> str:
    return str(int(moment.timestamp() * 1000))
