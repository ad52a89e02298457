"""What the hall is told: announcements, the programme of the days, and how far the prize-giving has come."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .event import Tournament


class Announcement(models.Model):
    """Something that everybody is to read, on big screens and on phones, in the words that the organiser typed.

    It is shown from `at` until `ends_at`, or, without one, until somebody takes it down (`ended_at`). An `urgent` one
    stands above all others.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="announcements")
    text = models.CharField(_("announcement"), max_length=300)
    urgent = models.BooleanField(_("urgent"), default=False)
    at = models.DateTimeField(auto_now_add=True)
    ends_at = models.DateTimeField(_("shown until"), null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-urgent", "-id"]

    def __str__(self) -> str:
        return self.text


class ProgrammeItem(models.Model):
    """One line of the programme 日程 that is no session: registration, opening, lunch, prize-giving.

    The sessions themselves stand in the programme by their planned start.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="programme")
    title = models.CharField(_("what"), max_length=200)
    place = models.CharField(_("where"), max_length=100, blank=True)
    starts_at = models.DateTimeField(_("begins"))
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)

    class Meta:
        ordering = ["starts_at", "id"]
        constraints = [
            models.CheckConstraint(
                name="programme_item_ends_after_it_begins",
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")),
            ),
        ]

    def __str__(self) -> str:
        return self.title


class PrizeGiving(models.Model):
    """A prize-giving that is going on: the screens show what has been called, and nothing else.

    `places` lines are called, from the last one to the first; `called` of them have been. They are those of the
    standings with this `standings_version`: when results change in between, nothing more is called on the old ones.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="prize_giving")
    of_teams = models.BooleanField(default=False)
    places = models.PositiveSmallIntegerField()
    called = models.PositiveSmallIntegerField(default=0)
    standings_version = models.PositiveIntegerField()
    started_at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="prize_giving_calls_its_places", condition=Q(called__lte=F("places"))
            ),
        ]
