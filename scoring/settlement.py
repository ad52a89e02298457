"""One hand to four hand scores.

A rulebook names its settlement; nothing outside `scoring` asks which one it is. A settlement is described by
coefficients, and the same coefficients settle the hand here and compute the preview on the referee's phone,
so the two can never differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from scoring.refusal import Refusal, is_whole, require_seat, shown

CONFIRM_ABOVE = 100
REFUSE_ABOVE = 400
FLOWERS_MAX = 8

HandScores = tuple[int, int, int, int]


class Terms(Protocol):
    """What settling a hand needs from a rulebook."""

    @property
    def settlement(self) -> str: ...
    @property
    def minimum(self) -> int: ...
    @property
    def base(self) -> int: ...


@dataclass(frozen=True)
class Win:
    """A winning hand: `winner` and `discarder` are drawn seats 0..3, a self-draw has no discarder.

    `fan` is the total with flowers; `flowers` says how many of them are flowers.
    """

    winner: int
    fan: int
    discarder: int | None = None
    flowers: int = 0


@dataclass(frozen=True)
class Linear:
    """A hand score that is a straight line over fan: constant + factor × fan."""

    constant: int
    factor: int

    def at(self, fan: int) -> int:
        """The hand score at `fan`."""
        return self.constant + self.factor * fan

    def pair(self) -> list[int]:
        """The two numbers for JSON."""
        return [self.constant, self.factor]


@dataclass(frozen=True)
class Payments:
    """What each role gets (positive) or pays (negative)."""

    self_draw_winner: Linear
    self_draw_loser: Linear
    discard_winner: Linear
    discarder: Linear
    other: Linear


def _guobiao(book: Terms) -> Payments:
    """国标: the base from each of three, and fan from the discarder, or from all three on a self-draw."""
    base = book.base
    return Payments(
        self_draw_winner=Linear(3 * base, 3),
        self_draw_loser=Linear(-base, -1),
        discard_winner=Linear(3 * base, 1),
        discarder=Linear(-base, -1),
        other=Linear(-base, 0),
    )


SETTLEMENTS: Mapping[str, Callable[[Terms], Payments]] = {"guobiao": _guobiao}


def settle(win: Win | None, book: Terms) -> HandScores:
    """The four hand scores by drawn seat; they always sum to zero. `None` is a drawn hand.

    Refuses `no_such_seat`, `winner_is_discarder`, `flowers_out_of_range`, `not_whole_number`, `fan_too_high`
    and `fan_below_minimum` (the minimum must be reached without flowers).
    """
    if win is None:
        return 0, 0, 0, 0
    _check(win, book)
    payments = SETTLEMENTS[book.settlement](book)
    east, south, west, north = (_role(seat, win, payments).at(win.fan) for seat in range(4))
    return east, south, west, north


def counts_fan(book: Terms) -> bool:
    """Whether hands are counted by the fan of Guobiao, so that tiles say how many there are."""
    return book.settlement == "guobiao"


def needs_confirmation(fan: int) -> bool:
    """Whether a hand is so improbable (above 100 fan) that the referee should be asked again."""
    return fan > CONFIRM_ABOVE


def describe(book: Terms) -> dict[str, object]:
    """What a phone needs to compute the preview without knowing a rule, ready for JSON.

    Each pair [c0, c1] means a hand score of c0 + c1 × fan.
    """
    payments = SETTLEMENTS[book.settlement](book)
    return {
        "minimum": book.minimum,
        "confirm_above": CONFIRM_ABOVE,
        "refuse_above": REFUSE_ABOVE,
        "flowers_max": FLOWERS_MAX,
        "self_draw": {
            "winner": payments.self_draw_winner.pair(),
            "loser": payments.self_draw_loser.pair(),
        },
        "discard": {
            "winner": payments.discard_winner.pair(),
            "discarder": payments.discarder.pair(),
            "other": payments.other.pair(),
        },
    }


def _role(seat: int, win: Win, payments: Payments) -> Linear:
    if win.discarder is None:
        return payments.self_draw_winner if seat == win.winner else payments.self_draw_loser
    if seat == win.winner:
        return payments.discard_winner
    return payments.discarder if seat == win.discarder else payments.other


def _check(win: Win, book: Terms) -> None:
    require_seat(win.winner)
    if win.discarder is not None:
        require_seat(win.discarder)
        if win.discarder == win.winner:
            raise Refusal(
                "winner_is_discarder", "The winner cannot be the discarder as well.", seat=win.winner
            )
    for field, value in (("fan", win.fan), ("flowers", win.flowers)):
        if not is_whole(value):
            text = shown(value)
            raise Refusal(
                "not_whole_number", f"{field} must be a whole number, not {text}.", field=field, value=text
            )
    if not 0 <= win.flowers <= FLOWERS_MAX:
        raise Refusal(
            "flowers_out_of_range",
            f"The number of flowers is 0 to {FLOWERS_MAX}, not {shown(win.flowers)}.",
            flowers=win.flowers,
            limit=FLOWERS_MAX,
        )
    if win.fan > REFUSE_ABOVE:
        raise Refusal(
            "fan_too_high",
            f"{shown(win.fan)} fan is more than any hand is worth (at most {REFUSE_ABOVE}).",
            fan=win.fan,
            limit=REFUSE_ABOVE,
        )
    if win.fan - win.flowers < book.minimum:
        raise Refusal(
            "fan_below_minimum",
            f"Without its flowers the hand has {shown(win.fan - win.flowers)} fan; it needs {book.minimum}.",
            fan=win.fan,
            flowers=win.flowers,
            minimum=book.minimum,
        )
