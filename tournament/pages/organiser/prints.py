"""Sheets to print: what there is, having it made, and the files that were made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actions.jobs import UNFINISHED
from tournament.live import never_stored
from tournament.models import PrintedFile, Session, Tournament
from tournament.models.prints import PDF
from tournament.prints import KINDS, Kind
from tournament.prints.coverage import not_covered
from tournament.prints.work import KIND, ask_for_sheets
from tournament.refusals import Refused

from .desk import desk, me
from .frame import page
from .rehearsals import inside, latest_job

LANGUAGES = (
    ("both", gettext_lazy("Chinese and English")),
    ("zh", gettext_lazy("Chinese")),
    ("en", gettext_lazy("English")),
)
GROUPS = (
    ("before", gettext_lazy("Before the first session")),
    ("session", gettext_lazy("For a session")),
    ("after", gettext_lazy("At the end")),
)


@dataclass(frozen=True)
class Group:
    """The kinds of sheets that are needed at one time."""

    title: Any
    kinds: list[Kind]


@dataclass(frozen=True)
class Line:
    """A file that was made: what it is, and whether the tournament has changed since."""

    file: PrintedFile
    title: Any
    is_old: bool


@desk("direct")
def prints(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What can be printed, and what was made. A POST has sheets of one kind made."""
    if request.method == "POST":
        return _ask(request, tournament)
    job = latest_job(tournament, KIND)
    runs = job is not None and job.state in UNFINISHED
    if job is not None:
        job.tournament = tournament
    sessions = tournament.sessions.exclude(state=Session.State.PLANNED).order_by("number")
    context = {
        "groups": [
            Group(title, [kind for kind in KINDS.values() if kind.when == when]) for when, title in GROUPS
        ],
        "files": [
            Line(file, _title(file), file.version != tournament.version)
            for file in tournament.printed_files.filter(content_type=PDF).defer("content")
        ],
        "job": job,
        "job_runs": runs,
        "job_inside": inside(request, job) if job is not None else "",
        "sessions": [session.number for session in sessions],
        "newest": max((s.number for s in sessions if s.state != Session.State.DRAFT), default=None),
        "languages": LANGUAGES,
        "not_covered": not_covered(tournament),
    }
    return page(request, tournament, "organiser/prints.html", context, current="prints")


@desk("direct")
def printed(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One of the files that were made: a PDF to be looked at, anything else to be saved."""
    file = tournament.printed_files.filter(pk=pk).first()
    if file is None:
        raise Http404
    response = HttpResponse(bytes(file.content), content_type=file.content_type)
    shown = "inline" if file.content_type == PDF else "attachment"
    response["Content-Disposition"] = f'{shown}; filename="{file.name}"'
    return never_stored(response)


def _ask(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    values = {key: str(value) for key, value in request.POST.items()}
    address = request.build_absolute_uri("/").rstrip("/")
    try:
        ask_for_sheets(tournament, values.get("kind", ""), values, address, me(request))
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect(reverse("organiser:prints", args=[tournament.slug]))


def _title(file: PrintedFile) -> Any:
    """What a file is called; another release may have made it."""
    return KINDS[file.kind].title if file.kind in KINDS else _("Sheets")
