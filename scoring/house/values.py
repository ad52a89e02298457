"""Reading what was entered: the values of a checked play by their kind; what is not asked counts as nothing."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.house.play import Values


def number(values: Values, key: str) -> int:
    """A number, or 0."""
    value = values.get(key)
    return value if isinstance(value, int) else 0


def switch(values: Values, key: str) -> bool:
    """Yes or no."""
    return values.get(key) is True


def word(values: Values, key: str) -> str:
    """What was chosen, or the empty word."""
    value = values.get(key)
    return value if isinstance(value, str) else ""


def person(values: Values, key: str) -> int | None:
    """A drawn seat, or nobody."""
    value = values.get(key)
    return value if isinstance(value, int) else None


def each(values: Values, key: str) -> Sequence[int]:
    """A number for each drawn seat."""
    value = values.get(key)
    return value if isinstance(value, (list, tuple)) else (0, 0, 0, 0)
