"""The chief referee's table page: the sheet, corrections, penalties, undo, closing and opening again."""

import secrets
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import making
from tournament.actions.sessions import close_session, start_session
from tournament.models import Hand, Penalty, Staff, Table, Tournament
from tournament.queries.table_state import table_state

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    event = making.drawn(8, 2)
    start_session(event, 1, making.user())
    return event


@pytest.fixture
def at(event: Tournament) -> Table:
    return making.table(event)


@pytest.fixture
def chief(event: Tournament, client: Client) -> Client:
    client.force_login(making.referee(event, "carol", role=Staff.Role.CHIEF_REFEREE))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def url(at: Table, query: str = "") -> str:
    return f"/organiser/{at.session.tournament.slug}/tables/{at.session.number}/{at.number}/{query}"


def form(at: Table, act: str, **fields: object) -> dict[str, object]:
    """A form as the page makes it now."""
    at.refresh_from_db()
    base = {"act": act, "client_id": secrets.token_hex(16), "expected_version": at.version}
    return base | fields


def names(at: Table) -> list[str]:
    return [seat.player.name for seat in at.seats.order_by("chair") if seat.player]


def test_the_sheet_shows_changes_totals_dealers_and_marks(chief: Client, at: Table) -> None:
    making.hand(at, 0, 24, 1)  # +80? no: 3·8+24 = 48, −32, −8, −8
    making.hand(at)
    answer = chief.get(url(at))
    lines = answer.context["lines"]
    assert [cell.change for cell in lines[0].cells] == [48, -32, -8, -8]
    assert [cell.total for cell in lines[1].cells] == [48, -32, -8, -8]
    marks = [[mark for mark, _name in cell.marks] for cell in lines[0].cells]
    assert marks == [["▲", "●"], ["—"], [], []]
    assert [[mark for mark, _name in cell.marks] for cell in lines[1].cells] == [
        ["○"],
        ["▲", "○"],
        ["○"],
        ["○"],
    ]
    text = answer.content.decode()
    for word in ("东风东", "北风北", "+48", "−32", *names(at)):
        assert word in text


def test_a_hand_is_corrected_with_a_reason_and_the_old_revision_stays_readable(
    chief: Client, at: Table
) -> None:
    making.hand(at, 0, 24, 1)
    sent = form(at, "correct", hand=1, winner="2", discarder="", fan="8", flowers="0", reason="wrong winner")
    answer = chief.post(url(at), sent)
    assert answer.status_code == 302
    assert making.totals(at) == [-16, -16, 48, -16]
    text = chief.get(answer["Location"]).content.decode()
    four = names(at)
    assert f"hand 1: {four[2]}, self-draw, 8 fan" in text
    assert f"<del>hand 1: {four[0]} wins from {four[1]}, 24 fan</del>" in text
    assert "Carol" in text
    assert "reason: wrong winner" in text


def test_the_same_form_sent_twice_is_stored_once(chief: Client, at: Table) -> None:
    making.hand(at, 0, 24, 1)
    sent = form(at, "correct", hand=1, winner="0", discarder="1", fan="25", flowers="0", reason="one more")
    assert [chief.post(url(at), sent).status_code for _i in range(2)] == [302, 302]
    assert Hand.objects.filter(table=at).count() == 2


def test_a_drawn_hand_can_become_a_win_and_back(chief: Client, at: Table) -> None:
    making.hand(at)
    chief.post(url(at), form(at, "correct", hand=1, winner="3", discarder="0", fan="8", reason="overlooked"))
    assert making.totals(at) == [-16, -8, -8, 32]
    chief.post(url(at), form(at, "correct", hand=1, winner="", discarder="", fan="", reason="it was drawn"))
    assert making.totals(at) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("fields", "sentence", "name"),
    [
        (
            {"winner": "0", "discarder": "1", "fan": "7"},
            "7 fan is under the minimum of 8.",
            "fan",
        ),
        ({"winner": "0", "discarder": "0", "fan": "8"}, "The winner cannot be the discarder.", "discarder"),
        ({"winner": "0", "discarder": "", "fan": ""}, "How many fan?", "fan"),
        ({"winner": "0", "discarder": "", "fan": "401"}, "401 fan cannot be", "fan"),
        ({"winner": "0", "discarder": "", "fan": "102"}, "102 fan is rare. Is it right?", "fan"),
        ({"winner": "", "discarder": "1", "fan": "8"}, "A drawn hand has no discarder", "winner"),
        ({"winner": "0", "fan": "20", "flowers": "9"}, "A hand has 0 to 8 flowers.", "flowers"),
        ({"winner": "0", "fan": "10", "flowers": "3"}, "10 fan with 3 flowers is under the minimum", "fan"),
        ({"winner": "0", "fan": "8", "robbed_kong": "on"}, "Whose kong was robbed?", "discarder"),
        ({"winner": "0", "fan": "eight"}, "Enter a whole number.", "fan"),
        ({"winner": "7", "fan": "8"}, "Select a valid choice.", "winner"),
        ({"winner": "0", "fan": "8", "reason": " "}, "Say why the hand is corrected.", "reason"),
    ],
)
def test_a_refusal_stands_at_its_field_and_keeps_what_was_typed(
    chief: Client, at: Table, fields: dict[str, str], sentence: str, name: str
) -> None:
    making.hand(at, 0, 24, 1)
    answer = chief.post(url(at), form(at, "correct", hand=1, **{"reason": "because of this", **fields}))
    assert answer.status_code == 422
    shown = answer.context["correct_form"]
    assert sentence in " ".join(shown.errors[name])
    text = answer.content.decode()
    assert f'value="{fields.get("reason", "because of this")}"' in text
    if fields.get("fan"):
        assert f'value="{fields["fan"]}"' in text
    assert making.totals(at) == [48, -32, -8, -8]


