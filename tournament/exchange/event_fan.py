"""The tiles and the fan of a hand in an event file: they must be readable and sum up, and are never counted again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.recorded_fan import check_recorded, check_tiles
from scoring.refusal import Refusal
from tournament.refusals import from_scoring

from .reading import Reader

LONGEST_FAN_REASON = 200


def read_tiles(item: Reader) -> Mapping[str, Any]:
    """The tiles of a hand as the program writes them; {} where there are none, or none that can be read."""
    try:
        return check_tiles(item.values.get("tiles", {}))
    except Refusal as refusal:
        item.problem("tiles", from_scoring(refusal).message)
        return {}


def read_fans(item: Reader, fan: int, flowers: int) -> Mapping[str, int]:
    """The fan of a hand by name with their counts, which sum to its number; {} where there are none, or not so."""
    try:
        return check_recorded(item.values.get("fans", {}), fan, flowers)
    except Refusal as refusal:
        item.problem("fans", from_scoring(refusal).message)
        return {}
