"""Statistics as they are shown: rates with their counts, averages, kinds of hands, and hands with who won them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.fan import BY_NAME
from scoring.rulebook import Rulebook
from tournament.fan_texts import fan_words
from tournament.queries.hand_counts import CountedHand, FieldCounts, NamedFan, Tally, share
from tournament.queries.play_words import kind_names
from tournament.queries.statistics import Person, Statistics

from .rounding import decimal, percent

# So many players are named beside a fan.
MOST_NAMED = 3


@dataclass(frozen=True)
class Figure:
    """One figure with its name, what it was counted from, and the same of the field ("" where there is none)."""

    name: str
    value: str
    counted: str
    field: str = ""


@dataclass(frozen=True)
class ShownHand:
    """A hand that was won: `place` among the highest (None: not ranked), by whom, and from whom (None: self-draw).

    `kind` says what the winner had under house rules.
    """

    place: int | None
    shared: bool
    hand: CountedHand
    winner: Person | None
    discarder: Person | None
    kind: str = ""


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
    A kind of hand under house rules has no `points` of its own, and its share is that of all wins.
    """

    name: str
    points: int | None
    hands: int
    percent: str
    times: int
    most: tuple[tuple[Person, int], ...] = ()
    more: int = 0
    field: str = ""


def rates(own: Tally, field: Tally, *, in_points: bool = False) -> list[Figure]:
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
            _("Average points won") if in_points else _("Average fan won"),
            decimal(own.mean_fan_won),
            _points_in_wins(own.fan_won, own.wins) if in_points else _fan_in(own.fan_won, own.wins),
            decimal(field.mean_fan_won),
        ),
        Figure(
            _("Average points dealt in") if in_points else _("Average fan dealt in"),
            decimal(own.mean_fan_dealt),
            _points_in(own.fan_dealt, own.deal_ins) if in_points else _fan_in(own.fan_dealt, own.deal_ins),
            decimal(field.mean_fan_dealt),
        ),
    ]


def outcomes(counts: FieldCounts, *, in_points: bool = False) -> list[Figure]:
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
            _("Average points of a win") if in_points else _("Average fan of a win"),
            decimal(share(counts.fan_won, counts.winners)),
            (_points_in_wins if in_points else _fan_in)(counts.fan_won, counts.winners),
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


def fan_rows(read: Statistics) -> list[FanRow]:
    """Every fan that was counted in a tournament, the most frequent first, with the players who had it most often."""
    counts = read.counts
    rows = (
        _row(read, one, fan_words(name), BY_NAME[name].points, counts.known)
        for name, one in counts.named.items()
    )
    return sorted(rows, key=lambda row: (-row.hands, -(row.points or 0), row.name))


def own_fan_rows(read: Statistics, player_id: int) -> list[FanRow]:
    """Every fan of one player, the most frequent first, beside its share in the field."""
    known = read.of(player_id).known, read.counts.known
    rows = (
        _own_row(one, player_id, fan_words(name), BY_NAME[name].points, known)
        for name, one in read.counts.named.items()
    )
    return sorted(filter(None, rows), key=lambda row: (-row.hands, -(row.points or 0), row.name))


def kind_rows(read: Statistics, book: Rulebook) -> list[FanRow]:
    """Every kind of hand that was won under house rules, the most frequent first, else in the order of the rulebook."""
    names, kinds = kind_names(book), read.counts.kinds
    rows = [_row(read, kinds[key], names[key], None, read.counts.winners) for key in names if key in kinds]
    return sorted(rows, key=lambda row: -row.hands)


def own_kind_rows(read: Statistics, player_id: int, book: Rulebook) -> list[FanRow]:
    """Every kind of hand that one player won, beside its share in the field."""
    names, kinds = kind_names(book), read.counts.kinds
    wins = read.of(player_id).total.wins, read.counts.winners
    rows = (_own_row(kinds[key], player_id, names[key], None, wins) for key in names if key in kinds)
    return sorted(filter(None, rows), key=lambda row: -row.hands)


def _row(read: Statistics, one: NamedFan, name: str, points: int | None, wins: int) -> FanRow:
    by = sorted(one.people.items(), key=lambda had: (-had[1], read.people[had[0]].number))
    most = tuple((read.people[pk], hands) for pk, hands in by[:MOST_NAMED])
    part = percent(share(one.hands, wins))
    return FanRow(name, points, one.hands, part, one.times, most, len(by) - len(most))


def _own_row(
    one: NamedFan, player_id: int, name: str, points: int | None, wins: tuple[int, int]
) -> FanRow | None:
    """`wins` are the player's and everybody's. None: he never had it."""
    hands = one.people.get(player_id, 0)
    own, field = percent(share(hands, wins[0])), percent(share(one.hands, wins[1]))
    return FanRow(name, points, hands, own, hands, field=field) if hands else None


def shown_hands(
    read: Statistics, ranked: Sequence[tuple[int, CountedHand]], book: Rulebook
) -> list[ShownHand]:
    """The highest hands with their places and people."""
    places, names = [place for place, _hand in ranked], kind_names(book)
    return [_shown(read, hand, names, place, places.count(place) > 1) for place, hand in ranked]


def biggest(read: Statistics, best: Sequence[CountedHand], book: Rulebook) -> list[ShownHand]:
    """A player's highest wins, all equal."""
    names = kind_names(book)
    return [_shown(read, hand, names) for hand in best]


def _shown(
    read: Statistics,
    hand: CountedHand,
    names: Mapping[str, str],
    place: int | None = None,
    shared: bool = False,
) -> ShownHand:
    kinds = () if hand.winner is None else hand.kinds.get(hand.winner, ())
    kind = " · ".join(names[key] for key in kinds if key in names)
    return ShownHand(place, shared, hand, read.winner(hand), read.discarder(hand), kind)


def _of_hands(part: int, whole: int) -> str:
    text = ngettext("%(part)s of %(whole)s hand", "%(part)s of %(whole)s hands", whole)
    return text % {"part": part, "whole": whole}


def _of_wins(part: int, whole: int) -> str:
    text = ngettext("%(part)s of %(whole)s win", "%(part)s of %(whole)s wins", whole)
    return text % {"part": part, "whole": whole}


def _fan_in(fan: int, hands: int) -> str:
    text = ngettext("%(fan)s fan in %(hands)s hand", "%(fan)s fan in %(hands)s hands", hands)
    return text % {"fan": fan, "hands": hands}


def _points_in(points: int, hands: int) -> str:
    text = ngettext("%(points)s points in %(hands)s hand", "%(points)s points in %(hands)s hands", hands)
    return text % {"points": points, "hands": hands}


def _points_in_wins(points: int, wins: int) -> str:
    text = ngettext("%(points)s points in %(wins)s win", "%(points)s points in %(wins)s wins", wins)
    return text % {"points": points, "wins": wins}
