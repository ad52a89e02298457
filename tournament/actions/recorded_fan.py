"""What is recorded of the tiles or the fan of a hand goes along with a correction that does not speak of them."""

from __future__ import annotations

from dataclasses import replace

from tournament.models import Hand, Table
from tournament.queries.counted_hands import evaluated, ticked_of, tiles_of
from tournament.refusals import Refused

from .fan_counting import LONGEST_REASON, same_win
from .hands import HandEntry


def with_recorded(hand: Hand, entry: HandEntry, why: str) -> HandEntry:
    """A correction with the tiles or ticked fan of the hand; `why` another number than they count is right, or "".

    How it was won may be another way now: then it was neither the last tile of the wall nor a replacement tile, where
    that cannot be any more.
    """
    tiles = tiles_of(hand)
    if tiles is not None:
        tiles = replace(
            tiles,
            last_wall=tiles.last_wall and not entry.robbed_kong,
            replacement=tiles.replacement and entry.discarder is None,
        )
    return replace(entry, tiles=tiles, fans=ticked_of(hand), fan_reason=why)


def from_paper(table: Table, hand: Hand, entry: HandEntry, reason: str) -> HandEntry:
    """A hand of a paper sheet, on which there are no tiles, in the place of one that has some.

    Where the same player won, they stay, and the reason of the sheet says why its number is right; they go where they
    cannot be true of the hand.
    """
    if entry.winner is None or entry.winner != hand.winner or same_win(hand, entry):
        return entry
    whole = with_recorded(hand, entry, reason.strip()[:LONGEST_REASON])
    try:
        return whole if evaluated(table, whole) else entry
    except Refused:
        return entry
