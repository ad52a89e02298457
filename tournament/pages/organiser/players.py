"""Players at the organiser's desk: the list, one more, one changed, one removed."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournament.actions.people import check_people, enrol, remove_player, save_player
from tournament.models import Player, Tournament, Withdrawal
from tournament.refusals import Refused

from .desk import desk, me
from .frame import page
from .people_forms import PlayerForm, player_form

ORDERS = {
    "number": ("number",),
    "name": ("name", "number"),
    "team": (F("team__number").asc(nulls_last=True), "number"),
    "country": ("country", "number"),
    "club": ("club", "number"),
}


@desk("manage")
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody who plays, and a line to enrol one more."""
    form = PlayerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        facts = form.facts()
        odd = [
            problem.message for problem in check_people(tournament, [facts]) if problem.severity == "warning"
        ]
        try:
            (made,) = enrol(tournament, [facts], me(request))
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(
                request, _("%(name)s is enrolled, number %(n)s.") % {"name": made.name, "n": made.number}
            )
            for message in odd:
                messages.warning(request, message)
            return redirect(f"{request.path}?added=1")
    by = request.GET.get("by", "number")
    by = by if by in ORDERS else "number"
    people = list(tournament.players.select_related("team").order_by("is_reserve", *ORDERS[by]))
    context = {
        "form": form,
        "players": people,
        "by": by,
        "known": _known(people),
        "added": "added" in request.GET,
        "gone": set(
            Withdrawal.objects.filter(
                player__tournament=tournament, back_in_session__isnull=True
            ).values_list("player_id", flat=True)
        ),
    }
    return page(
        request,
        tournament,
        "organiser/players.html",
        context,
        current="players",
        status=422 if form.errors else 200,
    )


@desk("manage")
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Change what is known of a player."""
    found = _player(tournament, number)
    form = player_form(found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            saved = save_player(tournament, found.pk, form.facts(), me(request))
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": saved.name})
            return redirect("organiser:players", tournament.slug)
    people = list(tournament.players.select_related("team"))
    context = {"form": form, "player": found, "known": _known(people)}
    return page(
        request,
        tournament,
        "organiser/player.html",
        context,
        current="players",
        status=422 if form.errors else 200,
    )


@desk("manage")
def remove(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Ask, then remove a player who was never seated."""
    found = _player(tournament, number)
    error = ""
    if request.method == "POST":
        name = found.name
        try:
            remove_player(tournament, found.pk, me(request))
        except Refused as refused:
            error = refused.message
        else:
            messages.success(request, _("%(name)s is removed.") % {"name": name})
            return redirect("organiser:players", tournament.slug)
    context = {"player": found, "error": error}
    return page(
        request,
        tournament,
        "organiser/player_remove.html",
        context,
        current="players",
        status=422 if error else 200,
    )


def _player(tournament: Tournament, number: int) -> Player:
    found = tournament.players.select_related("team").filter(number=number).first()
    if found is None:
        raise Http404
    return found


def _known(people: list[Player]) -> dict[str, list[str]]:
    """What was typed before, offered again: teams, countries, clubs."""
    return {
        "teams": list(dict.fromkeys(p.team.name for p in people if p.team)),
        "countries": sorted({p.country for p in people if p.country}),
        "clubs": sorted({p.club for p in people if p.club}),
    }
