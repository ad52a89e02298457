"""Why a hand counts what it counts: its sets, each fan with its points, and what is not counted because of what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from scoring.fan.combinations import (
    Combination,
    Selection,
    chow_combinations,
    mask_of_selection,
    outside_pungs,
    pung_combinations,
    select,
)
from scoring.fan.decompositions import groups_of
from scoring.fan.evaluate import Evaluation, evaluate
from scoring.fan.hand import Hand
from scoring.fan.names import BY_NAME, FANS, Fan
from scoring.fan.properties import CLOSED_WAIT, EDGE_WAIT, SINGLE_WAIT
from scoring.fan.readings import (
    PAIRS,
    SETS,
    STRAIGHT,
    Reading,
    codes_of_sets,
    concealed_suits,
    is_last_of_kind,
    readings,
    wait_fans,
    waiting_tiles,
)
from scoring.fan.rules import Rules
from scoring.fan.tiles import NAMES, text_of, tiles_in, tiles_of

# Why something is not counted, or is counted though nobody said so: sentences by their code, with named places.
WHY: Final[dict[str, str]] = {
    "excluded": "%(fan)s is not counted beside %(by)s.",
    "made_of_it": "The pung of %(tile)s is counted as %(by)s already.",
    "one_less": "%(by)s takes one %(fan)s away.",
    "joined": "The sets %(sets)s of %(fan)s are joined by %(by)s already.",
    "several_waits": "%(fan)s needs a hand that waits for one tile only; this one waited for %(tiles)s.",
    "one_wait": "Of edge, closed and single wait one is counted: %(by)s.",
    "wait_in_straight": (
        "Under this rulebook %(fan)s is not counted where the winning tile lies in the knitted straight."
    ),
    "last_shown": "The melds show the other three %(tile)s, so the winning tile is the last of its kind.",
}


@dataclass(frozen=True)
class Group:
    """A set, the pair, or whatever else a hand is made of.

    `kind` is "chow", "pung", "kong", "pair", "knitted_straight" or "single_tiles". `concealed` is what counts for
    fan: a pung that a discard completed is not. `wins` marks the group that the winning tile completed.
    """

    kind: str
    tiles: tuple[int, ...]
    concealed: bool
    wins: bool = False

    def __str__(self) -> str:
        return text_of(self.tiles)


@dataclass(frozen=True)
class Line:
    """A counted fan: so many copies of it at so many points each."""

    fan: Fan
    count: int
    points: int

    @property
    def total(self) -> int:
        """What all copies give together."""
        return self.count * self.points


@dataclass(frozen=True)
class NotCounted:
    """A fan that the hand shows and that does not count: because of `by`, or of the hand itself where that is empty.

    `why` is a code of `WHY`, `params` the values for its sentence, `str()` the sentence in plain English.
    """

    fan: Fan
    count: int
    by: tuple[Fan, ...]
    why: str
    params: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        names = {"fan": self.fan.zh, "by": ", ".join(fan.zh for fan in self.by)}
        return WHY[self.why] % (names | dict(self.params))


@dataclass(frozen=True)
class ExplainedReading:
    """One way to read the hand. `form` is one of those of `readings`; `points` are without flowers."""

    form: str
    groups: tuple[Group, ...]
    points: int
    counted: tuple[Line, ...]
    not_counted: tuple[NotCounted, ...]


@dataclass(frozen=True)
class Explanation:
    """`best` is what `evaluate` counts; `equally_good` are the other readings and lists that reach as much."""

    hand: Hand
    total: int
    flowers: int
    minimum: int
    below_minimum: bool
    best: ExplainedReading
    equally_good: tuple[ExplainedReading, ...]
    last_of_kind_shown: bool


@dataclass(frozen=True)
class _Variant:
    """A reading with one of its selections of chow fan and of its waits."""

    reading: Reading
    present: int
    chows: Selection
    pungs: Selection
    wait: int
    waiting: int


_NONE: Final = Selection((), ())
_WAITS: Final = (EDGE_WAIT, CLOSED_WAIT, SINGLE_WAIT)


def explain(hand: Hand, rules: Rules) -> Explanation:
    """Why the hand counts what it counts; raises `Refusal` like `evaluate`."""
    answer: Evaluation = evaluate(hand, rules)
    best: list[ExplainedReading] = []
    for reading in readings(hand, rules):
        for variant in _variants(hand, rules, reading):
            if rules.score(variant.present)[0] == answer.total - answer.flowers:
                explained = _explained(hand, rules, variant)
                if not any(_same(explained, other) for other in best):
                    best.append(explained)
    return Explanation(
        hand,
        answer.total,
        hand.flowers,
        rules.minimum,
        answer.below_minimum,
        best[0],
        tuple(best[1:]),
        last_of_kind_shown=is_last_of_kind(hand) and not hand.last_of_kind,
    )


def _same(one: ExplainedReading, other: ExplainedReading) -> bool:
    return one.counted == other.counted and [g.tiles for g in one.groups] == [g.tiles for g in other.groups]


def _variants(hand: Hand, rules: Rules, reading: Reading) -> Iterator[_Variant]:
    """The reading as it was counted first, then with what is as good."""
    if not reading.number:
        yield _Variant(reading, reading.present, _NONE, _NONE, 0, 0)
        return
    chows, pungs, pair = groups_of(reading.number)
    selections = select(len(chows), chow_combinations(chows, None if pungs else pair))
    of_pungs = select(len(pungs), pung_combinations(pungs, pair))[0]
    possible = wait_fans(reading.concealed, hand.win)
    suits = concealed_suits(codes_of_sets(hand, reading.straight))
    waiting = waiting_tiles(hand, rules, suits, reading.straight)
    waits = [wait for wait in _WAITS if possible & wait] if waiting == 1 << hand.win else []
    without = reading.present & ~(mask_of_selection(selections[0].counted) | (waits[0] if waits else 0))
    for selection in selections:
        for wait in waits or [0]:
            present = without | mask_of_selection(selection.counted) | wait
            yield _Variant(reading, present, selection, of_pungs, wait, waiting)


def _explained(hand: Hand, rules: Rules, variant: _Variant) -> ExplainedReading:
    points, counted = rules.score(variant.present)
    fans = [(BY_NAME[name], count) for name, count in counted]
    lines = [Line(fan, count, rules.points[fan.id]) for fan, count in fans]
    return ExplainedReading(
        variant.reading.form,
        _groups(hand, variant),
        points,
        tuple(sorted(lines, key=lambda line: -line.points)),
        tuple(_not_counted(hand, rules, variant)),
    )


# -------------------------------------------------------------------------------------------------- the groups


def _groups(hand: Hand, variant: _Variant) -> tuple[Group, ...]:
    kinds = {"chi": "chow", "pung": "pung", "kong": "kong", "ckong": "kong"}
    groups = [Group(kinds[meld.kind], meld.tiles, meld.kind == "ckong") for meld in hand.melds]
    tiles = sorted([*tiles_in(hand.codes), hand.win])
    form, concealed, straight = variant.reading.form, variant.reading.concealed, variant.reading.straight
    if form == PAIRS:
        pairs = [Group("pair", (tile, tile), True) for tile in tiles[::2]]
        return _with_winning(groups + pairs, hand.win, "pair")
    if straight:
        groups.append(Group("knitted_straight", tuple(tiles_of(straight)), True))
    if form not in (SETS, STRAIGHT):
        rest = tuple(tile for tile in tiles if not straight >> tile & 1)
        return _with_winning([*groups, Group("single_tiles", rest, True)], hand.win, "single_tiles")
    chows, pungs, pair = groups_of(concealed)
    in_chow = any(low <= hand.win <= low + 2 for low in chows)
    groups += [Group("chow", (low, low + 1, low + 2), True) for low in chows]
    for tile in pungs:
        exposed = tile == hand.win and not hand.self_drawn and not in_chow
        groups.append(Group("pung", (tile,) * 3, not exposed))
    if pair is not None:
        groups.append(Group("pair", (pair, pair), True))
    likely = "pair" if variant.wait == SINGLE_WAIT else "chow"
    return _with_winning(groups, hand.win, likely, variant.wait, len(hand.melds))


def _with_winning(
    groups: list[Group], win: int, likely: str, wait: int = 0, melds: int = 0
) -> tuple[Group, ...]:
    """The groups with the one marked that the winning tile completed: one of the likely kind if it can be."""

    def rank(at: int) -> tuple[bool, bool]:
        group = groups[at]
        middle = group.kind == "chow" and group.tiles[1] == win
        return group.kind != likely, middle != (wait == CLOSED_WAIT)

    holding = [
        at for at in range(melds, len(groups)) if win in groups[at].tiles and groups[at].kind != "kong"
    ]
    chosen = min(holding, key=rank)
    return tuple(
        Group(group.kind, group.tiles, group.concealed, wins=at == chosen) for at, group in enumerate(groups)
    )


# ------------------------------------------------------------------------------------------- what does not count


def _not_counted(hand: Hand, rules: Rules, variant: _Variant) -> Iterator[NotCounted]:
    for fan, count, by in rules.excluded(variant.present):
        yield NotCounted(fan, count, (by,), "one_less" if fan.zh in by.one_less else "excluded")
    if not variant.reading.number:
        return
    chows, pungs, pair = groups_of(variant.reading.number)
    yield from _joined(variant.chows, [(low, low + 1, low + 2) for low in chows], pair)
    yield from _joined(variant.pungs, [(tile,) * 3 for tile in pungs], pair)
    for tile, taken in outside_pungs(pungs, variant.pungs.counted, hand.seat, hand.prevailing):
        if taken:
            yield NotCounted(BY_NAME["幺九刻"], 1, (taken,), "made_of_it", {"tile": NAMES[tile]})
    yield from _waits_not_counted(hand, variant)


def _joined(selection: Selection, sets: list[tuple[int, ...]], pair: int | None) -> Iterator[NotCounted]:
    """What was left out because its sets are joined already; the same fan of equal sets once, with its count."""
    places = [*sets, (pair, pair)] if pair is not None else sets
    found: dict[tuple[str, tuple[Fan, ...], str], int] = {}
    for left in selection.left_out:
        tiles = " ".join(text_of(places[at]) for at in left.joined)
        key = (left.fan.zh, tuple(_joining(left, selection.counted)), tiles)
        found[key] = found.get(key, 0) + 1
    for (name, by, tiles), count in found.items():
        yield NotCounted(BY_NAME[name], count, by, "joined", {"sets": tiles})


def _joining(left: Combination, counted: tuple[Combination, ...]) -> list[Fan]:
    """The counted fan that connect two of the sets of this one: directly if there is one, else in a chain."""
    direct = [each.fan for each in counted if len({*each.joined} & {*left.joined}) > 1]
    touching = direct[:1] or [each.fan for each in counted]
    return list(dict.fromkeys(touching))


def _waits_not_counted(hand: Hand, variant: _Variant) -> Iterator[NotCounted]:
    possible = wait_fans(variant.reading.concealed, hand.win) & ~variant.wait
    for fan in FANS:
        if not fan.bit & possible:
            continue
        if variant.wait:
            by = next(each for each in FANS if each.bit == variant.wait)
            yield NotCounted(fan, 1, (by,), "one_wait")
        elif variant.waiting:
            tiles = ", ".join(NAMES[tile] for tile in tiles_of(variant.waiting))
            yield NotCounted(fan, 1, (), "several_waits", {"tiles": tiles})
        else:
            yield NotCounted(fan, 1, (), "wait_in_straight")
