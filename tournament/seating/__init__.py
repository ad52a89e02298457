"""Draws: who sits with whom, at which table, in which chair. Pure: no database, no clock, no floats, no
other room.

`draw` makes a seating in four separate steps (groups, labels, tables, chairs), `judge` reports on any
seating, `limits` says before the draw what is possible.
"""

from .draw import Seating, Session, draw
from .errors import DrawError
from .judge import Again, MatesMeet, Quality, SessionReport, judge
from .limits import Limits, limits

__all__ = [
    "Again",
    "DrawError",
    "Limits",
    "MatesMeet",
    "Quality",
    "Seating",
    "Session",
    "SessionReport",
    "draw",
    "judge",
    "limits",
]
