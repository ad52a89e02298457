"""Entries at the organiser's desk: how they are taken, who has entered, what becomes of them, and the end of their
personal data."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.cache import never_cache

from tournament.actions.entries import take_entries
from tournament.actions.entry_decisions import (
    accept_entries,
    erase_personal_data,
    let_wait,
    mark_entries_seen,
    refuse_entries,
)
from tournament.models import Entry, Tournament
from tournament.queries.entries import (
    EntryLine,
    entry_lines,
    has_ended,
    personal_data,
    settings_of,
    standing_of,
)
from tournament.refusals import Refused

from .desk import desk, me, whole
from .entries_form import TakingForm
from .frame import page

FILTERS: tuple[tuple[str, Promise], ...] = (
    ("", gettext_lazy("all")),
    ("new", pgettext_lazy("entries", "new")),
    *((state.value, state.label) for state in Entry.State),
)


@never_cache
@desk("manage")
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list with its buttons, and the form of the settings; both post here."""
    if request.method != "POST":
        return _show(request, tournament)
    act = request.POST.get("act", "")
    if act == "take":
        return _take(request, tournament)
    try:
        said = _decide(request, tournament, act)
    except Refused as refused:
        typed = {"refused": refused, "chosen": _chosen(request), "reason": request.POST.get("reason", "")}
        return _show(request, tournament, typed, status=422)
    messages.success(request, said)
    return redirect(_back(request, tournament))


def _take(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = TakingForm(tournament, settings_of(tournament), request.POST)
    if form.is_valid():
        try:
            take_entries(tournament, form.taking(), me(request))
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("How entries are taken is saved."))
            return redirect("organiser:entries", tournament.slug)
    return _show(request, tournament, {"form": form}, status=422)


def _decide(request: HttpRequest, tournament: Tournament, act: str) -> str:
    """Do what was pressed, with the entries that are ticked or the one of the button; what to say about it."""
    by, chosen = me(request), _chosen(request)
    if act == "seen":
        mark_entries_seen(tournament, by)
        return _("No entry is new any more.")
    if act == "accept":
        done = accept_entries(tournament, chosen, by)
        return ngettext("%(n)s entry is accepted.", "%(n)s entries are accepted.", len(done)) % {
            "n": len(done)
        }
    if act == "refuse":
        done = refuse_entries(tournament, chosen, request.POST.get("reason", ""), by)
        return ngettext("%(n)s entry is refused.", "%(n)s entries are refused.", len(done)) % {"n": len(done)}
    if act == "wait":
        done = let_wait(tournament, chosen, by)
        text = ngettext(
            "%(n)s entry is on the waiting list.", "%(n)s entries are on the waiting list.", len(done)
        )
        return text % {"n": len(done)}
    raise Http404


def _chosen(request: HttpRequest) -> list[int]:
    """The numbers of the entries that are meant: of the button where it names one, else all that are ticked."""
    one = whole(request.POST.get("one"))
    if one is not None:
        return [one]
    return [number for text in request.POST.getlist("entry") if (number := whole(text)) is not None]


def _back(request: HttpRequest, tournament: Tournament) -> str:
    state = request.GET.get("state", "")
    here = reverse("organiser:entries", args=[tournament.slug])
    return f"{here}?state={state}" if state in dict(FILTERS) and state else here


def _show(
    request: HttpRequest, tournament: Tournament, typed: dict[str, Any] | None = None, *, status: int = 200
) -> HttpResponse:
    standing = standing_of(tournament)
    lines = entry_lines(tournament)
    data = personal_data(tournament)
    state = request.GET.get("state", "")
    counts = Counter(line.entry.state for line in lines)
    counts["new"] = sum(line.entry.is_new for line in lines)
    counts[""] = len(lines)
    shown = [
        line for line in lines if state in ("", line.entry.state) or (state == "new" and line.entry.is_new)
    ]
    if state == Entry.State.WAITING:
        shown.sort(key=lambda line: line.waits_as or 0)
    waiting = min(
        (line for line in lines if line.waits_as), key=lambda line: line.waits_as or 0, default=None
    )
    context: dict[str, Any] = {
        "standing": standing,
        "settings": standing.settings,
        "lines": [(line, _people(line, data)) for line in shown],
        "filters": [(key, name, counts[key]) for key, name in FILTERS if counts[key] or key in ("", state)],
        "state": state,
        "counts": counts,
        "next": waiting if standing.left != 0 else None,
        "has_data": sum(line.has_data for line in lines),
        "ended": has_ended(tournament),
        "address": request.build_absolute_uri(reverse("public:enter", args=[tournament.slug])),
        "form": TakingForm(tournament, standing.settings),
        "chosen": [],
    }
    return page(
        request,
        tournament,
        "organiser/entries.html",
        context | (typed or {}),
        current="entries",
        status=status,
    )


def _people(line: EntryLine, data: dict[int, Any]) -> list[tuple[Any, Any]]:
    """Who is in an entry, each with his personal data or None."""
    return [(one, data.get(one.pk)) for one in line.people]


@never_cache
@desk("manage")
def erase(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Erase the personal data of one entry (`?entry=`) or of all: asked twice, unless the tournament has ended."""
    number = whole(request.GET.get("entry"))
    ended = has_ended(tournament)
    error = ""
    if request.method == "POST":
        if ended or request.POST.get("sure"):
            try:
                erased = erase_personal_data(tournament, me(request), number)
            except Refused:
                raise Http404 from None
            text = ngettext(
                "The personal data of %(n)s entry is erased.",
                "The personal data of %(n)s entries is erased.",
                erased,
            )
            messages.success(request, text % {"n": erased})
            return redirect("organiser:entries", tournament.slug)
        error = _("Tick that nobody can bring it back. Nothing is erased yet.")
    lines = [line for line in entry_lines(tournament) if number in (None, line.entry.number)]
    if number is not None and not lines:
        raise Http404
    context = {
        "number": number,
        "name": lines[0].name if number is not None else "",
        "stored": sum(line.has_data for line in lines),
        "error": error,
    }
    status = 422 if error else 200
    return page(
        request, tournament, "organiser/entries_erase.html", context, current="entries", status=status
    )
