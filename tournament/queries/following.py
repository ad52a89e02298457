"""Whom readers follow: place, points, and where somebody sits now or next, read once for the whole field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from tournament.memory import remembered
from tournament.models import Seat, Table, Tournament

from .changes import is_withdrawn
from .overview import SessionSummary
from .seats import Person, SeatedTable, Sitter, byes_of, seated_tables, where_they_sit
from .shown import Shown
from .standings import Line, player_standings

# Session id, table, chair.
Place = tuple[int, int, int]


@dataclass(frozen=True)
class Account:
    """What a table says of a seat: match points, place, whether the table has begun, and whether it is closed."""

    match: int
    place: int | None
    has_begun: bool
    is_closed: bool


@dataclass(frozen=True)
class Whereabouts:
    """A place in a session, with the others at the table; without a sitter it is a bye."""

    session: SessionSummary
    sitter: Sitter | None
    others: tuple[Sitter, ...] = ()
    account: Account | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing is played there any more."""
        return self.session.is_over or (self.account is not None and self.account.is_closed)


@dataclass(frozen=True)
class Followed:
    """Somebody as those see him who follow him. `line`: in the standings, as far as a visitor may see them."""

    who: Person
    line: Line | None
    as_of: int
    now: Whereabouts | None
    withdrawn_from: int | None
    is_disqualified: bool


def followed(
    tournament: Tournament, sessions: Sequence[SessionSummary], shown: Shown, numbers: Iterable[int]
) -> list[Followed]:
    """The players of these numbers, in this order; numbers that nobody has are left out."""

    def read() -> dict[int, Followed]:
        return _field(tournament, sessions, shown)

    field = remembered(("followed", tournament.pk, shown.key), tournament.standings_version, read)
    return _as_they_play([field[number] for number in numbers if number in field])


def tables_of(tournament: Tournament, numbers: Iterable[int]) -> QuerySet[Table]:
    """The tables at which these players are, or were, drawn to sit or sat instead of somebody."""
    wanted = list(numbers)
    return Table.objects.filter(
        Q(seats__player__number__in=wanted) | Q(seats__sittings__player__number__in=wanted),
        session__tournament=tournament,
    )


def _as_they_play(found: list[Followed]) -> list[Followed]:
    """The same people with what stands at their tables now: only that changes with each hand. One query."""
    playing = {(one.now.session.id, one.now.sitter.table) for one in found if one.now and one.now.sitter}
    here = Q(pk__in=[])
    for session, table in playing:
        here |= Q(session=session, table__number=table)
    accounts = _accounts(Seat.objects.filter(here)) if playing else {}
    return [replace(one, now=_with_account(one.now, accounts)) for one in found]


def _with_account(now: Whereabouts | None, accounts: Mapping[Place, Account]) -> Whereabouts | None:
    if now is None or now.sitter is None:
        return now
    return replace(now, account=accounts.get((now.session.id, now.sitter.table, now.sitter.chair)))


def _field(tournament: Tournament, sessions: Sequence[SessionSummary], shown: Shown) -> dict[int, Followed]:
    lines: dict[int, Line] = {}
    as_of = 0
    if not shown.hidden:
        standings = player_standings(tournament, shown.as_of)
        as_of = standings.as_of
        lines = {line.id: line for line in standings.lines} if as_of else {}
    places = whereabouts(tournament, sessions)
    last = max((s.number for s in sessions), default=0)
    gone = dict(
        is_withdrawn(last + 1).filter(player__tournament=tournament).values_list("player_id", "from_session")
    )
    return {
        player.number: Followed(
            who=Person(player.pk, player.number, player.name, player.team.name if player.team else ""),
            line=lines.get(player.pk),
            as_of=as_of,
            now=places.get(player.pk),
            withdrawn_from=gone.get(player.pk),
            is_disqualified=player.disqualified_at is not None,
        )
        for player in tournament.players.select_related("team")
    }


def whereabouts(tournament: Tournament, sessions: Sequence[SessionSummary]) -> dict[int, Whereabouts]:
    """Player id → where he sits: in the session that is played or comes next, and where he is done with that
    or not in it, in the one after it."""
    found: dict[int, Whereabouts] = {}
    for session in [s for s in sessions if not s.is_over][:2]:
        for player, place in _in_session(tournament, session).items():
            if player not in found or found[player].is_over:
                found[player] = place
    return found


def _in_session(tournament: Tournament, session: SessionSummary) -> dict[int, Whereabouts]:
    tables = seated_tables(tournament, [session.id])
    accounts = _accounts(Seat.objects.filter(session=session.id))
    found = {free.id: Whereabouts(session, None) for free in byes_of(tournament, [session.number])}
    seated: dict[int, list[tuple[Sitter, SeatedTable]]] = where_they_sit(tables)
    for player, seats in seated.items():
        sitter, table = seats[-1]
        found[player] = Whereabouts(
            session,
            sitter,
            table.opponents_of(sitter),
            accounts.get((session.id, sitter.table, sitter.chair)),
        )
    return found


def _accounts(seats: QuerySet[Seat]) -> dict[Place, Account]:
    rows = seats.values_list(
        "session",
        "table__number",
        "chair",
        "match_points",
        "place",
        "table__last_entry_at",
        "table__closed_at",
    )
    return {
        (session, table, chair): Account(match, place, bool(entry or closed), closed is not None)
        for session, table, chair, match, place, entry, closed in rows
    }
