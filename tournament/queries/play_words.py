"""What happened in a hand under house rules, in the reader's language: who won what, and what was paid beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.house.form import Choice, Each, Field, Form, Number, Person, Switch
from scoring.house.settlements import form_of
from scoring.rulebook import Rulebook
from scoring.seats import WINDS
from tournament.house_texts import option_name, said
from tournament.models import Hand
from tournament.wording import labelled

from .plays import names_of_play, won_by

# The number that is said of a win beside its kind, not among what else was entered.
FAN = "fan"


@dataclass(frozen=True)
class Won:
    """What one of the winners of a hand had: its kind, "" where there is none to choose, and what it was worth to him.

    `amount` is that as a number: fan or points.
    """

    seat: int
    kind: str
    worth: str
    amount: int


def wins_in_words(hand: Hand, book: Rulebook) -> tuple[Won, ...]:
    """All who won a hand, in the order in which they were entered; of Guobiao its one winner."""
    if hand.winner is None:
        return ()
    if not hand.play:
        return (Won(hand.winner, "", amount_in_words(hand.fan or 0, points=False), hand.fan or 0),)
    return tuple(_won(hand, one, book) for one in hand.play["winners"])


def _won(hand: Hand, one: Mapping[str, Any], book: Rulebook) -> Won:
    seat, amount = one["seat"], won_by(hand, one["seat"]) or 0
    # Where either can be entered, a win without fan has what each pays.
    points = not one["values"].get(FAN) and (FAN not in one["values"] or amount != 0)
    kind = "".join(names_of_play({"winners": [one]}, book))
    return Won(seat, kind, amount_in_words(amount, points=points), amount)


def amount_in_words(number: int, *, points: bool) -> str:
    """What a win was worth: "24 fan", "8 points"."""
    if not points:
        return _("%(fan)s fan") % {"fan": number}
    return ngettext("%(points)s point", "%(points)s points", number) % {"points": number}


def kinds_won(form: Form, values: Mapping[str, Any]) -> tuple[str, ...]:
    """What was chosen for a winner and switched on, by keys: what `kind_names` has the words for."""
    return tuple(key for field in form.winner for key in _chosen(field, values.get(field.key)))


def _chosen(field: Field, value: Any) -> Iterator[str]:
    if isinstance(field, Choice) and value not in (None, field.default):
        yield f"{field.key}.{value}"
    elif isinstance(field, Switch) and value is True:
        yield field.key


def kind_names(book: Rulebook) -> dict[str, str]:
    """What a winner can have by a rulebook, in words by the keys of `kinds_won`, in the order in which it is asked."""
    form = form_of(book)
    names: dict[str, str] = {}
    for field in form.winner if form else ():
        if isinstance(field, Choice):
            names |= {f"{field.key}.{one.key}": option_name(field, one) for one in field.options}
        elif isinstance(field, Switch):
            names[field.key] = said(field.label)
    return names


def beside_in_words(hand: Hand, book: Rulebook, winds: str = WINDS) -> list[str]:
    """What else was entered of a hand: payments beside the win, what was asked of the whole hand, numbers and persons
    of the winners; players by the wind of their drawn seat, one letter each."""
    form = form_of(book)
    if form is None or not hand.play:
        return []
    winners = hand.play["winners"]
    lines = [line for one in winners for line in _of_winner(form, one, winds, named=len(winners) > 1)]
    lines += [
        line for field in form.hand for line in _field(field, hand.play["values"].get(field.key), winds)
    ]
    names = {kind.key: said(kind.label) for kind in form.payments}
    return lines + [
        _payment(names[one["kind"]], one, winds) for one in hand.play["payments"] if one["kind"] in names
    ]


def _of_winner(form: Form, one: Mapping[str, Any], winds: str, *, named: bool) -> Iterator[str]:
    # What each pays a winner stands in the accounts of the four.
    asked = [field for field in form.winner if isinstance(field, (Number, Person)) and field.key != FAN]
    for field in asked:
        for line in _field(field, one["values"].get(field.key), winds):
            yield f"{winds[one['seat']]} {line}" if named else line


def _field(field: Field, value: Any, winds: str) -> Iterator[str]:
    """What was entered in a field, unless that is what stands there anyway."""
    name = said(field.label)
    match field:
        case Number():
            if value not in (None, field.default):
                yield labelled(name, str(value))
        case Switch():
            if value is True:
                yield name
        case Choice():
            yield from (option_name(field, one) for one in field.options if one.key == value != field.default)
        case Person():
            if value is not None:
                yield labelled(name, winds[value])
        case Each():
            had = _had(value or (), winds)
            if had:
                yield labelled(name, had)


def _had(four: Sequence[int], winds: str) -> str:
    return " ".join(f"{winds[seat]} {number}" for seat, number in enumerate(four) if number)


def _payment(name: str, one: Mapping[str, Any], winds: str) -> str:
    times = one["count"]
    what = name if times == 1 else _("%(what)s × %(n)s") % {"what": name, "n": times}
    who = winds[one["seat"]]
    if one["giver"] is None:
        return labelled(what, who)
    return labelled(what, _("%(who)s from %(giver)s") % {"who": who, "giver": winds[one["giver"]]})
