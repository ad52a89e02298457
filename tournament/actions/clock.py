"""The clock of a session: paused, going on, extended for all or for one table. What it shows follows from its end."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Session, Table, Tournament
from tournament.queries.clock import clock_mark
from tournament.refusals import Refused

from .base import log_action, writing
from .sessions import get_session

MOST_MINUTES = 240


def pause_clock(tournament: Tournament, number: int, by: User) -> Session:
    """Stop the clock of a running session."""
    with writing(tournament) as locked:
        session = _running(locked, number)
        if session.paused_at is not None:
            raise Refused("already_paused", _("The clock stands already."))
        session.paused_at = timezone.now()
        session.save(update_fields=["paused_at"])
        log_action(locked, "clock_paused", by, session=session)
        return session


def resume_clock(tournament: Tournament, number: int, by: User) -> Session:
    """Let the clock go on; the end moves by as long as it stood."""
    with writing(tournament) as locked:
        session = _running(locked, number)
        if session.paused_at is None or session.ends_at is None:
            raise Refused("not_paused", _("The clock is running."))
        session.ends_at += timezone.now() - session.paused_at
        session.paused_at = None
        session.save(update_fields=["ends_at", "paused_at"])
        log_action(locked, "clock_resumed", by, session=session)
        return session


def extend_clock(
    tournament: Tournament, number: int, minutes: int, by: User, table: int | None = None, seen: str = ""
) -> Session:
    """Give all tables, or one of them, more minutes (a negative number takes some back from all).

    `seen`: the mark of the clock that its author saw (`clock_mark`), so that nothing is extended twice by one press.
    """
    if not -MOST_MINUTES <= minutes <= MOST_MINUTES or minutes == 0 or (table is not None and minutes < 0):
        raise Refused(
            "minutes", _("An extension is 1 to %(n)s minutes.") % {"n": MOST_MINUTES}, field="minutes"
        )
    with writing(tournament) as locked:
        session = _running(locked, number)
        _refuse_seen(session, table, seen)
        if table is None:
            session.ends_at = (session.ends_at or timezone.now()) + timedelta(minutes=minutes)
            session.save(update_fields=["ends_at"])
        elif not Table.objects.filter(session=session, number=table, closed_at__isnull=True).update(
            extra_minutes=F("extra_minutes") + minutes
        ):
            raise Refused(
                "no_such_table",
                _("Session %(session)s has no open table %(table)s.") % {"session": number, "table": table},
                field="table",
            )
        log_action(locked, "clock_extended", by, session=session, minutes=minutes, table_number=table)
        return session


def _refuse_seen(session: Session, number: int | None, seen: str) -> None:
    """Refuse an extension of a clock that somebody extended, or stopped, meanwhile."""
    table = session.tables.filter(number=number).first() if number is not None else None
    if seen and seen != clock_mark(session, table):
        raise Refused(
            "stale",
            _(
                "Meanwhile the time was changed. Look at the clock, and extend it again if it is still needed."
            ),
            field="minutes",
        )


def _running(tournament: Tournament, number: int) -> Session:
    session = get_session(tournament, number)
    if session.state != Session.State.RUNNING:
        raise Refused("not_running", _("Session %(n)s is not running.") % {"n": number})
    return session
