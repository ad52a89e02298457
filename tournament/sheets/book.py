"""A book 成绩册, 秩序册: cover, contents with the pages on which chapters begin, and chapters of any sheets.

The page numbers are known before anything is drawn, because chapters are lists of pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from .blocks import Block, set_pages
from .document import Area, Chapter, Document, Page, Place
from .frame import A4_UPRIGHT, SIDE, Frame
from .glyphs import BOLD, REGULAR
from .ink import ACCENT, BLACK, GREY, LEADING, Ink
from .lines import Fitted, fit, width, wrap
from .words import Words

ROOM = A4_UPRIGHT[0] - 2 * SIDE
NUMBER_ROOM = 34.0  # for the page number and the white before it
COVER = ("封面", "Cover")
CONTENTS = ("目录", "Contents")
ORGANISER = ("主办单位：{names}", "Organiser: {names}")
VERSION = ("版本 {version}", "version {version}")


def utc(moment: datetime) -> str:
    """How far the zone of a moment is from UTC: "UTC+08:00"."""
    return f"UTC{moment.isoformat(timespec='minutes')[16:]}"


@dataclass(frozen=True)
class Edition:
    """Which edition of which tournament a book is: what every page of it says.

    `made_at` is in the tournament's own zone. `state` says how far the tournament is, "" where nothing needs saying.
    """

    tournament: str
    words: Words
    made_at: datetime
    version: int
    state: str = ""
    provisional: bool = False
    rehearsal: bool = False

    @property
    def moment(self) -> str:
        """When it was made: "2026-11-30 14:05 UTC+08:00"."""
        return f"{self.made_at:%Y-%m-%d %H:%M} {utc(self.made_at)}"

    @property
    def footer(self) -> str:
        """Moment and version."""
        return " · ".join([self.moment, *self.words.pick(VERSION, version=self.version)])

    @property
    def stamps(self) -> tuple[str, ...]:
        """What warns the reader on every page."""
        return tuple(self.words.line(key) for key in ("provisional", "rehearsal") if getattr(self, key))

    def frame(
        self, titles: tuple[str, ...], paper: tuple[float, float] = A4_UPRIGHT, details: tuple[str, ...] = ()
    ) -> Frame:
        """The frame of a chapter."""
        return Frame(
            title=self.tournament,
            heading=titles,
            words=self.words,
            made_at=self.made_at,
            footer=self.footer,
            state=self.state,
            details=details,
            stamps=self.stamps,
            paper=paper,
        )


@dataclass(frozen=True)
class Part:
    """A chapter of a book: its title in each language, and its pages."""

    titles: tuple[str, ...]
    pages: Sequence[Page]


@dataclass(frozen=True)
class Book:
    """A book: what it is called in each language, what its cover says, and its chapters in order."""

    titles: tuple[str, ...]
    edition: Edition
    parts: Sequence[Part]
    place_and_dates: str = ""
    organisers: tuple[str, ...] = ()


def part(
    edition: Edition,
    titles: tuple[str, ...],
    blocks: Sequence[Block],
    paper: tuple[float, float] = A4_UPRIGHT,
    details: tuple[str, ...] = (),
) -> Part:
    """A chapter of blocks one under the other."""
    frame = edition.frame(titles, paper, details)
    return Part(titles, frame.pages(set_pages(blocks, frame.first_area, frame.later_area)))


def book_document(book: Book) -> Document:
    """The book with its cover and its contents."""
    edition, words = book.edition, book.edition.words
    frame = edition.frame(words.pick(CONTENTS))
    # How many pages the contents take does not depend on the numbers that stand in them.
    count = len(_contents(frame, book.parts, 0))
    contents = _contents(frame, book.parts, first_page=2 + count)
    chapters = [
        Chapter(" ".join(words.pick(COVER)), [Page(A4_UPRIGHT, partial(_draw_cover, book))]),
        Chapter(" ".join(words.pick(CONTENTS)), contents),
        *(Chapter(" ".join(one.titles), one.pages) for one in book.parts),
    ]
    return document(edition, book.titles, chapters)


def document(edition: Edition, titles: tuple[str, ...], chapters: Sequence[Chapter]) -> Document:
    """Chapters as a document that says which edition of what it is."""
    title = " ".join(titles)
    return Document(
        title=f"{edition.tournament} · {title}",
        subject=" · ".join(filter(None, (title, edition.state, edition.footer))),
        author=edition.tournament,
        language=edition.words.code,
        made_at=edition.made_at,
        chapters=chapters,
    )


def _contents(frame: Frame, parts: Sequence[Part], first_page: int) -> list[Page]:
    blocks, page = [], first_page
    for one in parts:
        blocks.append(_line(one.titles, page))
        page += len(one.pages)
    return frame.pages(set_pages(blocks, frame.first_area, frame.later_area))


def _line(titles: tuple[str, ...], page: int) -> Block:
    """A line of the contents: the title, dots, the number; the whole line leads to the page."""
    fitted = fit("  ".join(titles), ROOM - NUMBER_ROOM, 11)
    height = len(fitted.lines) * fitted.size * LEADING + 8

    def draw(ink: Ink, left: float, top: float, _parts: range) -> None:
        middle = top - height / 2
        ink.block((left, middle), fitted)
        step = fitted.size * LEADING
        base = middle - step * (len(fitted.lines) - 1) / 2 - 0.357 * fitted.size
        right, start = left + ROOM, left + width(fitted.lines[-1], fitted.size) + 8
        if right - NUMBER_ROOM > start:
            ink.canvas.saveState()
            ink.canvas.setDash(0.8, 3.2)  # a line, not dots to be read aloud and copied
            ink.rule(start, right - NUMBER_ROOM + 6, base, 0.8, GREY)
            ink.canvas.restoreState()
        ink.text((right, base), str(page), 11, BOLD, "right")
        ink.canvas.linkAbsolute("", f"page-{page}", (left, top - height, left + ROOM, top), thickness=0)

    return Block((height,), draw)


def _draw_cover(book: Book, ink: Ink, _place: Place) -> None:
    """The cover has no page number, though it is the first page."""
    edition, words = book.edition, book.edition.words
    across, up = A4_UPRIGHT
    area = Area(SIDE * 1.6, across - SIDE * 1.6, up - 120, 90)
    y = area.top
    for stamp in edition.stamps:
        wide = width(stamp, 13, BOLD) + 18
        ink.frame((area.right - wide, y + 40), (wide, 25))
        ink.text((area.right - 9, y + 47.5), stamp, 13, BOLD, "right", ACCENT)
        y -= 30
    y = area.top - 90
    y = _stack(ink, area, y, fit(edition.tournament, area.width, 30, BOLD), BLACK) - 16
    ink.rule(area.left, area.right, y, 2.2, ACCENT)
    y -= 26
    for at, title in enumerate(book.titles):
        y = _stack(ink, area, y, fit(title, area.width, 24 - 8 * at, BOLD), GREY if at else ACCENT) - 4
    y -= 34
    lines = [book.place_and_dates]
    if book.organisers:
        lines += words.pick(ORGANISER, names=", ".join(book.organisers))
    for line in filter(None, lines):
        wrapped = Fitted(tuple(wrap(line, area.width, 12)), 12)
        y = _stack(ink, area, y, wrapped, BLACK, bold=False) - 5
    foot = [edition.state, edition.moment, "  ".join(words.pick(VERSION, version=edition.version))]
    ink.rule(area.left, area.right, area.bottom + 62, 0.6, ACCENT)
    y = area.bottom + 54
    for line in filter(None, foot):
        y = _stack(ink, area, y, fit(line, area.width, 10), GREY, bold=False)


def _stack(ink: Ink, area: Area, top: float, fitted: Fitted, colour: str, *, bold: bool = True) -> float:
    """Lines from `top` down. Returns where they end."""
    height = len(fitted.lines) * fitted.size * LEADING
    ink.block((area.left, top - height / 2), fitted, BOLD if bold else REGULAR, colour=colour)
    return top - height
