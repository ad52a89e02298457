"""The running day: sessions start, time is called, sessions close; who is present."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import CheckIn, Dispute, Player, Session, Table, Tournament
from tournament.queries.final import unchecked_tables
from tournament.refusals import Refused
from tournament.wording import listed

from .acts import begin_session, require_reason
from .base import log_action, writing


def check_in(
    tournament: Tournament, session_number: int, player_ids: Iterable[int], present: bool, by: User
) -> int:
    """Note players as present (or not) for a session 检录. Returns how many are checked in now."""
    with writing(tournament) as locked:
        session = get_session(locked, session_number)
        players = list(Player.objects.filter(tournament=locked, pk__in=list(player_ids)))
        if present:
            CheckIn.objects.bulk_create(
                [CheckIn(session=session, player=p, by=by) for p in players], ignore_conflicts=True
            )
        else:
            CheckIn.objects.filter(session=session, player__in=players).delete()
        log_action(
            locked,
            "checked_in" if present else "check_in_withdrawn",
            by,
            session=session,
            players=[p.number for p in players],
        )
        return CheckIn.objects.filter(session=session).count()


def start_session(tournament: Tournament, number: int, by: User) -> Session:
    """Start a session whose draw is published; only one runs at a time."""
    with writing(tournament) as locked:
        session = get_session(locked, number)
        if session.state == Session.State.RUNNING:
            raise Refused("already_running", _("Session %(n)s is running already.") % {"n": number})
        if session.state != Session.State.PUBLISHED:
            raise Refused(
                "not_published", _("The draw of session %(n)s is not published yet.") % {"n": number}
            )
        other = locked.sessions.filter(state=Session.State.RUNNING).first()
        if other is not None:
            raise Refused(
                "another_running",
                _("Session %(other)s is still running. Close it before session %(n)s starts.")
                % {"other": other.number, "n": number},
            )
        begin_session(session, locked.rulebook)
        log_action(locked, "session_started", by, session=session)
        return session


def call_time_everywhere(tournament: Tournament, number: int, by: User) -> int:
    """Call time at every open table of a running session. Returns how many tables it reached.

    At the end of the session the first call leaves out the tables whose own extra minutes still run; called before the
    end, or once more, it reaches them all.
    """
    with writing(tournament) as locked:
        session = get_session(locked, number)
        if session.state != Session.State.RUNNING:
            raise Refused("not_running", _("Session %(n)s is not running.") % {"n": number})
        now = timezone.now()
        tables = Table.objects.filter(session=session, closed_at__isnull=True, time_called_at__isnull=True)
        if session.time_called_at is None:
            tables = tables.exclude(pk__in=still_extended(session, now))
        reached = tables.update(time_called_at=now, hands_at_time=F("hands_played"), version=F("version") + 1)
        session.time_called_at = session.time_called_at or now
        session.save(update_fields=["time_called_at"])
        log_action(locked, "time_called_everywhere", by, session=session, tables=reached)
        return reached


def still_extended(session: Session, now: datetime) -> list[int]:
    """The tables whose own extra minutes run on after the end of the session."""
    if session.ends_at is None or session.paused_at is not None or now < session.ends_at:
        return []
    extra = session.tables.filter(extra_minutes__gt=0, closed_at__isnull=True)
    over = session.ends_at
    return [table.pk for table in extra if over + timedelta(minutes=table.extra_minutes) > now]


def close_session(tournament: Tournament, number: int, by: User) -> Session:
    """Close a session all of whose tables are closed; its results then stand in the standings."""
    with writing(tournament) as locked:
        session = get_session(locked, number)
        if session.state not in (Session.State.RUNNING, Session.State.PUBLISHED):
            raise Refused("not_running", _("Session %(n)s is not running.") % {"n": number})
        open_tables = list(session.tables.filter(closed_at__isnull=True).values_list("number", flat=True))
        if open_tables:
            shown = listed(open_tables[:20]) + (" …" if len(open_tables) > 20 else "")
            raise Refused(
                "tables_open",
                _("These tables are still open: %(tables)s. Close them first.") % {"tables": shown},
                current={"tables": open_tables},
            )
        unchecked = unchecked_tables(session, locked.rulebook)
        if unchecked:
            raise Refused(
                "tables_unchecked",
                _("These tables wait for a second person to confirm them: %(tables)s.")
                % {"tables": listed(unchecked[:20]) + (" …" if len(unchecked) > 20 else "")},
                current={"tables": unchecked},
            )
        session.state, session.closed_at = Session.State.CLOSED, timezone.now()
        session.save(update_fields=["state", "closed_at"])
        log_action(locked, "session_closed", by, session=session)
        return session


def reopen_session(tournament: Tournament, number: int, reason: str, by: User) -> Session:
    """Open a closed session again, with a reason; its tables stay closed until one is opened."""
    with writing(tournament) as locked:
        session = get_session(locked, number)
        if session.state != Session.State.CLOSED:
            raise Refused("not_closed", _("Session %(n)s is not closed.") % {"n": number})
        require_reason(reason, _("Say why the session is opened again."))
        session.state, session.closed_at, session.official_at = Session.State.RUNNING, None, None
        session.save(update_fields=["state", "closed_at", "official_at"])
        log_action(locked, "session_reopened", by, session=session, reason=reason)
        return session


def make_official(tournament: Tournament, number: int, by: User) -> Session:
    """The chief referee makes the results of a closed session official, whether or not appeals are still possible."""
    with writing(tournament) as locked:
        session = get_session(locked, number)
        if session.state != Session.State.CLOSED:
            raise Refused("not_closed", _("Session %(n)s is not closed.") % {"n": number})
        if session.official_at is not None:
            raise Refused("already_official", _("Session %(n)s is official already.") % {"n": number})
        waiting = Dispute.objects.filter(table__session=session, ruled_at__isnull=True)
        tables = sorted(set(waiting.values_list("table__number", flat=True)))
        if tables:
            raise Refused(
                "disputes_open",
                _("These tables wait for a ruling: %(tables)s. Rule on the disputes first.")
                % {"tables": ", ".join(map(str, tables))},
                current={"tables": tables},
            )
        session.official_at = timezone.now()
        session.save(update_fields=["official_at"])
        log_action(locked, "session_official", by, session=session)
        return session


def get_session(tournament: Tournament, number: int) -> Session:
    """The session with this number, or a refusal."""
    session = tournament.sessions.filter(number=number).first()
    if session is None:
        raise Refused("no_such_session", _("There is no session %(n)s.") % {"n": number})
    return session
