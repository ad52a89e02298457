"""The programme of a tournament: sessions by their planned start, and whatever else is to happen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby

from django.utils.translation import gettext as _

from tournament.models import ProgrammeItem, Session, Tournament
from tournament.models.event import PUBLIC_STATES

_STARTED = (Session.State.RUNNING, Session.State.CLOSED)


@dataclass(frozen=True)
class Line:
    """One line of the programme: an item that somebody entered (`item` is its id), or a session (its number).

    `drawn` tells of a session whether everybody may see who sits where; nothing else of a draft is told. `when` is
    "over", "now", "next" or "".
    """

    starts_at: datetime
    ends_at: datetime | None
    name: str
    place: str
    item: int | None
    session: int | None
    drawn: bool
    when: str = ""

    @property
    def title(self) -> str:
        """What it is called, a session in the reader's language."""
        return self.name if self.session is None else _("Session %(n)s") % {"n": self.session}


@dataclass(frozen=True)
class Day:
    """The lines of one day in the tournament's zone."""

    date: date
    lines: tuple[Line, ...]


def programme(tournament: Tournament, now: datetime) -> tuple[Line, ...]:
    """All lines by the moment at which they begin, with what is on now and what comes next. Two queries.

    A session is on while it is being played, and to come until then, however late in its day that is. An item without
    an end lasts until something else begins, or until its day is over.
    """
    items = [_item(one) for one in ProgrammeItem.objects.filter(tournament=tournament)]
    planned = Session.objects.filter(tournament=tournament, starts_at__isnull=False).order_by("number")
    states = {one.number: one.state for one in planned}
    sessions = [_session(one, one.starts_at) for one in planned if one.starts_at is not None]
    lines = sorted([*items, *sessions], key=lambda line: (line.starts_at, line.session or 0))
    return _marked(lines, states, tournament, now)


def days(lines: Sequence[Line], tournament: Tournament) -> tuple[Day, ...]:
    """The lines by days of the tournament's own zone."""
    grouped = groupby(lines, key=lambda line: line.starts_at.astimezone(tournament.tz).date())
    return tuple(Day(day, tuple(of_day)) for day, of_day in grouped)


def _item(item: ProgrammeItem) -> Line:
    return Line(item.starts_at, item.ends_at, item.title, item.place, item.pk, None, False)


def _session(session: Session, starts_at: datetime) -> Line:
    return Line(starts_at, None, "", "", None, session.number, session.state in PUBLIC_STATES)


def next_change(lines: Sequence[Line], tournament: Tournament, now: datetime) -> datetime | None:
    """When something else is on or next though nobody does anything; None where nothing is to come."""
    moments = [moment for line in lines for moment in (line.starts_at, line.ends_at) if moment is not None]
    moments += [_midnight_after(line.starts_at, tournament) for line in lines]
    return min((moment for moment in moments if moment > now), default=None)


def _marked(
    lines: Sequence[Line], states: Mapping[int, str], tournament: Tournament, now: datetime
) -> tuple[Line, ...]:
    started = max((n for n, state in states.items() if state in _STARTED), default=0)
    when = []
    for line in lines:
        if line.session is None:
            when.append(_when_item(line, lines, tournament, now))
        elif states[line.session] in _STARTED:
            when.append("now" if states[line.session] == Session.State.RUNNING else "over")
        elif line.session < started:
            when.append("over")
        else:
            when.append("" if _midnight_after(line.starts_at, tournament) > now else "over")
    to_come = min((line.starts_at for line, at in zip(lines, when, strict=True) if not at), default=None)
    return tuple(
        replace(line, when="next" if not at and line.starts_at == to_come else at)
        for line, at in zip(lines, when, strict=True)
    )


def _when_item(item: Line, lines: Sequence[Line], tournament: Tournament, now: datetime) -> str:
    if now < item.starts_at:
        return ""
    midnight = _midnight_after(item.starts_at, tournament)
    following = min((one.starts_at for one in lines if one.starts_at > item.starts_at), default=midnight)
    return "now" if now < (item.ends_at or min(following, midnight)) else "over"


def _midnight_after(moment: datetime, tournament: Tournament) -> datetime:
    day = moment.astimezone(tournament.tz).date() + timedelta(days=1)
    return datetime.combine(day, time(), tournament.tz).astimezone(UTC)
