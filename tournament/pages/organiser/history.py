"""The history: who did what, newest first; filtered, and as a file."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.access import has_role
from tournament.exchange.history_table import history_csv
from tournament.models import Tournament
from tournament.queries.history import HistoryLine
from tournament.queries.history import history as read_history

from .desk import desk, whole
from .frame import page

LINES = 100
# The file is read in steps, so that a long history is never in memory twice.
LINES_OF_FILE = 2000
FILTERS = ("session", "table", "player")


@desk("direct")
def history(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A page of lines; filters by session, table and player stay in the address."""
    chosen = _chosen(request)
    before = whole(request.GET.get("before"))
    lines, onwards = read_history(tournament, before_id=before, limit=LINES, **chosen)
    address = reverse("organiser:history", args=[tournament.slug])
    file = reverse("organiser:history_csv", args=[tournament.slug])
    context = {
        "lines": lines,
        "chosen": chosen,
        "numbers": list(tournament.sessions.order_by("number").values_list("number", flat=True)),
        "newest": f"{address}?{urlencode(chosen)}" if before is not None else "",
        "older": f"{address}?{urlencode({**chosen, 'before': onwards})}" if onwards is not None else "",
        "file": f"{file}?{urlencode(chosen)}" if chosen else file,
    }
    return page(request, tournament, "organiser/history.html", context, current="history")


@desk("direct")
def as_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The whole history, or what the filters leave of it, as CSV."""
    manages = has_role(request.user, tournament, "manage")
    content = history_csv(tournament, _all_lines(tournament, _chosen(request)), with_origin=manages)
    response = HttpResponse(content, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-history.csv"'
    response["Cache-Control"] = "no-store"
    return response


def _chosen(request: HttpRequest) -> dict[str, int]:
    found = {name: whole(request.GET.get(name)) for name in FILTERS}
    return {name: number for name, number in found.items() if number is not None}


def _all_lines(tournament: Tournament, chosen: dict[str, int]) -> Iterator[HistoryLine]:
    before: int | None = None
    while True:
        lines, before = read_history(tournament, before_id=before, limit=LINES_OF_FILE, **chosen)
        yield from lines
        if before is None:
            return
