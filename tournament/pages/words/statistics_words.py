"""Statistics as they are shown: percentages with their counts, averages, bars, and hands with who won them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.fan import BY_NAME
from tournament.fan_texts import fan_words
from tournament.queries.hand_counts import CountedHand, FieldCounts, Tally, share
from tournament.queries.statistics import Person, Statistics
from tournament.templatetags.quesai import MINUS

# So many players are named beside a fan.
MOST_NAMED = 3
# The lowest fan of each bar; the last one is open. Narrow where most hands are.
BARS = (0, 8, 10, 12, 16, 24, 32, 48, 64, 88)


@dataclass(frozen=True)
class Figure:
    """One figure with its name, what it was counted from, and the same of the field ("" where there is none)."""

    name: str
    value: str
    counted: str
    field: str = ""


@dataclass(frozen=True)
class ShownHand:
    """A hand that was won: `place` among the highest (None: not ranked), by whom, and from whom (None: self-draw)."""

    place: int | None
    shared: bool
    hand: CountedHand
    winner: Person | None
    discarder: Person | None


@dataclass(frozen=True)
class Bar:
    """One bar of a distribution: `length` in hundredths of the longest."""

    name: str
    count: int
    percent: str
    length: int


@dataclass(frozen=True)
class WindRow:
    """What was played at one chair or seat wind 0–3; `field`: hands won and points a hand of all players there."""

    wind: int
    tally: Tally
    percent: str
    per_hand: str
    field: tuple[str, str] | None = None


@dataclass(frozen=True)
class FanRow:
    """One fan: the hands that have it, its share of those whose fan are known, and who had it most often.

    `field`: the share among the hands of everybody, "" where the row itself is that. `more`: how many others had it.
    """

    name: str
    points: int
    hands: int
    percent: str
    times: int
    most: tuple[tuple[Person, int], ...] = ()
    more: int = 0
    field: str = ""


def decimal(value: Fraction | None, digits: int = 1, *, signed: bool = False) -> str:
    """An exact fraction for a reader, rounded half away from zero; a dash where there is none."""
    if value is None:
        return "–"
    scale: int = 10**digits
    units = (2 * abs(value.numerator) * scale + value.denominator) // (2 * value.denominator)
    text = f"{units // scale}.{units % scale:0{digits}d}"
    if value < 0 and units:
        return MINUS + text
    return f"+{text}" if signed and units else text


def percent(part: Fraction | None) -> str:
    """A part of a whole as 18.8 %; a dash where there is none."""
    return "–" if part is None else f"{decimal(100 * part)} %"


def rates(own: Tally, field: Tally) -> list[Figure]:
    """A player's rates and averages beside those of the field."""
    return [
        Figure(
            _("Hands won"),
            percent(own.win_rate),
            _of_hands(own.wins, own.hands),
            percent(field.win_rate),
        ),
        Figure(
            _("Self-draws among the wins"),
            percent(own.self_draw_rate),
            _of_wins(own.self_draws, own.wins),
            percent(field.self_draw_rate),
        ),
        Figure(
            _("Dealt in"),
            percent(own.deal_in_rate),
            _of_hands(own.deal_ins, own.hands),
            percent(field.deal_in_rate),
        ),
        Figure(
            _("Average fan won"),
            decimal(own.mean_fan_won),
            _fan_in(own.fan_won, own.wins),
            decimal(field.mean_fan_won),
        ),
        Figure(
            _("Average fan dealt in"),
            decimal(own.mean_fan_dealt),
            _fan_in(own.fan_dealt, own.deal_ins),
            decimal(field.mean_fan_dealt),
        ),
    ]


def outcomes(counts: FieldCounts) -> list[Figure]:
    """How the hands of a tournament ended."""
    return [
        Figure(
            _("Won on a discard"),
            percent(share(counts.discards, counts.hands)),
            _of_hands(counts.discards, counts.hands),
        ),
        Figure(
            _("Won by self-draw"),
            percent(share(counts.self_draws, counts.hands)),
            _of_hands(counts.self_draws, counts.hands),
        ),
        Figure(
            _("Drawn hands"),
            percent(share(counts.drawn, counts.hands)),
            _of_hands(counts.drawn, counts.hands),
        ),
        Figure(
            _("Average fan of a win"),
            decimal(share(counts.fan_won, counts.wins)),
            _fan_in(counts.fan_won, counts.wins),
        ),
    ]


