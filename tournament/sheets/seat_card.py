"""The seat card 座位卡 that a player keeps: table and chair of every session, and a code that leads to his page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from .cards import FOUR_A6, INSET, ONE_A6, DrawCard, Event, Imposition, fill
from .document import Area, Document
from .glyphs import BOLD, REGULAR
from .ink import ACCENT, BLACK, GREY, HAIRLINE, LEADING, MIDDLE, Align, Ink
from .lines import fit, width, wrap

TITLE = ("座位卡", "Seat card")
NUMBER, SESSION, START = ("编号", "No."), ("局", "Session"), ("开始", "Start")
TABLE, CHAIR = ("桌", "Table"), ("座位", "Chair")
BYE = ("轮空", "Bye")
SCAN = ("扫码查看座位与成绩", "Scan for seats and results")
INSTEAD, REPLACED, ABSENT = (
    ("替 {name}", "for {name}"),
    ("由 {name} 替补", "{name} plays"),
    ("缺席", "Absent"),
)
CHAIRS = (("东", "E"), ("南", "S"), ("西", "W"), ("北", "N"))

PAPERS: dict[str, Imposition] = {"a4": FOUR_A6, "a6": ONE_A6}
CODE = 78.0  # the side of the code in points: 27 mm
MOST_ROWS = 24  # on one card; more go on to the next one
IN_ONE_COLUMN = 10
ROW, TEXT, NOTE = 27.0, 14.5, 8.0  # at most; a row with a long note is higher
UPPER = 0.63  # of a row, for the seat where a note stands below


@dataclass(frozen=True)
class CardRow:
    """A session of a player. Without a table it is a bye, or nothing where `is_bye` is not set.

    `starts` is the planned start as it is printed, "" where there is none. `note` stands below: who plays for him;
    `about` is whom it names.
    """

    session: int
    starts: str
    table: int | None = None
    chair: int = 0
    is_bye: bool = False
    note: tuple[str, str] | None = None
    about: str = ""


@dataclass(frozen=True)
class SeatCard:
    """What one card says. `address` is the player's public page."""

    number: int
    name: str
    team: str
    address: str
    rows: tuple[CardRow, ...]


def seat_cards_document(event: Event, cards: Sequence[SeatCard], paper: str) -> Document:
    """The cards, in their order: "a4" for four on a page with marks to cut, "a6" for one on each page."""
    drawing = _Drawing(event)
    draws: list[DrawCard] = []
    for card in cards:
        chunks = [card.rows[at : at + MOST_ROWS] for at in range(0, len(card.rows), MOST_ROWS)]
        draws += [partial(drawing.draw, card, chunk) for chunk in chunks]
    return event.document(event.words.pick(TITLE), PAPERS[paper].pages(draws))


