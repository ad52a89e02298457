"""Entries before a tournament: whether they are taken now, who has entered, and who may be there twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Asking, Entrant, EntrantData, Entry, EntrySettings, Player, Tournament
from tournament.models.device import hash_of
from tournament.models.entry import HOLDING

from .overview import how_far, public_sessions

Phase = Literal["closed", "early", "open", "over"]
LEADER, PLAYERS, SUBSTITUTE = 0, (1, 2, 3, 4), 5
PERSONAL = ("birth", "identity", "telephone", "email")


@dataclass(frozen=True)
class Standing:
    """How entries stand: `taken` of the places, `waiting` on the list. `phase`: not open, not yet, open, over."""

    settings: EntrySettings
    phase: Phase
    taken: int
    waiting: int

    @property
    def left(self) -> int | None:
        """How many places are free; None: there is no limit."""
        return None if self.settings.places is None else max(0, self.settings.places - self.taken)

    @property
    def is_full(self) -> bool:
        """Whether who enters now comes to the waiting list: nobody overtakes those who are on it."""
        return self.left is not None and (self.left == 0 or self.waiting > 0)


@dataclass(frozen=True)
class EntryLine:
    """An entry with its people. `waits_as`: its place on the waiting list. `twice`: sentences about who may be there
    already. `enrolled`: how many of them are in the list of players. `has_data`: personal data is stored."""

    entry: Entry
    people: tuple[Entrant, ...]
    waits_as: int | None
    twice: tuple[str, ...] = ()
    has_data: bool = False

    @property
    def enrolled(self) -> int:
        """How many of the entry are players now."""
        return sum(one.player_id is not None for one in self.people)

    @property
    def name(self) -> str:
        """What the entry is called: the team, else the player."""
        return self.entry.team if self.entry.is_team else self.people[0].name if self.people else ""


def phase_of(settings: EntrySettings, now: datetime) -> Phase:
    """Whether entries are taken at this moment: from the opening on, and until just before the end."""
    if not settings.is_open:
        return "closed"
    if settings.closes_at is not None and now >= settings.closes_at:
        return "over"
    if settings.opens_at is not None and now < settings.opens_at:
        return "early"
    return "open"


def settings_of(tournament: Tournament) -> EntrySettings:
    """How the tournament takes entries; of one that never took any, settings that are not stored."""
    found = EntrySettings.objects.filter(tournament=tournament).first()
    return found or EntrySettings(tournament=tournament)


def standing_of(tournament: Tournament) -> Standing:
    """How entries stand now, by the clock of the server. Two queries."""
    settings = settings_of(tournament)
    states = list(tournament.entries.order_by().values_list("state", flat=True))
    taken = sum(state in HOLDING for state in states)
    return Standing(
        settings, phase_of(settings, timezone.now()), taken, states.count(str(Entry.State.WAITING))
    )


def places_of(is_team: bool) -> tuple[int, ...]:
    """The lines of the form: a leader, four players and a substitute, or one player."""
    return (LEADER, *PLAYERS, SUBSTITUTE) if is_team else (1,)


def asked_of(settings: EntrySettings, place: int, is_team: bool) -> dict[str, str]:
    """Which personal data is asked of somebody, and whether it must be given.

    Of a team the leader is asked how to reach him, the players who they are; a single player both.
    """
    fields: tuple[str, ...] = PERSONAL
    if is_team:
        fields = ("telephone", "email") if place == LEADER else ("birth", "identity")
    asked = {field: getattr(settings, f"asks_{field}") for field in fields}
    return {field: how for field, how in asked.items() if how != Asking.OFF}


def entry_by_token(tournament: Tournament, token: str) -> Entry | None:
    """The entry whose secret this is."""
    return tournament.entries.filter(token_hash=hash_of(token)).first()


def waits_as(entry: Entry) -> int | None:
    """The place of an entry on the waiting list, from 1; None where it does not wait."""
    return waiting_list(entry.tournament).index(entry.pk) + 1 if entry.state == Entry.State.WAITING else None


def waiting_list(tournament: Tournament) -> list[int]:
    """The keys of the entries on the waiting list, in their order."""
    waiting = tournament.entries.filter(state=Entry.State.WAITING).order_by("waiting_since", "number")
    return list(waiting.values_list("pk", flat=True))


def entry_lines(tournament: Tournament) -> list[EntryLine]:
    """All entries by number, without personal data. A fixed number of queries."""
    entries = list(tournament.entries.prefetch_related(Prefetch("people", Entrant.objects.order_by("place"))))
    data = EntrantData.objects.filter(entrant__entry__tournament=tournament)
    stored = set(data.values_list("entrant__entry_id", flat=True))
    order = {pk: n for n, pk in enumerate(waiting_list(tournament), start=1)}
    twice = _twice(tournament, entries)
    return [
        EntryLine(
            entry, tuple(entry.people.all()), order.get(entry.pk), tuple(twice[entry.pk]), entry.pk in stored
        )
        for entry in entries
    ]


def personal_data(tournament: Tournament) -> dict[int, EntrantData]:
    """The personal data by the keys of the entrants: for who manages the tournament only."""
    data = EntrantData.objects.filter(entrant__entry__tournament=tournament)
    return {one.entrant_id: one for one in data}


def new_entries(tournament: Tournament) -> int:
    """How many entries the organiser has not looked at since they were sent or changed."""
    return tournament.entries.filter(is_new=True).count()


def has_ended(tournament: Tournament) -> bool:
    """Whether the tournament is over: its last day has passed, or all its sessions are closed."""
    if (
        tournament.ends_on is not None
        and timezone.now().astimezone(tournament.tz).date() > tournament.ends_on
    ):
        return True
    state, _session = how_far(public_sessions(tournament), tournament.planned_sessions)
    return state == "over"


def twice_of(tournament: Tournament, entry: Entry) -> list[str]:
    """Sentences about who of an entry may be there already."""
    others = tournament.entries.exclude(pk=entry.pk)
    return _twice(tournament, [entry, *others.prefetch_related("people")])[entry.pk]


@dataclass(frozen=True)
class _Known:
    """Somebody who is enrolled, under a number of a player or a team, or entered only: then `number` is the entry's.

    `entry` is the key of the entry that he comes from, 0 for whom the organiser enrolled.
    """

    entry: int
    number: int
    is_enrolled: bool


@dataclass(frozen=True)
class _Everybody:
    """Who is there already: by name with the team, by EMA number, and the teams by name."""

    names: dict[str, list[tuple[str, _Known]]]
    ema: dict[str, list[_Known]]
    teams: dict[str, list[_Known]]


def _twice(tournament: Tournament, entries: Sequence[Entry]) -> dict[int, list[str]]:
    """Entry → what is the same in the list of players or in another entry that is not refused or withdrawn."""
    live = [one for one in entries if one.state not in (Entry.State.REFUSED, Entry.State.WITHDRAWN)]
    everybody = _everybody(tournament, live)
    found: dict[int, list[str]] = {entry.pk: [] for entry in entries}
    for entry in live:
        # What is accepted is decided, and stands in the list of players.
        if entry.state != Entry.State.ACCEPTED:
            found[entry.pk] = list(dict.fromkeys(_same(entry, everybody)))
    return found


def _everybody(tournament: Tournament, live: Sequence[Entry]) -> _Everybody:
    found = _Everybody(defaultdict(list), defaultdict(list), defaultdict(list))
    players = Player.objects.filter(tournament=tournament).select_related("team", "entrant")
    for player in players:
        entrant = getattr(player, "entrant", None)
        comes_from = entrant.entry_id if entrant else 0
        known = _Known(comes_from, player.number, is_enrolled=True)
        found.names[player.name].append((player.team.name if player.team else "", known))
        found.ema[player.ema_number].append(known)
        if player.team:
            found.teams[player.team.name].append(_Known(comes_from, player.team.number, is_enrolled=True))
    for entry in live:
        if entry.state == Entry.State.ACCEPTED:
            continue
        known = _Known(entry.pk, entry.number, is_enrolled=False)
        for one in entry.people.all():
            if one.place != LEADER:
                found.names[one.name].append((entry.team, known))
                found.ema[one.ema_number].append(known)
        if entry.is_team:
            found.teams[entry.team].append(known)
    return found


def _same(entry: Entry, everybody: _Everybody) -> Iterator[str]:
    for known in everybody.teams[entry.team] if entry.is_team else ():
        if known.entry != entry.pk:
            text = (
                _("There is a team “%(name)s” already: number %(n)s.")
                if known.is_enrolled
                else _("The team “%(name)s” stands in entry %(n)s, too.")
            )
            yield text % {"name": entry.team, "n": known.number}
    for one in entry.people.all():
        if one.place == LEADER:
            continue
        for team, known in everybody.names[one.name]:
            # Who enters alone has said nothing about his team.
            if known.entry != entry.pk and (team == entry.team or not entry.is_team):
                text = (
                    _("%(name)s is enrolled already: player %(n)s.")
                    if known.is_enrolled
                    else _("%(name)s stands in entry %(n)s, too.")
                )
                yield text % {"name": one.name, "n": known.number}
        for known in everybody.ema[one.ema_number] if one.ema_number else ():
            if known.entry != entry.pk:
                text = (
                    _("%(name)s has the EMA number %(ema)s of player %(n)s.")
                    if known.is_enrolled
                    else _("%(name)s has the EMA number %(ema)s, which stands in entry %(n)s, too.")
                )
                yield text % {"name": one.name, "ema": one.ema_number, "n": known.number}
