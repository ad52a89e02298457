"""A table as it stands on the floor, and the list of tables."""

from __future__ import annotations

from typing import Any

from tests import making
from tests.api.asking import Asking, table_path
from tournament.models import Table, Tournament


def state(asking: Asking, table: Table) -> dict[str, Any]:
    answer = asking.get(table_path(table))
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_a_table_before_its_first_hand(table: Table, phone: Asking) -> None:
    found = state(phone, table)
    assert (found["version"], found["next_hand"], found["waits"]) == (1, 1, "hand")
    assert found["hand"]["name"] == "东风东"
    assert [seat["chair"] for seat in found["seats"]] == [0, 1, 2, 3]
    assert [seat["wind"] for seat in found["seats"]] == [0, 1, 2, 3]
    assert [seat["is_dealer"] for seat in found["seats"]] == [True, False, False, False]
    assert found["totals"] == [0, 0, 0, 0]
    assert (found["moves"], found["dead"], found["last"], found["undo"]) == ([], [], None, None)
    assert (found["may_enter"], found["directs"]) == (True, False)


def test_the_settlement_is_described_so_that_a_preview_needs_no_rule(table: Table, phone: Asking) -> None:
    # RULES §2 with base 8: self-draw +3(8+f) and −(8+f); on a discard +3·8+f, −(8+f), −8.
    settlement = state(phone, table)["settlement"]
    assert settlement["self_draw"] == {"winner": [24, 3], "loser": [-8, -1]}
    assert settlement["discard"] == {"winner": [24, 1], "discarder": [-8, -1], "other": [-8, 0]}
    assert (settlement["minimum"], settlement["confirm_above"], settlement["refuse_above"]) == (8, 100, 400)


def test_before_the_fourth_round_east_and_south_change_chairs(table: Table, phone: Asking) -> None:
    for _hand in range(12):
        making.hand(table)
    found = state(phone, table)
    assert (found["waits"], found["next_hand"]) == ("chairs", 13)
    moves = [(m["seat"], m["from_chair"], m["to_chair"]) for m in found["moves"]]
    assert moves == [(0, 0, 1), (1, 1, 0), (2, 2, 3), (3, 3, 2)]
    # Hand 13 is dealt by 南 (RULES §4: the deals of 南 are 2 6 10 13).
    assert [seat["is_dealer"] for seat in found["seats"]] == [False, True, False, False]
    assert found["hand"]["name"] == "北风东"


def test_a_dead_hand_and_what_was_last_are_shown(table: Table, phone: Asking) -> None:
    phone.enter("hands", table, number=1, winner=0, discarder=1, fan=24)
    phone.enter(
        "penalties",
        table,
        seat=3,
        kind="wrong_tile_count",
        amount=0,
        dead_hand=True,
        hand_number=2,
        reason="fourteen tiles",
    )
    found = state(phone, table)
    assert found["dead"] == [3]
    assert [seat["is_dead"] for seat in found["seats"]] == [False, False, False, True]
    assert found["totals"] == [48, -32, -8, -8]
    assert found["last"]["kind"] == found["undo"]["kind"] == "penalty"
    assert (found["last"]["by"], found["penalties"][0]["by"]) == ("Bob", "Bob")
    assert found["penalties"][0]["reason"] == "fourteen tiles"


def test_all_revisions_of_a_hand_are_told(table: Table, phone: Asking) -> None:
    phone.enter("hands", table, number=1, winner=0, discarder=1, fan=24)
    phone.enter("corrections", table, number=1, winner=0, discarder=None, fan=24, reason="it was a self-draw")
    found = state(phone, table)
    assert [(r["number"], r["revision"], r["is_current"], r["reason"]) for r in found["revisions"]] == [
        (1, 1, False, ""),
        (1, 2, True, "it was a self-draw"),
    ]
    assert found["hands"][0]["is_corrected"] is True
    assert found["totals"] == [96, -32, -32, -32]


def test_a_rulebook_proposes_penalties(table: Table, phone: Asking) -> None:
    kinds = {kind["kind"]: kind for kind in state(phone, table)["penalty_kinds"]}
    # RULES §3, 2014: a wrong tile pays 10 to each, not ready 20, deliberate is disqualified.
    wrong, not_ready = kinds["false_win_wrong_tile"], kinds["false_win_not_ready"]
    assert (wrong["amount"], wrong["mode"], wrong["is_dead_hand"]) == (10, "pay_each", True)
    assert (not_ready["amount"], not_ready["mode"]) == (20, "pay_each")
    assert kinds["false_win_deliberate"]["is_disqualifying"] is True
    assert kinds["conduct"]["sizes"] == [5, 10, 20, 30, 40, 50, 60]


def test_after_sixteen_hands_and_when_closed(table: Table, phone: Asking, chief: Asking) -> None:
    for _hand in range(16):
        making.hand(table)
    assert (state(phone, table)["next_hand"], state(phone, table)["waits"]) == (17, "close")
    phone.enter("close", table, agreements=["agreed"] * 4)
    found = state(phone, table)
    assert (found["waits"], found["may_enter"]) == ("closed", False)
    assert (state(chief, table)["may_enter"], state(chief, table)["directs"]) == (True, True)


def test_the_list_says_what_each_table_waits_for(event: Tournament, chief: Asking) -> None:
    first, second = making.table(event, 1, 1), making.table(event, 1, 2)
    making.hand(first, winner=0, discarder=1, fan=24)
    for _hand in range(12):
        making.hand(second)
    rows = chief.get("referee/tables/").json()["tables"]
    assert [(row["number"], row["waits"], row["next_hand"], row["hand_name"]) for row in rows] == [
        (1, "hand", 2, "东风南"),
        (2, "chairs", 13, "北风东"),
        (3, "hand", 1, "东风东"),
        (4, "hand", 1, "东风东"),
    ]
    assert rows[0]["totals"] == [48, -32, -8, -8]
    assert rows[0]["version"] == 2
    assert all(len(row["players"]) == 4 for row in rows)


def test_the_list_shows_the_session_being_played(event: Tournament, chief: Asking) -> None:
    def sessions(query: str = "") -> set[int]:
        return {row["session"] for row in chief.get(f"referee/tables/{query}").json()["tables"]}

    assert sessions() == {1}
    making.hand(making.table(event, 2, 1))
    assert sessions() == {2}
    assert sessions("?session=3") == {3}
    assert sessions(f"?tournament={event.slug}") == {2}
    assert sessions("?tournament=no-such") == set()
    wrong = chief.get("referee/tables/?sesion=3")
    assert (wrong.status_code, wrong.json()["field"]) == (400, "sesion")