class _Drawing:
    """Draws cards. What is the same on all of them is set once."""

    def __init__(self, event: Event) -> None:
        words = event.words
        across = PAPERS["a6"].card[0] - 2 * INSET
        self.event = event
        self.stamp = fit(event.stamp, across / 3, 8, BOLD)
        taken = max(width(line, self.stamp.size, BOLD) for line in self.stamp.lines)
        self.name = fill(event.name, (across - taken - 8, 22), 9, BOLD)
        self.number = " ".join(words.pick(NUMBER))
        self.headings = [words.pick(pair) for pair in (SESSION, START, TABLE, CHAIR)]
        self.bye = " ".join(words.pick(BYE))
        self.chairs = [" ".join(words.pick(pair)) for pair in CHAIRS]
        self.scan = words.pick(SCAN)

    def draw(self, card: SeatCard, rows: Sequence[CardRow], ink: Ink, area: Area) -> None:
        """One card into its area, with some of the player's sessions."""
        inner = Area(area.left + INSET, area.right - INSET, area.top - INSET, area.bottom + INSET)
        ink.block((inner.left, inner.top - 11), self.name, BOLD)
        ink.block((inner.right, inner.top - 11), self.stamp, BOLD, "right", ACCENT)
        ink.rule(inner.left, inner.right, inner.top - 25, 1.4, ACCENT)
        self._person(card, ink, inner, inner.top - 28)
        floor = self._code(card, ink, inner)
        self._rows(rows, ink, Area(inner.left, inner.right, inner.top - 101, floor))

    def _person(self, card: SeatCard, ink: Ink, inner: Area, top: float) -> None:
        number = str(card.number)
        taken = max(width(number, 30, BOLD), width(self.number, 7)) + 10
        ink.text((inner.right, top - 8), self.number, 7, align="right", colour=GREY)
        ink.text((inner.right, top - 35), number, 30, BOLD, "right", ACCENT)
        ink.block((inner.left, top - 23), fill(card.name, (inner.width - taken, 44), 25, BOLD), BOLD)
        if card.team:
            ink.block((inner.left, top - 57), fill(card.team, (inner.width, 22), 12), colour=GREY)

    def _code(self, card: SeatCard, ink: Ink, inner: Area) -> float:
        """The code, what it is for beside it, the address under it. Returns where it begins."""
        address = fill(card.address, (inner.width, 17), 7)
        ink.block((inner.left, inner.bottom + 8.5), address)
        foot = inner.bottom + 19
        ink.qr((inner.left, foot), CODE, card.address)
        left = inner.left + CODE + 10
        y = foot + CODE - 20
        for at, text in enumerate(self.scan):
            fitted = fit(text, inner.right - left, 9 if at == 0 else 8)
            y -= 15
            ink.block((left, y), fitted, colour=BLACK if at == 0 else GREY)
        ink.text((left, foot + 5), self.event.edition, 6, colour=GREY)
        return foot + CODE + 4

    def _rows(self, rows: Sequence[CardRow], ink: Ink, area: Area) -> None:
        halves = [rows]
        if len(rows) > IN_ONE_COLUMN:
            half = (len(rows) + 1) // 2
            halves = [rows[:half], rows[half:]]
        gap = 14.0
        room = (area.width - gap * (len(halves) - 1)) / len(halves)
        header = 22.0
        natural = [[self._natural(row, room) for row in some] for some in halves]
        scale = min(1.0, (area.height - header) / max(map(sum, natural)))
        size = min(TEXT, ROW * scale * 0.62, room / 15)
        for at, some in enumerate(halves):
            left = area.left + at * (room + gap)
            column = Area(left, left + room, area.top, area.bottom)
            self._header(ink, column, header)
            top = column.top - header
            for row, height in zip(some, natural[at], strict=True):
                self._row(row, ink, Area(left, left + room, top, top - height * scale), size, ROW * scale)
                top -= height * scale

    def _natural(self, row: CardRow, room: float) -> float:
        """How high a row wants to be: a long note has several lines."""
        lines = len(wrap(self._note(row), room, NOTE)) if row.note is not None else 0
        return max(ROW, ROW * UPPER + lines * NOTE * LEADING)

    def _header(self, ink: Ink, column: Area, height: float) -> None:
        for (x, align), lines in zip(_places(column), self.headings, strict=True):
            for at, line in enumerate(lines):
                y = column.top - 8 - at * 8
                ink.text((x, y), line, 7 - at, BOLD if at == 0 else REGULAR, align, GREY if at else BLACK)
        ink.rule(column.left, column.right, column.top - height + 2, 0.6, ACCENT)

    def _row(self, row: CardRow, ink: Ink, area: Area, size: float, usual: float) -> None:
        """One session; a row as high as is `usual` has a note of one line in its lower part."""
        middle = area.top - usual / 2
        session, start, table, chair = _places(area)
        if row.note is not None:
            lower = area.height - usual * UPPER
            note = fill(self._note(row), (area.width, lower), min(NOTE, size * 0.55))
            ink.block((area.right, area.bottom + lower / 2), note, align="right", colour=GREY)
            middle = area.top - usual * UPPER / 2
        base = middle - MIDDLE * size
        ink.text((session[0], base), str(row.session), size, BOLD)
        ink.text((start[0], base), row.starts, size * 0.85, align=start[1], colour=GREY)
        if row.table is not None:
            ink.text((table[0], base), str(row.table), size * 1.1, BOLD, "right")
            ink.text((chair[0], base), self.chairs[row.chair], size, BOLD)
        else:
            ink.text((area.right, base), self.bye if row.is_bye else "–", size * 0.9, align="right")
        ink.rule(area.left, area.right, area.bottom, 0.4, HAIRLINE)

    def _note(self, row: CardRow) -> str:
        return " ".join(self.event.words.pick(row.note, name=row.about)) if row.note else ""


def _places(area: Area) -> tuple[tuple[float, Align], ...]:
    """Where session, start, table and chair stand, and to which side."""
    left, across = area.left, area.width
    return (
        (left, "left"),
        (left + 0.2 * across, "left"),
        (left + 0.74 * across, "right"),
        (left + 0.83 * across, "left"),
    )
