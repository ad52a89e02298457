"""What a rulebook of house rules sets, as it stands in the books: how hands are paid, who deals, examples."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.house.form import Label
from scoring.house.settlements import HOUSE, examples_of
from scoring.rulebook import Rulebook
from scoring.seats import WINDS

from .blocks import Block, Entry, heading, table
from .book import ROOM
from .results import signed
from .score_sheet_words import wind
from .tables import Cell, Column, Table
from .words import Words

Pair = tuple[str, str]
WORDS: dict[str, Pair] = {
    "settlement": ("计分方式", "How hands are paid"),
    "terms": ("计分规定", "Terms"),
    "dealer": ("庄家", "Dealer"),
    "players": ("每桌人数", "Players at a table"),
    "examples": ("计分举例", "Worked examples"),
    "example": ("一盘", "A hand"),
    "yes": ("是", "yes"),
    "no": ("否", "no"),
}
DEALING: dict[str, Pair] = {
    "rotates": ("轮流坐庄", "the deal goes round"),
    "win_repeats": ("庄家和牌连庄", "a dealer who wins deals again"),
    "win_or_draw_repeats": (
        "庄家和牌或荒牌连庄",
        "a dealer deals again after a win of his own, and after a drawn hand",
    ),
    "winner_deals": ("和牌者下盘坐庄", "the winner deals the next hand"),
}
COLONS, COMMAS = {"zh": "：", "en": ": "}, {"zh": "；", "en": "; "}


def house_entries(words: Words, book: Rulebook) -> Iterator[Entry]:
    """The lines on how hands are paid and who deals; terms that are lists are told by the examples."""
    yield words.pick(WORDS["settlement"]), words.pick(_pair(HOUSE[book.settlement].name))
    terms = list(_terms(book))
    if terms:
        yield (
            words.pick(WORDS["terms"]),
            tuple(
                COMMAS[language].join(
                    _told(words.pick(name)[at], words.pick(value)[at], COLONS[language])
                    for name, value in terms
                )
                for at, language in enumerate(words.languages_in_order)
            ),
        )
    yield words.pick(WORDS["dealer"]), words.pick(DEALING[book.dealing])
    if book.players != len(WINDS):
        yield words.pick(WORDS["players"]), (str(book.players),)


def house_examples(words: Words, book: Rulebook) -> Iterator[Block]:
    """Hands worked out by the rulebook's own values."""
    rows = tuple(
        (Cell(" / ".join(words.pick(_pair(one.title)))), *(Cell(signed(score)) for score in one.scores))
        for one in examples_of(book)
    )
    if rows:
        columns = [Column(words.pick(WORDS["example"]), "left", breaks=True)]
        yield heading(words.pick(WORDS["examples"]), ROOM)
        yield table(
            Table((*columns, *(Column((wind(words, seat),)) for seat in range(len(WINDS)))), rows), ROOM
        )


def _terms(book: Rulebook) -> Iterator[tuple[Pair, Pair]]:
    """What each single term is called, and its value."""
    names = HOUSE[book.settlement].names
    for key, value in book.terms.items():
        if isinstance(value, bool):
            yield _pair(names[key]), WORDS["yes" if value else "no"]
        elif isinstance(value, (int, str)):
            shown = names.get(f"{key}.{value}")
            yield _pair(names[key]), _pair(shown) if shown else (str(value), str(value))


def _told(name: str, value: str, colon: str) -> str:
    """A term with its value; a name that has a colon gets no other."""
    return f"{name}{' ' if colon.strip() in name else colon}{value}"


def _pair(label: Label) -> Pair:
    return label.zh, label.en
