"""The statistics as a reader sees them: of the tournament, and of a player on his page.

Table 1 of session 1: 东 wins 8 fan from 南, 南 wins 8 fan from 西, a drawn hand, 西 draws 24 fan himself. Points
−8 −16 +72 −48. The dealers of these hands, 东 南 西 北 in turn, have +32, +32, 0 and −32.
"""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests import making
from tests.pages.public_sheet import read, row_of, sitter, text_of
from tournament.actions.sessions import close_session
from tournament.actions.standings import show_standings
from tournament.models import Tournament
from tournament.pages.words.bars import fan_bars
from tournament.pages.words.place_chart import place_chart
from tournament.pages.words.rounding import decimal, percent

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    made = making.drawn(8, 2)
    table = making.table(made)
    making.hand(table, 0, 8, 1)
    making.hand(table, 1, 8, 2)
    making.hand(table)
    making.hand(table, 2, 24)
    making.close(table)
    return made


def two_sessions(event: Tournament) -> None:
    """The best of session 1 (西 of table 1) loses 88 fan in session 2."""
    making.close(making.table(event, 1, 2))
    close_session(event, 1, making.user())
    best = sitter(making.table(event), 2)
    for number in (1, 2):
        table = making.table(event, 2, number)
        loser = table.seats.filter(player=best).first()
        if loser is not None:
            making.hand(table, (loser.chair + 1) % 4, 88, loser.chair)
        making.close(table)
    close_session(event, 2, making.user())


def page(event: Tournament, path: str = "statistics/", client: Client | None = None) -> str:
    return read(f"/t/{event.slug}/{path}", client)


def own(event: Tournament, chair: int) -> str:
    return page(event, f"players/{sitter(making.table(event), chair).number}/")


@pytest.mark.parametrize(
    ("value", "digits", "signed", "shown"),
    [
        (Fraction(1, 8), 2, False, "0.13"),
        (Fraction(-1, 8), 2, False, "−0.13"),
        (Fraction(3, 16), 1, True, "+0.2"),
        (Fraction(-1, 1000), 2, True, "0.00"),
        (Fraction(1, 1000), 2, True, "0.00"),
        (Fraction(0), 2, True, "0.00"),
        (Fraction(12), 1, False, "12.0"),
        (None, 1, False, "–"),
    ],
)
def test_an_exact_fraction_is_rounded_for_the_reader(
    value: Fraction | None, digits: int, signed: bool, shown: str
) -> None:
    assert decimal(value, digits, signed=signed) == shown


def test_a_share_is_shown_as_percent() -> None:
    assert [percent(one) for one in (Fraction(12, 64), Fraction(1), Fraction(0), None)] == [
        "18.8 %", "100.0 %", "0.0 %", "–",
    ]  # fmt: skip


def test_every_win_is_in_exactly_one_bar() -> None:
    bars = fan_bars({8: 3, 9: 1, 16: 2, 88: 1, 120: 1})
    assert [(bar.name, bar.count, bar.percent, bar.length) for bar in bars] == [
        ("8–9", 4, "50.0 %", 100),
        ("10–11", 0, "0.0 %", 0),
        ("12–15", 0, "0.0 %", 0),
        ("16–23", 2, "25.0 %", 50),
        ("24–31", 0, "0.0 %", 0),
        ("32–47", 0, "0.0 %", 0),
        ("48–63", 0, "0.0 %", 0),
        ("64–87", 0, "0.0 %", 0),
        ("88+", 2, "25.0 %", 50),
    ]
    assert fan_bars({}) == []


def test_the_first_place_is_drawn_above_the_last_one() -> None:
    chart = place_chart([(1, 1), (2, 72), (3, 36)], 72)
    assert chart is not None
    first, last, middle = chart.points
    assert (first.x, first.y) == (chart.left, chart.top)
    assert last.y == chart.bottom
    assert first.y < middle.y < last.y
    assert middle.x == chart.right
    assert all(0 < point.label_y < chart.height for point in chart.points)
    assert place_chart([(1, 1)], 72) is None


def test_a_players_rates_stand_beside_the_fields(event: Tournament) -> None:
    html = own(event, 2)
    assert [row_of(html, f"rate{n}") for n in range(1, 6)] == [
        "Hands won 1 of 4 hands 25.0 % 18.8 %",
        "Self-draws among the wins 1 of 1 win 100.0 % 33.3 %",
        "Dealt in 1 of 4 hands 25.0 % 12.5 %",
        "Average fan won 24 fan in 1 hand 24.0 13.3",
        "Average fan dealt in 8 fan in 1 hand 8.0 8.0",
    ]
    assert "Highest hand won: 24 fan session 1, table 1, hand 4 · self-draw" in text_of(html)
    # Nobody else has sat in west at a closed table; north lost 8 twice and won 96 in the four hands of the field.
    assert row_of(html, "chairs2") == "西 4 1 25.0 % field 25.0 % +72 +18.00 field +18.00"
    assert row_of(html, "winds3") == "北 1 1 100.0 % field 25.0 % +96 +96.00 field +20.00"


