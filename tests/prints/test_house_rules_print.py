"""Books and reports of a tournament of house rules: the evening of 上海 that `tests.house_tables` works out."""

import io
from typing import Any

import pypdf
import pytest

from tests import house_tables, making
from tournament.models import Tournament
from tournament.prints import KINDS, Asked
from tournament.prints.coverage import not_covered
from tournament.sheets.document import render

pytestmark = pytest.mark.django_db


def text_of(event: Tournament, kind: str, **asked: Any) -> str:
    event.refresh_from_db()
    made = render(KINDS[kind].make(Asked(event, languages=("en",), **asked))).content
    return " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages).split())


def test_the_results_book_tells_points_and_kinds_of_hands_and_how_they_are_paid() -> None:
    text = text_of(house_tables.evening(), "results_book")
    assert "the winner deals the next hand" in text
    # Four wins: 12, 40, 36 and 40.
    assert "Average points of a win 32.0" in text
    assert "1= 40 Half flush of pungs" in text and "1= 40 Full flush" in text
    assert "All pungs 1 25.0 %" in text
    assert "Least fan" not in text and "Average fan" not in text


def test_the_report_of_a_player_counts_a_win_that_he_shared() -> None:
    event = house_tables.evening()
    south = making.table(event).seats.select_related("player").get(chair=1).player
    assert south is not None
    text = text_of(event, "player_reports", options={"player": str(south.number)})
    # 12 with the first hand, nothing in the second, 12 lost by self-draw in the third, 40 with the fourth.
    assert "1 +12 ○ -12 +40 +40" in text
    assert "40 points: session 1, table 1, hand 4 (Full flush)" in text
    assert "Hands won 50.0 % 2 / 4" in text


def test_a_name_in_the_rules_that_no_font_covers_is_told_beforehand() -> None:
    kinds = [{"name": "屁胡\U00012000", "self_draw": 1, "discard": 1, "other": 0}]
    event = house_tables.drawn("own_table")
    event.rules["terms"]["kinds"] = kinds
    event.rules = event.rulebook.to_mapping()
    assert [one.codes for one in not_covered(event)] == ["U+12000"]
