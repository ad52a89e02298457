"""The list of tournaments, and the front page of one: what, where, when, how far it is, and the way to everything."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament import live
from tournament.access import has_role, tournaments_of, visible_tournaments, workplaces
from tournament.models import Tournament
from tournament.pages.words.draw_words import quality_marks
from tournament.pages.words.prize_words import honoured, prizes_in_words
from tournament.pages.words.worked_hands import worked_hands
from tournament.queries.archive import COMING, NOW, Entry, entries, matches, winners
from tournament.queries.drawings import public_drawings
from tournament.queries.draws import draw_report
from tournament.queries.entries import phase_of, settings_of
from tournament.queries.overview import SessionSummary, current_session, how_far, listed
from tournament.queries.prizes import prizes
from tournament.queries.shown import Shown, shown_to
from tournament.queries.standings import Standings, player_standings, team_standings

from .frame import Living, number_asked, public_page, sessions_of, tables_since
from .words import rules_in_short

TOP = 5
TOP_TEAMS = 3
A_PAGE = 40
# A list that one sees at a glance needs no search.
AT_A_GLANCE = 8


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """All tournaments that the visitor may see: what is on, what comes, what was.

    Rehearsals are for their staff, and for everybody as long as there is nothing else: so a new installation shows its
    demo to whoever looks.
    """
    query = request.GET.get("q", "").strip()[:100]
    year = number_asked(request, "year")
    own = set(tournaments_of(request.user, "inside").values_list("pk", flat=True))
    every_one = list(visible_tournaments(request.user))
    visible = [t for t in every_one if not t.is_rehearsal or t.pk in own]
    every = entries(listed(visible or every_one), timezone.localdate())
    years = list(dict.fromkeys(one.group for one in every if one.group.isdigit()))
    found = [one for one in every if matches(one, query)]
    if year is not None:
        found = [one for one in found if one.group == str(year)]
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "groups": _groups(page),
        "page": page,
        "query": query,
        "year": year,
        "years": years if len(every) > AT_A_GLANCE and len(years) > 1 else [],
        "searchable": len(every) > AT_A_GLANCE,
        "asked": urlencode({name: value for name, value in (("q", query), ("year", year)) if value}),
        "workplaces": workplaces(request.user),
    }
    return live.asked_again(render(request, "public/home.html", context))


def _groups(page: Page[Entry]) -> list[tuple[str, list[tuple[Entry, tuple[str, ...]]]]]:
    """The tournaments of a page below their headings, each with who won it."""
    won = winners(list(page))
    names = {NOW: _("On now"), COMING: _("To come"), "": _("Without a date")}
    return [
        (
            names.get(group, group),
            [(one, won.get(one.listed.tournament.pk, ())) for one in inside],
        )
        for group, inside in groupby(page, key=lambda entry: entry.group)
    ]


@public_page
def tournament_home(request: HttpRequest, tournament: Tournament) -> Living:
    """The front page of a tournament."""
    sessions = sessions_of(tournament)
    shown = shown_to(request.user, tournament)
    entries_phase = phase_of(settings_of(tournament), timezone.now())

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
            "takes_entries": entries_phase == "open",
        }
        report = draw_report(tournament, published_only=True)
        context |= _final(tournament, shown, standings) if state == "over" else {}
        context |= {
            "has_programme": _has_programme(tournament, sessions),
            "report": report,
            "marks": quality_marks(report) if report else (),
            "announced": [k for k in public_drawings(tournament) if k.standing == "announced"],
            "rules": rules_in_short(tournament.rulebook),
            "worked": worked_hands(tournament.rulebook),
        }
        return render_to_string("public/tournament_part.html", context)

    return Living(
        "public/tournament.html",
        build,
        tab="tournament",
        sessions=sessions,
        keep=f"home:{shown.key}:{entries_phase}",
        since=tables_since(tournament),
        context={"is_staff": has_role(request.user, tournament, "enter")},
    )


def _final(tournament: Tournament, shown: Shown, standings: Standings) -> dict[str, Any]:
    """What a finished tournament leads with, for whoever may see all of it: places honoured, teams, prizes."""
    if not shown.in_full:
        return {}
    teams = team_standings(tournament).lines if tournament.rulebook.team_ranking else ()
    return {
        "honoured": honoured(tournament, standings),
        "best_teams": [line for line in teams if line.place and line.place <= TOP_TEAMS and line.sessions],
        "prizes": prizes_in_words(tournament, prizes(tournament)),
    }


def _has_programme(tournament: Tournament, sessions: Sequence[SessionSummary]) -> bool:
    planned = any(session.starts_at for session in sessions)
    return (
        planned
        or tournament.programme.exists()
        or tournament.sessions.filter(starts_at__isnull=False).exists()
    )