def test_a_rare_fan_is_stored_once_it_is_confirmed(chief: Client, at: Table) -> None:
    making.hand(at, 0, 24, 1)
    fields = {"winner": "0", "discarder": "", "fan": "102", "reason": "all of it"}
    asked = chief.post(url(at), form(at, "correct", hand=1, **fields))
    assert 'name="confirmed"' in asked.content.decode()
    assert chief.post(url(at), form(at, "correct", hand=1, confirmed="on", **fields)).status_code == 302
    assert making.totals(at) == [330, -110, -110, -110]


def test_a_dead_hand_wins_only_when_it_is_lifted(chief: Client, at: Table) -> None:
    making.penalty(at, 0, 10, kind="false_win_wrong_tile", mode="pay_each", dead_hand=True, hand_number=1)
    making.hand(at, 1, 8)
    fields = {"winner": "0", "discarder": "1", "fan": "8", "reason": "the tile was right after all"}
    asked = chief.post(url(at), form(at, "correct", hand=1, **fields))
    assert asked.status_code == 422
    assert "hand is dead after a penalty" in " ".join(asked.context["correct_form"].errors["winner"])
    assert 'name="lift"' in asked.content.decode()
    assert chief.post(url(at), form(at, "correct", hand=1, lift="on", **fields)).status_code == 302
    assert making.totals(at) == [32 - 30, -16 + 10, -8 + 10, -8 + 10]


def test_a_hand_that_was_not_played_yet_is_not_corrected(chief: Client, at: Table) -> None:
    making.hand(at, 0, 24, 1)
    answer = chief.post(url(at), form(at, "correct", hand=2, winner="0", fan="8", reason="early"))
    assert answer.status_code == 422
    assert "Hand 2 was not played yet" in answer.content.decode()
    assert "Store the correction" not in chief.get(url(at, "?hand=2")).content.decode()


def test_a_hand_that_was_left_out_can_be_entered(chief: Client, at: Table) -> None:
    for _number in range(3):
        making.hand(at)
    Hand.objects.filter(table=at, number=2).delete()  # as a file leaves it that does not know hand 2
    assert "Enter this hand, which was left out" in chief.get(url(at, "?hand=2")).content.decode()
    chief.post(url(at), form(at, "correct", hand=2, winner="0", discarder="", fan="8", reason="found it"))
    assert making.totals(at) == [48, -16, -16, -16]
    assert [h.number for h in table_state(making.table(at.session.tournament)).hands.values()] == [1, 2, 3]


def test_a_stale_form_is_answered_with_409_and_what_came_in_between(chief: Client, at: Table) -> None:
    making.hand(at, 0, 24, 1)
    old = form(at, "correct", hand=1, winner="0", discarder="1", fan="30", reason="counted again")
    making.hand(at, 2, 8)
    answer = chief.post(url(at), old)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert f"Meanwhile alice entered at this table: hand 2: {names(at)[2]}, self-draw, 8 fan." in text
    assert 'value="counted again"' in text
    assert Hand.objects.filter(table=at, number=1).count() == 1
    again = old | {"expected_version": answer.context["table"].version, "client_id": "another"}
    assert chief.post(url(at), again).status_code == 302


def test_a_correction_in_a_closed_session_says_how_the_places_move(
    chief: Client, event: Tournament, at: Table
) -> None:
    making.hand(at, 0, 24, 1)
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    assert (
        "changes this table's result and the standings at once"
        in chief.get(url(at, "?hand=1")).content.decode()
    )
    four = names(at)
    sent = form(at, "correct", hand=1, winner="1", discarder="0", fan="24", reason="east and south exchanged")
    text = chief.post(url(at), sent, follow=True).content.decode()
    assert f"{four[0]}: place 1 → " in text
    assert f"{four[1]}: place " in text
    assert " → 1;" in text


