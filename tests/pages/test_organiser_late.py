"""The chief referee's page of late entries: what waits, what the sheet holds, and the two buttons."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests import making
from tests.pages.referee_phone import Phone, new_id
from tournament.actions.sessions import close_session
from tournament.models import LateEntry, Staff, Table, Tournament

pytestmark = pytest.mark.django_db
NEXT = {"number": 2, "winner": 0, "discarder": 1, "fan": 24}


@pytest.fixture
def event() -> Tournament:
    return making.drawn(4, 1)


@pytest.fixture
def table(event: Tournament) -> Table:
    """One drawn hand, then the table was closed."""
    at = making.table(event)
    making.hand(at)
    making.close(at)
    return at


@pytest.fixture
def phone(event: Tournament, table: Table) -> Phone:
    return Phone(table, making.referee(event, "bob", [1]))


@pytest.fixture
def chief(event: Tournament) -> Client:
    return logged_in(making.referee(event, "carol", role=Staff.Role.CHIEF_REFEREE))


def logged_in(user: Any) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    return client


def page(event: Tournament) -> str:
    return f"/organiser/{event.slug}/late/"


def test_it_lists_what_was_sent_by_whom_and_what_the_sheet_holds(
    event: Tournament, phone: Phone, chief: Client
) -> None:
    phone.hand(1, winner=0, discarder=1, fan=24)
    phone.hand(2, winner=0, discarder=1, fan=24)
    text = chief.get(page(event)).content.decode()
    assert "24 fan" in text
    assert "sent by Bob" in text
    assert "session 1, table 1" in text
    assert "The sheet holds now: hand 1: drawn" in text
    assert "The sheet does not hold this hand." in text


def test_it_is_entered_with_a_reason(event: Tournament, table: Table, phone: Phone, chief: Client) -> None:
    phone.enter("hand", **NEXT)
    entry = LateEntry.objects.get()
    without = chief.post(page(event), {"entry": entry.pk, "act": "enter", "reason": ""})
    assert without.status_code == 422
    assert "Say why it is entered" in without.content.decode()
    answer = chief.post(page(event), {"entry": entry.pk, "act": "enter", "reason": "no network"}, follow=True)
    assert "It is entered." in answer.content.decode()
    assert making.totals(table) == [48, -32, -8, -8]


def test_a_refusal_of_the_act_is_shown_and_keeps_what_was_typed(
    event: Tournament, phone: Phone, chief: Client
) -> None:
    phone.enter("hand", **(NEXT | {"number": 7}))
    entry = LateEntry.objects.get()
    answer = chief.post(page(event), {"entry": entry.pk, "act": "enter", "reason": "no network"})
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "The next hand of table 1 is 2, not 7." in text
    assert 'value="no network"' in text


def test_it_is_declined_and_settled_once(
    event: Tournament, table: Table, phone: Phone, chief: Client
) -> None:
    phone.enter("hand", **NEXT)
    body = {"entry": LateEntry.objects.get().pk, "act": "decline", "reason": "never played"}
    assert "It is declined." in chief.post(page(event), body, follow=True).content.decode()
    again = chief.post(page(event), body | {"act": "enter"})
    assert again.status_code == 409
    assert "never played" in again.content.decode()
    assert making.totals(table) == [0, 0, 0, 0]


def test_the_number_that_waits_is_on_the_board_the_overview_and_beside_every_page(
    event: Tournament, phone: Phone, chief: Client
) -> None:
    addresses = [
        f"/organiser/{event.slug}/board/",
        f"/organiser/{event.slug}/",
        f"/organiser/{event.slug}/penalties/",
    ]
    link = f'href="{page(event)}"'
    assert not any(link in chief.get(address).content.decode() for address in addresses)
    phone.enter("hand", **NEXT)
    phone.enter("penalty", seat=0, kind="late", amount="10", mode="deduct", currency="match_points")
    for address in addresses:
        text = chief.get(address).content.decode()
        assert link in text
        assert '<span class="count count--call">2</span>' in text


def test_an_open_board_notices_that_something_came(event: Tournament, phone: Phone, chief: Client) -> None:
    board = f"/organiser/{event.slug}/board/"
    version = chief.get(board, {"part": "1"})["X-Version"]
    assert chief.get(board, {"part": "1", "v": version}).status_code == 204
    phone.enter("hand", **NEXT)
    assert chief.get(board, {"part": "1", "v": version}).status_code == 200


def test_closing_and_making_official_say_that_something_waits(
    event: Tournament, phone: Phone, chief: Client
) -> None:
    board = f"/organiser/{event.slug}/board/"
    warning = "Late entries still wait: table 1."
    assert warning not in chief.get(board).content.decode()
    phone.enter("hand", **NEXT)
    assert warning in chief.get(board).content.decode()
    close_session(event, 1, making.user())
    text = chief.get(board).content.decode()
    assert "become official now" in text
    assert warning in text


def test_it_is_for_those_who_direct_this_tournament(event: Tournament, phone: Phone) -> None:
    phone.enter("hand", **NEXT)
    entry = LateEntry.objects.get()
    body = {"entry": entry.pk, "act": "enter", "reason": "mine"}
    stranger = making.user("mallory")
    making.tournament(by=stranger)
    for client in (phone.client, logged_in(stranger)):
        assert client.get(page(event)).status_code == 404
        assert client.post(page(event), body).status_code == 404
    assert Client().get(page(event)).status_code == 302
    assert making.user() != stranger
    assert logged_in(making.user()).get(page(event)).status_code == 200


@pytest.mark.parametrize("body", [{}, {"entry": "x", "act": "enter"}, {"entry": "1", "act": "dance"}])
def test_a_form_that_says_nothing_is_not_found(
    event: Tournament, chief: Client, body: dict[str, str]
) -> None:
    assert chief.post(page(event), body).status_code == 404


def test_what_was_sent_is_text_on_the_page(event: Tournament, phone: Phone, chief: Client) -> None:
    evil = "<script>alert(1)</script>"
    phone.enter("dispute", hand=1, reason=evil, client_id=new_id())
    text = chief.get(page(event)).content.decode()
    assert evil not in text
    assert "&lt;script&gt;" in text
