"""What is counted of hands, in whole numbers and exact fractions: docs/scoring.md, Statistics, says what each means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from scoring.fan import FLOWER
from scoring.seats import Chairs

TOP = 10
WINDS = range(4)


@dataclass(frozen=True)
class CountedHand:
    """A hand that was played to an end. Seats are the drawn ones; `people` are the players who really sat there.

    `winner` None: a drawn hand. `discarder` None: a self-draw. `people` None: the chair was empty. `fans`, `tiles` and
    `fan_reason` are those of `models.Hand`: nothing where only the number was recorded.

    Under house rules `fan` are the points that the winner got where hands have no fan, `others` who else won, each with
    what it was worth to him, and `kinds` what each winner had (`play_words.kinds_won`).
    """

    session: int
    table: int
    number: int
    winner: int | None
    discarder: int | None
    fan: int
    scores: Chairs
    people: tuple[int | None, int | None, int | None, int | None]
    winds: Chairs
    fans: Mapping[str, int] = field(default_factory=dict)
    tiles: Mapping[str, Any] = field(default_factory=dict)
    fan_reason: str = ""
    others: tuple[tuple[int, int], ...] = ()
    kinds: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def wins(self) -> tuple[tuple[int, int], ...]:
        """Everybody who won it with what it was worth to him; nobody where it was drawn."""
        return () if self.winner is None else ((self.winner, self.fan), *self.others)

    def won_by(self, seat: int) -> CountedHand:
        """The same hand as the win of one who won it, when several did."""
        if seat == self.winner:
            return self
        worth = dict(self.wins)[seat]
        return replace(self, winner=seat, fan=worth, others=tuple(one for one in self.wins if one[0] != seat))


@dataclass
class Tally:
    """What somebody (or whoever sat in a chair, or everybody) did in `hands` hands; `points` are the hand scores.

    Whoever discards to two winners has dealt in once, with what it was worth to both together.
    """

    hands: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    fan_won: int = 0
    fan_dealt: int = 0
    points: int = 0

    @property
    def win_rate(self) -> Fraction | None:
        """Wins among the hands played; None without any."""
        return share(self.wins, self.hands)

    @property
    def self_draw_rate(self) -> Fraction | None:
        """Self-draws among the wins."""
        return share(self.self_draws, self.wins)

    @property
    def deal_in_rate(self) -> Fraction | None:
        """Hands lost on one's own discard, among the hands played."""
        return share(self.deal_ins, self.hands)

    @property
    def mean_fan_won(self) -> Fraction | None:
        """Fan of an average win."""
        return share(self.fan_won, self.wins)

    @property
    def mean_fan_dealt(self) -> Fraction | None:
        """Fan of an average hand that somebody else won on one's discard."""
        return share(self.fan_dealt, self.deal_ins)

    @property
    def points_per_hand(self) -> Fraction | None:
        """Points of an average hand."""
        return share(self.points, self.hands)

    def add(self, hand: CountedHand, seat: int) -> None:
        """Count one hand as whoever sat in a seat played it."""
        self.hands += 1
        self.points += hand.scores[seat]
        deals_in = hand.discarder == seat
        self.deal_ins += deals_in
        for winner, worth in hand.wins:
            if winner == seat:
                self.wins += 1
                self.self_draws += hand.discarder is None
                self.fan_won += worth
            elif deals_in:
                self.fan_dealt += worth


Four = tuple[Tally, Tally, Tally, Tally]


def four() -> Four:
    """A tally for each of the four chairs or seat winds."""
    return Tally(), Tally(), Tally(), Tally()


@dataclass
class NamedFan:
    """One fan, or one kind of hand: in how many wins it was, how often in all of them, and in how many by whom (player
    id)."""

    hands: int = 0
    times: int = 0
    people: dict[int, int] = field(default_factory=dict)

    def add(self, times: int, person: int | None) -> None:
        """Count one hand that has it so often."""
        self.hands += 1
        self.times += times
        if person is not None:
            self.people[person] = self.people.get(person, 0) + 1


@dataclass
class Counts:
    """Everything about one player: in all, by the chair he was drawn to, by seat wind; his highest wins, all equal.

    `known`: his wins of which the fan are known.
    """

    total: Tally = field(default_factory=Tally)
    chairs: Four = field(default_factory=four)
    winds: Four = field(default_factory=four)
    best: list[CountedHand] = field(default_factory=list)
    known: int = 0


