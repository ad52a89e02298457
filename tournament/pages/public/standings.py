"""Standings of players and teams, as a page that refreshes itself and as a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament import live
from tournament.access import public_tournament
from tournament.memory import remembered
from tournament.models import Stage, Tournament
from tournament.pages.words.prize_words import honoured, prizes_in_words
from tournament.pages.words.standing_rows import Row, brief_rows, player_rows, session_numbers, team_rows
from tournament.queries.corrections import corrections
from tournament.queries.initials import found_by
from tournament.queries.overview import SessionSummary
from tournament.queries.people import drawn_lots, standard_deductions
from tournament.queries.prizes import prizes
from tournament.queries.stages import stage_standings
from tournament.queries.standings import Standings, player_standings, team_standings
from tournament.sheets.standings_sheet import LANGUAGE_CHOICES, Wanted, standings_pdf

from .frame import Living, public_page, sessions_of, tables_since
from .standings_choice import Choice, choose, links

# From so many players on, their sessions and the arithmetic of each line come only when they are asked for.
MANY = 150


@public_page
def players(request: HttpRequest, tournament: Tournament) -> Living:
    """Standings of the players."""
    return _page(request, tournament, teams=False)


@public_page
def teams(request: HttpRequest, tournament: Tournament) -> Living:
    """Standings of the teams."""
    return _page(request, tournament, teams=True)


@require_safe
def pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """The official results form of the newest version (or as of a session); 404 while nothing may be seen."""
    tournament = public_tournament(request.user, slug)
    wants_teams = request.GET.get("teams") == "1"
    choice = choose(request, tournament, sessions_of(tournament), teams=wants_teams)
    if choice.shown.hidden:
        raise Http404
    languages = LANGUAGE_CHOICES.get(request.GET.get("lang", ""), LANGUAGE_CHOICES["both"])
    made = standings_pdf(tournament, Wanted(wants_teams, choice.as_of, choice.stage, languages))
    response = HttpResponse(made.content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{made.filename}"'
    response[live.VERSION_HEADER] = str(made.version)
    return live.never_stored(response)


def _page(request: HttpRequest, tournament: Tournament, *, teams: bool) -> Living:
    sessions = sessions_of(tournament)
    choice = choose(request, tournament, sessions, teams=teams)
    query = request.GET.get("q", "").strip()[:100]
    ways = links(tournament, choice)

    def build() -> live.Draft:
        if choice.shown.hidden:
            return live.Draft("hidden", lambda: render_to_string("public/standings_hidden.html"))
        lines = _read(tournament, choice)
        facts = _facts(tournament, choice, lines, query)
        context = {**facts, **ways, "rows": lines.rows, "tournament": tournament, "stage": choice.stage}
        return live.Draft(
            repr((lines.mark, facts)), lambda: render_to_string("public/standings_part.html", context)
        )

    context = ways | {
        "teams": teams,
        "query": query,
        "provisional": choice.provisional,
        "as_of": choice.asked,
        "stage": choice.stage,
        "is_hidden": choice.shown.hidden,
    }
    return Living(
        "public/standings.html",
        build,
        tab="standings",
        sessions=sessions,
        keep="" if query else f"standings:{choice.key}:{tournament.shown_standings}",
        since=() if choice.provisional else tables_since(tournament),
        context=context,
    )


@dataclass(frozen=True)
class _Lines:
    """The lines of some standings, and what they are known by where all of them would take too long to compare."""

    standings: Standings
    rows: tuple[Row, ...]
    mark: str


def _read(tournament: Tournament, choice: Choice) -> _Lines:
    """The lines in the reader's language, made once for all who ask for the same standings."""
    standings = _standings(tournament, choice)

    def make() -> tuple[tuple[Row, ...], str]:
        rows = _rows(tournament, choice, standings)
        return rows, live.mark_of(repr(rows))

    key = "rows", tournament.pk, choice.key, get_language()
    rows, mark = remembered(key, standings.since, make)
    return _Lines(standings, rows, mark)


def _standings(tournament: Tournament, choice: Choice) -> Standings:
    if choice.teams:
        return team_standings(tournament, choice.as_of, provisional=choice.provisional, stage=choice.stage)
    return stage_standings(tournament, choice.stage, choice.as_of, provisional=choice.provisional)


def _rows(tournament: Tournament, choice: Choice, standings: Standings) -> tuple[Row, ...]:
    stage = choice.stage
    if len(standings.lines) > MANY and not (choice.full or choice.teams):
        return brief_rows(tournament, standings)
    deducted = standard_deductions(tournament, stage)
    if choice.teams:
        members = player_standings(tournament, choice.as_of, provisional=choice.provisional, stage=stage)
        return team_rows(tournament, standings, deducted.teams, members)
    return player_rows(tournament, standings, deducted.players, drawn_lots(tournament, stage))


def _facts(tournament: Tournament, choice: Choice, lines: _Lines, query: str) -> dict[str, Any]:
    standings, rows = lines.standings, lines.rows
    counted = [s for s in choice.sessions if s.number <= standings.as_of]
    is_brief = any(row.is_brief for row in rows[:1])
    return {
        "as_of": standings.as_of,
        "planned": tournament.planned_sessions,
        "open": [(s.number, s.closed, s.tables) for s in counted if s.closed < s.tables],
        "provisional": standings.provisional,
        "running": standings.running,
        "columns": () if is_brief else session_numbers(standings),
        "is_brief": is_brief,
        "is_ranked": not choice.teams or tournament.rulebook.team_ranking,
        "teams": choice.teams,
        "has_start": any(line.with_starting != line.match for line in standings.lines),
        "has_groups": not choice.teams
        and choice.stage is not None
        and choice.stage.form == Stage.Form.GROUPS,
        "frozen_after": choice.shown.as_of,
        "held_back": tournament.shown_standings if choice.shown.in_full else "",
        "public_as_of": tournament.frozen_after,
        "hidden": [
            r.id for r in rows if query and not found_by(query, r.number, f"{r.name} {r.team}", r.name)
        ],
        "may_be_provisional": any(
            s.is_running
            and s.closed < s.tables
            and choice.asked in (None, s.number)
            and (choice.shown.as_of is None or s.number <= choice.shown.as_of)
            for s in choice.sessions
        ),
        "corrected": corrections(tournament, [s.number for s in counted]),
        **_honours(tournament, choice, standings, counted),
    }


def _honours(
    tournament: Tournament, choice: Choice, standings: Standings, counted: Sequence[SessionSummary]
) -> dict[str, Any]:
    """Prizes of the newest total, for whoever may see it; the places honoured once everything is played."""
    in_total = choice.stage is None and choice.asked is None and not choice.teams and not choice.provisional
    if not (in_total and choice.shown.in_full and standings.as_of):
        return {}
    over = len([s for s in counted if s.is_over]) >= tournament.planned_sessions
    return {
        "prizes": prizes_in_words(tournament, prizes(tournament)),
        "honoured": honoured(tournament, standings) if over else (),
        "is_over": over,
    }
