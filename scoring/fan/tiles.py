"""The 34 kinds of tiles as numbers, and the numbers that stand for several of them at once.

A tile is 0 to 8 for 1 to 9 of characters (m), 9 to 17 for bamboos (s), 18 to 26 for dots (p), 27 to 30 for the winds
east, south, west and north, 31 to 33 for the red, green and white dragon. A suit is 0 to 3, the last one being the
honours.

A *mask* is a number whose bit t is set where a hand holds tile t. The *code* of a suit says how many of each of its
tiles there are: five bits a tile, so that the codes of melds can be added to that of the concealed tiles without
overflow, however wrong the hand is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

SUITS = "msp"
HONOURS = "ESWNCFP"
WINDS = "ESWN"
NAMES: tuple[str, ...] = (*(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)), *HONOURS)
INDEX = {name: tile for tile, name in enumerate(NAMES)}
_DIGITS = "一二三四五六七八九"
NAMES_ZH: tuple[str, ...] = (
    *(f"{digit}{suit}" for suit in "万条饼" for digit in _DIGITS),
    *("东", "南", "西", "北", "中", "发", "白"),
)

KINDS = 34
EAST, RED = 27, 31
FIELD = 5
FIELD_MASK = (1 << FIELD) - 1
ALL = (1 << KINDS) - 1
NUMBERS = (1 << EAST) - 1
WIND_TILES = 0b1111 << EAST
DRAGON_TILES = 0b111 << RED


def mask_of(tiles: Iterable[int]) -> int:
    """The mask of some tiles."""
    mask = 0
    for tile in tiles:
        mask |= 1 << tile
    return mask


def tiles_of(mask: int) -> Iterator[int]:
    """The tiles of a mask, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def suit_of(tile: int) -> int:
    """The suit 0 to 3."""
    return tile // 9


def rank_of(tile: int) -> int:
    """0 to 8 in a suit of numbers, 0 to 6 among the honours."""
    return tile % 9


TERMINALS = mask_of(tile for tile in range(EAST) if rank_of(tile) in (0, 8))
TERMINALS_AND_HONOURS = TERMINALS | WIND_TILES | DRAGON_TILES
GREEN = mask_of(INDEX[name] for name in ("2s", "3s", "4s", "6s", "8s", "F"))
REVERSIBLE = mask_of(INDEX[f"{rank}p"] for rank in (1, 2, 3, 4, 5, 8, 9)) | mask_of(
    [*(INDEX[f"{rank}s"] for rank in (2, 4, 5, 6, 8, 9)), INDEX["P"]]
)
# The six ways in which 147, 258 and 369 lie in the three suits.
KNITTED: tuple[int, ...] = tuple(
    sum(0b1001001 << shift << (9 * suit) for suit, shift in enumerate(order))
    for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
)

# What a tile adds to the code of its suit.
UNIT: tuple[int, ...] = tuple(1 << (FIELD * rank_of(tile)) for tile in range(KINDS))
SUIT: tuple[int, ...] = tuple(suit_of(tile) for tile in range(KINDS))

# Codes in which each field is the same. Where a suit holds five or more of a kind, `code + ELEVEN_EACH & SIXTEEN_EACH`
# is not 0; without five of a kind, the bits of `code & FOUR_EACH` are the kinds with four.
FOUR_EACH, ELEVEN_EACH, SIXTEEN_EACH = (each * sum(UNIT[:9]) for each in (4, 11, 16))


def codes_of(tiles: Iterable[int]) -> tuple[int, int, int, int]:
    """The codes of the four suits."""
    codes = [0, 0, 0, 0]
    for tile in tiles:
        codes[SUIT[tile]] += UNIT[tile]
    return codes[0], codes[1], codes[2], codes[3]


def counts_of(code: int) -> list[int]:
    """How many of each of the nine tiles a code says there are."""
    return [code >> shift & FIELD_MASK for shift in range(0, 9 * FIELD, FIELD)]


def tiles_in(codes: Iterable[int]) -> list[int]:
    """The tiles that the codes of the four suits stand for, in order."""
    return [
        9 * suit + rank
        for suit, code in enumerate(codes)
        for rank, count in enumerate(counts_of(code))
        for _ in range(count)
    ]


def text_of(tiles: Iterable[int]) -> str:
    """Tiles in the notation of the field, sorted: "123m55pEE"."""
    text = ""
    by_suit: list[list[int]] = [[], [], [], []]
    for tile in sorted(tiles):
        by_suit[SUIT[tile]].append(tile)
    for suit in range(3):
        if by_suit[suit]:
            text += "".join(str(rank_of(tile) + 1) for tile in by_suit[suit]) + SUITS[suit]
    return text + "".join(NAMES[tile] for tile in by_suit[3])
