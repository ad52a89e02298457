"""Who sits where: the seats and byes of published sessions, in a few queries however many players there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.models import Bye, Seat, Session, Sitting, Tournament
from tournament.models.event import PUBLIC_STATES


@dataclass(frozen=True)
class Person:
    """Somebody who plays, or has a bye."""

    id: int
    number: int
    name: str
    team: str


@dataclass(frozen=True)
class Sitter(Person):
    """Somebody in a chair (0–3 = 东南西北, as drawn) at a table.

    `substitute` sits there for him now, `is_absent`: nobody does.
    """

    session: int
    table: int
    chair: int
    is_stand_in: bool
    substitute: Person | None = None
    is_absent: bool = False


@dataclass(frozen=True)
class Free(Person):
    """Somebody who has a bye in a session."""

    session: int


@dataclass(frozen=True)
class SeatedTable:
    """A table with its four chairs in order; None is an empty chair. Too few came to one that is not played."""

    session: int
    number: int
    sitters: tuple[Sitter | None, ...]
    is_played: bool = True

    def opponents_of(self, sitter: Sitter) -> tuple[Sitter, ...]:
        """The others at the table, in the order in which they sit after this one."""
        around = (self.sitters[(sitter.chair + step) % len(self.sitters)] for step in range(1, 4))
        return tuple(other for other in around if other is not None)


def seated_tables(tournament: Tournament, session_ids: Iterable[int] | None = None) -> list[SeatedTable]:
    """The tables of all published sessions, or of these, in order. A draft is never among them. Two queries."""
    seats = Seat.objects.filter(session__tournament=tournament, session__state__in=PUBLIC_STATES)
    sittings = Sitting.objects.filter(
        seat__session__tournament=tournament, seat__session__state__in=PUBLIC_STATES
    )
    if session_ids is not None:
        ids = list(session_ids)
        seats, sittings = seats.filter(session__in=ids), sittings.filter(seat__session__in=ids)
    return _seated(seats, sittings)


def drawn_tables(sessions: Sequence[Session]) -> list[SeatedTable]:
    """The tables of these sessions, in order, drafts too: for paper that only an organiser asks for. Two queries."""
    return _seated(
        Seat.objects.filter(session__in=sessions), Sitting.objects.filter(seat__session__in=sessions)
    )


def _seated(seats: QuerySet[Seat], sittings: QuerySet[Sitting]) -> list[SeatedTable]:
    # The last who sat down in a chair is who sits there.
    sat = {
        seat: Person(player, number, name, team or "")
        for seat, player, number, name, team in sittings.order_by("from_hand", "id").values_list(
            "seat_id", "player_id", "player__number", "player__name", "player__team__name"
        )
    }
    rows = seats.order_by("session__number", "table__number", "chair").values_list(
        "pk", "session__number", "table__number", "chair", "player_id", "player__number", "player__name",
        "player__team__name", "player__is_stand_in", "is_vacant", "table__no_play",
    )  # fmt: skip
    found: dict[tuple[int, int, bool], list[Sitter | None]] = {}
    for pk, session, table, chair, player, number, name, team, stand_in, vacant, no_play in rows:
        sitter = None
        if player is not None:
            now = sat.get(pk)
            substitute = now if now is not None and now.id != player and not vacant else None
            sitter = Sitter(
                player, number, name, team or "", session, table, chair, stand_in, substitute, vacant
            )
        found.setdefault((session, table, not no_play), []).append(sitter)
    return [
        SeatedTable(session, table, tuple(sitters), played)
        for (session, table, played), sitters in found.items()
    ]


def where_they_sit(tables: Iterable[SeatedTable]) -> dict[int, list[tuple[Sitter, SeatedTable]]]:
    """Player id → his seats, session after session, each with its table; a substitute has those he plays in."""
    found: dict[int, list[tuple[Sitter, SeatedTable]]] = {}
    for table in tables:
        for sitter in table.sitters:
            if sitter is not None:
                found.setdefault(sitter.id, []).append((sitter, table))
                if sitter.substitute is not None:
                    found.setdefault(sitter.substitute.id, []).append((sitter, table))
    return found


def people_of(tables: Iterable[SeatedTable], byes: Iterable[Free]) -> list[Person]:
    """Everybody who sits somewhere or has a bye, by number."""
    found: dict[int, Person] = {free.id: free for free in byes}
    for table in tables:
        for sitter in table.sitters:
            if sitter is not None:
                found.setdefault(sitter.id, sitter)
                if sitter.substitute is not None:
                    found.setdefault(sitter.substitute.id, sitter.substitute)
    return sorted(found.values(), key=lambda person: person.number)


def byes_of(tournament: Tournament, sessions: Sequence[int] | None = None) -> list[Free]:
    """Who has a bye in the published sessions, or in those of these numbers, by session and number. One query."""
    byes = Bye.objects.filter(session__tournament=tournament, session__state__in=PUBLIC_STATES)
    if sessions is not None:
        byes = byes.filter(session__number__in=sessions)
    return _free(byes)


def drawn_byes(sessions: Sequence[Session]) -> list[Free]:
    """Who has a bye in these sessions, by session and number, of drafts too, like `drawn_tables`. One query."""
    return _free(Bye.objects.filter(session__in=sessions))


def _free(byes: QuerySet[Bye]) -> list[Free]:
    rows = byes.order_by("session__number", "player__number").values_list(
        "player_id", "player__number", "player__name", "player__team__name", "session__number"
    )
    return [Free(pk, number, name, team or "", session) for pk, number, name, team, session in rows]
