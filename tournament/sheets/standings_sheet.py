"""From the standings as they are read to the results sheet as it is printed."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from django.core.cache import cache
from django.utils import timezone

from scoring.standard_points import show
from tournament.models import Session, Tournament
from tournament.queries.overview import public_sessions
from tournament.queries.standings import Line, Standings, player_standings, team_standings

from .results import Played, ResultsRow, ResultsSheet, render_results
from .words import LANGUAGES

KEEP_SECONDS = 3600
# Rendering keeps a core busy for a second or two: whoever asks meanwhile gets the same file.
_ONE_AT_A_TIME = threading.Lock()
LANGUAGE_CHOICES = {"both": LANGUAGES, **{language: (language,) for language in LANGUAGES}}


@dataclass(frozen=True)
class MadePdf:
    """A PDF with the version of the tournament that it shows, at least."""

    content: bytes
    filename: str
    version: int


def standings_pdf(
    tournament: Tournament,
    *,
    teams: bool = False,
    as_of: int | None = None,
    languages: tuple[str, ...] = LANGUAGES,
) -> MadePdf:
    """The results form as a PDF of the newest version. It is made once for a version."""
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)
    key = f"standings-pdf:{tournament.pk}:{'teams' if teams else 'players'}:{as_of}:{'-'.join(languages)}"
    held: MadePdf | None = cache.get(key)
    if held is not None and held.version == version:
        return held
    with _ONE_AT_A_TIME:
        held = cache.get(key)
        if held is not None and held.version >= version:
            return held
        sheet = standings_sheet(tournament, teams=teams, as_of=as_of, languages=languages)
        kind = "teams" if teams else "players"
        name = f"{tournament.slug}-{kind}-session-{sheet.as_of_session}-v{sheet.version}.pdf"
        made = MadePdf(render_results(sheet), name, sheet.version)
        cache.set(key, made, KEEP_SECONDS)
        return made


def standings_sheet(
    tournament: Tournament,
    *,
    teams: bool = False,
    as_of: int | None = None,
    languages: tuple[str, ...] = LANGUAGES,
) -> ResultsSheet:
    """The results form of the players or the teams, "as of" a session, in a fixed number of queries."""
    standings = (team_standings if teams else player_standings)(tournament, as_of)
    fresh = Tournament.objects.get(pk=tournament.pk)
    book = fresh.rulebook
    sessions = public_sessions(fresh)
    places: dict[str, str] = {}
    if not teams and book.team_ranking:
        places = {line.name: place_text(line) for line in team_standings(fresh, as_of).lines}
    counted = [s for s in sessions if s.number <= standings.as_of]
    return ResultsSheet(
        tournament=fresh.name,
        place_and_dates=_place_and_dates(fresh),
        kind="teams" if teams else "players",
        rows=tuple(_row(line, standings, places) for line in standings.lines) if standings.as_of else (),
        session_count=max(fresh.planned_sessions, standings.as_of),
        as_of_session=standings.as_of,
        sessions_closed=sum(s.state == Session.State.CLOSED for s in counted),
        version=standings.version,
        made_at=timezone.localtime(timezone.now(), fresh.tz),
        provisional=any(s.state != Session.State.CLOSED for s in counted),
        rehearsal=fresh.is_rehearsal,
        officials=tuple(fresh.official_list),
        rulebook=_book_names(book.name_zh, book.name, languages),
        scale=book.scale_name,
        tie_breaks=book.tie_breaks,
        languages=languages,
    )


def place_text(line: Line) -> str:
    """A place as it is written: 2, shared 2=, nothing for the unranked."""
    return f"{line.place or ''}{'=' if line.shared else ''}"


def _row(line: Line, standings: Standings, team_places: dict[str, str]) -> ResultsRow:
    sessions = (line.sessions.get(number) for number in range(1, standings.as_of + 1))
    return ResultsRow(
        place=place_text(line),
        number=str(line.number),
        name=line.name,
        team=line.team,
        standard_points=show(line.standard),
        match_points=int(line.match),
        with_starting=int(line.with_starting),
        sessions=tuple(
            Played(show(result.standard), int(result.match), result.place) if result is not None else None
            for result in sessions
        ),
        team_place=team_places.get(line.team, ""),
    )


def _place_and_dates(tournament: Tournament) -> str:
    place = ", ".join(text for text in (tournament.city, tournament.country) if text)
    days = [day.isoformat() for day in (tournament.starts_on, tournament.ends_on) if day]
    return " · ".join(text for text in (place, " – ".join(dict.fromkeys(days))) if text)


def _book_names(chinese: str, english: str, languages: tuple[str, ...]) -> str:
    names = {"zh": chinese, "en": english}
    return " / ".join(names[language] for language in LANGUAGES if language in languages)
