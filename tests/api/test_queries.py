"""The number of queries does not grow with the players."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import making
from tests.api.asking import Asking, stamped, table_path
from tournament.models import Staff, Tournament

PATHS = (
    "tournaments/",
    "tournaments/{slug}/",
    "tournaments/{slug}/sessions/1/",
    "tournaments/{slug}/sessions/1/tables/1/",
    "tournaments/{slug}/players/",
    "tournaments/{slug}/players/1/",
    "tournaments/{slug}/standings/",
    "tournaments/{slug}/standings/?provisional=1",
    "tournaments/{slug}/standings/teams/",
    "referee/tables/",
    "referee/tournaments/{slug}/sessions/1/tables/1/",
)
MOST = 22


def counted(asking: Asking, event: Tournament, path: str) -> int:
    """The queries of one answer, with nothing in the cache."""
    cache.clear()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert asking.get(path.format(slug=event.slug)).status_code == 200
    return len(queries)


def played(event: Tournament) -> Asking:
    """Some hands at every table of session 1, and a chief referee's program."""
    tables = event.sessions.get(number=1).tables.count()
    for number in range(1, tables + 1):
        table = making.table(event, 1, number)
        making.hand(table, winner=number % 4, fan=8)
        making.penalty(table, 0)
        if number % 2:
            making.close(table)
    return Asking(making.referee(event, f"chief{event.pk}", [1], role=Staff.Role.CHIEF_REFEREE), event)


@pytest.mark.django_db
def test_16_and_64_players_take_the_same_queries() -> None:
    small, large = making.drawn(16, 2), making.drawn(64, 2)
    few, many = played(small), played(large)
    found = {path: (counted(few, small, path), counted(many, large, path)) for path in PATHS}
    assert {path: pair for path, pair in found.items() if pair[0] != pair[1]} == {}
    assert {path: pair for path, pair in found.items() if pair[0] > MOST} == {}


@pytest.mark.django_db
def test_more_tournaments_take_no_more_queries() -> None:
    chief = making.user("chief")
    asking = Asking(chief)
    counts = []
    for _more in range(3):
        event = making.drawn(16, 2)
        Staff.objects.create(tournament=event, user=chief, role=Staff.Role.CHIEF_REFEREE, name="Chief")
        counts.append([counted(asking, event, path) for path in ("tournaments/", "referee/tables/")])
    assert counts[0] == counts[1] == counts[2]


@pytest.mark.django_db
def test_a_long_sheet_takes_no_more_queries_than_a_short_one() -> None:
    event = making.drawn(16, 1)
    chief = Asking(making.referee(event, "chief", role=Staff.Role.CHIEF_REFEREE), event)
    table = making.table(event)
    making.hand(table)
    paths = (table_path(table), f"tournaments/{event.slug}/sessions/1/tables/1/")
    short = [counted(chief, event, path) for path in paths]
    for _hand in range(14):
        making.hand(table, winner=0, fan=8)
        making.penalty(table, 1)
    making.hand(table)
    assert [counted(chief, event, path) for path in paths] == short


@pytest.mark.django_db
def test_nothing_new_is_found_out_before_anything_is_computed() -> None:
    event = making.drawn(16, 2)
    asking = played(event)
    event.refresh_from_db()
    assert counted(asking, event, "tournaments/{slug}/") > 4
    with CaptureQueriesContext(connection) as queries:
        assert asking.get(f"tournaments/{event.slug}/standings/?v={event.version}").status_code == 204
    assert len(queries) <= 2  # who asks, and the tournament


@pytest.mark.django_db
def test_an_entry_takes_the_same_queries_in_a_large_tournament() -> None:
    counts = []
    for players in (16, 64):
        event = making.drawn(players, 2)
        asking = played(event)
        table = making.table(event, 1, 2)
        body = stamped(table, number=2, winner=0, discarder=1, fan=8)
        with CaptureQueriesContext(connection) as queries:
            assert asking.post(f"{table_path(table)}hands/", body).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
