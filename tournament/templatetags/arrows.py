"""The picture of who moves to which chair: coordinates of the four chairs and of the arrows between them.

East is at the top and the others follow against the clock, as the players sit around the table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot

WINDS = "东南西北"
CENTRES = ((100, 24), (24, 100), (100, 176), (176, 100))
INNER = ((100.0, 60.0), (60.0, 100.0), (100.0, 140.0), (140.0, 100.0))
BOX = 40
APART = 7.0  # an arrow keeps to the left of its way, so that two who change chairs do not share a line
BEND = 10.0
HEAD = 11.0


@dataclass(frozen=True)
class Arrow:
    """The line of an arrow and its head, as SVG path data."""

    path: str
    head: str


@dataclass(frozen=True)
class Chair:
    """One of the four chairs: its wind, its box and the box's middle."""

    wind: str
    x: int
    y: int
    cx: int
    cy: int
    moving: bool


def chairs(moves: Iterable[tuple[int, int]]) -> list[Chair]:
    """The four chairs in the order of the winds; those that somebody leaves or takes are marked."""
    touched = {chair for move in moves for chair in move}
    return [
        Chair(WINDS[i], cx - BOX // 2, cy - BOX // 2, cx, cy, i in touched)
        for i, (cx, cy) in enumerate(CENTRES)
    ]


def arrow(start: int, end: int) -> Arrow:
    """The arrow from one chair to another, slightly bent, across the table's felt."""
    (x0, y0), (x1, y1) = INNER[start], INNER[end]
    length = hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    nx, ny = uy, -ux
    x0, y0, x1, y1 = x0 + APART * nx, y0 + APART * ny, x1 + APART * nx, y1 + APART * ny
    bx, by = (x0 + x1) / 2 + BEND * nx, (y0 + y1) / 2 + BEND * ny
    turn = hypot(x1 - bx, y1 - by)
    dx, dy = (x1 - bx) / turn, (y1 - by) / turn
    tail = (x1 - HEAD * dx, y1 - HEAD * dy)
    left = (tail[0] - dy * HEAD * 0.55, tail[1] + dx * HEAD * 0.55)
    right = (tail[0] + dy * HEAD * 0.55, tail[1] - dx * HEAD * 0.55)
    return Arrow(
        path=f"M{_point(x0, y0)}Q{_point(bx, by)} {_point(*tail)}",
        head=f"M{_point(x1, y1)}L{_point(*left)}L{_point(*right)}Z",
    )


def _point(x: float, y: float) -> str:
    return f"{x:.1f} {y:.1f}"
