"""A table 桌 of one session, and its four seats 座位 with their results."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .event import Session
from .people import Player


class Table(models.Model):
    """Four seats in one session.

    `version` rises with every act at the table (hands, penalties, confirmations, undo): an entry names the version
    that its author saw. `confirmed_round` is the last round whose chairs were confirmed; `chairs` overrides the
    rotation scheme's chairs where the players did not move: {"4": [0, 1, 2, 3]}, by drawn seat.
    `totals_only`: the totals on paper are the official result, hands are evidence at most; `paper_reason` says why that
    was decided. `extra_minutes` are this table's own. `no_play`: too few were present, each has the bye score.
    `deals` are the deals of all hands and of the one after them (tournament.queries.deals), [] where deals go round.
    `corrected_at`: when the result was last changed after the table was closed. `checked_at`: when somebody other than
    who closed it confirmed the result, which has not changed since.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=1)
    confirmed_round = models.PositiveSmallIntegerField(default=1)
    chairs = models.JSONField(default=dict, blank=True)
    time_called_at = models.DateTimeField(null=True, blank=True)
    hands_at_time = models.PositiveSmallIntegerField(null=True, blank=True)
    totals_only = models.BooleanField(default=False)
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    no_play = models.BooleanField(default=False)
    paper_reason = models.CharField(max_length=500, blank=True)
    corrected_at = models.DateTimeField(null=True, blank=True)
    imbalance_reason = models.CharField(max_length=500, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    checked_at = models.DateTimeField(null=True, blank=True)
    checked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    last_entry_at = models.DateTimeField(null=True, blank=True)
    hands_played = models.PositiveSmallIntegerField(default=0)
    deals = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["session__number", "number"]
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return f"{self.session} · {self.number}"

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None


class Seat(models.Model):
    """A chair as drawn (0–3 = 东南西北), who was drawn to it, and the result so far.

    Written by the one function that recomputes a table: `match_points` 比赛分 (whole, penalties included),
    `standard_points` 标准分 in whole twelfths from the place, `standard_deducted` twelfths taken away by penalties,
    `place` 1–4 (shared places are equal). `paper_points` is what the paper sheet says, where there is one.
    A seat without a player is an empty chair; so is a vacant one, whose player did not come. `account` is what the
    ledger gives the chair, with which the table sums up; it differs from `match_points` where the player forfeited.
    `credited` is who gets the result, where that is not the player of the seat. `signature` is the path of an SVG of
    300 × 100 that the player drew with a finger when agreeing, or "".
    """

    class Agreement(models.TextChoices):
        AGREED = "agreed", _("agrees")
        PAPER = "paper", _("signed on paper")
        REFUSED = "refused", _("refuses to sign")

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    session = models.ForeignKey(Session, models.CASCADE, related_name="seats")
    chair = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="seats")
    account = models.IntegerField(default=0)
    match_points = models.IntegerField(default=0)
    standard_points = models.IntegerField(default=0)
    standard_deducted = models.IntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    hands_won = models.PositiveSmallIntegerField(default=0)
    highest_hand = models.PositiveIntegerField(default=0)
    paper_points = models.IntegerField(null=True, blank=True)
    is_vacant = models.BooleanField(default=False)
    is_forfeit = models.BooleanField(default=False)
    credited = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="credited_seats")
    agreement = models.CharField(max_length=10, choices=Agreement, blank=True)
    signature = models.TextField(blank=True)

    class Meta:
        ordering = ["chair"]
        constraints = [
            models.UniqueConstraint(fields=["table", "chair"], name="chair_once"),
            models.UniqueConstraint(fields=["session", "player"], name="player_once_a_session"),
            models.CheckConstraint(
                name="chair_is_one_of_four", condition=models.Q(chair__gte=0, chair__lte=3)
            ),
        ]

    @property
    def is_present(self) -> bool:
        """Whether somebody sits here and plays."""
        return self.player_id is not None and not self.is_vacant
