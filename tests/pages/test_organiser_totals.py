"""Paper sheets of a session: four totals a table, every row saved by itself."""

import secrets

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import making
from tournament.models import Seat, Session, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.drawn(8, 2)


@pytest.fixture
def alice(client: Client) -> Client:
    client.force_login(making.user())
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def url(event: Tournament, number: int = 1) -> str:
    return f"/organiser/{event.slug}/totals/{number}/"


def row(at: Table, totals: list[object], then: str = "close", **more: object) -> dict[str, object]:
    """A row as its form sends it."""
    at.refresh_from_db()
    fields = {f"total_{chair}": total for chair, total in enumerate(totals)}
    base = {"act": "save", "table": at.number, "then": then, "client_id": secrets.token_hex(16)}
    return base | fields | {"expected_version": at.version, "reason": ""} | more


def test_a_row_stores_its_totals_and_closes_the_table_as_signed_on_paper(
    event: Tournament, alice: Client
) -> None:
    at = making.table(event)
    answer = alice.post(url(event), row(at, ["+80", "−40", "３０", -70]))
    assert answer["Location"] == f"{url(event)}#row-1"
    at.refresh_from_db()
    assert (at.is_closed, at.totals_only) == (True, True)
    assert making.totals(at) == [80, -40, 30, -70]
    assert making.standard(at) == [4, 2, 3, 1]
    assert set(at.seats.values_list("agreement", flat=True)) == {"paper"}
    assert not making.table(event, 1, 2).is_closed


def test_a_row_can_be_stored_and_closed_later(event: Tournament, alice: Client) -> None:
    at = making.table(event)
    alice.post(url(event), row(at, [1, 2, 3, -6], then=""))
    at.refresh_from_db()
    assert not at.is_closed
    assert "totals stored, not closed" in alice.get(url(event)).content.decode()
    alice.post(url(event), row(at, [1, 2, 3, -6]))
    assert Table.objects.get(pk=at.pk).is_closed
    assert at.acts.filter(kind="totals").count() == 1


def test_a_sum_that_is_off_is_refused_at_the_row_until_a_reason_confirms_it(
    event: Tournament, alice: Client
) -> None:
    at = making.table(event)
    answer = alice.post(url(event), row(at, [80, -40, 30, -60]), headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "These totals sum to 10, by the penalties it should be 0." in text
    assert 'value="80"' in text
    assert 'name="reason"' in text
    assert 'id="row-1"' in text
    assert 'id="row-2"' not in text
    assert not Seat.objects.filter(paper_points__isnull=False).exists()
    alice.post(url(event), row(at, [80, -40, 30, -60], reason="signed so"))
    at.refresh_from_db()
    assert (at.is_closed, at.imbalance_reason) == (True, "signed so")


def test_without_a_script_the_whole_page_keeps_what_was_typed(event: Tournament, alice: Client) -> None:
    answer = alice.post(url(event), row(making.table(event), [80, "", "many", -60]))
    text = answer.content.decode()
    assert answer.status_code == 422
    for words in ("A total is missing.", "“many” is no whole number.", 'value="many"', 'id="row-2"'):
        assert words in text


def test_the_server_says_what_the_typed_totals_sum_to_and_stores_nothing(
    event: Tournament, alice: Client
) -> None:
    at = making.table(event)
    making.penalty(at, 0, 20)
    check = row(at, [10, 10, 10, -50]) | {"check": "1"}
    assert "sum −20" in alice.post(url(event), check).content.decode()
    off = alice.post(url(event), check | {"total_3": "-30"}).content.decode()
    assert "sum 0 instead of −20: +20" in off
    assert "sum should be −20" in alice.post(url(event), check | {"total_3": ""}).content.decode()
    assert not Seat.objects.filter(paper_points__isnull=False).exists()


def test_a_row_that_somebody_changed_meanwhile_is_refused_as_stale(event: Tournament, alice: Client) -> None:
    at = making.table(event)
    sent = row(at, [1, 2, 3, -6])
    making.penalty(at, 0, 0)
    answer = alice.post(url(event), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "Yours was not stored" in answer.content.decode()
    assert 'value="-6"' in answer.content.decode()


def test_beside_hands_the_totals_are_stored_and_the_table_is_not_closed_from_here(
    event: Tournament, alice: Client
) -> None:
    at = making.table(event)
    making.hand(at, 0, 24, 1)
    page = alice.get(url(event)).content.decode()
    assert "1 hand is entered: the totals are compared with it" in page
    alice.post(url(event), row(at, [48, -32, -8, -8], then=""))
    at.refresh_from_db()
    assert (at.totals_only, at.is_closed) == (False, False)


def test_a_closed_row_is_corrected_with_a_reason(event: Tournament, alice: Client) -> None:
    at = making.table(event)
    alice.post(url(event), row(at, [6, 2, -2, -6]))
    answer = alice.post(url(event), row(at, [8, 0, -2, -6], then=""))
    assert answer.status_code == 422
    assert "say why it is changed" in answer.content.decode()
    alice.post(url(event), row(at, [8, 0, -2, -6], then="", reason="misread"))
    assert making.totals(at) == [8, 0, -2, -6]


def test_an_empty_chair_has_an_account_and_does_not_sign(alice: Client) -> None:
    event = making.drawn(8, 1)
    at = making.table(event)
    at.seats.filter(chair=3).update(is_vacant=True, is_forfeit=True)
    alice.post(url(event), row(at, [48, -8, -8, -32]))
    assert list(at.seats.order_by("chair").values_list("agreement", flat=True)) == ["paper"] * 3 + [""]


def test_the_session_is_closed_from_here_and_the_next_one_opens(event: Tournament, alice: Client) -> None:
    refused = alice.post(url(event), {"act": "close_session"})
    assert refused.status_code == 422
    assert "These tables are still open: 1, 2." in refused.content.decode()
    for number in (1, 2):
        alice.post(url(event), row(making.table(event, 1, number), [3, 1, -1, -3]))
    assert alice.post(url(event), {"act": "close_session"})["Location"] == url(event, 2)
    assert Session.objects.get(tournament=event, number=1).state == "closed"


def test_a_page_of_many_tables_costs_no_more_queries_than_one_of_few(alice: Client) -> None:
    counts = []
    for players in (8, 64):
        event = making.drawn(players, 2)
        making.penalty(making.table(event), 0, 10)
        with CaptureQueriesContext(connection) as queries:
            assert alice.get(url(event)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("form", [{"act": "save", "table": "9"}, {"act": "save"}, {}])
def test_a_row_that_is_not_there_is_not_found(event: Tournament, alice: Client, form: dict[str, str]) -> None:
    assert alice.post(url(event), form).status_code == 404
