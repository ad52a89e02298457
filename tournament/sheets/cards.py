"""Cards: several on a page with marks to cut along, or one on a page of its own size.

The cards touch each other, so that one cut parts two of them. What a card shows stays `INSET` away from its edge:
no printer reaches the edge of the paper, and nobody cuts exactly.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from .document import Area, Chapter, Document, Page, Place
from .frame import A4_ACROSS, A4_UPRIGHT
from .glyphs import REGULAR, Weight
from .ink import GREY, LEADING, Ink
from .lines import Fitted, printable, width, wrap
from .words import Words

MM = 72 / 25.4
INSET = 7 * MM
MARK = 3 * MM  # how long a mark is, and how far it reaches into the cards where there is no room beside them
SMALLER = 0.94  # from one size that is tried to the next
ONE_LINE = 0.72  # a text stays on one line unless two lines let it be so much larger
# What a line is not broken within: anything but blanks, what one may break after, and ideographs.
UNBROKEN = re.compile(r"[^ \-‐–/·→\u1100-\u11ff\u2e80-\uffef\U00020000-\U0003ffff]+[\-‐–/·→]?")
DRAFT, REHEARSAL = ("草案", "DRAFT"), ("演练", "REHEARSAL")

DrawCard = Callable[[Ink, Area], None]


@dataclass(frozen=True)
class Imposition:
    """How cards stand on paper: its size and that of a card in points, and how many cards are beside and below."""

    paper: tuple[float, float]
    card: tuple[float, float]
    across: int = 1
    down: int = 1

    @property
    def columns(self) -> list[float]:
        """Where the cuts from top to bottom are, from the left; the cards stand in the middle of the paper."""
        left = (self.paper[0] - self.across * self.card[0]) / 2
        return [left + at * self.card[0] for at in range(self.across + 1)]

    @property
    def rows(self) -> list[float]:
        """Where the cuts from side to side are, from the top."""
        top = (self.paper[1] + self.down * self.card[1]) / 2
        return [top - at * self.card[1] for at in range(self.down + 1)]

    @property
    def areas(self) -> list[Area]:
        """The cards, in the order in which one reads."""
        return [
            Area(self.columns[at], self.columns[at + 1], self.rows[down], self.rows[down + 1])
            for down in range(self.down)
            for at in range(self.across)
        ]

    def pages(self, cards: Sequence[DrawCard]) -> list[Page]:
        """As many pages as the cards need, in their order."""
        each = self.across * self.down
        return [
            Page(self.paper, partial(self._draw, cards[at : at + each])) for at in range(0, len(cards), each)
        ]

    def _draw(self, cards: Sequence[DrawCard], ink: Ink, _place: Place) -> None:
        for draw, area in zip(cards, self.areas, strict=False):
            draw(ink, area)
        self._mark(ink)

    def _mark(self, ink: Ink) -> None:
        across, up = self.paper
        columns, rows = self.columns, self.rows
        # Where the cards end with the paper, the edge is where to cut.
        posts = [x for x in columns if MM < x < across - MM]
        rules = [y for y in rows if MM < y < up - MM]
        for x in posts:
            for start, end in _marks(rows[0], up, 1), _marks(rows[-1], 0, -1):
                ink.post(x, start, end, colour=GREY)
        for y in rules:
            for start, end in _marks(columns[-1], across, 1), _marks(columns[0], 0, -1):
                ink.rule(start, end, y, colour=GREY)
        for x in posts if rules else ():
            for y in rules:
                ink.post(x, y + MARK / 2, y - MARK / 2, colour=GREY)
                ink.rule(x - MARK / 2, x + MARK / 2, y, colour=GREY)


def _marks(edge: float, paper: float, outwards: int) -> tuple[float, float]:
    """From where to where a mark goes at the edge of the cards: outside of it where there is room for one."""
    if abs(paper - edge) > MARK:
        return edge + outwards * MM, edge + outwards * (MM + MARK)
    return paper, edge - outwards * 2 * MARK


A6, A7, A5_ACROSS = (105 * MM, 148 * MM), (105 * MM, 74 * MM), (210 * MM, 148 * MM)
PASS = (90 * MM, 60 * MM)
FOUR_A6, ONE_A6 = Imposition(A4_UPRIGHT, A6, 2, 2), Imposition(A6, A6)
TWO_A5, ONE_A4 = Imposition(A4_UPRIGHT, A5_ACROSS, 1, 2), Imposition(A4_ACROSS, A4_ACROSS)
EIGHT_A7, NINE_PASSES = Imposition(A4_UPRIGHT, A7, 2, 4), Imposition(A4_ACROSS, PASS, 3, 3)


@dataclass(frozen=True)
class Event:
    """The tournament as every card names it. `made_at` is in its own zone; `version` is the one that is printed."""

    name: str
    version: int
    made_at: datetime
    words: Words
    is_rehearsal: bool = False

    @property
    def stamp(self) -> str:
        """What warns on a card of a rehearsal."""
        return " ".join(self.words.pick(REHEARSAL)) if self.is_rehearsal else ""

    @property
    def edition(self) -> str:
        """How new a card is, in figures that need no language."""
        return f"{self.made_at:%Y-%m-%d %H:%M} · v{self.version}"

    def document(self, heading: tuple[str, ...], pages: Sequence[Page]) -> Document:
        """The pages as a document that says what it is."""
        title = " ".join(heading)
        return Document(
            title=f"{self.name} · {title}",
            subject=f"{title} · {self.edition}",
            author=self.name,
            language=self.words.code,
            made_at=self.made_at,
            chapters=(Chapter("", pages),),
        )


def fill(text: str, room: tuple[float, float], size: float, weight: Weight = REGULAR) -> Fitted:
    """Set a text as large as a width and a height allow, `size` at most; nothing of it is cut.

    It stays on one line unless it could be much larger on several. Words are broken only where they would have to be
    tiny otherwise.
    """
    across, down = room
    text = printable(text)
    natural = width(text, 1, weight)
    if not natural:
        return Fitted((text,), min(size, down / LEADING))
    one = min(size, across / natural * 0.999, down / LEADING)
    if one >= size * ONE_LINE:
        return Fitted((text,), one)
    longest = max((width(word, 1, weight) for word in UNBROKEN.findall(text)), default=0.0)
    # An accent that stands alone has no width.
    whole = min(size, across / longest * 0.999) if longest else size
    # Larger than this no breaking makes it fit; the blanks at which lines end may be saved.
    most = 1.1 * math.sqrt(across * down / (natural * LEADING))
    lines = _fitting(text, room, min(whole if whole >= size / 4 else size / 2, most), weight)
    return Fitted((text,), one) if one >= lines.size * ONE_LINE else lines


def _fitting(text: str, room: tuple[float, float], size: float, weight: Weight) -> Fitted:
    """The largest size, `size` at most, at which the lines are no higher than the room."""
    while True:
        lines = wrap(text, room[0], size, weight)
        if len(lines) * size * LEADING <= room[1]:
            return Fitted(tuple(lines), size)
        size *= SMALLER


def height(fitted: Fitted) -> float:
    """How high lines are, in points."""
    return len(fitted.lines) * fitted.size * LEADING
