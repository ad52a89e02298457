"""What stands under the hands of a score sheet: totals, places, and the signatures of the four players."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from reportlab.lib.colors import HexColor

from scoring.standard_points import MINUS

from .glyphs import BOLD, REGULAR
from .ink import BLACK, GREY, MIDDLE, Ink
from .lines import fit
from .score_sheet_grid import Columns, Lines, figure_size, whole
from .score_sheet_table import Ending, Signature
from .score_sheet_words import say
from .words import Words

NONE = "–"
FIELD = 300, 100  # in which a signature is drawn, from its upper left corner
AGREEMENTS = {"agreed": "agreed", "paper": "signed", "refused": "refused"}
_STEP = re.compile(r"([ML])(\d{1,3}) (\d{1,3})")
# A label, and for each player gain, loss and account, or one text over all his columns.
Row = tuple[str, tuple[tuple[str, ...], ...]]
EMPTY: tuple[Row, ...] = (
    ("totals", (("", ""),) * 4),
    ("outside", (("", ""),) * 4),
    *((key, (("",),) * 4) for key in ("match", "place", "standard")),
)


@dataclass(frozen=True)
class Totals:
    """The rows under the hands: empty ones to write in, or what a table ended with."""

    words: Words
    columns: Columns
    ending: Ending | None

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows from top to bottom."""
        return EMPTY if self.ending is None else tuple(_filled(self.ending))

    @property
    def row_height(self) -> float:
        """One row; those to write in are higher."""
        return 18.0 if self.ending is None else 14.0

    @property
    def sign_height(self) -> float:
        """The fields for signatures."""
        return 30.0 if self.ending is None else 26.0

    @property
    def height(self) -> float:
        """Everything."""
        return len(self.rows) * self.row_height + self.sign_height

    def draw(self, ink: Ink, top: float) -> float:
        """Draw it under `top`. Returns where it ends."""
        columns, lines, y = self.columns, Lines(), top
        for key, texts in self.rows:
            bottom = y - self.row_height
            self._label(ink, key, (y + bottom) / 2)
            for seat, own in enumerate(texts):
                if any(own):
                    self._draw_own(ink, seat, own, (y + bottom) / 2)
                lines.thin += [(x, y, x, bottom) for x in self._posts(seat, len(own))]
            lines.thin.append((columns.left, bottom, columns.right, bottom))
            y = bottom
        bottom = y - self.sign_height
        self._label(ink, "signature", (y + bottom) / 2)
        for seat, signature in enumerate(self.ending.signatures if self.ending else ()):
            self._sign(ink, signature, (columns.start(seat), bottom))
        lines.thick.append((columns.left, bottom, columns.right, bottom))
        outer = [columns.left, columns.people, *(columns.start(seat) for seat in (1, 2, 3)), columns.right]
        lines.thick += [(x, top, x, bottom) for x in outer]
        lines.draw(ink)
        return bottom

    def _label(self, ink: Ink, key: str, middle: float) -> None:
        room = self.columns.hand + self.columns.win - 8
        ink.block((self.columns.left + 4, middle), fit(say(self.words, key), room, 8.5, BOLD), BOLD)

    def _posts(self, seat: int, count: int) -> Iterator[float]:
        """The lines within a player's columns: before the gain and before what follows it."""
        if count > 1:
            x = self.columns.start(seat)
            for own in self.columns.own[:-1]:
                x += own
                yield x

    def _draw_own(self, ink: Ink, seat: int, texts: tuple[str, ...], middle: float) -> None:
        base = middle - MIDDLE * 8.5
        if len(texts) == 1:
            centre = self.columns.start(seat) + self.columns.each / 2
            ink.text((centre, base), texts[0], 9, BOLD, "center")
            return
        gain, loss, *rest = zip(self.columns.middles(seat)[1:], texts, strict=True)
        for x, text in (gain, loss):
            ink.block((x, middle), fit(text, self.columns.own[1] - 2, 8.5), align="center")
        for x, text in rest:
            size = figure_size(text, 8.5, self.columns.own[3] - 5, BOLD)
            ink.text((x + self.columns.own[3] / 2 - 3, middle - MIDDLE * size), text, size, BOLD, "right")

    def _sign(self, ink: Ink, signature: Signature, corner: tuple[float, float]) -> None:
        x, y = corner
        text = say(self.words, AGREEMENTS[signature.agreement]) if signature.agreement else ""
        label = fit(text, self.columns.each - 6, 7)
        if not signature.path:
            middle = y + self.sign_height / 2
            ink.block((x + self.columns.each / 2, middle), label, REGULAR, "center", GREY)
            return
        scale = min((self.sign_height - 3) / FIELD[1], (self.columns.each - 6) / FIELD[0])
        ink.canvas.setStrokeColor(HexColor(BLACK))
        ink.canvas.setLineWidth(0.8)
        path = ink.canvas.beginPath()
        left, top = x + (self.columns.each - scale * FIELD[0]) / 2, y + self.sign_height - 1.5
        for step, across, down in _STEP.findall(signature.path):
            at = left + int(across) * scale, top - int(down) * scale
            (path.moveTo if step == "M" else path.lineTo)(*at)
        ink.canvas.drawPath(path, stroke=1, fill=0)


def _filled(ending: Ending) -> Iterator[Row]:
    if ending.has_hands or ending.paper is None:
        yield "totals", _gained(ending.gains, ending.losses, ending.totals)
    if ending.outside is not None:
        gains, losses = (tuple(max(sign * one, 0) for one in ending.outside) for sign in (1, -1))
        after = tuple(a + b for a, b in zip(ending.totals, ending.outside, strict=True))
        yield "outside", _gained(gains, losses, after)
    if ending.paper is not None:
        key = "paper_counts" if ending.paper_counts else "paper"
        yield key, tuple((NONE if one is None else whole(one),) for one in ending.paper)
    yield "match", tuple((whole(one),) for one in ending.match_points)
    yield "place", tuple((str(one or NONE),) for one in ending.places)
    yield "standard", tuple((one,) for one in ending.standard)


def _gained(
    gains: tuple[int, ...], losses: tuple[int, ...], accounts: tuple[int, ...]
) -> tuple[tuple[str, ...], ...]:
    """Gain, loss and account of each; an account that a penalty outside hands changed stands under that."""
    return tuple(
        (f"+{gain}" if gain else "0", f"{MINUS}{loss}" if loss else "0", whole(account))
        for gain, loss, account in zip(gains, losses, accounts, strict=True)
    )
