"""Table signs 桌号牌: the number, to be read from ten metres, and the code that opens the referee's page of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from .cards import INSET, MM, ONE_A4, TWO_A5, Event, Imposition, fill
from .document import Area, Document
from .glyphs import BOLD
from .ink import ACCENT, GREY, MIDDLE, Ink
from .lines import width

TITLE = ("桌号牌", "Table signs")
TABLE = ("桌", "Table")
SCAN = ("裁判扫码记录", "Referees: scan to record")

PAPERS: dict[str, Imposition] = {"a5": TWO_A5, "a4": ONE_A4}
CODE = 0.27  # the side of the code, in widths of the sign: 57 mm on A5
CAPITAL = 0.714  # the height of a figure, in sizes


@dataclass(frozen=True)
class TableSign:
    """What one sign says. `address` is where the code of the table leads."""

    number: int
    address: str


def signs_document(event: Event, signs: Sequence[TableSign], paper: str) -> Document:
    """The signs, in their order: "a5" for two on a page with marks to cut, "a4" for one. All numbers are one size."""
    imposition = PAPERS[paper]
    longest = max((str(sign.number) for sign in signs), key=lambda text: width(text, 1, BOLD), default="1")
    drawing = _Drawing(event, imposition.card, longest)
    draws = [partial(drawing.draw, sign) for sign in signs]
    return event.document(event.words.pick(TITLE), imposition.pages(draws))


class _Drawing:
    """Draws signs of one size. What is the same on all of them is set once."""

    def __init__(self, event: Event, card: tuple[float, float], longest: str) -> None:
        across, up = card[0] - 2 * INSET, card[1] - 2 * INSET
        self.code = CODE * card[0]
        self.head = up * 0.16
        self.name = fill(event.name, (across * 0.78, self.head * 0.8), self.head * 0.42, BOLD)
        self.stamp = fill(event.stamp, (across * 0.2, self.head * 0.5), self.head * 0.28, BOLD)
        self.table = fill(" ".join(event.words.pick(TABLE)), (self.code, up * 0.14), up * 0.11, BOLD)
        self.room = across - self.code - 6 * MM
        free = up - self.head - 4 * MM
        self.size = min(self.room / width(longest, 1, BOLD), free / CAPITAL)
        self.scan = [fill(text, (self.code, up * 0.07), up * 0.05) for text in event.words.pick(SCAN)]

    def draw(self, sign: TableSign, ink: Ink, area: Area) -> None:
        """One sign into its area: the number to the left, the code and its address to the right."""
        inner = Area(area.left + INSET, area.right - INSET, area.top - INSET, area.bottom + INSET)
        ink.block((inner.left, inner.top - self.head * 0.42), self.name, BOLD)
        ink.block((inner.right, inner.top - self.head * 0.42), self.stamp, BOLD, "right", ACCENT)
        floor = inner.top - self.head
        ink.rule(inner.left, inner.right, floor + 1.5 * MM, 2, ACCENT)
        middle = (floor + inner.bottom) / 2
        ink.text(
            (inner.left + self.room / 2, middle - MIDDLE * self.size),
            str(sign.number),
            self.size,
            BOLD,
            "center",
        )
        self._code(sign, ink, Area(inner.right - self.code, inner.right, floor, inner.bottom))

    def _code(self, sign: TableSign, ink: Ink, column: Area) -> None:
        middle = (column.left + column.right) / 2
        up = column.height
        ink.block((middle, column.top - up * 0.1), self.table, BOLD, "center", ACCENT)
        top = column.top - up * 0.19
        for line in self.scan:
            ink.block((middle, top - line.size * 0.7), line, align="center", colour=GREY)
            top -= line.size * 1.4
        foot = top - 1 * MM - self.code
        ink.qr((column.left, foot), self.code, sign.address)
        room = foot - column.bottom - 1 * MM
        address = fill(sign.address, (self.code, room), self.code / 18)
        ink.block((middle, foot - 1 * MM - len(address.lines) * address.size * 0.6), address, align="center")
