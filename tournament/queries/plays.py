"""Hands under house rules: what was entered, with what is known of them from the hands before, and what it pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.house.play import Play
from scoring.house.settlements import checked, form_of, settle_play
from scoring.house.written import read
from scoring.refusal import Refusal
from scoring.rulebook import Rulebook
from scoring.settlement import HandScores, Win, describe, settle
from tournament.house_texts import form_in_words, kinds_of
from tournament.models import Hand, Table

from .deals import Dealt, chairs_in


def has_house_rules(book: Rulebook) -> bool:
    """Whether hands are entered by a form of their settlement, and not by the fan of Guobiao."""
    return form_of(book) is not None


def known_play(table: Table, book: Rulebook, how: Dealt, present: Sequence[int]) -> Play:
    """A hand of which nothing is entered yet: who deals, how often he has, who pays and is paid."""
    chairs = chairs_in(table, book, how.deal // 4 + 1)
    return Play(
        dealer=chairs.index(how.deal % 4), repeats=how.repeats, drawn=how.drawn, present=tuple(present)
    )


def checked_play(written: Mapping[str, Any], known: Play, book: Rulebook) -> Play:
    """What was entered, checked against the form of the settlement. Raises `scoring.Refusal`."""
    return checked(read(written, known), book)


def settled(hand: Hand, book: Rulebook, known: Play | None = None) -> HandScores:
    """The four hand scores of a hand that counts. Raises `scoring.Refusal`. `known` is needed under house rules.

    What was entered under house rules tells no fan of Guobiao, nor the other way round: `other_rules`.
    """
    if bool(hand.play) != (known is not None):
        raise Refusal(
            "other_rules",
            "This hand was entered by other rules, and does not say what these rules ask.",
            zh="这盘是按另一种规则录入的，没有现在的规则所需的内容。",
        )
    if known is not None:
        return settle_play(checked_play(hand.play, known, book), book)
    if hand.outcome == Hand.Outcome.DRAWN:
        return settle(None, book)
    if hand.winner is None or hand.fan is None:
        raise AssertionError(f"hand {hand.number} is a win without winner or fan")
    return settle(Win(hand.winner, hand.fan, hand.discarder, hand.flowers), book)


def won_by(hand: Hand, seat: int) -> int | None:
    """What a hand was worth to who won it: his fan, or what he got where hands have none, nothing if he paid more.

    None: he did not win it.
    """
    if hand.winner is None:
        return None
    for one in hand.play.get("winners", ()):
        if one["seat"] == seat:
            fan = one["values"].get("fan")
            return int(fan or max(hand.scores[seat], 0))
    return hand.fan if hand.winner == seat else None


def described(book: Rulebook) -> dict[str, Any]:
    """What a phone or a program needs to enter hands: lines over fan, or under house rules the `form` of a hand."""
    form = form_of(book)
    return dict(describe(book)) if form is None else {"form": form_in_words(form), "dealing": book.dealing}


def names_of_play(play: Mapping[str, Any], book: Rulebook) -> list[str]:
    """What the winners of a hand had, in the reader's language: "平胡", "七对 · 杠上胡"; a line for each of them."""
    form = form_of(book)
    if form is None:
        return []
    lines = (" · ".join(kinds_of(form.winner, one["values"])) for one in play.get("winners", ()))
    return [line for line in lines if line]


def counts_points(book: Rulebook) -> bool:
    """Whether the worth of a hand is said in points, because its winner has no number of fan."""
    form = form_of(book)
    return form is not None and all(field.key != "fan" for field in form.winner)
