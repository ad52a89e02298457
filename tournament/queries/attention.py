"""What waits for the chief referee, the oldest first: calls, objections, disputes, entries that came too late."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.models import Call, Dispute, Seat, Staff, Table, Tournament
from tournament.models.event import PUBLIC_STATES

from .late import late_entries


@dataclass(frozen=True)
class Waiting:
    """One thing that waits. `kind`: call, objection, dispute, late or check; `who` sent it, where that is known."""

    kind: str
    table: Table
    since: datetime
    what: str
    who: str = ""

    @property
    def session(self) -> int:
        """The number of the session."""
        return self.table.session.number


def attention(tournament: Tournament) -> tuple[Waiting, ...]:
    """Everything that waits for the chief referee, in a fixed number of queries.

    An objection stands until the session is closed: a player refused to sign. Tables that wait for a second person's
    check are here, too, where the rules ask for one.
    """
    names = dict(Staff.objects.filter(tournament=tournament).values_list("user_id", "name"))
    at = {"table__session__tournament": tournament}
    found = [
        Waiting(
            "call",
            call.table,
            call.at,
            call.text or _("calls the chief referee"),
            names.get(call.by_id or 0, ""),
        )
        for call in Call.objects.filter(answered_at__isnull=True, **at).select_related("table__session")
    ]
    found += [
        Waiting("dispute", one.table, one.at, one.text, names.get(one.by_id or 0, ""))
        for one in Dispute.objects.filter(ruled_at__isnull=True, **at).select_related("table__session")
    ]
    found += _objections(tournament)
    found += [
        Waiting("late", one.entry.table, one.entry.at, one.what, one.by)
        for one in late_entries(tournament, waiting_only=True)
    ]
    if tournament.rulebook.second_check:
        found += _unchecked(tournament)
    return tuple(sorted(found, key=lambda one: (one.since, one.table.pk)))


def _objections(tournament: Tournament) -> list[Waiting]:
    seats = Seat.objects.filter(
        session__tournament=tournament,
        session__state__in=PUBLIC_STATES,
        session__closed_at__isnull=True,
        agreement=Seat.Agreement.REFUSED,
        table__closed_at__isnull=False,
    )
    return [
        Waiting(
            "objection",
            seat.table,
            seat.table.closed_at,
            _("%(name)s refuses to sign") % {"name": seat.player},
        )
        for seat in seats.select_related("table__session", "player")
        if seat.table.closed_at is not None
    ]


def _unchecked(tournament: Tournament) -> list[Waiting]:
    tables = Table.objects.filter(
        session__tournament=tournament, closed_at__isnull=False, checked_at__isnull=True
    ).exclude(session__closed_at__isnull=False)
    return [
        Waiting("check", table, table.closed_at, _("waits for a second person to confirm it"))
        for table in tables.select_related("session")
        if table.closed_at is not None
    ]
