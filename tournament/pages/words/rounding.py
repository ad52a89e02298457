"""Exact fractions as a reader sees them: with a few decimals, or as percent."""

from __future__ import annotations

from fractions import Fraction

from tournament.templatetags.quesai import MINUS


def decimal(value: Fraction | None, digits: int = 1, *, signed: bool = False) -> str:
    """An exact fraction for a reader, rounded half away from zero; a dash where there is none."""
    if value is None:
        return "–"
    scale: int = 10**digits
    units = (2 * abs(value.numerator) * scale + value.denominator) // (2 * value.denominator)
    text = f"{units // scale}.{units % scale:0{digits}d}"
    if value < 0 and units:
        return MINUS + text
    return f"+{text}" if signed and units else text


def percent(part: Fraction | None) -> str:
    """A part of a whole as 18.8 %; a dash where there is none."""
    return "–" if part is None else f"{decimal(100 * part)} %"
