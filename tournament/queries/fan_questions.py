"""A hand that somebody asks about: read from its parts, each refused in words at the part that is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.fan import (
    Explanation,
    Hand,
    Rules,
    WinningTile,
    explain,
    hand_of,
    parse_codes,
    parse_tile,
    rules_of,
    winning_tiles,
)
from scoring.rulebook import load
from tournament.refusals import refused_at

# What the published examples follow (RULES §11).
USUAL_RULEBOOK: Final = "mil2025"


@dataclass(frozen=True)
class Question:
    """What was written, unread: a hand in the notation of the fan, and a rulebook that ships, by its key.

    Without `win` the question is what the tiles wait for; only winds and flowers of the flags matter then.
    """

    hand: object = ""
    melds: object = ()
    win: object = ""
    flags: Mapping[str, Any] | None = None
    rulebook: str = USUAL_RULEBOOK

    @property
    def rules(self) -> Rules:
        """The rules that it is counted by."""
        return shipped_rules(self.rulebook)


def shipped_rules(key: str) -> Rules:
    """How a rulebook that ships counts fan."""
    book = load(key)
    return rules_of(book.fan, book.minimum)


def read(question: Question) -> Hand:
    """The hand that is asked about. Raises `Refused` with the part of `Question`, or the flag, that is wrong."""
    with _about("hand"):
        parse_codes(question.hand)
    with _about("melds"):
        hand_of("", question.melds, "E")
    if question.win:
        with _about("win"):
            parse_tile(question.win)
    with _about("flags"):
        return hand_of(question.hand, question.melds, question.win or "E", question.flags)


def explained(question: Question) -> Explanation:
    """What a winning hand counts, and why. Raises `Refused`."""
    hand = read(question)
    with _about("hand"):
        return explain(hand, question.rules)


def awaited(question: Question) -> Sequence[WinningTile]:
    """What 13 tiles wait for, and what each tile counts for each way to win; nothing if the hand is not ready."""
    hand = read(replace(question, win=""))
    with _about("hand"):
        return winning_tiles(hand, question.rules)


def _about(part: str) -> AbstractContextManager[None]:
    """Refusals at this part of the question, or at the flag that is wrong."""
    return refused_at(
        part, lambda refusal, field: str(refusal.params["flag"]) if refusal.code in _OF_A_FLAG else field
    )


_OF_A_FLAG: Final = ("flag_not_a_wind", "flag_not_boolean")
