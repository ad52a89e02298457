"""What PyMahjongGB says of a hand. It is no part of the program and stands in an environment of its own."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fan_hands import Parts

SUIT = {"m": "W", "s": "T", "p": "B"}
HONOUR = dict(zip("ESWNCFP", ("F1", "F2", "F3", "F4", "J1", "J2", "J3"), strict=True))
KIND = {"chi": "CHI", "pung": "PENG", "kong": "GANG", "ckong": "GANG"}

Call = tuple[tuple[tuple[str, str, int], ...], tuple[str, ...], str, int, bool, bool, bool, bool, int, int]


def tiles(text: str) -> list[str]:
    """The tiles of a text in the notation, as the engine names them."""
    found, digits = [], ""
    for letter in text:
        if letter in SUIT:
            found += [SUIT[letter] + digit for digit in digits]
            digits = ""
        elif letter.isdigit():
            digits += letter
        else:
            found.append(HONOUR[letter])
    return found


def call(parts: Parts) -> Call:
    """What the engine is called with; of a chow it wants the middle tile, and who gave it."""
    hand, melds, win, flags = parts
    packs = []
    for meld in melds:
        kind, _, text = meld.partition(":")
        packs.append((KIND[kind], tiles(text)[1], 0 if kind == "ckong" else 1))
    return (
        tuple(packs),
        tuple(tiles(hand)),
        tiles(win)[0],
        flags["flowers"],
        flags["self_drawn"],
        flags["last_of_kind"],
        flags["kong"],
        flags["last_wall"],
        "ESWN".index(flags["seat"]),
        "ESWN".index(flags["round"]),
    )


def fans(engine_call: Call) -> dict[str, int]:
    """The fan that the engine counts, with their points."""
    engine = importlib.import_module("MahjongGB")
    return {name: points for points, name in engine.MahjongFanCalculator(*engine_call)}


def total(engine_call: Call) -> int:
    """The total that the engine counts."""
    return sum(fans(engine_call).values())
