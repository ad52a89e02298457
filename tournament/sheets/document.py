"""A PDF: pages of any size in chapters, with an outline to jump by, drawn one after the other."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from .fonts import document_fonts, uncovered
from .glyphs import REGULAR
from .ink import Ink
from .lines import printable

rl_config.useA85 = 0  # streams as bytes: a fifth smaller than as text, and every reader of today takes them


@dataclass(frozen=True)
class Area:
    """A part of a page, in points from the lower left corner of the paper."""

    left: float
    right: float
    top: float
    bottom: float

    @property
    def width(self) -> float:
        """From side to side."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.top - self.bottom


@dataclass(frozen=True)
class Place:
    """Where a page is in its document: its number, from 1, and how many there are."""

    number: int
    count: int


@dataclass(frozen=True)
class Page:
    """One page: its paper (width, height) in points, and what draws it."""

    paper: tuple[float, float]
    draw: Callable[[Ink, Place], None]


@dataclass(frozen=True)
class Chapter:
    """Pages that belong together. With a title they stand in the outline of the document."""

    title: str
    pages: Sequence[Page]


@dataclass(frozen=True)
class Document:
    """What is in a PDF, and what it says of itself. `made_at` is in the tournament's own zone."""

    title: str
    subject: str
    author: str
    language: str
    made_at: datetime
    chapters: Sequence[Chapter]

    @property
    def page_count(self) -> int:
        """How many pages there are."""
        return sum(len(chapter.pages) for chapter in self.chapters)


Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Rendered:
    """A finished PDF. `boxes`: the characters that no font has, printed as boxes with their code points."""

    content: bytes
    pages: int
    boxes: tuple[str, ...]


def render(document: Document, progress: Progress = lambda done, total: None) -> Rendered:
    """Make the PDF. The same document gives the same bytes. `progress` is told after each page, and may raise to stop.

    Raises ValueError for a document without pages: no reader opens one.
    """
    count = document.page_count
    if not count:
        raise ValueError("a document needs a page")
    out = io.BytesIO()
    with document_fonts() as fonts:
        canvas = Canvas(
            out, pageCompression=1, invariant=1, initialFontName=fonts.name(REGULAR), lang=document.language
        )
        _describe(canvas, document)
        ink = Ink(canvas, fonts)
        number = 0
        for chapter in document.chapters:
            for at, page in enumerate(chapter.pages):
                number += 1
                canvas.setPageSize(page.paper)
                if at == 0 and chapter.title:
                    _mark(canvas, printable(chapter.title), number)
                page.draw(ink, Place(number, count))
                canvas.showPage()
                progress(number, count)
        canvas.save()
        boxes = tuple(uncovered(fonts.used))
    return Rendered(out.getvalue(), count, boxes)


def _describe(canvas: Canvas, document: Document) -> None:
    canvas.setTitle(printable(document.title))
    canvas.setSubject(printable(document.subject))
    canvas.setAuthor(printable(document.author))
    canvas.setCreator("Quesai")
    canvas.setProducer("Quesai")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    offset = document.made_at.strftime("%z") or "+0000"
    made = document.made_at.strftime("D:%Y%m%d%H%M%S") + f"{offset[:3]}'{offset[3:5]}'"
    canvas.setDateFormatter(lambda *_clock: made)


def _mark(canvas: Canvas, title: str, number: int) -> None:
    """An entry of the outline that leads to the page that is about to be drawn."""
    key = f"page-{number}"
    canvas.bookmarkPage(key)
    canvas.addOutlineEntry(title, key)
    if number == 1:
        canvas.showOutline()
