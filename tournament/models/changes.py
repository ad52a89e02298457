"""What happens to people during a tournament: substitutes, withdrawals, byes, and the ways into a stage."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from .event import Session, Stage, Tournament
from .people import Player
from .table import Seat


class Substitution(models.Model):
    """A substitute 替补 plays in a player's place, from a hand of a session on, for that session or for the rest."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="substitutions")
    player = models.ForeignKey(Player, models.PROTECT, related_name="substituted")
    substitute = models.ForeignKey(Player, models.PROTECT, related_name="substituting")
    from_session = models.PositiveSmallIntegerField()
    from_hand = models.PositiveSmallIntegerField(default=1)
    to_session = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["from_session", "from_hand", "id"]


class Sitting(models.Model):
    """Who really sat in a seat, from which hand on. Without a row it was the seat's player."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="sittings")
    player = models.ForeignKey(Player, models.PROTECT, related_name="sittings")
    from_hand = models.PositiveSmallIntegerField(default=1)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["from_hand", "id"]
        constraints = [models.UniqueConstraint(fields=["seat", "from_hand"], name="one_sitter_from_a_hand")]


class Withdrawal(models.Model):
    """A player leaves the tournament before a session, and may come back before a later one."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="withdrawals")
    from_session = models.PositiveSmallIntegerField()
    back_in_session = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500)

    class Meta:
        ordering = ["from_session"]


class Bye(models.Model):
    """A player has no table in a session 轮空 and gets the bye score."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="byes")
    player = models.ForeignKey(Player, models.PROTECT, related_name="byes")

    class Meta:
        ordering = ["session__number", "player__number"]
        constraints = [models.UniqueConstraint(fields=["session", "player"], name="one_bye_a_session")]


class StageEntry(models.Model):
    """A player of a stage. `carried_standard` and `carried_match` are exact fractions of text."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="stage_entries")
    group = models.PositiveSmallIntegerField(null=True, blank=True)
    seed = models.PositiveIntegerField()
    carried_standard = models.CharField(max_length=40, default="0")
    carried_match = models.CharField(max_length=40, default="0")

    class Meta:
        ordering = ["group", "seed"]
        verbose_name_plural = "stage entries"
        constraints = [models.UniqueConstraint(fields=["stage", "player"], name="once_in_a_stage")]


class Lot(models.Model):
    """A decision by lot between players who are equal in everything else: the smaller lot comes first."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="lots")
    stage = models.ForeignKey(Stage, models.CASCADE, null=True, blank=True, related_name="lots")
    player = models.ForeignKey(Player, models.CASCADE, related_name="lots")
    lot = models.PositiveIntegerField()
    reason = models.CharField(max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["lot"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "stage", "player"], name="one_lot_each"),
        ]
