"""What else the phone sends: penalties, chairs, time, closing, taking back."""

from __future__ import annotations

from typing import Any

import pytest

from tests import making
from tests.pages.referee_phone import Phone, new_id, refusal
from tournament.actions.sessions import close_session
from tournament.actions.tables import close_table
from tournament.models import Penalty, Staff, Table

pytestmark = pytest.mark.django_db
FALSE_WIN: dict[str, Any] = {
    "seat": 2,
    "kind": "false_win_wrong_tile",
    "amount": "10",
    "mode": "pay_each",
    "currency": "match_points",
    "victim": None,
    "dead_hand": True,
    "hand": 1,
    "reason": "",
}
AGREED = ["agreed", "agreed", "paper", "agreed"]


@pytest.fixture
def table() -> Table:
    tournament = making.drawn()
    making.referee(tournament, "bob", [1])
    return making.table(tournament)


@pytest.fixture
def phone(table: Table) -> Phone:
    return Phone(table, making.user("bob"))


def test_a_penalty_is_saved_at_once_and_the_hand_stays_open(phone: Phone, table: Table) -> None:
    answer = phone.enter("penalty", **FALSE_WIN).json()
    assert answer["answer"]["totals"] == [10, 10, -30, 10]
    assert "false win: wrong tile, pays 10 to each, dead hand" in answer["message"]
    assert "is-dead" in answer["html"]
    assert '"hand": 1' in answer["html"]


def test_a_penalty_sent_twice_is_given_once(phone: Phone, table: Table) -> None:
    body = FALSE_WIN | {"client_id": new_id(), "version": table.version}
    assert phone.send("penalty", body).status_code == phone.send("penalty", body).status_code == 200
    assert Penalty.objects.count() == 1
    assert making.totals(table) == [10, 10, -30, 10]


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"amount": ""}, "amount_missing", "amount"),
        ({"amount": "many"}, "amount", "amount"),
        ({"amount": "10.5"}, "amount_not_whole", "amount"),
        ({"amount": "-5"}, "amount_negative", "amount"),
        ({"amount": "999999"}, "amount_too_high", "amount"),
        ({"amount": 10}, "malformed", "amount"),
        ({"kind": "sneezing"}, "unknown_kind", "kind"),
        ({"mode": "steal"}, "unknown_mode", "mode"),
        ({"mode": "pay_one"}, "victim_missing", "victim"),
        ({"mode": "pay_one", "victim": 2}, "victim_is_offender", "victim"),
        ({"mode": "pay_one", "victim": 7}, "no_such_seat", "victim"),
        ({"currency": "standard_points"}, "standard_points_deduct_only", "mode"),
        ({"currency": "standard_points", "mode": "deduct", "amount": "1/3"}, "amount_not_half", "amount"),
        ({"seat": 9}, "no_such_seat", "seat"),
        ({"seat": None}, "malformed", "seat"),
        ({"hand": 17}, "no_such_hand", "hand_number"),
        ({"kind": "false_win_deliberate", "amount": "0", "reason": "x"}, "chief_only", "kind"),
    ],
)
def test_a_penalty_that_makes_no_sense_is_refused_at_its_field(
    phone: Phone, change: dict[str, Any], code: str, field: str
) -> None:
    assert refusal(phone.enter("penalty", **(FALSE_WIN | change))) == (422, code, field)
    assert not Penalty.objects.exists()


@pytest.mark.parametrize(
    ("typed", "twelfths"),
    [("0.5", 6), ("0,5", 6), ("½", 6), ("1/2", 6), ("１", 12), ("1.5", 18), (" 2 ", 24)],
)
def test_standard_points_are_typed_as_people_type_them(phone: Phone, typed: str, twelfths: int) -> None:
    change = {"currency": "standard_points", "mode": "deduct", "kind": "conduct", "amount": typed}
    assert phone.enter("penalty", **(FALSE_WIN | change)).status_code == 200
    assert Penalty.objects.get().amount == twelfths


