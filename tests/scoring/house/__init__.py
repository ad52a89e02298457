"""What tests of house rules have in common: a rulebook with other terms, and what a play pays by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from scoring.house.play import Payment, Play, Winner
from scoring.house.settlement import HandScores
from scoring.house.settlements import checked, settle_play
from scoring.refusal import Refusal
from scoring.rulebook import Rulebook, RulebookError, load

EAST, SOUTH, WEST, NORTH = range(4)
BOOKS = (
    *("club111", "nanchang", "lianyungang", "zhuoji", "zhuanzhuan"),
    *("shanghai", "minnan", "wenzhou", "own_table"),
)


def with_terms(key: str, **terms: Any) -> Rulebook:
    """A rulebook that ships, with some other terms."""
    return load(key).replace({"terms": terms})


def won(seat: int, **values: Any) -> tuple[Winner, ...]:
    """One winner, with what is asked of him."""
    return (Winner(seat, values),)


def paid(book: Rulebook, play: Play) -> HandScores:
    """What a play pays, checked first as an entry is."""
    return settle_play(checked(play, book), book)


def self_draw(book: Rulebook, winner: int, dealer: int = EAST, **values: Any) -> HandScores:
    """What a self-draw pays that has nothing beside it."""
    return paid(book, Play(dealer, won(winner, **values)))


def discard(book: Rulebook, winner: int, giver: int, dealer: int = EAST, **values: Any) -> HandScores:
    """What a win on a discard pays that has nothing beside it."""
    return paid(book, Play(dealer, won(winner, **values), "discard", giver))


def robbed(book: Rulebook, winner: int, giver: int, dealer: int = EAST, **values: Any) -> HandScores:
    """What a robbed kong pays that has nothing beside it."""
    return paid(book, Play(dealer, won(winner, **values), "robbed_kong", giver))


def drawn(book: Rulebook, *payments: Payment, dealer: int = EAST, **values: Any) -> HandScores:
    """What a drawn hand pays."""
    return paid(book, Play(dealer, values=values, payments=payments))


def refused(book: Rulebook, play: Play) -> Refusal:
    """What a play is refused for."""
    with pytest.raises(Refusal) as caught:
        checked(play, book)
    return caught.value


def problems(key: str, overrides: Mapping[str, Any]) -> dict[str, str]:
    """Field → code of everything that is wrong with a rulebook."""
    with pytest.raises(RulebookError) as caught:
        load(key).replace(overrides)
    return {problem.field: problem.code for problem in caught.value.problems}
