"""From the standings as they are read to the results sheet as it is printed."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.utils import timezone

from scoring.standard_points import show
from tournament.models import Session, Stage, Tournament
from tournament.queries.corrections import corrections
from tournament.queries.official import is_provisional
from tournament.queries.overview import public_sessions
from tournament.queries.stages import stage_standings
from tournament.queries.standings import Line, team_standings

from .results import Played, ResultsRow, ResultsSheet, render_results
from .words import LANGUAGES

KEEP_SECONDS = 3600
# Rendering keeps a core busy for a second or two: whoever asks meanwhile gets the same file.
_ONE_AT_A_TIME = threading.Lock()
LANGUAGE_CHOICES = {"both": LANGUAGES, **{language: (language,) for language in LANGUAGES}}


@dataclass(frozen=True)
class Wanted:
    """Which results form: of the players or the teams, up to a session, of one stage, in these languages."""

    teams: bool = False
    as_of: int | None = None
    stage: Stage | None = None
    languages: tuple[str, ...] = LANGUAGES

    @property
    def key(self) -> str:
        """What distinguishes this form from the others of the tournament."""
        stage = self.stage.pk if self.stage else ""
        return f"{'teams' if self.teams else 'players'}:{self.as_of}:{stage}:{'-'.join(self.languages)}"


@dataclass(frozen=True)
class MadePdf:
    """A PDF with the version of the tournament that it shows, at least, and the session up to which it counts."""

    content: bytes
    filename: str
    version: int
    as_of: int
    provisional: bool

    def holds(self, tournament: Tournament, version: int) -> bool:
        """Whether it can be shown still. Results become official by the clock, too, without a new version."""
        return self.version >= version and self.provisional == is_provisional(tournament, self.as_of)


def standings_pdf(tournament: Tournament, wanted: Wanted | None = None) -> MadePdf:
    """The results form as a PDF of the newest version. It is made once for a version."""
    wanted = wanted or Wanted()
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)
    key = f"results-form:{tournament.pk}:{wanted.key}"
    held: MadePdf | None = cache.get(key)
    if held is not None and held.holds(tournament, version):
        return held
    with _ONE_AT_A_TIME:
        held = cache.get(key)
        if held is not None and held.holds(tournament, version):
            return held
        sheet = standings_sheet(tournament, wanted)
        kind = "teams" if wanted.teams else "players"
        stage = f"-stage-{wanted.stage.number}" if wanted.stage else ""
        name = f"{tournament.slug}{stage}-{kind}-session-{sheet.as_of_session}-v{sheet.version}.pdf"
        made = MadePdf(render_results(sheet), name, sheet.version, sheet.as_of_session, sheet.provisional)
        cache.set(key, made, KEEP_SECONDS)
        return made


def standings_sheet(
    tournament: Tournament, wanted: Wanted | None = None, at: datetime | None = None
) -> ResultsSheet:
    """The results form of the players or the teams, "as of" a session, in a fixed number of queries.

    `at` is when it is made: whether results are official depends on the clock.
    """
    wanted, at = wanted or Wanted(), at or timezone.now()
    teams, as_of, stage, languages = wanted.teams, wanted.as_of, wanted.stage, wanted.languages
    standings = (
        team_standings(tournament, as_of, stage=stage) if teams else stage_standings(tournament, stage, as_of)
    )
    fresh = Tournament.objects.get(pk=tournament.pk)
    book = fresh.rulebook
    sessions = [s for s in public_sessions(fresh) if s.number <= standings.as_of]
    columns: list[int] = []
    if stage is not None:
        columns = list(stage.sessions.order_by("number").values_list("number", flat=True))
        sessions = [s for s in sessions if s.number in columns]
    places: dict[str, str] = {}
    if not teams and book.team_ranking and stage is None:
        places = {line.name: place_text(line) for line in team_standings(fresh, as_of).lines}
    shown = [n for n in columns or range(1, standings.as_of + 1) if n <= standings.as_of]
    return ResultsSheet(
        tournament=fresh.name,
        place_and_dates=place_and_dates(fresh),
        kind="teams" if teams else "players",
        rows=tuple(_row(line, shown, places) for line in standings.lines) if standings.as_of else (),
        session_count=max(fresh.planned_sessions, standings.as_of),
        as_of_session=standings.as_of,
        session_numbers=tuple(shown) if stage is not None else (),
        sessions_closed=sum(s.state == Session.State.CLOSED for s in sessions),
        version=standings.version,
        made_at=timezone.localtime(at, fresh.tz),
        title_lines=(stage.name,) if stage is not None else (),
        provisional=is_provisional(fresh, standings.as_of, at),
        rehearsal=fresh.is_rehearsal,
        officials=tuple(fresh.official_list),
        rulebook=_book_names(book.name_zh, book.name, languages),
        scale=book.scale_name,
        tie_breaks=book.tie_breaks,
        corrected=_corrected(fresh, [s.number for s in sessions]),
        languages=languages,
    )


def _corrected(tournament: Tournament, sessions: Sequence[int]) -> tuple[tuple[int, int, str], ...]:
    """Session, table and moment of each result that was changed after its table was closed."""
    return tuple(
        (c.session, c.table, f"{timezone.localtime(c.at, tournament.tz):%Y-%m-%d %H:%M}")
        for c in corrections(tournament, sessions)
    )


def place_text(line: Line) -> str:
    """A place as it is written: 2, shared 2=, nothing for the unranked."""
    return f"{line.place or ''}{'=' if line.shared else ''}"


def _row(line: Line, numbers: Sequence[int], team_places: dict[str, str]) -> ResultsRow:
    sessions = (line.sessions.get(number) for number in numbers)
    return ResultsRow(
        place=place_text(line),
        number=str(line.number),
        name=line.name,
        team=line.team,
        standard_points=show(line.standard),
        match_points=line.match,
        with_starting=line.with_starting,
        sessions=tuple(
            Played(show(result.standard), int(result.match), result.place) if result is not None else None
            for result in sessions
        ),
        team_place=team_places.get(line.team, ""),
        carried=(show(line.carried_match), show(line.carried_standard)) if _has_carried(line) else None,
        group=str(line.group) if line.group else "",
    )


def _has_carried(line: Line) -> bool:
    return bool(line.carried_match or line.carried_standard)


def place_and_dates(tournament: Tournament) -> str:
    """Where and when a tournament is, as it stands under its name on paper."""
    place = ", ".join(text for text in (tournament.city, tournament.country) if text)
    days = [day.isoformat() for day in (tournament.starts_on, tournament.ends_on) if day]
    return " · ".join(text for text in (place, " – ".join(dict.fromkeys(days))) if text)


def _book_names(chinese: str, english: str, languages: tuple[str, ...]) -> str:
    names = {"zh": chinese, "en": english}
    return " / ".join(names[language] for language in LANGUAGES if language in languages)
