"""What came after its table was closed: the chief referee enters it, or declines it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.actions.late import decline_late, enter_late
from tournament.models import LateEntry, Tournament
from tournament.queries.late import late_entries
from tournament.refusals import Refused

from .desk import desk, me, whole
from .frame import page

SAID: dict[str, Promise] = {
    LateEntry.Outcome.ACCEPTED: _("It is entered. The result of the table is computed anew."),
    LateEntry.Outcome.DECLINED: _("It is declined. The table stays as it is."),
    LateEntry.Outcome.SUPERSEDED: _("The table held this already: nothing was left to do."),
}


@desk("direct")
def late(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All late entries; the forms of those that wait post here."""
    if request.method == "POST":
        return _act(request, tournament)
    return _page(request, tournament)


def _act(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    number, reason = whole(request.POST.get("entry")), request.POST.get("reason", "")
    act = {"enter": enter_late, "decline": decline_late}.get(request.POST.get("act", ""))
    if number is None or act is None:
        raise Http404
    try:
        settled = act(tournament, number, reason, me(request))
    except Refused as refused:
        typed = {"entry": number, "reason": reason, "refused": refused}
        return _page(request, tournament, typed, status=409 if refused.is_conflict else 422)
    messages.success(request, str(SAID[settled.outcome]))
    return redirect(reverse("organiser:late", args=[tournament.slug]))


def _page(
    request: HttpRequest, tournament: Tournament, typed: dict[str, Any] | None = None, *, status: int = 200
) -> HttpResponse:
    found = late_entries(tournament)
    context = {
        "waiting": [line for line in found if line.waits],
        "settled": [line for line in found if not line.waits],
        "typed": typed or {},
        "address": reverse("organiser:late", args=[tournament.slug]),
    }
    return page(request, tournament, "organiser/late.html", context, current="late", status=status)
