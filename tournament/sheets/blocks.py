"""Blocks one under the other, headings, texts, tables, drawings, on as many pages as they take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from .document import Area
from .frame import DrawPage
from .glyphs import BOLD, REGULAR, Weight
from .ink import BLACK, GREY, LEADING, Ink
from .lines import Fitted, fit, wrap
from .tables import Layout, Table

GAP = 12.0
# A table is set at the first size at which it reads well.
SIZES = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)


@dataclass(frozen=True)
class Block:
    """Something that stands under what comes before it. Lengths are points.

    `pieces` are the heights of its parts from the top: a page ends between two of them, never within one.
    `draw(ink, left, top, parts)` draws some of them, and above them `head`, which every page of the block has: the
    headings of a table. `gap` is the white above it where it does not begin a page. `stays`: it is no last thing on a
    page, because it belongs to the next block.
    """

    pieces: tuple[float, ...]
    draw: Callable[[Ink, float, float, range], None]
    head: float = 0.0
    gap: float = 0.0
    stays: bool = False

    @property
    def least(self) -> float:
        """The room that its beginning takes."""
        return self.gap + self.head + self.pieces[0]


@dataclass(frozen=True)
class _Set:
    """Parts of a block on a page, so far under its top."""

    block: Block
    parts: range
    down: float


def set_pages(blocks: Sequence[Block], first: Area, later: Area) -> list[DrawPage]:
    """The blocks on pages, of which the first one has its own area. There is one page at least."""
    pages: list[list[_Set]] = [[]]
    used, room = 0.0, first.height

    def turn() -> None:
        nonlocal used, room
        pages.append([])
        used, room = 0.0, later.height

    for at, block in enumerate(blocks):
        start = 0
        while start < len(block.pieces):
            gap = block.gap if pages[-1] else 0.0
            follows = _following(blocks, at) if start == 0 else 0.0
            if pages[-1] and used + gap + block.head + block.pieces[start] + follows > room:
                turn()
                continue
            taken, stop = gap + block.head + block.pieces[start], start + 1
            while stop < len(block.pieces) and used + taken + block.pieces[stop] <= room:
                taken += block.pieces[stop]
                stop += 1
            pages[-1].append(_Set(block, range(start, stop), used + gap))
            used, start = used + taken, stop
            if start < len(block.pieces):
                turn()
    return [partial(_draw, page) for page in pages]


def _following(blocks: Sequence[Block], at: int) -> float:
    """The room for what must stand on the same page under a block."""
    room = 0.0
    while blocks[at].stays and at + 1 < len(blocks):
        at += 1
        room += blocks[at].least
    return room


def _draw(page: Sequence[_Set], ink: Ink, area: Area) -> None:
    for one in page:
        one.block.draw(ink, area.left, area.top - one.down, one.parts)


def heading(texts: tuple[str, ...], room: float, size: float = 10.5) -> Block:
    """A heading in the languages of the sheet. It stays with what it heads."""
    fitted = fit("  ".join(texts), room, size, BOLD)
    height = len(fitted.lines) * fitted.size * LEADING + 4

    def draw(ink: Ink, left: float, top: float, _parts: range) -> None:
        ink.block((left, top - (height - 4) / 2), fitted, BOLD)

    return Block((height,), draw, gap=GAP, stays=True)


def text(
    words: str, room: float, size: float = 8.5, weight: Weight = REGULAR, colour: str = BLACK, gap: float = 4
) -> Block:
    """A paragraph; it may be broken between its lines."""
    lines = wrap(words, room, size, weight)
    step = size * LEADING

    def draw(ink: Ink, left: float, top: float, parts: range) -> None:
        some = Fitted(tuple(lines[part] for part in parts), size)
        ink.block((left, top - len(parts) * step / 2), some, weight, colour=colour)

    return Block((step,) * len(lines), draw, gap=gap)


def table(rows: Table, room: float, sizes: Sequence[float] = SIZES, gap: float = 4) -> Block:
    """A table as wide as the room, with its headings on every page."""
    size = next((size for size in sizes if rows.fits(size, room)), sizes[-1])
    layout = Layout(rows, size, room)

    def draw(ink: Ink, left: float, top: float, parts: range) -> None:
        layout.draw_rows(ink, left, layout.draw_header(ink, left, top), parts)

    return Block(tuple(layout.heights), draw, head=layout.header_height, gap=gap)


Entry = tuple[tuple[str, ...], tuple[str, ...]]  # a label, and what it says, in each language


def entries(listed: Sequence[Entry], room: float, size: float = 9.0) -> Block:
    """Labels on the left with what they say beside them, a hairline under each."""
    beside = room * 0.3
    labels, texts = [], []
    for label, said in listed:
        labels.append([line for one in label for line in wrap(one, beside - 12, size)])
        texts.append([line for one in said for line in wrap(one, room - beside, size)])
    step = size * LEADING
    pieces = tuple(max(len(one), len(other)) * step + 7 for one, other in zip(labels, texts, strict=True))

    def draw(ink: Ink, left: float, top: float, parts: range) -> None:
        y = top
        for part in parts:
            for at, lines in ((left, labels[part]), (left + beside, texts[part])):
                middle = y - 3.5 - len(lines) * step / 2
                ink.block((at, middle), Fitted(tuple(lines), size), colour=GREY if at == left else BLACK)
            y -= pieces[part]
            ink.rule(left, left + room, y)

    return Block(pieces, draw, gap=4)
