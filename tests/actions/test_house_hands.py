"""Hands under house rules at a table: who deals, who pays, what is refused, what a correction and an undo leave."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.rulebook import load
from tests import making
from tests.refusing import code
from tournament.actions.events import change_rules
from tournament.actions.hands import HandEntry, correct_hand, record_hand, replay_hand
from tournament.actions.sessions import start_session
from tournament.actions.tables import call_time, undo_last
from tournament.models import Hand, Table

pytestmark = pytest.mark.django_db


def table_of(key: str, **rules: Any) -> Table:
    """One table of four under a shipped rulebook of house rules."""
    book = load(key).to_mapping()
    tournament = making.drawn(
        4,
        1,
        **{name: book[name] for name in ("settlement", "dealing", "hands", "terms", "rotation")},
        **rules,
    )
    start_session(tournament, 1, making.user())
    return making.table(tournament)


def win(seat: int, kind: str = "", discarder: int | None = None, **more: Any) -> dict[str, Any]:
    """A win of one player, as a telephone sends it."""
    values = {"kind": kind} if kind else {}
    way = "self_draw" if discarder is None else "discard"
    return {"way": way, "discarder": discarder, "winners": [{"seat": seat, "values": values}]} | more


def record(table: Table, play: dict[str, Any], **more: Any) -> Hand:
    number = table.hands.filter(is_current=True, outcome__in=("win", "drawn")).count() + 1
    record_hand(table, HandEntry(number, play=play, **more), making.stamp(table))
    return table.hands.get(number=number, is_current=True)


def scores(table: Table) -> list[list[int]]:
    return [hand.scores for hand in table.hands.filter(is_current=True).order_by("number") if hand.counts]


def deals(table: Table) -> list[int]:
    table.refresh_from_db()
    return table.deals


def test_the_dealer_stays_where_he_wins_and_goes_round_where_not() -> None:
    table = table_of("nanchang")
    record(table, win(0, "pinghu"))
    record(table, win(1, "pinghu", 2))
    record(table, {})
    assert deals(table) == [0, 0, 1, 2]
    assert [hand.deal for hand in table.hands.order_by("number")] == [0, 0, 1]


def test_the_fourth_round_ends_the_session_however_many_hands_it_took() -> None:
    table = table_of("nanchang")
    record(table, win(0, "pinghu"))
    for _hand in range(16):
        record(table, {})
    assert deals(table)[-1] == 16
    assert code(record, table, {}) == "all_played"


def test_two_win_on_one_discard() -> None:
    table = table_of("lianyungang")
    both = [{"seat": 0, "values": {"kind": "danfan"}}, {"seat": 3, "values": {"kind": "wufan"}}]
    hand = record(table, {"way": "discard", "discarder": 1, "winners": both})
    # 单番 is 40 from the discarder, 无番 20.
    assert (hand.scores, hand.winner, hand.fan) == ([40, -60, 0, 20], 0, 40)
    won = list(table.seats.order_by("chair").values_list("hands_won", "highest_hand"))
    assert won == [(1, 40), (0, 0), (0, 0), (1, 20)]


def test_a_drawn_hand_with_kongs_is_paid_for_the_kongs() -> None:
    table = table_of("zhuoji")
    hand = record(table, {"payments": [{"kind": "diandou", "seat": 2, "giver": 0, "count": 2}]})
    # 点豆 is 10 from the giver, two of them 20.
    assert (hand.outcome, hand.scores) == (Hand.Outcome.DRAWN, [-20, 0, 20, 0])


def test_the_dealer_of_a_hand_can_be_said_where_the_rules_say_another() -> None:
    table = table_of("zhuanzhuan")
    record(table, win(2))
    assert deals(table) == [0, 2]
    record(table, {}, dealer=1)
    assert deals(table) == [0, 1, 1]
    record(table, {"values": {"deals_next": 3}})
    assert deals(table) == [0, 1, 1, 3]


def test_a_correction_counts_later_repeats_of_the_dealer_anew() -> None:
    table = table_of("wenzhou")
    record(table, win(0, "soft"))
    record(table, win(0, "soft"))
    # Soft is 1; the dealer gets twice that, and four times after he has repeated once.
    assert scores(table) == [[6, -2, -2, -2], [12, -4, -4, -4]]
    correct_hand(table, HandEntry(1, play=win(1, "soft")), "the other won", making.stamp(table))
    # The second hand was dealt by whoever dealt it; but he had not won the one before.
    assert scores(table) == [[-2, 4, -1, -1], [6, -2, -2, -2]]


def test_undo_takes_the_hand_and_its_deal_back() -> None:
    table = table_of("nanchang")
    record(table, win(0, "pinghu"))
    record(table, win(1, "pinghu"))
    undo_last(table, making.stamp(table))
    assert (scores(table), deals(table)) == ([[12, -4, -4, -4]], [0, 0])
    undo_last(table, making.stamp(table))
    assert (scores(table), deals(table), making.totals(table)) == ([], [], [0, 0, 0, 0])


def test_a_hand_that_is_played_again_is_dealt_by_the_same() -> None:
    table = table_of("nanchang")
    record(table, win(1, "pinghu"))
    replay_hand(table, 2, "the wall fell", making.stamp(table))
    assert deals(table) == [0, 1]
    assert record(table, {}).deal == 1


def test_the_same_hand_sent_again_is_stored_once() -> None:
    table = table_of("nanchang")
    entry, stamp = HandEntry(1, play=win(0, "pinghu")), making.stamp(table)
    first = record_hand(table, entry, stamp)
    again = record_hand(table, entry, stamp)
    assert (again["repeated"], again["hand"], table.hands.count()) == (True, first["hand"], 1)
    # Another telephone sends the same content, with the defaults written out.
    other = record_hand(table, HandEntry(1, play=win(0, "pinghu", values={})), making.stamp(table))
    assert (other["already"], table.hands.count()) == (True, 1)


def test_after_time_the_hand_being_played_counts_where_the_rules_say_so() -> None:
    table = table_of("nanchang", at_time="void_current")
    record(table, win(0, "pinghu"))
    call_time(table, making.stamp(table))
    assert code(record, table, {}) == "time_called"


@pytest.mark.parametrize(
    ("play", "wrong"),
    [
        (win(0), "field_missing"),
        (win(0, "no such kind"), "unknown_choice"),
        (win(0, "pinghu", 0), "winner_is_discarder"),
        (win(4, "pinghu"), "no_such_seat"),
        (win(0, "pinghu") | {"way": "theft"}, "no_such_way"),
        (win(0, "pinghu") | {"winners": "0"}, "malformed_play"),
        (win(0, "pinghu") | {"fan": 8}, "malformed_play"),
        (win(0, "pinghu") | {"values": {"birds": 3}}, "unknown_field"),
        ({"payments": [{"kind": "kong", "seat": 0}]}, "no_such_payment"),
        ({"winners": [{"seat": 0, "values": {"kind": "pinghu"}}, {"seat": 1, "values": {"kind": "pinghu"}}],
          "way": "discard", "discarder": 2}, "several_winners"),
    ],
)  # fmt: skip
def test_what_the_form_does_not_ask_is_refused_and_nothing_is_stored(
    play: dict[str, Any], wrong: str
) -> None:
    table = table_of("nanchang")
    assert code(record, table, play) == wrong
    assert not Hand.objects.exists()


def test_each_kind_of_rules_refuses_hands_of_the_other() -> None:
    house, guobiao = table_of("nanchang"), making.table(making.drawn(4, 1))
    start_session(guobiao.session.tournament, 1, making.user())
    assert code(record, guobiao, win(0, "pinghu")) == "not_house_rules"
    entry = HandEntry(1, winner=0, fan=8)
    assert code(record_hand, house, entry, making.stamp(house)) == "house_rules"


def test_rules_of_another_kind_are_refused_once_a_hand_is_recorded() -> None:
    house, guobiao = (load(key).to_mapping() for key in ("nanchang", "cn2014"))
    names = ("settlement", "dealing", "hands")
    event = making.drawn(4, 1)
    making.hand(making.table(event), 1, 24)
    changes = {name: house[name] for name in (*names, "terms")}
    assert code(change_rules, event, changes, making.user(), "a mistake") == "other_rules"
    table = table_of("nanchang")
    record(table, win(1, "pinghu"))
    changes = {name: guobiao[name] for name in names} | {"terms": dict.fromkeys(house["terms"])}
    assert code(change_rules, table.session.tournament, changes, making.user(), "a mistake") == "other_rules"
    assert scores(table) == [[-4, 8, -2, -2]]


def test_the_dealer_cannot_be_chosen_where_the_deal_goes_round() -> None:
    book = load("nanchang")
    tournament = making.drawn(4, 1, settlement=book.settlement, terms=book.to_mapping()["terms"])
    start_session(tournament, 1, making.user())
    table = making.table(tournament)
    assert code(record, table, win(0, "pinghu"), dealer=2) == "dealer_fixed"
    record(table, win(0, "pinghu"), dealer=0)
    assert deals(table) == []


def test_who_has_a_dead_hand_does_not_win_among_several() -> None:
    table = table_of("lianyungang")
    making.penalty(table, 3, kind="false_win_wrong_tile", dead_hand=True, hand_number=1)
    both = [{"seat": 0, "values": {"kind": "danfan"}}, {"seat": 3, "values": {"kind": "wufan"}}]
    play = {"way": "discard", "discarder": 1, "winners": both}
    assert code(record, table, play) == "dead_hand"
    assert record(table, play, lift_dead_hand="it was right").scores == [40, -60, 0, 20]
