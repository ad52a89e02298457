"""Score sheets as they are read: the figures of RULES §2–§4 reckoned by hand, people, chairs, refusals, queries."""

import re
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import making
from tests.sheets.samples import pages
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.hands import HandEntry, correct_hand, replay_hand
from tournament.actions.penalties import withdraw_penalty
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.presence import mark_absent
from tournament.actions.substitutes import substitute
from tournament.actions.totals import decide_totals, enter_totals
from tournament.models import Seat, Stage, StageEntry, Table, Tournament
from tournament.prints.catalogue import KINDS, Asked
from tournament.prints.score_sheets import read_score_sheets
from tournament.refusals import Refused
from tournament.sheets.document import render
from tournament.sheets.score_sheet_table import HandLine, ScoreTable
from tournament.sheets.score_sheet_words import Said

pytestmark = pytest.mark.django_db


def asked(of: Tournament, state: str = "filled", table: str = "", session: int = 1, **more: Any) -> Asked:
    of.refresh_from_db()
    options = {"state": state, "table": table}
    return Asked(of, session=of.sessions.get(number=session), options=options, **more)


def only(of: Tournament, **more: Any) -> ScoreTable:
    """The sheet of table 1."""
    return read_score_sheets(asked(of, table="1", **more)).tables[0]


def text_of(wanted: Asked) -> str:
    return re.sub(r"\s+", " ", " ".join(pages(render(KINDS["score_sheets"].make(wanted)).content)))


def remarks(table: ScoreTable) -> dict[str, dict[str, Any]]:
    return {said.key: dict(said.values) for _label, said in table.remarks if isinstance(said, Said)}


def test_a_self_draw_of_24_gains_96_and_costs_each_other_32() -> None:
    event = making.drawn(4, 1)
    making.hand(making.table(event), 1, 24)
    (hand,) = only(event).hands
    assert hand.gains == (0, 96, 0, 0)
    assert hand.losses == (32, 0, 32, 32)
    assert hand.totals == (-32, 96, -32, -32)
    assert hand.symbols == ("▲", "+", "", "")
    assert hand.fan == 24


def test_a_discard_of_10_gains_34_and_costs_18_and_8_and_8() -> None:
    event = making.drawn(4, 1)
    making.hand(making.table(event), 2, 10, 0)
    (hand,) = only(event).hands
    assert hand.gains == (0, 0, 34, 0)
    assert hand.losses == (18, 8, 0, 8)
    assert hand.symbols == ("▲ —", "", "", "")


def test_a_false_win_and_the_real_win_of_a_hand_stand_beside_each_other_as_gain_and_loss() -> None:
    event = making.drawn(4, 1)
    at = making.table(event)
    false_win = {"kind": "false_win_below_minimum", "mode": "pay_each", "dead_hand": True}
    making.penalty(at, 3, 10, hand_number=1, **false_win)
    making.hand(at, 2, 10, 0)
    (hand,) = only(event).hands
    # False win: 10 from 3 to each other. Win: 34 to 2, of which 18 from 0, 8 from 1 and 8 from 3.
    assert hand.gains == (10, 10, 44, 0)
    assert hand.losses == (18, 8, 0, 38)
    assert hand.totals == (-8, 2, 44, -38)
    assert hand.symbols == ("▲ —", "", "", "✓")
    assert sum(hand.totals) == 0


def test_the_total_runs_on_from_hand_to_hand_and_the_dealer_moves() -> None:
    event = making.drawn(4, 1)
    at = making.table(event)
    making.hand(at, 1, 24)
    making.hand(at, 2, 10, 0)
    making.hand(at)
    hands = only(event).hands
    assert [hand.totals for hand in hands] == [
        (-32, 96, -32, -32),
        (-50, 88, 2, -40),
        (-50, 88, 2, -40),
    ]
    assert [[seat for seat in range(4) if "▲" in hand.symbols[seat]] for hand in hands] == [[0], [1], [2]]
    assert hands[2].symbols == ("○", "○", "▲ ○", "○")
    assert hands[2].drawn


def test_a_replayed_hand_is_said_to_have_been_void() -> None:
    event = making.drawn(4, 1)
    at = making.table(event)
    replay_hand(at, 1, "the wall fell", making.stamp(at))
    making.hand(at, 1, 24)
    sheet = only(event)
    assert remarks(sheet)["replayed"] == {"hand": 1}
    assert sheet.hands[0].totals == (-32, 96, -32, -32)
    assert sheet.hands[0].marked


def test_a_corrected_hand_is_marked_with_its_reason() -> None:
    event = making.drawn(4, 1)
    at = making.table(event)
    making.hand(at, 1, 24)
    correct_hand(at, HandEntry(1, 1, 2, 24), "it was a discard", making.stamp(at))
    sheet = only(event)
    assert sheet.hands[0].marked
    assert sheet.hands[0].totals == (-8, 48, -32, -8)
    assert remarks(sheet)["corrected"] == {"hand": 1, "why": "it was a discard"}


