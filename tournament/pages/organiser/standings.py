"""The standings at the organiser's desk: in full, with what the public sees of them, prizes, lots between equals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.access import has_role
from tournament.actions.standings import set_places_honoured, show_standings
from tournament.models import Session, ShownStandings, Stage, Tournament
from tournament.pages.words.prize_words import honoured, prizes_in_words
from tournament.pages.words.standing_rows import player_rows, session_numbers, team_rows
from tournament.queries.corrections import corrections
from tournament.queries.people import drawn_lots, standard_deductions
from tournament.queries.prizes import prizes
from tournament.queries.stages import stage_numbered, stage_standings
from tournament.queries.standings import Standings, player_standings, team_standings
from tournament.refusals import Refused

from .desk import desk, me, whole
from .frame import page
from .lots_form import LotsForm, sets_of_equals


class ShownForm(forms.Form):
    """What the public sees of the standings."""

    mode = forms.ChoiceField(choices=ShownStandings.choices, widget=forms.RadioSelect)
    frozen_after = forms.TypedChoiceField(
        label=gettext_lazy("Session"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        initial = {"mode": tournament.shown_standings, "frozen_after": tournament.frozen_after}
        super().__init__(data, initial=initial, auto_id="shown_%s")
        closed = tournament.sessions.filter(state=Session.State.CLOSED).order_by("number")
        numbers = list(closed.values_list("number", flat=True))
        if tournament.frozen_after and tournament.frozen_after not in numbers:
            numbers.append(tournament.frozen_after)
        self.fields["frozen_after"].choices = [(n, str(n)) for n in numbers]  # type: ignore[attr-defined]
        if not tournament.frozen_after and len(numbers) > 1:
            self.initial["frozen_after"] = numbers[-2]


class HonouredForm(forms.Form):
    """How many places are honoured."""

    places = forms.IntegerField(
        label=gettext_lazy("Places honoured"), widget=forms.NumberInput({"class": "input input--number"})
    )


@dataclass(frozen=True)
class View:
    """Which standings the page shows: of a stage or in total, of players or teams, up to a session."""

    stage: Stage | None
    teams: bool
    as_of: int | None

    @property
    def query(self) -> str:
        """The same as it stands in an address."""
        values = {
            "stage": self.stage.number if self.stage else None,
            "teams": int(self.teams) or None,
            "as_of": self.as_of,
        }
        return "&".join(f"{name}={value}" for name, value in values.items() if value)


@desk("direct")
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The page of the standings; its forms post here and come back to the same view of them."""
    view = _view(request, tournament)
    if request.method != "POST":
        return _show(request, tournament, view, {})
    deeds = {"show": _show_to_public, "honour": _honour, "lots": _lots}
    act = request.POST.get("act", "")
    if act not in deeds or (act != "lots" and not has_role(request.user, tournament, "manage")):
        raise Http404
    wrong = deeds[act](request, tournament, view)
    if wrong:
        return _show(request, tournament, view, wrong, status=422)
    address = reverse("organiser:standings", args=[tournament.slug])
    return redirect(f"{address}?{view.query}" if view.query else address)


def _view(request: HttpRequest, tournament: Tournament) -> View:
    stage = stage_numbered(tournament, whole(request.GET.get("stage")))
    as_of = whole(request.GET.get("as_of"))
    numbers = set(tournament.sessions.values_list("number", flat=True))
    return View(stage, request.GET.get("teams") == "1", as_of if as_of in numbers else None)


# ── What is sent: each returns what is wrong, for the page, or nothing


def _show_to_public(request: HttpRequest, tournament: Tournament, _view: View) -> dict[str, Any]:
    form = ShownForm(tournament, request.POST)
    if form.is_valid():
        said = form.cleaned_data
        try:
            show_standings(tournament, said["mode"], me(request), said["frozen_after"])
        except Refused as refused:
            form.add_error(refused.field or None, refused.message)
        else:
            words = {
                "live": _("Everybody sees the standings as they are."),
                "frozen": _("Everybody sees the standings after session %(n)s, and nothing later.")
                % {"n": tournament.frozen_after},
                "hidden": _("Nobody but the staff sees the standings now."),
            }
            messages.success(request, words[said["mode"]])
            return {}
    return {"shown_form": form}