def test_the_statistics_of_the_tournament_say_how_the_hands_ended(event: Tournament) -> None:
    html = page(event)
    assert [row_of(html, f"outcome{n}") for n in range(1, 5)] == [
        "Won on a discard 2 of 4 hands 50.0 %",
        "Won by self-draw 1 of 4 hands 25.0 %",
        "Drawn hands 1 of 4 hands 25.0 %",
        "Average fan of a win 40 fan in 3 hands 13.3",
    ]
    names = [sitter(making.table(event), chair).name for chair in range(3)]
    assert row_of(html, "high1") == f"1 24 {names[2]} self-draw · session 1, table 1, hand 4"
    assert row_of(html, "high2") == f"2 shared 8 {names[0]} from {names[1]} · session 1, table 1, hand 1"
    assert row_of(html, "bar1") == "8–9 2 66.7 %"
    assert "On average a hand brings the dealer +8.00 points, each of the others −2.67." in text_of(html)
    assert f'href="/t/{event.slug}/sessions/1/tables/1/"' in html


def test_the_front_page_leads_to_the_statistics(event: Tournament) -> None:
    assert f'href="/t/{event.slug}/statistics/"' in page(event, "")


def test_without_a_counted_hand_the_page_says_when_it_begins() -> None:
    event = making.drawn(8, 1)
    making.hand(making.table(event), 0, 88, 1)
    text = text_of(page(event))
    assert "The statistics begin when the first table with recorded hands is closed." in text
    assert "88" not in text
    assert 'id="statistics"' not in own(event, 0)


def test_the_places_after_each_session_are_a_drawing_and_a_table(event: Tournament) -> None:
    best = sitter(making.table(event), 2)
    assert 'id="places"' not in page(event, f"players/{best.number}/")
    two_sessions(event)
    html = page(event, f"players/{best.number}/")
    table = re.search(r'<table class="sr">.*?</table>', html, flags=re.S)
    assert table is not None
    # Best of all after the first; after the second the last of his table twice over is behind everybody with more.
    after = [
        (int(a), int(b)) for a, b in re.findall(r"<th scope=\"row\">(\d+)</th><td>(\d+)</td>", table.group())
    ]
    assert [session for session, _place in after] == [1, 2]
    assert after[0][1] == 1
    assert after[1][1] > 1
    drawn = re.findall(r'class="place-chart__place"[^>]*>(\d+)<', html)
    assert [int(place) for place in drawn] == [place for _session, place in after]


def test_hidden_standings_hide_the_statistics_from_the_public_only(event: Tournament) -> None:
    two_sessions(event)
    staff = Client()
    staff.force_login(making.user())
    show_standings(event, "hidden", making.user())
    number = sitter(making.table(event), 2).number
    assert "Kept for the prize-giving" in text_of(page(event))
    assert 'id="outcomes"' not in page(event)
    for hidden in ('id="places"', 'id="statistics"'):
        assert hidden not in page(event, f"players/{number}/")
        assert hidden in page(event, f"players/{number}/", staff)
    assert 'id="outcomes"' in page(event, client=staff)
    assert 'id="outcomes"' not in page(event)


def test_frozen_standings_stop_the_statistics_after_their_session(event: Tournament) -> None:
    two_sessions(event)
    show_standings(event, "frozen", making.user(), 1)
    text = text_of(page(event))
    assert "stand still after session 1" in text
    assert "88" not in text
    html = own(event, 2)
    assert row_of(html, "rate3").startswith("Dealt in 1 of 4 hands")
    assert 'id="places"' not in html
    staff = Client()
    staff.force_login(making.user())
    assert row_of(page(event, client=staff), "high1").split()[:2] == ["1", "88"]


def test_the_number_of_queries_does_not_grow_with_the_event() -> None:
    counts = []
    for players, sessions in ((8, 2), (32, 4)):
        event = making.drawn(players, sessions)
        for session in range(1, sessions + 1):
            for number in range(1, players // 4 + 1):
                table = making.table(event, session, number)
                making.hand(table, number % 4, 8 + number)
                making.close(table)
            close_session(event, session, making.user())
        found = []
        for path in ("statistics/", "players/1/"):
            with CaptureQueriesContext(connection) as queries:
                assert Client().get(f"/t/{event.slug}/{path}").status_code == 200
            found.append(len(queries))
        counts.append(found)
    assert counts[0] == counts[1]


def test_the_page_is_there_in_chinese(event: Tournament) -> None:
    with translation.override("zh-hans"):
        answer = Client().get(f"/t/{event.slug}/statistics/", HTTP_ACCEPT_LANGUAGE="zh-hans")
    assert answer.status_code == 200
    assert 'id="outcomes"' in answer.content.decode()
