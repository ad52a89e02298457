"""The file of the results of a large tournament is made as long work: what is asked for, and the job that makes it."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.actions.jobs import Progress, job, start_job
from tournament.actions.printing import keep_file
from tournament.models import Job, Stage, Tournament
from tournament.queries.stages import stage_numbered
from tournament.refusals import Refused

from .workbook import fresh_workbook

KIND = "workbook"


def ask_for_workbook(tournament: Tournament, stage: Stage | None, by: User) -> Job:
    """Have the results made as XLSX, of a stage or of the whole tournament."""
    return start_job(KIND, {"stage": stage.number if stage else None}, by, tournament)


@job(KIND)
def make_workbook(job: Job, progress: Progress) -> str:
    """Make the file that a job asks for, and keep it."""
    tournament = Tournament.objects.get(pk=job.tournament_id)
    number = job.arguments["stage"]
    stage = stage_numbered(tournament, number)
    if number is not None and stage is None:
        raise Refused("stage", _("The stage does not exist any more."))
    progress(0, 1)
    made = fresh_workbook(tournament, stage=stage, tell=progress)
    keep_file(
        job,
        kind=KIND,
        name=made.filename,
        content=made.content,
        content_type=made.content_type,
        pages=0,
        version=made.version,
    )
    kilobytes = -(-len(made.content) // 1000)
    return ngettext("%(n)s kB.", "%(n)s kB.", kilobytes) % {"n": kilobytes}
