"""What the sheets of sessions and hands show: the tables with a final result, read in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tournament.models import Act, Bye, Hand, Penalty, Player, Seat, Session, Stage, Table, Tournament
from tournament.models.event import PUBLIC_STATES
from tournament.queries.changes import WITH_SITTINGS
from tournament.queries.effects import penalty_effect, present_when
from tournament.queries.final import final_since

Row = TypeVar("Row", Hand, Penalty, Act)


@dataclass(frozen=True)
class Given:
    """A penalty that stands, and what it did to the four accounts by drawn seat."""

    penalty: Penalty
    effect: tuple[int, int, int, int]


@dataclass(frozen=True)
class FinalTable:
    """A table whose result counts: its seats by chair, the hands played to an end, the penalties that stand."""

    table: Table
    seats: tuple[Seat, ...]
    hands: tuple[Hand, ...]
    penalties: tuple[Given, ...]


@dataclass(frozen=True)
class ReadSession:
    """A published session: its final tables, the numbers of the others, and who had a bye that counts."""

    session: Session
    tables: tuple[FinalTable, ...]
    open_tables: tuple[int, ...]
    byes: tuple[Player, ...]


def read_sessions(tournament: Tournament, as_of: int, stage: Stage | None) -> list[ReadSession]:
    """The published sessions up to `as_of`, of one stage where there is one, in order."""
    sessions = Session.objects.filter(
        tournament=tournament, number__lte=as_of, state__in=PUBLIC_STATES
    ).order_by("number")
    if stage is not None:
        sessions = sessions.filter(stage=stage)
    found = list(sessions)
    final: dict[int, list[FinalTable]] = defaultdict(list)
    waiting: dict[int, list[int]] = defaultdict(list)
    tables = list(Table.objects.filter(session__in=found).order_by("number"))
    since = final_since(tournament.rulebook)
    counted = [table for table in tables if getattr(table, since) is not None]
    for one in _final_tables(counted):
        final[one.table.session_id].append(one)
    for table in tables:
        if getattr(table, since) is None:
            waiting[table.session_id].append(table.number)
    byes: dict[int, list[Player]] = defaultdict(list)
    closed = [session for session in found if session.state == Session.State.CLOSED]
    for bye in Bye.objects.filter(session__in=closed).select_related("player").order_by("player__number"):
        byes[bye.session_id].append(bye.player)
    return [
        ReadSession(one, tuple(final[one.pk]), tuple(waiting[one.pk]), tuple(byes[one.pk])) for one in found
    ]


def _final_tables(tables: Sequence[Table]) -> list[FinalTable]:
    # By session: a list of all their ids would be longer than some databases take.
    sessions = {table.session_id for table in tables}
    seats: dict[int, list[Seat]] = defaultdict(list)
    found = Seat.objects.filter(session__in=sessions).select_related("player__team", "credited")
    for seat in found.prefetch_related(WITH_SITTINGS).order_by("chair"):
        seats[seat.table_id].append(seat)
    hands = _by_table(
        Hand.objects.filter(
            table__session__in=sessions, is_current=True, outcome__in=(Hand.Outcome.WIN, Hand.Outcome.DRAWN)
        ).order_by("number")
    )
    penalties = _by_table(
        Penalty.objects.filter(table__session__in=sessions, withdrawn_at__isnull=True).order_by("id")
    )
    presence = _by_table(
        Act.objects.filter(table__session__in=sessions, kind="presence", undone_at__isnull=True)
    )
    return [
        FinalTable(
            table,
            tuple(seats[table.pk]),
            tuple(hands[table.pk]),
            tuple(
                Given(penalty, _effect(penalty, seats[table.pk], presence[table.pk]))
                for penalty in penalties[table.pk]
            ),
        )
        for table in tables
    ]


def _effect(penalty: Penalty, seats: Sequence[Seat], presence: Iterable[Act]) -> tuple[int, int, int, int]:
    return penalty_effect(penalty, present_when(seats, presence, penalty.at))


def _by_table(rows: Iterable[Row]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.table_id or 0].append(row)
    return found
