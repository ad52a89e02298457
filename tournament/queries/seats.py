"""Who sits where: the seats of published sessions, in one query however many players there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.models import Seat, Tournament
from tournament.models.event import PUBLIC_STATES


@dataclass(frozen=True)
class Sitter:
    """Somebody in a chair (0–3 = 东南西北, as drawn) at a table."""

    session: int
    table: int
    chair: int
    id: int
    number: int
    name: str
    team: str
    is_stand_in: bool


@dataclass(frozen=True)
class SeatedTable:
    """A table with its four chairs in order; None is an empty chair."""

    session: int
    number: int
    sitters: tuple[Sitter | None, ...]

    def opponents_of(self, sitter: Sitter) -> tuple[Sitter, ...]:
        """The others at the table, in the order in which they sit after this one."""
        around = (self.sitters[(sitter.chair + step) % len(self.sitters)] for step in range(1, 4))
        return tuple(other for other in around if other is not None)


def seated_tables(tournament: Tournament, session_ids: Iterable[int] | None = None) -> list[SeatedTable]:
    """The tables of all published sessions, or of these, in order. A draft is never among them."""
    seats = Seat.objects.filter(session__tournament=tournament, session__state__in=PUBLIC_STATES)
    if session_ids is not None:
        seats = seats.filter(session__in=list(session_ids))
    rows = seats.order_by("session__number", "table__number", "chair").values_list(
        "session__number", "table__number", "chair", "player_id", "player__number", "player__name",
        "player__team__name", "player__is_stand_in",
    )  # fmt: skip
    found: dict[tuple[int, int], list[Sitter | None]] = {}
    for session, table, chair, player, number, name, team, stand_in in rows:
        sitter = None
        if player is not None:
            sitter = Sitter(session, table, chair, player, number, name, team or "", stand_in)
        found.setdefault((session, table), []).append(sitter)
    return [SeatedTable(session, table, tuple(sitters)) for (session, table), sitters in found.items()]


def where_they_sit(tables: Iterable[SeatedTable]) -> dict[int, list[tuple[Sitter, SeatedTable]]]:
    """Player id → his seats, session after session, each with its table."""
    found: dict[int, list[tuple[Sitter, SeatedTable]]] = {}
    for table in tables:
        for sitter in table.sitters:
            if sitter is not None:
                found.setdefault(sitter.id, []).append((sitter, table))
    return found
