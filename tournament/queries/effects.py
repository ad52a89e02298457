"""What stored penalties do to the four accounts, read through the rules."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scoring import penalties as rules
from scoring.standard_points import TWELFTHS
from tournament.models import Penalty


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


def penalty_effect(penalty: Penalty, present: Sequence[int]) -> tuple[int, int, int, int]:
    """Match points to each account by drawn seat; nothing once it is withdrawn."""
    return (0, 0, 0, 0) if penalty.withdrawn_at else rules.effect(as_rule(penalty), present)
