"""A tournament 赛事 and its sessions 局."""

from __future__ import annotations

import json
import zoneinfo
from functools import lru_cache

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.rulebook import Rulebook, from_mapping


@lru_cache(maxsize=64)
def _parsed(rules: str) -> Rulebook:
    """A rulebook from its JSON; a page asks for that of its tournament many times, and it cannot change."""
    return from_mapping(json.loads(rules))


class ShownStandings(models.TextChoices):
    """What the public sees of the standings: as they are, as of an earlier session, or nothing yet."""

    LIVE = "live", _("live")
    FROZEN = "frozen", _("frozen")
    HIDDEN = "hidden", _("hidden")


class ShownPenalties(models.TextChoices):
    """What the public sees of penalties: whole, without saying whose, or nothing. Points and marks on sheets stay."""

    NAMED = "named", _("with names")
    UNNAMED = "unnamed", _("without names")
    HIDDEN = "hidden", _("not at all")


class Tournament(models.Model):
    """One event. It holds its own copy of the rulebook, so that a later release changes no result.

    `version` rises with every change that anybody can see; pages, prints and exports carry it. Every action
    locks this row first and then whatever else it needs: that is the only rule of locking. `standings_version` is the
    version of the last change that the standings of closed tables may depend on.
    """

    slug = models.SlugField(max_length=80, unique=True, allow_unicode=False)
    name = models.CharField(_("name"), max_length=200)
    city = models.CharField(_("city"), max_length=100, blank=True)
    country = models.CharField(_("country"), max_length=100, blank=True)
    zone = models.CharField(_("time zone"), max_length=60, default="Asia/Shanghai")
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    officials = models.TextField(_("officials"), blank=True, max_length=2000)
    rules = models.JSONField(_("rules"))
    planned_sessions = models.PositiveSmallIntegerField(_("number of sessions"), default=5)
    is_public = models.BooleanField(_("public"), default=False)
    shown_standings = models.CharField(max_length=10, choices=ShownStandings, default=ShownStandings.LIVE)
    frozen_after = models.PositiveSmallIntegerField(null=True, blank=True)
    shown_penalties = models.CharField(max_length=10, choices=ShownPenalties, default=ShownPenalties.NAMED)
    places_honoured = models.PositiveSmallIntegerField(_("places honoured"), default=3)
    is_rehearsal = models.BooleanField(_("rehearsal"), default=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    standings_version = models.PositiveIntegerField(default=1, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    # Set on a locked tournament by an action that changes nothing of them (actions.base.writing).
    leaves_standings = False

    class Meta:
        ordering = ["-starts_on", "-id"]
        constraints = [
            models.CheckConstraint(
                name="tournament_days_in_order",
                condition=models.Q(ends_on__isnull=True)
                | models.Q(starts_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rulebook(self) -> Rulebook:
        """This tournament's own rulebook, parsed and checked. What has the same rules has the same object."""
        return _parsed(json.dumps(self.rules))

    @property
    def tz(self) -> zoneinfo.ZoneInfo:
        """The zone in which all times of this tournament are shown."""
        return zoneinfo.ZoneInfo(self.zone)

    @property
    def official_list(self) -> list[tuple[str, str]]:
        """The officials as (role, name); one `role: name` a line as typed, either colon."""
        pairs = []
        for line in self.officials.splitlines():
            role, _colon, name = line.replace("：", ":").partition(":")
            if line.strip():
                pairs.append((role.strip(), name.strip()) if name else ("", role.strip()))
        return pairs


# The shares of the points of a stage that the next one may begin with.
CARRIES = ("0", "1/2", "2/3", "1")


class Stage(models.Model):
    """A part of a tournament with a table of its own 阶段: preliminary, groups, final.

    A tournament without stages is played as one. `form`: everybody (`all`), groups of which the best `advance` go on
    (`groups`), or the first `places` of the stage before (`top`). `carry` is the share of the points that are
    carried over from the stage before, an exact fraction of text: "0", "1/2", "2/3" or "1". `left_over` says what
    becomes of players who do not fill groups.
    """

    class Form(models.TextChoices):
        ALL = "all", _("everybody")
        GROUPS = "groups", _("groups")
        TOP = "top", _("the first of the stage before")
        PLACES = "places", _("play-off for places")

    class LeftOver(models.TextChoices):
        STAND_INS = "stand_ins", _("groups as even as can be, a stand-in in each that lacks one")
        ADVANCE = "advance", _("full groups; the last, where no more than advance, goes on without play")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=100)
    form = models.CharField(max_length=10, choices=Form, default=Form.ALL)
    first_place = models.PositiveSmallIntegerField(default=1)
    places = models.PositiveSmallIntegerField(null=True, blank=True)
    group_size = models.PositiveSmallIntegerField(default=4)
    advance = models.PositiveSmallIntegerField(default=2)
    left_over = models.CharField(max_length=10, choices=LeftOver, default=LeftOver.STAND_INS)
    carry = models.CharField(max_length=5, default="0")
    filled_at = models.DateTimeField(null=True, blank=True)
    filled_from_version = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once")]

    def __str__(self) -> str:
        return self.name


class Session(models.Model):
    """One sitting 局: every table of it is played at the same time, up to 16 hands or as many as the
    rulebook says, or until time.

    A session with tables that are not published is a draft, seen by organisers only. The clock runs until `ends_at`,
    or stands since `paused_at`. `official_at`: the chief referee made the results official.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("not drawn")
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="sessions")
    stage = models.ForeignKey(Stage, models.PROTECT, null=True, blank=True, related_name="sessions")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)
    starts_at = models.DateTimeField(_("planned start"), null=True, blank=True)
    draw_seed = models.CharField(max_length=80, blank=True)
    draw_algorithm = models.CharField(max_length=40, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    time_called_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    official_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="session_number_once")]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.number}"

    @property
    def is_drawn_publicly(self) -> bool:
        """Whether everybody may see who sits where."""
        return self.state in PUBLIC_STATES

    @property
    def takes_entries(self) -> bool:
        """Whether referees may record hands."""
        return self.state in (self.State.PUBLISHED, self.State.RUNNING)


PUBLIC_STATES = (Session.State.PUBLISHED, Session.State.RUNNING, Session.State.CLOSED)
