"""Files that long work has made, as the desk hands them out: sheets to be printed, and web archives."""

from __future__ import annotations

from django.db import models

from .event import Tournament
from .job import Job

PDF = "application/pdf"


class PrintedFile(models.Model):
    """A file that a piece of long work has made. It shows the tournament as of `version`, at least.

    It stands in the database, because whoever makes it and whoever hands it out may be different machines. `kind` is a
    key of `tournament.prints.KINDS`, or what else has made it. Of a PDF `boxes` are the code points of the characters
    that no font had, blanks between.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="printed_files")
    job = models.OneToOneField(Job, models.CASCADE, related_name="printed_file")
    kind = models.CharField(max_length=40)
    name = models.CharField(max_length=200)
    content = models.BinaryField()
    content_type = models.CharField(max_length=100, default=PDF)
    pages = models.PositiveIntegerField()
    boxes = models.CharField(max_length=500, blank=True)
    version = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name
