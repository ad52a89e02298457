"""Tournaments of house rules are saved and restored with what was entered and who dealt; files of before are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils.translation import override

from tests import house_tables, making
from tests.exchange.saved import (
    Rows,
    changed,
    packed_again,
    restored,
    saved,
    sheets_of,
    standings_of,
    told,
    unpacked,
)
from tests.refusing import refused
from tournament.actions.hands import HandEntry, correct_hand, record_hand
from tournament.actions.late import enter_late
from tournament.actions.tables import undo_last
from tournament.models import Hand, LateEntry, Tournament
from tournament.refusals import Kept

pytestmark = pytest.mark.django_db
KEPT: list[bytes] = []
COLUMNS = ("number", "revision", "outcome", "winner", "discarder", "fan", "play", "deal", "scores")


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with override("en"):
        yield


def won(seat: int, kind: str = "all_pungs", discarder: int | None = None) -> dict[str, Any]:
    way = "self_draw" if discarder is None else "discard"
    return {"way": way, "discarder": discarder, "winners": [{"seat": seat, "values": {"kind": kind}}]}


def day() -> Tournament:
    """The evening of 上海, its first hand corrected; a hand came when the table was closed, its dealer named."""
    event = house_tables.evening()
    making.referee(event, "bob", [1])
    table = making.table(event)
    correct_hand(table, HandEntry(1, play=won(1, "all_pungs", 0)), "one of them", making.stamp(table))
    late = HandEntry(5, play={**won(2), "payments": []}, dealer=2)
    with pytest.raises(Kept):
        record_hand(table, late, making.stamp(table, making.user("bob"), "late-1"))
    return event


@pytest.fixture
def content() -> bytes:
    """The file of this day, made once: no row of it is needed."""
    if not KEPT:
        KEPT.append(saved(day()))
    return KEPT[0]


def columns(of: Tournament) -> list[tuple[Any, ...]]:
    hands = Hand.objects.filter(table__session__tournament=of)
    return list(hands.order_by("number", "revision").values_list(*COLUMNS))


def test_a_day_of_house_rules_is_restored_as_it_was() -> None:
    event = day()
    again = restored(saved(event))
    assert columns(again) == columns(event)
    assert making.table(again).deals == making.table(event).deals == [0, 0, 0, 3, 1]
    assert standings_of(again) == standings_of(event)
    assert sheets_of(again) == sheets_of(event)
    assert told(again)[1:] == told(event)


def test_it_goes_on_where_it_was(content: bytes) -> None:
    """南 gets 12 from 东 by the corrected first hand; before it was corrected 西 got 40 from him, too."""
    event = restored(content)
    table = making.table(event)
    assert making.totals(table) == [-24, 40, -12, -4]
    late = LateEntry.objects.get(table=table)
    enter_late(event, late.pk, "it was played", making.user())
    hand = table.hands.get(number=5)
    # 西 deals and draws 碰碰胡: (3 + 0) × 4 from each.
    assert (hand.deal, hand.scores) == (2, [-12, -12, 36, -12])
    undo_last(table, making.stamp(table))
    assert making.totals(table) == [-24, 40, -12, -4]


def _hand(**values: Any) -> Callable[[Rows], None]:
    def change(rows: Rows) -> None:
        """Change the first current hand that somebody won."""
        row = next(one for one in rows["hands"] if one["is_current"] and one["winner"] is not None)
        row.update(values)

    return change


def _play(**values: Any) -> Callable[[Rows], None]:
    def change(rows: Rows) -> None:
        for row in rows["hands"]:
            if row["is_current"] and row["winner"] is not None:
                row["play"].update(values)
                return

    return change


def _row(table: str, **values: Any) -> Callable[[Rows], None]:
    return lambda rows: rows[table][0].update(values)


def _body(**values: Any) -> Callable[[Rows], None]:
    return lambda rows: rows["late_entries"][0]["body"].update(values)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_hand(play={}), "Session 1, table 1: "),
        (_hand(play=[]), " play: "),
        (_hand(play={"way": "discard"}), " play: "),
        (_play(more=1), " play: "),
        (_play(payments=[{"kind": "kong", "seat": 4, "giver": None, "count": 1}]), " play: "),
        (_play(values={"x": {"deep": 1}}), " play: "),
        (_play(values={"x": 1}), "Session 1, table 1: "),
        (_play(discarder=1), "something else than what was entered"),
        (_hand(winner=2), "something else than what was entered"),
        (_hand(robbed_kong=True), "something else than what was entered"),
        (_hand(outcome="drawn"), "something else than what was entered"),
        (_hand(fan=11), "something else than what was entered"),
        (_hand(flowers=1), "something else than what was entered"),
        (_hand(deal=16), "Deals are numbered 0 to 15."),
        (_hand(deal=1), "the hands and penalties give other results than the file says"),
        (
            _row("tables", deals=[0, 1, 2, 3, 4]),
            "the hands and penalties give other results than the file says",
        ),
        (_row("tables", deals=[17]), "tables.jsonl:1 deals: "),
        (_row("tables", deals={}), "tables.jsonl:1 deals: "),
        (_body(play={"winners": [{"seat": 9}]}), "late_entries.jsonl:1 body: "),
        (_body(play="a win"), "late_entries.jsonl:1 body: "),
        (_body(dealer=4), "late_entries.jsonl:1 body: "),
        (_body(number=100), "late_entries.jsonl:1 body: "),
    ],
)
def test_what_is_no_hand_of_house_rules_is_refused(
    content: bytes, change: Callable[[Rows], None], said: str
) -> None:
    forged, before = changed(content, change), Tournament.objects.count()
    assert said in refused(restored, forged).message
    assert Tournament.objects.count() == before


def test_a_hand_of_house_rules_is_refused_among_hands_of_guobiao(content: bytes) -> None:
    event = making.drawn(4, 1)
    making.hand(making.table(event), 1, 24)
    play = next(one for one in unpacked(content)["hands"] if one["winner"] == 1)
    names = ("play", "discarder", "fan", "scores", "robbed_kong", "flowers")
    forged = changed(saved(event), _row("hands", **{name: play[name] for name in names}))
    assert "entered by other rules" in refused(restored, forged).message


def test_a_file_of_before_house_rules_is_still_restored() -> None:
    event = making.drawn(4, 1)
    table = making.table(event)
    making.hand(table, 1, 24)
    making.penalty(table, 2, 10)
    making.close(table)
    rows = unpacked(saved(event))
    for name, lacking in (("stages", ("left_over",)), ("tables", ("deals",)), ("hands", ("play", "deal"))):
        for row in rows[name]:
            for column in lacking:
                del row[column]
    for name in ("dealing", "hands", "players", "terms"):
        del rows["tournament"][0]["rules"][name]
    old = packed_again(saved(event), rows, migration="0016_tiles_and_fan_of_hands")
    again = restored(old)
    assert standings_of(again) == standings_of(event)
    assert [(hand.play, hand.deal) for hand in Hand.objects.filter(table__session__tournament=again)] == [
        ({}, None)
    ]
    undo_last(making.table(again), making.stamp(making.table(again)))
    # What such a file has not it must not have: its rows would be of another version.
    rows["tables"][0]["deals"] = []
    other = packed_again(saved(event), rows, migration="0016_tiles_and_fan_of_hands")
    assert "tables.jsonl:1 deals: " in refused(restored, other).message
