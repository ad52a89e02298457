"""What stored penalties do to the four accounts, read through the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction

from scoring import penalties as rules
from scoring.standard_points import TWELFTHS
from tournament.models import Act, Penalty, Seat


def as_rule(penalty: Penalty) -> rules.Penalty:
    """A stored penalty at a table as `scoring` sees it; standard points become exact fractions."""
    if penalty.seat is None:
        raise ValueError("a penalty at a table has an offender's seat")
    standard = penalty.currency == Penalty.Currency.STANDARD
    return rules.Penalty(
        seat=penalty.seat,
        amount=Fraction(penalty.amount, TWELFTHS) if standard else penalty.amount,
        mode=penalty.mode,
        victim=penalty.victim,
        currency=penalty.currency,
        dead_hand=penalty.dead_hand,
        kind=penalty.kind,
    )


def present_when(seats: Iterable[Seat], acts: Iterable[Act], at: datetime) -> list[int]:
    """The drawn seats in which somebody sat at a moment. `acts`: absences and arrivals at the table that stand.

    Who was there when a penalty was given is who received it, also after somebody arrived or went.
    """
    sat = {seat.player_id: (seat.chair, not seat.is_vacant) for seat in seats if seat.player_id is not None}
    for act in sorted(acts, key=lambda act: act.at, reverse=True):
        player = act.undo.get("player")
        if act.at > at and player in sat:
            sat[player] = (sat[player][0], not act.undo["before"]["is_vacant"])
    return sorted(chair for chair, here in sat.values() if here)


def penalty_effect(penalty: Penalty, present: Sequence[int]) -> tuple[int, int, int, int]:
    """Match points to each account by drawn seat; nothing once it is withdrawn."""
    return (0, 0, 0, 0) if penalty.withdrawn_at else rules.effect(as_rule(penalty), present)
