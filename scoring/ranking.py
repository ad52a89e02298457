"""Tie-break keys to places.

Each key is a small named function, and a rulebook lists the keys in the order in which they count. Whoever
is equal in all of them has the same place (1, 2=, 2=, 4) and is listed by number. The order of the input
decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from scoring.refusal import Refusal, shown
from scoring.standard_points import TWELFTHS

ZERO = Fraction(0)


@dataclass(frozen=True)
class SessionResult:
    """What somebody has from one session: points are exact, `place` is the place at the table.

    In the result of a team `place` is None and `places` holds the places of its members.
    """

    session: int
    standard: Fraction
    match: Fraction
    place: int | None
    hands_won: int = 0
    highest_hand: int = 0
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class Candidate:
    """Somebody to be ranked: a player or a team.

    The adjustments count in the totals: points carried over from an earlier stage, and penalties (negative).
    `lots` is the recorded decision by lot; the smaller lot comes first, and whoever has none comes after.
    """

    key: Hashable
    number: int
    results: tuple[SessionResult, ...]
    standard_adjust: Fraction = ZERO
    match_adjust: Fraction = ZERO
    lots: int | None = None


@dataclass(frozen=True)
class Ranked:
    """A candidate with its place; `keys` has the value of every tie-break, to show the arithmetic."""

    candidate: Candidate
    place: int
    shared: bool
    standard: Fraction
    match: Fraction
    keys: dict[str, object]


def rank(candidates: Iterable[Candidate], tie_breaks: Sequence[str]) -> list[Ranked]:
    """The candidates in order of place, equal ones by number. Refuses `unknown_tie_break`."""
    for name in tie_breaks:
        if name not in _KEYS:
            text = shown(name)
            raise Refusal("unknown_tie_break", f"There is no tie-break {text}.", value=text)
    field = list(candidates)
    length = max((len({r.session for r in candidate.results}) for candidate in field), default=0)
    measured = []
    for candidate in field:
        keys = {name: _KEYS[name](candidate, length) for name in tie_breaks}
        order = tuple(_descending(name, value) for name, value in keys.items())
        measured.append((order, candidate, keys))
    measured.sort(key=lambda entry: (entry[0], entry[1].number, str(entry[1].key)))
    return _placed(measured)


def team_candidate(
    key: Hashable,
    number: int,
    members: Sequence[Candidate],
    standard_adjust: Fraction = ZERO,
    match_adjust: Fraction = ZERO,
    lots: int | None = None,
) -> Candidate:
    """A team from its members: their sums in each session, plus their own and the team's adjustments.

    For a team the best and the sorted sessions compare these sums; places and hands won of all members count,
    and the highest hand is the best of any member.
    """
    by_session: dict[int, list[SessionResult]] = {}
    for member in members:
        for result in member.results:
            by_session.setdefault(result.session, []).append(result)
    return Candidate(
        key=key,
        number=number,
        results=tuple(_joined(session, by_session[session]) for session in sorted(by_session)),
        standard_adjust=sum((member.standard_adjust for member in members), Fraction(standard_adjust)),
        match_adjust=sum((member.match_adjust for member in members), Fraction(match_adjust)),
        lots=lots,
    )


def standard_total(candidate: Candidate) -> Fraction:
    """All standard points, with adjustments."""
    return _exact_sum((result.standard for result in candidate.results), candidate.standard_adjust)


def match_total(candidate: Candidate) -> Fraction:
    """All match points, with adjustments and without starting points."""
    return _exact_sum((result.match for result in candidate.results), candidate.match_adjust)


def _exact_sum(parts: Iterable[Fraction], more: Fraction) -> Fraction:
    """The sum of all: twelfths are counted as whole numbers, as adding a thousand fractions takes its time."""
    twelfths, rest = 0, Fraction(more)
    for part in parts:
        if not isinstance(part, (Fraction, int)):
            raise TypeError(f"points must be exact, not {part!r}")
        times, left = divmod(TWELFTHS, part.denominator)
        if left:
            rest += part
        else:
            twelfths += part.numerator * times
    return rest + Fraction(twelfths, TWELFTHS) if rest else Fraction(twelfths, TWELFTHS)


def places_of(result: SessionResult) -> tuple[int, ...]:
    """The places in a result: one for a player, the members' for a team, none for a bye or a forfeit."""
    return result.places if result.place is None else (result.place,)


