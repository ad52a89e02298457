"""The history: who did what, newest first."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.models import Tournament
from tournament.queries.history import history as read_history

from .desk import desk, whole
from .frame import page

LINES = 100


@desk("direct")
def history(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A page of lines; filters by session and table stay in the address."""
    session, table = whole(request.GET.get("session")), whole(request.GET.get("table"))
    before = whole(request.GET.get("before"))
    lines, onwards = read_history(tournament, before_id=before, session=session, table=table, limit=LINES)
    chosen = {k: v for k, v in (("session", session), ("table", table)) if v is not None}
    address = reverse("organiser:history", args=[tournament.slug])
    context = {
        "lines": lines,
        "chosen": chosen,
        "numbers": list(tournament.sessions.order_by("number").values_list("number", flat=True)),
        "newest": f"{address}?{urlencode(chosen)}" if before is not None else "",
        "older": f"{address}?{urlencode({**chosen, 'before': onwards})}" if onwards is not None else "",
    }
    return page(request, tournament, "organiser/history.html", context, current="history")
