"""What a phone is told so that it can go on by itself: the same as what the table then says, hand for hand."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.seats import SCHEMES
from tests import making
from tests.pages.referee_phone import Phone, new_id
from tournament.actions.tables import confirm_round
from tournament.models import Table
from tournament.pages.referee.table_page import reader_of, table_context

pytestmark = pytest.mark.django_db


def at_table(**rules: Any) -> tuple[Phone, Table]:
    tournament = making.drawn(16, 1, **rules)
    bob = making.referee(tournament, "bob", [1])
    table = making.table(tournament)
    return Phone(table, bob), table


def told(phone: Phone) -> dict[str, Any]:
    """The data of the page."""
    data: dict[str, Any] = phone.look().context["data"]
    return data


def told_now(phone: Phone) -> dict[str, Any]:
    """The same without the page around it, for those who look at it after each hand."""
    table, bob = Table.objects.get(pk=phone.table.pk), making.user("bob")
    data: dict[str, Any] = table_context(table, reader_of(bob, table), {})["data"]
    return data


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_plan_of_the_first_hand_foretells_every_later_one(scheme: str) -> None:
    phone, table = at_table(rotation=scheme)
    plan = told(phone)["plan"]
    sitting = plan["sitting"]
    for number in range(1, 17):
        hand = plan["hands"][number - 1]
        change = number % 4 == 1 and number > 1 and plan["after"][str(hand["round"])] != sitting
        data = told_now(phone)
        assert (data["waits"] == "chairs") == change
        if change:
            sitting = plan["after"][str(hand["round"])]
            confirm_round(table, hand["round"], True, making.stamp(table))
            data = told_now(phone)
        now = plan["deals"][sitting][hand["deal"]]
        assert [seat["wind"] for seat in data["seats"]] == now["winds"]
        assert [seat["chair"] for seat in data["seats"]] == [int(chair) for chair in sitting]
        assert [seat["seat"] for seat in data["seats"] if seat["dealer"]] == [now["dealer"]]
        making.hand(table)


def test_who_did_not_swap_is_foretold_to_move_later() -> None:
    # RULES §4, 每圈换: round two 南东北西, round three 北西东南 by chairs of the four players drawn 东南西北.
    phone, _table = at_table(rotation="every_round")
    phone.play(4)
    keys = {change.key for change in phone.look().context["changes"]}
    assert "2-0123" in keys
    assert "3-0123" in keys
    assert phone.enter("round", round=2, swapped=False).status_code == 200
    plan = told(phone)["plan"]
    assert (plan["sitting"], plan["confirmed"]) == ("0123", 2)
    assert "3-0123" in {change.key for change in phone.look().context["changes"]}
    page = phone.look().content.decode()
    assert page.count('<template id="change-3-0123">') == 1


def test_running_totals_and_given_penalties_are_told() -> None:
    phone, table = at_table()
    phone.hand(1, winner=1, discarder=0, fan=8)
    making.penalty(table, 2, 10, kind="false_win_wrong_tile", mode="pay_each", dead_hand=True, hand_number=2)
    phone.hand(2, winner=3, fan=8)
    first, second = told(phone)["hands"]
    assert (first["change"], first["totals"]) == ([-16, 32, -8, -8], [-16, 32, -8, -8])
    # Self-draw of 8: 16 from each; the false win pays 10 to each of three.
    assert second["change"] == [-16 + 10, -16 + 10, -16 - 30, 48 + 10]
    assert second["totals"] == [-22, 26, -54, 50]
    (given,) = told(phone)["plan"]["given"]
    assert (given["seat"], given["hand"], given["dead"], given["effect"]) == (2, 2, True, [10, 10, -30, 10])


def test_a_phone_finds_what_it_has_sent_among_what_is_known() -> None:
    phone, table = at_table()
    sent = new_id()
    assert phone.enter("hand", client_id=sent, number=1).status_code == 200
    making.hand(table)  # alice's
    assert told(phone)["known"] == [sent]
    assert told(phone)["undo_hand"] == 2


@pytest.mark.parametrize(("at_time", "extra", "last"), [("finish_current", 1, 4), ("void_current", None, 0)])
def test_what_time_leaves_to_play_is_told(at_time: str, extra: int | None, last: int) -> None:
    phone, _table = at_table(at_time=at_time)
    phone.play(3)
    assert told(phone)["plan"]["time"] == {"called": False, "last": 0, "extra": extra}
    assert phone.enter("time").status_code == 200
    assert told(phone)["plan"]["time"] == {"called": True, "last": last, "extra": extra}
