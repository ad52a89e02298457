"""Characters: where they come from, and what stands for those that no font has."""

import pytest
from fontTools.pens.areaPen import AreaPen

from tournament.sheets import glyphs
from tournament.sheets.fonts import uncovered
from tournament.sheets.glyphs import BOLD, REGULAR, Weight, outline


def blackness(char: str, weight: Weight) -> float:
    pen = AreaPen(None)
    outline(char, weight).glyph.draw(pen, None)
    return abs(pen.value)


@pytest.mark.parametrize(
    ("char", "font"),
    [
        ("A", "NotoSans[wdth,wght].ttf"),
        ("ő", "NotoSans[wdth,wght].ttf"),
        ("Ё", "NotoSans[wdth,wght].ttf"),
        ("⅓", "NotoSans[wdth,wght].ttf"),
        ("李", "NotoSansSC[wght].ttf"),
        ("レ", "NotoSansSC[wght].ttf"),
        ("𠮷", "NotoSansJP[wght].ttf"),
        ("김", "NotoSansKR[wght].ttf"),
        ("𠝹", "NotoSansTC[wght].ttf"),
    ],
)
def test_a_character_comes_from_the_first_font_that_has_it(char: str, font: str) -> None:
    place = glyphs._place(char)
    assert place is not None
    assert glyphs.font_files()[place[0]].name == font


def test_every_fraction_of_standard_points_is_covered() -> None:
    assert uncovered("½⅓⅔¼¾⅙⅚ 0123456789/+-\u2212=") == []


def test_it_tells_what_no_font_covers_once_and_in_the_order_of_the_text() -> None:
    assert uncovered("Smile 🐷🐷 ไทย 𪚥 李") == ["🐷", "ไ", "ท", "ย", "𪚥"]


def test_what_nobody_sees_is_covered_and_takes_no_room() -> None:
    joiner, selector = "\u200d", "\ufe0f"
    assert uncovered(joiner + selector) == []
    assert outline(joiner, REGULAR).advance == outline(selector, BOLD).advance == 0


def test_a_sign_that_is_seen_before_a_number_is_not_left_out_like_a_direction_mark() -> None:
    year, mark = "\u0601", "\u200f"  # Arabic sign sanah, right-to-left mark: both are formats
    assert uncovered(year + mark) == [year]
    assert outline(year, REGULAR).advance > 500


def test_an_uncovered_character_is_a_box_that_shows_its_own_code() -> None:
    pig, cow = outline("🐷", REGULAR), outline("🐮", REGULAR)  # 01F437, 01F42E
    assert pig.advance == cow.advance > 700
    # the frame is two outlines; 0 1 F 4 3 7 have eight together, 0 1 F 4 2 E have eight as well
    assert pig.glyph.numberOfContours == cow.glyph.numberOfContours == 2 + 8
    assert pig.glyph.coordinates != cow.glyph.coordinates


def test_bold_is_drawn_heavier_than_regular() -> None:
    for char in "李H8김𠮷":
        assert blackness(char, BOLD) > 1.2 * blackness(char, REGULAR)