def test_a_penalty_is_as_the_rulebook_says_unless_something_else_is_chosen(chief: Client, at: Table) -> None:
    kind = "false_win_not_ready"
    base = {"seat": "0", "kind": kind, "currency": "match_points"}
    assert chief.post(url(at), form(at, "penalty", **base, hand_number="1")).status_code == 302
    first = Penalty.objects.get()
    # cn2014: 诈和 pays each 20, and the hand is dead.
    assert (first.amount, first.mode, first.dead_hand, first.hand_number) == (20, "pay_each", True, 1)
    assert making.totals(at) == [-60, 20, 20, 20]
    chief.post(url(at), form(at, "penalty", **base, amount="5", mode="pay_one", victim="3", dead_hand="no"))
    assert making.totals(at) == [-65, 20, 20, 25]
    chief.post(
        url(at), form(at, "penalty", seat="1", kind="conduct", currency="standard_points", amount="1.5")
    )
    at_one = at.seats.get(chair=1)
    assert Fraction(at_one.standard_deducted, 12) == Fraction(3, 2)


@pytest.mark.parametrize(
    ("fields", "name", "sentence"),
    [
        ({"seat": ""}, "seat", "This field is required."),
        ({"kind": ""}, "kind", "This field is required."),
        ({"amount": "-5"}, "amount", "A penalty cannot be less than 0."),
        ({"amount": "2.5"}, "amount", "Match points are whole."),
        ({"amount": "1000000"}, "amount", "impossibly high"),
        ({"amount": "ten"}, "amount", "Enter a number."),
        ({"currency": "standard_points", "amount": "0.3"}, "amount", "halves and wholes"),
        ({"currency": "standard_points"}, "amount", "How many standard points?"),
        ({"currency": "standard_points", "amount": "1", "mode": "pay_each"}, "mode", "only be deducted"),
        ({"amount": "5", "mode": "pay_one"}, "victim", "Who receives the points?"),
        ({"amount": "5", "mode": "pay_one", "victim": "0"}, "victim", "cannot be paid by himself"),
        ({"amount": "5", "mode": "deduct", "victim": "1"}, "victim", "Somebody is paid only where"),
        ({"kind": "false_win_deliberate"}, "reason", "Say why the player is disqualified."),
    ],
)
def test_a_penalty_that_makes_no_sense_is_refused_at_its_field(
    chief: Client, at: Table, fields: dict[str, str], name: str, sentence: str
) -> None:
    base = {"seat": "0", "kind": "conduct", "currency": "match_points"}
    answer = chief.post(url(at), form(at, "penalty", **(base | fields)))
    assert answer.status_code == 422
    assert sentence in " ".join(answer.context["penalty_form"].errors[name])
    assert not Penalty.objects.exists()


def test_a_penalty_is_withdrawn_with_a_reason_and_stays_in_the_record(chief: Client, at: Table) -> None:
    making.penalty(at, 2, 30)
    penalty = Penalty.objects.get()
    refused = chief.post(url(at), form(at, "withdraw", penalty=penalty.pk, reason=""))
    assert refused.status_code == 422
    assert "Say why the penalty is withdrawn." in refused.content.decode()
    assert chief.post(url(at), form(at, "withdraw", penalty=penalty.pk, reason="mistaken")).status_code == 302
    assert making.totals(at) == [0, 0, 0, 0]
    text = chief.get(url(at)).content.decode()
    assert f"<del>{names(at)[2]}: conduct, 30 deducted</del>" in text
    assert "mistaken" in text
    again = chief.post(url(at), form(at, "withdraw", penalty=penalty.pk, reason="twice"))
    assert (again.status_code, "already withdrawn" in again.content.decode()) == (422, True)
    other = chief.post(url(at), form(at, "withdraw", penalty=10**8, reason="none"))
    assert (other.status_code, "no such penalty" in other.content.decode()) == (422, True)


def test_the_last_act_is_taken_back_whatever_it_was(chief: Client, at: Table) -> None:
    making.hand(at, 0, 24, 1)
    making.penalty(at, 2, 30)
    assert making.totals(at) == [48, -32, -38, -8]
    answer = chief.post(url(at), form(at, "undo"), follow=True)
    assert f"Taken back: {names(at)[2]}: conduct, 30 deducted." in answer.content.decode()
    assert making.totals(at) == [48, -32, -8, -8]
    chief.post(url(at), form(at, "undo"))
    assert making.totals(at) == [0, 0, 0, 0]
    nothing = chief.post(url(at), form(at, "undo"))
    assert (nothing.status_code, "nothing to take back" in nothing.content.decode()) == (422, True)


