"""Entries that came after their table was closed: kept for the chief referee, never lost."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .table import Table


class LateEntry(models.Model):
    """One entry of somebody who may not change a closed table, as it was sent.

    `client_id` and `fingerprint` are those of `Act`: the same entry again is kept once. `body` holds what its action
    takes, so that the chief referee can have it carried out. `outcome` is empty until he has settled it:
    superseded means that nothing was left to do, or that its author took it back.
    """

    class Outcome(models.TextChoices):
        ACCEPTED = "accepted", _("entered")
        DECLINED = "declined", _("declined")
        SUPERSEDED = "superseded", _("done with")

    table = models.ForeignKey(Table, models.CASCADE, related_name="late_entries")
    client_id = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    kind = models.CharField(max_length=20)
    body = models.JSONField(default=dict)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "late entries"
        constraints = [
            models.UniqueConstraint(fields=["table", "client_id"], name="late_entry_once"),
            models.CheckConstraint(
                name="late_entry_settled_with_outcome",
                condition=models.Q(settled_at__isnull=True, outcome="")
                | (models.Q(settled_at__isnull=False) & ~models.Q(outcome="")),
            ),
        ]