def wind_rows(tallies: Sequence[Tally], field: Sequence[Tally] | None = None) -> list[WindRow]:
    """The four chairs or seat winds, of a player beside those of the field."""
    beside = [None] * len(tallies) if field is None else [_rate_and_points(one) for one in field]
    return [
        WindRow(wind, one, *_rate_and_points(one), there)
        for wind, (one, there) in enumerate(zip(tallies, beside, strict=True))
    ]


def _rate_and_points(tally: Tally) -> tuple[str, str]:
    return percent(tally.win_rate), decimal(tally.points_per_hand, 2, signed=True)


def fan_bars(fans: Mapping[int, int]) -> list[Bar]:
    """How many hands were won with how many fan; what lies below the first hand and above the last is left out."""
    wins = sum(fans.values())
    ends = [*(start - 1 for start in BARS[1:]), None]
    counted = [
        sum(n for fan, n in fans.items() if start <= fan and (end is None or fan <= end))
        for start, end in zip(BARS, ends, strict=True)
    ]
    filled = [index for index, n in enumerate(counted) if n]
    if not filled:
        return []
    return [
        Bar(
            name=f"{BARS[index]}+" if ends[index] is None else f"{BARS[index]}–{ends[index]}",
            count=counted[index],
            percent=percent(share(counted[index], wins)),
            length=100 * counted[index] // max(counted),
        )
        for index in range(filled[0], filled[-1] + 1)
    ]


def fan_rows(read: Statistics) -> list[FanRow]:
    """Every fan that was counted in a tournament, the most frequent first, with the players who had it most often."""
    counts, rows = read.counts, []
    for name, one in counts.named.items():
        by = sorted(one.people.items(), key=lambda had: (-had[1], read.people[had[0]].number))
        most = tuple((read.people[pk], hands) for pk, hands in by[:MOST_NAMED])
        rows.append(
            FanRow(
                fan_words(name),
                BY_NAME[name].points,
                one.hands,
                percent(share(one.hands, counts.known)),
                one.times,
                most,
                len(by) - len(most),
            )
        )
    return sorted(rows, key=lambda row: (-row.hands, -row.points, row.name))


def own_fan_rows(read: Statistics, player_id: int) -> list[FanRow]:
    """Every fan of one player, the most frequent first, beside its share in the field."""
    known, rows = read.of(player_id).known, []
    for name, one in read.counts.named.items():
        hands = one.people.get(player_id, 0)
        if hands:
            field = percent(share(one.hands, read.counts.known))
            own = percent(share(hands, known))
            rows.append(FanRow(fan_words(name), BY_NAME[name].points, hands, own, hands, field=field))
    return sorted(rows, key=lambda row: (-row.hands, -row.points, row.name))


def shown_hands(read: Statistics, ranked: Sequence[tuple[int, CountedHand]]) -> list[ShownHand]:
    """The highest hands with their places and people."""
    places = [place for place, _hand in ranked]
    return [
        ShownHand(place, places.count(place) > 1, hand, read.winner(hand), read.discarder(hand))
        for place, hand in ranked
    ]


def biggest(read: Statistics, best: Sequence[CountedHand]) -> list[ShownHand]:
    """A player's highest wins, all equal."""
    return [ShownHand(None, False, hand, read.winner(hand), read.discarder(hand)) for hand in best]


def _of_hands(part: int, whole: int) -> str:
    text = ngettext("%(part)s of %(whole)s hand", "%(part)s of %(whole)s hands", whole)
    return text % {"part": part, "whole": whole}


def _of_wins(part: int, whole: int) -> str:
    text = ngettext("%(part)s of %(whole)s win", "%(part)s of %(whole)s wins", whole)
    return text % {"part": part, "whole": whole}


def _fan_in(fan: int, hands: int) -> str:
    text = ngettext("%(fan)s fan in %(hands)s hand", "%(fan)s fan in %(hands)s hands", hands)
    return text % {"fan": fan, "hands": hands}
