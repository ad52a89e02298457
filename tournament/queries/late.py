"""Entries that came after their table was closed, with what the sheet holds now."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tournament.models import Hand, LateEntry, Penalty, Seat, Session, Staff, Tournament

from .changes import WITH_SITTINGS, name_in
from .entry_sentences import entry_figures, hand_of, sentence_of
from .sentences import describe_hand, hand_figures

# What makes sense at a table that stays closed; for anything else the chief referee opens it first.
AT_CLOSED = ("hand", "correction", "penalty", "withdrawal", "round", "dispute", "totals")


@dataclass(frozen=True)
class Late:
    """One late entry in words.

    `what` it says, `by` whom it was sent, `sheet` what the sheet holds of its hand now ("" where nothing); `is_closed`:
    the table is still closed; `can_enter`: it can be carried out without opening the table first.
    """

    entry: LateEntry
    what: str
    by: str
    sheet: str
    settled_by: str
    is_closed: bool
    can_enter: bool

    @property
    def waits(self) -> bool:
        """Whether nobody has settled it yet."""
        return not self.entry.outcome


def late_entries(tournament: Tournament, *, waiting_only: bool = False) -> list[Late]:
    """All late entries: what waits first, in the order in which it came, then the settled, the newest first.

    `waiting_only` leaves the settled out. A fixed number of queries.
    """
    entries = LateEntry.objects.filter(table__session__tournament=tournament)
    if waiting_only:
        entries = entries.filter(outcome="")
    found = list(entries.select_related("table__session"))
    tables = {late.table_id for late in found}
    staff = dict(Staff.objects.filter(tournament=tournament).values_list("user_id", "name"))
    seats: dict[int, list[Seat]] = defaultdict(list)
    drawn = Seat.objects.filter(table__in=tables).select_related("player").prefetch_related(WITH_SITTINGS)
    for seat in drawn.order_by("chair"):
        seats[seat.table_id].append(seat)
    hands = {
        (hand.table_id, hand.number): hand for hand in Hand.objects.filter(table__in=tables, is_current=True)
    }
    penalties = {one.pk: one for one in Penalty.objects.filter(table__in=tables)}
    lines = []
    for late in found:
        number = hand_of(late.body)
        names = [name_in(seat, number) for seat in seats[late.table_id]]
        hand = hands.get((late.table_id, number)) if "number" in late.body else None
        is_closed = late.table.is_closed or late.table.session.state == Session.State.CLOSED
        lines.append(
            Late(
                entry=late,
                what=sentence_of(
                    entry_figures(late.kind, late.body, penalties.get(late.body.get("penalty", 0))), names
                ),
                by=staff.get(late.by_id or 0, ""),
                sheet=describe_hand(hand_figures(hand), names) if hand else "",
                settled_by=staff.get(late.settled_by_id or 0, ""),
                is_closed=is_closed,
                can_enter=late.kind in AT_CLOSED or not is_closed,
            )
        )
    waiting = [line for line in lines if line.waits]
    settled = [line for line in lines if not line.waits and line.entry.kind != "undo"]
    return waiting + sorted(settled, key=lambda line: line.entry.settled_at or line.entry.at, reverse=True)


def late_count(tournament: Tournament) -> int:
    """How many late entries wait for the chief referee."""
    return LateEntry.objects.filter(table__session__tournament=tournament, settled_at__isnull=True).count()


def late_tables(session: Session) -> list[int]:
    """The numbers of the tables of a session of which something waits."""
    waiting = LateEntry.objects.filter(table__session=session, settled_at__isnull=True)
    return sorted(set(waiting.values_list("table__number", flat=True)))
