"""Tiles and fan as they were recorded beside a hand: what can be read, and what each fan gave then.

A recorded hand is never counted again. So these checks look at names, counts and the sum, and not at what excludes
what; and they take each of the points that a rulebook may give, since the rulebook can have changed meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, Final

from scoring.fan.hand import refuse_tiles
from scoring.fan.names import BY_NAME, FLOWER
from scoring.fan.notation import hand_of, write
from scoring.refusal import Refusal, is_whole, shown

# Fan whose points the rulebook decides (RULES.md §11).
_OPEN: Final[Mapping[str, tuple[int, ...]]] = {"双暗杠": (6, 8), "明暗杠": (5, 6)}


def points_of(fans: Mapping[str, int], total: int) -> dict[str, int]:
    """What one copy of each recorded fan gave, so that all of them give `total`; refuses fan that never do."""
    choices = [_OPEN.get(name, (BY_NAME[name].points,)) for name in fans]
    for points in product(*choices):
        if sum(one * count for one, count in zip(points, fans.values(), strict=True)) == total:
            return dict(zip(fans, points, strict=True))
    first = sum(choice[0] * count for choice, count in zip(choices, fans.values(), strict=True))
    raise Refusal("fan_do_not_sum", f"These fan are {first} together, not {total}.", sum=first, fan=total)


def check_recorded(fans: object, total: int, flowers: int) -> dict[str, int]:
    """Fan as a file holds them beside a hand of `total` fan with so many flowers; refuses what cannot be recorded."""
    if not isinstance(fans, Mapping):
        raise Refusal("fan_not_a_table", f"Fan are a table of names and counts, not {shown(fans)}.")
    for name, count in fans.items():
        fan = BY_NAME.get(name) if isinstance(name, str) else None
        if fan is None:
            raise Refusal("no_such_fan", f"{shown(name)} is not a fan.", fan=shown(name))
        if not is_whole(count) or not 1 <= count <= fan.copies:
            message = f"{fan.zh} can be counted 1 to {fan.copies} times, not {shown(count)}."
            raise Refusal("fan_count", message, fan=fan.zh, most=fan.copies, count=shown(count))
    if fans and fans.get(FLOWER.zh, 0) != flowers:
        counted = fans.get(FLOWER.zh, 0)
        message = f"{counted} flowers among the fan, but the hand has {flowers}."
        raise Refusal("fan_flowers_differ", message, count=counted, flowers=flowers)
    if fans:
        points_of(fans, total)
    return dict(fans)


def check_tiles(tiles: object) -> dict[str, Any]:
    """Tiles as a file holds them, as `scoring.fan.write` gives them; {} is none. Refuses what is no hand."""
    if not isinstance(tiles, Mapping) or (tiles and set(tiles) != {"hand", "melds", "win", "flags"}):
        raise Refusal("tiles_not_a_hand", "Tiles are an object of hand, melds, win and flags.")
    if not tiles:
        return {}
    hand = hand_of(tiles["hand"], tiles["melds"], tiles["win"], tiles["flags"])
    refuse_tiles(hand)
    return write(hand)
