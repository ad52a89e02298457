"""Hands as the phone sends them: recorded once, refused in words, corrected, replayed."""

from __future__ import annotations

from typing import Any

import pytest

from tests import making
from tests.pages.referee_phone import Phone, new_id, refusal
from tournament.actions.tables import call_time
from tournament.models import Act, Hand, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    tournament = making.drawn()
    making.referee(tournament, "bob", [1])
    return making.table(tournament)


@pytest.fixture
def phone(table: Table) -> Phone:
    return Phone(table, making.user("bob"))


def hands(table: Table) -> list[tuple[int, list[int]]]:
    """The hands that count, with their scores."""
    found = table.hands.filter(is_current=True, outcome__in=("win", "drawn")).order_by("number")
    return [(hand.number, hand.scores) for hand in found]


def test_a_win_on_a_discard_is_settled_and_answered_with_the_new_table(phone: Phone, table: Table) -> None:
    response = phone.hand(1, winner=2, discarder=1, fan=24)
    answer = response.json()
    assert response.status_code == 200
    assert answer["answer"]["totals"] == [-8, -32, 48, -8]
    assert answer["message"] == "hand 1: {} wins from {}, 24 fan".format(*_names(table, 2, 1))
    assert 'id="floor"' in answer["html"]
    assert hands(table) == [(1, [-8, -32, 48, -8])]


def test_a_self_draw_is_paid_by_all_three(phone: Phone, table: Table) -> None:
    assert phone.hand(1, winner=0, fan=8).status_code == 200
    assert making.totals(table) == [48, -16, -16, -16]


def test_a_drawn_hand_moves_nothing(phone: Phone, table: Table) -> None:
    assert phone.hand(1).status_code == 200
    assert hands(table) == [(1, [0, 0, 0, 0])]


def test_the_same_entry_again_gets_the_first_answer_and_is_not_recorded_twice(
    phone: Phone, table: Table
) -> None:
    body = {
        "client_id": new_id(),
        "version": table.version,
        "number": 1,
        "winner": 0,
        "discarder": 3,
        "fan": 12,
    }
    first, second = phone.send("hand", body), phone.send("hand", body)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json()["answer"]["repeated"] is False
    assert second.json()["answer"] == first.json()["answer"] | {"repeated": True}
    assert second.json()["client_id"] == body["client_id"]
    assert len(hands(table)) == Act.objects.count() == 1


def test_an_id_used_for_another_entry_is_a_conflict(phone: Phone, table: Table) -> None:
    body = {
        "client_id": new_id(),
        "version": table.version,
        "number": 1,
        "winner": 0,
        "discarder": 3,
        "fan": 12,
    }
    phone.send("hand", body)
    again = phone.send("hand", body | {"fan": 13})
    assert refusal(again)[:2] == (409, "id_reused")
    assert hands(table) == [(1, [36, -8, -8, -20])]


