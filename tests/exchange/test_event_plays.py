"""Event files of house rules: hands as they were entered, each with its deal; problems told at their places."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils.translation import override

from scoring.rulebook import from_mapping, load
from tests import house_tables, making
from tests.machine import ROOT
from tournament.actions.importing import store_event
from tournament.exchange.event_export import export_event
from tournament.exchange.event_file import read_event
from tournament.exchange.reading import EventFileError
from tournament.models import Hand, Table, Tournament
from tournament.queries.standings import player_standings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with override("en"):
        yield


TABLE = "sessions[0].tables[0]"
HAND = f"{TABLE}.hands[0]"


def win(seat: int, kind: str, discarder: int | None = None, **more: Any) -> dict[str, Any]:
    """A win as somebody would write it into a file: without whatever is usual."""
    way = "self_draw" if discarder is None else "discard"
    return {
        "way": way,
        "discarder": discarder,
        "winners": [{"seat": seat, "values": {"kind": kind}}],
        **more,
    }


def file_of(key: str, *plays: dict[str, Any], **table: Any) -> dict[str, Any]:
    """An event of one table by a shipped rulebook, at which these hands were played one after the other."""
    hands = [{"n": number, "play": play} for number, play in enumerate(plays, 1)]
    seats = ["1", "2", "3", "4"]
    return {
        "format": "mcr-event/1",
        "name": "Evening",
        "rulebook": key,
        "players": [{"id": i, "name": i} for i in "123456"],
        "sessions": [{"tables": [{"number": 1, "seats": seats, "hands": hands, **table}]}],
    }


def read(event: dict[str, Any]) -> Tournament:
    data = read_event(json.dumps(event).encode())
    return Tournament.objects.get(slug=store_event(data, making.user()).slug)


def problems(event: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(EventFileError) as caught:
        read_event(json.dumps(event).encode())
    return {problem.place: problem.message for problem in caught.value.problems}


def columns(of: Tournament) -> list[dict[str, Any]]:
    """What is stored of all hands, but for what tells them apart."""
    hands = Hand.objects.filter(table__session__tournament=of).order_by("number", "revision")
    return [
        {
            name: value
            for name, value in row.items()
            if name not in ("id", "table_id", "at", "by_id", "revision", "is_current")
        }
        for row in hands.values()
    ]


def test_the_hand_of_the_documentation_is_read() -> None:
    text = re.search(
        r"```\n(\{\"n\": 3.*)\n```", (ROOT / "docs" / "event-files.md").read_text(encoding="utf-8")
    )
    assert text is not None
    hand = json.loads(text[1])
    (stored,) = columns(read(file_of("nanchang", hands=[hand])))
    assert (stored["number"], stored["deal"], stored["winner"], stored["discarder"]) == (3, 1, 1, 2)


def test_an_evening_comes_back_as_it_was_and_gives_the_same_file() -> None:
    event = house_tables.evening()
    exported = export_event(event)
    again = read(json.loads(json.dumps(exported)))
    assert export_event(again) == exported
    assert again.rulebook == event.rulebook
    assert columns(again) == columns(event)
    table = making.table(again)
    assert (making.totals(table), table.deals) == ([-64, 40, 28, -4], [0, 0, 0, 3, 1])
    places = [(line.place, line.match) for line in player_standings(again).lines]
    assert places == [(line.place, line.match) for line in player_standings(event).lines]


def test_a_hand_stands_in_the_file_as_it_was_entered_with_its_deal() -> None:
    hands = export_event(house_tables.evening())["sessions"][0]["tables"][0]["hands"]
    assert [(hand["n"], hand["deal"]) for hand in hands] == [(1, 0), (2, 0), (3, 0), (4, 3)]
    assert set(hands[0]) == {"n", "play", "deal"}
    first = hands[0]["play"]
    assert (first["way"], first["discarder"]) == ("discard", 0)
    assert [(one["seat"], one["values"]["kind"]) for one in first["winners"]] == [
        (1, "all_pungs"),
        (2, "half_flush_pungs"),
    ]
    assert (hands[1]["play"]["winners"], hands[1]["play"]["way"]) == ([], "")


def test_who_deals_and_how_often_follows_from_the_hands_before() -> None:
    """Soft is 1 from each; the dealer gets twice that, four times after he has repeated once, and pays twice."""
    soft = {"way": "self_draw", "winners": [{"seat": 0, "values": {"kind": "soft"}}]}
    other = {**soft, "winners": [{"seat": 1, "values": {"kind": "soft"}}]}
    event = read(file_of("wenzhou", soft, soft, other, {}))
    assert [hand["scores"] for hand in columns(event)] == [
        [6, -2, -2, -2],
        [12, -4, -4, -4],
        [-6, 8, -1, -1],
        [0, 0, 0, 0],
    ]
    assert [hand["deal"] for hand in columns(event)] == [0, 0, 0, 1]


def test_the_deal_of_a_hand_can_be_said() -> None:
    event = file_of("nanchang", win(1, "pinghu"), win(1, "pinghu"))
    hands = event["sessions"][0]["tables"][0]["hands"]
    hands[1] |= {"deal": 6, "reason": "the referee forgot four hands"}
    stored = read(event)
    assert [(hand["deal"], hand["reason"]) for hand in columns(stored)] == [
        (0, ""),
        (6, "the referee forgot four hands"),
    ]
    assert making.table(stored).confirmed_round == 2


def test_rounds_follow_the_deals_and_not_the_numbers_of_the_hands() -> None:
    event = read(file_of("nanchang", *[win(0, "pinghu")] * 6))
    table = making.table(event)
    assert (table.deals, table.confirmed_round, table.hands_played) == ([0] * 7, 1, 6)


def test_a_session_can_have_more_than_sixteen_hands_but_no_more_than_the_rulebook_says() -> None:
    event = file_of("nanchang", *[win(0, "pinghu")] * 41)
    assert problems(event) == {f"{TABLE}.hands[40].n": "A whole number from 1 to 40 is expected."}
    del event["sessions"][0]["tables"][0]["hands"][40]
    assert read(event).sessions.get(number=1).tables.get().hands_played == 40


def test_every_number_of_a_hand_keeps_to_the_rulebook() -> None:
    penalty = {"player": "1", "kind": "conduct", "amount": 5}
    sitting = {"for": "2", "player": "5"}
    event = file_of(
        "nanchang",
        time_called=40,
        penalties=[{**penalty, "hand": 40}],
        sittings=[{**sitting, "from_hand": 40}],
    )
    event["substitutions"] = [{"player": "3", "substitute": "6", "from_session": 1, "from_hand": 40}]
    table = making.table(read(event))
    assert (table.hands_at_time, table.penalties.get().hand_number) == (40, 40)
    event["rules"] = {"hands": 39}
    at = {f"{TABLE}.time_called", f"{TABLE}.penalties[0].hand", f"{TABLE}.sittings[0].from_hand"}
    assert set(problems(event)) == at | {"substitutions[0].from_hand"}


def test_a_hand_after_the_fourth_round_is_refused() -> None:
    event = file_of("nanchang", *[{}] * 17)
    assert problems(event) == {f"{TABLE}.hands[16].n": "All four rounds were over before this hand."}


def test_a_hand_that_is_left_out_had_its_deal_where_the_deal_goes_round() -> None:
    """平胡 by self-draw is 2 from each, and 4 from or to the dealer."""
    event = file_of("nanchang", {}, win(1, "pinghu"))
    event["rules"] = {"dealing": "rotates"}
    hands = event["sessions"][0]["tables"][0]["hands"]
    paid = {}
    for number in (2, 3, 6):
        hands[1]["n"] = number
        paid[number] = columns(read(event))[1]["scores"]
    # 南 deals hands 2 and 6, 西 hand 3.
    assert paid == {2: [-4, 12, -4, -4], 3: [-2, 8, -4, -2], 6: [-4, 12, -4, -4]}


def test_who_pays_more_for_kongs_than_he_wins_has_won_nothing() -> None:
    """大对子 is 30 from the discarder; four concealed kongs of 北 are 4 × 20 from each."""
    kongs = [{"kind": "mendou", "seat": 3, "count": 4}]
    (hand,) = columns(read(file_of("zhuoji", win(1, "daduizi", 2, payments=kongs))))
    assert (hand["scores"], hand["fan"]) == ([-80, -50, -110, 240], 0)


@pytest.mark.parametrize(
    ("hand", "place", "said"),
    [
        ({"play": win(0, "")}, "play", "Kind of hand cannot be ''. Choose again."),
        ({"play": win(0, "pinghu", 0)}, "play", "The winner cannot be the discarder"),
        ({"play": win(4, "pinghu")}, "play", "There is no such seat at this table"),
        ({"play": {**win(0, "pinghu"), "fan": 8}}, "play", "cannot be read at 'fan'"),
        ({"play": {**win(0, "pinghu"), "winners": {}}}, "play", "cannot be read at 'winners'"),
        ({"play": {"discarder": 1}}, "play", "A self-draw and a drawn hand have no discarder"),
        ({"play": []}, "play", "An object {…} is expected."),
        ({}, "play", "An object {…} is expected."),
        ({"play": {}, "deal": 16}, "deal", "A whole number from 0 to 15 is expected."),
        ({"play": {}, "deal": True}, "deal", "A whole number from 0 to 15 is expected."),
        ({"play": {}, "dealer": 1}, "dealer", "This key is not known. Known are: deal, n, play, reason."),
        ({"winner": "1", "fan": 8}, "fan", "who won, and what, is told by the key “play”"),
        ({"play": {}, "drawn": True}, "drawn", "who won, and what, is told by the key “play”"),
    ],
)
def test_what_is_wrong_with_a_hand_is_told_at_its_place(hand: dict[str, Any], place: str, said: str) -> None:
    event = file_of("nanchang", hands=[{"n": 1, **hand}])
    assert said in problems(event)[f"{HAND}.{place}"]
    assert not Tournament.objects.exists()


def test_a_deal_is_refused_where_it_goes_round_and_a_play_where_hands_are_won_by_fan() -> None:
    event = file_of("nanchang", hands=[{"n": 1, "play": {}, "deal": 0}])
    event["rules"] = {"dealing": "rotates"}
    assert "the dealer cannot be chosen" in problems(event)[f"{HAND}.deal"]
    event = file_of("cn2014", hands=[{"n": 1, "play": win(0, "pinghu")}])
    assert "a hand is entered by winner, discarder and fan" in problems(event)[f"{HAND}.play"]


def test_a_number_that_stands_twice_is_told_where_it_stands_again() -> None:
    event = file_of("nanchang", {}, {})
    event["sessions"][0]["tables"][0]["hands"][1]["n"] = 1
    assert list(problems(event)) == [f"{TABLE}.hands[1].n"]


def test_an_empty_chair_neither_pays_nor_deals_where_three_play() -> None:
    """Whoever wins gets 3 from each of the two others."""
    event = file_of("own_table", win(0, "plain"), win(1, "plain"), {}, seats=["1", "2", "3", None])
    event["rules"] = {
        "players": 3,
        "terms": {"kinds": [{"name": "plain", "self_draw": 3, "discard": 3, "other": 0}]},
    }
    stored = read(event)
    assert [hand["scores"] for hand in columns(stored)] == [[6, -3, -3, 0], [-3, 6, -3, 0], [0, 0, 0, 0]]
    # 东 deals twice, 南 once without winning, then 西, and after him 东 of the second round.
    assert Table.objects.get(session__tournament=stored).deals == [0, 0, 1, 2]
    event["sessions"][0]["tables"][0]["hands"][0]["play"] = win(3, "plain")
    assert "Nobody sits in that chair" in problems(event)[f"{HAND}.play"]


def test_a_table_that_an_organiser_typed_in_travels_whole_also_under_a_name_of_its_own() -> None:
    event = house_tables.drawn("own_table")
    kinds = [
        {
            "name": "屁胡",
            "self_draw": 1,
            "discard": {"plain": 2, "dealer_pays": 3, "dealer_wins": 4},
            "other": 0,
        }
    ]
    book = load("own_table").replace({"terms": {"kinds": kinds, "multiplier": 10}, "dealing": "winner_deals"})
    own = from_mapping({**book.to_mapping(), "key": "our_club", "name": "Our club", "name_zh": "我们的规则"})
    Tournament.objects.filter(pk=event.pk).update(rules=own.to_mapping())
    event.refresh_from_db()
    house_tables.record(making.table(event), (1, {"kind": "屁胡"}), discarder=2)
    exported = export_event(event)
    assert exported["rulebook"] == "cn2014"
    again = read(exported)
    assert again.rulebook == own
    assert export_event(again) == exported
    assert making.totals(making.table(again)) == [0, 20, -20, 0]


def test_a_table_may_pay_by_the_ten_thousand() -> None:
    event = file_of("own_table", win(1, "big", 2))
    event["rules"] = {
        "terms": {"kinds": [{"name": "big", "self_draw": 48_000, "discard": 96_000, "other": 0}]}
    }
    stored = read(event)
    (hand,) = columns(stored)
    assert (hand["scores"], hand["fan"]) == ([0, 96_000, -96_000, 0], 96_000)
    assert making.table(stored).seats.get(chair=1).highest_hand == 96_000


def test_hands_of_guobiao_keep_their_file_where_the_dealer_repeats() -> None:
    """东, 南 and 北 each win while they deal, and deal again."""
    event = making.drawn(4, 1, dealing="win_repeats", hands=30)
    table = making.table(event)
    for winner in (0, 1, 1, 2, 3):
        making.hand(table, winner, 8)
    making.hand(table, 3, 10)
    making.close(table)
    exported = export_event(event)
    assert [set(hand) for hand in exported["sessions"][0]["tables"][0]["hands"]] == [
        {"n", "winner", "fan"}
    ] * 6
    again = read(exported)
    assert export_event(again) == exported
    table.refresh_from_db()
    assert making.table(again).deals == table.deals == [0, 0, 1, 1, 2, 3, 3]
