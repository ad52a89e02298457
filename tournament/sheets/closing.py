"""The end of a sheet: notes with a label each, then the lines on which it is signed."""

from __future__ import annotations

from collections.abc import Sequence

from .document import Area
from .glyphs import BOLD, REGULAR, Weight
from .ink import BLACK, GREY, LEADING, Ink
from .lines import fit, width, wrap

NOTE_SIZES = (7.5, 6.5, 5.5, 4.5)
NAME_SIZE = 9.0
Note = tuple[str, tuple[str, ...]]  # a label, and the text in each language
Signer = tuple[tuple[str, ...], str]  # the office in each language, and the name where it is known


class Closing:
    """The notes under the last row and the lines to sign on. It stays together on one page."""

    @classmethod
    def fitted(cls, notes: Sequence[Note], signers: Sequence[Signer], room: tuple[float, float]) -> Closing:
        """Set into a width and a height; many notes are set smaller."""
        across, down = room
        for size in NOTE_SIZES:
            closing = cls(notes, signers, across, size)
            if closing.height <= down:
                break
        return closing

    def __init__(
        self, notes: Sequence[Note], signers: Sequence[Signer], room: float, size: float = NOTE_SIZES[0]
    ) -> None:
        self.size = size
        self.indent = max((width(label, size, BOLD) for label, _texts in notes), default=0.0) + 10
        self.notes = [
            (label, [line for text in texts for line in wrap(text, room - self.indent, size)])
            for label, texts in notes
        ]
        self.slot = room / len(signers)
        self.signers = [(label, fit(name, self.slot * 0.66, NAME_SIZE)) for label, name in signers]
        self.step = size * 1.36
        names = max(len(name.lines) for _label, name in self.signers) * NAME_SIZE * LEADING
        notes_height = sum(len(lines) * self.step + 2.5 for _label, lines in self.notes)
        self.height = 10 + notes_height + 42 + names

    def draw(self, ink: Ink, area: Area, top: float) -> None:
        """Draw it under `top`."""
        y = top - 10
        for label, lines in self.notes:
            for at, line in enumerate(lines):
                y -= self.step
                if at == 0:
                    ink.text((area.left, y + 2.5), label, self.size, BOLD)
                ink.text((area.left + self.indent, y + 2.5), line, self.size)
            y -= 2.5
        y -= 36
        for at, (titles, name) in enumerate(self.signers):
            x = area.left + at * self.slot
            start = x + max(width(text, size, weight) for text, size, weight, _y in _stacked(titles)) + 7
            for text, size, weight, down in _stacked(titles):
                ink.text((x, y - down), text, size, weight, colour=BLACK if weight is BOLD else GREY)
            ink.rule(start, x + self.slot - (18 if at < len(self.signers) - 1 else 0), y - 2, 0.6, BLACK)
            height = len(name.lines) * name.size * LEADING
            ink.block((start, y - 6 - height / 2), name)


def _stacked(label: tuple[str, ...]) -> list[tuple[str, float, Weight, float]]:
    """The languages of a label under each other: text, size, weight, and how far down."""
    styles = [(10.0, BOLD, 0.0), (7.5, REGULAR, 10.0)]
    return [(text, *style) for text, style in zip(label, styles, strict=False)]
