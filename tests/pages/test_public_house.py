"""What everybody sees of hands under house rules; the evening of 上海 is that of tests/house_tables.py."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests import house_tables, making
from tests.house_tables import record
from tests.pages.public_sheet import read, row_of, sitter, text_of
from tournament.models import Tournament
from tournament.pages.words.bars import fan_bars, steps_grow, suited_bars

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return house_tables.evening()


def table_page(made: Tournament) -> str:
    return read(f"/t/{made.slug}/sessions/1/tables/1/")


def won_in(html: str, hand: int) -> list[bool]:
    row = re.search(rf'<tr id="h{hand}".*?</tr>', html, flags=re.S)
    assert row is not None
    return ["is-won" in cell for cell in re.findall(r'<td class="([^"]*)"', row.group())]


def test_every_winner_of_a_hand_is_marked_and_says_what_he_had(event: Tournament) -> None:
    html = table_page(event)
    shown = row_of(html, "h1")
    assert shown.startswith("1 东风东 南 All pungs 12 points 西 Half flush of pungs 40 points")
    assert won_in(html, 1) == [False, True, True, False]
    assert row_of(html, "h3").startswith("3 东风东 Half flush 36 points")
    assert row_of(html, "h4").startswith("4 东风北 Full flush 40 points")


def test_the_kind_is_named_in_chinese_for_chinese_readers(event: Tournament) -> None:
    answer = Client().get(f"/t/{event.slug}/sessions/1/tables/1/", HTTP_ACCEPT_LANGUAGE="zh-hans")
    assert "混碰" in row_of(answer.content.decode(), "h1")


def test_a_win_is_said_in_fan_where_fan_are_entered() -> None:
    made = house_tables.drawn("club111")
    record(making.table(made), (1, {"fan": 6, "last_tile": True}), discarder=2)
    assert row_of(table_page(made), "h1").startswith("1 东风东 Last tile 6 fan")


def test_payments_of_a_drawn_hand_are_changes_and_are_named() -> None:
    made = house_tables.drawn("zhuanzhuan")
    payments = [{"kind": "concealed_kong", "seat": 1}, {"kind": "exposed_kong", "seat": 3, "giver": 0}]
    record(making.table(made), payments=payments)
    html = table_page(made)
    # A concealed kong is 2 from each, an exposed one 3 from who discarded it.
    shown = row_of(html, "h1")
    assert shown.startswith("1 东风东 drawn")
    assert [f for f in ("−5", "+6", "−2", "+1") if f in shown] == ["−5", "+6", "−2", "+1"]
    assert row_of(html, "k1") == "Concealed kong: 南 Exposed kong from a discard: 北 from 东"


def test_rounds_are_separated_where_they_begin() -> None:
    made = house_tables.drawn("nanchang")
    table = making.table(made)
    record(table, (0, {"kind": "pinghu"}))  # the dealer deals again, so round 2 begins with hand 6
    for _drawn in range(4):
        record(table)
    marked = re.findall(r'<tr id="h(\d+)"[^>]*class="[^"]*is-round', table_page(made))
    assert marked == ["6"]
    guobiao = making.drawn(4, 1)
    assert re.findall(r'<tr id="h(\d+)"[^>]*class="[^"]*is-round', table_page(guobiao)) == ["5", "9", "13"]


def test_statistics_speak_of_points_and_of_kinds(event: Tournament) -> None:
    html = read(f"/t/{event.slug}/statistics/")
    south, west, east = (sitter(making.table(event), chair).name for chair in (1, 2, 0))
    assert row_of(html, "outcome4") == "Average points of a win 128 points in 4 wins 32.0"
    where = "session 1, table 1, hand 1"
    assert row_of(html, "high1") == f"1 shared 40 {west} from {east} · {where} Half flush of pungs"
    assert row_of(html, "kind1") == f"All pungs {south} 1 1 25.0 %"
    assert "Distribution of points" in text_of(html)
    # From 12 to 40: one of 12, one of 36, two of 40.
    assert [row_of(html, f"bar{n}") for n in (1, 5, 6)] == [
        "12–14 1 25.0 %",
        "30–39 1 25.0 %",
        "40–49 2 50.0 %",
    ]
    assert "On average a hand brings the dealer −26.00 points, each of the others +8.67." in text_of(html)


def test_a_players_page_speaks_of_points_and_of_his_kinds(event: Tournament) -> None:
    html = read(f"/t/{event.slug}/players/{sitter(making.table(event), 0).number}/")
    assert row_of(html, "rate4") == "Average points won 0 points in 0 wins – 32.0"
    assert row_of(html, "rate5") == "Average points dealt in 52 points in 1 hand 52.0 46.0"
    html = read(f"/t/{event.slug}/players/{sitter(making.table(event), 1).number}/")
    text = text_of(html)
    assert "Highest hand won: 40 points session 1, table 1, hand 4" in text
    assert "Full flush 1 50.0 % 25.0 %" in text


def test_a_prize_is_said_in_points(event: Tournament) -> None:
    assert "40 points" in text_of(read(f"/t/{event.slug}/standings/"))


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("nanchang", "four rounds, at most 40 hands, or 120 minutes"),
        ("shanghai", "at most 40 hands, or 120 minutes"),
    ],
)
def test_the_rules_in_short_say_how_long_a_session_is(key: str, said: str) -> None:
    made = house_tables.drawn(key, minutes=120)
    text = text_of(read(f"/t/{made.slug}/"))
    assert f"Session {said}" in text
    assert "16 hands" not in text
    assert "Least fan" not in text


def test_bars_suit_the_numbers_that_there_are() -> None:
    assert [bar.name for bar in suited_bars({2: 1, 5: 3})] == ["2", "3", "4", "5"]
    assert not steps_grow({2: 1, 5: 3})
    for worths in ({4: 1, 37: 2, 111: 1}, {3: 1, 640: 1}, {0: 1, 100_000: 1}, {1: 2, 99: 1}):
        bars = suited_bars(worths)
        assert len(bars) <= 10
        assert sum(bar.count for bar in bars) == sum(worths.values())
        assert (bars[0].count, bars[-1].count) == (worths[min(worths)], worths[max(worths)])
        assert steps_grow(worths)
    assert suited_bars({}) == fan_bars({}) == []