def test_a_warning_is_a_penalty_of_nothing(phone: Phone, table: Table) -> None:
    change = {"kind": "empty_call", "mode": "deduct", "amount": "0", "dead_hand": False}
    assert phone.enter("penalty", **(FALSE_WIN | change)).status_code == 200
    assert making.totals(table) == [0, 0, 0, 0]
    offers = phone.look().context["data"]["penalties"]["kinds"]["empty_call"]["offers"]
    assert [offer["amount"] for offer in offers] == ["0", "0", "5", "0"]


def test_the_chief_referee_records_a_deliberate_false_win_with_a_reason(table: Table) -> None:
    chief = making.referee(table.session.tournament, "chief", role=Staff.Role.CHIEF_REFEREE)
    phone = Phone(table, chief)
    body = FALSE_WIN | {"kind": "false_win_deliberate", "amount": "0", "mode": "deduct"}
    assert refusal(phone.enter("penalty", **body)) == (422, "reason_missing", "reason")
    assert phone.enter("penalty", **(body | {"reason": "three tiles short"})).status_code == 200
    player = table.seats.get(chair=2).player
    assert player is not None
    assert player.disqualified_at is not None


def test_a_penalty_is_withdrawn_with_a_reason_and_stays_readable(phone: Phone, table: Table) -> None:
    phone.enter("penalty", **FALSE_WIN)
    number = Penalty.objects.get().pk
    assert refusal(phone.enter("withdrawal", penalty=number, reason="")) == (422, "reason_missing", "reason")
    answer = phone.enter("withdrawal", penalty=number, reason="it was a right win")
    assert answer.status_code == 200
    assert making.totals(table) == [0, 0, 0, 0]
    assert "it was a right win" in answer.json()["html"]
    assert "is-dead" not in answer.json()["html"]
    assert refusal(phone.enter("withdrawal", penalty=number, reason="x"))[1] == "already_withdrawn"
    assert refusal(phone.enter("withdrawal", penalty=10**6, reason="x"))[1] == "no_such_penalty"


def test_a_penalty_of_another_table_is_not_there(phone: Phone, table: Table) -> None:
    other = making.table(table.session.tournament, number=2)
    making.penalty(other, 0)
    response = phone.enter("withdrawal", penalty=Penalty.objects.get().pk, reason="x")
    assert refusal(response)[1] == "no_such_penalty"


def test_before_round_four_the_chairs_are_confirmed(phone: Phone, table: Table) -> None:
    phone.play(12)
    assert refusal(phone.hand(13))[1] == "chairs_not_confirmed"
    assert phone.look().context["waits"] == "chairs"
    assert phone.enter("round", round=4, swapped=True).status_code == 200
    # RULES §4, after_third: 东↔南 and 西↔北 before the fourth round; hand 13 is dealt by the player drawn to 南.
    seating = phone.look().context["state"].seating
    assert (seating.chairs, seating.dealer) == ((1, 0, 3, 2), 1)


def test_not_swapped_leaves_everybody_where_he_was(phone: Phone, table: Table) -> None:
    phone.play(12)
    assert phone.enter("round", round=4, swapped=False).status_code == 200
    seating = phone.look().context["state"].seating
    assert (seating.chairs, seating.dealer) == ((0, 1, 2, 3), 0)


def test_chairs_are_not_confirmed_in_the_middle_of_a_round(phone: Phone) -> None:
    assert refusal(phone.enter("round", round=4, swapped=True))[1] == "wrong_round"


def test_time_is_called_once(phone: Phone) -> None:
    phone.play(3)
    assert phone.enter("time").status_code == 200
    assert phone.look().context["waits"] == "close"
    called = Table.objects.get(pk=phone.table.pk)
    assert phone.enter("time").json()["answer"]["already"] is True
    after = Table.objects.get(pk=phone.table.pk)
    assert (after.version, after.time_called_at) == (called.version, called.time_called_at)


def test_by_some_rulebooks_the_running_hand_is_played_to_its_end() -> None:
    tournament = making.drawn(at_time="finish_current")
    phone = Phone(making.table(tournament), making.referee(tournament, "bob", [1]))
    phone.play(3)
    phone.enter("time")
    assert phone.look().context["waits"] == "hand"
    assert phone.hand(4, winner=0, discarder=1, fan=8).status_code == 200
    assert phone.look().context["waits"] == "close"
    assert refusal(phone.hand(5))[1] == "time_called"