@dataclass
class FieldCounts:
    """Everything about a tournament. `hands` counts each hand once, `everybody` once for each who played in it.

    `people`: by player id. `fans`: fan → wins with it. `highest`: the highest wins, each with its place;
    equal ones share a place, and no place from 1 to 10 is cut. `known`: the wins of which the fan are known by name,
    `named`: each fan in these, by its Chinese name; flowers are no fan. `kinds`: each kind of hand under house rules.
    """

    hands: int = 0
    drawn: int = 0
    self_draws: int = 0
    everybody: Tally = field(default_factory=Tally)
    chairs: Four = field(default_factory=four)
    winds: Four = field(default_factory=four)
    people: dict[int, Counts] = field(default_factory=lambda: defaultdict(Counts))
    fans: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    highest: list[tuple[int, CountedHand]] = field(default_factory=list)
    known: int = 0
    named: dict[str, NamedFan] = field(default_factory=dict)
    kinds: dict[str, NamedFan] = field(default_factory=dict)

    @property
    def wins(self) -> int:
        """Hands that somebody won."""
        return self.hands - self.drawn

    @property
    def winners(self) -> int:
        """All wins: a hand that two have won is two of them."""
        return sum(self.fans.values())

    @property
    def discards(self) -> int:
        """Hands won on a discard."""
        return self.wins - self.self_draws

    @property
    def fan_won(self) -> int:
        """The fan of all wins together."""
        return sum(fan * count for fan, count in self.fans.items())

    @property
    def others(self) -> Tally:
        """South, west and north together: what the dealer is compared with."""
        return added(self.winds[1:])


def share(part: int, whole: int) -> Fraction | None:
    """A part of a whole, exactly; None where there is no whole."""
    return Fraction(part, whole) if whole else None


def added(tallies: Iterable[Tally]) -> Tally:
    """Several tallies as one."""
    rows = [tuple(vars(one).values()) for one in tallies]
    return Tally(*map(sum, zip(*rows, strict=True)))


def count(hands: Iterable[CountedHand]) -> FieldCounts:
    """Count hands. A chair in which nobody sat plays no hands: its points are in nobody's figures."""
    found = FieldCounts()
    won = []
    for hand in hands:
        found.hands += 1
        if hand.winner is None:
            found.drawn += 1
        else:
            found.self_draws += hand.discarder is None
            _count_fan(found, hand, hand.people[hand.winner])
        for winner, worth in hand.wins:
            found.fans[worth] += 1
            won.append(hand.won_by(winner))
            for kind in hand.kinds.get(winner, ()):
                found.kinds.setdefault(kind, NamedFan()).add(1, hand.people[winner])
        for seat, person in enumerate(hand.people):
            if person is None:
                continue
            own = found.people[person]
            own.chairs[seat].add(hand, seat)
            own.winds[hand.winds[seat]].add(hand, seat)
            if any(winner == seat for winner, _worth in hand.wins):
                own.best = _best(own.best, hand.won_by(seat))
    # Whatever is counted of people is counted once in a chair and once in a wind: the rest are sums.
    for own in found.people.values():
        own.total = added(own.chairs)
    found.chairs = _summed([own.chairs for own in found.people.values()])
    found.winds = _summed([own.winds for own in found.people.values()])
    found.everybody = added(found.chairs)
    found.highest = _highest(won)
    found.people, found.fans = dict(found.people), dict(found.fans)
    return found


def _count_fan(found: FieldCounts, hand: CountedHand, winner: int | None) -> None:
    if not hand.fans:
        return
    found.known += 1
    if winner is not None:
        found.people[winner].known += 1
    for name, times in hand.fans.items():
        if name != FLOWER.zh:
            found.named.setdefault(name, NamedFan()).add(times, winner)


def _summed(fours: Sequence[Four]) -> Four:
    east, south, west, north = (added(four[at] for four in fours) for at in WINDS)
    return east, south, west, north


def _best(so_far: list[CountedHand], hand: CountedHand) -> list[CountedHand]:
    if so_far and hand.fan < so_far[0].fan:
        return so_far
    return [*so_far, hand] if so_far and hand.fan == so_far[0].fan else [hand]


def _highest(won: list[CountedHand]) -> list[tuple[int, CountedHand]]:
    """The wins of places 1 to 10 by fan, equal ones in the order in which they were played."""
    ordered = sorted(won, key=lambda h: (-h.fan, h.session, h.table, h.number))
    found: list[tuple[int, CountedHand]] = []
    for index, hand in enumerate(ordered, 1):
        place = found[-1][0] if found and found[-1][1].fan == hand.fan else index
        if place > TOP:
            break
        found.append((place, hand))
    return found
