"""How the concealed tiles of one suit fall into sets and a pair, remembered by the counts of the suit.

Everything that counting needs of a decomposition is one number, so that the numbers of the four suits and of the melds
are simply added up (see `Groups`): how often each chow is there, which pungs, whether and which pair, and how many
groups hold a terminal or honour, a five, or only even tiles.
"""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from scoring.fan.remember import Remembered
from scoring.fan.tiles import (
    ALL,
    EAST,
    FIELD,
    FIELD_MASK,
    KINDS,
    TERMINALS_AND_HONOURS,
    counts_of,
    rank_of,
    suit_of,
    tiles_of,
)

# Suits that are remembered: about all that can be part of a winning hand.
REMEMBERED: Final = 1 << 15

# Where the parts of a number lie: 21 chows of three bits, 34 pungs of one, then counts.
CHOWS: Final = (1 << 63) - 1
PUNGS_AT: Final = 63
TRAITS_AT: Final = PUNGS_AT + KINDS
TRAITS: Final = 0b111_111_111
PAIRS_AT: Final = TRAITS_AT + 9
PAIR_AT: Final = PAIRS_AT + 3


def chow_bit(lowest: int) -> int:
    """One chow that starts with this tile."""
    return 1 << 3 * (7 * suit_of(lowest) + rank_of(lowest))


def _traits(tiles: tuple[int, ...]) -> int:
    outside = any(TERMINALS_AND_HONOURS >> tile & 1 for tile in tiles)
    numbers = tiles[0] < EAST
    five = numbers and any(rank_of(tile) == 4 for tile in tiles)
    even = numbers and all(rank_of(tile) % 2 for tile in tiles)
    return (outside | five << 3 | even << 6) << TRAITS_AT


CHOW: Final[dict[int, int]] = {
    low: chow_bit(low) + _traits((low, low + 1, low + 2)) for low in range(EAST) if rank_of(low) < 7
}
PUNG: Final = tuple((1 << PUNGS_AT + tile) + _traits((tile,)) for tile in range(KINDS))
PAIR: Final = tuple((1 << PAIRS_AT) + (tile << PAIR_AT) + _traits((tile,)) for tile in range(KINDS))
# The chows that hold a tile, those that it closes, and those that it completes at the edge.
HOLDING: Final = tuple(
    sum(7 * chow_bit(low) for low in CHOW if low <= tile <= low + 2) for tile in range(KINDS)
)
CLOSED: Final = tuple(7 * chow_bit(tile - 1) if tile - 1 in CHOW else 0 for tile in range(KINDS))
EDGE: Final = tuple(
    7 * chow_bit(tile - 2 if rank_of(tile) == 2 else tile) if tile < EAST and rank_of(tile) in (2, 6) else 0
    for tile in range(KINDS)
)
WAITED: Final = tuple(closed | edge for closed, edge in zip(CLOSED, EDGE, strict=True))


class Groups(NamedTuple):
    """A decomposition to read: the lowest tiles of its chows, its pungs and kongs, its pair."""

    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    pair: int | None


def groups_of(number: int) -> Groups:
    """What the number of a decomposition says."""
    chows = chows_of(number)
    pairs = number >> PAIRS_AT & 7
    pair = number >> PAIR_AT if pairs == 1 else None
    return Groups(chows, tuple(tiles_of(number >> PUNGS_AT & ALL)), pair)


def chows_of(number: int) -> tuple[int, ...]:
    """The lowest tiles of the chows, in order."""
    chows = number & CHOWS
    return tuple(low for low in CHOW for _ in range(chows // chow_bit(low) & 7)) if chows else ()


_ONE_EACH: Final = 1 | 1 << FIELD | 1 << 2 * FIELD


def _numbers(code: int, first: int, with_pair: bool) -> list[int]:
    """The decompositions of one suit, `first` being its lowest tile; the same one may come several times."""
    if not code:
        return [] if with_pair else [0]
    rank = ((code & -code).bit_length() - 1) // FIELD
    shift = FIELD * rank
    rest = code >> shift
    count = rest & FIELD_MASK
    found = []
    if count >= 3:
        pung = PUNG[first + rank]
        found += [number + pung for number in _numbers(code - (3 << shift), first, with_pair)]
    if with_pair and count >= 2:
        pair = PAIR[first + rank]
        found += [number + pair for number in _numbers(code - (2 << shift), first, with_pair=False)]
    if first < EAST and rank < 7 and rest >> FIELD & FIELD_MASK and rest >> 2 * FIELD & FIELD_MASK:
        chow = CHOW[first + rank]
        found += [number + chow for number in _numbers(code - (_ONE_EACH << shift), first, with_pair)]
    return found


def are_sets(counts: list[int], chows: bool) -> bool:
    """Whether the tiles of one suit are sets, by how many there are of each.

    Three equal chows are three pungs, so of each lowest tile what a pung leaves over must start chows.
    """
    first, second = 0, 0
    for count in counts:
        left = count - first
        if left < 0:
            return False
        start = left % 3
        if start and not chows:
            return False
        first, second = second + start, start
    return first == 0 and second == 0


def are_sets_and_pair(counts: list[int], chows: bool) -> bool:
    """Whether the tiles of one suit are sets and a pair. The ranks of a set add up to a multiple of three."""
    pair = 2 * sum([rank * count for rank, count in enumerate(counts)]) % 3
    for rank in range(pair, len(counts), 3) if chows else range(len(counts)):
        if counts[rank] >= 2:
            counts[rank] -= 2
            found = are_sets(counts, chows)
            counts[rank] += 2
            if found:
                return True
    return False


TILES_AT: Final = KINDS
ODD_AT: Final = TILES_AT + 5
COMPLETE_AT: Final = ODD_AT + 5
COMPLETE: Final = 4


class Concealed(NamedTuple):
    """The concealed tiles of one suit: their shape, and their decompositions, none where they are not complete.

    A shape says, from the lowest bits up and in numbers that are added up over the suits: the mask, how many tiles,
    how many kinds with an odd number of tiles, whether the suit is complete.
    """

    shape: int
    parts: tuple[int, ...]
    code: int


def _concealed(suit: int, code: int) -> Concealed:
    shape = tiles = 0
    for rank, count in enumerate(counts_of(code)):
        if count:
            shape += (1 << 9 * suit + rank) + ((count & 1) << ODD_AT)
            tiles += count
    left_over = tiles % 3
    parts = () if left_over == 1 else tuple(dict.fromkeys(_numbers(code, 9 * suit, left_over == 2)))
    return Concealed(shape + (tiles << TILES_AT) + (bool(parts) << COMPLETE_AT), parts, code)


# By suit and code.
CONCEALED: Final = tuple(Remembered(partial(_concealed, suit), REMEMBERED) for suit in range(4))