def _honour(request: HttpRequest, tournament: Tournament, _view: View) -> dict[str, Any]:
    form = HonouredForm(request.POST)
    if form.is_valid():
        try:
            set_places_honoured(tournament, form.cleaned_data["places"], me(request))
        except Refused as refused:
            form.add_error("places", refused.message)
        else:
            messages.success(request, _("The number of places honoured is saved."))
            return {}
    return {"honoured_form": form}


def _lots(request: HttpRequest, tournament: Tournament, view: View) -> dict[str, Any]:
    for equal in sets_of_equals(stage_standings(tournament, view.stage).lines):
        form = LotsForm(equal, request.POST)
        if form.players == request.POST.get("players", ""):
            if form.carry_out(tournament, me(request), view.stage):
                messages.success(request, _("The lots are recorded, and the places are no longer shared."))
                return {}
            return {"lots_form": form}
    return {
        "lots_error": _("These players are no longer equal: a result changed in the meantime. Look again.")
    }


# ── What is shown


def _show(
    request: HttpRequest, tournament: Tournament, view: View, wrong: dict[str, Any], status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "view": view,
        "stages": list(tournament.stages.order_by("number")),
        "numbers": _numbers(tournament, view),
        "has_teams": tournament.teams.exists(),
        "shown_form": ShownForm(tournament),
        "honoured_form": HonouredForm(initial={"places": tournament.places_honoured}, auto_id="honoured_%s"),
    }
    context |= _table(tournament, view) | wrong
    if "lots_form" in wrong:
        sent = wrong["lots_form"]
        context["lots"] = [sent if form.players == sent.players else form for form in context["lots"]]
    return page(request, tournament, "organiser/standings.html", context, current="results", status=status)


def _numbers(tournament: Tournament, view: View) -> list[int]:
    """The sessions that one can look back to: those that have results, in this stage."""
    sessions = tournament.sessions.filter(tables__closed_at__isnull=False).distinct().order_by("number")
    if view.stage is not None:
        sessions = sessions.filter(stage=view.stage)
    return list(sessions.values_list("number", flat=True))


def _table(tournament: Tournament, view: View) -> dict[str, Any]:
    """The lines of the standings, and what can be told from them."""
    deducted = standard_deductions(tournament, view.stage)
    lots = drawn_lots(tournament, view.stage)
    found = stage_standings(tournament, view.stage, view.as_of)
    if view.teams:
        read = team_standings(tournament, view.as_of, stage=view.stage)
        members = player_standings(tournament, view.as_of, stage=view.stage)
        rows = team_rows(tournament, read, deducted.teams, members)
    else:
        read, rows = found, player_rows(tournament, found, deducted.players, lots)
    newest = view.as_of is None
    in_total = view.stage is None and not view.teams
    return {
        "as_of": read.as_of,
        "version": read.version,
        "rows": rows,
        "columns": session_numbers(read),
        "teams": view.teams,
        "has_start": any(line.with_starting != line.match for line in read.lines),
        "has_groups": _has_groups(view),
        "corrected": corrections(tournament, session_numbers(read)),
        "lots": [LotsForm(equal) for equal in sets_of_equals(found.lines)] if newest else [],
        "drawn": _drawn(found, lots),
        "prizes": prizes_in_words(tournament, prizes(tournament, view.as_of)) if in_total else (),
        "honoured": honoured(tournament, found) if in_total else (),
    }


def _has_groups(view: View) -> bool:
    return not view.teams and view.stage is not None and view.stage.form == Stage.Form.GROUPS


def _drawn(found: Standings, lots: dict[int, Any]) -> list[tuple[str, Any]]:
    """The lots that are recorded, with the players' names, in the order of the places."""
    return [(line.name, lots[line.id]) for line in found.lines if line.id in lots]
