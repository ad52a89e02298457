"""Entries 报名 before a tournament: who wants to play, and what the organiser asks of them."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .event import Tournament
from .people import Player


class Asking(models.TextChoices):
    """Whether a fact about a person is asked for in the form of entries."""

    OFF = "off", _("not asked")
    OPTIONAL = "optional", _("may be given")
    REQUIRED = "required", _("must be given")


class EntrySettings(models.Model):
    """How a tournament takes entries. Without a row, or with `is_open` off, it takes none.

    Entries are taken from `opens_at` (None: at once) until before `closes_at` (None: until they are closed by hand).
    `places`: how many entries are received or accepted before the waiting list begins; None: no limit. With
    `for_teams` an entry is a team and takes one place. Without `needs_approval` an entry within the places is accepted
    as it comes.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="entry_settings")
    is_open = models.BooleanField(default=False)
    for_teams = models.BooleanField(default=False)
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    places = models.PositiveIntegerField(null=True, blank=True)
    needs_approval = models.BooleanField(default=True)
    asks_birth = models.CharField(max_length=10, choices=Asking, default=Asking.OFF)
    asks_identity = models.CharField(max_length=10, choices=Asking, default=Asking.OFF)
    asks_telephone = models.CharField(max_length=10, choices=Asking, default=Asking.OFF)
    asks_email = models.CharField(max_length=10, choices=Asking, default=Asking.OFF)
    conditions = models.TextField(blank=True, max_length=4000)

    class Meta:
        verbose_name_plural = "entry settings"
        constraints = [
            models.CheckConstraint(
                name="entries_open_before_they_close",
                condition=models.Q(opens_at__isnull=True)
                | models.Q(closes_at__isnull=True)
                | models.Q(closes_at__gt=models.F("opens_at")),
            ),
        ]


class Entry(models.Model):
    """One entry: a player, or a team with its leader 领队.

    `token_hash` is the SHA-256 of the secret in the address at which whoever sent it looks after it; the secret itself
    is stored nowhere. `client_id` is the id of the form that was sent: the same form twice is one entry. On the waiting
    list they stand by `waiting_since`, then by number. `is_new`: the organiser has not looked at what was last sent.
    `erased_at`: its personal data was erased, and cannot be given again.
    """

    class State(models.TextChoices):
        RECEIVED = "received", _("received")
        WAITING = "waiting", _("on the waiting list")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("an entry", "withdrawn")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    client_id = models.CharField(max_length=64, editable=False)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.RECEIVED)
    is_team = models.BooleanField(default=False)
    team = models.CharField(max_length=200, blank=True)
    country = models.CharField(max_length=100, blank=True)
    club = models.CharField(max_length=100, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    is_new = models.BooleanField(default=True)
    received_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    waiting_since = models.DateTimeField(null=True, blank=True)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["tournament", "client_id"], name="entry_sent_once"),
        ]

    def __str__(self) -> str:
        return str(self.number)


# What takes one of the places.
HOLDING = (Entry.State.RECEIVED, Entry.State.ACCEPTED)


class Entrant(models.Model):
    """Somebody of an entry. The leader 领队 of a team is not enrolled; `player` is who became of the others.

    `place` is the line of the form: the leader has 0, players have 1 to 4, the substitute has 5.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="people")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=200)
    ema_number = models.CharField(max_length=20, blank=True)
    player = models.OneToOneField(Player, models.SET_NULL, null=True, blank=True, related_name="entrant")

    class Meta:
        ordering = ["entry", "place"]
        constraints = [models.UniqueConstraint(fields=["entry", "place"], name="entrant_place_once")]

    def __str__(self) -> str:
        return self.name


class EntrantData(models.Model):
    """Personal data of somebody of an entry, for who manages the tournament and nobody else.

    It stands in a table of its own so that it can be erased, and so that nothing that reads entries or players has it
    at hand. It never goes into the log, the history, exports or public pages.
    """

    entrant = models.OneToOneField(Entrant, models.CASCADE, related_name="personal")
    birth = models.DateField(null=True, blank=True)
    identity = models.CharField(max_length=60, blank=True)
    telephone = models.CharField(max_length=40, blank=True)
    email = models.CharField(max_length=254, blank=True)

    class Meta:
        verbose_name_plural = "entrant data"

    def __str__(self) -> str:
        return ""
