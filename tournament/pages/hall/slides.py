"""What a screen shows: slides, one at a time, in groups that take turns."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

T = TypeVar("T")
ALL_AT_A_TURN = 1000


@dataclass(frozen=True)
class Slide:
    """One picture: `template` below hall/slides/ shows `content`. `key` stays the same while its content changes."""

    key: str
    template: str
    content: Mapping[str, Any]


@dataclass(frozen=True)
class Group:
    """Slides that belong together. When its turn comes, `turn` of them are shown, each for so many seconds."""

    slides: tuple[Slide, ...]
    seconds: int
    turn: int = ALL_AT_A_TURN


@dataclass(frozen=True)
class Show:
    """All that a screen shows. `aside` stands beside the slides, whatever they are."""

    groups: tuple[Group, ...]
    aside: Slide | None = None


def pages(rows: Sequence[T], size: int) -> Iterator[tuple[int, Sequence[T]]]:
    """The rows in pages of at most `size`, as even as can be, with the number of each page."""
    count = -(-len(rows) // size)
    for number in range(count):
        start, end = len(rows) * number // count, len(rows) * (number + 1) // count
        yield number + 1, rows[start:end]


def full_pages(rows: Sequence[T], size: int) -> Iterator[tuple[int, Sequence[T]]]:
    """The rows in pages of `size`, the last one with what is left."""
    for start in range(0, len(rows), size):
        yield start // size + 1, rows[start : start + size]


def length(text: str, short: int, long: int) -> str:
    """How long a text is on a screen, as a class: "", "is-long" or "is-very-long". A Chinese character counts two."""
    wide = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
    return "is-very-long" if wide > long else "is-long" if wide > short else ""


def first_of(moments: Iterable[datetime | None]) -> datetime | None:
    """The first of the moments that there are."""
    return min((moment for moment in moments if moment is not None), default=None)
