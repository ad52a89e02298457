"""A counted hand as a page shows it: its sets as tiles, fan with points, what is left out and why, and its waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.fan import NAMES, ExplainedReading, Group, Way, WinningTile
from tournament import fan_texts

GROUPS: Final[dict[tuple[str, bool], Promise]] = {
    ("chow", False): _("chow, exposed"),
    ("chow", True): _("chow"),
    ("pung", False): _("pung, exposed"),
    ("pung", True): _("concealed pung"),
    ("kong", False): _("kong, exposed"),
    ("kong", True): _("concealed kong"),
    ("pair", True): _("pair"),
    ("knitted_straight", True): _("knitted straight"),
    ("single_tiles", True): _("single tiles"),
}
# The special ways to win, each with the flag of the way that has it.
_SPECIAL: Final[dict[str, Promise]] = {
    "last_of_kind": _("last of its kind"),
    "last_wall": _("last tile of the wall"),
    "kong": _("at a kong"),
}


@dataclass(frozen=True)
class ShownGroup:
    """A set with the pictures of its tiles; `wins` is the place of the winning tile in it, None where it is not."""

    kind: str
    codes: tuple[str, ...]
    wins: int | None


@dataclass(frozen=True)
class ShownLine:
    """A fan by name, with how often and what it gives."""

    name: str
    count: int
    points: int
    total: int


@dataclass(frozen=True)
class LeftOut:
    """A fan that the hand shows and that is not counted, with the sentence why."""

    name: str
    count: int
    why: str


@dataclass(frozen=True)
class ShownReading:
    """One reading of a hand."""

    groups: tuple[ShownGroup, ...]
    lines: tuple[ShownLine, ...]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True)
class ShownWay:
    """What a tile counts one way, and the address where that is explained."""

    total: int
    below_minimum: bool
    url: str


@dataclass(frozen=True)
class WaysRow:
    """Two ways that differ by discard and self-draw only; None where one cannot be."""

    name: str
    discard: ShownWay | None
    self_draw: ShownWay | None


@dataclass(frozen=True)
class ShownWait:
    """A tile that a hand waits for. The first of the rows is the usual way, with the least that is special about it."""

    code: str
    exhausted: bool
    rows: tuple[WaysRow, ...]

    @property
    def usual(self) -> WaysRow | None:
        """Discard and self-draw as they mostly are; None where there is no way."""
        return self.rows[0] if self.rows else None


def code_of(tile: int) -> str:
    """The name of the picture of a tile: m5."""
    return NAMES[tile][::-1]


def shown_reading(reading: ExplainedReading, win: int) -> ShownReading:
    """A reading in words and pictures; `win` is the winning tile."""
    return ShownReading(
        tuple(_group(group, win) for group in reading.groups),
        tuple(
            ShownLine(fan_texts.fan_words(line.fan.zh), line.count, line.points, line.total)
            for line in reading.counted
        ),
        tuple(
            LeftOut(fan_texts.fan_words(left.fan.zh), left.count, fan_texts.why(left))
            for left in reading.not_counted
        ),
    )


def _group(group: Group, win: int) -> ShownGroup:
    concealed = group.concealed or group.kind not in ("chow", "pung", "kong")
    tiles = [code_of(tile) for tile in group.tiles]
    if group.kind == "kong" and group.concealed:
        tiles[0] = tiles[3] = "back"
    wins = len(group.tiles) - 1 - group.tiles[::-1].index(win) if group.wins else None
    return ShownGroup(str(GROUPS[group.kind, concealed]), tuple(tiles), wins)


def shown_wait(found: WinningTile, address: Callable[[int, Way], str]) -> ShownWait:
    """A tile with its ways in pairs, the usual one first; `address` is where the tile and the way are explained."""
    pairs: dict[tuple[bool, ...], dict[bool, ShownWay]] = {}
    for way in found.ways:
        special = way.last_of_kind, way.last_wall, way.kong
        shown = ShownWay(way.total, way.below_minimum, address(found.tile, way))
        pairs.setdefault(special, {})[way.self_drawn] = shown
    rows = (
        WaysRow(_name(special), both.get(False), both.get(True))
        for special, both in sorted(pairs.items(), key=lambda pair: sum(pair[0]))
    )
    return ShownWait(code_of(found.tile), found.exhausted, tuple(rows))


def _name(special: Sequence[bool]) -> str:
    names = [str(name) for name, there in zip(_SPECIAL.values(), special, strict=True) if there]
    return " + ".join(names)
