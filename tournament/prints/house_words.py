"""What paper says of hands under house rules, in Chinese and English side by side, whoever prints it."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.rulebook import Rulebook
from tournament.models import Hand
from tournament.queries.play_words import beside_in_words, kind_names, wins_in_words
from tournament.queries.plays import has_house_rules
from tournament.sheets.score_sheet_table import WinLine
from tournament.sheets.score_sheet_words import wind
from tournament.sheets.words import Words
from tournament.wording import in_both_languages

Pair = tuple[str, str]


def kind_pairs(book: Rulebook) -> dict[str, Pair] | None:
    """What a winner can have, by the keys that hands are counted under; None for Guobiao."""
    if not has_house_rules(book):
        return None
    return dict(
        zip(kind_names(book), in_both_languages(lambda: list(kind_names(book).values())), strict=True)
    )


def win_lines(hand: Hand, book: Rulebook) -> tuple[WinLine, ...]:
    """All who won a hand under house rules, in the order in which they were entered; nobody of Guobiao."""
    won = hand.play.get("winners", ())
    kinds = in_both_languages(lambda: [one.kind for one in wins_in_words(hand, book)]) if won else []
    return tuple(
        WinLine(one["seat"], kind, one["values"].get("fan") or None)
        for one, kind in zip(won, kinds, strict=True)
    )


def beside_pairs(hand: Hand, book: Rulebook, languages: Sequence[str]) -> list[Pair]:
    """What else was entered of a hand; nothing of Guobiao. Players are called as on a sheet in these languages."""
    if not hand.play:
        return []
    words = Words(tuple(languages))
    winds = "".join(wind(words, seat) for seat in range(4))
    return in_both_languages(lambda: beside_in_words(hand, book, winds))
