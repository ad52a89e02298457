"""Statistics of a tournament and of everybody in it, from the hands of the tables that count.

Read in a fixed number of queries, counted by `hand_counts`, and kept in memory until the standings may have changed;
`as_of` holds them back as it does the standings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.house.form import Form
from scoring.house.settlements import form_of
from scoring.seats import Chairs
from tournament.memory import remembered
from tournament.models import Hand, Player, Seat, Table, Tournament
from tournament.models.event import PUBLIC_STATES

from .changes import WITH_SITTINGS, stretches
from .deals import deal_of
from .final import final_since
from .hand_counts import CountedHand, Counts, FieldCounts, count
from .play_words import kinds_won
from .plays import counts_points, won_by
from .standings import places_after
from .table_state import seating_at

COUNTED = (Hand.Outcome.WIN, Hand.Outcome.DRAWN)


@dataclass(frozen=True)
class Person:
    """Somebody who is named beside a hand."""

    number: int
    name: str


@dataclass(frozen=True)
class Statistics:
    """All counts, the names that they need by player id, and session → player id → place after that session.

    `in_points`: what hands are worth is points and not fan.
    """

    version: int
    counts: FieldCounts
    people: dict[int, Person]
    places: dict[int, dict[int, int]]
    in_points: bool = False

    def of(self, player_id: int) -> Counts:
        """One player's own counts; all zero for who has played no hand."""
        return self.counts.people.get(player_id) or Counts()

    def winner(self, hand: CountedHand) -> Person | None:
        """Who won a hand."""
        return self._in(hand, hand.winner)

    def discarder(self, hand: CountedHand) -> Person | None:
        """From whom a hand was won; None for a self-draw."""
        return self._in(hand, hand.discarder)

    def _in(self, hand: CountedHand, seat: int | None) -> Person | None:
        person = None if seat is None else hand.people[seat]
        return None if person is None else self.people.get(person)


def statistics(tournament: Tournament, as_of: int | None = None) -> Statistics:
    """The statistics of a tournament; sessions up to `as_of` count (default: all)."""
    current = Tournament.objects.get(pk=tournament.pk)

    def read() -> Statistics:
        people = Player.objects.filter(tournament=current).values_list("pk", "number", "name")
        return Statistics(
            version=current.version,
            counts=count(_hands(current, as_of)),
            people={pk: Person(number, name) for pk, number, name in people},
            places=places_after(current, as_of),
            in_points=counts_points(current.rulebook),
        )

    # Only tables that the standings count are counted here.
    return remembered(("statistics", current.pk, as_of), current.standings_version, read)


def _hands(tournament: Tournament, as_of: int | None) -> Iterator[CountedHand]:
    """The hands that were played to an end at tables that count, in the order of sessions, tables and hands."""
    book = tournament.rulebook
    tables = Table.objects.filter(
        session__tournament=tournament,
        session__state__in=PUBLIC_STATES,
        **{f"{final_since(book)}__isnull": False},
    )
    if as_of is not None:
        tables = tables.filter(session__number__lte=as_of)
    # The tables are read first, and only once: one that closes meanwhile is not counted by halves.
    counted = {t.pk: t for t in tables.select_related("session").order_by("session__number", "number")}
    sitters = _sitters(counted)
    hands: dict[int, list[_Row]] = defaultdict(list)
    form = form_of(book)
    rows = Hand.objects.filter(table__in=counted, is_current=True, outcome__in=COUNTED).order_by("number")
    # Plain rows: there are thousands, and they are read anew whenever a tournament changes.
    for table_id, *row in rows.values_list("table", *_Row._fields):
        hands[table_id].append(_Row(*row))
    winds: dict[object, Chairs] = {}
    for pk, table in counted.items():
        for hand in hands[pk]:
            # Of thousands of hands most have the winds of the same hand at another table.
            key = deal_of(table, hand.number), str(table.chairs)
            if key not in winds:
                winds[key] = seating_at(table, book, hand.number).winds
            yield _counted(table, hand, sitters[pk], winds[key], form)


@dataclass
class _Sitters:
    """Who sits at a table by drawn seat, and who sat in one in a certain hand instead: (seat, hand) → player id."""

    people: list[int | None]
    others: dict[tuple[int, int], int | None]

    def of(self, seat: int, hand: int) -> int | None:
        return self.others.get((seat, hand), self.people[seat])


def _sitters(tables: Iterable[int]) -> dict[int, _Sitters]:
    found = {pk: _Sitters([None] * 4, {}) for pk in tables}
    seats = Seat.objects.filter(table__in=found)
    rows = seats.filter(is_vacant=False).order_by().values_list("table", "chair", "player")
    for table, chair, player in rows:
        found[table].people[chair] = player
    for seat in seats.filter(sittings__isnull=False).distinct().prefetch_related(WITH_SITTINGS):
        for one in stretches(seat):
            who = one.player.pk if one.player else None
            hands = range(one.first, one.last + 1)
            found[seat.table_id].others.update(((seat.chair, number), who) for number in hands)
    return found


class _Row(NamedTuple):
    """One hand as it is stored."""

    number: int
    winner: int | None
    discarder: int | None
    fan: int | None
    scores: list[int]
    fans: dict[str, int]
    tiles: dict[str, Any]
    fan_reason: str
    play: dict[str, Any]


def _counted(table: Table, hand: _Row, sitters: _Sitters, winds: Chairs, form: Form | None) -> CountedHand:
    """One hand with its people; `form` says what is asked of winners under house rules."""
    east, south, west, north = (sitters.of(seat, hand.number) for seat in range(4))
    a, b, c, d = hand.scores
    return CountedHand(
        session=table.session.number,
        table=table.number,
        number=hand.number,
        winner=hand.winner,
        discarder=hand.discarder,
        fan=hand.fan or 0,
        scores=(a, b, c, d),
        people=(east, south, west, north),
        winds=winds,
        fans=hand.fans,
        tiles=hand.tiles,
        fan_reason=hand.fan_reason,
        **(_played(hand, form) if form and hand.play else {}),
    )


def _played(hand: _Row, form: Form) -> dict[str, Any]:
    """What a hand under house rules has more: who else won it, and what each winner had."""
    stored = Hand(winner=hand.winner, fan=hand.fan, scores=hand.scores, play=hand.play)
    winners = hand.play["winners"]
    return {
        "others": tuple((one["seat"], won_by(stored, one["seat"]) or 0) for one in winners[1:]),
        "kinds": {one["seat"]: kinds_won(form, one["values"]) for one in winners},
    }
