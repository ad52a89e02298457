"""Queries that are put together once: the values are those of each time, and what comes is what the ORM gives."""

from datetime import timedelta

import pytest
from django.db.models import DateTimeField, Exists, OuterRef, QuerySet
from django.utils import timezone

from tests import making
from tournament.models import Seat, Session, Table
from tournament.prepared import Given, Prepared

pytestmark = pytest.mark.django_db


def test_each_time_it_asks_with_the_values_of_that_time() -> None:
    builds = []

    def build() -> QuerySet[Seat]:
        builds.append(1)
        return Seat.objects.filter(table=Given("table")).select_related("player__team").order_by("chair")

    seats = Prepared(build)
    tournament = making.drawn()
    for table in Table.objects.filter(session__tournament=tournament):
        found = seats(table=table.pk)
        expected = list(table.seats.select_related("player__team").order_by("chair"))
        assert [(one.pk, str(one.player)) for one in found] == [(one.pk, str(one.player)) for one in expected]
        assert [vars(one).keys() - {"_state"} for one in found] == [
            vars(one).keys() - {"_state"} for one in expected
        ]
    assert len(builds) == 1


def test_what_is_stored_later_is_found_and_a_moment_is_not_kept() -> None:
    begun = Prepared(
        lambda: Session.objects.filter(started_at__gt=Given("since", DateTimeField())).annotate(
            has_tables=Exists(Table.objects.filter(session=OuterRef("pk")))
        )
    )
    session = making.table(making.drawn()).session
    now = timezone.now()
    assert begun.first(since=now) is None
    Session.objects.filter(pk=session.pk).update(started_at=now)
    assert begun(since=now) == []
    assert [(one.pk, one.started_at, one.has_tables) for one in begun(since=now - timedelta(seconds=1))] == [
        (session.pk, now, True)
    ]


def test_rows_of_values_come_as_the_database_keeps_them() -> None:
    numbers = Prepared(
        lambda: (
            Table.objects.filter(session=Given("session")).order_by("number").values_list("number", "chairs")
        )
    )
    table = making.table(making.drawn())
    Table.objects.filter(pk=table.pk).update(chairs={"2": [0, 1, 2, 3]})
    assert numbers(session=table.session_id)[table.number - 1] == (table.number, {"2": [0, 1, 2, 3]})
