"""Hands worked out by a rulebook of house rules, in words and numbers; beside others, what would be paid instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.house.play import EVERYBODY, Play
from scoring.house.settlement import Example
from scoring.house.settlements import examples_of
from scoring.rulebook import Rulebook
from scoring.seats import WINDS
from tournament.house_texts import said


@dataclass(frozen=True)
class Paid:
    """What one at the table gets: now, and by the rules that are compared; None where there is no such hand."""

    wind: str
    now: int | None
    before: int | None

    @property
    def changes(self) -> bool:
        """Whether the two differ."""
        return self.now != self.before


@dataclass(frozen=True)
class WorkedHand:
    """A hand: its title, who won it how, and what each at the table gets."""

    title: str
    how: str
    paid: tuple[Paid, ...]

    @property
    def changes(self) -> bool:
        """Whether anybody gets something else than by the rules that are compared."""
        return any(one.changes for one in self.paid)

    @property
    def is_gone(self) -> bool:
        """Whether there is no such hand any more."""
        return all(one.now is None for one in self.paid)


def worked_hands(book: Rulebook, before: Rulebook | None = None) -> tuple[WorkedHand, ...]:
    """The examples of a rulebook; none for Guobiao. `before` are the rules that are compared: usually themselves."""
    now = {one.title: one for one in examples_of(book)}
    was = now if before is None else {one.title: one for one in examples_of(before)}
    return tuple(_worked(now.get(title), was.get(title)) for title in {**now, **was})


def best_of(hands: tuple[WorkedHand, ...]) -> int:
    """The most that anybody gets in one of them."""
    return max((one.now for hand in hands for one in hand.paid if one.now is not None), default=0)


def _worked(now: Example | None, was: Example | None) -> WorkedHand:
    known = now or was
    if known is None:
        raise ValueError("a hand of neither rulebook")
    return WorkedHand(said(known.title), how(known.play), tuple(_paid(now, was)))


def _paid(now: Example | None, was: Example | None) -> Iterator[Paid]:
    for seat in EVERYBODY:
        pair = [one.scores[seat] if one and seat in one.play.present else None for one in (now, was)]
        if pair != [None, None]:
            yield Paid(WINDS[seat], *pair)


def how(play: Play) -> str:
    """Who deals, who wins how: in a few words, players by the wind of their drawn seat."""
    figures = {
        "dealer": WINDS[play.dealer],
        "winner": "".join(WINDS[one.seat] for one in play.winners),
        "giver": "" if play.discarder is None else WINDS[play.discarder],
    }
    texts = {
        "drawn": _("%(dealer)s deals; nobody wins"),
        "self_draw": _("%(dealer)s deals; %(winner)s draws the winning tile"),
        "discard": _("%(dealer)s deals; %(winner)s wins on a discard of %(giver)s"),
        "robbed_kong": _("%(dealer)s deals; %(winner)s robs a kong of %(giver)s"),
    }
    return texts[play.end] % figures