def test_deductions_let_the_table_sum_below_zero_and_the_sheet_says_so() -> None:
    event = making.drawn(4, 1)
    at = making.table(event)
    making.hand(at, 1, 24)
    making.penalty(at, 0, 40)
    making.penalty(at, 2, 5, hand_number=2)
    sheet = only(event)
    assert sheet.ending is not None
    assert sheet.ending.outside == (-40, 0, 0, 0)
    assert sheet.ending.match_points == (-72, 96, -37, -32)
    assert remarks(sheet)["sum"] == {"sum": "−45", "deducted": 45}
    running: HandLine = sheet.hands[1]
    assert (running.number, running.losses, running.fan, running.drawn) == (2, (0, 0, 5, 0), None, False)


def test_a_withdrawn_penalty_moves_nothing_and_says_that_it_is_withdrawn() -> None:
    event = making.drawn(4, 1)
    at = making.table(event)
    made = making.penalty(at, 0, 40, hand_number=1)
    withdraw_penalty(at, made["penalty"], "wrong player", making.stamp(at))
    sheet = only(event)
    assert sheet.ending is not None
    assert sheet.ending.match_points == (0, 0, 0, 0)
    (note,) = sheet.penalties
    assert (note.hand, note.is_withdrawn, note.withdrawn_why) == (1, True, "wrong player")
    assert sheet.hands[0].symbols == ("▲", "", "", "")


def test_places_and_standard_points_of_a_closed_table() -> None:
    event = making.drawn(4, 1)
    at = making.table(event)
    making.hand(at, 1, 24)
    making.penalty(at, 1, Fraction(1, 2), currency="standard_points")
    making.close(at)
    sheet = only(event)
    assert sheet.ending is not None
    assert sheet.ending.places == (2, 1, 2, 2)
    # 4 for the first, less the half; the others share 3 + 2 + 1.
    assert sheet.ending.standard == ("2", "4 −½", "2", "2")
    assert [one.agreement for one in sheet.ending.signatures] == ["agreed"] * 4
    assert sheet.end
    assert "open" not in remarks(sheet)


def test_totals_of_paper_are_the_result_where_nothing_else_was_recorded() -> None:
    event = making.drawn(4, 1)
    at = making.table(event)
    enter_totals(at, [50, -10, -20, -20], making.stamp(at))
    sheet = only(event)
    assert sheet.ending is not None
    assert sheet.ending.paper == (50, -10, -20, -20)
    assert sheet.ending.paper_counts
    assert sheet.ending.match_points == (50, -10, -20, -20)
    assert not sheet.ending.has_hands
    assert "paper_alone" in remarks(sheet)


def test_paper_beside_hands_is_shown_and_which_of_the_two_counts() -> None:
    event = making.drawn(4, 1)
    at = making.table(event)
    making.hand(at, 1, 24)
    enter_totals(at, [-30, 96, -32, -34], making.stamp(at))
    assert "paper_beside" in remarks(only(event))
    decide_totals(at, True, "the players signed it", making.stamp(at))
    sheet = only(event)
    assert sheet.ending is not None
    assert sheet.ending.totals == (-32, 96, -32, -32)
    assert sheet.ending.match_points == (-30, 96, -32, -34)
    assert remarks(sheet)["paper_reason"] == {"why": "the players signed it"}


@pytest.mark.parametrize(
    ("rotation", "chairs"),
    [
        ("after_third", [(0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2, 3), (1, 0, 3, 2)]),
        ("none", [(0, 1, 2, 3)] * 4),
        # 东南北西, 南东西北, 西北东南, 北西南东
        ("every_round", [(0, 1, 2, 3), (1, 0, 3, 2), (3, 2, 0, 1), (2, 3, 1, 0)]),
    ],
)
def test_each_round_has_the_chairs_of_the_rotation_scheme(
    rotation: str, chairs: list[tuple[int, ...]]
) -> None:
    event = making.drawn(4, 1, rotation=rotation)
    assert list(only(event, state="blank").chairs) == chairs


def test_a_blank_sheet_has_people_and_chairs_and_nothing_that_was_recorded() -> None:
    event = making.drawn(4, 1)
    making.hand(making.table(event), 1, 24)
    sheet = only(event, state="blank")
    drawn = Seat.objects.filter(table__session__tournament=event).order_by("chair")
    assert [sitter.name for sitter in sheet.sitters] == [seat.player.name for seat in drawn if seat.player]
    assert [sitter.team for sitter in sheet.sitters] == ["Team 1"] * 4
    assert (sheet.hands, sheet.ending, sheet.penalties, sheet.start, sheet.end) == ((), None, (), "", "")
    assert "+96" not in text_of(asked(event, "blank"))


