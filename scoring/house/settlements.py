"""The settlements of house rules by name, and what everybody outside asks of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from scoring.house import (
    fan_points,
    minnan,
    own_table,
    payout_table,
    shanghai,
    wenzhou,
    zhuanzhuan,
)
from scoring.house.form import Form
from scoring.house.play import Play
from scoring.house.settlement import Example, HandScores, Settlement, Terms
from scoring.refusal import Refusal

# A new settlement is a module of this package and a line here.
HOUSE: Mapping[str, Settlement] = {
    "fan_points": fan_points.SETTLEMENT,
    "payout_table": payout_table.SETTLEMENT,
    "zhuanzhuan": zhuanzhuan.SETTLEMENT,
    "shanghai": shanghai.SETTLEMENT,
    "minnan": minnan.SETTLEMENT,
    "wenzhou": wenzhou.SETTLEMENT,
    "own_table": own_table.SETTLEMENT,
}


class Book(Protocol):
    """What is needed of a rulebook."""

    @property
    def settlement(self) -> str: ...
    @property
    def terms(self) -> Terms: ...
    @property
    def players(self) -> int: ...


def form_of(book: Book) -> Form | None:
    """What the referee enters by this rulebook; None where hands are won by fan of Guobiao."""
    house = HOUSE.get(book.settlement)
    return house.form(book.terms) if house else None


def checked(play: Play, book: Book) -> Play:
    """The play with all defaults filled in. Refuses as `Form.checked` does, and what the settlement itself refuses."""
    house = HOUSE.get(book.settlement)
    if house is None:
        raise Refusal("no_house_rules", "By these rules hands are entered by their fan.")
    return house.checked(play, book.terms)


def settle_play(play: Play, book: Book) -> HandScores:
    """The four hand scores by drawn seat of a play that `checked` returned; they always sum to zero."""
    scores = HOUSE[book.settlement].scores(play, book.terms)
    if sum(scores) != 0:
        raise AssertionError(f"{book.settlement} pays {scores}")
    return scores


def examples_of(book: Book) -> tuple[Example, ...]:
    """The worked examples of this rulebook; none for Guobiao."""
    house = HOUSE.get(book.settlement)
    return house.examples(book.terms, book.players) if house else ()
