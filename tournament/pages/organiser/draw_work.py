"""A draw as long work: when it becomes that, the one that runs, and what became of the last.

How long a draw takes cannot be told from what is drawn: most are there at once, and a search may find its session
with the first step or with the last. So a page begins every draw, and leaves it to a job when its patience is over.
"""

from __future__ import annotations

import time
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournament.actions.jobs import UNFINISHED, kinds_of
from tournament.models import Job, Tournament
from tournament.refusals import Refused
from tournament.seating.plan import Tick

from .desk import whole
from .rehearsals import inside

# Seconds that a page waits for a draw. A search tells at least every second or so how far it is.
PATIENCE = 2.0


class TakesLong(Exception):
    """Raised in the middle of a draw that takes longer than a page may. Nothing is stored by then."""


def patience() -> Tick:
    """What a draw calls now and then, which stops it when it takes long."""
    end = time.monotonic() + PATIENCE

    def tick(done: int, expected: int) -> None:
        if time.monotonic() > end:
            raise TakesLong

    return tick


def refuse_second(tournament: Tournament) -> None:
    """Refuse a draw while another one is being made."""
    job = tournament.jobs.filter(kind__in=kinds_of("draw")).first()
    if job is not None and job.state in UNFINISHED:
        raise Refused(
            "draw_runs",
            _("A draw is being made already. Wait until it is done, or cancel it, then draw again."),
        )


def work_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What the page needs to show the draw that runs, or what became of the last one."""
    job = _latest(tournament, whole(request.GET.get("job")))
    if job is None:
        return {}
    return {"work": job, "work_runs": job.state in UNFINISHED, "work_inside": inside(request, job)}


def _latest(tournament: Tournament, asked: int | None) -> Job | None:
    """The draw that runs, or the last one where there is something to say about it.

    That is so for the job that was `asked` for, and for one that failed or was interrupted, until something is drawn.
    """
    job = tournament.jobs.filter(kind__in=kinds_of("draw")).first()
    if job is None or job.state in UNFINISHED or job.pk == asked:
        return job
    if job.state not in (Job.State.FAILED, Job.State.INTERRUPTED):
        return None
    return None if tournament.drawings.filter(made_at__gt=job.created_at).exists() else job
