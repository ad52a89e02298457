"""Who sees the referee's pages: whoever may record at that table; for everybody else there is no such page."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import making
from tests.pages.referee_phone import Phone
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.models import Act, Hand, Penalty, Staff, Table

pytestmark = pytest.mark.django_db

KINDS = ["hand", "correction", "replay", "penalty", "withdrawal", "round", "time", "close", "undo"]
KINDS += ["counting", "dispute", "call", "answer", "check"]
PEOPLE = ["bob", "charlie", "dora", "stranger"]


@pytest.fixture
def table() -> Table:
    """Table 1 of alice's tournament: bob is its referee, charlie has another table, dora another tournament."""
    ours, theirs = making.drawn(), making.drawn()
    making.referee(ours, "bob", [1])
    making.referee(ours, "charlie", [2])
    making.referee(theirs, "dora", [1])
    making.user("stranger")
    return making.table(ours)


@pytest.mark.parametrize(
    ("name", "status"), [("alice", 200), ("bob", 200), ("charlie", 404), ("dora", 404), ("stranger", 404)]
)
def test_a_table_is_there_for_whoever_records_at_it(table: Table, name: str, status: int) -> None:
    assert Phone(table, making.user(name)).look().status_code == status
    assert Phone(table, making.user(name)).look(part="1").status_code == status


def test_the_chief_referee_records_at_every_table(table: Table) -> None:
    chief = making.referee(table.session.tournament, "chief", role=Staff.Role.CHIEF_REFEREE)
    assert Phone(table, chief).look().status_code == 200
    assert Phone(table, chief).hand(1).status_code == 200


@pytest.mark.parametrize("name", ["charlie", "dora", "stranger"])
def test_it_validates_ownership_of_every_entry(table: Table, name: str) -> None:
    phone = Phone(table, making.user(name))
    for kind in KINDS:
        answer = phone.enter(kind, number=1, reason="x", seat=0, kind="other", round=2)
        assert answer.status_code == 404, kind
    assert not Act.objects.exists()
    assert not Hand.objects.exists()
    assert not Penalty.objects.exists()


def test_an_anonymous_entry_is_sent_to_the_login(table: Table) -> None:
    for kind in KINDS:
        response = Phone(table, None).enter(kind, number=1)
        assert response.status_code == 302
        assert response["Location"].startswith("/accounts/login/?next=/referee/"), kind
    assert not Act.objects.exists()


def test_anonymous_readers_are_sent_to_the_login(table: Table) -> None:
    for address in ("/referee/", Phone(table, None).here):
        response = Client().get(address)
        assert (response.status_code, response["Location"]) == (302, f"/accounts/login/?next={address}")


def test_a_referee_whose_table_was_given_away_no_longer_finds_it(table: Table) -> None:
    phone = Phone(table, making.user("bob"))
    table.session.tournament.duties.all().delete()
    assert phone.look(part="1").status_code == 404
    assert phone.hand(1).status_code == 404


def test_a_draft_has_no_tables_yet() -> None:
    tournament = making.tournament()
    make_draw(tournament, [1], making.user(), seed="s")
    bob = making.referee(tournament, "bob", [1])
    phone = Phone(making.table(tournament), bob)
    assert phone.look().status_code == 404
    publish_draw(tournament, [1], making.user())
    assert phone.look().status_code == 200


def test_what_is_no_kind_of_entry_is_not_found(table: Table) -> None:
    assert Phone(table, making.user("bob")).enter("reopen").status_code == 404


def test_entries_are_posted(table: Table) -> None:
    phone = Phone(table, making.user("bob"))
    assert phone.client.get(f"{phone.here}hand/").status_code == 405
    assert phone.client.post(phone.here).status_code == 405


def test_an_entry_needs_the_token_of_the_page(table: Table) -> None:
    phone = Phone(table, making.user("bob"))
    strict = Client(enforce_csrf_checks=True, headers={"Accept-Language": "en"})
    strict.force_login(making.user("bob"))
    phone.client = strict
    assert phone.hand(1).status_code == 403


def test_pages_of_a_table_are_never_kept_by_a_browser_or_proxy(table: Table) -> None:
    assert "no-store" in Phone(table, making.user("bob")).look()["Cache-Control"]


@pytest.mark.parametrize("address", ["1/99/", "99/1/", "1/1000000000000000000000/", "1/0/"])
def test_a_table_that_does_not_exist_is_not_found(table: Table, address: str) -> None:
    client = Client()
    client.force_login(making.user())
    assert client.get(f"/referee/{table.session.tournament.slug}/{address}").status_code == 404
