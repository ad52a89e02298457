"""The draw for the wall, as it is read from a tournament: published sessions and drafts."""

import io
import re
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import pypdf
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests import making
from tests.machine import ROOT
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.presence import mark_absent, no_play
from tournament.actions.programme import plan_starts
from tournament.actions.substitutes import substitute
from tournament.models import Tournament
from tournament.prints import KINDS, Asked
from tournament.prints.draw_lists import listed_name
from tournament.refusals import Refused
from tournament.sheets.document import render

pytestmark = pytest.mark.django_db

SCRIPT = """
Session 1
1 2 3 4
5 6 7 8
9 10 11 12
Session 2
1 5 9 2
6 10 3 7
11 4 8 12
"""


@pytest.fixture
def event() -> Tournament:
    """Twelve players; sessions 1 and 2 are drawn as the script has it, session 1 is published."""
    made = making.tournament(12, 3)
    make_draw(made, [1, 2], making.user(), form="script", script=SCRIPT, keep_chairs=True)
    publish_draw(made, [1], making.user())
    return made


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Refusals are compared in English."""
    with translation.override("en"):
        yield


def read(event: Tournament, kind: str, session: int = 1, **options: str) -> list[str]:
    """The text of each page."""
    event.refresh_from_db()
    one = event.sessions.get(number=session)
    document = KINDS[kind].make(Asked(event, session=one, options=options))
    reader = pypdf.PdfReader(io.BytesIO(render(document).content))
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def test_a_session_by_table_seats_everybody_as_drawn(event: Tournament) -> None:
    (text,) = read(event, "draw_by_table")
    assert (
        "2 东 E 5 Player 5 Team 2 南 S 6 Player 6 Team 2 西 W 7 Player 7 Team 2 北 N 8 Player 8 Team 2"
        in text
    )
    assert "DRAFT" not in text


def test_a_draft_can_be_printed_and_says_that_it_is_one(event: Tournament) -> None:
    for kind in ("draw_by_table", "draw_by_name"):
        (text,) = read(event, kind, 2)
        assert "草案 DRAFT" in text
        assert "Session 2" in text


def test_a_session_by_name_leads_to_table_and_chair(event: Tournament) -> None:
    (text,) = read(event, "draw_by_name")
    assert "Player 7 7 2 西 W" in text
    assert "Player 12 12 3 北 N" in text


def test_all_drawn_sessions_are_one_row_by_name_and_one_chapter_each_by_table(event: Tournament) -> None:
    (row,) = read(event, "draw_by_name", which="all")
    assert "Player 4 4 Team 1 1 北 N 3 南 S" in row
    first, second = read(event, "draw_by_table", which="all")
    assert "Session 1" in first and "DRAFT" not in first
    assert "Session 2" in second and "DRAFT" in second


def test_starts_are_told_in_the_zone_of_the_tournament(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(zone="Asia/Shanghai")
    event.refresh_from_db()
    start = datetime(2026, 11, 28, 1, 30, tzinfo=ZoneInfo("UTC"))
    plan_starts(event, {1: start}, making.user())
    (text,) = read(event, "draw_by_table")
    assert "2026-11-28 09:30" in text


def test_who_is_absent_and_who_plays_instead_is_as_it_is_now(event: Tournament) -> None:
    enrol(event, [PersonFacts(name="Reserve", number=50, team="Team 3", is_reserve=True)], making.user())
    mark_absent(making.table(event, 1, 2), 3, "did not come", making.stamp(making.table(event, 1, 2)))
    substitute(event, 9, 50, (1, 1), 1, "ill", making.user())
    (text,) = read(event, "draw_by_table")
    assert "缺席 Absent: 8 Player 8 (2 北 N)" in text
    assert "50 Reserve 替 Player 9 for Player 9" in text
    (by_name,) = read(event, "draw_by_name")
    assert "Reserve 50 3 东 E" in by_name
    assert "Player 9 " not in by_name


def test_byes_and_empty_chairs_are_listed() -> None:
    made = making.tournament(10, 2, teams=False)
    make_draw(made, [1], making.user(), remainder="byes")
    make_draw(made, [2], making.user(), remainder="empty_chairs")
    (byes,) = read(made, "draw_by_table", 1)
    free = list(made.sessions.get(number=1).byes.values_list("player__number", flat=True))
    assert len(free) == 2
    assert f"轮空 Bye: {free[0]} Player {free[0]} · {free[1]} Player {free[1]}" in byes
    (chairs,) = read(made, "draw_by_table", 2)
    assert chairs.count("空位 Empty chair") == 2 + 1  # in two chairs and in the list


def test_a_table_that_does_not_play_says_so(event: Tournament) -> None:
    table = making.table(event, 1, 3)
    for chair in range(3):
        mark_absent(table, chair, "did not come", making.stamp(table))
    no_play(table, "only one came", making.stamp(table))
    (text,) = read(event, "draw_by_table")
    assert "not played" in text


def test_nothing_drawn_is_refused_in_words() -> None:
    made = making.tournament(12, 3)
    for which in ("one", "all"):
        with pytest.raises(Refused, match="Make the draw first"):
            read(made, "draw_by_table", which=which)


def test_family_names_come_first_where_they_are_known_and_do_not_already() -> None:
    assert listed_name("Ágnes Kővári", "Kővári", "Ágnes") == "Kővári, Ágnes"
    assert listed_name("李小龙", "李", "小龙") == "李小龙"
    assert listed_name("Ágnes Kővári", "", "") == "Ágnes Kővári"


@pytest.mark.parametrize("kind", ["draw_by_table", "draw_by_name"])
def test_a_large_draw_takes_as_many_queries_as_a_small_one(kind: str) -> None:
    def queries(players: int) -> int:
        made = making.drawn(players, 2)
        asked = Asked(made, session=made.sessions.get(number=1), options={"which": "all"})
        with CaptureQueriesContext(connection) as found:
            KINDS[kind].make(asked)
        return len(found)

    few = queries(16)
    assert few == queries(64) == 5


def test_nothing_but_these_lists_reads_the_seats_of_drafts() -> None:
    readers = {
        str(file.relative_to(ROOT))
        for file in (ROOT / "tournament").rglob("*.py")
        if re.search(r"\bdrawn_(tables|byes)\b", file.read_text(encoding="utf-8"))
    }
    assert readers == {"tournament/queries/seats.py", "tournament/prints/draw_lists.py"}


def test_kinds_of_lists_ask_for_a_session() -> None:
    for kind in ("draw_by_table", "draw_by_name"):
        assert KINDS[kind].of_session
        with pytest.raises(Refused, match="Choose a session"):
            KINDS[kind].make(Asked(making.drawn(8, 1)))


def test_a_rehearsal_says_so(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(is_rehearsal=True)
    (text,) = read(event, "draw_by_table")
    assert "演练 REHEARSAL" in text
