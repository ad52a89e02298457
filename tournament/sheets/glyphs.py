"""Characters as outlines: which font covers one, what it looks like in a weight, how wide it is.

The outlines are taken from variable fonts one character at a time and kept for the life of the process, so a
second document costs next to nothing. A character that no font covers becomes a box with its code point.
"""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from typing import Any

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from .font_files import font_files

EM = 1000  # units per em of every font in the chain, and of the fonts that are made here
CAP_HEIGHT = 714
# Signs that stand before a number or a name: Unicode counts them among the formats, and they are seen all the same.
SEEN_FORMATS = frozenset([*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD])
OVERLAPS = 0x40  # flag of the first point: contours may overlap, fill them all
_lock = threading.RLock()


class Weight(Enum):
    """The two weights of a sheet, as values of the weight axis."""

    REGULAR = 400
    BOLD = 700


REGULAR, BOLD = Weight.REGULAR, Weight.BOLD


@dataclass(frozen=True)
class Outline:
    """A character in one weight: a `glyf` entry without hints and its advance, both in 1/1000 em."""

    glyph: Any
    advance: int


def is_invisible(char: str) -> bool:
    """Whether the character takes no room on paper: joiners, direction marks, variation selectors."""
    code = ord(char)
    return (
        (unicodedata.category(char) in ("Cf", "Cc") and code not in SEEN_FORMATS)
        or code == 0x34F
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0100 <= code <= 0xE01EF
    )


@lru_cache(maxsize=50_000)
def is_covered(char: str) -> bool:
    """Whether some font has the character, or it is one that nobody sees."""
    return is_invisible(char) or _place(char) is not None


@lru_cache(maxsize=50_000)
def outline(char: str, weight: Weight) -> Outline:
    """The character as it is printed; a box with the code point where no font covers it."""
    if is_invisible(char):
        return Outline(TTGlyphPen(None).glyph(), 0)
    with _lock:
        place = _place(char)
        if place is None:
            return _box(ord(char), weight)
        font, name = place
        glyphs = _glyph_set(font, weight)
        pen = TTGlyphPen(None)
        _flat(glyphs, name).replay(pen)
        return _finished(pen, glyphs[name].width)


def missing() -> Outline:
    """The glyph number 0 that every font must have; no text of a sheet leads to it."""
    return outline("\uffff", REGULAR)


@cache
def _characters(index: int) -> dict[int, str]:
    # Read apart from the outlines: most fonts are only asked what they have, and stay out of memory.
    with TTFont(font_files()[index], lazy=True) as font:
        return dict(font.getBestCmap())


@cache
def _glyph_sets(index: int) -> dict[Weight, Any]:
    """The outlines of a font in each weight. All that they need is read now, so that the file can be let go."""
    with TTFont(font_files()[index]) as font:
        sets = {weight: font.getGlyphSet(location={"wght": weight.value}) for weight in Weight}
        _flat(sets[BOLD], ".notdef")  # reads the table of variations
    return sets


def _glyph_set(index: int, weight: Weight) -> Any:
    return _glyph_sets(index)[weight]


def _place(char: str) -> tuple[int, str] | None:
    """The font, by its position in the chain, and the name of the glyph in it."""
    with _lock:
        for index in range(len(font_files())):
            name = _characters(index).get(ord(char))
            if name is not None:
                return index, name
    return None


def _flat(glyphs: Any, name: str) -> Any:
    """The drawing of a glyph with its parts (the accent, the letter) resolved."""
    drawing = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(drawing)
    return drawing


def _finished(pen: TTGlyphPen, advance: float) -> Outline:
    glyph = pen.glyph()
    if glyph.numberOfContours > 0:
        glyph.flags[0] |= OVERLAPS
        glyph.recalcBounds(None)
    return Outline(glyph, round(advance))


def _rectangle(pen: TTGlyphPen, corners: Iterable[tuple[float, float]]) -> None:
    points = list(corners)
    pen.moveTo(points[0])
    for point in points[1:]:
        pen.lineTo(point)
    pen.closePath()


def _box(code: int, weight: Weight) -> Outline:
    """A frame around the code point in hexadecimal, two rows of two or of three digits."""
    digits = f"{code:04X}" if code <= 0xFFFF else f"{code:06X}"
    half = len(digits) // 2
    scale, step, line, side = 0.44, 262.0, 45.0, 60.0
    inner = half * step + 40
    left, right, bottom, top = side, side + inner + 2 * line, -130.0, 850.0
    pen = TTGlyphPen(None)
    _rectangle(pen, [(left, bottom), (left, top), (right, top), (right, bottom)])
    left, right, bottom, top = left + line, right - line, bottom + line, top - line
    _rectangle(pen, [(left, bottom), (right, bottom), (right, top), (left, top)])
    glyphs = _glyph_set(0, weight)
    for char, x, y in _in_two_rows(digits, half, left + 20, step):
        name = _characters(0)[ord(char)]
        at = x + (step - glyphs[name].width * scale) / 2
        _flat(glyphs, name).replay(TransformPen(pen, (scale, 0, 0, scale, at, y)))
    return _finished(pen, right + line + side)


def _in_two_rows(digits: str, half: int, left: float, step: float) -> Iterator[tuple[str, float, float]]:
    for position, char in enumerate(digits):
        row, column = divmod(position, half)
        yield char, left + column * step, 420.0 if row == 0 else -25.0
