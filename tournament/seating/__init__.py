"""Draws: who sits with whom, at which table, in which chair. Pure: no database, no clock, no floats, no
other room.

`draw` makes a seating in four separate steps (groups, labels, tables, chairs), `judge` reports on any
seating, `limits` says before the draw what is possible. Ways of drawing that not every caller needs are
imported from their own modules.
"""

from .draw import Seating, Session, draw, draw_by_lots, draw_random
from .errors import DrawError
from .judge import Again, MatesMeet, Quality, SessionReport, judge
from .limits import Limits, limits
from .wishes import Apart, AtTable, Unfulfilled, Wishes, unfulfilled

__all__ = [
    "Again",
    "Apart",
    "AtTable",
    "DrawError",
    "Limits",
    "MatesMeet",
    "Quality",
    "Seating",
    "Session",
    "SessionReport",
    "Unfulfilled",
    "Wishes",
    "draw",
    "draw_by_lots",
    "draw_random",
    "judge",
    "limits",
    "unfulfilled",
]
