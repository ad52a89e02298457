"""People leave or join when sessions are drawn: what would change, and then the change itself."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.actions.field_changes import Field, change_field, plan_change
from tournament.models import Tournament
from tournament.queries.field_preview import candidates, preview
from tournament.refusals import Refused
from tournament.wording import listed

from .desk import desk, me, whole
from .frame import page

NAMED = 12


@desk("manage")
def leaving(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who leaves and who joins, in the address: the preview can be loaded again. A POST carries it out."""
    if request.method != "POST":
        return _page(request, tournament, request.GET)
    field = _field(request.POST)
    try:
        change_field(
            tournament, field, request.POST.get("seen", ""), request.POST.get("reason", ""), me(request)
        )
    except Refused as refused:
        return _page(request, tournament, request.POST, refused)
    messages.success(request, _done(request))
    return redirect("organiser:leaving", tournament.slug)


def _field(sent: QueryDict) -> Field:
    """Who leaves and joins as it was chosen; what is no number is refused later as a player who does not exist."""
    leaves, joins = ([whole(one) or 0 for one in sent.getlist(name)] for name in ("leaving", "joining"))
    return Field(leaves, joins, sent.get("remainder", "stand_ins"))


def _done(request: HttpRequest) -> str:
    cards = request.POST.getlist("cards")
    text = _("The draws are changed.")
    if not cards:
        return text
    names = listed(cards[:NAMED])
    if len(cards) > NAMED:
        more = len(cards) - NAMED
        names += ngettext(" and %(n)s more", " and %(n)s more", more) % {"n": more}
    return f"{text} " + _("New seat cards for: %(names)s.") % {"names": names}


def _page(
    request: HttpRequest, tournament: Tournament, sent: QueryDict, refused: Refused | None = None
) -> HttpResponse:
    field = _field(sent)
    found = candidates(tournament)
    context: dict[str, Any] = {
        "found": found,
        # Whoever is chosen stands on top of a long list.
        "may_leave": sorted(found.leaving, key=lambda player: player.number not in field.leaving),
        "may_join": sorted(found.joining, key=lambda player: player.number not in field.joining),
        "numbers": [session.number for session in found.sessions],
        "field": field,
        "remainder": field.remainder,
        "reason": sent.get("reason", ""),
        "published": [session.number for session in found.sessions if session.is_drawn_publicly],
    }
    status = 422 if refused else 200
    looks = request.method == "POST" or "look" in sent
    if looks and found.sessions:
        try:
            change = plan_change(tournament, field)
        except Refused as impossible:
            refused, status = refused or impossible, 422
        else:
            context |= {"change": change, "preview": preview(tournament, change)}
    return page(
        request,
        tournament,
        "organiser/leaving.html",
        context | {"refused": refused},
        current="players",
        status=status,
    )
