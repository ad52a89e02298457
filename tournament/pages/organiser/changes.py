"""People of the day: substitutes 替补, withdrawals and returns, and what of that is in force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.actions.substitutes import end_substitution, player_returns, substitute, withdraw_player
from tournament.models import Tournament
from tournament.queries.people_of_day import PeopleOfDay, people_of_day
from tournament.refusals import Refused

from .changes_forms import PeopleForm, SubstituteForm, WithdrawForm
from .desk import desk, me, whole
from .frame import page


@desk("direct")
def changes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list of what is in force, and forms to add to it or to end it; they post here with their act."""
    people = people_of_day(tournament)
    if request.method != "POST":
        return _page(request, tournament, people)
    deeds: dict[str, Callable[[HttpRequest, Tournament, PeopleOfDay], HttpResponse]] = {
        "substitute": _substitute,
        "withdraw": _withdraw,
        "end": _end,
        "back": _back,
    }
    deed = deeds.get(request.POST.get("act", ""))
    if deed is None:
        raise Http404
    return deed(request, tournament, people)


def _substitute(request: HttpRequest, tournament: Tournament, people: PeopleOfDay) -> HttpResponse:
    form = SubstituteForm(people, tournament, request.POST)
    if not form.is_valid():
        return _page(request, tournament, people, form)
    data = form.cleaned_data
    try:
        made = substitute(
            tournament,
            int(data["player"]),
            int(data["substitute"]),
            (data["from_session"], data["from_hand"]),
            form.last(),
            data["reason"],
            me(request),
        )
    except Refused as refused:
        form.refuse(refused)
        return _page(request, tournament, people, form)
    words = {"substitute": made.substitute.name, "name": made.player.name}
    messages.success(request, _("%(substitute)s plays for %(name)s.") % words)
    return redirect(_address(tournament))


def _withdraw(request: HttpRequest, tournament: Tournament, people: PeopleOfDay) -> HttpResponse:
    form = WithdrawForm(people, request.POST)
    if not form.is_valid():
        return _page(request, tournament, people, form)
    data = form.cleaned_data
    try:
        made = withdraw_player(
            tournament, int(data["player"]), data["from_session"], data["reason"], me(request)
        )
    except Refused as refused:
        form.refuse(refused)
        return _page(request, tournament, people, form)
    words = {"name": made.player.name, "n": made.from_session}
    messages.success(request, _("%(name)s is not drawn from session %(n)s on.") % words)
    return redirect(f"{_address(tournament)}#withdrawal-{made.pk}")


def _end(request: HttpRequest, tournament: Tournament, people: PeopleOfDay) -> HttpResponse:
    pk, last = whole(request.POST.get("substitution")), whole(request.POST.get("last"))
    try:
        made = end_substitution(tournament, pk or 0, -1 if last is None else last, me(request))
    except Refused as refused:
        return _page(request, tournament, people, refused=(f"end-{pk}", refused))
    words = {"name": made.player.name, "n": made.to_session}
    if made.to_session is not None and made.to_session < made.from_session:
        messages.success(request, _("The substitute for %(name)s is taken back.") % words)
    else:
        messages.success(request, _("%(name)s plays again after session %(n)s.") % words)
    return redirect(_address(tournament))


def _back(request: HttpRequest, tournament: Tournament, people: PeopleOfDay) -> HttpResponse:
    number, session = whole(request.POST.get("player")), whole(request.POST.get("session"))
    try:
        player_returns(tournament, number or 0, session or 0, me(request))
    except Refused as refused:
        return _page(request, tournament, people, refused=(f"back-{number}", refused))
    name = tournament.players.values_list("name", flat=True).get(number=number or 0)
    messages.success(
        request, _("%(name)s is drawn again from session %(n)s on.") % {"name": name, "n": session}
    )
    return redirect(_address(tournament))


def _address(tournament: Tournament) -> str:
    return reverse("organiser:changes", args=[tournament.slug])


def _page(
    request: HttpRequest,
    tournament: Tournament,
    people: PeopleOfDay,
    form: PeopleForm | None = None,
    refused: tuple[str, Refused] | None = None,
) -> HttpResponse:
    asked: dict[str, Any] = {"player": request.GET.get("player", "")}
    context: dict[str, Any] = {
        "people": people,
        "address": _address(tournament),
        "result_is": tournament.rulebook.substitute_result,
        "substitute_form": form
        if isinstance(form, SubstituteForm)
        else SubstituteForm(people, tournament, initial=asked),
        "withdraw_form": form
        if isinstance(form, WithdrawForm)
        else WithdrawForm(people, initial=asked | {"from_session": people.next_session}),
        "filled": form,
        "refused_at": refused[0] if refused else "",
        "refused": refused[1] if refused else None,
    }
    status = 422 if form is not None or refused else 200
    return page(request, tournament, "organiser/changes.html", context, current="players", status=status)
