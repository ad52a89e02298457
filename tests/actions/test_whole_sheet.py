"""A whole paper sheet at a stroke: all of it or nothing, and what counts where it contradicts itself (RULES §2, §3)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from tests import making
from tests.refusing import code, refused
from tournament.actions.acts import Stamp
from tournament.actions.hands import HandEntry, record_hand
from tournament.actions.late import enter_late
from tournament.actions.penalties import PenaltyEntry
from tournament.actions.tables import confirm_round
from tournament.actions.totals import enter_totals
from tournament.actions.whole_sheet import PaperContradicts, SheetRefused, WholeSheet, store_sheet
from tournament.models import Act, Hand, LateEntry, LogEntry, Penalty, Staff, Table
from tournament.queries.counted_hands import Tiles
from tournament.queries.history import history
from tournament.queries.table_state import next_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return making.table(making.drawn(8, 1))


def hand(number: int, winner: int | None = None, fan: int | None = None, **more: Any) -> HandEntry:
    return HandEntry(number, winner, fan=fan, before_time=True, **more)


# 东 from 南, 8 fan: +32 −16 −8 −8. 南 by self-draw, 24 fan: −32 +96 −32 −32. Drawn. 西 from 北, 24 fan: −8 −8 +48 −32.
FOUR = (hand(1, 0, 8, discarder=1), hand(2, 1, 24), hand(3), hand(4, 2, 24, discarder=3))
THEIR_TOTALS = (-8, 72, 8, -72)


def sixteen() -> tuple[HandEntry, ...]:
    return tuple(
        HandEntry(4 * round_ + one.number, one.winner, one.discarder, one.fan, before_time=True)
        for round_ in range(4)
        for one in FOUR
    )


def store(table: Table, by: str = "alice", **sheet: Any) -> Any:
    return store_sheet(table, WholeSheet(**{"hands": FOUR, **sheet}), making.stamp(table, making.user(by)))


def told(table: Table) -> list[str]:
    with translation.override("en"):
        return [line.what for line in history(table.session.tournament, table_id=table.pk)[0]]


def real(shared: Path, name: str, session: int, number: int) -> tuple[dict[str, Any], list[HandEntry]]:
    """A table of a real championship as the file has it, and its hands."""
    event = json.loads((shared / "data" / f"{name}.json").read_text(encoding="utf-8"))
    found: dict[str, Any] = event["sessions"][session - 1]["tables"][number - 1]
    seat = found["seats"].index
    entries = [
        hand(
            one["n"],
            seat(one["winner"]) if "winner" in one else None,
            one.get("fan"),
            discarder=seat(one["discarder"]) if "discarder" in one else None,
        )
        for one in found["hands"]
    ]
    return found, entries


def test_discards_self_draws_and_drawn_hands_are_settled_and_the_table_is_closed_as_signed(
    table: Table,
) -> None:
    done = store(table, hands=sixteen(), totals=tuple(4 * total for total in THEIR_TOTALS), close=True)
    table.refresh_from_db()
    assert (len(done.recorded), done.corrected, done.closed) == (16, [], True)
    assert making.totals(table) == [-32, 288, 32, -288]
    assert making.standard(table) == [2, 4, 3, 1]
    assert set(table.seats.values_list("agreement", flat=True)) == {"paper"}
    assert (table.hands_played, table.confirmed_round, table.totals_only) == (16, 4, False)


@pytest.mark.shared
def test_a_real_table_with_two_false_wins_has_its_official_totals(table: Table, shared: Path) -> None:
    official, entries = real(shared, "event_72p_6s", 1, 6)
    penalties = tuple(
        PenaltyEntry(
            official["seats"].index(one["player"]),
            one["kind"],
            Fraction(one["amount"]),
            one["mode"],
            hand_number=one["hand"],
        )
        for one in official["penalties"]
    )
    store(
        table,
        hands=tuple(entries),
        penalties=penalties,
        totals=tuple(official["totals"]),
        close=True,
    )
    assert making.totals(table) == official["totals"] == [-379, 253, 44, 82]


@pytest.mark.shared
def test_a_real_paper_that_contradicts_its_sixteen_hands_is_not_stored_before_somebody_decides(
    table: Table, shared: Path
) -> None:
    official, entries = real(shared, "event_48p_7s", 4, 5)
    sheet: dict[str, Any] = {"hands": tuple(entries), "totals": tuple(official["totals"])}
    found = refused(store, table, **sheet)
    assert isinstance(found, PaperContradicts)
    moved = [paper - hands for paper, hands in zip(found.paper, found.hands, strict=True)]
    assert sorted(moved) == [-49, 0, 0, 49]  # known of this table: 49 points stand with another player
    assert not Hand.objects.exists()
    store(table, **sheet, counts="paper", reason="the four signed it", close=True)
    assert making.totals(table) == official["totals"]


def test_the_hands_count_where_that_is_confirmed_and_the_history_says_that_the_paper_differs(
    table: Table,
) -> None:
    paper = (-8, 70, 10, -72)
    assert code(store, table, totals=paper) == "paper_contradicts"
    assert code(store, table, totals=paper, counts="hands") == "reason_missing"
    assert not Act.objects.exists()
    store(table, totals=paper, counts="hands", reason="added up wrongly")
    table.refresh_from_db()
    assert making.totals(table) == [*THEIR_TOTALS]
    assert (table.totals_only, table.paper_reason) == (False, "added up wrongly")
    names = [seat.player.name for seat in table.seats.order_by("chair") if seat.player]
    assert told(table)[0] == (
        "noted that the paper sheet contradicts the hands: "
        f"{names[1]}: +70 on paper, +72 by the hands; {names[2]}: +10 on paper, +8 by the hands"
    )
    store(
        table, hands=(*FOUR, hand(5)), totals=paper
    )  # the contradiction that was decided on is not asked again


def test_a_table_whose_paper_was_the_result_keeps_it_until_the_hands_are_said_to_count(table: Table) -> None:
    enter_totals(table, [40, 10, -10, -40], making.stamp(table))
    assert code(store, table) == "paper_contradicts"
    store(table, counts="paper", reason="as signed")
    assert making.totals(table) == [40, 10, -10, -40]
    assert LogEntry.objects.filter(action="paper_contradicted").count() == 1


def test_all_that_is_wrong_is_told_at_once_and_nothing_is_stored(table: Table) -> None:
    wrong = (
        hand(1, 0, 7),
        hand(2, 1, 12, discarder=1),
        hand(3, None, 8),
        hand(4, 2, 105),
        hand(6, 3, 401),
        hand(7, 1, 12, flowers=5),
        hand(8, 1, 8),
    )
    penalty = PenaltyEntry(1, "false_win_wrong_tile", Fraction(10), "pay_each", dead_hand=True, hand_number=8)
    nobody = PenaltyEntry(4, "conduct", Fraction(10))
    found = refused(store, table, hands=wrong, penalties=(penalty, nobody))
    assert isinstance(found, SheetRefused)
    assert {place: one.code for place, one in found.problems.items()} == {
        1: "fan_below_minimum",
        2: "winner_is_discarder",
        3: "drawn_hand_with_win",
        4: "confirm_fan",
        5: "gap",
        6: "fan_too_high",
        7: "fan_below_minimum",
        8: "dead_hand",
        "p1": "no_such_seat",
    }
    assert (Hand.objects.count(), Penalty.objects.count(), Act.objects.count()) == (0, 0, 0)
    table.refresh_from_db()
    assert table.version == 1


def test_what_an_act_refuses_in_the_end_takes_everything_with_it(table: Table) -> None:
    version = table.session.tournament.version
    assert code(store, table, close=True) == "reason_missing"  # four hands of sixteen, before time
    assert not Hand.objects.exists()
    table.session.tournament.refresh_from_db()
    assert table.session.tournament.version == version
    assert store(table, close=True, reason="stopped").closed


def test_the_same_sheet_twice_is_stored_once_and_its_id_is_good_for_no_other(table: Table) -> None:
    sheet, stamp = WholeSheet(FOUR), making.stamp(table)
    store_sheet(table, sheet, stamp)
    making.penalty(table, 0, 10)
    assert store_sheet(table, sheet, stamp).repeated
    assert Hand.objects.count() == 4
    assert code(store_sheet, table, WholeSheet(FOUR[:3]), stamp) == "id_reused"
    assert code(store_sheet, table, sheet, Stamp(making.user(), "", 1)) == "client_id"


def test_a_sheet_made_before_somebody_else_entered_is_refused(table: Table) -> None:
    stamp = making.stamp(table)
    making.hand(table, 3, 8)
    assert code(store_sheet, table, WholeSheet(FOUR), stamp) == "stale"
    assert Hand.objects.count() == 1


def test_only_what_differs_is_corrected_and_that_takes_a_reason(table: Table) -> None:
    store(table)
    changed = (FOUR[0], hand(2, 1, 25), *FOUR[2:], hand(5))
    found = refused(store, table, hands=changed)
    assert isinstance(found, SheetRefused)
    assert {place: one.code for place, one in found.problems.items()} == {"reason": "reason_missing"}
    done = store(table, hands=changed, reason="misread")
    assert (done.corrected, done.recorded) == ([2], [5])
    assert list(Hand.objects.order_by("id").values_list("number", "revision")) == [
        *((number, 1) for number in (1, 2, 3, 4)),
        (2, 2),
        (5, 1),
    ]
    assert code(store, table, hands=changed) == "unchanged"
    assert "recorded" in {one.code for one in refused(store, table, hands=FOUR[:3]).problems.values()}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("typed", "tiles", "reason"),
    [
        (hand(1, 0, 24, discarder=1), "P", "the paper is signed"),
        (hand(1, 0, 21), "P", ""),  # self-drawn PPP is concealed: 双暗刻 2 and 自摸 1 more
        (hand(1, 0, 18, discarder=2), "P", ""),
        (hand(1, 2, 18, discarder=1), "", ""),
    ],
)
def test_tiles_stay_with_a_hand_that_the_paper_corrects_where_the_same_player_won(
    table: Table, typed: HandEntry, tiles: str, reason: str
) -> None:
    """22288sPP, chi:456s, kong:9999s on a discard are 18 (shared/data/fan_examples)."""
    won = Tiles("22288sPP", ("chi:456s", "kong:9999s"), "P")
    record_hand(table, hand(1, 0, 18, discarder=1, tiles=won), making.stamp(table))
    store(table, hands=(typed,), reason="the paper is signed")
    stored = table.hands.get(is_current=True)
    assert (stored.fan, stored.tiles.get("win", ""), stored.fan_reason) == (typed.fan, tiles, reason)


def test_who_did_not_change_chairs_sits_where_he_sat(table: Table) -> None:
    store(table, hands=sixteen(), stayed=(4,))  # by this rulebook chairs change before the fourth round only
    table.refresh_from_db()
    assert table.chairs == {"4": [0, 1, 2, 3]}


def test_hands_that_a_telephone_recorded_are_gone_on_with(table: Table) -> None:
    making.hand(table, 0, 8, 1)
    for _number in (2, 3, 4):
        making.hand(table)
    confirm_round(table, 2, True, making.stamp(table))
    done = store(table, hands=(FOUR[0], hand(2), hand(3), hand(4), hand(5, 1, 8)))
    assert (done.recorded, next_hand(table)) == ([5], 6)


def test_at_a_closed_table_the_chief_referee_needs_a_reason_and_what_a_scorer_types_is_kept(
    table: Table,
) -> None:
    making.close(table)
    making.referee(table.session.tournament, "sam", role=Staff.Role.SCORER)
    done = store(table, "sam", hands=FOUR[:2])
    assert (len(done.waiting), Hand.objects.count()) == (2, 0)
    for late in LateEntry.objects.order_by("id"):
        enter_late(table.session.tournament, late.pk, "it is on the paper", making.user())
    assert making.totals(table) == [0, 80, -40, -40]
    assert refused(store, table).problems.keys() == {"reason"}  # type: ignore[attr-defined]
    store(table, reason="the rest of the paper")
    assert making.totals(table) == [*THEIR_TOTALS]


def test_a_scorer_stores_a_contradiction_but_does_not_decide_on_it(table: Table) -> None:
    making.referee(table.session.tournament, "sam", role=Staff.Role.SCORER)
    sheet: dict[str, Any] = {"totals": (0, 0, 0, 0), "reason": "so it stands there"}
    assert code(store, table, "sam", **sheet, counts="paper") == "chief_only"
    store(table, "sam", **sheet, counts="open")
    assert making.totals(table) == [*THEIR_TOTALS]
    assert "contradicts the hands" in told(table)[0]
