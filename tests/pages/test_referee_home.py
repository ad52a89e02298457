"""The list of a referee's tables: which they are and what each waits for."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import making
from tests.pages.referee_phone import Phone
from tournament.actions.sessions import close_session, start_session
from tournament.actions.tables import call_time, close_table
from tournament.models import Session, Staff

pytestmark = pytest.mark.django_db


def home(by: User, **query: str) -> Any:
    """The list as this user sees it."""
    client = Client()
    client.force_login(by)
    return client.get("/referee/", query, headers={"Accept-Language": "en"})


def tables(by: User) -> list[tuple[int, str]]:
    """(number, what it waits for) of the tables on the list."""
    groups = home(by).context["groups"]
    return [(entry.card.table.number, entry.waits) for group in groups for entry in group.entries]


def test_a_referee_sees_his_own_tables_of_the_running_session() -> None:
    tournament = making.drawn()
    bob = making.referee(tournament, "bob", [1, 3])
    start_session(tournament, 1, making.user())
    assert tables(bob) == [(1, "hand"), (3, "hand")]
    page = home(bob).content.decode()
    assert f"/referee/{tournament.slug}/1/3/" in page
    assert f"/referee/{tournament.slug}/1/2/" not in page


def test_before_the_start_the_next_published_session_is_listed() -> None:
    tournament = making.drawn()
    bob = making.referee(tournament, "bob", [1])
    assert tables(bob) == [(1, "hand")]
    assert "This session has not started yet." in home(bob).content.decode()


def test_each_table_says_what_it_waits_for() -> None:
    tournament = making.drawn(24)
    bob = making.referee(tournament, "bob", [1, 2, 3, 4, 5])
    for number, hands in ((1, 12), (2, 16), (3, 2), (4, 1)):
        at = making.table(tournament, number=number)
        for _hand in range(hands):
            making.hand(at)
    timed, closed = making.table(tournament, number=3), making.table(tournament, number=4)
    call_time(timed, making.stamp(timed))
    making.close(closed)
    assert tables(bob) == [(1, "chairs"), (2, "close"), (3, "close"), (4, "closed"), (5, "hand")]


def test_the_chief_referee_sees_all_tables_and_can_filter_them() -> None:
    tournament = making.drawn(32)
    chief = making.referee(tournament, "chief", role=Staff.Role.CHIEF_REFEREE)
    assert [number for number, _waits in tables(chief)] == list(range(1, 9))
    assert 'data-filter="#list-' in home(chief).content.decode()
    assert [number for number, _waits in tables(making.user())] == list(range(1, 9))


def test_whoever_has_no_table_is_told_so() -> None:
    tournament = making.drawn()
    bob = making.referee(tournament, "bob")
    assert "No table is assigned to you in this tournament." in home(bob).content.decode()
    assert "No table is assigned to you" in home(making.user("stranger")).content.decode()


def test_without_a_session_to_play_the_list_says_so() -> None:
    tournament = making.tournament()
    bob = making.referee(tournament, "bob", [1])
    assert "No session is being played." in home(bob).content.decode()


def test_other_tournaments_are_not_listed() -> None:
    ours, theirs = making.drawn(), making.drawn()
    bob = making.referee(ours, "bob", [1])
    making.referee(theirs, "dora", [1])
    assert theirs.slug not in home(bob).content.decode()


def test_the_next_session_follows_the_closed_one() -> None:
    tournament = making.drawn()
    bob = making.referee(tournament, "bob", [1])
    for at in tournament.sessions.get(number=1).tables.all():
        close_table(at, ["agreed"] * 4, making.stamp(at), "rehearsed")
    close_session(tournament, 1, making.user())
    assert home(bob).context["groups"][0].session.number == 2


def test_the_list_refreshes_itself_only_when_something_changed() -> None:
    tournament = making.drawn()
    bob = making.referee(tournament, "bob", [1, 2])
    version = home(bob).context["version"]
    assert home(bob, part="1", v=version).status_code == 204
    making.hand(making.table(tournament))
    changed = home(bob, part="1", v=version)
    assert changed.status_code == 200
    assert changed["X-Version"] != version
    assert "2/16" in changed.content.decode()
    assert "<html" not in changed.content.decode()


def test_the_number_of_queries_does_not_grow_with_the_tables() -> None:
    counts = []
    for players in (16, 160):
        tournament = making.drawn(players, 1)
        chief = making.referee(tournament, f"chief{players}", role=Staff.Role.CHIEF_REFEREE)
        for number in (1, 2, 3):
            making.hand(making.table(tournament, number=number))
        with CaptureQueriesContext(connection) as queries:
            assert len(tables(chief)) == players // 4
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_another_session_being_played_is_said_on_the_table_of_the_next() -> None:
    tournament = making.drawn()
    bob = making.referee(tournament, "bob", [1])
    start_session(tournament, 1, making.user())
    later = Phone(making.table(tournament, session=2), bob)
    assert later.look().context["other_running"] == Session.objects.get(tournament=tournament, number=1)
    answer = later.hand(1).json()
    assert answer["code"] == "another_running"
