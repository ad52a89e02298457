"""The telephones that are paired with somebody of the staff, and the players who keep a table."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.db import models
from django.db.models import Q

from .people import Staff
from .table import Table


def hash_of(code: str) -> str:
    """What is stored of a code to be scanned. The code is long and random, so a plain hash does."""
    return hashlib.sha256(code.encode()).hexdigest()


class Device(models.Model):
    """A telephone that works for one member of the staff, in his tournament only.

    It begins as a code to be scanned: `code_hash` is the SHA-256 of the code, which itself is stored nowhere. Confirmed
    on the telephone, the code is used up (`code_hash` None, `paired_at` set). `ended_at`: it was logged out, by
    itself or by the organiser; a session of the browser that names it counts no more.
    """

    staff = models.ForeignKey(Staff, models.CASCADE, related_name="devices")
    name = models.CharField(max_length=60, blank=True)
    code_hash = models.CharField(max_length=64, null=True, unique=True, editable=False)
    code_until = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    paired_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["paired_at", "id"]
        constraints = [
            models.CheckConstraint(
                name="a_code_or_a_telephone", condition=Q(code_hash__isnull=True) | Q(paired_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.name


class TableKeeper(models.Model):
    """A player keeps the records of a table in one session. It ends with the session."""

    staff = models.ForeignKey(Staff, models.CASCADE, related_name="keeps")
    table = models.OneToOneField(Table, models.CASCADE, related_name="keeper")
