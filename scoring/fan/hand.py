"""A winning hand as the evaluator takes it, and what is refused about one."""

from __future__ import annotations

from typing import Final, NamedTuple

from scoring.fan.decompositions import CHOW, PUNG
from scoring.fan.tiles import (
    EAST,
    FIELD,
    KINDS,
    NAMES,
    SUIT,
    UNIT,
    mask_of,
    rank_of,
    text_of,
    tiles_in,
)
from scoring.refusal import Refusal

MOST_FLOWERS: Final = 8
MOST_MELDS: Final = 4
MOST_OF_A_KIND: Final = 4
TILES_WITHOUT_WINNING: Final = 13


class Meld(NamedTuple):
    """A set laid out: `kind` is "chi", "pung", "kong" (exposed or added) or "ckong" (concealed)."""

    kind: str
    tiles: tuple[int, ...]
    suit: int
    code: int
    number: int
    mask: int
    exposed: int
    kong: int
    concealed_kong: int

    def __str__(self) -> str:
        return f"{self.kind}:{text_of(self.tiles)}"


def _meld(kind: str, tiles: tuple[int, ...]) -> Meld:
    suit = SUIT[tiles[0]]
    code = sum(UNIT[tile] for tile in tiles)
    number = CHOW[tiles[0]] if kind == "chi" else PUNG[tiles[0]]
    concealed = kind == "ckong"
    mask = mask_of(tiles)
    return Meld(
        kind, tiles, suit, code, number, mask, int(not concealed), int(len(tiles) == 4), int(concealed)
    )


# Every meld that there is, by kind and tiles.
MELDS: Final[dict[tuple[str, tuple[int, ...]], Meld]] = {
    (kind, tiles): _meld(kind, tiles)
    for kind, all_tiles in (
        ("chi", [(low, low + 1, low + 2) for low in CHOW]),
        ("pung", [(tile,) * 3 for tile in range(KINDS)]),
        ("kong", [(tile,) * 4 for tile in range(KINDS)]),
        ("ckong", [(tile,) * 4 for tile in range(KINDS)]),
    )
    for tiles in all_tiles
}
SIZES: Final = {"chi": 3, "pung": 3, "kong": 4, "ckong": 4}


class Hand(NamedTuple):
    """A winning hand: `codes` of the concealed tiles without the winning one, and how it was won.

    `last_of_kind` is 和绝张; `last_wall` 妙手回春 or, on a discard, 海底捞月; `kong` 杠上开花 or, on a discard, 抢杠和.
    Winds are 0 to 3 for east, south, west, north: `seat` 门风, `prevailing` 圈风. `notation.hand_of` makes one of text.
    """

    codes: tuple[int, int, int, int]
    melds: tuple[Meld, ...]
    win: int
    self_drawn: bool = False
    last_of_kind: bool = False
    last_wall: bool = False
    kong: bool = False
    seat: int = 0
    prevailing: int = 0
    flowers: int = 0


def meld_of(kind: str, tiles: tuple[int, ...], text: str) -> Meld:
    """The meld of these tiles; `text` is how it was written, for the refusal."""
    if kind not in SIZES:
        raise Refusal(
            "meld_unknown",
            f"{text} is no meld: a meld starts with chi:, pung:, kong: or ckong:.",
            meld=text,
        )
    ordered = tuple(sorted(tiles))
    found = MELDS.get((kind, ordered))
    if found:
        return found
    if len(ordered) != SIZES[kind]:
        message = f"{text} has {len(ordered)} tiles; it must have {SIZES[kind]}."
        raise Refusal("meld_wrong_size", message, meld=text, count=len(ordered), size=SIZES[kind])
    if kind != "chi":
        raise Refusal("meld_not_the_same", f"{text}: the tiles are not all the same.", meld=text)
    if any(tile >= EAST for tile in ordered):
        raise Refusal("chow_of_honours", f"{text}: honours make no chow.", meld=text)
    across = len({SUIT[tile] for tile in ordered}) == 1 and {0, 8} <= {rank_of(tile) for tile in ordered}
    if across:
        raise Refusal("chow_across_end", f"{text}: a chow does not run across the end of a suit.", meld=text)
    raise Refusal("not_a_chow", f"{text}: these tiles do not follow one another in one suit.", meld=text)


def concealed_count(codes: tuple[int, ...] | list[int]) -> int:
    """How many tiles these codes stand for."""
    return len(tiles_in(codes))


def copies_of(hand: Hand, tile: int, concealed_only: bool = False) -> int:
    """How many of a tile the hand holds without the winning tile."""
    shift = FIELD * rank_of(tile)
    held = hand.codes[SUIT[tile]] >> shift & 31
    return held if concealed_only else held + sum(meld.tiles.count(tile) for meld in hand.melds)


def refuse_tiles(hand: Hand) -> None:
    """Refuse a hand with a wrong number of tiles, too many melds or five of a kind, the winning tile included."""
    refuse_count(hand.codes, hand.melds)
    refuse_fifth(hand.codes, hand.melds, hand.win)


def refuse_count(codes: tuple[int, int, int, int], melds: tuple[Meld, ...]) -> None:
    """Refuse more than four melds, or melds and concealed tiles that are not 13 tiles together, a kong as three."""
    if len(melds) > MOST_MELDS:
        message = f"A hand has at most four melds, not {len(melds)}."
        raise Refusal("too_many_melds", message, count=len(melds))
    expected = TILES_WITHOUT_WINNING - 3 * len(melds)
    count = concealed_count(codes)
    if count != expected:
        raise Refusal(
            "wrong_number_of_tiles",
            f"{count} concealed tiles beside {len(melds)} melds; without the winning tile there must be {expected}.",
            count=count,
            melds=len(melds),
            expected=expected,
        )


def refuse_fifth(codes: tuple[int, int, int, int], melds: tuple[Meld, ...], win: int | None = None) -> None:
    """Refuse five of a kind, naming the tile."""
    held = [*tiles_in(codes), *(tile for meld in melds for tile in meld.tiles)]
    if win is not None:
        held.append(win)
    for tile in range(KINDS):
        count = held.count(tile)
        if count > MOST_OF_A_KIND:
            message = f"{NAMES[tile]} is there {count} times; there are only four of each tile."
            raise Refusal("more_than_four", message, tile=NAMES[tile], count=count)


def refuse_flags(hand: Hand) -> None:
    """Refuse a way of winning that cannot be with these tiles, naming the flag."""
    if not 0 <= hand.flowers <= MOST_FLOWERS:
        raise Refusal("flowers_out_of_range", "A hand has 0 to 8 flowers.", count=hand.flowers)
    tile = NAMES[hand.win]
    if hand.last_of_kind and copies_of(hand, hand.win, concealed_only=True):
        raise Refusal(
            "last_of_kind_in_hand",
            f"Last of its kind (和绝张) cannot be: another {tile} is concealed in the hand.",
            tile=tile,
        )
    if hand.kong and hand.self_drawn and not any(meld.kong for meld in hand.melds):
        raise Refusal(
            "replacement_without_kong", "A replacement tile (杠上开花) cannot be: the hand has no kong."
        )
    if hand.kong and not hand.self_drawn:
        if hand.last_wall:
            raise Refusal(
                "robbing_last_wall",
                "Robbing a kong (抢杠和) and the last tile of the wall (海底捞月) cannot be together.",
            )
        if copies_of(hand, hand.win):
            raise Refusal(
                "robbing_tile_in_hand",
                f"Robbing a kong (抢杠和) cannot be: the hand holds another {tile}, "
                "but the kong had all four of them.",
                tile=tile,
            )
