"""What the organiser decides about entries: accepted, refused, on the waiting list; and the end of personal data."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import EntrantData, Entry, Tournament
from tournament.models.entry import HOLDING
from tournament.queries.entries import standing_of
from tournament.refusals import Refused

from .base import log_action, writing
from .entry_players import enrol_entry, remove_players, seated

LONGEST_REASON = 500


def accept_entries(tournament: Tournament, numbers: Sequence[int], by: User) -> list[Entry]:
    """Accept entries by their numbers: their players are enrolled with them. All of them or, where one cannot be, none.

    What is accepted already stays as it is. An entry from the waiting list needs a free place. Raises `Refused`.
    """
    with writing(tournament) as locked:
        standing = standing_of(locked)
        left = standing.left
        found = _entries(locked, numbers)
        # From the waiting list they come in its order, whatever their numbers.
        found.sort(key=lambda one: (one.waiting_since or one.received_at, one.number))
        for entry in found:
            if entry.state == Entry.State.ACCEPTED:
                _seen(entry)
                continue
            if entry.state not in HOLDING and left is not None:
                if left == 0:
                    raise Refused(
                        "no_place",
                        _("Entry %(n)s: all %(places)s places are taken. Raise the number of places first.")
                        % {"n": entry.number, "places": standing.settings.places},
                    )
                left -= 1
            entry.is_new = False
            enrol_entry(locked, entry, by)
    return found


def refuse_entries(tournament: Tournament, numbers: Sequence[int], reason: str, by: User) -> list[Entry]:
    """Refuse entries with a reason, which whoever sent them reads. Players of accepted ones are removed while none of
    them sits in a draw. Raises `Refused`.

    The reason stands with the entry alone: it may speak of personal data.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise Refused(
            "reason", _("Give a reason: whoever sent the entry reads it on his page."), field="reason"
        )
    if len(reason) > LONGEST_REASON:
        raise Refused(
            "reason",
            _("More than %(n)s characters. Shorten it.") % {"n": LONGEST_REASON},
            field="reason",
        )
    return _leave(tournament, numbers, Entry.State.REFUSED, reason, by)


def let_wait(tournament: Tournament, numbers: Sequence[int], by: User) -> list[Entry]:
    """Put entries at the end of the waiting list; who is on it keeps his place. Raises `Refused`."""
    return _leave(tournament, numbers, Entry.State.WAITING, "", by)


def _leave(
    tournament: Tournament, numbers: Sequence[int], state: Entry.State, reason: str, by: User
) -> list[Entry]:
    with writing(tournament) as locked:
        locked.leaves_standings = True
        found = _entries(locked, numbers)
        for entry in found:
            if entry.state == Entry.State.ACCEPTED:
                if seated(entry):
                    raise Refused(
                        "drawn",
                        _("Entry %(n)s: its players sit in a draw. Withdraw them on “Who leaves, who joins”.")
                        % {"n": entry.number},
                    )
                locked.leaves_standings = False
                remove_players(locked, entry, by)
            if entry.state == state == Entry.State.WAITING:
                _seen(entry)
                continue
            entry.state, entry.reason, entry.decided_at = state, reason, timezone.now()
            entry.waiting_since = entry.decided_at if state == Entry.State.WAITING else None
            entry.is_new = False
            entry.save()
            action = "entry_waits" if state == Entry.State.WAITING else "entry_refused"
            log_action(locked, action, by, entry=entry.number)
    return found


def mark_entries_seen(tournament: Tournament, by: User) -> int:
    """Note that the organiser has looked at all entries; returns how many were new."""
    with writing(tournament) as locked:
        locked.leaves_standings = True
        seen = locked.entries.filter(is_new=True).update(is_new=False)
        if seen:
            log_action(locked, "entries_seen", by)
    return seen


def erase_personal_data(tournament: Tournament, by: User, number: int | None = None) -> int:
    """Erase the personal data of one entry, or of all; returns of how many. Names, players and results stay.

    Only the numbers of the entries are logged. Raises `Refused` where there is no such entry.
    """
    with writing(tournament) as locked:
        locked.leaves_standings = True
        entries = locked.entries.all() if number is None else locked.entries.filter(number=number)
        if number is not None and not entries.exists():
            raise Refused("no_such_entry", _("There is no such entry. Look at the list again."))
        data = EntrantData.objects.filter(entrant__entry__in=entries)
        erased = sorted(set(data.values_list("entrant__entry__number", flat=True)))
        data.delete()
        locked.entries.filter(number__in=erased).update(erased_at=timezone.now())
        if erased:
            log_action(locked, "entry_data_erased", by, entries=erased)
    return len(erased)


def _entries(tournament: Tournament, numbers: Sequence[int]) -> list[Entry]:
    """The entries with these numbers, none of them withdrawn."""
    found = list(tournament.entries.filter(number__in=set(numbers)))
    if not numbers:
        raise Refused("nothing_chosen", _("No entry is chosen. Tick at least one."))
    if len(found) != len(set(numbers)):
        raise Refused("no_such_entry", _("There is no such entry. Look at the list again."))
    for entry in found:
        if entry.state == Entry.State.WITHDRAWN:
            raise Refused(
                "settled",
                _("Entry %(n)s was withdrawn by whoever sent it, and stays so.") % {"n": entry.number},
            )
    return found


def _seen(entry: Entry) -> None:
    entry.is_new = False
    entry.save(update_fields=["is_new"])
