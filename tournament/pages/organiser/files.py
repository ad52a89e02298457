"""Files of a tournament to open elsewhere: for spreadsheets, for the European ranking, and to take it all along."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.actions.jobs import UNFINISHED
from tournament.exchange.ema_sheet import Asked, ema_workbook
from tournament.exchange.event_export import export_event
from tournament.exchange.standings_excel import standings_file
from tournament.exchange.workbook import is_large, results_workbook
from tournament.exchange.workbook_file import MadeFile
from tournament.exchange.workbook_work import KIND as WORKBOOK
from tournament.exchange.workbook_work import ask_for_workbook
from tournament.models import Stage, Tournament
from tournament.pages.archive.work import KIND as ARCHIVE
from tournament.pages.archive.work import ask_for_archive
from tournament.pages.public.standings_files import attached
from tournament.queries.stages import stage_numbered
from tournament.queries.standings import player_standings
from tournament.refusals import Refused

from .desk import desk, me, whole
from .frame import page
from .prints import LANGUAGES, Line
from .rehearsals import inside, latest_job

# Where the results as XLSX stand on the page.
RESULTS = "#file-results"


class EmaForm(forms.Form):
    """What the sheet of the European association has and the program does not know."""

    mers = forms.CharField(label=_("MERS weight"), max_length=20, required=False)
    short_name = forms.CharField(label=_("Short name of the tournament"), max_length=60, required=False)
    period = forms.CharField(label=_("Period"), max_length=40, required=False)
    extra = forms.CharField(label=_("Extra"), max_length=200, required=False)


@desk("direct")
def files(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every file with what it is for. A POST has one made that takes long: the web archive, or the results as XLSX."""
    if request.method == "POST":
        if request.POST.get("file") == WORKBOOK:
            ask_for_workbook(tournament, _stage(request.POST.get("stage"), tournament), me(request))
            return _back(tournament, RESULTS)
        try:
            ask_for_archive(tournament, request.POST.get("languages", ""), me(request))
        except Refused as refused:
            messages.error(request, refused.message)
            return redirect("organiser:files", tournament.slug)
        return _back(tournament, "#file-archive")
    return _page(request, tournament, EmaForm())


@desk("direct")
def workbook(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The results as XLSX, in total or of a stage; of a large tournament back to where it can be asked for."""
    if is_large(tournament):
        return _back(tournament, RESULTS)
    return attached(results_workbook(tournament, stage=_stage(request.GET.get("stage"), tournament)))


@desk("direct")
def standings_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings of players or teams as CSV for Excel, in total or of a stage."""
    teams = request.GET.get("teams") == "1"
    return attached(
        standings_file(tournament, stage=_stage(request.GET.get("stage"), tournament), teams=teams)
    )


@desk("direct")
def ema(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The results sheet of the European Mahjong Association."""
    form = EmaForm(request.GET)
    if not form.is_valid():
        return _page(request, tournament, form, status=422)
    try:
        made = ema_workbook(tournament, Asked(**form.cleaned_data))
    except Refused as refused:
        messages.error(request, refused.message)
        return _back(tournament, "#file-ema")
    return attached(made)


@desk("direct")
def event_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The whole tournament as an event file."""
    fresh = Tournament.objects.get(pk=tournament.pk)
    content = json.dumps(export_event(fresh), ensure_ascii=False).encode()
    name = f"{fresh.slug}-event-v{fresh.version}.json"
    return attached(MadeFile(content, name, fresh.version, "application/json"))


def _stage(typed: str | None, tournament: Tournament) -> Stage | None:
    return stage_numbered(tournament, whole(typed))


def _back(tournament: Tournament, to: str) -> HttpResponse:
    return redirect(reverse("organiser:files", args=[tournament.slug]) + to)


def _made(request: HttpRequest, tournament: Tournament, kind: str, title: Any, since: int) -> dict[str, Any]:
    """The files of a kind of long work that are kept, those before version `since` as old; how far the last work is."""
    job = latest_job(tournament, kind)
    if job is not None:
        job.tournament = tournament
    return {
        "lines": [
            Line(file, title, file.version < since)
            for file in tournament.printed_files.filter(kind=kind).defer("content")
        ],
        "job": job,
        "runs": job is not None and job.state in UNFINISHED,
        "inside": inside(request, job) if job is not None else "",
    }


def _page(request: HttpRequest, tournament: Tournament, form: EmaForm, status: int = 200) -> HttpResponse:
    large = is_large(tournament)
    context = {
        "form": form,
        "archive": _made(request, tournament, ARCHIVE, _("Web archive"), tournament.version),
        # What happens at a table without a final result does not stand in it.
        "workbook": _made(request, tournament, WORKBOOK, "XLSX", tournament.standings_version)
        if large
        else None,
        "languages": LANGUAGES,
        "has_teams": tournament.teams.exists(),
        "stages": tournament.stages.order_by("number"),
        "as_of": player_standings(tournament).as_of,
    }
    return page(request, tournament, "organiser/files.html", context, current="files", status=status)
