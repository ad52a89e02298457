"""What the database holds while it is read and written to: versions with their times, and the ledger at the end."""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from collections.abc import Iterable

from django.db import connection
from phones import HANDS

from load.saves import Saved, Saves
from load.world import World
from scoring.standard_points import show
from tournament.models import Hand, Table, Tournament
from tournament.queries.standings import computed_standings

EVERY = 0.01


class Timeline:
    """A number that only grows, by the times at which it was known to have been reached."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.values: list[int] = []

    def reached(self, value: int, at: float) -> None:
        if not self.values or value > self.values[-1]:
            self.times.append(at)
            self.values.append(value)

    def at(self, moment: float) -> int:
        """What it had reached at least by this moment; 0 before the first look."""
        found = bisect_right(self.times, moment)
        return self.values[found - 1] if found else 0

    def passed(self, value: int) -> float | None:
        """When it was first seen to be larger than this; None where it never was."""
        found = bisect_right(self.values, value)
        return self.times[found] if found < len(self.times) else None


class Watch:
    """Looks a hundred times a second which versions the tournament has.

    A version counts from the moment at which it has been read, so that nobody is accused wrongly.
    """

    def __init__(self, world: World) -> None:
        self.version, self.standings = Timeline(), Timeline()
        self._slug = world.slug
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        try:
            with connection.cursor() as cursor:
                while not self._ended.wait(EVERY):
                    cursor.execute(
                        "select version, standings_version from tournament_tournament where slug = %s",
                        [self._slug],
                    )
                    version, standings = cursor.fetchone()
                    now = time.monotonic()
                    self.version.reached(version, now)
                    self.standings.reached(standings, now)
        finally:
            connection.close()


def closings(saved: Iterable[Saved]) -> Timeline:
    """How many tables were closed, by the times at which that was acknowledged."""
    line = Timeline()
    for count, one in enumerate(sorted(s.acknowledged for s in saved if s.kind == "close"), 1):
        line.reached(count, one)
    return line


def wrong_in_ledger(world: World, saves: Saves) -> list[str]:
    """What the database has lost, doubled or counted wrongly of what was acknowledged."""
    saved = list(saves.done)
    wrong = []
    acknowledged: dict[int, set[int]] = {}
    closed = {one.table for one in saved if one.kind == "close"}
    for one in saved:
        if one.kind == "hand":
            acknowledged.setdefault(one.table, set()).add(one.hand)
    of_session = {"session__tournament__slug": world.slug, "session__number": world.sessions}
    stored: dict[int, list[Hand]] = {}
    for hand in Hand.objects.filter(**{f"table__{k}": v for k, v in of_session.items()}).select_related(
        "table"
    ):
        stored.setdefault(hand.table.number, []).append(hand)
    for table in Table.objects.filter(**of_session).prefetch_related("seats"):
        rows = {row.number: row for row in stored.get(table.number, []) if row.is_current}
        expected = set(range(1, world.played(table.number) + 1)) | acknowledged.get(table.number, set())
        if len(rows) != len(stored.get(table.number, [])):
            wrong.append(f"table {table.number}: a hand is there twice")
        more = {hand for kind, at, hand in saves.unanswered if (kind, at) == ("hand", table.number)}
        if not expected <= set(rows) <= expected | more:
            wrong.append(
                f"table {table.number}: hands {sorted(rows)} instead of 1 to {max(expected, default=0)}"
            )
        played = [hand for hand in world.hands(world.sessions, table.number) if hand.number in rows]
        if any(
            (rows[h.number].winner, rows[h.number].discarder, rows[h.number].fan)
            != (h.winner, h.discarder, h.fan)
            for h in played
        ):
            wrong.append(f"table {table.number}: a hand is another one than was entered")
        totals = [sum(column) for column in zip([0] * 4, *(hand.scores() for hand in played), strict=True)]
        if totals != [seat.match_points for seat in sorted(table.seats.all(), key=lambda seat: seat.chair)]:
            wrong.append(f"table {table.number}: the totals are not {totals}")
        unknown = ("close", table.number, HANDS) in saves.unanswered
        if table.is_closed != (table.number in closed) and not unknown:
            wrong.append(f"table {table.number}: closed or not is wrong")
    return wrong


def true_standings(world: World) -> list[tuple[str, str]]:
    """Number and standard points of all players in the order of the standings, computed now, by no cache."""
    lines = computed_standings(Tournament.objects.get(slug=world.slug)).lines
    return [(str(line.number), show(line.standard)) for line in lines]
