"""The results as XLSX under house rules: an evening of 上海 whose figures are worked out in `tests.house_tables`."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import house_tables, making
from tests.exchange.test_workbook import Sums
from tests.refusing import refused
from tournament.exchange.ema_sheet import Asked, ema_workbook
from tournament.exchange.workbook import results_workbook
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

HANDS, FIRST = "各盘 Hands", "第1局 Session 1"
SCORES = [f"{wind}家盘分 Score of {wind}" for wind in "东南西北"]


def hands_of(event: Tournament) -> list[dict[str, Any]]:
    return Sums(results_workbook(event).content).rows(HANDS, 1)


def test_each_hand_tells_who_won_what_from_whom_and_what_it_gave_each_chair() -> None:
    event = house_tables.evening()
    names = {
        seat.chair: seat.player.name
        for seat in making.table(event).seats.select_related("player")
        if seat.player
    }
    first, drawn, third, last = hands_of(event)
    assert [first[name] for name in SCORES] == [-52, 12, 40, 0]
    assert first["结果 Outcome"] == "点和 win on a discard"
    assert (first["和牌座位 Winner's chair"], first["点炮座位 Discarder's chair"]) == ("南 西", "东")
    assert first["和牌 Winner"] == f"{names[1]}; {names[2]}"
    assert first["和牌得分 Points won"] == "12; 40"
    assert first["牌型 Kind of hand"] == "南 碰碰胡 All pungs; 西 混碰 Half flush of pungs"
    assert (drawn["结果 Outcome"], drawn["和牌座位 Winner's chair"], drawn["牌型 Kind of hand"]) == (
        "荒牌 drawn hand",
        None,
        None,
    )
    assert (third["结果 Outcome"], third["牌型 Kind of hand"]) == ("自摸 self-draw", "混一色 Half flush")
    assert (third["和牌得分 Points won"], third["点炮座位 Discarder's chair"]) == (36, None)
    # The winner deals the next hand: 北 after the third.
    assert [row["风圈与庄家 Round and dealer"] for row in (first, drawn, third, last)] == [
        "东",
        "东",
        "东",
        "北",
    ]
    assert [row["合计 Sum"] for row in (first, drawn, third, last)] == [0, 0, 0, 0]


def test_the_totals_are_sums_over_the_hands() -> None:
    event = house_tables.evening()
    sums = Sums(results_workbook(event).content)
    rows = [row for row in sums.rows(FIRST, 1) if row["桌 Table"] == 1]
    assert [row["比赛分（成绩） Match points (result)"] for row in rows] == [-64, 40, 28, -4, None]
    assert sums.book[FIRST]["F2"].value == "=SUM('各盘 Hands'!K2:K5)"
    # Scores are paid by rules that are no straight line over one number: they stand there as they are.
    assert [sums.book[HANDS][f"{column}2"].value for column in "KLMN"] == [-52, 12, 40, 0]


def test_fan_and_rounds_stand_there_where_the_rules_have_them_and_more_than_sixteen_hands() -> None:
    """At five fan the dealer gets 2 × 2 × 5 by self-draw from each of three."""
    event = house_tables.drawn("club111")
    table = making.table(event)
    for _hand in range(17):
        house_tables.record(table, (0, {"fan": 5}))
    house_tables.record(table, (1, {"fan": 6}), way="robbed_kong", discarder=2)
    making.close(table)
    rows = hands_of(event)
    assert [row["番 Fan"] for row in rows] == [5] * 17 + [6]
    assert [row[SCORES[0]] for row in rows[:17]] == [60] * 17
    assert {row["风圈与庄家 Round and dealer"] for row in rows} == {"东风东"}
    assert rows[17]["结果 Outcome"] == "抢杠和 robbed kong"


def test_payments_beside_the_win_are_told_in_both_languages() -> None:
    event = house_tables.drawn("zhuoji")
    table = making.table(event)
    house_tables.record(table, payments=[{"kind": "diandou", "seat": 2, "giver": 0, "count": 2}])
    making.close(table)
    (row,) = hands_of(event)
    assert [row[name] for name in SCORES] == [-20, 0, 20, 0]
    assert "点豆 × 2" in row["其他 Besides"]
    assert "西 from 东" in row["其他 Besides"]


def test_the_first_sheet_tells_how_scores_come_about_and_no_fan_of_guobiao() -> None:
    event = house_tables.evening()
    about = Sums(results_workbook(event).content).book["说明 About"]
    text = "\n".join(str(cell.value) for row in about.iter_rows() for cell in row)
    assert "四家盘分按规则算出" in text
    assert "底分+番" not in text
    assert "底分 / 起和" not in text


def test_the_european_association_gets_no_results_of_house_rules() -> None:
    made = house_tables.evening()
    Tournament.objects.filter(pk=made.pk).update(starts_on=datetime.date(2026, 5, 1))
    assert refused(ema_workbook, made, Asked()).code == "house_rules"
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user())
    page = client.get(reverse("organiser:files_ema", args=[made.slug]), follow=True)
    assert "ranks tournaments of Guobiao only" in page.content.decode()
