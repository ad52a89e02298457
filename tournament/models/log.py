"""Who did what, when. Written by `tournament.actions.base.log_action` only; never changed."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from .event import Session, Tournament
from .table import Table


class LogEntry(models.Model):
    """One line of the history. `data` holds the figures; the reader's language makes the sentence.

    `origin` is the address that the request came from, "" for a command.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="log")
    session = models.ForeignKey(Session, models.SET_NULL, null=True, blank=True, related_name="+")
    table = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="log")
    version = models.PositiveIntegerField()
    action = models.CharField(max_length=40)
    data = models.JSONField(default=dict)
    reason = models.CharField(max_length=500, blank=True)
    origin = models.CharField(max_length=60, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "log entries"
        indexes = [models.Index(fields=["tournament", "-id"], name="log_of_tournament")]
