"""What is offered when a penalty is given at a table: by the rulebook, and by what each player already has there."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from django.utils import timezone

from scoring.proposals import Noted, Proposal, propose
from scoring.standard_points import TWELFTHS
from tournament.models import Penalty

from .changes import sits
from .table_state import TableState


def offer(state: TableState, seat: int, kind: str, hand: int | None) -> Proposal:
    """The next penalty of a kind for whoever sits in a drawn seat now. No query. Raises `scoring.Refusal`."""
    return propose(kind, state.book, noted(state, seat), hand, minutes_played(state))


def minutes_played(state: TableState) -> int | None:
    """Minutes begun since the session's start, from which lateness counts (RULES §3)."""
    started = state.table.session.started_at
    return None if started is None else ceil((timezone.now() - started).total_seconds() / 60)


def hand_played(state: TableState) -> int | None:
    """The hand to which a penalty given now belongs; None when all are played."""
    return None if state.all_played else state.next_hand


def noted(state: TableState, seat: int) -> list[Noted]:
    """The penalties that stand against whoever sits in a drawn seat now; a substitute begins with none."""
    sitter = state.sits[seat].player
    return [
        _noted(penalty)
        for penalty in state.penalties
        if penalty.seat == seat
        and penalty.withdrawn_at is None
        and sits(state.seats[seat], _hand(state, penalty)).player == sitter
    ]


def _hand(state: TableState, penalty: Penalty) -> int:
    return penalty.hand_number or state.number


def _noted(penalty: Penalty) -> Noted:
    standard = penalty.currency == Penalty.Currency.STANDARD
    return Noted(
        kind=penalty.kind,
        amount=Fraction(penalty.amount, TWELFTHS) if standard else penalty.amount,
        currency=penalty.currency,
        hand=penalty.hand_number,
        dead_hand=penalty.dead_hand,
    )
