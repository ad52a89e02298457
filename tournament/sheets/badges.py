"""Badges 胸卡 of players and staff, to hang around the neck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from .cards import EIGHT_A7, MM, NINE_PASSES, Event, Imposition, fill
from .document import Area, Document
from .glyphs import BOLD
from .ink import ACCENT, GREY, Ink
from .lines import width

PLAYERS, STAFF = ("选手胸卡", "Players' badges"), ("工作人员胸卡", "Staff badges")
PLAYER = ("选手", "Player")
RESERVE, STAND_IN = ("替补", "Reserve"), ("陪打", "Stand-in")
ROLES: dict[str, tuple[str, str]] = {
    "organiser": ("主办", "Organiser"),
    "chief_referee": ("裁判长", "Chief referee"),
    "referee": ("裁判", "Referee"),
    "scorer": ("记分员", "Scorer"),
}

PAPERS: dict[str, Imposition] = {"a7": EIGHT_A7, "pass": NINE_PASSES}
MARGIN = 6 * MM
CODE = 22 * MM  # with its white edge: a telephone reads it at arm's length


@dataclass(frozen=True)
class Badge:
    """What one badge says. `number` and `address` (the public page) are empty for the staff."""

    name: str
    role: tuple[str, str]
    below: str = ""
    number: str = ""
    address: str = ""


def badges_document(event: Event, title: tuple[str, str], badges: Sequence[Badge], paper: str) -> Document:
    """The badges, in their order: "a7" for eight on a page, "pass" for nine of 90 × 60 mm, with marks to cut."""
    imposition = PAPERS[paper]
    drawing = _Drawing(event, imposition.card)
    draws = [partial(drawing.draw, badge) for badge in badges]
    return event.document(event.words.pick(title), imposition.pages(draws))


class _Drawing:
    """Draws badges of one size. What is the same on all of them is set once."""

    def __init__(self, event: Event, card: tuple[float, float]) -> None:
        self.event = event
        self.across, self.up = card[0] - 2 * MARGIN, card[1] - 2 * MARGIN
        self.stamp = fill(event.stamp, (self.across * 0.3, 14), 8, BOLD)
        taken = max(width(line, self.stamp.size, BOLD) for line in self.stamp.lines)
        self.title = fill(event.name, (self.across - taken - 6, 24), 10, BOLD)

    def draw(self, badge: Badge, ink: Ink, area: Area) -> None:
        """One badge into its area: whose it is in the middle, as large as it may be; his office below."""
        inner = Area(area.left + MARGIN, area.right - MARGIN, area.top - MARGIN, area.bottom + MARGIN)
        ink.block((inner.left, inner.top - 12), self.title, BOLD)
        ink.block((inner.right, inner.top - 12), self.stamp, BOLD, "right", ACCENT)
        ink.rule(inner.left, inner.right, inner.top - 26, 1.4, ACCENT)
        floor = inner.bottom
        if badge.address:
            address = fill(badge.address, (inner.width, 10), 5.5)
            ink.block((inner.left, inner.bottom + 4), address, colour=GREY)
            floor += 11
            ink.qr((inner.right - CODE, floor), CODE, badge.address)
        self._name(badge, ink, Area(inner.left, inner.right, inner.top - 30, floor + CODE + 1 * MM))
        right = inner.right - (CODE + 2 * MM if badge.address else 0)
        self._office(badge, ink, Area(inner.left, right, floor + CODE, floor))

    def _name(self, badge: Badge, ink: Ink, area: Area) -> None:
        name = fill(badge.name, (area.width, area.height), 44, BOLD)
        ink.block((area.left, (area.top + area.bottom) / 2), name, BOLD)

    def _office(self, badge: Badge, ink: Ink, area: Area) -> None:
        left = area.left
        if badge.number:
            ink.text((left, area.bottom + 3), badge.number, 30, BOLD, colour=ACCENT)
            left += width(badge.number, 30, BOLD) + 8
        role = " ".join(self.event.words.pick(badge.role))
        size = 11 if badge.number else 20
        fitted = fill(role, (area.right - left, size * 1.3), size, BOLD)
        ink.block((left, area.bottom + 3 + size * 0.4), fitted, BOLD, colour=ACCENT)
        if badge.below:
            below = fill(badge.below, (area.width, area.height - 32), 12)
            ink.block((area.left, area.bottom + 32 + (area.height - 32) / 2), below)
