"""What the tiles or the fan that a referee entered count: from who sits where, and by the rules of the tournament."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _

from scoring.fan import (
    BY_NAME,
    FLOWER,
    Evaluation,
    Explanation,
    Hand,
    Rules,
    add_up,
    evaluate,
    explain,
    hand_of,
    parse_codes,
    parse_tile,
    rules_of,
    text_of,
)
from scoring.fan.tiles import WINDS
from scoring.rulebook import Rulebook
from scoring.settlement import counts_fan
from tournament.fan_texts import fan_words, why
from tournament.models import Hand as RecordedHand
from tournament.models import Table
from tournament.refusals import Refused, refused_at

from .table_state import seating_at


@dataclass(frozen=True)
class Tiles:
    """The tiles of a winning hand in the notation of `scoring.fan`, and how it was won where the entry does not say.

    `hand` are the concealed tiles without the winning one, which is `win`. `last_of_kind` is 和绝张, `last_wall` the
    last tile of the wall, drawn or discarded, `replacement` 杠上开花.
    """

    hand: str
    melds: tuple[str, ...]
    win: str
    last_of_kind: bool = False
    last_wall: bool = False
    replacement: bool = False


HOWS = ("last_of_kind", "last_wall", "replacement")


def tiles_of(hand: RecordedHand) -> Tiles | None:
    """The tiles of a recorded hand as they are entered; None where there are none."""
    if not hand.tiles:
        return None
    flags = hand.tiles.get("flags", {})
    return Tiles(
        hand=hand.tiles["hand"],
        melds=tuple(hand.tiles["melds"]),
        win=hand.tiles["win"],
        last_of_kind=bool(flags.get("last_of_kind")),
        last_wall=bool(flags.get("last_wall")),
        # The other kong is a robbed one: the hand itself says so.
        replacement=bool(flags.get("kong") and flags.get("self_drawn")),
    )


def ticked_of(hand: RecordedHand) -> dict[str, int]:
    """The fan of a recorded hand as they are ticked, without flowers; none where its tiles say what they are."""
    return {} if hand.tiles else {name: count for name, count in hand.fans.items() if name != FLOWER.zh}


class Won(Protocol):
    """What is asked of the entry of a won hand (`actions.hands.HandEntry`)."""

    @property
    def number(self) -> int: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def discarder(self) -> int | None: ...
    @property
    def flowers(self) -> int: ...
    @property
    def robbed_kong(self) -> bool: ...
    @property
    def tiles(self) -> Tiles | None: ...
    @property
    def fans(self) -> Mapping[str, int]: ...


# Where on an entry stands what a refusal about a hand names (fan_texts.FIELDS).
_FIELDS = {
    "hand": "tiles.hand",
    "melds": "tiles.melds",
    "win": "tiles.win",
    "last_of_kind": "tiles.last_of_kind",
    "kong": "tiles.replacement",
}


def fan_rules(table: Table) -> Rules:
    """How fan are counted at a table. Refuses where the rulebook settles hands by other fan than those of Guobiao."""
    book: Rulebook = table.session.tournament.rulebook
    if not counts_fan(book):
        text = _("By the rules of this tournament tiles and fan are not counted. Enter the number only.")
        raise Refused("tiles_not_counted", text, field="tiles")
    return rules_of(book.fan, book.minimum)


def hand_at(table: Table, entry: Won, tiles: Tiles) -> Hand:
    """The hand that was won, with the winds that winner and round have at this table. Raises `Refused`."""
    seating = seating_at(table, table.session.tournament.rulebook, entry.number)
    with _about("tiles.hand"):
        parse_codes(tiles.hand)
    with _about("tiles.win"):
        parse_tile(tiles.win)
    flags: dict[str, Any] = {
        "self_drawn": entry.discarder is None,
        "last_of_kind": tiles.last_of_kind,
        "last_wall": tiles.last_wall,
        "kong": "replacement" if tiles.replacement else entry.robbed_kong,
        "seat": WINDS[seating.winds[entry.winner or 0]],
        "round": WINDS[seating.prevailing],
        "flowers": entry.flowers,
    }
    with _about("tiles.melds"):
        return hand_of(tiles.hand, [*tiles.melds], tiles.win, flags)


def evaluated(table: Table, entry: Won) -> tuple[Hand | None, Evaluation] | None:
    """What the tiles of an entry, or its ticked fan, count; None where it has neither. Raises `Refused`."""
    if entry.tiles is None and not entry.fans:
        return None
    rules = fan_rules(table)
    if entry.tiles is None:
        with _about("fans"):
            return None, add_up({FLOWER.zh: entry.flowers, **entry.fans}, rules)
    hand = hand_at(table, entry, entry.tiles)
    with _about("tiles.hand"):
        return hand, evaluate(hand, rules)


def told(table: Table, hand: Hand | None, found: Evaluation) -> dict[str, Any]:
    """A count for whoever entered the hand, ready for JSON: total, fan, what is not counted and why, the reading."""
    rules = fan_rules(table)
    answer: dict[str, Any] = {
        "total": found.total,
        "below_minimum": found.below_minimum,
        "minimum": rules.minimum,
        "fans": [_line(name, count, rules) for name, count in found.fans.items()],
        "not_counted": [],
        "reading": [],
    }
    return answer if hand is None else answer | _explained(explain(hand, rules), rules)


def _line(name: str, count: int, rules: Rules) -> dict[str, Any]:
    fan = BY_NAME[name]
    points = fan.points if fan is FLOWER else rules.points[fan.id]
    return {"name": name, "words": fan_words(name), "count": count, "points": points * count}


def _explained(found: Explanation, rules: Rules) -> dict[str, Any]:
    counted = [_line(line.fan.zh, line.count, rules) for line in found.best.counted]
    if found.flowers:
        counted.append(_line(FLOWER.zh, found.flowers, rules))
    return {
        "fans": counted,
        "not_counted": [
            {"name": left.fan.zh, "words": fan_words(left.fan.zh), "count": left.count, "why": why(left)}
            for left in found.best.not_counted
        ],
        "reading": [
            {
                "kind": group.kind,
                "tiles": text_of(group.tiles),
                "concealed": group.concealed,
                "wins": group.wins,
            }
            for group in found.best.groups
        ],
    }


def _about(place: str) -> AbstractContextManager[None]:
    """Refusals at this place of the entry, where the refusal knows no better one."""
    return refused_at(
        place,
        lambda refusal, field: "robbed_kong" if refusal.code in _OF_ROBBING else _FIELDS.get(field, field),
    )


_OF_ROBBING = ("robbing_self_drawn", "robbing_last_wall", "robbing_tile_in_hand")
