"""Round, dealer, chair and seat wind of every hand, for each rotation scheme.

Chairs and seats are the numbers 0..3 for 东 南 西 北. A seat is always the chair that a player was drawn to;
the chair in which he sits in a given round follows from the scheme. A chair never moves; the deal does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.refusal import Refusal, is_whole, shown

HANDS = 16
ROUNDS = 4
WINDS = "东南西北"

Chairs = tuple[int, int, int, int]

# scheme -> for each drawn seat the chairs of rounds 1-4
_ROTATION: dict[str, tuple[str, str, str, str]] = {
    "none": ("东东东东", "南南南南", "西西西西", "北北北北"),
    "after_third": ("东东东南", "南南南东", "西西西北", "北北北西"),
    "before_third": ("东东南南", "南南东东", "西西北北", "北北西西"),
    "every_round": ("东南北西", "南东西北", "西北东南", "北西南东"),
}
SCHEMES = tuple(_ROTATION)


@dataclass(frozen=True)
class Move:
    """Before a round, the player drawn to `seat` goes from one chair to another."""

    seat: int
    from_chair: int
    to_chair: int


@dataclass(frozen=True)
class HandSeating:
    """Who sits where in one hand.

    `hand` counts 1..16 and `round` 1..4. `prevailing` and `dealer_chair` are winds 0..3, `dealer` is the
    drawn seat of the player who deals. `chairs` and `winds` (the seat winds) are listed by drawn seat.
    """

    hand: int
    round: int
    prevailing: int
    dealer_chair: int
    dealer: int
    chairs: Chairs
    winds: Chairs
    name: str


def chairs_of_round(scheme: str, round_: int) -> Chairs:
    """The chair of each drawn seat in round 1..4. Refuses `unknown_scheme` and `no_such_round`."""
    if scheme not in _ROTATION:
        text = shown(scheme)
        raise Refusal("unknown_scheme", f"There is no rotation scheme {text}.", scheme=text)
    if not is_whole(round_) or not 1 <= round_ <= ROUNDS:
        text = shown(round_)
        raise Refusal("no_such_round", f"There is no round {text}: rounds are 1 to {ROUNDS}.", round=text)
    east, south, west, north = (WINDS.index(chairs[round_ - 1]) for chairs in _ROTATION[scheme])
    return east, south, west, north


def seating_of_hand(scheme: str, hand: int, chairs: Sequence[int] | None = None) -> HandSeating:
    """Round, dealer, chairs and seat winds of hand 1..16.

    `chairs` (by drawn seat) replaces the scheme's where people really sat otherwise, say because nobody
    swapped. Refuses `no_such_hand`, `unknown_scheme` and `chairs_not_four` (two people in one chair).
    """
    if not is_whole(hand) or not 1 <= hand <= HANDS:
        text = shown(hand)
        raise Refusal("no_such_hand", f"There is no hand {text}: hands are 1 to {HANDS}.", hand=text)
    round_index, dealer_chair = divmod(hand - 1, 4)
    planned = chairs_of_round(scheme, round_index + 1)
    taken = planned if chairs is None else _checked(chairs)
    east, south, west, north = ((chair - dealer_chair) % 4 for chair in taken)
    return HandSeating(
        hand=hand,
        round=round_index + 1,
        prevailing=round_index,
        dealer_chair=dealer_chair,
        dealer=taken.index(dealer_chair),
        chairs=taken,
        winds=(east, south, west, north),
        name=f"{WINDS[round_index]}风{WINDS[dealer_chair]}",
    )


def moves_before_round(scheme: str, round_: int, previous: Sequence[int] | None = None) -> tuple[Move, ...]:
    """Who moves where before round 1..4, by drawn seat; empty where nobody moves.

    `previous` are the chairs (by drawn seat) in which people really sit; without it they sit as the scheme
    says. Refuses like `chairs_of_round` and `seating_of_hand`.
    """
    after = chairs_of_round(scheme, round_)
    before = chairs_of_round(scheme, max(round_ - 1, 1)) if previous is None else _checked(previous)
    return tuple(Move(seat, before[seat], after[seat]) for seat in range(4) if before[seat] != after[seat])


def _checked(chairs: Sequence[int]) -> Chairs:
    if not all(is_whole(chair) for chair in chairs) or sorted(chairs) != [0, 1, 2, 3]:
        raise Refusal("chairs_not_four", "Each of the four chairs must be taken by exactly one player.")
    east, south, west, north = chairs
    return east, south, west, north
