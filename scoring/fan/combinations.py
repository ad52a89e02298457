"""Fan that join several sets, and which of them are counted: 不拆移, 不得相同 and 套算一次 in one rule.

Sets that a counted fan joins are connected from then on, directly or through others. A further fan is counted only
where no two of the sets it joins are connected already. Of all such selections the one with the highest points counts.
Chows and pungs never join each other, so they are two separate problems, each remembered by its sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from operator import itemgetter
from typing import Final, NamedTuple

from scoring.fan.decompositions import CHOWS, chows_of
from scoring.fan.names import BY_NAME, Fan, bits, copies
from scoring.fan.remember import Remembered
from scoring.fan.tiles import (
    DRAGON_TILES,
    EAST,
    NUMBERS,
    RED,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    WIND_TILES,
    rank_of,
    suit_of,
    tiles_of,
)

REMEMBERED: Final = 1 << 15


_SUIT_OF_CHOWS: Final = (1 << 21) - 1
_SUIT_OF_PUNGS: Final = (1 << 9) - 1
# Where the rest of a key stands behind the sets.
_PAIR_AT, _SEAT_AT, _PREVAILING_AT = 63, 8, 10
_FIVES: Final = frozenset((4, 13, 22))
ALL_PUNGS: Final = bits("碰碰和")
OUTSIDE: Final = tuple(copies("幺九刻", count) for count in range(5))


class Combination(NamedTuple):
    """A fan and the positions of the sets that it joins; the pair stands behind the last set."""

    fan: Fan
    joined: tuple[int, ...]


class Selection(NamedTuple):
    """What is counted of some combinations, and what is not because its sets are joined already."""

    counted: tuple[Combination, ...]
    left_out: tuple[Combination, ...]


# ------------------------------------------------------------------------------------------------ what joins


def _suits_and_ranks(tiles: tuple[int, ...]) -> tuple[int, list[int]]:
    return len({suit_of(tile) for tile in tiles}), sorted(rank_of(tile) for tile in tiles)


def _evenly(ranks: list[int]) -> int | None:
    """The step between sorted ranks, None where it differs."""
    steps = {after - before for before, after in pairwise(ranks)}
    return steps.pop() if len(steps) == 1 else None


@lru_cache(maxsize=REMEMBERED)
def _chow_fan(chows: tuple[int, ...]) -> str | None:
    suits, ranks = _suits_and_ranks(chows)
    step = _evenly(ranks)
    if len(chows) == 2:
        if suits == 2:
            return "喜相逢" if step == 0 else None
        return {0: "一般高", 3: "连六", 6: "老少副"}.get(step if step is not None else -1)
    if len(chows) == 3 and suits == 3:
        return {0: "三色三同顺", 1: "三色三步高", 3: "花龙"}.get(step if step is not None else -1)
    if suits > 1 or step is None:
        return None
    if len(chows) == 3:
        return {0: "一色三同顺", 1: "一色三步高", 2: "一色三步高", 3: "清龙"}.get(step)
    return {0: "一色四同顺", 1: "一色四步高", 2: "一色四步高"}.get(step)


@lru_cache(maxsize=REMEMBERED)
def _pung_fan(pungs: tuple[int, ...]) -> str | None:
    if all(tile >= EAST for tile in pungs):
        if all(tile < RED for tile in pungs):
            return {3: "三风刻", 4: "大四喜"}.get(len(pungs))
        return {2: "双箭刻", 3: "大三元"}.get(len(pungs)) if min(pungs) >= RED else None
    if max(pungs) >= EAST:
        return None
    suits, ranks = _suits_and_ranks(pungs)
    step = _evenly(ranks)
    if len(pungs) == 2:
        return "双同刻" if step == 0 else None
    if suits == 3 and len(pungs) == 3:
        return {0: "三同刻", 1: "三色三节高"}.get(step if step is not None else -1)
    if suits == 1 and step == 1:
        return {3: "一色三节高", 4: "一色四节高"}.get(len(pungs))
    return None


def _twin_dragons(chows: tuple[int, ...], pair: int) -> str | None:
    """Two terminal chows twice, with the fives as the pair."""
    if len(chows) != 4 or sorted(rank_of(low) for low in chows) != [0, 0, 6, 6] or rank_of(pair) != 4:
        return None
    suits = sorted({suit_of(low) for low in chows})
    if suits == [suit_of(pair)] and len(set(chows)) == 2:
        return "一色双龙会"
    return "三色双龙会" if len(set(chows)) == 4 and suit_of(pair) not in suits and len(suits) == 2 else None


# For each number of sets: the positions of four, three or two of them, and what picks those out.
_SOME: Final = tuple(
    [
        (positions, itemgetter(*positions))
        for size in (4, 3, 2)
        for positions in combinations(range(count), size)
    ]
    for count in range(5)
)


def _among(sets: tuple[int, ...], fan_of: Callable[[tuple[int, ...]], str | None]) -> Iterator[Combination]:
    for positions, picked in _SOME[len(sets)]:
        name = fan_of(picked(sets))
        if name:
            yield Combination(BY_NAME[name], positions)


def chow_combinations(chows: tuple[int, ...], pair: int | None) -> list[Combination]:
    """All fan that join these chows, known by their lowest tiles; `pair` where it is a five."""
    found = list(_among(chows, _chow_fan))
    name = _twin_dragons(chows, pair) if pair is not None and pair < EAST else None
    return [Combination(BY_NAME[name], (0, 1, 2, 3, 4)), *found] if name else found


def pung_combinations(pungs: tuple[int, ...], pair: int | None) -> list[Combination]:
    """All fan that join these pungs and kongs, or some of them and the pair."""
    found = list(_among(pungs, _pung_fan))
    if pair is None or pair < EAST:
        return found
    kind, least, name = (DRAGON_TILES, 2, "小三元") if pair >= RED else (WIND_TILES, 3, "小四喜")
    held = tuple(at for at, tile in enumerate(pungs) if kind >> tile & 1)
    return [Combination(BY_NAME[name], (*held, len(pungs))), *found] if len(held) == least else found


# ---------------------------------------------------------------------------------------------- what counts


def _selections(sets: int, found: list[Combination]) -> list[tuple[Combination, ...]]:
    """Every selection that the rule allows."""
    # Each with the group of connected sets that each set belongs to.
    allowed: list[tuple[tuple[Combination, ...], tuple[int, ...]]] = [((), tuple(range(sets + 1)))]
    for combination in found:
        for chosen, groups in allowed[:]:
            met = [groups[place] for place in combination.joined]
            if len(set(met)) == len(met):
                joined = tuple([met[0] if group in met else group for group in groups])
                allowed.append(((*chosen, combination), joined))
    return [chosen for chosen, _ in allowed]


def _points(chosen: tuple[Combination, ...]) -> int:
    return sum([each.fan.points for each in chosen])


def _preference(chosen: tuple[Combination, ...]) -> tuple[int, list[int]]:
    """Among equal points: no set twice in the same fan (不得相同), then the higher fan."""
    places = [(each.fan.id, place) for each in chosen for place in each.joined]
    return len(places) - len(set(places)), _ids(chosen)


def _ids(chosen: tuple[Combination, ...]) -> list[int]:
    return sorted([each.fan.id for each in chosen])


def select(sets: int, found: list[Combination]) -> list[Selection]:
    """The best selections of combinations of so many sets, one for each list of fan; the first is the one to take."""
    if len(found) < 2:
        return [Selection(tuple(found), ())]
    allowed = list(_selections(sets, found))
    most = max(map(_points, allowed))
    best = sorted(
        [(_preference(chosen), chosen) for chosen in allowed if _points(chosen) == most], key=itemgetter(0)
    )
    repeats = best[0][0][0]
    different = {tuple(ids): chosen for (repeated, ids), chosen in reversed(best) if repeated == repeats}
    return [
        Selection(chosen, tuple(each for each in found if each not in chosen))
        for chosen in reversed(different.values())
    ]


def mask_of_selection(chosen: tuple[Combination, ...]) -> int:
    """The counted fan as a number."""
    mask = 0
    for each in chosen:
        # One copy more: the next bit of the fan's field.
        mask |= (mask << 1 | each.fan.bit) & each.fan.field
    return mask


# ------------------------------------------------------------------------------------------ pungs by themselves


def pungs_alone(tile: int, seat: int, prevailing: int) -> list[Fan]:
    """The fan of a single pung of this tile, apart from 幺九刻; winds as 0 to 3."""
    if tile >= RED:
        return [BY_NAME["箭刻"]]
    names = [name for name, wind in (("圈风刻", prevailing), ("门风刻", seat)) if tile == EAST + wind]
    return [BY_NAME[name] for name in names]


def outside_pungs(
    pungs: tuple[int, ...], chosen: tuple[Combination, ...], seat: int, prevailing: int
) -> list[tuple[int, Fan | None]]:
    """Each pung of terminals or honours with the fan made of it that takes its 幺九刻 away, None where it counts."""
    result = []
    for at, tile in enumerate(pungs):
        if TERMINALS_AND_HONOURS >> tile & 1:
            made_of_it = [each.fan for each in chosen if at in each.joined]
            made_of_it += pungs_alone(tile, seat, prevailing)
            taking = [fan for fan in made_of_it if "幺九刻" in fan.in_own_sets]
            result.append((tile, taking[0] if taking else None))
    return result


# --------------------------------------------------------------------------------------------- remembered masks


def _chow_fans(key: int) -> int:
    chows, pair = key & CHOWS, (key >> _PAIR_AT) - 1
    if pair < 0:
        # Which suit is which does not matter.
        return _chows_of_any_suits(
            *sorted((chows & _SUIT_OF_CHOWS, chows >> 21 & _SUIT_OF_CHOWS, chows >> 42))
        )
    lows = chows_of(chows)
    return mask_of_selection(select(len(lows), chow_combinations(lows, pair))[0].counted)


@lru_cache(maxsize=REMEMBERED)
def _chows_of_any_suits(one: int, two: int, three: int) -> int:
    lows = chows_of(one | two << 21 | three << 42)
    return mask_of_selection(select(len(lows), chow_combinations(lows, None))[0].counted)


def _number_pung_fans(mask: int) -> int:
    return _pungs_of_any_suits(*sorted((mask & _SUIT_OF_PUNGS, mask >> 9 & _SUIT_OF_PUNGS, mask >> 18)))


@lru_cache(maxsize=REMEMBERED)
def _pungs_of_any_suits(one: int, two: int, three: int) -> int:
    pungs = tuple(tiles_of(one | two << 9 | three << 18))
    return mask_of_selection(select(len(pungs), pung_combinations(pungs, None))[0].counted)


def _honour_pung_fans(key: int) -> tuple[int, int]:
    pungs = tuple(tiles_of((key & 127) << EAST))
    chosen = select(len(pungs), pung_combinations(pungs, key >> _PAIR_AT))[0].counted
    seat, prevailing = key >> _SEAT_AT & 3, key >> _PREVAILING_AT & 3
    found = mask_of_selection(chosen)
    for tile in pungs:
        for fan in pungs_alone(tile, seat, prevailing):
            found |= fan.bit
    return found, sum(taken is None for _, taken in outside_pungs(pungs, chosen, seat, prevailing))


_CHOW_FANS: Final = Remembered(_chow_fans, REMEMBERED)
_NUMBER_PUNG_FANS: Final = Remembered(_number_pung_fans, REMEMBERED)
_HONOUR_PUNG_FANS: Final = Remembered(_honour_pung_fans, REMEMBERED)


def chow_fans(chows: int, pair: int) -> int:
    """What the chows of a decomposition give by their relations; the pair matters where it is of fives."""
    return _CHOW_FANS[chows | pair + 1 << _PAIR_AT if pair in _FIVES else chows]


def pung_fans(pungs: int, pair: int, seat: int, prevailing: int) -> int:
    """What the pungs and kongs of a mask give; those of numbers and of honours have nothing to do with each other."""
    numbers = pungs & NUMBERS
    outside = (pungs & TERMINALS).bit_count()
    found = ALL_PUNGS if pungs.bit_count() == 4 else 0
    if numbers & numbers - 1:
        found |= _NUMBER_PUNG_FANS[numbers]
    if pungs != numbers:
        key = pungs >> EAST
        if pungs & WIND_TILES:
            key |= seat << _SEAT_AT | prevailing << _PREVAILING_AT
        of_honours, left = _HONOUR_PUNG_FANS[key | pair << _PAIR_AT if pair >= EAST else key]
        found |= of_honours
        outside += left
    return found | OUTSIDE[outside]
