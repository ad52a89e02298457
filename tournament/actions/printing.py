"""Files made to be printed are kept for a while, to be fetched."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from tournament.models import Job, PrintedFile

# Files are made again in a moment: a tournament keeps its last ones.
KEPT = 20


def keep_file(job: Job, **file: Any) -> PrintedFile:
    """Keep the file that a job has made (`kind`, `name`, `content`, …), and let go of the oldest of its tournament.

    Of a job that was begun twice the last file counts.
    """
    with transaction.atomic():
        kept, _is_new = PrintedFile.objects.update_or_create(
            job=job, defaults={**file, "tournament": job.tournament}
        )
        of_this = PrintedFile.objects.filter(tournament=job.tournament)
        newest = list(of_this.values_list("pk", flat=True)[:KEPT])
        of_this.exclude(pk__in=newest).delete()
        return kept
