"""Which tiles a hand of sets and a pair, or of seven pairs, waits for, formally: a tile may be exhausted and counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.fan.decompositions import COMPLETE_AT, ODD_AT, REMEMBERED, SHAPES, TILES_AT, is_complete
from scoring.fan.tiles import FIELD, counts_of

_ODD: Final = 31
_TILES: Final = 31


class _Waits(dict[int, int]):
    """By the code of a suit that lacks one tile: the tiles that make it complete, as a mask."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self.suit = suit

    def __missing__(self, code: int) -> int:
        if len(self) >= REMEMBERED:
            self.clear()
        mask = 0
        for rank in range(9 if self.suit < 3 else 7):
            if is_complete(code + (1 << FIELD * rank), self.suit < 3):
                mask |= 1 << 9 * self.suit + rank
        self[code] = mask
        return mask


_WAITS: Final = tuple(_Waits(suit) for suit in range(4))


def waits(codes: Sequence[int], seven_pairs: bool) -> int:
    """The tiles that complete the concealed tiles with these codes, as a mask; `seven_pairs` where there are no melds.

    A complete suit holds sets alone or sets and the pair, so what is left over when its tiles are divided by three
    says what can be missing: with one left over a tile of that suit is missing; with two in two suits, a tile of
    either, while the other holds the pair.
    """
    found = _waits_of_sets(codes)
    if seven_pairs:
        found |= _pair_waits(codes)
    return found


def _waits_of_sets(codes: Sequence[int]) -> int:
    short, with_pair = [], []
    for suit, code in enumerate(codes):
        shape = SHAPES[suit][code]
        left_over = (shape >> TILES_AT & _TILES) % 3
        if left_over == 1:
            short.append(suit)
        elif left_over == 2:
            with_pair.append((suit, code, shape >> COMPLETE_AT & 1))
        elif not shape >> COMPLETE_AT & 1:
            return 0
    if len(short) == 1 and not with_pair:
        return _WAITS[short[0]][codes[short[0]]]
    found = 0
    if not short and len(with_pair) == 2:
        (one, code, complete), (other, other_code, other_complete) = with_pair
        if complete:
            found = _WAITS[other][other_code]
        if other_complete:
            found |= _WAITS[one][code]
    return found


def _pair_waits(codes: Sequence[int]) -> int:
    odd = sum(SHAPES[suit][code] >> ODD_AT & _ODD for suit, code in enumerate(codes))
    if odd != 1:
        return 0
    for suit, code in enumerate(codes):
        if SHAPES[suit][code] >> ODD_AT & _ODD:
            rank = next(rank for rank, count in enumerate(counts_of(code)) if count & 1)
            return 1 << 9 * suit + rank
    return 0
