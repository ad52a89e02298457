"""Lines of text on paper: what is printed of a text, how wide it is, where it may break.

Nothing is ever cut: what is too wide is first set a little smaller, then broken over lines, and a word that
is wider than its column is broken within.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from .glyphs import EM, REGULAR, Weight, is_invisible, outline

NEVER_FIRST = frozenset(
    "，。、；：？！）】》〉」』〕…—～·%‰’”,.;:?!)]}々ーぁぃぅぇぉっゃゅょァィゥェォッャュョ"
)
NEVER_LAST = frozenset("（【《〈「『〔‘“([{")
BREAKS_AFTER = frozenset("-‐–/·→")
SMALLEST = 0.82  # of the wanted size, before a text is broken instead


def printable(text: str) -> str:
    """A text as one line that can be printed: no control characters, accents joined to their letters.

    Ideographs stay exactly as they were written; full normalisation would replace some of those in names.
    """
    text = re.sub(r"[\ud800-\udfff]", "\ufffd", text)
    text = "".join(" " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in text)
    return "".join(unicodedata.normalize("NFC", one) if len(one) > 1 else one for one in _clusters(text))


def width(text: str, size: float, weight: Weight = REGULAR) -> float:
    """The width in points."""
    return sum(outline(char, weight).advance for char in text) * size / EM


@dataclass(frozen=True)
class Fitted:
    """A text set into a width: its lines and the size in points at which they fit."""

    lines: tuple[str, ...]
    size: float


def fit(text: str, room: float, size: float, weight: Weight = REGULAR) -> Fitted:
    """Set the text into a width: as it is, or smaller on one line, or on several lines."""
    text = printable(text)
    natural = width(text, size, weight)
    if natural <= room:
        return Fitted((text,), size)
    if natural * SMALLEST <= room:
        return Fitted((text,), size * room / natural * 0.999)
    return Fitted(tuple(wrap(text, room, size * 0.9, weight)), size * 0.9)


def wrap(text: str, room: float, size: float, weight: Weight = REGULAR) -> list[str]:
    """The text in lines that are no wider than `room` points (a single character may be)."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(printable(text)):
        if line and width((line + piece).rstrip(), size, weight) > room:
            lines.append(line.rstrip())
            line = ""
        if width(piece.rstrip(), size, weight) > room:
            *full, line = _chopped(line + piece, room, size, weight)
            lines += full
        else:
            line += piece
    if line.rstrip() or not lines:
        lines.append(line.rstrip())
    return lines


def _clusters(text: str) -> Iterator[str]:
    """Letters with the marks and conjoining parts that follow them."""
    current = ""
    for char in text:
        joins = unicodedata.combining(char) or 0x1160 <= ord(char) <= 0x11FF
        if current and not joins:
            yield current
            current = ""
        current += char
    if current:
        yield current


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in ("W", "F")


def _may_break(before: str, after: str) -> bool:
    if after == " " or after in NEVER_FIRST or before in NEVER_LAST:
        return False
    if unicodedata.combining(after) or is_invisible(after) or is_invisible(before):
        return False
    return before == " " or before in BREAKS_AFTER or _is_wide(before) or _is_wide(after)


def _pieces(text: str) -> Iterator[str]:
    """The text in parts that stay on one line: words, single ideographs with their punctuation."""
    start = 0
    for position in range(1, len(text)):
        if _may_break(text[position - 1], text[position]):
            yield text[start:position]
            start = position
    if text:
        yield text[start:]


def _chopped(text: str, room: float, size: float, weight: Weight) -> list[str]:
    """A word that is wider than the line, broken anywhere but before an accent."""
    lines = [""]
    for cluster in _clusters(text):
        if lines[-1] and width(lines[-1] + cluster, size, weight) > room:
            lines.append("")
        lines[-1] += cluster
    return lines
