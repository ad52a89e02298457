"""What an entry says, in the reader's language: from what was sent, whether or not it was ever stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from scoring.dealing import MOST_HANDS
from scoring.standard_points import TWELFTHS
from tournament.models import Hand, Penalty, Seat, Table
from tournament.wording import clauses, labelled

from .sentences import ACTS, describe_hand, describe_penalty, hand_figures, names_at, penalty_figures, person

Figures = Mapping[str, Any]
Names = Sequence[str]


def hand_there(table: Table, number: int) -> dict[str, Any] | None:
    """What the sheet holds as this hand, with who entered it; None where it was not played to an end."""
    hand = table.hands.filter(number=number, is_current=True).select_related("by").first()
    if hand is None or not hand.counts:
        return None
    return {
        "number": hand.number,
        "winner": hand.winner,
        "discarder": hand.discarder,
        "fan": hand.fan,
        "flowers": hand.flowers,
        "robbed_kong": hand.robbed_kong,
        "by": person(hand.by, table.session.tournament),
        "text": describe_hand(hand_figures(hand), names_at(table, hand.number)),
    }


def entry_figures(kind: str, body: Figures, named: Penalty | None = None) -> dict[str, Any]:
    """What the sentence of an entry needs: what was sent, of a withdrawal also the penalty that it names. No query."""
    figures = {**_json(body), "kind": kind}
    if kind == "penalty":
        # The kind of the entry and that of the penalty are two things.
        figures["penalty_kind"] = body["kind"]
    if kind == "withdrawal":
        figures["figures"] = penalty_figures(named) if named else None
    return figures


def figures_at(table: Table, kind: str, body: Figures) -> dict[str, Any]:
    """The same, with the penalty looked up at the table."""
    named = table.penalties.filter(pk=body["penalty"]).first() if kind == "withdrawal" else None
    return entry_figures(kind, body, named)


def hand_of(body: Figures) -> int:
    """The hand that an entry is about, by which its sentence names the players; the last one where there is none."""
    number = body.get("number") or body.get("hand_number")
    return number if isinstance(number, int) else MOST_HANDS


def describe_entry(table: Table, kind: str, body: Figures) -> str:
    """An entry in words, before it is stored, or where it never was."""
    return sentence_of(figures_at(table, kind, body), names_at(table, hand_of(body)))


def sentence_of(figures: Figures, names: Names) -> str:
    """The sentence for the figures of an entry. No query."""
    told = SENTENCES.get(figures["kind"])
    return told(figures, names) if told else str(ACTS.get(figures["kind"], figures["kind"]))


def _json(body: Figures) -> dict[str, Any]:
    """What was sent, with fractions as text."""
    return {name: str(value) if isinstance(value, Fraction) else value for name, value in body.items()}


def _name(names: Names, chair: Any) -> str:
    return names[chair] if isinstance(chair, int) and 0 <= chair < len(names) else "?"


def _hand(figures: Figures, names: Names) -> str:
    seats = [_name(names, chair) for chair in range(4)]
    if figures.get("play"):
        won = bool(figures["play"].get("winners"))
        outcome = Hand.Outcome.WIN if won else Hand.Outcome.DRAWN
        return describe_hand({**figures, "hand": figures["number"], "outcome": outcome}, seats)
    won = figures["winner"] is not None
    outcome = Hand.Outcome.WIN if won else Hand.Outcome.DRAWN
    in_range = all(figures[chair] in (None, 0, 1, 2, 3) for chair in ("winner", "discarder"))
    if not in_range:
        return _("hand %(hand)s") % {"hand": figures["number"]}
    return describe_hand({**figures, "hand": figures["number"], "outcome": outcome}, seats)


def _correction(figures: Figures, names: Names) -> str:
    return _("corrected: %(what)s") % {"what": _hand(figures, names)}


def _replay(figures: Figures, names: Names) -> str:
    return describe_hand({"hand": figures["number"], "outcome": Hand.Outcome.REPLAY}, names)


def _penalty(figures: Figures, names: Names) -> str:
    standard = figures["currency"] == Penalty.Currency.STANDARD
    amount = Fraction(figures["amount"]) * (TWELFTHS if standard else 1)
    known = figures["mode"] in Penalty.Mode.values
    stored = {
        "kind": figures["penalty_kind"],
        "currency": figures["currency"],
        "mode": figures["mode"] if known else Penalty.Mode.DEDUCT,
        "amount": int(amount),
        "dead_hand": figures["dead_hand"],
    }
    victim = "" if figures["victim"] is None else _name(names, figures["victim"])
    return describe_penalty(stored, _name(names, figures["seat"]), victim)


def _withdrawal(figures: Figures, names: Names) -> str:
    stored = figures.get("figures")
    if not stored:
        return _("a penalty or its withdrawal")
    victim = "" if stored["victim"] is None else _name(names, stored["victim"])
    what = describe_penalty(stored, _name(names, stored["seat"]), victim)
    return _("withdrawn: %(what)s") % {"what": what}


def _round(figures: Figures, names: Names) -> str:
    if figures["swapped"]:
        return _("the chairs of round %(round)s as they should be") % {"round": figures["round"]}
    return _("nobody changed chairs before round %(round)s") % {"round": figures["round"]}


def _dispute(figures: Figures, names: Names) -> str:
    if figures["hand"] is None:
        return _("the table in dispute: %(text)s") % {"text": figures["text"]}
    return _("hand %(hand)s in dispute: %(text)s") % {"hand": figures["hand"], "text": figures["text"]}


def _close(figures: Figures, names: Names) -> str:
    words = dict(Seat.Agreement.choices)
    said = [
        labelled(name, str(words[word]))
        for name, word in zip(names, figures["agreements"], strict=False)
        if word in words
    ]
    return _("the table closed (%(said)s)") % {"said": clauses(said)}


def _totals(figures: Figures, names: Names) -> str:
    if "totals" not in figures:
        return str(ACTS["totals"])
    four = clauses(
        labelled(name, str(total).replace("-", "−"))
        for name, total in zip(names, figures["totals"], strict=False)
    )
    return _("the totals of the paper sheet: %(totals)s") % {"totals": four}


SENTENCES: dict[str, Callable[[Figures, Names], str]] = {
    "hand": _hand,
    "correction": _correction,
    "replay": _replay,
    "penalty": _penalty,
    "withdrawal": _withdrawal,
    "round": _round,
    "dispute": _dispute,
    "close": _close,
    "totals": _totals,
}


def _kept(data: Figures, names: Names) -> str:
    return _("sent after the table was closed: %(what)s") % {"what": sentence_of(data["entry"], names)}


def _accepted(data: Figures, names: Names) -> str:
    return _("entered what was sent after the table was closed: %(what)s") % {
        "what": sentence_of(data["entry"], names)
    }


def _declined(data: Figures, names: Names) -> str:
    return _("declined what was sent after the table was closed: %(what)s") % {
        "what": sentence_of(data["entry"], names)
    }


def _superseded(data: Figures, names: Names) -> str:
    return _("found nothing left to do about what was sent late: %(what)s") % {
        "what": sentence_of(data["entry"], names)
    }


def _taken_back(data: Figures, names: Names) -> str:
    return _("took back what was sent after the table was closed: %(what)s") % {
        "what": sentence_of(data["entry"], names)
    }


ENTRY_SENTENCES: dict[str, Callable[[Figures, Names], str]] = {
    "late_kept": _kept,
    "late_accepted": _accepted,
    "late_declined": _declined,
    "late_superseded": _superseded,
    "late_taken_back": _taken_back,
}
