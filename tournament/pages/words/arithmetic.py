"""How a place comes about: each key of the order of places with its value and how one gets it by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.ranking import SessionResult, places_of
from scoring.standard_points import show
from tournament.queries.standings import Line, Standings
from tournament.wording import listed

from .rule_words import TIE_BREAKS
from .standing_rows import Row, key_value


@dataclass(frozen=True)
class KeyLine:
    """A key of the order of places: what it is called, what it is for this player, and the sum or list behind it.

    `decides`: somebody else is equal in all keys before this one, so it matters here.
    """

    key: str
    name: str
    value: str
    how: str
    decides: bool


def arithmetic(standings: Standings, line: Line, row: Row) -> tuple[KeyLine, ...]:
    """All keys of a line, in the order in which they count. `row` has the sums of its points written out."""
    results = [line.sessions[number] for number in sorted(line.sessions)]
    others = [other for other in standings.lines if other.id != line.id and other.place is not None]
    found = []
    for key, value in line.keys.items():
        found.append(
            KeyLine(
                key=key,
                name=str(TIE_BREAKS.get(key, key)),
                value=key_value(value),
                how=_HOW[key](results, row) if key in _HOW else "",
                decides=bool(others) and line.place is not None,
            )
        )
        others = [other for other in others if other.keys.get(key) == value]
    return tuple(found)


def _added(values: list[int]) -> str:
    return f"{' + '.join(map(str, values))} = {sum(values)}" if len(values) > 1 else ""


def _best(values: list[str]) -> str:
    return _("the best of %(values)s") % {"values": listed(values)} if len(values) > 1 else ""


def _places(place: int) -> Callable[[list[SessionResult], Row], str]:
    """In which sessions somebody took a place."""

    def how(results: list[SessionResult], _row: Row) -> str:
        sessions = [result.session for result in results if place in places_of(result)]
        return _("session %(sessions)s") % {"sessions": listed(sessions)} if sessions else ""

    return how


_HOW: Mapping[str, Callable[[list[SessionResult], Row], str]] = {
    "standard_points": lambda _results, row: row.sum,
    "match_points": lambda _results, row: row.match_sum,
    "best_session_standard_points": lambda results, _row: _best(
        [show(Fraction(r.standard)) for r in results]
    ),
    "firsts": _places(1),
    "seconds": _places(2),
    "thirds": _places(3),
    "hands_won": lambda results, _row: _added([result.hands_won for result in results]),
    "highest_hand": lambda results, _row: _best([str(result.highest_hand) for result in results]),
    "lots": lambda _results, row: row.lot,
}
