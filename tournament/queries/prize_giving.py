"""A prize-giving that is going on: what has been called, what comes next, and whether the results still are the same.

Places are called from the last one to the first. Those who share a place (RULES §7) are called together: nobody of
them is before the other. What was called stands in the log with the figures of that moment, and stays as it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from scoring.standard_points import exact
from tournament.models import LogEntry, PrizeGiving, Tournament

from .standings import Standings, computed_standings, player_standings, team_standings

STARTED = ("prize_giving_started", "prize_giving_of_teams_started")
_TOLD = (*STARTED, "place_called", "place_called_back", "prize_giving_renewed")


@dataclass(frozen=True)
class Honoured:
    """Somebody who is called: a player with his team, or a team."""

    number: int
    name: str
    team: str
    standard: Fraction
    match: Fraction


@dataclass(frozen=True)
class Call:
    """One call: a place, and whoever has it. The log keeps `figures`."""

    place: int
    people: tuple[Honoured, ...]

    @property
    def shared(self) -> bool:
        """Whether several have this place, and are called together."""
        return len(self.people) > 1

    @property
    def figures(self) -> dict[str, Any]:
        """The call as the log keeps it, for `_read`."""
        return {
            "place": self.place,
            "names": [one.name for one in self.people],
            "people": [
                {
                    "number": one.number,
                    "name": one.name,
                    "team": one.team,
                    "standard": exact(one.standard),
                    "match": exact(one.match),
                }
                for one in self.people
            ],
        }


@dataclass(frozen=True)
class Progress:
    """How far a prize-giving is: the places that are honoured, what has been called, and what the results were
    (`mark`) when it began or went on."""

    honoured: int
    called: tuple[Call, ...]
    mark: str


def going_on(tournament: Tournament) -> PrizeGiving | None:
    """The prize-giving that is going on. One query."""
    return PrizeGiving.objects.filter(tournament=tournament).first()


def calls_of(standings: Standings, places: int) -> tuple[Call, ...]:
    """Everybody on the first `places` places in the order in which they are called, the last place first.

    Who shares the last of these places is among them; who never played has none.
    """
    lines = [
        line for line in standings.lines if line.place is not None and line.place <= places and line.sessions
    ]
    found = [
        Call(
            place or 0,
            tuple(Honoured(x.number, x.name, x.team, x.standard, x.match) for x in equal),
        )
        for place, equal in groupby(lines, key=lambda line: line.place)
    ]
    return tuple(reversed(found))


def calls_now(tournament: Tournament, *, teams: bool, places: int) -> tuple[Call, ...]:
    """The same by the standings as they are, for a page."""
    standings = team_standings(tournament) if teams else player_standings(tournament)
    return calls_of(standings, places)


def calls_computed(tournament: Tournament, *, teams: bool, places: int) -> tuple[Call, ...]:
    """The same as the database has it inside this transaction."""
    return calls_of(computed_standings(tournament, teams=teams), places)


def lines_in(calls: Sequence[Call]) -> int:
    """How many people or teams are called."""
    return sum(len(call.people) for call in calls)


def mark_of(calls: Sequence[Call]) -> str:
    """What is equal for equal places and people: other results of theirs or of others do not matter."""
    text = repr([(call.place, [one.number for one in call.people]) for call in calls])
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def progress(giving: PrizeGiving) -> Progress:
    """What the log tells of a prize-giving. One query."""
    told = LogEntry.objects.filter(tournament=giving.tournament_id, action__in=_TOLD).order_by("-id")
    entries: list[tuple[str, dict[str, Any]]] = []
    for action, data in told.values_list("action", "data").iterator():
        entries.append((action, data))
        if action in STARTED:
            break
    honoured, mark, called = 0, "", list[Call]()
    for action, data in reversed(entries):
        if action == "place_called":
            called.append(_read(data))
        elif action == "place_called_back":
            called.pop()
        else:
            honoured, mark = data["honoured"], data["mark"]
    return Progress(honoured, tuple(called), mark)


def still_to_call(calls: Sequence[Call], called: int) -> tuple[Call, ...]:
    """What is left of the calls after so many lines have been called."""
    left = list(calls)
    while left and called > 0:
        called -= len(left.pop(0).people)
    return tuple(left)


def can_go_on(calls: Sequence[Call], called: Sequence[Call]) -> bool:
    """Whether changed results leave everybody who has been called where he was called."""
    return mark_of(calls[: len(called)]) == mark_of(called)


def _read(data: dict[str, Any]) -> Call:
    people = (
        Honoured(one["number"], one["name"], one["team"], Fraction(one["standard"]), Fraction(one["match"]))
        for one in data["people"]
    )
    return Call(data["place"], tuple(people))
