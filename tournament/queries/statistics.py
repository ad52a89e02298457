"""Statistics of a tournament and of everybody in it, from the hands of the tables that count.

Read in a fixed number of queries, counted by `hand_counts`, and kept in the cache under the version of the tournament,
like the standings; `as_of` holds them back as it does the standings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from django.core.cache import cache

from scoring.rulebook import Rulebook
from tournament.models import Hand, Player, Seat, Table, Tournament
from tournament.models.event import PUBLIC_STATES

from .changes import WITH_SITTINGS, stretches
from .final import final_since
from .hand_counts import CountedHand, Counts, FieldCounts, Tally, count
from .standings import places_after
from .table_state import seating_at

COUNTED = (Hand.Outcome.WIN, Hand.Outcome.DRAWN)

KEEP_SECONDS = 3600


@dataclass(frozen=True)
class Person:
    """Somebody who is named beside a hand."""

    number: int
    name: str


@dataclass(frozen=True)
class Statistics:
    """All counts, the names that they need by player id, and session → player id → place after that session."""

    version: int
    counts: FieldCounts
    people: dict[int, Person]
    places: dict[int, dict[int, int]]

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
    # The version is read before the hands: what is kept under it is at least as new as it says.
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)
    key = f"statistics:{_form()}:{tournament.pk}:{as_of}"
    kept: Statistics | None = cache.get(key)
    if kept is not None and kept.version == version:
        return kept
    current = Tournament.objects.get(pk=tournament.pk)
    people = Player.objects.filter(tournament=current).values_list("pk", "number", "name")
    fresh = Statistics(
        version=version,
        counts=count(_hands(current, as_of)),
        people={pk: Person(number, name) for pk, number, name in people},
        places=places_after(current, as_of),
    )
    cache.set(key, fresh, KEEP_SECONDS)
    return fresh


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
    sitters: dict[int, dict[tuple[int, int], int]] = defaultdict(dict)
    found = Seat.objects.filter(table__in=counted).select_related("player").prefetch_related(WITH_SITTINGS)
    for seat in found:
        for one in stretches(seat):
            if one.player is not None:
                who = one.player.pk
                sitters[seat.table_id].update(((seat.chair, n), who) for n in range(one.first, one.last + 1))
    hands: dict[int, list[_Row]] = defaultdict(list)
    rows = Hand.objects.filter(table__in=counted, is_current=True, outcome__in=COUNTED).order_by("number")
    # Plain rows: there are thousands, and they are read anew whenever a tournament changes.
    for table_id, *row in rows.values_list("table", "number", "winner", "discarder", "fan", "scores"):
        hands[table_id].append(_Row(*row))
    for pk, table in counted.items():
        for hand in hands[pk]:
            yield _counted(book, table, hand, sitters[pk])


class _Row(NamedTuple):
    """One hand as it is stored."""

    number: int
    winner: int | None
    discarder: int | None
    fan: int | None
    scores: list[int]


def _counted(book: Rulebook, table: Table, hand: _Row, sitters: Mapping[tuple[int, int], int]) -> CountedHand:
    """One hand with its people: `sitters` says who sat in a seat in a hand; an empty chair is absent."""
    east, south, west, north = (sitters.get((chair, hand.number)) for chair in range(4))
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
        winds=seating_at(table, book, hand.number).winds,
    )


@lru_cache
def _form() -> int:
    """A number that changes with the form of what is kept, so that a newer release never reads an older one's."""
    kinds = (Statistics, FieldCounts, Counts, Tally, CountedHand, Person)
    return crc32(",".join(field.name for kind in kinds for field in fields(kind)).encode())
