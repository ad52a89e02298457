"""The organiser's board: every table of a session at a glance, and what each waits for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache, lru_cache
from typing import Any

from django.db.models import Exists, Max, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournament.models import Call, Dispute, Duty, Hand, LogEntry, Player, Seat, Session, Sitting, Table
from tournament.prepared import Given, Prepared

from .changes import WITH_SITTINGS, Sits, all_sit
from .deals import last_hand, progress
from .history import names_in, sentence
from .table_state import seating_at

PLAYED = (Hand.Outcome.WIN, Hand.Outcome.DRAWN)
QUIET_AFTER = timedelta(minutes=15)


@dataclass(frozen=True)
class Card:
    """One table.

    `state` is not_started, playing, quiet (nothing entered for long), called, objection, check (a second person is to
    confirm it), closed; or, whether or not play goes on, dispute: something waits for a ruling. `calls`: the chief
    referee is called there. `until`: when the table's own extra minutes are over. `hand` is the
    number of the hand being played and `hand_name` its name; `since` the moment of the last entry, or of the
    session's start where nothing was entered; `last` says what was entered last.
    """

    table: Table
    state: str
    hand: int
    progress: str
    hand_name: str
    since: datetime | None
    minutes_since: int | None
    all_played: bool
    until: datetime | None = None
    calls: bool = False
    referee: str = ""
    seats: tuple[Seat, ...] = ()
    last: str = ""

    @property
    def sits(self) -> list[Sits]:
        """Who really sits in the four seats in the hand being played."""
        return all_sit(self.seats, self.hand)

    @property
    def people(self) -> str:
        """What a filter looks through: the referee and the four players, with who sits for them, and their teams."""
        words = [self.referee]
        for one in self.sits:
            for player in (one.seat.player, one.player if one.place else None):
                if player:
                    words += [player.name, player.team.name if player.team else ""]
        return " ".join(filter(None, words))


def board(
    session: Session, now: datetime | None = None, numbers: Collection[int] | None = None
) -> list[Card]:
    """The tables of a session in order, all or those with these numbers, in a fixed number of queries."""
    now = now or timezone.now()
    tables = _tables(session.pk) if numbers is None else _tables(session.pk).filter(number__in=numbers)
    referees = dict(
        Duty.objects.filter(tournament_id=session.tournament_id).values_list("table_number", "staff__name")
    )
    seats: dict[int, list[Seat]] = defaultdict(list)
    found = Seat.objects.filter(table__in=_only(session, numbers)).select_related("player__team")
    for seat in found.prefetch_related(WITH_SITTINGS).order_by("chair"):
        seats[seat.table_id].append(seat)
    last = _last_words(_only(session, numbers), seats)
    return [
        replace(
            card,
            referee=referees.get(card.table.number, ""),
            seats=tuple(seats[card.table.pk]),
            last=last.get(card.table.pk, ""),
        )
        for card in _cards(session, tables, now)
    ]


def contents(session: Session) -> dict[int, tuple[Any, ...]]:
    """All that the cards of a session depend on, by the number of the table: equal while a card is. Three queries."""
    people: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    players = [*(f"player__{name}" for name in _names(Player)), "player__team__name"]
    seats = Seat.objects.filter(session=session).order_by("chair")
    sittings = Sitting.objects.filter(seat__session=session).order_by("pk")
    for found in (
        seats.values_list("table_id", *_names(Seat), *players),
        sittings.values_list("seat__table_id", *_names(Sitting), *players),
    ):
        for row in found:
            people[row[0]].append(row)
    state = ("disputed", "calls_chief", "refused", "last_hand")
    tables = _tables(session.pk).values_list("pk", "number", *_names(Table), *state)
    return {row[1]: (row, *people[row[0]]) for row in tables}


@cache
def _names(kind: type[Model]) -> tuple[str, ...]:
    """The columns of a model."""
    return tuple(field.attname for field in kind._meta.concrete_fields)


def board_of(session: Session, numbers: Collection[int]) -> list[Card]:
    """The tables of a session with these numbers, without their people and words. One query."""
    given = {f"number_{at}": number for at, number in enumerate(numbers)}
    return _cards(session, _tables_of(len(given))(session=session.pk, **given), timezone.now())


@lru_cache(maxsize=32)
def _tables_of(count: int) -> Prepared[Table]:
    """So many tables of a session by their numbers."""
    numbers: list[Any] = [Given(f"number_{at}") for at in range(count)]
    return Prepared(lambda: _tables(Given("session")).filter(number__in=numbers))


def _only(session: Session, numbers: Collection[int] | None) -> QuerySet[Table]:
    """The tables of a session, all or those with these numbers, to be named in a query."""
    tables = Table.objects.filter(session=session).order_by()
    return tables if numbers is None else tables.filter(number__in=numbers)


def _tables(session: int | Given) -> QuerySet[Table]:
    """The tables of a session in order, with what their state depends on."""
    calls = Exists(Call.objects.filter(table=OuterRef("pk"), answered_at__isnull=True))
    disputed = Exists(Dispute.objects.filter(table=OuterRef("pk"), ruled_at__isnull=True))
    refused = Exists(Seat.objects.filter(table=OuterRef("pk"), agreement=Seat.Agreement.REFUSED))
    hands = Hand.objects.filter(table=OuterRef("pk"), is_current=True, outcome__in=PLAYED).order_by()
    last = hands.values("table").annotate(last=Max("number")).values("last")
    return (
        Table.objects.filter(session=session)
        .order_by("number")
        .annotate(
            disputed=disputed, calls_chief=calls, refused=refused, last_hand=Coalesce(Subquery(last), 0)
        )
    )


def _cards(session: Session, tables: Iterable[Any], now: datetime) -> list[Card]:
    """The cards of tables that were read with `_tables`. No query."""
    book = session.tournament.rulebook
    cards = []
    for table in tables:
        table.session = session
        since = table.last_entry_at or session.started_at
        last = last_hand(table, book)
        number = min(table.last_hand + 1, last)
        cards.append(
            Card(
                table=table,
                state=_state(table, now, book.second_check),
                hand=number,
                progress=progress(table, book, number),
                hand_name=seating_at(table, book, number).name,
                since=since,
                minutes_since=None if since is None else int((now - since).total_seconds() // 60),
                all_played=table.last_hand >= last,
                until=_own_end(table),
                calls=table.calls_chief,
            )
        )
    return cards


def _own_end(table: Table) -> datetime | None:
    """When the extra minutes of a table are over; None where it has none, or they matter no more."""
    session = table.session
    done = table.is_closed or table.time_called_at is not None or session.ends_at is None
    if done or not table.extra_minutes or session.ends_at is None or session.paused_at is not None:
        return None
    return session.ends_at + timedelta(minutes=table.extra_minutes)


def _last_words(tables: QuerySet[Table], seats: Mapping[int, Sequence[Seat]]) -> dict[int, str]:
    """What was entered last at each of these tables, in words."""
    entries = LogEntry.objects.filter(table__in=tables).order_by()
    newest = entries.values("table").annotate(last=Max("pk")).values("last")
    words = {}
    for entry in LogEntry.objects.filter(pk__in=newest):
        if entry.table_id is not None:
            words[entry.table_id] = sentence(entry, names_in(entry, seats.get(entry.table_id, ())))
    return words


def _state(table: Any, now: datetime, second_check: bool) -> str:
    """The state of a table that was read with what it depends on."""
    if table.disputed:
        return "dispute"
    if table.is_closed:
        if table.refused:
            return "objection"
        return "check" if second_check and table.checked_at is None else "closed"
    if table.time_called_at is not None:
        return "called"
    if table.last_entry_at is None:
        return "not_started"
    return "quiet" if now - table.last_entry_at > QUIET_AFTER else "playing"
