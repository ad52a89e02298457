"""Counting a hand: of all its readings the one with the highest points.

`evaluate` is the short way to a total. `explain` goes through the same readings and tells why.
"""

from __future__ import annotations

from typing import NamedTuple

from scoring.fan.hand import Hand
from scoring.fan.names import FLOWER
from scoring.fan.readings import readings
from scoring.fan.rules import Counted, Rules
from scoring.fan.tiles import NAMES
from scoring.refusal import Refusal


class Evaluation(NamedTuple):
    """What a hand counts. `total` includes the flowers; `below_minimum` says whether it falls short without them."""

    total: int
    flowers: int
    counted: Counted
    below_minimum: bool

    @property
    def fans(self) -> dict[str, int]:
        """How often each fan is counted, by its Chinese name, flowers included."""
        fans = dict(self.counted)
        if self.flowers:
            fans[FLOWER.zh] = self.flowers
        return fans


def evaluate(hand: Hand, rules: Rules) -> Evaluation:
    """The total of a hand under these rules; raises `Refusal` for a hand that cannot be or does not win."""
    best = -1
    counted: Counted = ()
    for reading in readings(hand, rules):
        points, fans = rules.score(reading[0])
        if points > best:
            best, counted = points, fans
    if best < 0:
        message = f"The hand does not win with {NAMES[hand.win]}."
        raise Refusal("not_a_winning_hand", message, tile=NAMES[hand.win])
    flowers = hand.flowers
    return Evaluation(best + flowers, flowers, counted, best < rules.minimum)
