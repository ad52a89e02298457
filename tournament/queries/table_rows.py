"""What is stored of one table, each kind of row in one query that is put together once: a save reads all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, QuerySet

from tournament.models import Act, Dispute, Hand, Penalty, Seat, Sitting, Staff, Table, Tournament
from tournament.prepared import Given, Prepared

from .changes import give_sittings

_HERE = Given("table")
Row = TypeVar("Row", Hand, Act, Penalty, Dispute, Seat)


def hands_of(table: Table) -> list[Hand]:
    """All revisions of all hands, by number and revision."""
    return _at(table, _hands(table=table.pk))


def acts_of(table: Table) -> list[Act]:
    """All that was ever done at the table, taken back or not, in its order."""
    return _at(table, _acts(table=table.pk))


def penalties_of(table: Table) -> list[Penalty]:
    """All penalties, withdrawn ones too."""
    return _at(table, _penalties(table=table.pk))


def disputes_of(table: Table) -> list[Dispute]:
    """All disputes, ruled on or not."""
    return _at(table, _disputes(table=table.pk))


def seats_of(table: Table) -> list[Seat]:
    """The four seats by drawn chair, with their people and who else sat there. One query, two where anybody did."""
    seats = _at(table, _seats(table=table.pk))
    sat = any(seat.has_sittings for seat in seats)  # type: ignore[attr-defined]
    give_sittings(seats, _sittings(table=table.pk) if sat else ())
    return seats


def names_of_staff(tournament: Tournament) -> dict[int, str]:
    """How the members of the staff are called, by user."""
    return dict(_staff(tournament=tournament.pk))


def with_others(staff: dict[int, str], users: Iterable[int | None]) -> dict[int, str]:
    """The same with those of these users who are of the staff no more, by the names of their accounts.

    One query, none where there are no such.
    """
    gone = {one for one in users if one is not None and one not in staff}
    if not gone:
        return staff
    return {**staff, **dict(User.objects.filter(pk__in=gone).values_list("pk", "username"))}


def _at(table: Table, rows: list[Row]) -> list[Row]:
    """The rows, which know their table as if it had been asked for them."""
    for row in rows:
        row._state.fields_cache["table"] = table
    return rows


@Prepared
def _hands() -> QuerySet[Hand]:
    return Hand.objects.filter(table=_HERE).order_by("number", "revision")


@Prepared
def _acts() -> QuerySet[Act]:
    return Act.objects.filter(table=_HERE).order_by("id")


@Prepared
def _penalties() -> QuerySet[Penalty]:
    return Penalty.objects.filter(table=_HERE)


@Prepared
def _disputes() -> QuerySet[Dispute]:
    return Dispute.objects.filter(table=_HERE)


@Prepared
def _seats() -> QuerySet[Seat]:
    seats = Seat.objects.filter(table=_HERE).select_related("player__team", "credited").order_by("chair")
    return seats.annotate(has_sittings=Exists(Sitting.objects.filter(seat=OuterRef("pk"))))


@Prepared
def _sittings() -> QuerySet[Sitting]:
    sittings = Sitting.objects.filter(seat__table=_HERE).select_related("player__team")
    return sittings.order_by("from_hand", "id")


@Prepared
def _staff() -> QuerySet[Staff, tuple[int, str]]:
    return Staff.objects.filter(tournament=Given("tournament")).values_list("user_id", "name")
