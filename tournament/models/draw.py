"""Draws 抽签 as they are wished for and as they were made."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .event import Tournament
from .people import Player


class Wish(models.Model):
    """What the organiser wishes of every draw of a tournament.

    `must`: it comes before repeats, like team-mates; otherwise it is fulfilled as far as nothing else suffers.
    `players` and `name` belong to people apart and to a fixed table; `sessions` are the numbers of the sessions that a
    fixed table is about, empty for all. A streamed table is where the leaders sit when a draw follows the standings.
    """

    class Kind(models.TextChoices):
        CLUBS = "clubs", _("people of one club apart")
        COUNTRIES = "countries", _("people of one country apart")
        APART = "apart", _("these people apart")
        TABLE = "table", _("a fixed table")
        STREAM = "stream", _("the streamed table")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(_("name"), max_length=100, blank=True)
    must = models.BooleanField(default=False)
    players = models.ManyToManyField(Player, blank=True, related_name="wishes")
    table_number = models.PositiveIntegerField(null=True, blank=True)
    sessions = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "wishes"


class Drawing(models.Model):
    """One draw, with everything from which anybody can make it again. Never deleted: also draws thrown away stay.

    `plan` is the canonical text of what was drawn for whom, `plan_hash` its SHA-256. A draw that can be checked is
    committed to first: `commitment` is the SHA-256 of a `secret`, and `public_source` says what others will choose;
    that is the `public_part`. The seed then follows from secret, public part, plan and `number`, the how-manieth draw
    of the tournament this is. `result` is the canonical text of who sits where, and of who has a bye.
    """

    class State(models.TextChoices):
        COMMITTED = "committed", _("announced")
        MADE = "made", _("drawn")
        ABANDONED = "abandoned", _("given up")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="drawings")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State)
    sessions = models.JSONField(default=list)
    asked = models.JSONField(default=dict)
    plan = models.TextField()
    plan_hash = models.CharField(max_length=64)
    secret = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    public_source = models.CharField(max_length=300, blank=True)
    public_part = models.CharField(max_length=200, blank=True)
    seed = models.CharField(max_length=100, blank=True)
    algorithm = models.CharField(max_length=40, blank=True)
    result = models.TextField(blank=True)
    reason = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    committed_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="drawing_number_once")]

    @property
    def is_verifiable(self) -> bool:
        """Whether it was committed to before anybody could know the seed."""
        return bool(self.commitment)
