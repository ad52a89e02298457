"""All hands that were recorded with tiles, counted anew: where the number is another one than was recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.fan import Rules, evaluate, hand_of, rules_of
from scoring.refusal import Refusal
from scoring.settlement import counts_fan
from tournament.models import Hand, Tournament
from tournament.refusals import from_scoring


@dataclass(frozen=True)
class Differing:
    """A hand whose number is not what its tiles count. `counted` None: its tiles are refused, `refused` says why.

    `reason` is what the referee gave when he recorded another number than was counted.
    """

    session: int
    table: int
    hand: Hand
    counted: int | None
    fans: Mapping[str, int]
    refused: str
    reason: str


@dataclass(frozen=True)
class Recount:
    """How many hands were counted, how many wins there are without tiles, and which of the counted ones differ."""

    counted: int
    without_tiles: int
    differing: tuple[Differing, ...]


def recount(tournament: Tournament, rules: Rules | None = None) -> Recount:
    """Count every won hand with tiles anew, by these rules or by those of the tournament; nothing is changed.

    Where the tournament settles hands by other fan than those of Guobiao there is nothing to count. One query.
    """
    book = tournament.rulebook
    if rules is None and not counts_fan(book):
        return Recount(0, 0, ())
    by = rules or rules_of(book.fan, book.minimum)
    won = Hand.objects.filter(
        table__session__tournament=tournament, is_current=True, outcome=Hand.Outcome.WIN
    ).select_related("table__session")
    counted, differing = 0, []
    hands = list(won.order_by("table__session__number", "table__number", "number"))
    for hand in hands:
        if hand.tiles:
            counted += 1
            found = _counted(hand, by)
            if found.counted != hand.fan:
                differing.append(found)
    return Recount(counted, len(hands) - counted, tuple(differing))


def _counted(hand: Hand, rules: Rules) -> Differing:
    total, fans, refused = None, {}, ""
    try:
        found = evaluate(hand_of(**hand.tiles), rules)
        total, fans = found.total, found.fans
    except Refusal as refusal:
        refused = from_scoring(refusal).message
    session = hand.table.session.number
    return Differing(session, hand.table.number, hand, total, fans, refused, hand.fan_reason)
