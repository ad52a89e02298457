"""Teams 队, players 选手, the staff, and who is present."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .event import Session, Tournament


class Team(models.Model):
    """A team 队; `file_id` is its id in event files."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=200)
    file_id = models.CharField(max_length=80)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="team_number_once"),
            models.UniqueConstraint(fields=["tournament", "name"], name="team_name_once"),
            models.UniqueConstraint(fields=["tournament", "file_id"], name="team_file_id_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who plays. `name` is as written; family and given name stand apart where they are known.

    `file_id` is the id of event files and of the standings as CSV. An EMA number is text: it may start with 0.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="players")
    number = models.PositiveIntegerField(_("number"))
    file_id = models.CharField(max_length=80)
    name = models.CharField(_("name"), max_length=200)
    family_name = models.CharField(_("family name"), max_length=100, blank=True)
    given_name = models.CharField(_("given name"), max_length=100, blank=True)
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="players")
    country = models.CharField(_("country"), max_length=100, blank=True)
    club = models.CharField(_("club"), max_length=100, blank=True)
    ema_number = models.CharField(_("EMA number"), max_length=20, blank=True)
    is_reserve = models.BooleanField(_("reserve, plays as a substitute"), default=False)
    is_stand_in = models.BooleanField(_("stand-in, not ranked"), default=False)
    disqualified_at = models.DateTimeField(null=True, blank=True)
    disqualified_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="player_number_once"),
            models.UniqueConstraint(fields=["tournament", "file_id"], name="player_file_id_once"),
        ]

    def __str__(self) -> str:
        return self.name


class CheckIn(models.Model):
    """A player was seen present for a session 检录."""

    session = models.ForeignKey(Session, models.CASCADE, related_name="check_ins")
    player = models.ForeignKey(Player, models.CASCADE, related_name="check_ins")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "player"], name="checked_in_once")]


class Staff(models.Model):
    """What a user is in one tournament. Nobody has a role in a tournament without a row here.

    A scorer 记分员 records at all tables and gives no penalties. A keeper is a player (`player`) who records at his own
    table, on his own telephone; at which one, and for which session, says `TableKeeper`. His account has no password.
    """

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        CHIEF_REFEREE = "chief_referee", _("chief referee")
        REFEREE = "referee", _("referee")
        SCORER = "scorer", pgettext_lazy("role of the staff", "scorer")
        KEEPER = "keeper", pgettext_lazy("player who records at his own table", "keeper")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="quesai_roles")
    role = models.CharField(_("role"), max_length=20, choices=Role)
    name = models.CharField(_("name"), max_length=100)
    player = models.OneToOneField(Player, models.CASCADE, null=True, blank=True, related_name="keeper_role")

    class Meta:
        ordering = ["role", "name", "id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="one_role_each")]
        verbose_name_plural = "staff"

    def __str__(self) -> str:
        return self.name


class Duty(models.Model):
    """A referee looks after the table with this number, in every session."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="duties")
    staff = models.ForeignKey(Staff, models.CASCADE, related_name="duties")
    table_number = models.PositiveIntegerField()

    class Meta:
        ordering = ["table_number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "table_number"], name="one_referee_each_table"),
        ]
        verbose_name_plural = "duties"
