"""The board says what waits for the chief referee, and its forms settle it."""

import pytest
from django.test import Client

from tests import making
from tournament.actions.agreement import call_chief
from tournament.actions.tables import close_table
from tournament.models import Call, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.drawn(16, 1, second_check=True)


@pytest.fixture
def desk(event: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user())
    return client


def board(client: Client, event: Tournament) -> str:
    return client.get(f"/organiser/{event.slug}/board/?session=1").content.decode()


def act(client: Client, event: Tournament, word: str, table: Table) -> int:
    values = {"act": word, "client_id": f"form-{word}", "expected_version": table.version}
    return client.post(f"/organiser/{event.slug}/tables/1/{table.number}/", values).status_code


def test_nothing_waits_at_first(desk: Client, event: Tournament) -> None:
    assert "Waiting for you" not in board(desk, event)


def test_a_call_is_on_the_board_at_once_and_gone_when_it_is_answered(desk: Client, event: Tournament) -> None:
    bob, table = making.referee(event, "bob", [1]), making.table(event)
    seen = desk.get(f"/organiser/{event.slug}/board/?session=1&part=1")["X-Version"]
    call_chief(table, "tiles <b>on</b> the floor", making.stamp(table, bob))
    part = desk.get(f"/organiser/{event.slug}/board/?session=1&part=1&v={seen}")
    assert part.status_code == 200
    assert "tiles &lt;b&gt;on&lt;/b&gt; the floor" in part.content.decode()
    assert "I am coming" in desk.get(f"/organiser/{event.slug}/tables/1/1/").content.decode()
    assert act(desk, event, "answer", table) == 302
    assert Call.objects.get().answered_by == making.user()
    assert "Waiting for you" not in board(desk, event)


def test_a_call_answered_by_somebody_else_meanwhile_is_not_answered_twice(
    desk: Client, event: Tournament
) -> None:
    table = making.table(event)
    assert act(desk, event, "answer", table) == 422


def test_an_objection_stands_on_the_board(desk: Client, event: Tournament) -> None:
    table = making.table(event)
    making.hand(table, 0, 8)
    close_table(table, ["agreed", "refused", "agreed", "agreed"], making.stamp(table), "he says 24")
    assert "refuses to sign" in board(desk, event)


def test_a_closed_table_is_confirmed_from_its_page(desk: Client, event: Tournament) -> None:
    bob, table = making.referee(event, "bob", [1]), making.table(event)
    making.hand(table, 0, 8)
    Table.objects.filter(pk=table.pk).update(time_called_at="2026-01-01T10:00Z", hands_at_time=1)
    close_table(table, ["agreed"] * 4, making.stamp(table, bob))
    assert "waits for a second person" in board(desk, event)
    table.refresh_from_db()
    assert act(desk, event, "check", table) == 302
    assert Table.objects.get(pk=table.pk).checked_by == making.user()
    assert "Confirmed by" in desk.get(f"/organiser/{event.slug}/tables/1/1/").content.decode()


def test_the_public_sees_that_a_closed_table_is_still_to_be_confirmed(
    desk: Client, event: Tournament
) -> None:
    table = making.table(event)
    making.hand(table, 0, 8)
    close_table(table, ["agreed"] * 4, making.stamp(table), "early")
    page = Client(headers={"accept-language": "en"}).get(f"/t/{event.slug}/sessions/1/").content.decode()
    assert "closed, to be confirmed" in page