def test_a_table_closes_early_with_a_reason_and_four_agreements(chief: Client, at: Table) -> None:
    making.hand(at, 0, 24, 1)
    words = {"agreement_0": "agreed", "agreement_1": "paper", "agreement_2": "agreed"}
    missing = chief.post(url(at), form(at, "close", **words, reason="fire alarm"))
    assert missing.status_code == 422
    assert "has not agreed yet" in " ".join(missing.context["close_form"].errors["agreement_3"])
    words["agreement_3"] = "refused"
    early = chief.post(url(at), form(at, "close", **words))
    assert (early.status_code, "The table is closed early: say why." in early.content.decode()) == (422, True)
    assert 'value="paper" selected' in early.content.decode()
    assert chief.post(url(at), form(at, "close", **words, reason="fire alarm")).status_code == 302
    at.refresh_from_db()
    assert at.is_closed
    assert [s.agreement for s in at.seats.order_by("chair")] == ["agreed", "paper", "agreed", "refused"]


def test_a_closed_table_is_opened_again_with_a_reason(chief: Client, at: Table) -> None:
    making.hand(at, 0, 24, 1)
    making.close(at)
    refused = chief.post(url(at), form(at, "reopen", reason=""))
    assert "Say why the table is opened again." in " ".join(refused.context["reopen_form"].errors["reason"])
    assert chief.post(url(at), form(at, "reopen", reason="hand 1")).status_code == 302
    at.refresh_from_db()
    assert not at.is_closed
    # What is undone next is the hand: the closing was taken back already.
    chief.post(url(at), form(at, "undo"))
    assert making.totals(at) == [0, 0, 0, 0]


def test_no_table_of_a_closed_session_is_opened_neither_directly_nor_by_undo(
    chief: Client, event: Tournament, at: Table
) -> None:
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    for sent in (form(at, "reopen", reason="hand 1"), form(at, "undo")):
        answer = chief.post(url(at), sent)
        assert answer.status_code == 422
        assert "Session 1 is closed. Open the session again first" in answer.content.decode()
    at.refresh_from_db()
    assert at.is_closed


def test_totals_on_paper_stand_beside_those_of_the_hands_and_differences_are_marked(
    chief: Client, at: Table
) -> None:
    making.hand(at, 0, 24, 1)
    for chair, points in enumerate((48, -32, -18, 2)):
        at.seats.filter(chair=chair).update(paper_points=points)
    answer = chief.get(url(at))
    assert [differs for _seat, _total, differs in answer.context["seats"]] == [False, False, True, True]
    text = answer.content.decode()
    assert text.count("is-different") == 2
    assert "On paper" in text
    assert "−18" in text


def test_totals_on_paper_alone_differ_from_nothing(chief: Client, at: Table) -> None:
    for chair, points in enumerate((48, -32, -18, 2)):
        at.seats.filter(chair=chair).update(paper_points=points)
    Table.objects.filter(pk=at.pk).update(totals_only=True)
    text = chief.get(url(at)).content.decode()
    assert "On paper" in text
    assert "is-different" not in text
    assert "From the hands" not in text
    assert "the hands below" not in text


def test_the_page_can_stand_beside_the_board(chief: Client, at: Table) -> None:
    making.hand(at, 0, 24, 1)
    beside = {"hx-request": "true", "hx-target": "table-side"}
    assert "<html" not in chief.get(url(at), headers=beside).content.decode()
    sent = form(at, "correct", hand=1, winner="0", discarder="1", fan="25", reason="one more")
    answer = chief.post(url(at), sent, headers=beside, follow=True)
    assert "Hand 1 was corrected." in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_the_refresh_answers_204_until_the_table_changes(chief: Client, at: Table) -> None:
    version = chief.get(url(at, "?part=1"))["X-Version"]
    assert chief.get(url(at, f"?part=1&v={version}")).status_code == 204
    making.hand(at, 0, 24, 1)
    assert chief.get(url(at, f"?part=1&v={version}")).status_code == 200


def test_the_number_of_queries_does_not_grow_with_the_hands(chief: Client, at: Table) -> None:
    making.hand(at, 0, 24, 1)
    making.penalty(at, 1)
    with CaptureQueriesContext(connection) as few:
        chief.get(url(at, "?hand=1"))
    for _number in range(15):
        making.penalty(at, 1)
        making.hand(at, 0, 24, 1)
    making.penalty(at, 1)
    with CaptureQueriesContext(connection) as many:
        chief.get(url(at, "?hand=1"))
    assert len(few) == len(many)
