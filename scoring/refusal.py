"""How the rules say no: one exception with a stable code, its parameters and a plain English sentence."""

from __future__ import annotations

from fractions import Fraction


class Refusal(ValueError):
    """An entry that the rules do not allow.

    `code` is a stable snake_case word by which a page finds its own sentence, `params` are the values for
    that sentence, and `str()` is the sentence in plain English.
    """

    def __init__(self, code: str, message: str, **params: object) -> None:
        super().__init__(message)
        self.code = code
        self.params: dict[str, object] = params


def shown(value: object) -> str:
    """`value` as text that is safe to put in a message, however large or odd the value is."""
    if isinstance(value, (int, Fraction)):
        huge = max(abs(value.numerator), value.denominator).bit_length() > 64
        return "a huge number" if huge else str(value)
    if isinstance(value, (str, float)) or value is None:
        text = repr(value[:60] if isinstance(value, str) else value)
        return text if len(text) <= 60 else text[:57] + "..."
    return f"a {type(value).__name__}"


def is_whole(value: object) -> bool:
    """Whether `value` is a whole number; True and False are none, though Python calls them integers."""
    return isinstance(value, int) and not isinstance(value, bool)


def require_seat(seat: object) -> None:
    """Refuse anything but one of the four seats 0..3 (`no_such_seat`)."""
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat <= 3:
        text = shown(seat)
        raise Refusal("no_such_seat", f"There is no seat {text}: seats are 0 to 3.", seat=text)
