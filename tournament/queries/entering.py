"""The tables at which somebody may record, over all his tournaments, in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Max

from scoring.rulebook import Rulebook
from tournament.access import all_tables_to_enter
from tournament.models import Duty, Hand, Seat, Session, Table, Tournament

from .deals import last_hand
from .table_state import seating_at
from .waiting import Waits, waits_for

PLAYED = (Hand.Outcome.WIN, Hand.Outcome.DRAWN)


@dataclass(frozen=True)
class Enterable:
    """One table: `next_hand` is the number of the hand being played (17 when all are), `hand_name` its name.

    `is_mine`: the reader looks after this table himself, rather than as chief referee or organiser.
    """

    table: Table
    seats: tuple[Seat, ...]
    next_hand: int
    hand_name: str
    waits: Waits
    is_mine: bool


def enterable_tables(user: User, slug: str = "", session: int | None = None) -> list[Enterable]:
    """The user's tables by tournament, session and number.

    Of each tournament the session that is being played, else the next one that is published; with `session` the one
    of that number, closed or not. With `slug` only one tournament.
    """
    allowed = all_tables_to_enter(user)
    if slug:
        allowed = allowed.filter(session__tournament__slug=slug)
    sessions = Session.objects.filter(pk__in=allowed.order_by().values("session"))
    chosen = _current(sessions) if session is None else [s.pk for s in sessions.filter(number=session)]
    tables = list(
        allowed.filter(session__in=chosen)
        .select_related("session__tournament")
        .order_by("-session__tournament__starts_on", "session__tournament_id", "number")
    )
    return _described(user, tables)


def _current(sessions: Iterable[Session]) -> list[int]:
    """For each tournament the session being played, else the first that is published and not played yet."""
    best: dict[int, Session] = {}
    order = {Session.State.RUNNING: 0, Session.State.PUBLISHED: 1}
    for session in sessions:
        rank = order.get(Session.State(session.state))
        if rank is None:
            continue
        held = best.get(session.tournament_id)
        if held is None or (rank, session.number) < (order[Session.State(held.state)], held.number):
            best[session.tournament_id] = session
    return [session.pk for session in best.values()]


def _described(user: User, tables: list[Table]) -> list[Enterable]:
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=tables).select_related("player__team").order_by("chair"):
        seats[seat.table_id].append(seat)
    hands = Hand.objects.filter(table__in=tables, is_current=True, outcome__in=PLAYED).order_by()
    last = dict(hands.values("table").annotate(last=Max("number")).values_list("table", "last"))
    mine = set(Duty.objects.filter(staff__user=user).values_list("tournament_id", "table_number"))
    books: dict[int, Rulebook] = {}
    found = []
    for table in tables:
        tournament: Tournament = table.session.tournament
        if tournament.pk not in books:
            books[tournament.pk] = tournament.rulebook
        book = books[tournament.pk]
        number = last.get(table.pk, 0) + 1
        found.append(
            Enterable(
                table=table,
                seats=tuple(seats[table.pk]),
                next_hand=number,
                hand_name=seating_at(table, book, min(number, last_hand(table, book))).name,
                waits=waits_for(table, book, number),
                is_mine=(tournament.pk, table.number) in mine,
            )
        )
    return found
