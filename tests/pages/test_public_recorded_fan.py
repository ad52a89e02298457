"""Recorded tiles and fan as the public reads them: at the table, in statistics, on paper, in the web archive.

At table 1 of session 1, by drawn seat:
    hand 1  南 draws 9s to 55m99s 西西西 北北北北 111p as south: 碰碰和 6, 幺九刻 4 × 1, 明杠 1, 自摸 1: 12 fan
    hand 2  西, who is south now, the same: 12 fan
    hand 3  东 from 南 with 清一色 24 and 碰碰和 6 ticked: 30 fan
    hand 4  北 from 东, 8 fan, nothing known
    hand 5  南 declares 14 for the tiles of hand 1, all four accept it: what was counted is not known by name
    hand 6  the same fan as in hand 3, taken back: it does not count
"""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from tests import making
from tests.pages.public_sheet import sitter, text_of
from tournament.actions.tables import undo_last
from tournament.models import Tournament
from tournament.pages.words.statistics_words import fan_rows, own_fan_rows
from tournament.queries.counted_hands import Tiles
from tournament.queries.statistics import statistics

pytestmark = pytest.mark.django_db
PUNGS = Tiles("55m99s", ("pung:WWW", "kong:NNNN", "pung:111p"), "9s")
FLUSH = {"清一色": 1, "碰碰和": 1}


@pytest.fixture
def event() -> Tournament:
    made = making.drawn(8, 1)
    table = making.table(made)
    making.hand(table, 1, tiles=PUNGS)
    making.hand(table, 2, tiles=PUNGS)
    making.hand(table, 0, None, 1, fans=FLUSH)
    making.hand(table, 3, 8, 0)
    making.hand(table, 1, 14, tiles=PUNGS, fan_reason="accepted by all four")
    making.hand(table, 0, None, 1, fans=FLUSH)
    undo_last(table, making.stamp(table))
    making.close(table)
    return made


def page(name: str, *args: object, language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get(reverse(f"public:{name}", args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def test_fan_are_counted_of_the_hands_that_count_and_whose_fan_are_known(event: Tournament) -> None:
    with CaptureQueriesContext(connection) as asked:
        found = statistics(event)
    queries = len(asked)
    assert (found.counts.wins, found.counts.known) == (5, 3)
    pungs, outside = found.counts.named["碰碰和"], found.counts.named["幺九刻"]
    assert (pungs.hands, pungs.times) == (3, 3)
    assert (outside.hands, outside.times) == (2, 8)
    east, south, west, north = (sitter(making.table(event), chair) for chair in range(4))
    assert pungs.people == {south.pk: 1, west.pk: 1, east.pk: 1}
    assert [found.of(one.pk).known for one in (east, south, west, north)] == [1, 1, 1, 0]

    # Another table more takes no query more.
    other = making.table(event, 1, 2)
    making.hand(other, 0, tiles=None, fan=24, fans={"七对": 1})
    making.close(other)
    with CaptureQueriesContext(connection) as asked:
        found = statistics(event)
    assert len(asked) == queries
    assert found.counts.known == 4


def test_shares_are_of_the_known_hands_and_the_players_beside_the_field(event: Tournament) -> None:
    south = sitter(making.table(event), 1)
    with translation.override("en"):
        read = statistics(event)
        rows = {row.name.split()[0]: row for row in fan_rows(read)}
        own = {row.name.split()[0]: row for row in own_fan_rows(read, south.pk)}
    assert rows["碰碰和"].name == "碰碰和 All Pungs"
    # 3 of 3, 2 of 3, 1 of 3
    assert [rows[name].percent for name in ("碰碰和", "明杠", "清一色")] == ["100.0 %", "66.7 %", "33.3 %"]
    assert next(iter(rows)) == "碰碰和"
    assert {name: (row.percent, row.field) for name, row in own.items()} == {
        "碰碰和": ("100.0 %", "100.0 %"),
        "幺九刻": ("100.0 %", "66.7 %"),
        "明杠": ("100.0 %", "66.7 %"),
        "自摸": ("100.0 %", "66.7 %"),
    }


def test_the_pages_say_of_how_many_hands_and_show_tiles_and_names(event: Tournament) -> None:
    html = page("statistics", event.slug)
    said = text_of(html.partition('id="fans"')[2])
    assert "3 hands whose fan are known, of 5 won" in said
    assert re.search(r"幺九刻 Pung of Terminals/Honors 1 .*? 2 \(× 8\) 66\.7 %", said)
    highest = text_of(html.partition('id="highest"')[2].partition("</section>")[0])
    assert re.search(r"30 .*清一色 Full Flush 24 碰碰和 All Pungs 6", highest)
    assert "accepted by all four" in highest
    # Of hands 1, 2 and 5; ticked fan have no tiles.
    assert html.partition('id="highest"')[2].partition("</section>")[0].count('class="hand-tiles"') == 3
    own = text_of(page("player", event.slug, sitter(making.table(event), 1).number))
    assert "1 hand whose fan are known, of 2 won" in own


def test_the_sheet_of_a_table_unfolds_tiles_and_fan_in_the_readers_language(event: Tournament) -> None:
    html = page("table", event.slug, 1, 1)
    first = html.partition('id="k1"')[2].partition("</tr>")[0]
    assert first.count("<svg") == 15
    assert "winning tile: 9 of bamboos" in first
    assert "碰碰和 All Pungs … " in text_of(first)
    assert "幺九刻 Pung of Terminals/Honors × 4 4" in text_of(first)
    # The calculator says why, by the same rulebook.
    (why,) = re.findall(r'href="(/fan/[^"]+)"', first)
    explained = Client(headers={"accept-language": "en"}).get(why.replace("&amp;", "&")).content.decode()
    assert "12 fan" in text_of(explained)
    assert '<option value="cn2014" selected>' in explained
    assert 'id="k4"' not in html
    assert 'id="k6"' not in html
    assert "All Pungs" not in page("table", event.slug, 1, 1, language="zh-hans")
