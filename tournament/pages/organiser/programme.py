"""The programme of the days: what happens when and where, and when the sessions are planned to start."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.actions.programme import add_item, change_item, plan_starts, remove_item
from tournament.models import ProgrammeItem, Tournament
from tournament.queries.programme import Line, days
from tournament.queries.programme import programme as read_programme
from tournament.refusals import Refused

from .desk import desk, me, whole
from .frame import page
from .programme_forms import ItemForm, StartsForm, item_initial


@dataclass
class Sent:
    """The forms as they were sent and refused, so that nothing typed is lost."""

    item: ItemForm | None = None
    starts: StartsForm | None = None
    refused: Refused | None = None
    changed: dict[int, ItemForm] = field(default_factory=dict)


@desk("manage")
def programme(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The programme with its forms, which post here."""
    if request.method == "POST":
        sent = _act(request, tournament)
        if sent is None:
            return redirect("organiser:programme", tournament.slug)
        return _show(request, tournament, sent, status=422)
    return _show(request, tournament, Sent())


def _act(request: HttpRequest, tournament: Tournament) -> Sent | None:
    """Do what was sent; None where all went well."""
    act = request.POST.get("act", "")
    if act == "starts":
        return _plan(request, tournament)
    if act == "add":
        return _store(request, tournament, ItemForm(tournament, request.POST))
    number = whole(request.POST.get("item")) or 0
    if act == "change":
        return _store(request, tournament, ItemForm(tournament, request.POST, pk=number))
    if act == "remove":
        try:
            remove_item(tournament, number, me(request))
        except Refused as refused:
            return Sent(refused=refused)
        messages.success(request, _("The item is out of the programme."))
        return None
    raise Http404


def _store(request: HttpRequest, tournament: Tournament, form: ItemForm) -> Sent | None:
    """Add or change an item."""
    sent = Sent(changed={form.pk: form}) if form.pk else Sent(item=form)
    if not form.is_valid():
        return sent
    try:
        facts = form.facts()
        if form.pk:
            item = change_item(tournament, form.pk, facts, me(request))
        else:
            item = add_item(tournament, facts, me(request))
    except Refused as refused:
        if refused.code == "no_such_item":
            return Sent(refused=refused)
        form.refuse(refused)
        return sent
    messages.success(request, _("“%(title)s” stands in the programme.") % {"title": item.title})
    for sentence in form.told_twice:
        messages.warning(request, sentence)
    return None


def _plan(request: HttpRequest, tournament: Tournament) -> Sent | None:
    """Set the planned starts of sessions."""
    form = _starts_form(tournament, request.POST)
    if not form.is_valid():
        return Sent(starts=form)
    try:
        changed = plan_starts(tournament, form.starts(), me(request))
    except Refused as refused:
        form.refuse(refused)
        return Sent(starts=form)
    text = ngettext("%(n)s start is changed.", "%(n)s starts are changed.", len(changed))
    messages.success(request, text % {"n": len(changed)})
    for sentence in form.told_twice:
        messages.warning(request, sentence)
    return None


def _show(request: HttpRequest, tournament: Tournament, sent: Sent, status: int = 200) -> HttpResponse:
    lines = read_programme(tournament, timezone.now())
    items = {item.pk: item for item in tournament.programme.select_related("tournament")}
    context: dict[str, Any] = {
        "days": [
            (day.date, [(line, _change_form(tournament, line, items, sent)) for line in day.lines])
            for day in days(lines, tournament)
        ],
        "form": sent.item or ItemForm(tournament, initial={"day": _usual_day(tournament)}),
        "starts": sent.starts or _starts_form(tournament),
        "refused": sent.refused,
        "titles": [
            _("Registration"),
            _("Opening"),
            _("Meeting of the referees"),
            _("Lunch"),
            _("Break"),
            _("Prize-giving"),
            _("Dinner"),
        ],
    }
    return page(request, tournament, "organiser/programme.html", context, current="programme", status=status)


def _change_form(
    tournament: Tournament, line: Line, items: dict[int, ProgrammeItem], sent: Sent
) -> ItemForm | None:
    """The form that changes an item; None for a session."""
    item = items.get(line.item) if line.item is not None else None
    if item is None:
        return None
    return sent.changed.get(item.pk) or ItemForm(tournament, initial=item_initial(item), pk=item.pk)


def _starts_form(tournament: Tournament, data: Any = None) -> StartsForm:
    sessions = list(tournament.sessions.order_by("number"))
    return StartsForm(tournament, sessions, tournament.starts_on, data)


def _usual_day(tournament: Tournament) -> date:
    """The day of what was entered last, else the first day of the tournament, else today in its zone."""
    last = tournament.programme.order_by("-id").first()
    if last is not None:
        return last.starts_at.astimezone(tournament.tz).date()
    return tournament.starts_on or timezone.now().astimezone(tournament.tz).date()
