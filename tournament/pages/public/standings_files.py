"""The standings as files for everybody: what the page shows, to open in a spreadsheet."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament import live
from tournament.access import public_tournament
from tournament.exchange.standings_excel import standings_file
from tournament.exchange.workbook import results_workbook
from tournament.exchange.workbook_file import MadeFile
from tournament.models import Tournament

from .frame import sessions_of
from .standings_choice import Choice, choose


@require_safe
def xlsx(request: HttpRequest, slug: str) -> HttpResponse:
    """Standings, tables and hands as far as this visitor may see them; 404 while nothing may be seen."""
    tournament, choice = _chosen(request, slug)
    return attached(results_workbook(tournament, choice.as_of, choice.stage, public=True))


@require_safe
def csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of the players or the teams alone, as CSV for Excel."""
    tournament, choice = _chosen(request, slug)
    return attached(standings_file(tournament, choice.as_of, choice.stage, teams=choice.teams))


def attached(made: MadeFile) -> HttpResponse:
    """A file to be kept, with the version that it shows; no cache may hand it out instead of a newer one."""
    response = HttpResponse(made.content, content_type=made.content_type)
    response["Content-Disposition"] = f'attachment; filename="{made.filename}"'
    response[live.VERSION_HEADER] = str(made.version)
    return live.never_stored(response)


def _chosen(request: HttpRequest, slug: str) -> tuple[Tournament, Choice]:
    tournament = public_tournament(request.user, slug)
    teams = request.GET.get("teams") == "1"
    choice = choose(request, tournament, sessions_of(tournament), teams=teams)
    if choice.shown.hidden:
        raise Http404
    return tournament, choice
