"""Every reading of a hand, each with all fan that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from scoring.fan.combinations import chow_fans, pung_fans
from scoring.fan.decompositions import (
    CHOWS,
    CLOSED,
    COMPLETE,
    COMPLETE_AT,
    CONCEALED,
    EDGE,
    HOLDING,
    ODD_AT,
    PAIR_AT,
    PAIRS_AT,
    PUNGS_AT,
    TILES_AT,
    TRAITS,
    TRAITS_AT,
    WAITED,
)
from scoring.fan.hand import MOST_FLOWERS, Hand, Meld, refuse_flags, refuse_tiles
from scoring.fan.properties import (
    ALL_CHOWS,
    CLOSED_WAIT,
    EDGE_WAIT,
    FOURS,
    GREATER_KNITTED,
    KNITTED_STRAIGHT,
    LESSER_KNITTED,
    NINE_GATES,
    OF_GROUPS,
    OF_KONGS_AND_PUNGS,
    OF_WINNING,
    SEVEN_PAIRS,
    SHIFTED_PAIRS,
    SINGLE_WAIT,
    THIRTEEN_ORPHANS,
    of_all_tiles,
)
from scoring.fan.rules import Rules
from scoring.fan.tiles import (
    ALL,
    EAST,
    ELEVEN_EACH,
    FIELD,
    FIELD_MASK,
    FOUR_EACH,
    KINDS,
    KNITTED,
    NUMBERS,
    SIXTEEN_EACH,
    SUIT,
    TERMINALS_AND_HONOURS,
    UNIT,
    codes_of,
    rank_of,
    tiles_of,
)
from scoring.fan.waits import Suits, waits

# How a hand is built.
SETS: Final = "sets_and_pair"
PAIRS: Final = "seven_pairs"
STRAIGHT: Final = "knitted_straight"
APART: Final = "honours_and_knitted"
ORPHANS: Final = "thirteen_orphans"

_SHIFT: Final = tuple(FIELD * rank_of(tile) for tile in range(KINDS))
_NINE_GATES_BEFORE: Final = codes_of((0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8))[0]
_SEVEN_IN_A_ROW: Final = frozenset(0b1111111 << low for low in range(EAST) if rank_of(low) < 3)
_KNITTED_CODES: Final = {mask: codes_of(tiles_of(mask)) for mask in KNITTED}


class Laid(NamedTuple):
    """What the melds of a hand amount to: their decomposition, codes, and how many are what."""

    number: int = 0
    exposed: int = 0
    kongs: int = 0
    concealed_kongs: int = 0
    mask: int = 0
    codes: tuple[int, int, int, int] = (0, 0, 0, 0)


class Reading(NamedTuple):
    """One way to read a hand: all fan that it shows, before anything excludes anything, and its sets.

    `concealed` and `number` are decompositions (see `decompositions`) without and with the melds, 0 where the hand
    is no sets and pair; `straight` is the knitted straight as a mask of tiles.
    """

    present: int
    form: str
    concealed: int = 0
    number: int = 0
    straight: int = 0


_NOTHING_LAID: Final = Laid()


def readings(hand: Hand, rules: Rules, formally: bool = False) -> list[Reading]:
    """Every reading of a hand, none where it does not win; raises `Refusal` where it cannot be.

    `formally` looks away from what cannot be, such as a fifth tile of a kind.
    """
    before, melds, win, self_drawn, last, last_wall, kong, _, _, flowers = hand
    codes = list(before)
    codes[SUIT[win]] += UNIT[win]
    suits = concealed_suits(codes)
    shape = suits[0].shape + suits[1].shape + suits[2].shape + suits[3].shape
    mask = shape & ALL
    laid = _NOTHING_LAID
    m, s, p, h = codes
    if melds:
        laid = _laid(melds)
        mask |= laid.mask
        more = laid.codes
        m, s, p, h = m + more[0], s + more[1], p + more[2], h + more[3]
        last = last or is_last_of_kind(hand, laid)
    if not formally:
        fives = m + ELEVEN_EACH | s + ELEVEN_EACH | p + ELEVEN_EACH | h + ELEVEN_EACH
        if fives & SIXTEEN_EACH or shape >> TILES_AT & 31 != 14 - 3 * len(melds):
            refuse_tiles(hand)
        if kong or last or not 0 <= flowers <= MOST_FLOWERS:
            refuse_flags(hand)
    common = OF_WINNING[self_drawn + 2 * last + 4 * last_wall + 8 * kong + 16 * laid.exposed] | of_all_tiles(
        mask
    )
    if (m | s | p | h) & FOUR_EACH:
        fours = (m & FOUR_EACH).bit_count() + (s & FOUR_EACH).bit_count()
        fours += (p & FOUR_EACH).bit_count() + (h & FOUR_EACH).bit_count()
        common |= FOURS[fours - laid.kongs]
    found = []
    if shape >> COMPLETE_AT & 7 == COMPLETE:
        found = _of_sets(hand, rules, laid, suits, common)
    if not melds:
        if not shape >> ODD_AT & 31:
            found.append(Reading(common | (SHIFTED_PAIRS if mask in _SEVEN_IN_A_ROW else SEVEN_PAIRS), PAIRS))
        elif mask.bit_count() >= 13 and not found:
            found = _of_single_tiles(mask, common)
    return found if found or len(melds) > 1 else _of_straight(hand, rules, laid, shape & ALL, common)


def concealed_suits(codes: Sequence[int]) -> Suits:
    """What is known of the concealed tiles of each suit."""
    m, s, p, h = codes
    return CONCEALED[0][m], CONCEALED[1][s], CONCEALED[2][p], CONCEALED[3][h]


def _laid(melds: tuple[Meld, ...]) -> Laid:
    number = exposed = kongs = concealed_kongs = mask = 0
    codes = [0, 0, 0, 0]
    for _, _, suit, code, groups, kinds, is_exposed, is_kong, is_concealed_kong in melds:
        codes[suit] += code
        number += groups
        mask |= kinds
        exposed += is_exposed
        kongs += is_kong
        concealed_kongs += is_concealed_kong
    return Laid(number, exposed, kongs, concealed_kongs, mask, (codes[0], codes[1], codes[2], codes[3]))


def is_last_of_kind(hand: Hand, laid: Laid | None = None) -> bool:
    """Whether the winning tile is the last one: by the flag, or because the melds show the other three."""
    if hand.last_of_kind or not hand.melds:
        return hand.last_of_kind
    laid = laid or _laid(hand.melds)
    return laid.codes[SUIT[hand.win]] >> _SHIFT[hand.win] & FIELD_MASK == 3


def _of_sets(
    hand: Hand, rules: Rules, laid: Laid, suits: Suits, common: int, straight: int = 0
) -> list[Reading]:
    """The readings of the concealed tiles as sets and a pair, beside a knitted straight if there is one."""
    found: list[Reading] = []
    waiting = -1
    win = hand.win
    places = WAITED[win]
    form = STRAIGHT if straight else SETS
    for a in suits[0].parts:
        for b in suits[1].parts:
            for c in suits[2].parts:
                for d in suits[3].parts:
                    concealed = a + b + c + d
                    if concealed >> PAIRS_AT & 7 != 1:
                        return found
                    present = common | _of_groups(hand, laid, concealed)
                    if concealed & places or concealed >> PAIR_AT == win:
                        if waiting < 0:
                            waiting = waiting_tiles(hand, rules, suits, straight)
                        if waiting == 1 << win:
                            wait = wait_fans(concealed, win)
                            present |= wait & -wait
                    found.append(Reading(present, form, concealed, concealed + laid.number, straight))
    return found


def _of_groups(hand: Hand, laid: Laid, concealed: int) -> int:
    number = concealed + laid.number
    pungs = number >> PUNGS_AT & ALL
    pair = number >> PAIR_AT
    chows = number & CHOWS
    found = OF_GROUPS[number >> TRAITS_AT & TRAITS]
    if pungs:
        found |= pung_fans(pungs, pair, hand.seat, hand.prevailing)
        hidden = laid.concealed_kongs
        found |= OF_KONGS_AND_PUNGS[laid.kongs - hidden][hidden][hidden + concealed_pungs(hand, concealed)]
    elif pair < EAST:
        found |= ALL_CHOWS
    if hand.codes[SUIT[hand.win]] == _NINE_GATES_BEFORE:
        found |= NINE_GATES
    return found | chow_fans(chows, -1 if pungs else pair) if chows else found


def concealed_pungs(hand: Hand, concealed: int) -> int:
    """How many pungs are concealed: a discard completes an exposed one unless it can be read into a concealed chow."""
    pungs = concealed >> PUNGS_AT & ALL
    count = pungs.bit_count()
    if not hand.self_drawn and pungs >> hand.win & 1 and not concealed & HOLDING[hand.win]:
        return count - 1
    return count


def wait_fans(concealed: int, win: int) -> int:
    """The fan of waiting that the place of the winning tile allows; what the hand waited for decides about them."""
    found = EDGE_WAIT if concealed & EDGE[win] else 0
    if concealed & CLOSED[win]:
        found |= CLOSED_WAIT
    return found | SINGLE_WAIT if concealed >> PAIR_AT == win else found


def waiting_tiles(hand: Hand, rules: Rules, suits: Suits, straight: int) -> int:
    """The tiles that the hand waited for, as a mask; none where the rulebook gives no wait for the winning one.

    `suits` are the tiles that are sets and the pair, the winning one included.
    """
    if straight and not rules.knitted_body_wait and straight >> hand.win & 1:
        return 0
    before = hand.codes[SUIT[hand.win]]
    if straight:
        before -= _KNITTED_CODES[straight][SUIT[hand.win]]
    return waits(suits, before, hand.win, seven_pairs=not hand.melds and not straight)


def codes_of_sets(hand: Hand, straight: int) -> list[int]:
    """The codes of the concealed tiles, the winning one included, that are sets and the pair."""
    codes = list(hand.codes)
    codes[SUIT[hand.win]] += UNIT[hand.win]
    if straight:
        return [code - gone for code, gone in zip(codes, _KNITTED_CODES[straight], strict=True)]
    return codes


def _of_single_tiles(mask: int, common: int) -> list[Reading]:
    """Thirteen orphans, or honours and knitted tiles that belong to nothing."""
    if mask == TERMINALS_AND_HONOURS:
        return [Reading(common | THIRTEEN_ORPHANS, ORPHANS)]
    numbers = mask & NUMBERS
    if mask.bit_count() != 14 or not any(numbers & straight == numbers for straight in KNITTED):
        return []
    if numbers.bit_count() == 9:
        return [Reading(common | LESSER_KNITTED | KNITTED_STRAIGHT, APART, straight=numbers)]
    return [Reading(common | (GREATER_KNITTED if numbers.bit_count() == 7 else LESSER_KNITTED), APART)]


def _of_straight(hand: Hand, rules: Rules, laid: Laid, mask: int, common: int) -> list[Reading]:
    """A knitted straight beside a set and a pair; `mask` is that of the concealed tiles."""
    for straight in KNITTED:
        if mask & straight == straight:
            suits = concealed_suits(codes_of_sets(hand, straight))
            if all(suit.parts for suit in suits):
                return _of_sets(hand, rules, laid, suits, common | KNITTED_STRAIGHT, straight)
    return []
