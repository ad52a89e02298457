"""Rehearsals from the organiser's desk: made as a copy, filled as long work; and the progress bar of all long work."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.actions.jobs import UNFINISHED, cancel_job, start_job
from tournament.actions.rehearsal import rehearsal_of
from tournament.live import live_answer
from tournament.models import Job, Tournament
from tournament.refusals import Refused

from .desk import desk, me, whole

# The kinds of long work that are draws: made at once, or announced before.
DRAWS = ("draw", "hold_draw")


def latest_job(tournament: Tournament, *kinds: str) -> Job | None:
    """The long work of these kinds that was asked for last in a tournament; a rehearsal if none is named."""
    return tournament.jobs.filter(kind__in=kinds or ("rehearse",)).first()


@desk("manage")
def rehearse(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Make a rehearsal copy of a tournament (a rehearsal itself goes on) and fill it with invented results."""
    if request.method != "POST":
        return redirect("organiser:tournament", tournament.slug)
    sessions = whole(request.POST.get("sessions"))
    if sessions is None or not 0 <= sessions <= tournament.planned_sessions:
        text = _("How many sessions shall be played? Type a number from 0 to %(n)s.")
        messages.error(request, text % {"n": tournament.planned_sessions})
        return redirect("organiser:tournament", tournament.slug)
    try:
        copy = tournament if tournament.is_rehearsal else rehearsal_of(tournament, me(request))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("organiser:tournament", tournament.slug)
    arguments = {"whole": sessions, "half": "half" in request.POST, "seed": secrets.token_hex(8)}
    start_job("rehearse", arguments, me(request), copy)
    return redirect("organiser:tournament", copy.slug)


@desk("manage")
def job(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """How far long work is, for the progress bar that asks again and again; a POST cancels it."""
    found = tournament.jobs.filter(pk=pk).first()
    if found is None:
        raise Http404
    if request.method == "POST":
        cancel_job(found)
        if "draw" in found.kind:
            return redirect(f"{reverse('organiser:draw', args=[tournament.slug])}?job={found.pk}")
        return redirect("organiser:tournament", tournament.slug)
    # The percentage is the version: it rises, and each end has one of its own.
    version = found.progress if found.state in UNFINISHED else 101
    return live_answer(request, version, lambda: inside(request, found))


def inside(request: HttpRequest, found: Job) -> str:
    """The progress bar, or what became of the work."""
    context = {
        "job": found,
        "tournament": found.tournament,
        "unfinished": found.state in UNFINISHED,
        "is_draw": found.kind in DRAWS,
    }
    return render_to_string("organiser/parts/job.html", context, request)
