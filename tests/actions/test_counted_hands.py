"""A hand is recorded with its tiles or its fan. Values are those of published examples (shared/data/fan_examples)."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from tests import making
from tournament.actions.acts import Stamp
from tournament.actions.events import change_rules
from tournament.actions.hands import HandEntry, correct_hand, record_hand
from tournament.actions.late import enter_late
from tournament.actions.tables import undo_last
from tournament.models import Hand, LateEntry, LogEntry, Table
from tournament.queries.counted_hands import Tiles
from tournament.queries.history import sentence
from tournament.refusals import Kept, Refused

pytestmark = pytest.mark.django_db

# South in an east round draws the last tile: 碰碰和 6, 幺九刻 4 × 1, 明杠 1, 自摸 1.
PUNGS = Tiles("55m99s", ("pung:WWW", "kong:NNNN", "pung:111p"), "9s")
# East, self-drawn, 8 fan: 双箭刻 6, 明杠 1, 自摸 1.
DRAGONS = Tiles("56m22s456p", ("kong:FFFF", "pung:PPP"), "7m")


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def table() -> Table:
    return making.table(making.drawn(8, 2))


def current(at: Table, number: int = 1) -> Hand:
    return at.hands.get(number=number, is_current=True)


def refusal(at: Table, entry: HandEntry, stamp: Stamp | None = None) -> Refused:
    with pytest.raises(Refused) as refused:
        record_hand(at, entry, stamp or making.stamp(at))
    return refused.value


def test_tiles_say_the_number_where_none_was_typed(table: Table) -> None:
    record_hand(table, HandEntry(1, 1, tiles=PUNGS), making.stamp(table))
    hand = current(table)
    assert hand.fan == 12
    assert hand.fans == {"碰碰和": 1, "幺九刻": 4, "明杠": 1, "自摸": 1}
    assert hand.tiles == {
        "hand": "55m99s",
        "melds": ["pung:WWW", "kong:NNNN", "pung:111p"],
        "win": "9s",
        "flags": {
            "self_drawn": True,
            "last_of_kind": False,
            "last_wall": False,
            "kong": False,
            "seat": "S",
            "round": "E",
            "flowers": 0,
        },
    }


def test_the_winds_come_from_who_sits_where(table: Table) -> None:
    """In hand 1 the drawn seat is the seat wind; in hand 2 the south chair deals, so that player 西 is south."""
    record_hand(table, HandEntry(1, 2, tiles=PUNGS), making.stamp(table))
    record_hand(table, HandEntry(2, 2, tiles=PUNGS), making.stamp(table))
    # 门风刻 2 instead of one 幺九刻
    assert (current(table, 1).fan, current(table, 1).fans["门风刻"]) == (13, 1)
    assert (current(table, 2).fan, current(table, 2).tiles["flags"]["seat"]) == (12, "S")


def test_flowers_and_a_replacement_tile_are_counted(table: Table) -> None:
    tiles = Tiles(DRAGONS.hand, DRAGONS.melds, DRAGONS.win, replacement=True)
    record_hand(table, HandEntry(1, 0, fan=17, flowers=2, tiles=tiles), making.stamp(table))
    # 杠上开花 8 instead of 自摸 1
    assert current(table).fans == {"杠上开花": 1, "双箭刻": 1, "明杠": 1, "花牌": 2}


def test_another_number_than_the_tiles_count_is_refused_with_both_and_with_the_fan(table: Table) -> None:
    refused = refusal(table, HandEntry(1, 1, fan=14, tiles=PUNGS))
    assert (refused.code, refused.field) == ("fan_differs", "fan")
    assert "14 fan" in refused.message
    assert "counts 12" in refused.message
    assert "碰碰和 All Pungs 6" in refused.message
    assert refused.current["counted"]["total"] == 12
    assert not table.hands.exists()


def test_with_a_reason_the_declared_number_is_recorded_with_its_tiles(table: Table) -> None:
    entry = HandEntry(1, 1, fan=14, tiles=PUNGS, fan_reason="accepted by all four")
    record_hand(table, entry, making.stamp(table))
    hand = current(table)
    assert (hand.fan, hand.fans, hand.fan_reason) == (14, {}, "accepted by all four")
    assert hand.tiles["win"] == "9s"
    assert hand.scores == [-22, 66, -22, -22]


def test_where_the_number_is_right_no_reason_is_kept(table: Table) -> None:
    entry = HandEntry(1, 1, fan=12, tiles=PUNGS, fan_reason="sure")
    record_hand(table, entry, making.stamp(table))
    assert (current(table).fan_reason, current(table).fans["碰碰和"]) == ("", 1)


def test_ticked_fan_add_up_with_the_flowers(table: Table) -> None:
    record_hand(table, HandEntry(1, 0, 1, flowers=1, fans={"清一色": 1, "碰碰和": 1}), making.stamp(table))
    assert (current(table).fan, current(table).fans) == (31, {"清一色": 1, "碰碰和": 1, "花牌": 1})
    assert current(table).tiles == {}


@pytest.mark.parametrize(
    ("entry", "code", "field"),
    [
        ({"discarder": 0, "fans": {"清一色": 1, "无字": 1}}, "fan_excluded", "fans"),
        ({"discarder": 0, "fan": 30, "fans": {"清一色": 1}}, "fan_differs", "fan"),
        ({"discarder": 0, "fan": 12, "fans": {"清一色": 1}, "tiles": PUNGS}, "tiles_or_fan", "fans"),
        ({"tiles": Tiles("55m99x", PUNGS.melds, "9s")}, "not_a_tile", "tiles.hand"),
        ({"tiles": Tiles("55m99s", ("chi:891m", *PUNGS.melds[1:]), "9s")}, "chow_across_end", "tiles.melds"),
        ({"tiles": Tiles("55m99s", PUNGS.melds, "99s")}, "not_one_tile", "tiles.win"),
        ({"tiles": Tiles("55m99s", PUNGS.melds, "8s")}, "not_a_winning_hand", "tiles.win"),
        ({"tiles": Tiles("55m9s", PUNGS.melds, "9s")}, "wrong_number_of_tiles", "tiles.hand"),
        ({"discarder": 0, "tiles": Tiles("55m99s", PUNGS.melds, "9s", replacement=True)},
         "replacement_without_self_draw", "tiles.replacement"),
        ({"tiles": Tiles("55m99s", PUNGS.melds, "9s", last_of_kind=True)}, "last_of_kind_in_hand",
         "tiles.last_of_kind"),
        ({"discarder": 0, "robbed_kong": True, "tiles": PUNGS}, "robbing_tile_in_hand", "robbed_kong"),
        # 7 fan by the examples: 暗杠, 喜相逢, 老少副, 幺九刻, 缺一门, 无字
        ({"discarder": 0, "tiles": Tiles("7779p", ("ckong:9999s", "chi:123p", "chi:123s"), "8p")},
         "fan_below_minimum", "fan"),
        ({"winner": None, "tiles": PUNGS}, "drawn_hand_with_win", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_its_place(table: Table, entry: Any, code: str, field: str) -> None:
    refused = refusal(table, HandEntry(1, **{"winner": 1, **entry}))
    assert (refused.code, refused.field) == (code, field)
    assert not table.hands.exists()


def test_a_correction_of_the_discarder_keeps_the_tiles_and_one_of_the_winner_does_not(table: Table) -> None:
    tiles = Tiles("22288sPP", ("chi:456s", "kong:9999s"), "P")
    record_hand(table, HandEntry(1, 0, 1, 18, tiles=tiles), making.stamp(table))
    correct_hand(table, HandEntry(1, 0, 2, 18), "it was 西", making.stamp(table))
    assert (current(table).discarder, current(table).tiles["win"], current(table).fans["混一色"]) == (
        2,
        "P",
        1,
    )
    correct_hand(table, HandEntry(1, 3, 2, 18), "it was 北", making.stamp(table))
    assert (current(table).tiles, current(table).fans) == ({}, {})
    undo_last(table, making.stamp(table))
    assert (current(table).winner, current(table).tiles["win"], current(table).fans["混一色"]) == (0, "P", 1)


def test_tiles_are_added_to_a_recorded_hand_by_a_correction(table: Table) -> None:
    making.hand(table, 1, 12)
    correct_hand(table, HandEntry(1, 1, fan=12, tiles=PUNGS), "the tiles", making.stamp(table))
    assert current(table).tiles["hand"] == "55m99s"
    again = correct_hand(table, HandEntry(1, 1, fan=12, tiles=PUNGS), "the tiles", making.stamp(table))
    assert again["already"]


def test_a_correction_takes_the_tiles_away_where_it_says_so(table: Table) -> None:
    record_hand(table, HandEntry(1, 1, fan=12, tiles=PUNGS), making.stamp(table))
    correct_hand(table, HandEntry(1, 1, fan=12), "nothing is changed", making.stamp(table))
    assert (table.hands.count(), current(table).tiles["win"]) == (1, "9s")
    correct_hand(table, HandEntry(1, 1, fan=12, number_only=True), "other tiles", making.stamp(table))
    assert (current(table).fan, current(table).tiles, current(table).fans) == (12, {}, {})
    again = HandEntry(1, 1, fan=12, number_only=True)
    assert correct_hand(table, again, "other tiles", making.stamp(table))["already"]


def test_the_same_id_again_is_the_same_entry_whoever_filled_in_the_number(table: Table) -> None:
    entry, stamp = HandEntry(1, 1, tiles=PUNGS), making.stamp(table, client_id="from-the-phone")
    record_hand(table, entry, stamp)
    assert record_hand(table, entry, Stamp(stamp.by, stamp.client_id, stamp.expected_version))["repeated"]
    assert table.hands.count() == 1


@pytest.mark.parametrize("points", [8, 0])
def test_the_same_id_again_is_the_same_entry_whatever_the_rules_have_become(
    table: Table, monkeypatch: pytest.MonkeyPatch, points: int
) -> None:
    """Two concealed kongs are 8 by now, or fan are not counted any more: what was sent and stored stays what it is."""
    entry = HandEntry(1, 0, 1, fans={"双暗杠": 1, "碰碰和": 1})
    stamp = making.stamp(table, client_id="a-program")
    first = record_hand(table, entry, stamp)
    if points:
        tournament = table.session.tournament
        rules = {"fan": {**tournament.rulebook.fan, "two_concealed_kongs": points}}
        change_rules(tournament, rules, making.user(), "WMO")
    else:
        monkeypatch.setattr("tournament.queries.counted_hands.counts_fan", lambda book: False)
    assert record_hand(making.table(table.session.tournament), entry, stamp) == {**first, "repeated": True}
    other = HandEntry(1, 0, 1, 14, fans=entry.fans)
    assert refusal(table, other, stamp).code == "id_reused"


def test_an_entry_without_tiles_says_nothing_of_them() -> None:
    """So what an earlier version kept, and what phones without tiles send, stays the same entry."""
    assert set(HandEntry(1, 0, 1, 8).body()) == {
        "number", "winner", "discarder", "fan", "flowers", "robbed_kong", "confirmed", "before_time", "lift_dead_hand",
    }  # fmt: skip


def test_a_late_entry_with_tiles_is_counted_when_it_comes_and_when_it_is_entered(table: Table) -> None:
    bob = making.referee(table.session.tournament, "bob", [1])
    making.close(table)
    with pytest.raises(Refused) as refused:
        record_hand(table, HandEntry(1, 1, fan=14, tiles=PUNGS), making.stamp(table, bob))
    assert refused.value.code == "fan_differs"
    with pytest.raises(Kept):
        record_hand(table, HandEntry(1, 1, tiles=PUNGS), making.stamp(table, bob))
    assert LateEntry.objects.get().body["fan"] == 12
    enter_late(table.session.tournament, LateEntry.objects.get().pk, "found on the phone", making.user())
    assert current(table).fans == {"碰碰和": 1, "幺九刻": 4, "明杠": 1, "自摸": 1}


def test_what_the_chief_enters_stands_although_it_is_counted_differently_by_now(table: Table) -> None:
    bob = making.referee(table.session.tournament, "bob", [1])
    making.close(table)
    with pytest.raises(Kept):
        record_hand(table, HandEntry(1, 2, fan=13, tiles=PUNGS), making.stamp(table, bob))
    late = LateEntry.objects.get()
    # As if 西 had sat in another chair when it came.
    late.body["winner"] = 1
    late.save()
    enter_late(table.session.tournament, late.pk, "as declared", making.user())
    assert (current(table).fan, current(table).fans, current(table).fan_reason) == (13, {}, "as declared")


def test_a_recorded_count_stays_when_the_rules_change(table: Table) -> None:
    """Two concealed kongs are 6 under the rules of the tournament, and 8 under others (RULES §11)."""
    fans = {"双暗杠": 1, "碰碰和": 1}
    record_hand(table, HandEntry(1, 0, 1, fans=fans), making.stamp(table))
    tournament = table.session.tournament
    change_rules(
        tournament, {"fan": {**tournament.rulebook.fan, "two_concealed_kongs": 8}}, making.user(), "WMO"
    )
    assert (current(table).fan, current(table).fans) == (12, fans)
    record_hand(making.table(tournament), HandEntry(2, 0, 1, fans=fans), making.stamp(table))
    assert current(table, 2).fan == 14


def test_where_hands_are_settled_by_other_fan_tiles_are_refused(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.queries.counted_hands.counts_fan", lambda book: False)
    refused = refusal(table, HandEntry(1, 1, fan=12, tiles=PUNGS))
    assert (refused.code, refused.field) == ("tiles_not_counted", "tiles")
    record_hand(table, HandEntry(1, 1, fan=12), making.stamp(table))


def test_the_history_names_the_main_fan(table: Table) -> None:
    record_hand(table, HandEntry(1, 1, tiles=PUNGS), making.stamp(table))
    line = LogEntry.objects.get(action="hand_recorded")
    assert "12 fan (碰碰和 All Pungs)" in sentence(line, ["A", "B", "C", "D"])
