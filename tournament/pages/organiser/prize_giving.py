"""The prize-giving at the organiser's desk: what is called, and the page of whoever presses the key."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy

from tournament.access import has_role
from tournament.actions import prize_giving as acts
from tournament.models import PrizeGiving, Session, Tournament
from tournament.pages.words.prize_words import prizes_in_words
from tournament.queries.official import standing_of
from tournament.queries.prize_giving import (
    calls_now,
    can_go_on,
    going_on,
    mark_of,
    progress,
    still_to_call,
)
from tournament.queries.prizes import prizes
from tournament.refusals import Refused

from .desk import desk, is_part, me, unchanged, versioned, whole
from .frame import page

DEEDS = {
    "next": acts.call_next,
    "back": acts.call_back,
    "again": acts.begin_again,
    "go_on": acts.go_on,
    "end": acts.end,
}


class GivingForm(forms.Form):
    """Who is called, and how many places."""

    of = forms.ChoiceField(choices=(("players", ""), ("teams", "")))
    places = forms.IntegerField(
        label=gettext_lazy("Places"), widget=forms.NumberInput({"class": "input input--number"})
    )


@desk("direct")
def prize_giving(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Before it: a form that shows who will be called. While it goes on: the page of the presenter."""
    if request.method == "POST":
        return _posted(request, tournament)
    version = str(tournament.version)
    if is_part(request):
        return _part(request, tournament, version)
    return _show(request, tournament, {})


def _part(request: HttpRequest, tournament: Tournament, version: str) -> HttpResponse:
    if unchanged(request, version):
        return versioned(HttpResponse(status=204), version)
    giving = going_on(tournament)
    context = {"tournament": tournament, "may_manage": has_role(request.user, tournament, "manage")}
    if giving is not None:
        context |= _presenter(tournament, giving)
    html = render_to_string("organiser/prize_giving/presenter.html", context, request)
    return versioned(HttpResponse(html), version)


def _posted(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    act = request.POST.get("act", "")
    wrong: dict[str, Any] = {}
    try:
        if act == "start":
            wrong = _start(request, tournament)
        elif act in DEEDS:
            _deed(request, tournament, act, me(request))
        else:
            raise Http404
    except Refused as refused:
        status = 409 if refused.code == "stale" else 422
        return _show(request, tournament, {"refused": refused}, status=status)
    if wrong:
        return _show(request, tournament, wrong, status=422)
    return redirect("organiser:prize_giving", tournament.slug)


def _start(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    form = GivingForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        try:
            acts.start(tournament, said["places"], me(request), teams=said["of"] == "teams")
        except Refused as refused:
            if refused.field != "places":
                raise
            form.add_error("places", refused.message)
    return {"form": form} if form.errors else {}


def _deed(request: HttpRequest, tournament: Tournament, act: str, by: User) -> None:
    giving, called = whole(request.POST.get("giving")), whole(request.POST.get("called"))
    seen = acts.Seen(-1 if giving is None else giving, -1 if called is None else called)
    DEEDS[act](tournament, seen, by)


def _show(
    request: HttpRequest, tournament: Tournament, wrong: dict[str, Any], status: int = 200
) -> HttpResponse:
    giving = going_on(tournament)
    if giving is not None:
        context = _presenter(tournament, giving) | {"version": str(tournament.version)}
    else:
        context = _before(request, tournament)
    return page(
        request,
        tournament,
        "organiser/prize_giving.html",
        context | wrong,
        current="results",
        status=status,
    )


def _before(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Who would be called, as it is asked for in the address."""
    teams = request.GET.get("of") == "teams"
    asked = whole(request.GET.get("places"))
    places = asked if asked is not None and 0 < asked <= acts.MOST_PLACES else tournament.places_honoured
    sessions = list(tournament.sessions.order_by("number"))
    closed = [one for one in sessions if one.state == Session.State.CLOSED]
    return {
        "form": GivingForm(initial={"of": "teams" if teams else "players", "places": places}),
        "has_teams": tournament.teams.exists(),
        "teams": teams,
        "calls": calls_now(tournament, teams=teams, places=places),
        "prizes": prizes_in_words(tournament, prizes(tournament)),
        "to_play": max(0, tournament.planned_sessions - len(closed)),
        "appealed": [one.number for one in closed if not standing_of(one, tournament.rulebook).official],
    }


def _presenter(tournament: Tournament, giving: PrizeGiving) -> dict[str, Any]:
    """What has been called, who comes next, and whether the results are still those that it began with."""
    told = progress(giving)
    calls = calls_now(tournament, teams=giving.of_teams, places=told.honoured)
    is_changed = mark_of(calls) != told.mark
    left = () if is_changed else still_to_call(calls, giving.called)
    return {
        "giving": giving,
        "called": tuple(reversed(told.called)),
        "next": left[0] if left else None,
        "after": left[1:3],
        "is_changed": is_changed,
        "can_go_on": is_changed and can_go_on(calls, told.called),
        "is_complete": not is_changed and not left,
        "new_calls": tuple(reversed(calls)) if is_changed else (),
    }
