"""What the sheets of sessions and hands show: the tables with a final result, read in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from scoring.dealing import MOST_HANDS
from tournament.models import Act, Bye, Hand, Penalty, Player, Seat, Session, Stage, Table, Tournament
from tournament.models.event import PUBLIC_STATES
from tournament.queries.changes import WITH_SITTINGS, name_in
from tournament.queries.effects import penalty_effect, present_when
from tournament.queries.final import final_since

Row = TypeVar("Row", Penalty, Act)


class PlayedHand(NamedTuple):
    """What a current hand says. Of a thousand players there are 40,000: no model is made of each."""

    table_id: int
    number: int
    winner: int | None
    discarder: int | None
    robbed_kong: bool
    fan: int | None
    flowers: int
    scores: list[int]
    fans: dict[str, int]
    play: dict[str, Any]


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
    hands: tuple[PlayedHand, ...]
    penalties: tuple[Given, ...]

    def names(self) -> list[list[str]]:
        """By chair and hand, from 0: of whom the rows of the hands speak."""
        return [
            [name_in(seat, number) for number in range(1, MOST_HANDS + 1)]
            if seat.sittings.all()
            else [name_in(seat, 1)] * MOST_HANDS
            for seat in self.seats
        ]


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
    for one in _final_tables(tournament, counted):
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


def _final_tables(tournament: Tournament, tables: Sequence[Table]) -> list[FinalTable]:
    # By session: a list of all their ids would be longer than some databases take.
    sessions = {table.session_id for table in tables}
    seats: dict[int, list[Seat]] = defaultdict(list)
    # Who sits in every session is read once.
    people: dict[int | None, Player] = {
        one.pk: one for one in Player.objects.filter(tournament=tournament).select_related("team")
    }
    found = Seat.objects.filter(session__in=sessions).prefetch_related(WITH_SITTINGS)
    for seat in found.order_by("chair"):
        seat.player, seat.credited = people.get(seat.player_id), people.get(seat.credited_id)
        seats[seat.table_id].append(seat)
    hands: dict[int, list[PlayedHand]] = defaultdict(list)
    played = Hand.objects.filter(
        table__session__in=sessions, is_current=True, outcome__in=(Hand.Outcome.WIN, Hand.Outcome.DRAWN)
    )
    for row in played.order_by("number").values_list(*PlayedHand._fields).iterator():
        hands[row[0]].append(PlayedHand(*row))
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
