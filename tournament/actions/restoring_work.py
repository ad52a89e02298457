"""A large saved tournament is restored as long work: the file is kept, and a tournament made that it will be."""

from __future__ import annotations

import io

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.rulebook import DEFAULT, load
from tournament.exchange.saved_tournament import CONTENT_TYPE
from tournament.exchange.saved_tournament_reading import SavedFile
from tournament.models import Job, PrintedFile, Staff, Tournament
from tournament.refusals import Refused

from .events import free_slug
from .jobs import Progress, job, start_job
from .printing import keep_file
from .restoring import restore_into

KIND = "restore"
# Rows of a file that is restored at once, in a few seconds: a tournament of some hundred hands.
AT_ONCE = 5_000


def is_large(opened: SavedFile) -> bool:
    """Whether a file takes longer to restore than a page may."""
    return sum(opened.manifest.rows.values()) > AT_ONCE


def ask_to_restore(content: bytes, by: User) -> Job:
    """Have a saved tournament restored. Until it is, the new one is empty, and called a rehearsal, to be removed."""
    manifest = SavedFile(io.BytesIO(content)).manifest
    with transaction.atomic():
        empty = Tournament.objects.create(
            slug=free_slug(manifest.slug),
            name=_("Being restored: %(slug)s") % {"slug": manifest.slug},
            created_by=by,
            is_rehearsal=True,
            rules=load(DEFAULT).to_mapping(),
        )
        Staff.objects.create(
            tournament=empty,
            user=by,
            role=Staff.Role.ORGANISER,
            name=(by.get_full_name() or by.get_username())[:100],
        )
        started = start_job(KIND, {}, by, empty)
        keep_file(
            started,
            kind=KIND,
            name=f"{manifest.slug}.quesai.zip",
            content=content,
            content_type=CONTENT_TYPE,
            pages=0,
            version=manifest.version,
        )
    return started


@job(KIND)
def restore(job: Job, progress: Progress) -> str:
    """Restore the file into its tournament. It is kept until that is done, for whoever asks for it again."""
    file = PrintedFile.objects.filter(tournament=job.tournament_id, kind=KIND).first()
    if file is None:
        raise Refused("file", _("The file is not kept any more. Upload it again."))
    restored = restore_into(job.tournament, io.BytesIO(bytes(file.content)), job.owner, progress)
    file.delete()
    text = _("“%(name)s” is restored. Nobody but its staff can see it yet.")
    return f"{text % {'name': restored.tournament.name}} {restored.warning}".strip()
