"""The results as a file for spreadsheets in which everybody can follow every total: its sheets, and when it is made."""

from __future__ import annotations

import datetime
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.core.cache import cache
from django.utils import timezone

from tournament.models import ShownPenalties, Stage, Table, Tournament
from tournament.queries.plays import has_house_rules
from tournament.queries.stages import stage_standings
from tournament.queries.standings import Standings, team_standings

from .workbook_file import BOLD, BOLD_WRAPPED, WRAPPED, MadeFile, Sheet, Styled, Value, written
from .workbook_reading import ReadSession, read_sessions
from .workbook_standings import columns_of, players_sheet, teams_sheet
from .workbook_tables import hands_sheet, session_sheet
from .workbook_words import EXPLAINED, HANDS_BY_FAN, HANDS_BY_PLAY, TIE_BREAKS, both

KEEP_SECONDS = 3600
# Of so many tables whoever makes the file waits for a second or two: the organiser's desk has it made as long work.
MANY_TABLES = 400
# A public file that takes longer than this many seconds is made for no more than a twentieth of the time. Meanwhile
# readers get the last one, whose name and first sheet say of which version it is.
SLOW, PAUSE = 1.0, 20
_ONE_AT_A_TIME = threading.Lock()
Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class _Kept:
    """A file that was made, of which version of the standings, when (by the clock) and in how many seconds."""

    made: MadeFile
    since: int
    at: float
    took: float

    def is_fresh(self, tournament: Tournament) -> bool:
        """Whether nothing in it has changed since."""
        return self.since >= tournament.standings_version

    def rests(self) -> bool:
        """Whether it took so long that readers get it a while longer."""
        return self.took >= SLOW and 0 <= time.time() - self.at < PAUSE * self.took


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


def is_large(tournament: Tournament) -> bool:
    """Whether its file takes too long for a page to wait for it."""
    return Table.objects.filter(session__tournament=tournament).count() > MANY_TABLES


def results_workbook(
    tournament: Tournament, as_of: int | None = None, stage: Stage | None = None, *, public: bool = False
) -> MadeFile:
    """The file of `fresh_workbook`, made once for a version of the standings and for everybody who asks for it.

    What happens at tables without a final result does not stand in it. Its name has the newest version that it is right
    for. To the public a file that takes long to make may be handed out that is older than the results: its name then
    has the version that it is of.
    """
    fresh = Tournament.objects.get(pk=tournament.pk)
    named = int(_is_named(fresh, public=public))
    key = f"workbook:{fresh.pk}:{as_of}:{stage.pk if stage else ''}:{int(public)}{named}"
    kept: _Kept | None = cache.get(key)
    if kept is None or not (kept.is_fresh(fresh) or (public and kept.rests())):
        kept = _renewed(key, kept, fresh, as_of, stage, public=public)
    if not kept.is_fresh(fresh):
        return kept.made
    old, new = (f"-v{version}.xlsx" for version in (kept.made.version, fresh.version))
    return replace(kept.made, filename=kept.made.filename.removesuffix(old) + new, version=fresh.version)


def _renewed(
    key: str,
    last: _Kept | None,
    tournament: Tournament,
    as_of: int | None,
    stage: Stage | None,
    *,
    public: bool,
) -> _Kept:
    """The file made anew, by one thread at a time. Readers do not wait for the others: they get the last one."""
    waits = last is None or not public or last.took < SLOW
    if not _ONE_AT_A_TIME.acquire(blocking=waits) and last is not None:
        return last
    try:
        found: _Kept | None = cache.get(key)
        if found is not None and found.is_fresh(tournament):
            return found
        began = time.monotonic()
        made, since = _fresh(tournament, as_of, stage, public=public)
        kept = _Kept(made, since, time.time(), time.monotonic() - began)
        cache.set(key, kept, KEEP_SECONDS)
        return kept
    finally:
        _ONE_AT_A_TIME.release()


def fresh_workbook(
    tournament: Tournament,
    as_of: int | None = None,
    stage: Stage | None = None,
    *,
    public: bool = False,
    at: datetime.datetime | None = None,
    tell: Tell = lambda done, total: None,
) -> MadeFile:
    """The results up to a session (None: all), of one stage or of the whole tournament, as XLSX, made now.

    `public`: what penalties were given for stands in it only where they are published with names; points stay. `at`:
    the moment that it shall say it was made at, if not now. `tell` is told again and again how much is done.
    """
    return _fresh(tournament, as_of, stage, public=public, at=at, tell=tell)[0]


def _fresh(
    tournament: Tournament, as_of: int | None, stage: Stage | None, *, public: bool, **how: Any
) -> tuple[MadeFile, int]:
    """The file, and the version of the standings that it shows."""
    read = _read(tournament, as_of, stage)
    shown = read.tournament
    content = _made(read, public=public, **how)
    part = f"-stage-{stage.number}" if stage else ""
    name = f"{shown.slug}{part}-results-session-{read.as_of}-v{shown.version}.xlsx"
    return MadeFile(content, name, shown.version), shown.standings_version


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


def _made(
    read: _Read,
    *,
    public: bool,
    at: datetime.datetime | None = None,
    tell: Tell = lambda done, total: None,
) -> bytes:
    book = read.tournament.rulebook
    named = _is_named(read.tournament, public=public)
    steps = 2 * len(read.sessions)
    columns = columns_of(*([read.players] if read.teams is None else [read.players, read.teams]))
    sheets = [_about(read, at or timezone.now()), players_sheet(read.players, columns, both("players"))]
    if read.teams is not None:
        title = both("teams")
        sheets.append(teams_sheet(read.teams, read.players, columns, title, is_ranked=book.team_ranking))
    hands, rows = hands_sheet(read.sessions, book, both("hands"), tell=lambda session: tell(session, steps))
    for done, session in enumerate(read.sessions, len(read.sessions)):
        tell(done, steps)
        title = both("session_sheet", n=session.session.number)
        sheets.append(session_sheet(session, rows, title, hands.title, named=named))
    return written([*sheets, hands], read.tournament.name)


def _is_named(tournament: Tournament, *, public: bool) -> bool:
    """Whether it may say what penalties were given for."""
    return not public or tournament.shown_penalties == ShownPenalties.NAMED


def _about(read: _Read, at: datetime.datetime) -> Sheet:
    """The first sheet: what this is, of when, by which rules, and what the columns mean."""
    sheet, book = Sheet(both("about"), [30, 60, 90]), read.tournament.rulebook
    sheet.add([read.tournament.name], BOLD)
    for key, value in _facts(read, at):
        sheet.add([Styled(both(key), BOLD_WRAPPED), value], WRAPPED)
    sheet.add([])
    sheet.add([both("columns")], BOLD)
    for chinese, english in (*EXPLAINED, HANDS_BY_PLAY if has_house_rules(book) else HANDS_BY_FAN):
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
    if not has_house_rules(book):
        yield "base_minimum", both("base_minimum_text", base=book.base, minimum=book.minimum)
    yield "scale", book.scale_name
    yield "ranking", "; ".join(" → ".join(TIE_BREAKS[key][at] for key in book.tie_breaks) for at in range(2))


def moment(at: datetime.datetime, zone: str) -> str:
    """A moment with its zone: 2026-05-01 18:30 Asia/Shanghai (UTC+0800)."""
    return f"{at:%Y-%m-%d %H:%M} {zone} (UTC{at:%z})"
