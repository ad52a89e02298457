"""Tables of a sheet: columns as wide as what stands in them, grouped headings in two languages, banded rows.

A table is measured once for size 1; a layout is the same table set at a size into a width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from .glyphs import BOLD, REGULAR, Weight
from .ink import ACCENT, BLACK, GREY, LEADING, MIDDLE, Align, Ink
from .lines import Fitted, fit, width

# All in sizes of the table's text.
PADDING = 0.42
COMFORTABLE, AMPLE = 9.0, 18.0  # a column of names may be squeezed to the one, and asks for the other at most
GROUP_GAP = 0.55  # on the left of a group of columns, so that its line touches no figure
HEADING, SECOND_HEADING = 0.86, 0.76
NOTE = 0.72
ROW = 1.78


@dataclass(frozen=True)
class Cell:
    """What stands in one place of a table; `note` is a small figure after it."""

    text: str
    weight: Weight = REGULAR
    note: str = ""
    colour: str = BLACK


@dataclass(frozen=True)
class Column:
    """A column: its heading in each language, and whether its texts may be broken over lines.

    A heading may be broken at "|", where its column is narrow, and nowhere else.
    """

    headings: tuple[str, ...]
    align: Align = "right"
    breaks: bool = False


@dataclass(frozen=True)
class Group:
    """A heading, with "|" as in a column, over the columns from `first` to `last`."""

    headings: tuple[str, ...]
    first: int
    last: int


@dataclass(frozen=True)
class Table:
    """Rows of cells under columns; `groups` are in order and do not overlap."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    groups: tuple[Group, ...] = ()
    empty: str = ""

    @cached_property
    def notes(self) -> list[float]:
        """The room for the small figures of each column."""
        return [
            max((width(_small(row[at]), NOTE) for row in self.rows if row[at].note), default=0.0)
            for at in range(len(self.columns))
        ]

    @cached_property
    def natural(self) -> list[float]:
        """The width of each column in which nothing is broken."""
        widest = [
            max((width(row[at].text, 1, row[at].weight) for row in self.rows), default=0.0)
            for at in range(len(self.columns))
        ]
        opening = {edge for group in self.groups for edge in (group.first, group.last + 1)}
        return [
            max(texts + notes, heading) + 2 * PADDING + (GROUP_GAP if at in opening else 0)
            for at, (texts, notes, heading) in enumerate(zip(widest, self.notes, self._headings, strict=True))
        ]

    @cached_property
    def least(self) -> list[float]:
        """The width of each column in which it still reads well."""
        return [
            max(min(natural, COMFORTABLE), heading + 2 * PADDING) if column.breaks else natural
            for column, natural, heading in zip(self.columns, self.natural, self._headings, strict=True)
        ]

    @cached_property
    def _headings(self) -> list[float]:
        return [
            max(
                (
                    width(part, size, weight)
                    for text, (size, weight) in zip(
                        column.headings, heading_styles(column.headings), strict=True
                    )
                    for part in text.split("|")
                ),
                default=0.0,
            )
            for column in self.columns
        ]

    def fits(self, size: float, room: float) -> bool:
        """Whether the table reads well at this size in this width."""
        return sum(self.least) * size <= room


def heading_styles(headings: Sequence[str]) -> list[tuple[float, Weight]]:
    """Size and weight of each line of a heading: the first language bold, the second smaller."""
    return [(HEADING, BOLD), (SECOND_HEADING, REGULAR)][: len(headings)]


