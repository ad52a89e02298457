"""Hands under house rules: from what the referee entered to what is stored, with who deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.utils.translation import gettext as _

from scoring.dealing import DEALS
from scoring.house.play import Play
from scoring.house.settlements import settle_play
from scoring.house.written import write
from scoring.rulebook import Rulebook
from tournament.models import Hand, Table
from tournament.queries.deals import Dealt, chairs_in, dealt, playing
from tournament.queries.plays import checked_play, has_house_rules, known_play, won_by
from tournament.refusals import Refused, refused_at

from .ledger import Ledger

# What a hand under house rules has beside the columns that all hands have.
FIELDS = ("play", "deal")
PLAY_COLUMNS = ("outcome", "winner", "discarder", "robbed_kong", "play")


class Entered(Protocol):
    """What is needed of an entry."""

    @property
    def number(self) -> int: ...
    @property
    def play(self) -> Mapping[str, Any]: ...
    @property
    def dealer(self) -> int | None: ...


def check_house_form(table: Table, entry: Entered) -> bool:
    """Whether the hand is one of house rules; then it is refused where no such hand can be."""
    book = table.session.tournament.rulebook
    if not has_house_rules(book):
        if entry.play or entry.dealer is not None:
            text = _("By the rules of this tournament a hand is entered by winner, discarder and fan.")
            raise Refused("not_house_rules", text, field="play")
        return False
    if any(getattr(entry, name) for name in ("fan", "flowers", "robbed_kong", "tiles", "fans")) or any(
        getattr(entry, name) is not None for name in ("winner", "discarder")
    ):
        text = _("By the rules of this tournament who won, and what, is entered on the form of a hand.")
        raise Refused("house_rules", text, field="play")
    if entry.dealer not in (None, *range(4)):
        raise Refused("no_such_seat", _("Choose one of the players at the table as dealer."), field="dealer")
    _play(entry, known_play(table, book, Dealt(0), range(4)), book)
    return True


def people_of(entry: Entered) -> tuple[list[int], list[int]]:
    """The drawn seats that won, and all that a checked entry names."""
    won = [one["seat"] for one in entry.play.get("winners", ())]
    paid = [seat for one in entry.play.get("payments", ()) for seat in (one["seat"], one.get("giver"))]
    named = [*won, entry.play.get("discarder"), entry.dealer, *paid]
    return won, [seat for seat in named if seat is not None]


def house_content(ledger: Ledger, entry: Entered) -> dict[str, Any]:
    """The columns of a hand that `check_house_form` let pass, at its place in the row of hands. Raises `Refused`."""
    book = ledger.table.session.tournament.rulebook
    present = playing(ledger.seats, book)
    how = _deal(ledger, entry, book, present)
    play = _play(entry, known_play(ledger.table, book, how, present), book)
    return house_columns(play, how.deal, book)


def house_columns(play: Play, deal: int, book: Rulebook) -> dict[str, Any]:
    """All columns that follow from a checked play, and from the deal that it had (`scoring.dealing`)."""
    hand = Hand(
        **play_columns(play),
        scores=list(settle_play(play, book)),
        deal=deal if book.dealing != "rotates" else None,
    )
    hand.fan = None if hand.winner is None else won_by(hand, hand.winner)
    return {name: getattr(hand, name) for name in (*PLAY_COLUMNS, "fan", "scores", "deal")}


def play_columns(play: Play) -> dict[str, Any]:
    """The columns that repeat what a play says, and the play itself."""
    won = bool(play.winners)
    return {
        "outcome": Hand.Outcome.WIN if won else Hand.Outcome.DRAWN,
        "winner": play.winners[0].seat if won else None,
        "discarder": play.discarder,
        "robbed_kong": won and play.way == "robbed_kong",
        "play": write(play),
    }


def house_holds(ledger: Ledger, hand: Hand, entry: Entered) -> bool:
    """Whether a hand on the sheet is what an entry says."""
    try:
        content = house_content(ledger, entry)
    except Refused:
        return False
    return hand.counts and all(getattr(hand, name) == content[name] for name in FIELDS)


def preview(ledger: Ledger, entry: Entered) -> list[int]:
    """The four hand scores of an entry as it would be recorded now. Raises `Refused`."""
    check_house_form(ledger.table, entry)
    scores: list[int] = house_content(ledger, entry)["scores"]
    return scores


def _deal(ledger: Ledger, entry: Entered, book: Rulebook, present: Sequence[int]) -> Dealt:
    """How the hand is dealt: by who dealt before, unless the referee says otherwise."""
    hands = dealt(ledger.table, book, ledger.current.values(), present)
    usual = hands[entry.number]
    if usual.deal >= DEALS:
        text = _("All %(n)s hands are recorded. Close the table.")
        raise Refused("all_played", text % {"n": entry.number - 1}, field="number")
    if entry.dealer is None:
        return usual
    round_ = usual.deal // 4
    deal = round_ * 4 + chairs_in(ledger.table, book, round_ + 1)[entry.dealer]
    if deal == usual.deal:
        return usual
    if book.dealing == "rotates":
        text = _("By the rules of this tournament the deal goes round: the dealer cannot be chosen.")
        raise Refused("dealer_fixed", text, field="dealer")
    return Dealt(deal, 0, usual.drawn)


def _play(entry: Entered, known: Play, book: Rulebook) -> Play:
    with refused_at("play"):
        return checked_play(entry.play, known, book)
