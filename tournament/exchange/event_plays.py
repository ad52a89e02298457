"""Hands under house rules in an event file: checked against the form of its rulebook, at the deal that each had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.dealing import DEALS
from scoring.refusal import Refusal
from scoring.rulebook import Rulebook
from tournament.actions.house_hands import house_columns
from tournament.models import Hand, Seat, Table
from tournament.queries.deals import DealRow, last_hand, playing
from tournament.queries.plays import checked_play, known_play
from tournament.refusals import from_scoring

from .event_data import HandData
from .reading import Reader

PLAY_KEYS = ("play", "deal")
# Columns that a hand of the file has, too; the outcome follows from the winner.
_COLUMNS = ("winner", "discarder", "robbed_kong", "fan", "scores", "play", "deal")


@dataclass(frozen=True)
class _Told:
    """A hand as it stands in the file."""

    item: Reader
    number: int
    play: dict[str, Any]
    deal: int | None
    reason: str


def most_hands(book: Rulebook) -> int:
    """The highest number that a hand can have by a rulebook."""
    return last_hand(Table(), book)


def read_plays(
    items: Sequence[Reader], seats: Sequence[str | None], chairs: dict[str, list[int]], book: Rulebook
) -> list[HandData]:
    """The hands of a table in the order of the file, with all columns that follow from what was played.

    A hand without its deal has the one that follows from the hands before it.
    """
    told = [_told(item, book) for item in items]
    found = dict(_checked(sorted(told, key=lambda one: one.number), seats, chairs, book))
    return [found[one.item.place] for one in told]


def _told(item: Reader, book: Rulebook) -> _Told:
    play = item.values.get("play")
    if item.is_object and not isinstance(play, dict):
        item.problem("play", _("An object {…} is expected."))
    deal = None
    if item.values.get("deal") is not None:
        if book.dealing == "rotates":
            text = _("By the rules of this tournament the deal goes round: the dealer cannot be chosen.")
            item.problem("deal", text)
        else:
            deal = item.whole("deal", 0, DEALS - 1)
    number, reason = item.whole("n", 1, most_hands(book)), item.text("reason", "", 500)
    return _Told(item, number, play if isinstance(play, dict) else {}, deal, reason)


def _checked(
    told: Sequence[_Told], seats: Sequence[str | None], chairs: dict[str, list[int]], book: Rulebook
) -> Iterator[tuple[str, HandData]]:
    """The place of each hand with what it is; hands come in the order in which they were played."""
    table = Table(chairs=chairs)
    present = playing((Seat(chair=at, player_id=player and 1) for at, player in enumerate(seats)), book)
    row = DealRow(table, book, present)
    for one in told:
        how = row.at(one.number, one.deal)
        data, hand = HandData(one.number, reason=one.reason), Hand()
        try:
            if how.deal >= DEALS:
                one.item.problem("n", _("All four rounds were over before this hand."))
            else:
                play = checked_play(one.play, known_play(table, book, how, present), book)
                columns = house_columns(play, how.deal, book)
                data = HandData(one.number, reason=one.reason, **{name: columns[name] for name in _COLUMNS})
                hand = Hand(**columns)
        except Refusal as refusal:
            one.item.problem("play", from_scoring(refusal).message)
        row.ended(hand)
        yield one.item.place, data