class Layout:
    """A table set at a size into a width: it knows the height of everything, and draws it."""

    def __init__(self, table: Table, size: float, room: float) -> None:
        self.table = table
        self.size = size
        self.widths = self._shared_out(room)
        self.edges = [sum(self.widths[:at]) for at in range(len(self.widths) + 1)]
        self._cells = [[self._set(cell, at) for at, cell in enumerate(row)] for row in table.rows]
        self.heights = [self._height(row) for row in self._cells] or [2.5 * ROW * size]
        self._headings = [
            self._set_heading(column.headings, self.widths[at]) for at, column in enumerate(table.columns)
        ]
        self._groups = [
            self._set_heading(group.headings, self.edges[group.last + 1] - self.edges[group.first])
            for group in table.groups
        ]
        self._grouped = {
            at for group in table.groups for at in range(group.first, group.last + 1) if group.headings
        }
        gap = 0.7 * size
        self._group_height = max((_block_height(lines) for lines in self._groups), default=-gap) + gap
        low = max((_block_height(self._headings[at]) for at in self._grouped), default=0.0)
        tall = max(
            (_block_height(lines) for at, lines in enumerate(self._headings) if at not in self._grouped),
            default=0.0,
        )
        self.header_height = max(self._group_height + low, tall) + 2 * gap

    def draw_header(self, ink: Ink, left: float, top: float) -> float:
        """The headings between two rules. Returns where they end."""
        bottom = top - self.header_height
        right = left + self.edges[-1]
        ink.rule(left, right, top, 1.1, ACCENT)
        split = top - self._group_height - 0.35 * self.size
        for group, lines in zip(self.table.groups, self._groups, strict=True):
            start, end = left + self.edges[group.first], left + self.edges[group.last + 1]
            self._draw_heading(ink, (start, end), split + 0.3 * self.size, lines, "center")
            inset = PADDING * self.size
            ink.rule(start + inset, end - inset, split, 0.5, ACCENT)
        for at, lines in enumerate(self._headings):
            sides = left + self.edges[at], left + self.edges[at + 1]
            if self.table.columns[at].align == "right":
                sides = sides[0], sides[1] - self.table.notes[at] * self.size
            self._draw_heading(ink, sides, bottom + 0.5 * self.size, lines, self.table.columns[at].align)
        ink.rule(left, right, bottom, 0.6, ACCENT)
        return bottom

    def draw_rows(self, ink: Ink, left: float, top: float, rows: range) -> float:
        """Some of the rows, every second one on a band. Returns where they end."""
        right, y = left + self.edges[-1], top
        for number in rows:
            height = self.heights[number]
            if number % 2:
                ink.fill((left, y - height), (right - left, height))
            if self.table.rows:
                self._draw_row(ink, left, y - height / 2, number)
            else:
                middle = y - height / 2 - MIDDLE * self.size
                ink.text(
                    ((left + right) / 2, middle), self.table.empty, self.size, align="center", colour=GREY
                )
            y -= height
        for group in self.table.groups if self.table.rows else ():
            for edge in (group.first, group.last + 1):
                if 0 < edge < len(self.table.columns):
                    ink.post(left + self.edges[edge], top, y)
        ink.rule(left, right, y, 0.6, ACCENT)
        return y

    def _shared_out(self, room: float) -> list[float]:
        """The widths of the columns: what they need, then what the names want, then the rest to everybody."""
        least = [one * self.size for one in self.table.least]
        wanted = [
            max(low, min(one, AMPLE) * self.size if column.breaks else low)
            for one, low, column in zip(self.table.natural, least, self.table.columns, strict=True)
        ]
        spare = max(room - sum(least), 0.0)
        lacking = sum(wanted) - sum(least)
        share = min(spare / lacking, 1.0) if lacking else 0.0
        widths = [low + (high - low) * share for low, high in zip(least, wanted, strict=True)]
        rest = max(room - sum(widths), 0.0)
        weights = [3.0 if column.breaks else 1.0 for column in self.table.columns]
        return [one + rest * weight / sum(weights) for one, weight in zip(widths, weights, strict=True)]

    def _set(self, cell: Cell, at: int) -> Fitted:
        if not self.table.columns[at].breaks:
            return Fitted((cell.text,), self.size)
        return fit(cell.text, self.widths[at] - 2 * PADDING * self.size, self.size, cell.weight)

    def _height(self, row: Sequence[Fitted]) -> float:
        more = max((len(one.lines) - 1) * one.size * LEADING for one in row)
        return ROW * self.size + more

    def _set_heading(self, headings: tuple[str, ...], room: float) -> list[tuple[Fitted, Weight]]:
        """The heading on one line for each language, or broken where it may be, or (last resort) anywhere."""
        inner = room - 1.9 * PADDING * self.size
        lines = []
        for text, (scale, weight) in zip(headings, heading_styles(headings), strict=True):
            size, whole, parts = scale * self.size, text.replace("|", ""), text.split("|")
            if width(whole, size, weight) > inner >= max(width(part, size, weight) for part in parts):
                lines.append((Fitted(tuple(part.strip() for part in parts), size), weight))
            else:
                lines.append((fit(whole, inner, size, weight), weight))
        return lines

    def _draw_heading(
        self,
        ink: Ink,
        sides: tuple[float, float],
        bottom: float,
        lines: list[tuple[Fitted, Weight]],
        align: Align,
    ) -> None:
        left, right = sides
        inset = PADDING * self.size
        x = {"left": left + inset, "right": right - inset, "center": (left + right) / 2}[align]
        y = bottom + _block_height(lines)
        for position, (fitted, weight) in enumerate(lines):
            height = len(fitted.lines) * fitted.size * LEADING
            ink.block((x, y - height / 2), fitted, weight, align, BLACK if position == 0 else GREY)
            y -= height

    def _draw_row(self, ink: Ink, left: float, middle: float, number: int) -> None:
        padding = PADDING * self.size
        for at, (cell, fitted) in enumerate(zip(self.table.rows[number], self._cells[number], strict=True)):
            align = self.table.columns[at].align
            start, end = left + self.edges[at] + padding, left + self.edges[at + 1] - padding
            room = self.table.notes[at] * self.size
            x = {"left": start, "right": end - room, "center": (start + end) / 2}[align]
            ink.block((x, middle), fitted, cell.weight, align, cell.colour)
            if cell.note:
                y = middle - MIDDLE * self.size
                ink.text((end - room, y), _small(cell), NOTE * self.size, colour=GREY)


def _small(cell: Cell) -> str:
    """The small figure after a text; the space keeps them two words when they are copied."""
    return f" {cell.note}"


def _block_height(lines: Sequence[tuple[Fitted, Weight]]) -> float:
    return sum(len(fitted.lines) * fitted.size * LEADING for fitted, _weight in lines)
