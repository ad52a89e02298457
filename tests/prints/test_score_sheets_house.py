"""Score sheets under house rules: who won what, rounds as they were dealt, more hands than one page holds."""

import re
from typing import Any

import pytest

from tests import house_tables, making
from tests.sheets.samples import pages
from tournament.actions.events import change_rules
from tournament.actions.hands import HandEntry, correct_hand
from tournament.models import Tournament
from tournament.prints.catalogue import KINDS, Asked
from tournament.prints.score_sheets import read_score_sheets
from tournament.sheets.document import render
from tournament.sheets.score_sheet_table import OFFICIAL, ScoreTable, WinLine

pytestmark = pytest.mark.django_db


def asked(of: Tournament, state: str = "filled", **more: Any) -> Asked:
    of.refresh_from_db()
    return Asked(of, session=of.sessions.get(number=1), options={"state": state, "table": "1"}, **more)


def only(of: Tournament, **more: Any) -> ScoreTable:
    return read_score_sheets(asked(of, **more)).tables[0]


def paper(of: Tournament, **more: Any) -> list[str]:
    """The pages, each on one line."""
    made = render(KINDS["score_sheets"].make(asked(of, **more))).content
    return [re.sub(r"\s+", " ", page) for page in pages(made)]


def test_a_hand_names_its_winners_with_what_they_had_and_what_it_gave_the_four() -> None:
    hands = only(house_tables.evening()).hands
    assert hands[0].wins == (
        WinLine(1, ("碰碰胡", "All pungs")),
        WinLine(2, ("混碰", "Half flush of pungs")),
    )
    assert (hands[0].gains, hands[0].losses) == ((0, 12, 40, 0), (52, 0, 0, 0))
    assert [hand.totals for hand in hands] == [
        (-52, 12, 40, 0),
        (-52, 12, 40, 0),
        (-64, 0, 28, 36),
        (-64, 40, 28, -4),
    ]
    assert hands[0].symbols == ("▲ —", "", "", "")
    assert (hands[1].drawn, hands[1].wins) == (True, ())
    # 北 draws his own tile and deals the hand after it.
    assert [hands[2].symbols[3], hands[3].symbols[3]] == ["+", "▲ —"]


def test_where_the_winner_deals_there_are_no_rounds_and_the_dealer_is_named() -> None:
    event = house_tables.evening()
    (one,) = only(event).rounds
    assert (one.number, one.hands) == (None, ((1, 0), (2, 0), (3, 0), (4, 3)))
    (page,) = paper(event)
    assert "风圈" not in page
    for words in ("南 碰碰胡；西 混碰", "荒牌 drawn", "南 清一色", "1 东 2 东 3 东 4 北"):
        assert words in page
    assert "合计 Total 0 -64 -64 +52 -12 40" in page


def test_where_the_dealer_repeats_hands_stand_in_the_rounds_in_which_they_were_dealt() -> None:
    event = house_tables.drawn("nanchang")
    table = making.table(event)
    for winner in (0, 0, 1, 1, 2, 3, 0):
        house_tables.record(table, (winner, {"kind": "pinghu"}))
    rounds = only(event).rounds
    # 东 wins twice and loses, 南 wins and loses, 西 loses, 北 loses: the seventh hand is his.
    assert [(one.number, one.hands) for one in rounds] == [
        (0, ((1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2), (7, 3)))
    ]
    house_tables.record(table)
    assert [one.number for one in only(event).rounds] == [0, 1]
    assert only(event).rounds[1].hands == ((8, 4),)


def test_more_hands_than_a_page_holds_go_on_with_heads_and_round_on_the_next_one() -> None:
    event = house_tables.drawn("nanchang")
    table = making.table(event)
    for _hand in range(40):
        house_tables.record(table, (0, {"kind": "pinghu"}))
    making.close(table)
    first, second = paper(event)
    assert "1 东风东" in first and "40 东风东" not in first and "选手签名" not in first
    assert "第 1 局 第 1 桌（续）" in second and "东风圈" in second and "Player 3" in second
    assert "40 东风东" in second and "东 平胡" in second
    # 东 gets 4 from each of three, forty times.
    assert "比赛分 Match points 480 -160 -160 -160" in second
    assert "选手签名 Signature" in second


def test_fan_and_a_robbed_kong_stand_beside_the_winner() -> None:
    event = house_tables.drawn("club111")
    house_tables.record(making.table(event), (1, {"fan": 6}), way="robbed_kong", discarder=2)
    (hand,) = only(event).hands
    assert hand.wins == (WinLine(1, ("", ""), 6),)
    assert "南 6 番 · 抢杠" in paper(event)[0]
    assert "S 6 fan · robbed kong" in paper(event, languages=("en",))[0]


def test_penalties_corrections_and_payments_stand_among_the_notes() -> None:
    event = house_tables.drawn("zhuoji")
    table = making.table(event)
    kong = {"kind": "diandou", "seat": 2, "giver": 0}
    house_tables.record(table, (1, {"kind": "daduizi"}), payments=[kong])
    house_tables.record(table)
    making.penalty(table, 3, 10, hand_number=2)
    correct_hand(table, HandEntry(2, play={"payments": [kong]}), "a kong was forgotten", making.stamp(table))
    (page,) = paper(event)
    assert "第 1 盘：点豆：西（东付）；第 2 盘：点豆：西（东付）" in page
    assert "a kong was forgotten" in page
    assert "扣 10 分" in page
    (english,) = paper(event, languages=("en",))
    assert "W from E" in english
    hands = only(event).hands
    # 大对子 is 30 from each, the kong 10 from 东.
    assert (hands[0].gains, hands[0].losses) == ((0, 90, 0, 0), (40, 0, 20, 30))
    assert (hands[1].losses, hands[1].marked) == ((10, 0, 0, 10), True)


def test_a_blank_sheet_has_numbered_lines_without_dealers() -> None:
    event = house_tables.drawn("nanchang")
    (one,) = only(event, state="blank").rounds
    assert (one.number, one.hands[0], one.hands[-1]) == (None, (1, None), (20, None))
    (page,) = paper(event, state="blank")
    assert "东风" not in page and "选手签名" in page


def test_a_table_on_paper_alone_has_no_lines_for_hands() -> None:
    event = house_tables.drawn("nanchang")
    table = making.table(event)
    making.penalty(table, 0, 10)
    assert only(event).rounds == ()
    assert "盘外罚分" in paper(event)[0]


def test_where_the_deal_goes_round_the_sheet_is_that_of_the_official_form() -> None:
    event = house_tables.drawn("nanchang")
    change_rules(event, {"dealing": "rotates"}, making.user())
    assert only(event, state="blank").rounds == OFFICIAL
    house_tables.record(making.table(event), (1, {"kind": "pinghu"}))
    assert only(event).rounds == OFFICIAL
    assert "南 平胡" in paper(event)[0]
