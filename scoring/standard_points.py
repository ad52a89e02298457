"""Places at a table to exact standard points, and how exact points are written."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scoring.refusal import Refusal

# Four seats share a place at most, and 12 is divisible by 2, 3 and 4: a seat's result is whole twelfths.
TWELFTHS = 12
MINUS = "\N{MINUS SIGN}"
_GLYPHS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}


def places(points: Sequence[int | None]) -> list[int | None]:
    """The place of each seat by its match points; equal points share a place: 1 1 3 4.

    `None` marks a seat without a result (nobody there, or a forfeit): it has no place, and the others are
    ranked among themselves for the first places.
    """
    ranked = [value for value in points if value is not None]
    return [None if value is None else 1 + sum(other > value for other in ranked) for value in points]


def standard_points(points: Sequence[int | None], scale: Sequence[int]) -> list[int]:
    """The standard points of each seat in exact twelfths; 0 for a seat without a result (`None`).

    Seats that share a place share the points of the places that they take. Refuses `scale_too_short` when
    there are more seats with a result than values in the scale.
    """
    taken = places(points)
    if sum(place is not None for place in taken) > len(scale):
        raise Refusal("scale_too_short", f"A scale of {len(scale)} values cannot rank {len(taken)} seats.")
    result = []
    for place in taken:
        if place is None:
            result.append(0)
            continue
        sharing = taken.count(place)
        result.append(TWELFTHS * sum(scale[place - 1 : place - 1 + sharing]) // sharing)
    return result


def show(value: int | Fraction) -> str:
    """Points for a reader: "3½", "2⅓", "14 5/12", with a real minus sign.

    An int is twelfths, as a seat holds them; a Fraction is points, as totals are.
    """
    points = value if isinstance(value, Fraction) else Fraction(value, TWELFTHS)
    sign = MINUS if points < 0 else ""
    whole, numerator = divmod(abs(points.numerator), points.denominator)
    if not numerator:
        return f"{sign}{whole}"
    rest = Fraction(numerator, points.denominator)
    if rest in _GLYPHS:
        return f"{sign}{whole or ''}{_GLYPHS[rest]}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def exact(value: Fraction | int) -> str:
    """Points for files, in ASCII: "7/3", "-1/2", "4". Here an int is whole points, not twelfths."""
    return str(Fraction(value))
