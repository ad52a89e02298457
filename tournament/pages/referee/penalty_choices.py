"""What the phone offers when a penalty is given: computed from the rulebook here, so that the page knows no rule."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from scoring import penalties as rules
from scoring.standard_points import exact
from tournament.models import Penalty
from tournament.queries.offers import hand_played, offer
from tournament.queries.sentences import PENALTY_KINDS
from tournament.queries.table_state import TableState

# `false_win` of no known kind comes from files only; a referee says which it was.
OFFERED = tuple(kind for kind in rules.KINDS if kind != "false_win")


def penalty_choices(state: TableState) -> dict[str, Any]:
    """Kinds with their proposals for each seat, sizes, ways to pay, and what one point does to the four accounts."""
    present = state.present
    return {
        "kinds": {kind: _kind(kind, state) for kind in OFFERED},
        "standard_sizes": [exact(size) for size in rules.standard_point_sizes(state.book)],
        "modes": {
            Penalty.Currency.MATCH.value: list(rules.MODES),
            Penalty.Currency.STANDARD.value: ["deduct"],
        },
        "effects": {
            "deduct": {seat: _one(seat, "deduct", present) for seat in present},
            "pay_each": {seat: _one(seat, "pay_each", present) for seat in present},
            "pay_one": {
                seat: {to: _one(seat, "pay_one", present, to) for to in present if to != seat}
                for seat in present
            },
        },
    }


def _kind(kind: str, state: TableState) -> dict[str, Any]:
    proposal = rules.defaults(kind, state.book)
    return {
        "name": str(PENALTY_KINDS[kind]),
        "dead_hand": proposal.dead_hand,
        "disqualifies": proposal.disqualifies,
        "sizes": list(rules.sizes(kind, state.book)),
        "offers": [_offer(kind, state, seat) for seat in range(4)],
    }


def _offer(kind: str, state: TableState, seat: int) -> dict[str, Any]:
    """What is offered for this player now, counted from what he already has."""
    found = offer(state, seat, kind, hand_played(state))
    return {
        "amount": exact(Fraction(found.amount)),
        "currency": found.currency,
        "mode": found.mode,
        "earlier": found.earlier,
    }


def _one(seat: int, mode: str, present: list[int], victim: int | None = None) -> list[int]:
    return list(rules.effect(rules.Penalty(seat, 1, mode, victim), present))
