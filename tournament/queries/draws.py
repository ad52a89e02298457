"""Draws as they are read: what was played, and how good a draft is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournament.models import Player, Seat, Session, Table, Tournament
from tournament.models.event import PUBLIC_STATES
from tournament.seating import Quality, judge

from .changes import WITH_SITTINGS, is_withdrawn, substitutions_in

Tables = tuple[tuple[int | None, ...], ...]
DRAWABLE = (Session.State.PLANNED, Session.State.DRAFT)
NOBODY: tuple[None, ...] = (None, None, None, None)


@dataclass(frozen=True)
class Pair:
    """Two players and the sessions in which they meet."""

    first: Player
    second: Player
    sessions: tuple[int, ...]


@dataclass(frozen=True)
class DrawReport:
    """The quality of the draws of some sessions, with the people that the figures speak of.

    `numbers` are the sessions judged, in order; the figures of `quality` count them from 1.
    """

    numbers: tuple[int, ...]
    quality: Quality
    meet_again: tuple[Pair, ...]
    mates: tuple[Pair, ...]

    @property
    def per_session(self) -> list[dict[str, int]]:
        """One row for each session with its real number."""
        return [
            {
                "number": number,
                "repeats": row.repeats,
                "team_mates": row.team_mates,
                "chair_spread": row.chair_spread,
            }
            for number, row in zip(self.numbers, self.quality.per_session, strict=True)
        ]


def tables_of_sessions(tournament: Tournament, index: Mapping[int, int]) -> dict[int, Tables]:
    """Session number → tables in order, players as their number in `index` (id → 1 … N), others as None.

    A number that no table has, because it was broken up, is a table of empty chairs: the others keep their places.
    """
    seats = Seat.objects.filter(session__tournament=tournament).order_by(
        "session__number", "table__number", "chair"
    )
    found: dict[int, dict[int, list[int | None]]] = {}
    for session, table, player in seats.values_list("session__number", "table__number", "player_id"):
        found.setdefault(session, {}).setdefault(table, []).append(index.get(player) if player else None)
    return {
        session: tuple(tuple(tables.get(number, NOBODY)) for number in range(1, max(tables) + 1))
        for session, tables in found.items()
    }


def played_sessions(
    tournament: Tournament, index: Mapping[int, int], except_numbers: Collection[int]
) -> list[Tables]:
    """The sessions that a new draw must reckon with: published ones, and drafts that it does not replace."""
    return [
        tables
        for number, tables in sorted(tables_of_sessions(tournament, index).items())
        if number not in except_numbers
    ]


def draw_report(tournament: Tournament, *, published_only: bool = False) -> DrawReport | None:
    """The quality of all draws of a tournament, or only of the published ones; None where nothing is drawn."""
    players = list(tournament.players.select_related("team").order_by("number"))
    index = {player.pk: i for i, player in enumerate(players, 1)}
    sessions = tables_of_sessions(tournament, index)
    if published_only:
        public = set(tournament.sessions.filter(state__in=PUBLIC_STATES).values_list("number", flat=True))
        sessions = {number: tables for number, tables in sessions.items() if number in public}
    if not sessions:
        return None
    numbers = tuple(sorted(sessions))
    quality = judge([sessions[n] for n in numbers], [player.team_id for player in players])
    again = tuple(
        Pair(players[a.player - 1], players[a.other - 1], tuple(numbers[s - 1] for s in a.sessions))
        for a in quality.meet_again
    )
    mates = tuple(
        Pair(players[m.player - 1], players[m.other - 1], (numbers[m.session - 1],))
        for m in quality.mates_meet
    )
    return DrawReport(numbers, quality, again, mates)


@dataclass(frozen=True)
class LeftOut:
    """Who is not drawn in a session: reserves, who has withdrawn, and who plays for somebody else."""

    reserves: tuple[Player, ...]
    withdrawn: tuple[Player, ...]
    substitutes: tuple[Player, ...]


def left_out(tournament: Tournament, session_number: int) -> LeftOut:
    """Who of the players that are not disqualified is left out of the draw of a session. Three queries."""
    players = list(tournament.players.filter(disqualified_at__isnull=True).order_by("number"))
    gone = set(
        is_withdrawn(session_number).filter(player__tournament=tournament).values_list("player_id", flat=True)
    )
    plays = set(
        substitutions_in(session_number).filter(tournament=tournament).values_list("substitute_id", flat=True)
    )
    there = [p for p in players if p.pk not in gone]
    return LeftOut(
        reserves=tuple(p for p in there if p.is_reserve and p.pk not in plays),
        withdrawn=tuple(p for p in players if p.pk in gone),
        substitutes=tuple(p for p in there if p.pk in plays),
    )


def seated(session: Session) -> list[tuple[Table, list[Seat]]]:
    """The tables of a session in order, each with its four seats, players, teams and sittings. Two queries."""
    found: dict[int, tuple[Table, list[Seat]]] = {}
    seats = Seat.objects.filter(session=session).select_related("table", "player__team")
    for seat in seats.prefetch_related(WITH_SITTINGS).order_by("table__number", "chair"):
        found.setdefault(seat.table_id, (seat.table, []))[1].append(seat)
    return list(found.values())
