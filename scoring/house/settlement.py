"""What a settlement of house rules consists of; each module of this package makes one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scoring.house.form import Form, Label
from scoring.house.play import EVERYBODY, Play
from scoring.house.terms import Term, names_of
from scoring.refusal import Refusal
from scoring.rulebook_checks import Check, Report

HandScores = tuple[int, int, int, int]
# The settings of a rulebook that its settlement knows: `terms` of the rulebook, checked.
Terms = Mapping[str, Any]
# Where the players of an example sit: South wins, West discards, East often deals.
_SEATS: Mapping[int, tuple[int, ...]] = {2: (1, 2), 3: (0, 1, 2), 4: EVERYBODY}


@dataclass(frozen=True)
class Example:
    """A hand worked out for the reader of a rulebook: what happened, and what the four get by drawn seat."""

    title: Label
    play: Play
    scores: HandScores


def nothing_more(play: Play, terms: Terms) -> None:
    """For settlements that refuse no play which their form lets pass."""


def fits_any_book(terms: Terms, players: int, report: Report) -> None:
    """For settlements whose terms do not depend on how many sit at a table."""


@dataclass(frozen=True)
class Settlement:
    """How hands are paid under house rules.

    `terms` checks the settings, `shape` says of each what it is called and how it is typed,
    `form` what the referee enters, `scores` what a checked play pays (it sums to zero), `plays` are hands to be worked
    out for people. `check` refuses what the form cannot see, such as values that contradict each other; `check_book`
    reports what is wrong with checked terms in a rulebook for so many players.
    """

    name: Label
    terms: Check
    shape: tuple[Term, ...]
    form: Callable[[Terms], Form]
    scores: Callable[[Play, Terms], HandScores]
    plays: Callable[[Terms], Iterable[tuple[Label, Play]]]
    check: Callable[[Play, Terms], None] = nothing_more
    check_book: Callable[[Terms, int, Report], None] = fits_any_book

    @cached_property
    def names(self) -> Mapping[str, Label]:
        """What each setting is called; nested ones and the words of a choice dotted."""
        return names_of(*self.shape)

    def checked(self, play: Play, terms: Terms) -> Play:
        """The play with all defaults filled in. Refuses as `Form.checked` does, and what `check` refuses."""
        whole = self.form(terms).checked(play)
        self.check(whole, terms)
        return whole

    def examples(self, terms: Terms, players: int = 4) -> tuple[Example, ...]:
        """Hands worked out by these terms, those that so many players can play."""
        seats = _SEATS[players]
        fitting = [(title, play) for title, play in self.plays(terms) if set(_named(play)) <= set(seats)]
        worked = [(title, self.checked(replace(play, present=seats), terms)) for title, play in fitting]
        return tuple(Example(title, play, self.scores(play, terms)) for title, play in worked)


def _named(play: Play) -> Iterator[int]:
    """Who has a part in a play by name."""
    yield play.dealer
    yield from (one.seat for one in play.winners)
    yield from (seat for one in play.payments for seat in (one.seat, one.giver) if seat is not None)
    if play.discarder is not None:
        yield play.discarder


def refusal(code: str, sentence: Label) -> Refusal:
    """A refusal of a settlement of its own: it brings its sentence in both languages, the Chinese one as `zh`."""
    return Refusal(code, sentence.en, zh=sentence.zh)
