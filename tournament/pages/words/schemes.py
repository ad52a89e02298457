"""The four ways in which chairs rotate, in words, in pictures, and as a table of all 16 hands."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.seats import HANDS, ROUNDS, SCHEMES, HandSeating, Move, moves_before_round, seating_of_hand

NAMES: dict[str, Promise] = {
    "none": gettext_lazy("Nobody moves"),
    "after_third": gettext_lazy("One swap after the third round"),
    "before_third": gettext_lazy("One swap before the third round"),
    "every_round": gettext_lazy("A new chair every round"),
}
TEXTS: dict[str, Promise] = {
    "none": gettext_lazy(
        "All four stay in their chairs for all hands. Simple, but everybody has the same neighbours throughout."
    ),
    "after_third": gettext_lazy(
        "Before the fourth round East and South change chairs, and so do West and North. The 2014 regulation."
    ),
    "before_third": gettext_lazy(
        "Before the third round East and South change chairs, and so do West and North: each half has its own order."
    ),
    "every_round": gettext_lazy(
        "Before each of the rounds 2, 3 and 4 everybody moves. The international federations."
    ),
}


@dataclass(frozen=True)
class Seated:
    """One player in one hand: where he sits, his wind, whether he deals."""

    chair: int
    wind: int
    deals: bool
    moved: bool


@dataclass(frozen=True)
class HandRow:
    """One of the 16 hands; `players` in the order of the drawn chairs. `first` begins a round."""

    hand: int
    name: str
    prevailing: int
    first: bool
    players: tuple[Seated, ...]


@dataclass(frozen=True)
class Picture:
    """Who moves before a round."""

    caption: str
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Scheme:
    """One scheme, as the organiser chooses it."""

    key: str
    name: str
    text: str
    pictures: tuple[Picture, ...]
    rows: tuple[HandRow, ...]


def schemes() -> list[Scheme]:
    """All schemes in the order in which they are offered."""
    return [scheme(key) for key in SCHEMES]


def scheme(key: str) -> Scheme:
    """One scheme with its pictures and its 16 hands."""
    hands = [seating_of_hand(key, hand) for hand in range(1, HANDS + 1)]
    before = [None, *hands[:-1]]
    return Scheme(
        key,
        str(NAMES[key]),
        str(TEXTS[key]),
        _pictures(key),
        tuple(_row(hand, earlier) for hand, earlier in zip(hands, before, strict=True)),
    )


def _pictures(key: str) -> tuple[Picture, ...]:
    moving = [(n, moves_before_round(key, n)) for n in range(2, ROUNDS + 1)]
    pictures = [Picture(_("before round %(n)s") % {"n": n}, moves) for n, moves in moving if moves]
    return tuple(pictures) or (Picture(_("all hands"), ()),)


def _row(hand: HandSeating, earlier: HandSeating | None) -> HandRow:
    return HandRow(
        hand.hand,
        hand.name,
        hand.prevailing,
        hand.dealer_chair == 0,
        tuple(
            Seated(
                hand.chairs[seat],
                hand.winds[seat],
                hand.dealer == seat,
                earlier is not None and earlier.chairs[seat] != hand.chairs[seat],
            )
            for seat in range(4)
        ),
    )
