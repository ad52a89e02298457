"""How the hands of a tournament went, on paper: outcomes, the distribution of fan, the highest hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.fan import BY_NAME
from tournament.queries.bars import fan_ranges, suited_ranges
from tournament.queries.hand_counts import CountedHand, FieldCounts, share
from tournament.queries.statistics import Person, Statistics

from .blocks import Block, Entry, entries, heading, table, text
from .book import ROOM, Edition, Part, part
from .glyphs import BOLD
from .ink import ACCENT, BAND, GREY, MIDDLE, Ink
from .results import NONE
from .tables import Cell, Column, Table
from .words import Words

Pair = tuple[str, str]
WORDS: dict[str, Pair] = {
    "title": ("统计", "Statistics"),
    "hands": ("盘数", "Hands played"),
    "discard": ("点和", "Won on a discard"),
    "self_draw": ("自摸", "Won by self-draw"),
    "drawn": ("荒牌", "Drawn hands"),
    "mean": ("平均番数", "Average fan of a win"),
    "mean_points": ("平均和牌得分", "Average points of a win"),
    "counted": (
        "计成绩已生效各桌打完的盘，不含罚分",
        "of the hands played to an end at tables whose results count; without penalties",
    ),
    "fans": ("番数分布", "Distribution of fan"),
    "points_won": ("和牌得分分布", "Distribution of points won"),
    "highest": ("最大番数", "Highest hands"),
    "highest_points": ("最高得分", "Highest wins"),
    "place": ("名次", "Place"),
    "fan": ("番", "Fan"),
    "points": ("得分", "Points"),
    "names": ("番种", "Fan by name"),
    "kind": ("牌型", "Kind of hand"),
    "kinds": ("各种牌型", "Kinds of hands"),
    "wins": ("和牌数", "Wins"),
    "share": ("占和牌", "Share of wins"),
    "winner": ("和牌者", "Winner"),
    "from": ("点炮者", "Discarder"),
    "where": ("局 · 桌 · 盘", "Session · table · hand"),
}
BAR = 15.0
SELF_DRAW: Pair = ("自摸", "self-draw")


def decimal(value: Fraction | None, digits: int = 1) -> str:
    """An exact fraction for a reader, rounded half away from zero, with a real minus; a dash where there is none."""
    if value is None:
        return NONE
    scale: int = 10**digits
    units = (2 * abs(value.numerator) * scale + value.denominator) // (2 * value.denominator)
    sign = "\N{MINUS SIGN}" if value < 0 and units else ""
    return f"{sign}{units // scale}.{units % scale:0{digits}d}"


def percent(part: Fraction | None) -> str:
    """A part of a whole as 18.8 %; a dash where there is none."""
    return NONE if part is None else f"{decimal(100 * part)} %"


def statistics_part(edition: Edition, read: Statistics, kinds: Mapping[str, Pair] | None = None) -> Part:
    """The chapter on the hands of a tournament that has hands; `kinds` are the names of those of house rules."""
    words, counts = edition.words, read.counts
    blocks = [entries(_outcomes(words, read), ROOM)]
    blocks.append(text(" / ".join(words.pick(WORDS["counted"])), ROOM, 7.5, colour=GREY))
    bars = fan_ranges(counts.fans) if kinds is None else suited_ranges(counts.fans)
    if bars:
        spread, highest = ("points_won", "highest_points") if read.in_points else ("fans", "highest")
        blocks += [heading(words.pick(WORDS[spread]), ROOM), _chart(bars, counts.winners)]
        blocks += [
            heading(words.pick(WORDS[highest]), ROOM),
            table(_highest(words, read, counts.highest, kinds), ROOM),
        ]
    if kinds and counts.kinds:
        blocks += [heading(words.pick(WORDS["kinds"]), ROOM), table(_kinds(words, counts, kinds), ROOM)]
    return part(edition, words.pick(WORDS["title"]), blocks)


def _outcomes(words: Words, read: Statistics) -> list[Entry]:
    counts = read.counts
    parts = {"discard": counts.discards, "self_draw": counts.self_draws, "drawn": counts.drawn}
    listed: list[Entry] = [(words.pick(WORDS["hands"]), (str(counts.hands),))]
    for key, number in parts.items():
        shown = f"{number}  ({percent(share(number, counts.hands))})"
        listed.append((words.pick(WORDS[key]), (shown,)))
    mean = words.pick(WORDS["mean_points" if read.in_points else "mean"])
    listed.append((mean, (decimal(share(counts.fan_won, counts.winners)),)))
    return listed


def _chart(bars: Sequence[tuple[str, int]], wins: int) -> Block:
    """A bar for each range of fan, with the number of hands at its end."""
    longest, start, end = max(hands for _name, hands in bars), 52.0, ROOM - 90

    def draw(ink: Ink, left: float, top: float, parts: range) -> None:
        for row, at in enumerate(parts):
            name, hands = bars[at]
            middle = top - (row + 0.5) * BAR
            base = middle - MIDDLE * 8.5
            long = (end - start) * hands / longest
            ink.fill((left + start, middle - 4.5), (end - start, 9), BAND)
            ink.fill((left + start, middle - 4.5), (long, 9), ACCENT)
            ink.text((left + start - 8, base), name, 8.5, align="right")
            ink.text((left + end + 8, base), f"{hands}  ({percent(share(hands, wins))})", 8.5)

    return Block((BAR,) * len(bars), draw, gap=4)


def _highest(
    words: Words,
    read: Statistics,
    ranked: Sequence[tuple[int, CountedHand]],
    kinds: Mapping[str, Pair] | None,
) -> Table:
    places = [place for place, _hand in ranked]
    told = [names(words, hand) if kinds is None else won_kind(words, hand, kinds) for _place, hand in ranked]
    named = any(told)
    rows = tuple(
        (
            Cell(f"{place}{'=' if places.count(place) > 1 else ''}"),
            Cell(str(hand.fan), BOLD),
            *([Cell(name)] if named else []),
            Cell(person(read.winner(hand))),
            Cell(discarder(words, read, hand)),
            Cell(where(hand)),
        )
        for (place, hand), name in zip(ranked, told, strict=True)
    )
    return Table(
        (
            Column(words.pick(WORDS["place"]), "center"),
            Column(words.pick(WORDS["points" if read.in_points else "fan"])),
            *(
                [Column(words.pick(WORDS["names" if kinds is None else "kind"]), "left", breaks=True)]
                if named
                else []
            ),
            Column(words.pick(WORDS["winner"]), "left", breaks=True),
            Column(words.pick(WORDS["from"]), "left", breaks=True),
            Column(words.pick(WORDS["where"]), "center"),
        ),
        rows,
    )


def _kinds(words: Words, counts: FieldCounts, kinds: Mapping[str, Pair]) -> Table:
    """How often each kind of hand was won, the most frequent first, else in the order of the rulebook."""
    had = sorted((key for key in kinds if key in counts.kinds), key=lambda key: -counts.kinds[key].hands)
    rows = tuple(
        (
            Cell(" ".join(dict.fromkeys(words.pick(kinds[key])))),
            Cell(str(counts.kinds[key].hands), BOLD),
            Cell(percent(share(counts.kinds[key].hands, counts.winners))),
        )
        for key in had
    )
    columns = (
        Column(words.pick(WORDS["kind"]), "left", breaks=True),
        Column(words.pick(WORDS["wins"])),
        Column(words.pick(WORDS["share"])),
    )
    return Table(columns, rows)


def won_kind(words: Words, hand: CountedHand, kinds: Mapping[str, Pair]) -> str:
    """What the winner of a hand had under house rules, in one language of the sheet."""
    keys = () if hand.winner is None else hand.kinds.get(hand.winner, ())
    return " · ".join(words.pick(kinds[key])[0] for key in keys if key in kinds)


def names(words: Words, hand: CountedHand) -> str:
    """The fan of a hand, the highest first, in one language of the sheet; nothing where they are not known."""
    ordered = sorted(hand.fans.items(), key=lambda one: -BY_NAME[one[0]].points)
    shown = [(words.pick((name, BY_NAME[name].en))[0], count) for name, count in ordered]
    return " · ".join(name + (f"×{count}" if count > 1 else "") for name, count in shown)


def person(who: Person | None) -> str:
    """Number and name; a dash for nobody, which is an empty chair."""
    return f"{who.number} {who.name}" if who else NONE


def discarder(words: Words, read: Statistics, hand: CountedHand) -> str:
    """From whom a hand was won, or that it was self-drawn."""
    return person(read.discarder(hand)) if hand.discarder is not None else words.pick(SELF_DRAW)[0]


def where(hand: CountedHand) -> str:
    """Session, table and hand: "2 · 5 · 7"."""
    return f"{hand.session} · {hand.table} · {hand.number}"
