"""Drawing on a page: text, rules and areas in the few colours of a sheet."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Literal

import segno
from reportlab.lib.colors import HexColor
from reportlab.lib.rl_accel import fp_str
from reportlab.pdfgen.pathobject import PDFPathObject

from .fonts import DocumentFonts
from .glyphs import REGULAR, Weight
from .lines import Fitted, printable, width

Align = Literal["left", "right", "center"]
BLACK = "#000000"
GREY = "#55605b"
ACCENT = "#14532d"  # the green of the table
HAIRLINE = "#b9c4be"
BAND = "#f1f5f2"
LEADING = 1.25  # from line to line, in sizes
# Which of the eight masks a QR code has is written in it, and every reader knows all of them. To look for the best one
# takes nine times as long as to make the code: of a thousand seat cards eight seconds.
MASK = 0
MIDDLE = 0.357  # half the height of a capital, in sizes


class Ink:
    """A canvas that knows the fonts of its document. Lengths are points, from the lower left corner."""

    def __init__(self, canvas: Any, fonts: DocumentFonts) -> None:
        self.canvas = canvas
        self._fonts = fonts

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: float,
        weight: Weight = REGULAR,
        align: Align = "left",
        colour: str = BLACK,
    ) -> None:
        """One line of text; `at` is on the base line, at the side to which the text is aligned."""
        text = printable(text)
        x, y = at
        if align != "left":
            x -= width(text, size, weight) / (1 if align == "right" else 2)
        self.canvas.setFillColor(HexColor(colour))
        self.canvas.setFont(self._fonts.name(weight), size)
        self.canvas.drawString(x, y, text)

    def block(
        self,
        at: tuple[float, float],
        fitted: Fitted,
        weight: Weight = REGULAR,
        align: Align = "left",
        colour: str = BLACK,
    ) -> None:
        """Lines of text under each other; `at` is the middle of their height."""
        x, middle = at
        step = fitted.size * LEADING
        y = middle + step * (len(fitted.lines) - 1) / 2 - MIDDLE * fitted.size
        for line in fitted.lines:
            self.text((x, y), line, fitted.size, weight, align, colour)
            y -= step

    def rule(
        self, left: float, right: float, y: float, thickness: float = 0.4, colour: str = HAIRLINE
    ) -> None:
        """A horizontal line."""
        self._line((left, y), (right, y), thickness, colour)

    def post(
        self, x: float, top: float, bottom: float, thickness: float = 0.4, colour: str = HAIRLINE
    ) -> None:
        """A vertical line."""
        self._line((x, top), (x, bottom), thickness, colour)

    def fill(self, corner: tuple[float, float], size: tuple[float, float], colour: str = BAND) -> None:
        """A filled area, from its lower left corner."""
        self.canvas.setFillColor(HexColor(colour))
        self.canvas.rect(*corner, *size, stroke=0, fill=1)

    def frame(self, corner: tuple[float, float], size: tuple[float, float], colour: str = ACCENT) -> None:
        """The outline of an area, from its lower left corner."""
        self.canvas.setStrokeColor(HexColor(colour))
        self.canvas.setLineWidth(0.9)
        self.canvas.rect(*corner, *size, stroke=1, fill=0)

    def qr(self, corner: tuple[float, float], side: float, text: str) -> None:
        """A QR code in black, from its lower left corner, with the white edge that a telephone needs around it."""
        code = segno.make(text, error="m", micro=False, mask=MASK)
        rows = [bytes(row) for row in code.matrix_iter(border=2)]
        dot = side / len(rows)
        left, bottom = corner
        # A code has three hundred areas and few different numbers.
        across = [fp_str(left + at * dot) for at in range(len(rows))]
        wide = [fp_str(length * dot) for length in range(len(rows) + 1)]
        areas = []
        for down, row in enumerate(rows, 1):
            # A run of dark dots is one rectangle: a third fewer bytes.
            at, up = 0, fp_str(bottom + side - down * dot)
            for is_dark, run in groupby(row):
                length = len(list(run))
                if is_dark:
                    areas.append(f"{across[at]} {up} {wide[length]} {wide[1]} re")
                at += length
        path = PDFPathObject(areas)
        self.canvas.setFillColor(HexColor(BLACK))
        self.canvas.drawPath(path, stroke=0, fill=1)

    def _line(
        self, start: tuple[float, float], end: tuple[float, float], thickness: float, colour: str
    ) -> None:
        self.canvas.setStrokeColor(HexColor(colour))
        self.canvas.setLineWidth(thickness)
        self.canvas.line(*start, *end)
