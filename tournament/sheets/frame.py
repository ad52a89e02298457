"""The frame of every sheet: paper, masthead of the first page, running head, foot with "page n of m".

A sheet gives one drawing function for each page; it is told the area that is left to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial

from reportlab.lib.pagesizes import A3, A4, landscape

from .document import Area, Chapter, Document, Page, Place
from .glyphs import BOLD, REGULAR, Weight
from .ink import ACCENT, BLACK, GREY, LEADING, MIDDLE, Ink
from .lines import Fitted, fit, width, wrap
from .words import Words

A4_UPRIGHT, A4_ACROSS, A3_ACROSS = A4, landscape(A4), landscape(A3)
SIDE, HEAD, FOOT = 36.0, 34.0, 44.0  # margins in points; the foot holds the footer
STAMP = 22.0  # from one stamp to the next below it
LAST_ROWS = 3  # that go along where the signatures need a new page


@dataclass(frozen=True)
class _Piece:
    """Lines of the masthead: text in a style, with the room that they take; a rule where there is no text."""

    height: float
    fitted: Fitted | None = None
    weight: Weight = REGULAR
    colour: str = BLACK
    is_heading: bool = False


DrawPage = Callable[[Ink, Area], None]


@dataclass(frozen=True)
class Frame:
    """What stands around the content of a sheet. `state` says how far the tournament is; `stamps` warn."""

    title: str
    heading: tuple[str, ...]
    words: Words
    made_at: datetime
    footer: str = ""
    subtitle: str = ""
    state: str = ""
    details: tuple[str, ...] = ()
    stamps: tuple[str, ...] = ()
    paper: tuple[float, float] = field(default=A4_UPRIGHT)

    @property
    def first_area(self) -> Area:
        """What the masthead leaves of the first page."""
        return self._area(sum(piece.height for piece in self._masthead))

    @property
    def later_area(self) -> Area:
        """What the running head leaves of the other pages."""
        return self._area(self._running_height + 6)

    def pages(self, draws: Sequence[DrawPage]) -> list[Page]:
        """The pages of the sheet: the first has the masthead, the others the running head."""
        return [Page(self.paper, partial(self._draw, draw, at == 0)) for at, draw in enumerate(draws)]

    def document(self, draws: Sequence[DrawPage]) -> Document:
        """The sheet as a document of its own."""
        heading = " ".join(self.heading)
        return Document(
            title=f"{self.title} · {heading}",
            subject=" · ".join(filter(None, (heading, self.state, self.footer))),
            author=self.title,
            language=self.words.code,
            made_at=self.made_at,
            chapters=(Chapter("", self.pages(draws)),),
        )

    def _draw(self, draw: DrawPage, is_first: bool, ink: Ink, place: Place) -> None:
        if is_first:
            self._draw_masthead(ink)
        else:
            self._draw_running(ink)
        draw(ink, self.first_area if is_first else self.later_area)
        self._draw_foot(ink, place)

    def _area(self, used: float) -> Area:
        across, up = self.paper
        return Area(SIDE, across - SIDE, up - HEAD - used, FOOT)

    @property
    def _stamp_width(self) -> float:
        return max((width(stamp, 10, BOLD) for stamp in self.stamps), default=-24.0) + 24

    @cached_property
    def _masthead(self) -> list[_Piece]:
        room = self._area(0).width
        title = fit(self.title, room - self._stamp_width, 20, BOLD)
        pieces = [_Piece(len(title.lines) * title.size * LEADING, title, BOLD)]
        if self.subtitle:
            lines = Fitted(tuple(wrap(self.subtitle, room - self._stamp_width, 9.5)), 9.5)
            pieces.append(_Piece(len(lines.lines) * 9.5 * LEADING + 3, lines, REGULAR, GREY))
        beside = len(self.stamps) * STAMP - sum(piece.height for piece in pieces)
        if beside > 0:
            pieces.append(_Piece(beside, Fitted((), 1)))
        pieces.append(_Piece(14))
        heading, second = self._heading, self._second_heading
        pieces.append(_Piece(len(heading.lines) * heading.size * LEADING, heading, BOLD, is_heading=True))
        if second and not self._second_beside_heading:
            lines = Fitted(tuple(wrap(second, room, 11)), 11)
            pieces.append(_Piece(len(lines.lines) * 11 * LEADING + 2, lines, REGULAR, GREY))
        if self.state and not self._state_beside_heading:
            state = Fitted(tuple(wrap(self.state, room, 9)), 9)
            pieces.append(_Piece(len(state.lines) * 9 * LEADING + 2, state))
        for detail in self.details:
            lines = Fitted(tuple(wrap(detail, room, 9.5)), 9.5)
            pieces.append(_Piece(len(lines.lines) * 9.5 * LEADING + 2, lines))
        pieces.append(_Piece(8, Fitted((), 1)))
        return pieces

    @cached_property
    def _heading(self) -> Fitted:
        """The heading in the first language."""
        return fit(self.heading[0], self._area(0).width, 13, BOLD)

    @property
    def _second_heading(self) -> str:
        """The heading in the other language; "" for none."""
        return " ".join(self.heading[1:])

    @cached_property
    def _heading_width(self) -> float:
        """How far the heading reaches: to the margin where it has several lines, so that nothing stands beside."""
        if len(self._heading.lines) > 1:
            return self._area(0).width
        return width(self._heading.lines[0], self._heading.size, BOLD)

    @property
    def _second_beside_heading(self) -> bool:
        return self._heading_width + 9 + width(self._second_heading, 11) <= self._area(0).width

    @property
    def _state_beside_heading(self) -> bool:
        if not self._second_beside_heading:
            return False
        taken = self._heading_width + 9 + width(self._second_heading, 11)
        return taken + 18 + width(self.state, 9) <= self._area(0).width

    def _draw_masthead(self, ink: Ink) -> None:
        area = self._area(0)
        y = area.top
        self._draw_stamps(ink, area)
        for piece in self._masthead:
            middle = y - piece.height / 2
            if piece.fitted is None:
                ink.rule(area.left, area.right, middle, 1.6, ACCENT)
            elif piece.fitted.lines:
                ink.block((area.left, middle), piece.fitted, piece.weight, colour=piece.colour)
            if piece.is_heading:
                self._draw_beside_heading(ink, area, middle)
            y -= piece.height

    def _draw_beside_heading(self, ink: Ink, area: Area, middle: float) -> None:
        base = middle - MIDDLE * self._heading.size
        if self._second_beside_heading:
            ink.text((area.left + self._heading_width + 9, base), self._second_heading, 11, colour=GREY)
        if self._state_beside_heading:
            ink.text((area.right, base), self.state, 9, align="right")

    def _draw_stamps(self, ink: Ink, area: Area) -> None:
        y = area.top
        for stamp in self.stamps:
            across = width(stamp, 10, BOLD) + 12
            ink.frame((area.right - across, y - 18), (across, 18))
            ink.text((area.right - 6, y - 12.6), stamp, 10, BOLD, "right", ACCENT)
            y -= STAMP

    @cached_property
    def _running(self) -> tuple[Fitted, Fitted]:
        """The running head, left and right."""
        room = self._area(0).width
        right = fit(" ".join(self.heading + self.stamps), room * 0.45, 8)
        taken = max(width(line, right.size) for line in right.lines)
        return fit(self.title, room - taken - 18, 8, BOLD), right

    @property
    def _running_height(self) -> float:
        return max(len(one.lines) * one.size for one in self._running) * LEADING

    def _draw_running(self, ink: Ink) -> None:
        area = self._area(0)
        middle = area.top - self._running_height / 2
        left, right = self._running
        ink.block((area.left, middle), left, BOLD)
        ink.block((area.right, middle), right, align="right", colour=GREY)

    def _draw_foot(self, ink: Ink, place: Place) -> None:
        area = self._area(0)
        pages = self.words.line("page", "  ", page=place.number, pages=place.count)
        ink.rule(area.left, area.right, FOOT - 10)
        room = area.width - width(pages, 7.5) - 18
        ink.block((area.left, FOOT - 20), fit(self.footer, room, 7), colour=GREY)
        ink.block((area.right, FOOT - 20), Fitted((pages,), 7.5), align="right")


def paginate(heights: Sequence[float], first: float, later: float, tail: float) -> list[range]:
    """Which rows stand on which page. The tail (signatures) follows the last row and takes rows along.

    `first` and `later` are the rooms for rows on the first and on the other pages. Only where one row fills a
    page does the tail stand alone: the last range is empty then.
    """
    pages: list[range] = []
    start, used, room = 0, 0.0, first
    for number, height in enumerate(heights):
        if used + height > room and number > start:
            pages.append(range(start, number))
            start, used, room = number, 0.0, later
        used += height
    pages.append(range(start, len(heights)))
    last = pages[-1]
    if used + tail > room:
        kept = last.start + max(len(last) - LAST_ROWS, 1)
        pages[-1:] = [range(last.start, kept), range(kept, last.stop)]
    return pages
