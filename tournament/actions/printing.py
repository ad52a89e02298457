"""Files that long work has made are kept for a while, to be fetched."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from tournament.models import Job, PrintedFile
from tournament.models.prints import PDF

# Sheets are made again in a moment: a tournament keeps its last ones. Of anything else a file may have many megabytes.
KEPT, KEPT_OF_OTHERS = 20, 2


def keep_file(job: Job, **file: Any) -> PrintedFile:
    """Keep the file that a job has made (`kind`, `name`, `content`, …), and let go of the oldest of its tournament.

    Sheets and other files are counted apart, by their `content_type` (of sheets it is left out). Of a job that was
    begun twice the last file counts.
    """
    with transaction.atomic():
        kept, _is_new = PrintedFile.objects.update_or_create(
            job=job, defaults={**file, "tournament": job.tournament}
        )
        of_this = PrintedFile.objects.filter(tournament=job.tournament, content_type=kept.content_type)
        at_most = KEPT if kept.content_type == PDF else KEPT_OF_OTHERS
        newest = list(of_this.values_list("pk", flat=True)[:at_most])
        of_this.exclude(pk__in=newest).delete()
        return kept
