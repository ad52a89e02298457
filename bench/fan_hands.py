"""Random winning hands of all shapes, each from its number alone: what `bench/fan.py` counts.

A hand is the four parts of the notation: concealed tiles, melds, winning tile, flags.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

Parts = tuple[str, list[str], str, dict[str, Any]]
SUITS, HONOURS = "msp", "ESWNCFP"
TILES = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)] + list(HONOURS)
TERMINALS = [f"{rank}{suit}" for suit in SUITS for rank in (1, 9)]
GREEN = ["2s", "3s", "4s", "6s", "8s", "F"]
REVERSIBLE = [f"{rank}p" for rank in "1234589"] + [f"{rank}s" for rank in "245689"] + ["P"]


def written(tiles: list[str]) -> str:
    """Tiles in the notation."""
    text = ""
    for suit in SUITS:
        ranks = sorted(tile[0] for tile in tiles if tile.endswith(suit))
        text += "".join(ranks) + suit if ranks else ""
    return text + "".join(sorted((tile for tile in tiles if len(tile) == 1), key=HONOURS.index))


def chow(rank: int, suit: str) -> list[str]:
    """Three tiles from this rank on."""
    return [f"{rank + step}{suit}" for step in range(3)]


def _pool(rng: random.Random) -> list[str]:
    """The tiles that a hand is made of: mostly all, often few, so that dear hands come up too."""
    suit = rng.choice(SUITS)
    one = [tile for tile in TILES if tile.endswith(suit)]
    two = [tile for tile in TILES if not tile.endswith(suit)]
    low = rng.randint(1, 5)
    pools = [
        (30, TILES),
        (10, two),
        (8, one),
        (8, one + list(HONOURS)),
        (6, [tile for tile in TILES if len(tile) > 1]),
        (6, [tile for tile in TILES if len(tile) > 1 and low <= int(tile[0]) <= low + 4]),
        (4, [tile for tile in TILES if len(tile) > 1 and low <= int(tile[0]) <= low + 2]),
        (4, TERMINALS + list(HONOURS)),
        (2, TERMINALS),
        (3, list(HONOURS)),
        (3, GREEN),
        (3, REVERSIBLE),
        (3, [tile for tile in TILES if len(tile) > 1 and tile[0] in "2468"]),
    ]
    return rng.choices([pool for _, pool in pools], [weight for weight, _ in pools])[0]


def _sets(rng: random.Random, count: int) -> tuple[list[list[str]], str] | None:
    pool = _pool(rng)
    lows = [
        tile
        for tile in pool
        if len(tile) > 1 and tile[0] < "8" and set(chow(int(tile[0]), tile[1])) <= set(pool)
    ]
    chows = rng.choice((0.2, 0.5, 0.8, 1.0)) if lows else 0
    sets: list[list[str]] = []
    for _ in range(count):
        if rng.random() < chows:
            if sets and sets[-1][0] != sets[-1][1] and rng.random() < 0.4:
                # Near the last one, so that relations come up.
                rank, suit = int(sets[-1][0][0]) + rng.choice((0, 0, 1, 2, 3, -1, 6)), rng.choice(SUITS)
                low = f"{rank}{suit}"
                sets.append(chow(rank, suit) if low in lows else chow(int(lows[0][0]), lows[0][1]))
            else:
                low = rng.choice(lows)
                sets.append(chow(int(low[0]), low[1]))
        else:
            sets.append([rng.choice(pool)] * 3)
    pair = rng.choice(pool)
    held = Counter(tile for each in sets for tile in each)
    held[pair] += 2
    return (
        (sets, pair)
        if max(held.values()) <= 4 and all(len(t) == 1 or t[0] in "123456789" for t in held)
        else None
    )


def _twin_dragons(rng: random.Random) -> tuple[list[list[str]], str]:
    """123 and 789 twice, in two suits or in one, with a pair of fives."""
    one, other, third = rng.sample(SUITS, 3)
    if rng.random() < 0.4:
        one = other = third
    sets = [chow(rank, suit) for suit in (one, other) for rank in (1, 7)]
    rng.shuffle(sets)
    return sets, f"5{third}"


def _hand_of_sets(rng: random.Random) -> Parts | None:
    straight: list[str] = []
    if rng.random() < 0.06:
        order = rng.sample(SUITS, 3)
        straight = [f"{rank + at}{suit}" for at, suit in enumerate(order, 1) for rank in (0, 3, 6)]
    dragons = not straight and rng.random() < 0.008
    made = _twin_dragons(rng) if dragons else _sets(rng, 1 if straight else 4)
    if made is None:
        return None
    sets, pair = made
    laid = rng.choice((0, 0, 1, 1, 2, 3, 4)) if not straight else rng.choice((0, 1))
    kongs = rng.choice((0.0, 0.15, 0.8))
    melds, concealed = [], [*straight, pair, pair]
    for at, each in enumerate(sets):
        if at >= laid:
            concealed += each
        elif each[0] != each[1]:
            melds.append(("chi", each))
        elif rng.random() < kongs:
            melds.append((rng.choice(("kong", "ckong")), [*each, each[0]]))
        else:
            melds.append(("pung", each))
    rng.shuffle(melds)
    return _won(rng, concealed, melds)


def _single_tiles(rng: random.Random) -> list[str]:
    kind = rng.random()
    if kind < 0.15:
        return [*TERMINALS, *HONOURS, rng.choice([*TERMINALS, *HONOURS])]
    if kind < 0.6:
        order = rng.sample(SUITS, 3)
        numbers = [f"{rank + at}{suit}" for at, suit in enumerate(order, 1) for rank in (0, 3, 6)]
        honours = rng.choice((5, 6, 7))
        return rng.sample(numbers, 14 - honours) + rng.sample(HONOURS, honours)
    suit = rng.choice(SUITS)
    if kind < 0.8:
        nine = [f"{rank}{suit}" for rank in "1112345678999"]
        return [*nine, rng.choice(nine)]
    low = rng.randint(1, 3)
    return [f"{low + step}{suit}" for step in range(7)] * 2


def _won(rng: random.Random, concealed: list[str], melds: list[tuple[str, list[str]]]) -> Parts | None:
    """The hand won with one of its concealed tiles, with flags that can be."""
    win = rng.choice(concealed)
    concealed.remove(win)
    in_melds = [tile for _, tiles in melds for tile in tiles]
    held = Counter([*concealed, *in_melds, win])
    if max(held.values()) > 4:
        return None
    drawn = rng.random() < 0.5
    last = win not in concealed and (rng.random() < 0.1 or in_melds.count(win) == 3)
    wall = rng.random() < 0.06
    can = any("kong" in kind for kind, _ in melds) if drawn else held[win] == 1 and not wall
    kong = can and rng.random() < 0.12
    flags = {
        "self_drawn": drawn,
        "last_of_kind": last,
        "last_wall": wall,
        "kong": kong,
        "seat": rng.choice("ESWN"),
        "round": rng.choice("ESWN"),
        "flowers": rng.choice((0, 0, 0, 0, 1, 2, 3, 8)),
    }
    return written(concealed), [f"{kind}:{written(tiles)}" for kind, tiles in melds], win, flags


def hand(number: int, seed: str = "fan") -> Parts:
    """The hand of this number; the same number and seed give the same hand."""
    rng = random.Random(f"{seed} {number}")
    while True:
        kind = rng.random()
        if kind < 0.05:
            made = _won(rng, [tile for tile in rng.choices(_pool(rng), k=7) for _ in range(2)], [])
        elif kind < 0.08:
            made = _won(rng, _single_tiles(rng), [])
        else:
            made = _hand_of_sets(rng)
        if made is not None:
            return made


def hands(count: int, seed: str = "fan") -> Iterator[Parts]:
    """The first so many hands of a seed."""
    return (hand(number, seed) for number in range(count))