def _joined(session: int, results: Sequence[SessionResult]) -> SessionResult:
    return SessionResult(
        session=session,
        standard=_exact_sum((result.standard for result in results), ZERO),
        match=_exact_sum((result.match for result in results), ZERO),
        place=None,
        hands_won=sum(result.hands_won for result in results),
        highest_hand=max(result.highest_hand for result in results),
        places=tuple(sorted(place for result in results for place in places_of(result))),
    )


def _sessions(candidate: Candidate) -> dict[int, Fraction]:
    sums: dict[int, Fraction] = {}
    for result in candidate.results:
        earlier = sums.get(result.session)
        sums[result.session] = result.standard if earlier is None else earlier + result.standard
    return sums


def _sorted_sessions(candidate: Candidate, length: int) -> tuple[Fraction, ...]:
    """Best first; a session that somebody did not play counts as 0, so that lists of any length compare."""
    sums = list(_sessions(candidate).values())
    return tuple(sorted(sums + [ZERO] * (length - len(sums)), key=quick, reverse=True))


def _best_session(candidate: Candidate, _length: int) -> Fraction:
    return max(_sessions(candidate).values(), default=ZERO)


def _times(place: int) -> Callable[[Candidate, int], int]:
    """How often somebody took a place; a shared first is a first for everybody who shares it."""

    def count(candidate: Candidate, _length: int) -> int:
        return sum(places_of(result).count(place) for result in candidate.results)

    return count


_KEYS: Mapping[str, Callable[[Candidate, int], object]] = {
    "standard_points": lambda candidate, _length: standard_total(candidate),
    "match_points": lambda candidate, _length: match_total(candidate),
    "best_session_standard_points": _best_session,
    "sorted_session_standard_points": _sorted_sessions,
    "firsts": _times(1),
    "seconds": _times(2),
    "thirds": _times(3),
    "hands_won": lambda candidate, _length: sum(result.hands_won for result in candidate.results),
    "highest_hand": lambda candidate, _length: max(
        (result.highest_hand for result in candidate.results), default=0
    ),
    "lots": lambda candidate, _length: candidate.lots,
}
TIE_BREAKS = tuple(_KEYS)

Order = tuple[tuple[Fraction | int, ...], ...]


def _descending(name: str, value: object) -> tuple[Fraction | int, ...]:
    """A value that sorts the better candidate first."""
    if name == "lots":
        return (0, value) if isinstance(value, int) else (1,)
    if isinstance(value, tuple):
        return tuple(-quick(part) for part in value)
    if isinstance(value, (int, Fraction)):
        return (-quick(value),)
    raise TypeError(f"{name} must be exact, not {value!r}")


def quick(value: Fraction | int) -> Fraction | int:
    """The same number, as an int where it is whole: comparing fractions is slow."""
    return value.numerator if value.denominator == 1 else value


def _placed(measured: Sequence[tuple[Order, Candidate, dict[str, object]]]) -> list[Ranked]:
    ranked: list[Ranked] = []
    for _order, group in groupby(measured, key=lambda entry: entry[0]):
        equal = list(group)
        place = len(ranked) + 1
        ranked += [
            Ranked(
                candidate=candidate,
                place=place,
                shared=len(equal) > 1,
                standard=_total(keys.get("standard_points"), standard_total, candidate),
                match=_total(keys.get("match_points"), match_total, candidate),
                keys=keys,
            )
            for _, candidate, keys in equal
        ]
    return ranked


def _total(known: object, total: Callable[[Candidate], Fraction], candidate: Candidate) -> Fraction:
    """A total, where it was not needed for the order already."""
    return known if isinstance(known, Fraction) else total(candidate)
