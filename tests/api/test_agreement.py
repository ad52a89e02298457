"""Programs call the chief referee, send signatures, and confirm what somebody else has closed."""

from __future__ import annotations

import pytest

from tests import making
from tests.api.asking import Asking, table_path
from tournament.models import Call, Table, Tournament

PATH = "M10 10L20 30L40 12M60 5L61 90"
AGREED = ["agreed"] * 4


@pytest.fixture
def event(db: None) -> Tournament:
    """A tournament in which a second person confirms every table."""
    return making.drawn(16, 1, second_check=True)


def test_a_call_is_answered_by_whoever_directs(table: Table, phone: Asking, chief: Asking) -> None:
    called = phone.enter("calls", table, text="tiles on the floor", expected_version=1)
    assert called.status_code == 200
    assert called.json()["call"] == Call.objects.get().pk
    assert phone.enter("calls", table, text="hurry").json()["already"]
    refusal = phone.enter("answers", table)
    assert (refusal.status_code, refusal.json()["code"]) == (422, "chief_only")
    assert chief.enter("answers", table).status_code == 200
    refusal = chief.enter("answers", table)
    assert (refusal.status_code, refusal.json()["code"]) == (422, "no_call")


def test_an_overlong_call_is_refused_at_its_field(table: Table, phone: Asking) -> None:
    answer = phone.enter("calls", table, text="x" * 201)
    assert (answer.status_code, answer.json()["field"]) == (400, "text")


def test_signatures_are_stored_and_never_told(table: Table, phone: Asking, anyone: Asking) -> None:
    phone.enter("time", table)
    wrong = phone.enter("close", table, agreements=AGREED, signatures=["", "M1 1<b>", "", ""])
    assert (wrong.status_code, wrong.json()["code"]) == (422, "signature")
    assert wrong.json()["field"] == "signatures.1"
    assert phone.enter("close", table, agreements=AGREED, signatures=[PATH]).status_code == 400
    assert phone.enter("close", table, agreements=AGREED, signatures=[PATH, "", "", ""]).status_code == 200
    assert table.seats.get(chair=0).signature == PATH
    for asking, path in (
        (phone, table_path(table)),
        (anyone, f"tournaments/{table.session.tournament.slug}/sessions/1/tables/1/"),
    ):
        answer = asking.get(path)
        assert answer.status_code == 200
        assert PATH not in answer.content.decode()


def test_somebody_else_confirms_a_closed_table(table: Table, phone: Asking, chief: Asking) -> None:
    phone.enter("time", table)
    assert phone.enter("checks", table).json()["code"] == "not_closed"
    phone.enter("close", table, agreements=AGREED)
    assert phone.enter("checks", table).json()["code"] == "same_person"
    assert phone.get(table_path(table)).json()["checked_at"] is None
    assert chief.enter("checks", table).status_code == 200
    assert phone.get(table_path(table)).json()["checked_at"] is not None
