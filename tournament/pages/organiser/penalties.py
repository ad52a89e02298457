"""The official penalty record: everything that was given, and penalties of players and teams beside the tables."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.actions.standings import penalise, show_penalties, withdraw_general_penalty
from tournament.exchange.penalty_table import penalties_csv
from tournament.models import ShownPenalties, Tournament
from tournament.queries.penalty_record import Recorded, penalty_record
from tournament.queries.sentences import PENALTY_KINDS
from tournament.refusals import Refused

from .desk import desk, me, whole
from .frame import page
from .penalise_form import PenaliseForm

STANDING = ("", "valid", "withdrawn")


@desk("direct")
def penalties(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The record with its filters; its forms post here."""
    if request.method == "POST":
        return _act(request, tournament)
    return _page(request, tournament)


@desk("direct")
def penalties_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same lines as a file for spreadsheets."""
    lines = _chosen(request, penalty_record(tournament))
    answer = HttpResponse(penalties_csv(tournament, lines), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-penalties.csv"'
    answer["Cache-Control"] = "no-store"
    return answer


def _act(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    act = request.POST.get("act", "")
    form = PenaliseForm(tournament, request.POST if act == "penalise" else None)
    typed: dict[str, Any] = {}
    try:
        if act == "penalise":
            if not form.is_valid():
                return _page(request, tournament, form, status=422)
            said = _give(request, tournament, form)
        elif act == "withdraw":
            typed = {"penalty": whole(request.POST.get("penalty")), "reason": request.POST.get("reason", "")}
            withdraw_general_penalty(tournament, typed["penalty"] or 0, typed["reason"], me(request))
            said = _("The penalty is withdrawn; it stays in the record, struck through.")
        elif act == "publish":
            show_penalties(tournament, request.POST.get("mode", ""), me(request))
            said = _("What the public sees of penalties is changed.")
        else:
            raise Http404
    except Refused as refused:
        status = 409 if refused.code == "stale" else 422
        if act == "penalise":
            form.refuse(refused)
        else:
            typed["refused"] = refused.message
        return _page(request, tournament, form, typed, status=status)
    messages.success(request, said)
    return redirect(_address(tournament))


def _give(request: HttpRequest, tournament: Tournament, form: PenaliseForm) -> str:
    data = form.cleaned_data
    seen = request.POST.get("seen", "")
    penalise(tournament, form.who(), data["kind"], form.points(), data["reason"], me(request), seen=seen)
    return _("The penalty is recorded.")


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: PenaliseForm | None = None,
    typed: dict[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    record = penalty_record(tournament)
    lines = _chosen(request, record)
    filters = {name: request.GET.get(name, "") for name in ("session", "kind", "standing", "q")}
    context = {
        "lines": lines,
        "total": len(record),
        "filters": filters,
        "is_filtered": any(filters.values()),
        "numbers": sorted({line.session for line in record if line.session is not None}),
        "kinds": [(kind, PENALTY_KINDS.get(kind, kind)) for kind in _kinds(record)],
        "form": form or PenaliseForm(tournament),
        "typed": typed or {},
        "modes": ShownPenalties.choices,
        "newest": max((line.penalty.pk for line in record if line.table is None), default=0),
        "address": _address(tournament),
        "file": f"{reverse('organiser:penalties_file', args=[tournament.slug])}?{request.GET.urlencode()}",
    }
    return page(request, tournament, "organiser/penalties.html", context, current="penalties", status=status)


def _kinds(record: list[Recorded]) -> list[str]:
    return sorted({line.penalty.kind for line in record})


def _chosen(request: HttpRequest, record: list[Recorded]) -> list[Recorded]:
    """The lines that the filters of the address leave."""
    session, kind = whole(request.GET.get("session")), request.GET.get("kind", "")
    standing, text = request.GET.get("standing", ""), request.GET.get("q", "").strip()
    return [
        line
        for line in record
        if (session is None or line.session == session)
        and (not kind or line.penalty.kind == kind)
        and (standing not in STANDING[1:] or line.is_withdrawn == (standing == "withdrawn"))
        and (not text or line.matches(text))
    ]


def _address(tournament: Tournament) -> str:
    return reverse("organiser:penalties", args=[tournament.slug])
