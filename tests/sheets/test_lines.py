"""Breaking text into lines that fit, without losing a character."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.sheets.lines import fit, printable, width, wrap

TEXTS = st.text(alphabet="ab -,.李龙，。（）őЁレ𠮷🐷 Müller/&<>́", max_size=60)


@given(TEXTS, st.floats(min_value=8, max_value=300))
def test_no_character_is_lost_and_no_line_is_too_wide(text: str, room: float) -> None:
    lines = wrap(text, room, 9)
    assert "".join(lines).replace(" ", "") == printable(text).replace(" ", "")
    for line in lines:
        letters = [char for char in line if not unicodedata.combining(char)]
        assert width(line, 9) <= room + 1e-6 or len(letters) == 1


@given(TEXTS, st.floats(min_value=40, max_value=300))
def test_what_is_fitted_is_as_wide_as_its_room_at_most(text: str, room: float) -> None:
    fitted = fit(text, room, 9)
    assert fitted.size <= 9
    assert all(width(line, fitted.size) <= room + 1e-6 for line in fitted.lines)


def test_a_text_that_fits_is_left_as_it_is() -> None:
    assert fit("李小龙", 60, 9) == fit("李小龙", 500, 9)
    assert fit("李小龙", 60, 9).lines == ("李小龙",)


def test_a_text_that_is_a_little_too_wide_becomes_smaller_and_stays_on_one_line() -> None:
    natural = width("D'ANGELO, Christiane", 9)
    fitted = fit("D'ANGELO, Christiane", natural * 0.9, 9)
    assert len(fitted.lines) == 1
    assert 9 * 0.82 <= fitted.size < 9


def test_latin_words_are_broken_between_words_and_after_hyphens() -> None:
    lines = wrap("Müller-Lüdenscheidt von Hohenzollern", width("Müller-Lüdens", 9), 9)
    assert lines[0] == "Müller-"
    assert "von" in lines


@pytest.mark.parametrize("text", ["北京市麻将协会，成都", "北京市麻将协会（成都）"])
def test_no_line_begins_with_closing_or_ends_with_opening_punctuation(text: str) -> None:
    for characters in range(2, len(text)):
        lines = wrap(text, characters * 9 + 0.1, 9)
        assert not any(line.startswith(("，", "）")) or line.endswith("（") for line in lines)


def test_control_characters_and_half_characters_cannot_break_a_line() -> None:
    assert printable("a\nb\tc\x00d") == "a b c d"
    assert printable("x\ud83dy") == "x\ufffdy"


def test_accents_are_joined_to_letters_and_ideographs_stay_as_written() -> None:
    assert printable("A\u030agnes") == "Ågnes"
    assert printable("\ufa19") == "\ufa19"  # normalisation would make another character of it
