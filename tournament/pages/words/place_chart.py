"""The chart of places after each session: where its lines and points lie, in whole units of the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 320, 160
LEFT, RIGHT, TOP, BOTTOM = 40, 308, 24, 128
ABOVE, BELOW = -9, 19


@dataclass(frozen=True)
class Point:
    """The place after one session. `label_y` is where the figure of the place stands, beside the point."""

    session: int
    place: int
    x: int
    y: int
    label_y: int


@dataclass(frozen=True)
class PlaceChart:
    """The first place lies at the top, the last of `ranked` at the bottom; sessions go from left to right."""

    points: tuple[Point, ...]
    ranked: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM

    @property
    def line(self) -> str:
        """The points of the line, as SVG wants them."""
        return " ".join(f"{p.x},{p.y}" for p in self.points)


def place_chart(places: Sequence[tuple[int, int]], ranked: int) -> PlaceChart | None:
    """Draw (session, place) pairs among so many who are ranked; None where there is nothing to compare yet."""
    if len(places) < 2:
        return None
    points = []
    for index, (session, place) in enumerate(places):
        x = LEFT + (RIGHT - LEFT) * index // (len(places) - 1)
        y = TOP + (BOTTOM - TOP) * (place - 1) // max(ranked - 1, 1)
        points.append(Point(session, place, x, y, y + (BELOW if y < (TOP + BOTTOM) // 3 else ABOVE)))
    return PlaceChart(tuple(points), ranked)