def test_a_table_closes_with_the_consent_of_four_after_time(phone: Phone, table: Table) -> None:
    phone.hand(1, winner=0, discarder=1, fan=24)
    assert refusal(phone.enter("close", agreements=AGREED, reason=""))[1] == "not_ended"
    phone.enter("time")
    missing = ["agreed", "agreed", "", "agreed"]
    assert refusal(phone.enter("close", agreements=missing, reason="")) == (
        422,
        "agreement_missing",
        "agreement_2",
    )
    assert phone.enter("close", agreements=AGREED, reason="").status_code == 200
    table.refresh_from_db()
    assert table.is_closed
    # 48 −32 −8 −8 at 4-3-2-1: the two in the middle share 3 and 2.
    assert making.standard(table) == [4, 1, 2.5, 2.5]
    page = phone.look().content.decode()
    assert "2½" in page
    assert phone.look().context["waits"] == "closed"


def test_who_refuses_to_sign_needs_a_reason(phone: Phone, table: Table) -> None:
    phone.play(16)
    agreements = ["agreed", "refused", "agreed", "agreed"]
    response = phone.enter("close", agreements=agreements, reason="")
    assert refusal(response) == (422, "reason_missing", "reason")
    assert phone.enter("close", agreements=agreements, reason="disputes hand 9").status_code == 200


def test_agreements_are_four_words(phone: Phone) -> None:
    phone.play(16)
    no_words: list[Any] = [None, "agreed", ["agreed"] * 3, [1, 2, 3, 4], [["agreed"]] * 4]
    for agreements in no_words:
        response = phone.enter("close", agreements=agreements, reason="")
        assert refusal(response) == (422, "malformed", "agreements"), agreements


def test_the_referee_takes_a_closing_back_while_the_session_is_open(phone: Phone, table: Table) -> None:
    phone.play(16)
    phone.enter("close", agreements=AGREED, reason="")
    assert phone.look().context["may_reopen"] is True
    assert phone.enter("undo").status_code == 200
    table.refresh_from_db()
    assert not table.is_closed
    assert phone.look().context["waits"] == "close"


def test_in_a_closed_session_nothing_is_taken_back(phone: Phone, table: Table) -> None:
    tournament = table.session.tournament
    phone.play(16)
    phone.enter("close", agreements=AGREED, reason="")
    for other in table.session.tables.exclude(pk=table.pk):
        close_table(other, AGREED, making.stamp(other), "time is short")
    close_session(tournament, 1, making.user())
    assert phone.look().context["may_reopen"] is False
    assert refusal(phone.enter("undo"))[0] == 422
    table.refresh_from_db()
    assert table.is_closed


def test_undo_says_what_it_takes_back_and_takes_back_one_act(phone: Phone, table: Table) -> None:
    phone.hand(1, winner=0, discarder=1, fan=24)
    phone.enter("penalty", **(FALSE_WIN | {"hand": 2}))
    assert "false win: wrong tile" in phone.look().context["data"]["undo"]
    phone.enter("undo")
    assert making.totals(table) == [48, -32, -8, -8]
    assert phone.look().context["data"]["undo"].startswith("hand 1: ")
    phone.enter("undo")
    assert making.totals(table) == [0, 0, 0, 0]
    assert phone.look().context["data"]["undo"] == ""
    assert refusal(phone.enter("undo"))[1] == "nothing_to_undo"


def test_an_undo_sent_twice_takes_back_one_act(phone: Phone, table: Table) -> None:
    phone.hand(1, winner=0, discarder=1, fan=24)
    phone.hand(2, winner=0, discarder=1, fan=24)
    table.refresh_from_db()
    body = {"client_id": new_id(), "version": table.version}
    assert phone.send("undo", body).status_code == phone.send("undo", body).status_code == 200
    assert making.totals(table) == [48, -32, -8, -8]
