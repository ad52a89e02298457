"""Which tiles a hand waited for, formally: a tile may be exhausted and counts."""

from __future__ import annotations

from functools import partial
from typing import Final

from scoring.fan.decompositions import ODD_AT, REMEMBERED, TILES_AT, Concealed, are_sets, are_sets_and_pair
from scoring.fan.remember import Remembered
from scoring.fan.tiles import ALL, KINDS, SUIT, counts_of

Suits = tuple[Concealed, Concealed, Concealed, Concealed]

_COUNT: Final = 31
_COMPLETE: Final = 1 << KINDS


def _completing(suit: int, code: int) -> int:
    """The tiles that make these of one suit complete, as a mask, and above it whether they are complete already."""
    counts = counts_of(code)
    chows = suit < 3
    needs_pair = sum(counts) % 3 == 1
    mask = 0 if needs_pair else are_sets_and_pair(counts, chows) << KINDS
    # The ranks of a set add up to a multiple of three: where sets alone are to be made, a third of the tiles can do it.
    fits = -sum([rank * count for rank, count in enumerate(counts)]) % 3
    every = not chows or needs_pair
    for rank in range(0 if every else fits, 9 if chows else 7, 1 if every else 3):
        counts[rank] += 1
        if are_sets_and_pair(counts, chows) if needs_pair else are_sets(counts, chows):
            mask |= 1 << 9 * suit + rank
        counts[rank] -= 1
    return mask


_COMPLETING: Final = tuple(Remembered(partial(_completing, suit), REMEMBERED) for suit in range(4))


def waits(suits: Suits, before: int, win: int, seven_pairs: bool) -> int:
    """What a hand waited for that is sets and a pair with its winning tile, as a mask.

    `suits` are its concealed tiles with the winning one, `before` is the code of that suit without it.
    `seven_pairs`: there are no melds, so the hand may have waited for a seventh pair as well. Only a tile of the
    winning tile's suit can be missing, unless this suit has a pair of its own without it: then the suit that holds the
    pair may lack one as well.
    """
    suit = SUIT[win]
    found = _COMPLETING[suit][before]
    if found & _COMPLETE:
        for other, concealed in enumerate(suits):
            if other != suit and (concealed.shape >> TILES_AT & _COUNT) % 3 == 2:
                found |= _COMPLETING[other][concealed.code]
    return found & ALL | _seventh_pair(suits, win) if seven_pairs else found & ALL


def _seventh_pair(suits: Suits, win: int) -> int:
    """The other tile besides the winning one that there is an odd number of, where there is but one."""
    m, s, p, h = suits
    odd = m.shape + s.shape + p.shape + h.shape >> ODD_AT & _COUNT
    if odd != 2:
        return 0
    mask = 0
    for suit, concealed in enumerate(suits):
        for rank, count in enumerate(counts_of(concealed.code)):
            if count & 1:
                mask |= 1 << 9 * suit + rank
    return mask ^ 1 << win if mask >> win & 1 else 0
