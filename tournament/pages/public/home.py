"""The list of tournaments, and the front page of one: what, where, when, how far it is, and the way to everything."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tournament import live
from tournament.access import has_role, visible_tournaments, workplaces
from tournament.models import Tournament
from tournament.pages.words.draw_words import quality_marks
from tournament.queries.drawings import public_drawings
from tournament.queries.draws import draw_report
from tournament.queries.overview import current_session, how_far, listed
from tournament.queries.shown import shown_to
from tournament.queries.standings import player_standings

from .frame import Living, public_page, sessions_of
from .words import rules_in_short

TOP = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """All tournaments that the visitor may see, the newest first."""
    return live.asked_again(
        render(
            request,
            "public/home.html",
            {"listed": listed(visible_tournaments(request.user)), "workplaces": workplaces(request.user)},
        )
    )


@public_page
def tournament_home(request: HttpRequest, tournament: Tournament) -> Living:
    """The front page of a tournament."""
    sessions = sessions_of(tournament)
    shown = shown_to(request.user, tournament)

    def build() -> str:
        standings = player_standings(tournament, shown.as_of)
        state, session = how_far(sessions, tournament.planned_sessions)
        context: dict[str, Any] = {
            "tournament": tournament,
            "sessions": sessions,
            "current": current_session(sessions),
            "state": state,
            "session": session,
            "top": standings.lines[:TOP] if standings.as_of and not shown.hidden else (),
            "as_of": standings.as_of,
            "is_hidden": shown.hidden,
            "frozen_after": shown.as_of,
            "players": len(standings.lines),
            "teams": tournament.teams.count(),
        }
        report = draw_report(tournament, published_only=True)
        context |= {
            "report": report,
            "marks": quality_marks(report) if report else (),
            "announced": [k for k in public_drawings(tournament) if k.standing == "announced"],
            "rules": rules_in_short(tournament.rulebook),
        }
        return render_to_string("public/tournament_part.html", context)

    return Living(
        "public/tournament.html",
        build,
        tab="tournament",
        sessions=sessions,
        keep=f"home:{shown.key}",
        context={"is_staff": has_role(request.user, tournament, "enter")},
    )
