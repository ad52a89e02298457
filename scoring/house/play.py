"""What happened in a hand under house rules, as the referee enters it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

# How a hand is won. In a robbed kong the `discarder` is whose kong was robbed.
WAYS = ("self_draw", "discard", "robbed_kong")
# How a hand ends: won in one of these ways, or drawn.
DRAWN = "drawn"
ENDS = (*WAYS, DRAWN)
EVERYBODY = (0, 1, 2, 3)

# A number, a switch, one of some words, a player (his drawn seat, None for nobody), or a number for each drawn seat.
Value = int | bool | str | None | Sequence[int]
Values = Mapping[str, Value]


@dataclass(frozen=True)
class Winner:
    """Somebody who won: his drawn seat 0..3, and what the form asks of each winner, by key."""

    seat: int
    values: Values = field(default_factory=dict)


@dataclass(frozen=True)
class Payment:
    """A payment beside the win, such as a kong: which kind, who made it, from whom, and how many of them.

    `giver` is None where everybody else pays.
    """

    kind: str
    seat: int
    giver: int | None = None
    count: int = 1


@dataclass(frozen=True)
class Play:
    """One hand. Seats are drawn ones, 0..3 = 东南西北; no winner means a drawn hand.

    `values` are what the form asks of the whole hand. What follows is not entered but known from the hands before:
    `repeats` says how often the dealer has dealt just before this hand without a break, `drawn` how many drawn hands
    went just before it. `present` are the drawn seats in which somebody sits.
    """

    dealer: int
    winners: tuple[Winner, ...] = ()
    way: str = "self_draw"
    discarder: int | None = None
    values: Values = field(default_factory=dict)
    payments: tuple[Payment, ...] = ()
    repeats: int = 0
    drawn: int = 0
    present: tuple[int, ...] = EVERYBODY

    @property
    def end(self) -> str:
        """How the hand ended: one of `ENDS`."""
        return self.way if self.winners else DRAWN

    def others(self, seat: int) -> tuple[int, ...]:
        """Everybody who is present but this seat."""
        return tuple(one for one in self.present if one != seat)
