"""Rehearsals from the organiser's desk: made as a copy, filled as long work; and the progress bar of all long work."""

from __future__ import annotations

import secrets
from zlib import crc32

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import has_role
from tournament.actions.jobs import UNFINISHED, cancel_job, kinds_of, repeat_job, start_job
from tournament.actions.rehearsal import rehearsal_of
from tournament.live import live_answer
from tournament.models import Job, Tournament
from tournament.refusals import Refused

from .desk import desk, is_part, me, whole
from .frame import page
from .job_words import shown, step_of

# How many pieces of long work the list shows.
LISTED = 50
# What who directs the day asks for.
OF_THE_DAY = ("print", "web_archive", "workbook")


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


@desk("direct")
def job(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """How far long work is, for the progress bar that asks again and again; a POST cancels it or asks for it again.

    Who directs the day sees sheets, archives and files, which he may ask for himself; all else is for who manages.
    """
    found = tournament.jobs.select_related("owner", "repeated_by").filter(pk=pk).first()
    if found is None or not (found.kind in OF_THE_DAY or has_role(request.user, tournament, "manage")):
        raise Http404
    found.tournament = tournament
    if request.method == "POST":
        return _after(request, found, _act(request, found))
    return live_answer(request, step_of(found), lambda: inside(request, found))


@desk("manage")
def jobs(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The long work of a tournament, newest first. It is asked for again while some of it waits or runs."""
    found = list(tournament.jobs.select_related("owner", "repeated_by")[:LISTED])
    for each in found:
        each.tournament = tournament
    context = {
        "tournament": tournament,
        "lines": [shown(each) for each in found],
        "runs": any(each.state in UNFINISHED for each in found),
    }
    if is_part(request):
        version = crc32(repr([(each.pk, step_of(each)) for each in found]).encode())
        return live_answer(
            request, version, lambda: render_to_string("organiser/parts/jobs.html", context, request)
        )
    return page(request, tournament, "organiser/jobs.html", context)


def inside(request: HttpRequest, found: Job) -> str:
    """The progress bar, or what became of the work."""
    manages = has_role(request.user, found.tournament, "manage")
    context = shown(found) | {"tournament": found.tournament, "manages": manages}
    return render_to_string("organiser/parts/job.html", context, request)


def _act(request: HttpRequest, found: Job) -> Job:
    """Cancel the work, or ask for it again; returns the job to show next."""
    if request.POST.get("act") != "again":
        cancel_job(found)
        return found
    try:
        again = repeat_job(found, me(request))
    except Refused as refused:
        messages.error(request, refused.message)
        return found
    again.tournament = found.tournament
    return again


def _after(request: HttpRequest, found: Job, then: Job) -> HttpResponse:
    """Back to the page on which the button stood."""
    if request.POST.get("from") == "list":
        return redirect("organiser:jobs", found.tournament.slug)
    if found.kind in kinds_of("draw"):
        return redirect(f"{reverse('organiser:draw', args=[found.tournament.slug])}?job={then.pk}")
    if found.kind in kinds_of("print"):
        return redirect("organiser:prints", found.tournament.slug)
    if found.kind in ("web_archive", "workbook"):
        return redirect("organiser:files", found.tournament.slug)
    return redirect("organiser:tournament", found.tournament.slug)
