"""The programme in an event file: items of the organiser's own, and planned starts of sessions."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Tournament

from .event_data import ProgrammeData
from .reading import Reader

KEYS = {"title", "place", "session", "starts_at", "ends_at"}
MOST_LINES = 300
YEARS = range(2000, 2100)


def read_programme(top: Reader, planned_sessions: int) -> tuple[ProgrammeData, ...]:
    """The lines of the programme. Sessions start one after the other, each once."""
    values = top.items("programme")
    if len(values) > MOST_LINES:
        top.problem("programme", _("At most %(n)s lines are expected.") % {"n": MOST_LINES})
        return ()
    lines = []
    for i, value in enumerate(values):
        line = _line(Reader(value, f"programme[{i}]", top.problems, KEYS), planned_sessions)
        if line is not None:
            lines.append(line)
    starts = sorted((line.session, line.starts_at) for line in lines if line.session is not None)
    if any(late <= early or n == before for (before, early), (n, late) in pairwise(starts)):
        top.problem("programme", _("Sessions start one after the other, each of them once."))
    return tuple(lines)


def export_programme(tournament: Tournament) -> list[dict[str, Any]]:
    """The same as it stands in a file, times in the tournament's zone."""
    lines: list[tuple[dict[str, Any], datetime, datetime | None]] = [
        ({"title": item.title} | ({"place": item.place} if item.place else {}), item.starts_at, item.ends_at)
        for item in tournament.programme.all()
    ]
    planned = tournament.sessions.filter(starts_at__isnull=False).order_by("number")
    starts = [(one.number, one.starts_at) for one in planned.only("number", "starts_at")]
    lines += [({"session": number}, at, None) for number, at in starts if at is not None]
    lines.sort(key=lambda line: line[1])
    return [
        what
        | {"starts_at": starts_at.astimezone(tournament.tz).isoformat()}
        | ({"ends_at": ends_at.astimezone(tournament.tz).isoformat()} if ends_at else {})
        for what, starts_at, ends_at in lines
    ]


def _line(item: Reader, planned_sessions: int) -> ProgrammeData | None:
    session, title, place = None, "", ""
    if "session" in item.values:
        session = item.whole("session", 1, planned_sessions)
        for key in sorted({"title", "place", "ends_at"} & set(item.values)):
            item.problem(key, _("Of a session only its planned start is expected."))
    else:
        title, place = item.text("title"), item.text("place", "", 100)
    starts_at = _moment(item, "starts_at")
    ends_at = _moment(item, "ends_at") if "ends_at" in item.values else None
    if starts_at is None:
        return None
    if ends_at is not None and ends_at <= starts_at:
        item.problem("ends_at", _("It ends before it begins."))
    return ProgrammeData(title, place, session, starts_at, ends_at)


def _moment(item: Reader, key: str) -> datetime | None:
    text = item.values.get(key)
    try:
        moment = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or moment.year not in YEARS:
        item.problem(key, _("A moment with its offset is expected, such as 2026-05-01T09:00:00+08:00."))
        return None
    return moment.astimezone(UTC)
