"""The organiser's board: every table of a session at a glance, and what each waits for."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from scoring.seats import HANDS
from tournament.models import Duty, Seat, Session, Table

QUIET_AFTER = timedelta(minutes=15)


@dataclass(frozen=True)
class Card:
    """One table: `state` is not_started, playing, quiet (nothing entered for long), called, objection or closed."""

    table: Table
    referee: str
    seats: tuple[Seat, ...]
    state: str
    hand: int
    minutes_since: int | None


def board(session: Session, now: datetime | None = None) -> list[Card]:
    """All tables of a session in order, in a fixed number of queries."""
    now = now or timezone.now()
    referees = dict(Duty.objects.filter(tournament_id=session.tournament_id).values_list("table_number", "staff__name"))
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(session=session).select_related("player__team").order_by("chair"):
        seats[seat.table_id].append(seat)
    cards = []
    for table in session.tables.order_by("number"):
        table.session = session
        four = tuple(seats[table.pk])
        since = None if table.last_entry_at is None else int((now - table.last_entry_at).total_seconds() // 60)
        cards.append(Card(table, referees.get(table.number, ""), four, _state(table, four, now),
                          min(table.hands_played + 1, HANDS), since))
    return cards


def _state(table: Table, seats: tuple[Seat, ...], now: datetime) -> str:
    if table.is_closed:
        return "objection" if any(s.agreement == Seat.Agreement.REFUSED for s in seats) else "closed"
    if table.time_called_at is not None:
        return "called"
    if table.last_entry_at is None:
        return "not_started"
    return "quiet" if now - table.last_entry_at > QUIET_AFTER else "playing"
