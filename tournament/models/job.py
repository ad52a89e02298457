"""Long work: one row for each job, which the page shows as a progress bar."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .event import Tournament


class Job(models.Model):
    """Something that takes longer than a page may. `progress` is a percentage, 0–100.

    `attempts` counts how often it was begun. Work that somebody asks for again is a job of its own, which names the
    one that it repeats: each is repeated once at most, however often the button is pressed.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")
        INTERRUPTED = "interrupted", _("interrupted")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="jobs")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=40)
    arguments = models.JSONField(default=dict)
    state = models.CharField(max_length=12, choices=State, default=State.QUEUED)
    progress = models.PositiveSmallIntegerField(default=0)
    message = models.CharField(max_length=500, blank=True)
    error = models.TextField(blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    repeats = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="repeated_by", editable=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                name="job_progress_is_a_percentage", condition=models.Q(progress__lte=100)
            ),
        ]
