"""The ledger: hands 盘, penalties 罚分, and the acts that wrote them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.dealing import MOST_HANDS

from .event import Tournament
from .people import Player, Team
from .table import Table


class Hand(models.Model):
    """One revision of one hand. Nothing is overwritten: a correction or an undo is a new revision.

    The newest revision of a number is the current one. Seats are the drawn ones, 0–3 = 东南西北. `fan` holds the
    flowers. `scores` are the four hand scores by drawn seat and sum to zero.

    `tiles` is the winning hand as `scoring.fan.write` gives it, {} where no tiles were entered. `fans` are its fan by
    their Chinese names with how often they were counted, flowers as 花牌, as recorded: their points sum to `fan`. {}
    where only the number is known. `fan_reason` says why the recorded number is not what the program counts.

    Under house rules `play` is what was entered (`scoring.house.play.Play`: way, winners, values, payments), with all
    defaults; `winner` is the first who won, `fan` his fan, or what he got where hands have none. `deal` is
    `scoring.dealing`'s number of the deal where deals do not simply go round, else None.
    """

    class Outcome(models.TextChoices):
        WIN = "win", _("win")
        DRAWN = "drawn", _("drawn hand")
        REPLAY = "replay", _("void, to be replayed")
        REMOVED = "removed", _("taken back")

    table = models.ForeignKey(Table, models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    outcome = models.CharField(max_length=10, choices=Outcome)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    discarder = models.PositiveSmallIntegerField(null=True, blank=True)
    robbed_kong = models.BooleanField(default=False)
    fan = models.PositiveIntegerField(null=True, blank=True)
    flowers = models.PositiveSmallIntegerField(default=0)
    tiles = models.JSONField(default=dict, blank=True)
    fans = models.JSONField(default=dict, blank=True)
    fan_reason = models.CharField(max_length=200, blank=True)
    play = models.JSONField(default=dict, blank=True)
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    scores = models.JSONField(default=list)
    reason = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number", "revision"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number", "revision"], name="hand_revision_once"),
            models.UniqueConstraint(
                fields=["table", "number"], condition=models.Q(is_current=True), name="one_current_revision"
            ),
            models.CheckConstraint(
                name="hand_of_a_session", condition=models.Q(number__gte=1, number__lte=MOST_HANDS)
            ),
            models.CheckConstraint(
                name="a_win_has_winner_and_fan",
                condition=~models.Q(outcome="win") | models.Q(winner__isnull=False, fan__isnull=False),
            ),
            models.CheckConstraint(
                name="winner_is_not_discarder",
                condition=models.Q(discarder__isnull=True)
                | models.Q(winner__isnull=True)
                | ~models.Q(winner=models.F("discarder")),
            ),
        ]

    @property
    def counts(self) -> bool:
        """Whether the hand was played to an end."""
        return self.outcome in (self.Outcome.WIN, self.Outcome.DRAWN)


class Penalty(models.Model):
    """One penalty or warning (RULES §3). It is withdrawn with a reason, never erased.

    At a table: `table`, `seat` (the offender's drawn seat) and, where it happened in one, `hand_number`. Of the
    tournament: `player` or `team`, standard points only. `amount` is whole match points, or whole twelfths of
    standard points, by `currency`; 0 is a warning.
    """

    class Currency(models.TextChoices):
        MATCH = "match_points", _("match points")
        STANDARD = "standard_points", _("standard points")

    class Mode(models.TextChoices):
        DEDUCT = "deduct", _("deduct")
        PAY_EACH = "pay_each", _("pay each")
        PAY_ONE = "pay_one", _("pay one")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="penalties")
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="penalties")
    hand_number = models.PositiveSmallIntegerField(null=True, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    victim = models.PositiveSmallIntegerField(null=True, blank=True)
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="penalties")
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="penalties")
    kind = models.CharField(max_length=30)
    currency = models.CharField(max_length=20, choices=Currency, default=Currency.MATCH)
    mode = models.CharField(max_length=10, choices=Mode, default=Mode.DEDUCT)
    amount = models.PositiveIntegerField(default=0)
    dead_hand = models.BooleanField(default=False)
    reason = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    withdrawn_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["at", "id"]
        verbose_name_plural = "penalties"
        constraints = [
            models.CheckConstraint(
                name="penalty_has_one_offender",
                condition=models.Q(
                    table__isnull=False, seat__isnull=False, player__isnull=True, team__isnull=True
                )
                | models.Q(table__isnull=True, seat__isnull=True, player__isnull=False, team__isnull=True)
                | models.Q(table__isnull=True, seat__isnull=True, player__isnull=True, team__isnull=False),
            ),
        ]


class Dispute(models.Model):
    """A hand, or a whole table, that waits for a ruling: play goes on, the table is not official until then."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="disputes")
    hand_number = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    ruling = models.CharField(max_length=500, blank=True)
    ruled_at = models.DateTimeField(null=True, blank=True)
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["at", "id"]


class Call(models.Model):
    """The chief referee is called to a table, until he has answered."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    text = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["at", "id"]


class Act(models.Model):
    """One act at a table: the receipt of what a client sent, and what is needed to take it back.

    `client_id` was made by the client: the same id again returns `answer` and changes nothing. `fingerprint`
    tells the same body from another. `undo` holds what the table was before. `directed`: done with the chief
    referee's or the organiser's power, so a referee cannot take it back.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="acts")
    client_id = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    kind = models.CharField(max_length=20)
    answer = models.JSONField(default=dict)
    undo = models.JSONField(default=dict)
    undone_at = models.DateTimeField(null=True, blank=True)
    directed = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["table", "client_id"], name="client_id_once")]
