"""What a referee enters: stored once, refused in words, never on a table that he did not see."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests import making
from tests.api.asking import Asking, stamped, table_path
from tournament.actions.disputes import open_dispute
from tournament.actions.presence import mark_absent
from tournament.actions.sessions import close_session
from tournament.actions.tables import call_time
from tournament.actions.totals import enter_totals
from tournament.models import Act, Hand, Penalty, Table, Tournament

AGREED = {"agreements": ["agreed"] * 4}


def drawn_hand(number: int = 1) -> dict[str, Any]:
    return {"number": number, "winner": None, "discarder": None}


def prepared(kind: str, table: Table) -> dict[str, Any]:
    """Bring the table to where an entry of this kind is due, and return the entry."""
    if kind == "hands":
        return {"number": 1, "winner": 0, "discarder": 1, "fan": 24}
    if kind == "corrections":
        making.hand(table, winner=0, discarder=1, fan=24)
        return {"number": 1, "winner": 0, "discarder": 2, "fan": 24, "reason": "it was 西"}
    if kind == "replays":
        return {"number": 1, "reason": "the wall was destroyed"}
    if kind == "penalties":
        return {
            "seat": 2,
            "kind": "false_win_wrong_tile",
            "amount": 10,
            "mode": "pay_each",
            "dead_hand": True,
        }
    if kind == "withdrawals":
        return {"penalty": making.penalty(table, 2)["penalty"], "reason": "a mistake"}
    if kind == "rounds":
        for _hand in range(12):
            making.hand(table)
        return {"round": 4, "swapped": True}
    if kind == "close":
        making.hand(table, winner=0, discarder=1, fan=24)
        Table.objects.filter(pk=table.pk).update(time_called_at=table.session.published_at)
        return AGREED
    if kind == "reopen":
        making.close(table)
        return {"reason": "hand 9 was left out"}
    if kind == "counting":
        Tournament.objects.filter(pk=table.session.tournament_id).update(
            rules={**table.session.tournament.rules, "at_time": "finish_current"}
        )
        call_time(table, making.stamp(table))
    if kind == "disputes":
        return {"hand_number": 1, "reason": "he called first"}
    if kind == "rulings":
        found = open_dispute(table, 1, "he called first", making.stamp(table))
        return {"dispute": found["dispute"], "reason": "the call stands"}
    if kind == "absences":
        return {"seat": 3, "reason": "did not come"}
    if kind == "arrivals":
        mark_absent(table, 3, "did not come", making.stamp(table))
        return {"seat": 3, "reason": "12 minutes late"}
    if kind == "no_play":
        for seat in (1, 2, 3):
            mark_absent(table, seat, "did not come", making.stamp(table))
        return {"reason": "one player only"}
    if kind == "totals":
        return {"totals": [44, -108, 114, -50]}
    if kind == "decisions":
        making.hand(table, winner=0, discarder=1, fan=24)
        enter_totals(table, [40, -24, -8, -8], making.stamp(table))
        return {"paper": True, "reason": "the sheet is signed"}
    if kind == "undo":
        making.hand(table, winner=0, discarder=1, fan=24)
    return {}


# What each answers on success besides version, tournament_version, repeated and sentence.
ANSWERS: dict[str, dict[str, Any]] = {
    "hands": {"totals": [48, -32, -8, -8], "hand": 1, "revision": 1},
    "corrections": {"totals": [48, -8, -32, -8], "hand": 1, "revision": 2},
    "replays": {"totals": [0, 0, 0, 0], "hand": 1, "revision": 1},
    "penalties": {"totals": [10, 10, -30, 10]},
    "withdrawals": {"totals": [0, 0, 0, 0]},
    "rounds": {"totals": [0, 0, 0, 0]},
    "time": {"totals": [0, 0, 0, 0]},
    "close": {"totals": [48, -32, -8, -8]},
    "reopen": {"totals": [0, 0, 0, 0]},
    "undo": {"totals": [0, 0, 0, 0], "undone": "hand", "hand": 1},
    "counting": {"totals": [0, 0, 0, 0]},
    "disputes": {"totals": [0, 0, 0, 0]},
    "rulings": {"totals": [0, 0, 0, 0]},
    "absences": {"totals": [0, 0, 0, 0]},
    "arrivals": {"totals": [0, 0, 0, 0]},
    "no_play": {"totals": [0, 0, 0, 0]},
    "totals": {"totals": [44, -108, 114, -50]},
    "decisions": {"totals": [40, -24, -8, -8]},
}
KINDS = list(ANSWERS)


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_is_stored_and_answered_with_the_new_version(table: Table, chief: Asking, kind: str) -> None:
    body = stamped(table, **prepared(kind, table))
    body["expected_version"] = stamped(table)["expected_version"]
    answer = chief.post(f"{table_path(table)}{kind}/", body)
    assert answer.status_code == 200, answer.json()
    found = answer.json()
    assert {name: found[name] for name in ANSWERS[kind]} == ANSWERS[kind]
    assert found["repeated"] is False
    assert found["sentence"]
    table.refresh_from_db()
    assert table.version == found["version"] == body["expected_version"] + 1
    tournament = Tournament.objects.get(pk=table.session.tournament_id)
    assert found["tournament_version"] == tournament.version


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_entry_again_is_answered_again_and_stored_once(
    table: Table, chief: Asking, kind: str
) -> None:
    entry = prepared(kind, table)
    body = stamped(table, **entry)
    path = f"{table_path(table)}{kind}/"
    first = chief.post(path, body).json()
    acts = Act.objects.count(), Hand.objects.count(), Penalty.objects.count()
    for _time in range(2):
        again = chief.post(path, body)
        assert again.status_code == 200
        assert again.json() == {**first, "repeated": True}
    assert (Act.objects.count(), Hand.objects.count(), Penalty.objects.count()) == acts


def test_the_id_of_an_entry_may_stand_in_the_header(table: Table, chief: Asking) -> None:
    body = {
        name: value
        for name, value in stamped(table, number=1, winner=0, discarder=1, fan=24).items()
        if name != "client_id"
    }
    path, key = f"/api/{table_path(table)}hands/", "key-of-hand-1"
    first = chief.client.post(path, body, format="json", HTTP_IDEMPOTENCY_KEY=key)
    again = chief.client.post(path, body, format="json", HTTP_IDEMPOTENCY_KEY=key)
    assert (first.status_code, again.json()) == (200, {**first.json(), "repeated": True})
    assert Act.objects.get(table=table).client_id == key
    other = chief.client.post(path, {**body, "fan": 88}, format="json", HTTP_IDEMPOTENCY_KEY=key)
    assert (other.status_code, other.json()["code"]) == (409, "id_reused")


def test_an_entry_has_one_id_and_must_have_one(table: Table, chief: Asking) -> None:
    body = stamped(table, number=1, winner=0, discarder=1, fan=24)
    path = f"/api/{table_path(table)}hands/"
    two = chief.client.post(path, body, format="json", HTTP_IDEMPOTENCY_KEY="another-one")
    none = chief.client.post(path, {k: v for k, v in body.items() if k != "client_id"}, format="json")
    bad = chief.client.post(
        path, {k: v for k, v in body.items() if k != "client_id"}, format="json", HTTP_IDEMPOTENCY_KEY="x y"
    )
    assert [answer.status_code for answer in (two, none, bad)] == [400, 400, 400]
    assert all(
        [one["field"] for one in answer.json()["problems"]] == ["client_id"] for answer in (two, none, bad)
    )
    assert not Act.objects.exists()


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_id_for_something_else_is_a_conflict(table: Table, chief: Asking, kind: str) -> None:
    entry = prepared(kind, table)
    body = stamped(table, **entry)
    assert chief.post(f"{table_path(table)}{kind}/", body).status_code == 200
    other = {**stamped(table, seat=0, kind="late", amount=10), "client_id": body["client_id"]}
    answer = chief.post(f"{table_path(table)}penalties/", other)
    assert (answer.status_code, answer.json()["code"]) == (409, "id_reused")


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_on_an_older_table_is_a_conflict_and_says_what_came_between(
    table: Table, chief: Asking, kind: str
) -> None:
    entry = prepared(kind, table)
    body = stamped(table, **entry)
    seen = body["expected_version"]
    # Somebody else warns the player drawn to 东, and the table is another one.
    chief.enter("penalties", table, seat=0, kind="conduct", amount=0, reason="loud")
    before = Act.objects.count()
    answer = chief.post(f"{table_path(table)}{kind}/", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    current = answer.json()["current"]
    assert (current["expected_version"], current["version"]) == (seen, seen + 1)
    assert "conduct, a warning" in current["last"]
    assert current["by"] == "Carol"
    assert current["last"] in answer.json()["message"]
    assert Act.objects.count() == before


def refused(answer: Any, code: str, field: str = "") -> dict[str, Any]:
    """The refusal, which must be of the rules."""
    assert answer.status_code == 422, answer.json()
    found: dict[str, Any] = answer.json()
    assert (found["code"], found["field"]) == (code, field)
    assert found["message"]
    assert set(found) == {"code", "message", "field", "current"}
    return found


def test_a_self_draw_of_8_fan(table: Table, phone: Asking) -> None:
    answer = phone.enter("hands", table, number=1, winner=2, discarder=None, fan=8)
    assert answer.json()["totals"] == [-16, -16, 48, -16]


def test_a_drawn_hand_moves_nothing(table: Table, phone: Asking) -> None:
    assert phone.enter("hands", table, **drawn_hand()).json()["totals"] == [0, 0, 0, 0]
    assert Hand.objects.get().outcome == "drawn"


@pytest.mark.parametrize(
    ("entry", "code", "field"),
    [
        ({"winner": 0, "discarder": 1, "fan": 7}, "fan_below_minimum", "fan"),
        ({"winner": 0, "discarder": 1, "fan": 9, "flowers": 2}, "fan_below_minimum", "fan"),
        ({"winner": 0, "discarder": 1, "fan": 401}, "fan_too_high", "fan"),
        ({"winner": 0, "discarder": 1, "fan": 2_000_000_000}, "fan_too_high", "fan"),
        ({"winner": 0, "discarder": 1, "fan": 101}, "confirm_fan", "fan"),
        ({"winner": 1, "discarder": 1, "fan": 8}, "winner_is_discarder", "discarder"),
        ({"winner": 1, "discarder": 0}, "fan_missing", "fan"),
        ({"winner": None, "discarder": 0}, "drawn_hand_with_win", ""),
        ({"winner": None, "discarder": None, "fan": 8}, "drawn_hand_with_win", ""),
        ({"winner": 0, "discarder": None, "fan": 8, "robbed_kong": True}, "robbed_kong_needs_discarder", "discarder"),
    ],
)  # fmt: skip
def test_a_hand_that_the_rules_do_not_allow(
    table: Table, phone: Asking, entry: dict[str, Any], code: str, field: str
) -> None:
    refused(phone.enter("hands", table, **{"number": 1, **entry}), code, field)
    assert not Hand.objects.exists()


# South draws the last tile, 12 fan: 碰碰和 6, 幺九刻 4, 明杠 1, 自摸 1 (shared/data/fan_examples).
PUNGS = {"hand": "55m99s", "melds": ["pung:WWW", "kong:NNNN", "pung:111p"], "win": "9s"}


def test_tiles_are_counted_recorded_and_answered(table: Table, phone: Asking) -> None:
    entry = {"number": 1, "winner": 1, "discarder": None, "tiles": PUNGS}
    assert phone.enter("hands", table, **entry).json()["totals"] == [-20, 60, -20, -20]
    shown = phone.get(table_path(table)).json()["hands"][0]
    assert (shown["fan"], shown["fans"]) == (12, {"碰碰和": 1, "幺九刻": 4, "明杠": 1, "自摸": 1})
    assert (shown["tiles"]["win"], shown["tiles"]["flags"]["seat"], shown["fan_reason"]) == ("9s", "S", "")


def test_another_number_than_the_tiles_count_needs_a_reason(table: Table, phone: Asking) -> None:
    entry = {"number": 1, "winner": 1, "discarder": None, "fan": 14, "tiles": PUNGS}
    answer = phone.enter("hands", table, **entry)
    refused(answer, "fan_differs", "fan")
    assert answer.json()["current"]["counted"]["total"] == 12
    phone.enter("hands", table, **entry, fan_reason="all four agreed")
    shown = phone.get(table_path(table)).json()["hands"][0]
    assert (shown["fan"], shown["fans"], shown["fan_reason"]) == (14, {}, "all four agreed")


def test_ticked_fan_that_exclude_each_other_are_refused_with_both_names(table: Table, phone: Asking) -> None:
    entry = {"number": 1, "winner": 1, "discarder": 0, "fans": {"清一色": 1, "无字": 1}}
    answer = phone.enter("hands", table, **entry)
    refused(answer, "fan_excluded", "fans")
    assert "清一色" in answer.json()["message"]
    assert "无字" in answer.json()["message"]


def test_a_hand_that_is_not_the_next_one_is_a_conflict(table: Table, phone: Asking) -> None:
    answer = phone.enter("hands", table, number=2, winner=0, discarder=1, fan=8)
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_hand")
    assert not Hand.objects.exists()


def test_more_than_100_fan_are_recorded_once_confirmed(table: Table, phone: Asking) -> None:
    answer = phone.enter("hands", table, number=1, winner=0, discarder=1, fan=101, confirmed=True)
    assert answer.json()["totals"] == [125, -109, -8, -8]


def test_a_dead_hand_does_not_win_unless_it_is_lifted_with_a_reason(table: Table, phone: Asking) -> None:
    phone.enter("penalties", table, seat=0, kind="wrong_tile_count", amount=0, dead_hand=True, hand_number=1)
    win = {"number": 1, "winner": 0, "discarder": 1, "fan": 8}
    refused(phone.enter("hands", table, **win), "dead_hand", "winner")
    answer = phone.enter("hands", table, **win, lift_dead_hand="it was counted wrong")
    assert answer.json()["totals"] == [32, -16, -8, -8]


def test_before_the_fourth_round_the_chairs_are_confirmed(table: Table, phone: Asking) -> None:
    for _hand in range(12):
        making.hand(table)
    refused(phone.enter("hands", table, **drawn_hand(13)), "chairs_not_confirmed")
    refused(phone.enter("rounds", table, round=3, swapped=True), "wrong_round")
    assert phone.enter("rounds", table, round=4, swapped=False).status_code == 200
    assert phone.get(table_path(table)).json()["hand"]["chairs"] == [0, 1, 2, 3]
    assert phone.enter("hands", table, **drawn_hand(13)).status_code == 200


def test_after_time_only_a_hand_that_ended_before_counts(table: Table, phone: Asking) -> None:
    phone.enter("time", table)
    assert phone.enter("time", table).json()["already"] is True
    refused(phone.enter("hands", table, **drawn_hand()), "time_called")
    assert phone.enter("hands", table, **drawn_hand(), before_time=True).status_code == 200


def test_a_table_closes_with_everybodys_consent(table: Table, phone: Asking) -> None:
    refused(phone.enter("close", table, **AGREED), "not_ended")
    phone.enter("time", table)
    refused(
        phone.enter("close", table, agreements=["agreed", "agreed", "", "agreed"]),
        "agreement_missing",
        "agreements.2",
    )
    three = ["agreed", "paper", "refused", "agreed"]
    refused(phone.enter("close", table, agreements=three), "reason_missing", "reason")
    answer = phone.enter("close", table, agreements=three, reason="says hand 3 is wrong")
    assert answer.status_code == 200
    seats = phone.get(table_path(table)).json()["seats"]
    assert [seat["agreement"] for seat in seats] == three


def test_a_closed_table_takes_nothing_from_its_referee(table: Table, phone: Asking) -> None:
    making.hand(table)
    making.close(table)
    right = {"number": 1, "winner": 0, "discarder": None, "fan": 8}
    for kind, entry in (
        ("hands", drawn_hand(2)),
        ("penalties", {"seat": 0, "kind": "late", "amount": 10}),
        ("corrections", {**right, "reason": "no"}),
    ):
        answer = phone.enter(kind, table, **entry)
        assert (answer.status_code, answer.json()["code"]) == (202, "waits")
    assert making.totals(table) == [0, 0, 0, 0]


def test_a_closing_by_whoever_directs_is_not_taken_back_by_the_referee(table: Table, phone: Asking) -> None:
    making.close(table)
    refused(phone.enter("undo", table), "chief_only")


def test_the_chief_referee_corrects_a_closed_table_with_a_reason(table: Table, chief: Asking) -> None:
    making.hand(table, winner=0, discarder=1, fan=24)
    making.close(table)
    right = {"number": 1, "winner": 0, "discarder": None, "fan": 24}
    refused(chief.enter("corrections", table, **right, reason="  "), "reason_missing", "reason")
    answer = chief.enter("corrections", table, **right, reason="it was a self-draw")
    assert answer.json()["totals"] == [96, -32, -32, -32]


@pytest.mark.parametrize(
    ("kind", "entry"),
    [
        ("hands", {**drawn_hand(2), "lift_dead_hand": "because"}),
        ("replays", {"number": 2, "reason": "the wall was destroyed"}),
        ("rounds", {"round": 2, "swapped": True}),
        ("time", {}),
    ],
)
def test_play_goes_on_at_a_closed_table_only_once_it_is_opened_again(
    table: Table, chief: Asking, kind: str, entry: dict[str, Any]
) -> None:
    making.hand(table)
    making.close(table)
    refused(chief.enter(kind, table, **entry), "table_closed")


def test_a_table_of_a_closed_session_is_not_opened_again(
    event: Tournament, table: Table, chief: Asking
) -> None:
    for number in (1, 2, 3, 4):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    refused(chief.enter("reopen", table, reason="hand 9 was left out"), "session_closed")


def test_a_hand_that_was_not_played_is_not_corrected(table: Table, phone: Asking) -> None:
    refused(phone.enter("corrections", table, **drawn_hand(), reason="x"), "no_such_hand", "number")


@pytest.mark.parametrize(
    ("entry", "code", "field"),
    [
        ({"amount": "1/2"}, "amount_not_whole", "amount"),
        ({"amount": "1/3", "currency": "standard_points"}, "amount_not_half", "amount"),
        (
            {"amount": 1, "currency": "standard_points", "mode": "pay_each"},
            "standard_points_deduct_only",
            "mode",
        ),
        ({"amount": 100_001}, "amount_too_high", "amount"),
        ({"amount": 10, "mode": "pay_one"}, "victim_missing", "victim"),
        ({"amount": 10, "mode": "pay_one", "victim": 2}, "victim_is_offender", "victim"),
        ({"amount": 10, "kind": "false_win_deliberate", "reason": "two tiles short"}, "chief_only", "kind"),
    ],
)
def test_a_penalty_that_makes_no_sense(
    table: Table, phone: Asking, entry: dict[str, Any], code: str, field: str
) -> None:
    answer = phone.enter("penalties", table, **{"seat": 2, "kind": "conduct", **entry})
    refused(answer, code, field)
    assert not Penalty.objects.exists()


@pytest.mark.parametrize(("amount", "twelfths"), [("1/2", 6), ("3/2", 18), (2, 24), ("4", 48), (0, 0)])
def test_standard_points_are_taken_in_halves(table: Table, phone: Asking, amount: Any, twelfths: int) -> None:
    answer = phone.enter(
        "penalties", table, seat=2, kind="conduct", amount=amount, currency="standard_points"
    )
    assert Penalty.objects.get(pk=answer.json()["penalty"]).amount == twelfths


def test_a_penalty_of_another_table_cannot_be_withdrawn(
    event: Tournament, table: Table, phone: Asking
) -> None:
    other = making.penalty(making.table(event, 1, 2), 0)["penalty"]
    refused(phone.enter("withdrawals", table, penalty=other, reason="x"), "no_such_penalty")
    own = making.penalty(table, 0)["penalty"]
    assert phone.enter("withdrawals", table, penalty=own, reason="x").status_code == 200
    refused(phone.enter("withdrawals", table, penalty=own, reason="x"), "already_withdrawn")


def test_undo_takes_back_one_act_after_the_other(table: Table, phone: Asking) -> None:
    phone.enter("hands", table, number=1, winner=0, discarder=1, fan=24)
    phone.enter("penalties", table, seat=2, kind="late", amount=10)
    assert phone.enter("undo", table).json()["totals"] == [48, -32, -8, -8]
    assert phone.enter("undo", table).json()["totals"] == [0, 0, 0, 0]
    refused(phone.enter("undo", table), "nothing_to_undo")


def test_whoever_enters_stands_in_the_history(table: Table, phone: Asking, bob: User) -> None:
    phone.enter("hands", table, **drawn_hand())
    assert Hand.objects.get().by == bob
    assert Act.objects.get().directed is False
