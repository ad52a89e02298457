"""What the phone offers when a penalty is given: computed from the rulebook here, so that the page knows no rule."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language

from scoring import penalties as rules
from scoring.proposals import Noted, Proposal, propose
from scoring.rulebook import Rulebook
from scoring.standard_points import exact
from tournament.models import Penalty
from tournament.queries.offers import hand_played, minutes_played, noted
from tournament.queries.sentences import PENALTY_KINDS
from tournament.queries.table_state import TableState

# `false_win` of no known kind comes from files only; a referee says which it was.
OFFERED = tuple(kind for kind in rules.KINDS if kind != "false_win")


def penalty_choices(state: TableState) -> Mapping[str, Any]:
    """Kinds with their proposals for each seat, sizes, ways to pay, and what one point does to the four accounts.

    Made once for all tables where they are the same: nobody may change them.
    """
    already = tuple(tuple(noted(state, seat)) for seat in range(4))
    # The hand matters where earlier penalties were given in one.
    hand = hand_played(state) if any(already) else None
    return _choices(get_language(), state.book, tuple(state.present), already, hand, minutes_played(state))


@lru_cache(maxsize=500)
def _choices(
    language: str | None,
    book: Rulebook,
    present: tuple[int, ...],
    already: tuple[tuple[Noted, ...], ...],
    hand: int | None,
    minutes: int | None,
) -> Mapping[str, Any]:
    def of(kind: str) -> dict[str, Any]:
        return _kind(kind, book, [propose(kind, book, noted, hand, minutes) for noted in already])

    return {
        "kinds": {kind: of(kind) for kind in OFFERED},
        "standard_sizes": [exact(size) for size in rules.standard_point_sizes(book)],
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


def _kind(kind: str, book: Rulebook, offered: list[Proposal]) -> dict[str, Any]:
    proposal = rules.defaults(kind, book)
    return {
        "name": str(PENALTY_KINDS[kind]),
        "dead_hand": proposal.dead_hand,
        "disqualifies": proposal.disqualifies,
        "sizes": list(rules.sizes(kind, book)),
        "offers": [_offer(one) for one in offered],
    }


def _offer(found: Proposal) -> dict[str, Any]:
    """What is offered for a player now, counted from what he already has."""
    return {
        "amount": exact(Fraction(found.amount)),
        "currency": found.currency,
        "mode": found.mode,
        "earlier": found.earlier,
    }


def _one(seat: int, mode: str, present: tuple[int, ...], victim: int | None = None) -> list[int]:
    return list(rules.effect(rules.Penalty(seat, 1, mode, victim), present))
