"""The sheet of hands under house rules: who won what, what was paid beside it, and what that gave each chair.

How a hand is paid is no straight line over one number, so the four scores are plain numbers; their sums are formulas.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.rulebook import Rulebook
from scoring.seats import WINDS
from tournament.models import Hand, Table
from tournament.queries.play_words import beside_in_words, wins_in_words
from tournament.queries.plays import counts_points
from tournament.queries.table_state import seating_at

from .workbook_file import Value
from .workbook_reading import PlayedHand
from .workbook_words import both, in_both

# Of the columns of `play_heads`; the four scores stand where they do for hands of Guobiao.
WIDTHS = (9, 7, 7, 9, 20, 9, 22, 11, 22, 9, 10, 10, 10, 10, 7, 40, 60)
_BEFORE = (
    "session",
    "table",
    "hand",
    "deal",
    "outcome",
    "winner",
    "winner_name",
    "discarder",
    "discarder_name",
)
Names = Sequence[Sequence[str]]


def play_heads(book: Rulebook) -> list[str]:
    """The headings of the sheet."""
    worth = "won_points" if counts_points(book) else "fan"
    scores = [both("points_of", chair=wind) for wind in WINDS]
    return [*map(both, (*_BEFORE, worth)), *scores, *map(both, ("check", "kinds", "beside"))]


def before_scores(hand: PlayedHand, table: Table, names: Names, book: Rulebook) -> Iterator[Value]:
    """Number, deal, outcome, people, and what the hand was worth to each winner."""
    won = wins_in_words(_stored(hand), book)
    yield hand.number
    name = seating_at(table, book, hand.number).name
    yield name[-1] if book.dealing == "winner_deals" else name  # then there are no rounds
    yield both("robbed_kong" if hand.robbed_kong else outcome_of(hand))
    yield " ".join(WINDS[one.seat] for one in won) or None
    yield "; ".join(names[one.seat][hand.number - 1] for one in won) or None
    yield None if hand.discarder is None else WINDS[hand.discarder]
    yield None if hand.discarder is None else names[hand.discarder][hand.number - 1]
    yield won[0].amount if len(won) == 1 else "; ".join(str(one.amount) for one in won) or None


def after_scores(hand: PlayedHand, book: Rulebook) -> Iterator[Value]:
    """The kinds of the winners in both languages, and whatever else was entered."""
    stored = _stored(hand)
    seats = [one["seat"] for one in hand.play["winners"]]
    kinds = in_both(lambda: [one.kind for one in wins_in_words(stored, book)])
    several = len(seats) > 1
    yield "; ".join(
        f"{WINDS[seat]} {kind}" if several else kind for seat, kind in zip(seats, kinds, strict=True) if kind
    )
    yield "; ".join(in_both(lambda: beside_in_words(stored, book)))


def outcome_of(hand: PlayedHand) -> str:
    return "drawn" if hand.winner is None else "self_draw" if hand.discarder is None else "discard"


def _stored(hand: PlayedHand) -> Hand:
    """The hand as other modules read it."""
    return Hand(winner=hand.winner, fan=hand.fan, scores=hand.scores, play=hand.play)
