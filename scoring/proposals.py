"""What is offered when a penalty is given: by the rulebook, and by what the player has already (RULES §3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from scoring.penalties import Amount, PenaltyTerms, defaults, next_amount, sizes, standard_point_sizes

# What belongs to no single hand: earlier offences count over the whole session, whatever the rulebook counts by.
OF_THE_SESSION = ("late", "conduct")


@dataclass(frozen=True)
class Noted:
    """A penalty that a player already has in this session and that stands; `hand` is None outside any hand.

    `amount` is in match points, or in standard points as an exact fraction; 0 is a warning.
    """

    kind: str
    amount: Amount
    currency: str = "match_points"
    hand: int | None = None
    dead_hand: bool = False


@dataclass(frozen=True)
class Proposal:
    """What the screen offers for one player and one kind; `earlier` says how many offences it was counted from."""

    mode: str
    amount: Amount
    currency: str = "match_points"
    dead_hand: bool = False
    disqualifies: bool = False
    earlier: int = 0


class RepeatTerms(PenaltyTerms, Protocol):
    """What counting repeated offences needs from a rulebook beside the sizes."""

    @property
    def repeats(self) -> Mapping[str, str | bool]: ...


def propose(
    kind: str, book: RepeatTerms, noted: Iterable[Noted], hand: int | None, minutes: int | None = None
) -> Proposal:
    """The penalty to offer for a player with the penalties `noted`, in the hand being played (None: outside hands).

    `minutes` since the session's start decide what lateness costs; after its last step the player forfeits, which is
    no penalty but an absence. Where the sizes of a kind begin with a warning, or where conduct is punished in standard
    points, each time is the next size, and the last one stays. Refuses `unknown_kind`.
    """
    base = defaults(kind, book)
    if is_in_standard_points(kind, book):
        offered = standard_point_sizes(book)
        before = sum(n.kind == kind and n.currency == "standard_points" and n.amount > 0 for n in noted)
        amount = offered[min(before, len(offered) - 1)]
        return Proposal("deduct", amount, "standard_points", earlier=before)
    step = _lateness(book, minutes) if kind == "late" and "late" not in book.penalty_sizes else None
    if step is not None:
        return Proposal(base.mode, step)
    before = earlier_offences(kind, book, noted, hand)
    return Proposal(
        base.mode,
        next_amount(kind, book, before),
        dead_hand=base.dead_hand,
        disqualifies=base.disqualifies,
        earlier=before,
    )


def _lateness(book: RepeatTerms, minutes: int | None) -> int | None:
    """What coming so many minutes late costs; the last step also later. None where the rulebook has no steps."""
    if minutes is None or not book.lateness:
        return None
    reached = [step["amount"] for step in book.lateness if minutes <= step["up_to"]]
    return reached[0] if reached else book.lateness[-1]["amount"]


def is_in_standard_points(kind: str, book: PenaltyTerms) -> bool:
    """Whether the rulebook punishes this kind in standard points: conduct, where it lists sizes of those.

    A rulebook with sizes in match points for conduct itself means those.
    """
    return kind == "conduct" and kind not in book.penalty_sizes and bool(standard_point_sizes(book))


def begins_with_warning(kind: str, book: PenaltyTerms) -> bool:
    """Whether the first offence of this kind is only a warning, and each further one the next size."""
    offered = sizes(kind, book)
    return kind not in book.false_win and bool(offered) and offered[0] == 0


def earlier_offences(kind: str, book: RepeatTerms, noted: Iterable[Noted], hand: int | None) -> int:
    """How many of the penalties `noted` count for the next size of a kind; 0 where its size never grows.

    By the rulebook those of the same hand or of the whole session, of this kind alone or all warnings together.
    """
    if not begins_with_warning(kind, book):
        return 0
    in_hand = book.repeats["scope"] == "hand" and kind not in OF_THE_SESSION
    together = book.repeats["together"] is True
    return sum(
        (not in_hand or one.hand == hand) and (one.kind == kind or (together and _is_warning(one, book)))
        for one in noted
    )


def _is_warning(one: Noted, book: PenaltyTerms) -> bool:
    """Whether a penalty counts among the warnings: a step of such a row, or a plain warning of any kind."""
    if begins_with_warning(one.kind, book):
        return True
    return Fraction(one.amount) == 0 and not one.dead_hand and one.kind not in book.false_win