def test_an_empty_chair_a_stand_in_and_a_substitute_are_named_as_such() -> None:
    event = making.drawn(4, 1)
    facts = [PersonFacts(name="Helper", is_stand_in=True), PersonFacts(name="Second", is_reserve=True)]
    enrol(event, facts, making.user())
    at = making.table(event)
    seats = {seat.chair: seat.player for seat in at.seats.select_related("player")}
    mark_absent(at, 0, "ill", making.stamp(at))
    mark_absent(at, 1, "too late", making.stamp(at), stand_in=5)
    assert seats[2] is not None
    substitute(event, seats[2].number, 6, (1, 5), None, "a headache", making.user())
    said = [
        {one.key: one.values.get("name") for one in s.remarks} for s in only(event, state="blank").sitters
    ]
    assert said[0] == {"absent": None, "forfeit": None}
    assert said[1] == {"instead": seats[1] and seats[1].name, "stand_in": None, "forfeit": None}
    assert said[2] == {"from_hand": "6 Second"}
    assert said[3] == {}
    text = text_of(asked(event, "blank"))
    for words in ("缺席，空座", "陪打 stand-in", "from hand 5: 6 Second", "第 5 盘起：6 Second"):
        assert words in text


def test_a_chair_that_nobody_was_drawn_to_is_called_empty() -> None:
    event = making.drawn(4, 1)
    Seat.objects.filter(table__session__tournament=event, chair=3).update(player=None)
    assert only(event, state="blank").sitters[3].name == ""
    assert "空座 Empty chair" in text_of(asked(event, "blank"))


def test_figures_reach_the_paper() -> None:
    event = making.drawn(4, 1)
    at = making.table(event)
    making.penalty(at, 3, 10, hand_number=1, kind="false_win_below_minimum", mode="pay_each", dead_hand=True)
    making.hand(at, 2, 10, 0)
    text = text_of(asked(event))
    assert "10 番 10 fan" in text
    assert "+44" in text
    assert "-38" in text  # a minus is copied as a hyphen
    assert (
        "错和（未到起和番） false win: under the minimum · 赔其余各家 10 分，停和 / pays 10 to each, dead hand"
        in text
    )
    assert "本桌尚未结束" in text


def test_a_draft_says_so_on_every_page_and_a_published_draw_does_not() -> None:
    event = making.tournament(8, 1)
    make_draw(event, [1], making.user(), seed="test")
    found = pages(render(KINDS["score_sheets"].make(asked(event, "blank"))).content)
    assert len(found) == 2
    assert all("草案 DRAFT" in page for page in found)
    publish_draw(event, [1], making.user())
    assert "草案" not in text_of(asked(event, "blank"))


def test_one_table_can_be_asked_for() -> None:
    event = making.drawn(16, 1)
    assert [t.number for t in read_score_sheets(asked(event, "blank", "3")).tables] == [3]
    assert [t.number for t in read_score_sheets(asked(event, "blank")).tables] == [1, 2, 3, 4]


def test_stage_and_group_of_a_table_stand_in_the_field_for_the_group() -> None:
    event = making.drawn(4, 1)
    stage = Stage.objects.create(tournament=event, number=1, name="预赛", form=Stage.Form.GROUPS)
    event.sessions.update(stage=stage)
    for seed, player in enumerate(event.players.all(), 1):
        StageEntry.objects.create(stage=stage, player=player, group=3, seed=seed)
    assert only(event, state="blank").group == "预赛 · 3"


def test_the_referee_of_the_table_and_the_chief_referee_are_named_where_they_sign() -> None:
    event = making.drawn(8, 1)
    making.referee(event, "bob", [2])
    event.officials = "裁判长：王建国"
    event.save()
    read = read_score_sheets(asked(event, "blank"))
    assert [one.referee for one in read.tables] == ["", "Bob"]
    assert read.chief_referee == "王建国"


@pytest.mark.parametrize(
    ("state", "table", "code"), [("blank", "9", "table"), ("filled", "", "nothing_recorded")]
)
def test_what_does_not_exist_is_refused(state: str, table: str, code: str) -> None:
    event = making.drawn(4, 1)
    with pytest.raises(Refused) as refused:
        read_score_sheets(asked(event, state, table))
    assert refused.value.code == code


def test_a_session_without_a_draw_is_refused() -> None:
    event = making.tournament(4, 1)
    with pytest.raises(Refused) as refused:
        read_score_sheets(asked(event, "blank"))
    assert refused.value.code == "not_drawn"


def test_the_number_of_queries_does_not_grow_with_the_tables() -> None:
    counts = []
    for players in (4, 32):
        event = making.drawn(players, 1)
        for at in Table.objects.filter(session__tournament=event):
            at.session.tournament = event
            making.hand(at, 1, 24)
            making.penalty(at, 0, 10, hand_number=2)
        wanted = asked(event)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert len(read_score_sheets(wanted).tables) == players // 4
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 10
