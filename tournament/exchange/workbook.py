"""The results as a file for spreadsheets in which everybody can follow every total: its sheets, and when it is made."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.core.cache import cache
from django.utils import timezone

from tournament.models import ShownPenalties, Stage, Tournament
from tournament.queries.stages import stage_standings
from tournament.queries.standings import Standings, team_standings

from .workbook_file import BOLD, BOLD_WRAPPED, WRAPPED, MadeFile, Sheet, Styled, Value, written
from .workbook_reading import ReadSession, read_sessions
from .workbook_standings import columns_of, players_sheet, teams_sheet
from .workbook_tables import hands_sheet, session_sheet
from .workbook_words import EXPLAINED, TIE_BREAKS, both

KEEP_SECONDS = 3600
# Of a thousand players it takes seconds: whoever asks meanwhile gets the same file.
_ONE_AT_A_TIME = threading.Lock()


@dataclass(frozen=True)
class _Read:
    """Everything that a file shows, read while no result changed."""

    tournament: Tournament
    stage: Stage | None
    players: Standings
    teams: Standings | None
    sessions: list[ReadSession]

    @property
    def as_of(self) -> int:
        """The last session that counts; 0 before the first."""
        return self.players.as_of


def results_workbook(
    tournament: Tournament,
    as_of: int | None = None,
    stage: Stage | None = None,
    *,
    public: bool = False,
    at: datetime.datetime | None = None,
) -> MadeFile:
    """The results up to a session (None: all), of one stage or of the whole tournament, as XLSX.

    `public`: what penalties were given for stands in it only where they are published with names; points stay. `at`:
    the moment that it shall say it was made at, if not now; such a one is not kept.

    It is made once for a version of the standings, because what happens at tables without a final result does not stand
    in it. Its name has the version of the tournament that was read before, so it is at least as new as it says.
    """
    fresh = Tournament.objects.get(pk=tournament.pk)
    key = f"workbook:{fresh.pk}:{as_of}:{stage.pk if stage else ''}:{int(public)}"
    held = _held(key, fresh)
    if at is not None:
        read = _read(fresh, as_of, stage)
        held = read.tournament.standings_version, read.as_of, _made(read, at, public=public)
    elif held is None:
        with _ONE_AT_A_TIME:
            held = _held(key, fresh)
            if held is None:
                read = _read(fresh, as_of, stage)
                held = (
                    read.tournament.standings_version,
                    read.as_of,
                    _made(read, timezone.now(), public=public),
                )
                cache.set(key, held, KEEP_SECONDS)
    part = f"-stage-{stage.number}" if stage else ""
    name = f"{fresh.slug}{part}-results-session-{held[1]}-v{fresh.version}.xlsx"
    return MadeFile(held[2], name, fresh.version)


def _held(key: str, fresh: Tournament) -> tuple[int, int, bytes] | None:
    """What is kept, if nothing in it has changed since: version of the standings, last session, content."""
    held: tuple[int, int, bytes] | None = cache.get(key)
    return held if held is not None and held[0] >= fresh.standings_version else None


def _read(tournament: Tournament, as_of: int | None, stage: Stage | None) -> _Read:
    """Read all of it, and again where a result changed meanwhile: sums and places belong together."""
    while True:
        fresh = Tournament.objects.get(pk=tournament.pk)
        players = stage_standings(fresh, stage, as_of)
        if not players.as_of:
            players = replace(players, lines=())
        teams = team_standings(fresh, as_of, stage=stage) if players.lines and fresh.teams.exists() else None
        sessions = read_sessions(fresh, players.as_of, stage)
        versions = Tournament.objects.values_list("standings_version", flat=True)
        if versions.get(pk=fresh.pk) == fresh.standings_version:
            return _Read(fresh, stage, players, teams, sessions)


def _made(read: _Read, at: datetime.datetime, *, public: bool) -> bytes:
    book = read.tournament.rulebook
    named = not public or read.tournament.shown_penalties == ShownPenalties.NAMED
    columns = columns_of(*([read.players] if read.teams is None else [read.players, read.teams]))
    sheets = [_about(read, at), players_sheet(read.players, columns, both("players"))]
    if read.teams is not None:
        title = both("teams")
        sheets.append(teams_sheet(read.teams, read.players, columns, title, is_ranked=book.team_ranking))
    hands, rows = hands_sheet(read.sessions, book, both("hands"))
    for session in read.sessions:
        title = both("session_sheet", n=session.session.number)
        sheets.append(session_sheet(session, rows, title, hands.title, named=named))
    return written([*sheets, hands], read.tournament.name)


def _about(read: _Read, at: datetime.datetime) -> Sheet:
    """The first sheet: what this is, of when, by which rules, and what the columns mean."""
    sheet = Sheet(both("about"), [30, 60, 90])
    sheet.add([read.tournament.name], BOLD)
    for key, value in _facts(read, at):
        sheet.add([Styled(both(key), BOLD_WRAPPED), value], WRAPPED)
    sheet.add([])
    sheet.add([both("columns")], BOLD)
    for chinese, english in EXPLAINED:
        sheet.add([None, chinese, english], WRAPPED)
    return sheet


def _facts(read: _Read, at: datetime.datetime) -> Iterator[tuple[str, Value]]:
    fresh = read.tournament
    book = fresh.rulebook
    if fresh.is_rehearsal:
        yield "rehearsal", both("rehearsal_text")
    where = ", ".join(text for text in (fresh.city, fresh.country) if text)
    days = [day.isoformat() for day in (fresh.starts_on, fresh.ends_on) if day]
    if where:
        yield "where", where
    if days:
        yield "days", " – ".join(dict.fromkeys(days))
    if read.stage is not None:
        yield "stage", read.stage.name
    planned = max(fresh.planned_sessions, read.as_of)
    yield "as_of", both("as_of_text", n=read.as_of, planned=planned) if read.as_of else both("nothing_yet")
    yield "version", fresh.version
    yield "made", moment(timezone.localtime(at, fresh.tz), fresh.zone)
    yield "rulebook", " / ".join(dict.fromkeys((book.name_zh, book.name)))
    yield "base_minimum", both("base_minimum_text", base=book.base, minimum=book.minimum)
    yield "scale", book.scale_name
    yield "ranking", "; ".join(" → ".join(TIE_BREAKS[key][at] for key in book.tie_breaks) for at in range(2))


def moment(at: datetime.datetime, zone: str) -> str:
    """A moment with its zone: 2026-05-01 18:30 Asia/Shanghai (UTC+0800)."""
    return f"{at:%Y-%m-%d %H:%M} {zone} (UTC{at:%z})"
