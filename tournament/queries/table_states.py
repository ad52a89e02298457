"""The states of all tables of a session at once, in a number of queries that does not depend on how many there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from typing import TypeVar

from tournament.models import Act, Dispute, Hand, Penalty, Seat, Session, Table

from .changes import WITH_SITTINGS
from .table_state import TableState

Row = TypeVar("Row", Hand, Act, Penalty, Dispute, Seat)


def table_states(session: Session, number: int | None = None) -> list[TableState]:
    """What `table_state` says of each table of a session, or of the one with a number, in order. Seven queries.

    Whom the entries are by is not read along: who needs that asks for one table.
    """
    tables = list(
        session.tables.order_by("number") if number is None else session.tables.filter(number=number)
    )
    chosen = Table.objects.filter(pk__in=[table.pk for table in tables]).order_by()
    if number is None:
        chosen = Table.objects.filter(session=session).order_by()
    seats = Seat.objects.select_related("player__team", "credited").prefetch_related(WITH_SITTINGS)
    seated = _by_table(seats.filter(table__in=chosen).order_by("chair"))
    hands = _by_table(Hand.objects.filter(table__in=chosen).order_by("number", "revision"))
    acts = _by_table(Act.objects.filter(table__in=chosen).order_by("id"))
    penalties = _by_table(Penalty.objects.filter(table__in=chosen))
    disputes = _by_table(Dispute.objects.filter(table__in=chosen))
    found = []
    for table in tables:
        table.session = session
        key = table.pk
        standing = [act for act in acts[key] if act.undone_at is None]
        found.append(
            TableState(
                table=table,
                book=session.tournament.rulebook,
                seats=seated[key],
                hands={hand.number: hand for hand in hands[key] if hand.is_current},
                revisions={n: list(group) for n, group in groupby(hands[key], key=lambda hand: hand.number)},
                corrected={act.answer["hand"] for act in standing if act.kind == "correction"},
                penalties=penalties[key],
                replayed={act.answer["hand"]: act.at for act in standing if act.kind == "replay"},
                disputes=disputes[key],
                acts=acts[key],
            )
        )
    return found


def _by_table(rows: Iterable[Row]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        if row.table_id is not None:
            found[row.table_id].append(row)
    return found
