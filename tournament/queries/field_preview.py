"""A change of people, laid out for the organiser: who sits elsewhere, and how good the draw is then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournament.models import Player, Seat, Session, Tournament
from tournament.seating import Quality, judge

from .changes import may_be_drawn
from .draws import NOBODY, tables_of_sessions
from .field_changes import FieldChange, open_sessions

Kind = Literal["leaves", "joins", "stands_in", "stands_down", "moves", "chair"]
ORDER: tuple[Kind, ...] = ("leaves", "stands_down", "joins", "stands_in", "moves", "chair")


@dataclass(frozen=True)
class Spot:
    """A chair at a table."""

    table: int
    chair: int


@dataclass(frozen=True)
class SeatChange:
    """What becomes of somebody in one session; None: he has no chair there.

    `kind`: who `leaves` or `joins`, a stand-in who `stands_in` or `stands_down`, somebody who `moves` to another table,
    or changes his `chair` at it.
    """

    player: Player
    kind: Kind
    before: Spot | None
    after: Spot | None


@dataclass(frozen=True)
class SessionChange:
    """One session: who sits elsewhere, the tables broken up, the new ones, and those where a chair stays empty."""

    session: Session
    changes: tuple[SeatChange, ...]
    broken: tuple[int, ...]
    new: tuple[int, ...]
    empty: tuple[int, ...]

    @property
    def moved(self) -> int:
        """How many who stay change their table."""
        return sum(one.kind == "moves" for one in self.changes)


@dataclass(frozen=True)
class Preview:
    """Everything about a change. `before` and `after` judge all sessions drawn; `cards`: who needs a new seat card."""

    sessions: tuple[SessionChange, ...]
    before: Quality
    after: Quality
    cards: tuple[Player, ...]

    @property
    def moved(self) -> int:
        """How many changes of table there are of people who stay."""
        return sum(one.moved for one in self.sessions)


def preview(tournament: Tournament, change: FieldChange) -> Preview:
    """Lay a change out. A fixed number of queries."""
    players = {player.pk: player for player in tournament.players.select_related("team").order_by("number")}
    seats = Seat.objects.filter(session__in=list(change.tables)).select_related("table")
    stored: dict[int, list[Seat]] = {}
    for seat in seats.order_by("table__number", "chair"):
        stored.setdefault(seat.session_id, []).append(seat)
    sessions = tuple(
        _session(session, stored.get(session.pk, []), tables, players)
        for session, tables in change.tables.items()
    )
    before, after = _judged(tournament, change, list(players.values()))
    again = {one.player.pk for session in sessions for one in session.changes if one.after is not None}
    return Preview(sessions, before, after, tuple(player for pk, player in players.items() if pk in again))


def _session(
    session: Session,
    seats: Sequence[Seat],
    tables: Sequence[Sequence[int | None]],
    players: Mapping[int, Player],
) -> SessionChange:
    was = {seat.player_id: Spot(seat.table.number, seat.chair) for seat in seats if seat.player_id}
    now = {
        player: Spot(number, chair)
        for number, four in enumerate(tables, 1)
        for chair, player in enumerate(four)
        if player
    }
    found = [
        SeatChange(players[pk], _kind(players[pk], was.get(pk), now.get(pk)), was.get(pk), now.get(pk))
        for pk in sorted({*was, *now})
        if was.get(pk) != now.get(pk)
    ]
    found.sort(key=lambda one: (ORDER.index(one.kind), one.player.number))
    old = {seat.table.number for seat in seats}
    left = {number for number, four in enumerate(tables, 1) if four}
    return SessionChange(
        session,
        tuple(found),
        broken=tuple(sorted(old - left)),
        new=tuple(sorted(left - old)),
        empty=tuple(number for number, four in enumerate(tables, 1) if four and None in four),
    )


def _kind(player: Player, before: Spot | None, after: Spot | None) -> Kind:
    if after is None:
        return "stands_down" if player.is_stand_in else "leaves"
    if before is None:
        return "stands_in" if player.is_stand_in else "joins"
    return "moves" if before.table != after.table else "chair"


def _judged(
    tournament: Tournament, change: FieldChange, players: Sequence[Player]
) -> tuple[Quality, Quality]:
    index = {player.pk: at for at, player in enumerate(players, 1)}
    teams = [player.team_id for player in players]
    before = tables_of_sessions(tournament, index)
    after = dict(before)
    for session, tables in change.tables.items():
        after[session.number] = tuple(
            tuple(index[pk] if pk else None for pk in four) if four else NOBODY for four in tables
        )
    return (
        judge([before[number] for number in sorted(before)], teams),
        judge([after[number] for number in sorted(after)], teams),
    )


@dataclass(frozen=True)
class Candidates:
    """Who can leave and who can join, by number, and the sessions that would change."""

    sessions: tuple[Session, ...]
    leaving: tuple[Player, ...]
    joining: tuple[Player, ...]
    stand_ins: int


def candidates(tournament: Tournament) -> Candidates:
    """The lists to choose from: who sits in a session that is drawn and not begun, and who has no seat there."""
    sessions = open_sessions(tournament)
    if not sessions:
        return Candidates((), (), (), 0)
    seats = Seat.objects.filter(session__in=sessions, player__isnull=False)
    seated = set(seats.values_list("player_id", flat=True))
    may = may_be_drawn(tournament, sessions[0].number).values_list("pk", flat=True)
    free = set(may) - seated
    players = list(tournament.players.select_related("team").order_by("number"))
    return Candidates(
        tuple(sessions),
        leaving=tuple(player for player in players if player.pk in seated),
        joining=tuple(player for player in players if player.pk in free and not player.is_stand_in),
        stand_ins=sum(player.pk in free and player.is_stand_in for player in players),
    )
