"""The draw 抽签 for everybody: how good it is, the list of all draws, and each one to be checked by anybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods, require_safe

from tournament import live
from tournament.access import public_tournament
from tournament.models import Tournament
from tournament.pages.words.draw_words import quality_marks
from tournament.pages.words.drawing_words import told
from tournament.queries.drawings import (
    changed_since,
    drawing_file,
    open_drawing,
    public_drawing,
    public_drawings,
)
from tournament.queries.draws import draw_report
from tournament.queries.recheck import recheck, rechecked

from .frame import Living, public_page, sessions_of, tables_since, tabs


@public_page
def draws(request: HttpRequest, tournament: Tournament) -> Living:
    """How good the published draws are, and all draws that there were."""
    sessions = sessions_of(tournament)

    def build() -> str:
        report = draw_report(tournament, published_only=True)
        context = {
            "tournament": tournament,
            "sessions": sessions,
            "teams": tournament.teams.count(),
            "report": report,
            "marks": quality_marks(report) if report else (),
            "draws": [told(known) for known in reversed(public_drawings(tournament))],
        }
        return render_to_string("public/draws_part.html", context)

    return Living(
        "public/draws.html",
        build,
        tab="tournament",
        sessions=sessions,
        keep="draws",
        since=tables_since(tournament),
    )


@public_page
def drawing(request: HttpRequest, tournament: Tournament, number: int) -> Living:
    """One draw with everything that is public of it."""
    known = public_drawing(tournament, number)

    def build() -> str:
        context = {
            "tournament": tournament,
            "told": told(known),
            "drawing": known.drawing,
            "is_open": known.is_open,
            "changes": changed_since(tournament, known),
        }
        return render_to_string("public/drawing_part.html", context)

    return Living(
        "public/drawing.html",
        build,
        tab="tournament",
        sessions=sessions_of(tournament),
        keep=f"drawing:{number}",
        since=tables_since(tournament),
        context={"number": number},
    )


@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make a draw again on this server: a POST does it, and the page shows what came of it."""
    tournament = public_tournament(request.user, slug)
    found = open_drawing(tournament, number)
    done = rechecked(found)
    if request.method == "POST":
        if done is not None or recheck(found):
            return redirect("public:drawing_check", tournament.slug, number)
        return _check_page(request, tournament, number, busy=True)
    return _check_page(request, tournament, number)


def _check_page(
    request: HttpRequest, tournament: Tournament, number: int, *, busy: bool = False
) -> HttpResponse:
    known = public_drawing(tournament, number)
    sessions = sessions_of(tournament)
    changes = changed_since(tournament, known)
    context = {
        "tournament": tournament,
        "tabs": tabs(tournament, "tournament", sessions),
        "drawing": known.drawing,
        "told": told(known),
        "done": rechecked(known.drawing),
        "busy": busy,
        "changes": changes,
        "unexplained": [one for one in changes if not one.is_known],
    }
    page = render(request, "public/drawing_check.html", context, status=503 if busy else 200)
    return live.never_stored(page)


@require_safe
def file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A draw as a file, to be checked on one's own computer."""
    tournament = public_tournament(request.user, slug)
    answer = JsonResponse(
        drawing_file(open_drawing(tournament, number)), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-draw-{number}.json"'
    return live.asked_again(answer)