def test_a_hand_entered_by_somebody_else_meanwhile_is_shown(phone: Phone, table: Table) -> None:
    making.hand(table, winner=3, fan=9, discarder=0)
    late = phone.enter("hand", version=1, number=1, winner=0, discarder=3, fan=12)
    assert refusal(late)[:2] == (409, "stale")
    winner, discarder = _names(table, 3, 0)
    assert f"hand 1: {winner} wins from {discarder}, 9 fan" in late.json()["message"]
    assert late.json()["current"]["version"] == 2
    assert '"version": 2' in late.json()["html"]
    assert hands(table) == [(1, [-17, -8, -8, 33])]


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"winner": 0, "discarder": 1, "fan": 7}, "fan_below_minimum", "fan"),
        ({"winner": 0, "discarder": 1, "fan": 9, "flowers": 2}, "fan_below_minimum", "fan"),
        ({"winner": 0, "discarder": 1, "fan": 12, "flowers": 9}, "flowers_out_of_range", "flowers"),
        ({"winner": 0, "discarder": 0, "fan": 12}, "winner_is_discarder", "discarder"),
        ({"winner": 0, "discarder": 1, "fan": 401, "confirmed": True}, "fan_too_high", "fan"),
        ({"winner": 0, "discarder": 1, "fan": 101}, "confirm_fan", "fan"),
        ({"winner": 0, "discarder": 1}, "fan_missing", "fan"),
        ({"winner": 4, "discarder": 1, "fan": 8}, "no_such_seat", ""),
        ({"winner": 0, "fan": 12, "robbed_kong": True}, "robbed_kong_needs_discarder", "discarder"),
        ({"winner": "0", "discarder": 1, "fan": 8}, "malformed", "winner"),
        ({"winner": 0, "discarder": 1, "fan": 8.5}, "malformed", "fan"),
        ({"winner": True, "discarder": 1, "fan": 8}, "malformed", "winner"),
        ({"winner": 0, "discarder": 1, "fan": 10**30}, "malformed", "fan"),
        ({"winner": 0, "discarder": 1, "fan": 8, "confirmed": "yes"}, "malformed", "confirmed"),
        ({"winner": 0, "discarder": 1, "fan": 8, "lift_dead_hand": "\ud800"}, "malformed", "lift_dead_hand"),
        ({"winner": 0, "discarder": 1, "fan": 8, "lift_dead_hand": "a\0b"}, "malformed", "lift_dead_hand"),
        ({"winner": 0, "discarder": 1, "fan": 8, "client_id": "x"}, "client_id", "client_id"),
        ({"winner": 0, "discarder": 1, "fan": 8, "client_id": "<b>hello</b>"}, "client_id", "client_id"),
        ({"winner": 0, "discarder": 1, "fan": 8, "version": None}, "malformed", "version"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_at_its_field(
    phone: Phone, table: Table, body: dict[str, Any], code: str, field: str
) -> None:
    response = phone.enter("hand", **({"number": 1} | body))
    assert refusal(response) == (422, code, field)
    assert response.json()["message"]
    assert hands(table) == []


def test_a_hand_that_is_not_the_next_one_is_a_conflict(phone: Phone, table: Table) -> None:
    assert refusal(phone.hand(2, winner=0, discarder=1, fan=8)) == (409, "wrong_hand", "number")
    assert hands(table) == []


def test_a_refused_entry_may_be_sent_again_with_its_id(phone: Phone, table: Table) -> None:
    body = {"client_id": new_id(), "version": 1, "number": 1, "winner": 0, "discarder": 1, "fan": 101}
    assert refusal(phone.send("hand", body))[:2] == (422, "confirm_fan")
    assert phone.send("hand", body | {"confirmed": True}).status_code == 200
    assert hands(table) == [(1, [125, -109, -8, -8])]


def test_a_dead_hand_wins_only_when_that_is_lifted_with_a_reason(phone: Phone, table: Table) -> None:
    making.penalty(table, 2, 10, kind="false_win_wrong_tile", mode="pay_each", dead_hand=True, hand_number=1)
    body = {"winner": 2, "discarder": 1, "fan": 24}
    assert refusal(phone.hand(1, **body)) == (422, "dead_hand", "winner")
    assert refusal(phone.hand(1, **body, lift_dead_hand="  ")) == (422, "dead_hand", "winner")
    assert phone.hand(1, **body, lift_dead_hand="the tiles were right").status_code == 200
    assert making.totals(table) == [2, -22, 18, 2]


def test_a_false_win_and_a_real_win_stand_in_one_hand(phone: Phone, table: Table) -> None:
    making.penalty(table, 2, 10, kind="false_win_wrong_tile", mode="pay_each", dead_hand=True, hand_number=1)
    assert phone.hand(1, winner=0, discarder=2, fan=8).status_code == 200
    # RULES §2 and §3: 32 −8 −16 −8 for the win, 10 10 −30 10 for the false win.
    assert making.totals(table) == [42, 2, -46, 2]


def test_a_closed_table_takes_no_hand_from_its_referee(phone: Phone, table: Table) -> None:
    making.close(table)
    assert refusal(phone.hand(1)) == (202, "waits", "")
    assert hands(table) == []


def test_after_time_a_hand_counts_that_ended_before_the_call(phone: Phone, table: Table) -> None:
    call_time(table, making.stamp(table))
    body = {"winner": 0, "discarder": 1, "fan": 8}
    assert refusal(phone.hand(1, **body))[:2] == (422, "time_called")
    assert phone.hand(1, **body, before_time=True).status_code == 200


@pytest.mark.parametrize("body", [b"", b"no", b"[1]", b'"x"', b"null", b"[" * 100_000, b"\xff"])
def test_what_is_no_json_object_is_refused(phone: Phone, body: bytes) -> None:
    response = phone.client.post(f"{phone.here}hand/", body, content_type="application/json")
    assert response.status_code == 400
    assert response.json()["code"] == "malformed"


def test_a_correction_needs_a_reason_and_keeps_the_old_revision_readable(phone: Phone, table: Table) -> None:
    phone.hand(1, winner=0, discarder=1, fan=12)
    phone.hand(2)
    wrong = {"number": 1, "winner": 0, "discarder": 1, "fan": 21}
    assert refusal(phone.enter("correction", **wrong)) == (422, "reason_missing", "reason")
    answer = phone.enter("correction", **wrong, reason="misread")
    assert answer.status_code == 200
    assert making.totals(table) == [45, -29, -8, -8]
    winner, discarder = _names(table, 0, 1)
    page = phone.look().content.decode()
    assert f"<del>hand 1: {winner} wins from {discarder}, 12 fan</del>" in page
    assert f"<strong>hand 1: {winner} wins from {discarder}, 21 fan</strong>" in page
    assert "misread" in page


def test_a_hand_that_was_not_played_is_not_corrected(phone: Phone) -> None:
    response = phone.enter("correction", number=1, winner=0, discarder=1, fan=21, reason="x")
    assert refusal(response) == (422, "no_such_hand", "number")


def test_a_replayed_hand_keeps_its_number(phone: Phone, table: Table) -> None:
    assert refusal(phone.enter("replay", number=1, reason="")) == (422, "reason_missing", "reason")
    assert phone.enter("replay", number=1, reason="the wall fell").status_code == 200
    assert hands(table) == []
    assert phone.hand(1, winner=0, discarder=1, fan=12).status_code == 200
    assert list(Hand.objects.values_list("outcome", "is_current")) == [("replay", False), ("win", True)]


def _names(table: Table, *seats: int) -> list[str]:
    names = dict(table.seats.values_list("chair", "player__name"))
    return [names[seat] for seat in seats]
