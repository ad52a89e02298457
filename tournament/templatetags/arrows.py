"""The picture of who moves to which chair: coordinates of the four chairs and of the arrows between them.

East is at the top and the others follow against the clock, as the players sit around the table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot

WINDS = "东南西北"
CENTRES = ((100, 21), (21, 100), (100, 179), (179, 100))
EDGE = 50.0  # from the middle of the picture to where arrows start and end
BOX = 40
CORNER = 14.0  # an arrow to a neighbour starts and ends nearer to the corner between the two
APART = 7.5  # an arrow keeps to one side of its way, so that two who change chairs do not share a line
BEND = 6.0
HEAD = 12.0


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
    """The arrow from one chair to another across the table's felt: bent between neighbours, else straight."""
    (x0, y0), (x1, y1) = _anchor(start, end), _anchor(end, start)
    length = hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    neighbours = (start - end) % 2 == 1
    apart, bend = (APART, BEND) if neighbours else (-APART, 0.0)
    nx, ny = uy, -ux
    x0, y0, x1, y1 = x0 + apart * nx, y0 + apart * ny, x1 + apart * nx, y1 + apart * ny
    bx, by = (x0 + x1) / 2 + bend * nx, (y0 + y1) / 2 + bend * ny
    turn = hypot(x1 - bx, y1 - by)
    dx, dy = (x1 - bx) / turn, (y1 - by) / turn
    tail = (x1 - HEAD * dx, y1 - HEAD * dy)
    left = (tail[0] - dy * HEAD * 0.55, tail[1] + dx * HEAD * 0.55)
    right = (tail[0] + dy * HEAD * 0.55, tail[1] - dx * HEAD * 0.55)
    return Arrow(
        path=f"M{_point(x0, y0)}Q{_point(bx, by)} {_point(*tail)}",
        head=f"M{_point(x1, y1)}L{_point(*left)}L{_point(*right)}Z",
    )


def _anchor(chair: int, other: int) -> tuple[float, float]:
    """Where an arrow between this chair and the other one touches this chair's side of the table."""
    side, aside = _direction(chair), _direction(other)
    shift = CORNER if (chair - other) % 2 else 0.0
    return 100 + EDGE * side[0] + shift * aside[0], 100 + EDGE * side[1] + shift * aside[1]


def _direction(chair: int) -> tuple[int, int]:
    x, y = CENTRES[chair]
    return (x > 100) - (x < 100), (y > 100) - (y < 100)


def _point(x: float, y: float) -> str:
    return f"{x:.1f} {y:.1f}"
