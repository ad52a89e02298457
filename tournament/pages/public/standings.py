"""Standings of players and teams, as a page that refreshes itself and as a PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament import live
from tournament.access import public_tournament
from tournament.models import Tournament
from tournament.queries.initials import found_by
from tournament.queries.overview import SessionSummary
from tournament.queries.people import standard_deductions
from tournament.queries.standings import Standings, player_standings, team_standings
from tournament.sheets.standings_sheet import LANGUAGE_CHOICES, standings_pdf

from .frame import Living, number_asked, public_page, sessions_of
from .rows import Row, player_rows, session_numbers, team_rows


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
    """The official results form of the newest version (or as of a session)."""
    tournament = public_tournament(request.user, slug)
    teams_wanted = request.GET.get("teams") == "1"
    as_of = _as_of(request, sessions_of(tournament))
    languages = LANGUAGE_CHOICES.get(request.GET.get("lang", ""), LANGUAGE_CHOICES["both"])
    made = standings_pdf(tournament, teams=teams_wanted, as_of=as_of, languages=languages)
    response = HttpResponse(made.content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{made.filename}"'
    response[live.VERSION_HEADER] = str(made.version)
    return live.never_stored(response)


def _page(request: HttpRequest, tournament: Tournament, *, teams: bool) -> Living:
    sessions = sessions_of(tournament)
    as_of = _as_of(request, sessions)
    provisional = request.GET.get("provisional") == "1"
    query = request.GET.get("q", "").strip()[:100]
    choices = _choices(request, tournament, sessions, as_of, teams=teams)
    asked = {"query": query, "teams": teams, "as_of": as_of, "links": choices}

    def build() -> live.Draft:
        standings = (team_standings if teams else player_standings)(
            tournament, as_of, provisional=provisional
        )
        deducted = standard_deductions(tournament)
        if teams:
            members = player_standings(tournament, as_of, provisional=provisional)
            rows = team_rows(tournament, standings, deducted.teams, members)
        else:
            rows = player_rows(tournament, standings, deducted.players)
        return _draft(tournament, standings, rows, sessions, asked)

    keep = f"standings:{'teams' if teams else 'players'}:{as_of}:{int(provisional)}"
    context = choices | {"teams": teams, "query": query, "provisional": provisional, "as_of": as_of}
    return Living(
        "public/standings.html",
        build,
        tab="standings",
        sessions=sessions,
        keep="" if query else keep,
        context=context,
    )


def _draft(
    tournament: Tournament,
    standings: Standings,
    rows: Sequence[Row],
    sessions: Sequence[SessionSummary],
    asked: Mapping[str, Any],
) -> live.Draft:
    teams, query = asked["teams"], asked["query"]
    counted = [s for s in sessions if s.number <= standings.as_of]
    facts = {
        "as_of": standings.as_of,
        "planned": tournament.planned_sessions,
        "open": [(s.number, s.closed, s.tables) for s in counted if s.closed < s.tables],
        "provisional": standings.provisional,
        "running": standings.running,
        "columns": session_numbers(standings),
        "is_ranked": not teams or tournament.rulebook.team_ranking,
        "teams": teams,
        "has_start": any(line.with_starting != line.match for line in standings.lines),
        "hidden": [
            r.id for r in rows if query and not found_by(query, r.number, f"{r.name} {r.team}", r.name)
        ],
        "may_be_provisional": any(
            s.is_running and s.closed < s.tables for s in sessions if asked["as_of"] in (None, s.number)
        ),
        "rows": rows,
    }
    context = {**facts, **asked["links"]}
    return live.Draft(repr(facts), lambda: render_to_string("public/standings_part.html", context))


def _as_of(request: HttpRequest, sessions: Sequence[SessionSummary]) -> int | None:
    """The session asked for, where standings after it differ from the newest."""
    asked = number_asked(request, "as_of")
    return asked if asked in {s.number for s in _earlier(sessions)} else None


def _earlier(sessions: Sequence[SessionSummary]) -> list[SessionSummary]:
    """The sessions with results before the newest one that has any."""
    return [s for s in sessions if s.closed][:-1]


def _choices(
    request: HttpRequest,
    tournament: Tournament,
    sessions: Sequence[SessionSummary],
    as_of: int | None,
    *,
    teams: bool,
) -> dict[str, Any]:
    """The links above the table: players or teams, after which session, with or without running tables."""
    provisional = request.GET.get("provisional") == "1"
    here = reverse("public:teams" if teams else "public:standings", args=[tournament.slug])

    def link(base: str, **asked: Any) -> str:
        values = {key: value for key, value in asked.items() if value}
        return f"{base}?{urlencode(values)}" if values else base

    choices: dict[str, Any] = {
        "kinds": [
            {
                "name": name,
                "url": link(
                    reverse(f"public:{view}", args=[tournament.slug]),
                    as_of=as_of,
                    provisional=int(provisional),
                ),
                "current": (view == "teams") == teams,
            }
            for view, name in (("standings", _("Players")), ("teams", _("Teams")))
        ]
        if tournament.teams.exists()
        else [],
        "after": [
            *(
                {
                    "name": str(s.number),
                    "label": _("After session %(n)s") % {"n": s.number},
                    "url": link(here, as_of=s.number, provisional=int(provisional)),
                    "current": s.number == as_of,
                }
                for s in _earlier(sessions)
            ),
            {
                "name": _("now"),
                "label": _("Newest"),
                "url": link(here, provisional=int(provisional)),
                "current": as_of is None,
            },
        ],
        "closed_url": link(here, as_of=as_of),
        "provisional_url": link(here, as_of=as_of, provisional=1),
        "pdf_url": link(
            reverse("public:standings_pdf", args=[tournament.slug]), teams=int(teams), as_of=as_of
        ),
    }
    return choices
