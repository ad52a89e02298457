"""What a hand that is ready waits for, and what it would count with each tile and each way to win."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from scoring.fan.evaluate import evaluate
from scoring.fan.hand import MOST_OF_A_KIND, Hand, copies_of, refuse_count, refuse_fifth
from scoring.fan.readings import is_last_of_kind, readings
from scoring.fan.rules import Rules
from scoring.fan.tiles import KINDS
from scoring.refusal import Refusal


class Way(NamedTuple):
    """One way to win with a tile, with the flags of `Hand`, and what it counts, flowers included."""

    self_drawn: bool
    last_of_kind: bool
    last_wall: bool
    kong: bool
    total: int
    below_minimum: bool


class WinningTile(NamedTuple):
    """A tile that completes the hand. Where the hand holds all four itself, it is `exhausted` and there is no way."""

    tile: int
    exhausted: bool
    ways: tuple[Way, ...]


def winning_tiles(hand: Hand, rules: Rules) -> list[WinningTile]:
    """Every tile that completes the 13 tiles of `hand`; its `win` and flags do not matter, its winds and flowers do.

    Empty for a hand that is not ready. Raises `Refusal` for a wrong number of tiles or five of a kind.
    """
    refuse_count(hand.codes, hand.melds)
    refuse_fifth(hand.codes, hand.melds)
    plain = hand._replace(self_drawn=False, last_of_kind=False, last_wall=False, kong=False)
    found = []
    for tile in range(KINDS):
        won = plain._replace(win=tile)
        if readings(won, rules, formally=True):
            exhausted = copies_of(won, tile) >= MOST_OF_A_KIND
            found.append(WinningTile(tile, exhausted, () if exhausted else _ways(won, rules)))
    return found


def _ways(won: Hand, rules: Rules) -> tuple[Way, ...]:
    """Each way that can be, the plain discard first; a tile that the melds show to be the last is only that."""
    ways = []
    for kong, last_wall, last, self_drawn in product((False, True), repeat=4):
        if not last and is_last_of_kind(won):
            continue
        hand = won._replace(self_drawn=self_drawn, last_of_kind=last, last_wall=last_wall, kong=kong)
        try:
            answer = evaluate(hand, rules)
        except Refusal:
            continue  # this way to win cannot be
        ways.append(Way(self_drawn, last, last_wall, kong, answer.total, answer.below_minimum))
    return tuple(ways)
