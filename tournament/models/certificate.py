"""What the certificates of a tournament say and show."""

from __future__ import annotations

import re

from django.db import models

from .event import Tournament

# What may stand in braces in the body of a certificate, and how it is found there.
FIELDS = ("name", "team", "event", "prize", "place", "standard", "match", "date")
FIELD = re.compile(r"\{([^{}]*)\}")


class CertificateTemplate(models.Model):
    """The certificate 奖状 as its organiser has it: words with places for names, two pictures, who signs.

    `body` is text of several lines with {name}, {team}, {event}, {prize}, {place}, {standard}, {match} and {date} in
    it; what an empty `title` or `body` means is `tournament.sheets.certificate.usual`. `signatures` has a line for each
    who signs, `office: name`. Pictures are PNG files, made anew from what was uploaded.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="certificate_template")
    title = models.CharField(max_length=100, blank=True)
    body = models.TextField(max_length=1000, blank=True)
    signatures = models.TextField(max_length=400, blank=True)
    logo = models.BinaryField(blank=True, default=b"")
    seal = models.BinaryField(blank=True, default=b"")

    def __str__(self) -> str:
        return f"{self.tournament} · {self.title}"
