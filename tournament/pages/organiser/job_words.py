"""Long work in words: what each kind is called, what it says while it runs and when it has ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.actions.jobs import REPEATABLE, UNFINISHED
from tournament.models import Job, PrintedFile


@dataclass(frozen=True)
class Words:
    """What one kind of long work says. `place` is where its result is seen, `link` what leads there."""

    name: Any
    running: Any
    failed: Any
    cancelled: Any
    link: Any
    place: Callable[[Job], str]
    goes_on: bool = False  # the page goes to the result by itself


def _draft(job: Job) -> str:
    sessions = job.arguments.get("sessions")
    query = f"?session={sessions[0]}" if sessions else ""
    return reverse("organiser:draw", args=[job.tournament.slug]) + query


def _overview(job: Job) -> str:
    return reverse("organiser:tournament", args=[job.tournament.slug])


def _file(otherwise: str) -> Callable[[Job], str]:
    """Where the file is that the work has made, as long as it is kept; else the page on which it is asked for."""

    def place(job: Job) -> str:
        file = PrintedFile.objects.filter(job=job).only("pk").first()
        if file is None:
            return reverse(otherwise, args=[job.tournament.slug])
        return reverse("organiser:printed", args=[job.tournament.slug, file.pk])

    return place


DRAW = Words(
    name=_("Draw"),
    running=_("The draw is being made …"),
    failed=_("Nothing was drawn."),
    cancelled=_("The draw was cancelled: nothing was changed."),
    link=_("Show the draft"),
    place=_draft,
    goes_on=True,
)
WORDS = {
    "rehearse": Words(
        name=_("Filling a rehearsal"),
        running=_("Results are being invented …"),
        failed=_("The rehearsal was not filled to the end."),
        cancelled=_("Filling the rehearsal was cancelled: what was entered until then stays."),
        link=_("Show the rehearsal"),
        place=_overview,
    ),
    "print": Words(
        name=_("Sheets"),
        running=_("The sheets are being made …"),
        failed=_("The sheets were not made."),
        cancelled=_("Making the sheets was cancelled."),
        link=_("Open the PDF"),
        place=_file("organiser:prints"),
    ),
    "web_archive": Words(
        name=_("Web archive"),
        running=_("The pages of the archive are being made …"),
        failed=_("The archive was not made."),
        cancelled=_("Making the archive was cancelled."),
        link=_("Save the archive"),
        place=_file("organiser:files"),
    ),
    "workbook": Words(
        name=_("Results for spreadsheets (XLSX)"),
        running=_("The file is being made …"),
        failed=_("The file was not made."),
        cancelled=_("Making the file was cancelled."),
        link=_("Save the file"),
        place=_file("organiser:files"),
    ),
    "restore": Words(
        name=_("Restoring a saved tournament"),
        running=_("The tournament is being restored …"),
        failed=_("Nothing was restored. Remove this empty tournament, or try again."),
        cancelled=_("Restoring was cancelled. Remove this empty tournament, or try again."),
        link=_("Show the tournament"),
        place=_overview,
    ),
    "draw": DRAW,
    "hold_draw": replace(DRAW, name=_("Announced draw")),
}
# Of a kind that a later version has made.
OTHER = Words(
    name=_("Long work"),
    running=_("The work is being done …"),
    failed=_("The work was not done."),
    cancelled=_("The work was cancelled."),
    link=_("Show the tournament"),
    place=_overview,
)


def shown(job: Job) -> dict[str, Any]:
    """Everything that a page needs to show one piece of long work."""
    words = WORDS.get(job.kind, OTHER)
    again = getattr(job, "repeated_by", None)
    return {
        "job": job,
        "words": words,
        "place": words.place(job),
        "unfinished": job.state in UNFINISHED,
        "again": again,
        "may_repeat": job.state in REPEATABLE and again is None and job.kind in WORDS,
        "took": _took(job),
        "by": job.owner.get_full_name() or job.owner.get_username(),
    }


def step_of(job: Job) -> int:
    """A number that changes whenever what is shown of a job does."""
    if job.state in UNFINISHED:
        return 2 * job.progress + (job.state == Job.State.RUNNING)
    return (
        1000
        + list(Job.State).index(Job.State(job.state))
        + 10 * (getattr(job, "repeated_by", None) is not None)
    )


def _took(job: Job) -> str:
    """Minutes and seconds since the work began, or that it took: 1:07. Empty where it never began."""
    if job.started_at is None:
        return ""
    seconds = int(((job.ended_at or timezone.now()) - job.started_at).total_seconds())
    return f"{seconds // 60}:{seconds % 60:02}"
