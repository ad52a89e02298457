"""Standings of players and teams: the one function that computes each, and everything goes through them.

Results are read from the seats in a fixed number of queries, ordered by `scoring.ranking`, and kept in the cache
under the version of the tournament that they belong to, so that they are never older than they say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from zlib import crc32

from django.core.cache import cache
from django.db.models import F

from scoring.ranking import Candidate, Ranked, SessionResult, rank, team_candidate
from scoring.standard_points import TWELFTHS
from tournament.models import Penalty, Player, Seat, Session, Team, Tournament
from tournament.models.event import PUBLIC_STATES

KEEP_SECONDS = 3600


@dataclass(frozen=True)
class Line:
    """One row: `place` is None for who is not ranked (disqualified). Points are exact.

    `sessions` holds the result of each session by its number; a session that was not played is absent.
    `with_starting` adds the rulebook's starting points for every session played: shown, never ranked by.
    """

    id: int
    number: int
    file_id: str
    name: str
    team: str
    place: int | None
    shared: bool
    standard: Fraction
    match: Fraction
    with_starting: Fraction
    sessions: dict[int, SessionResult]
    standard_adjust: Fraction
    keys: dict[str, object]
    moved: int | None = None


@dataclass(frozen=True)
class Standings:
    """A table of places. `version` is the tournament's version that it belongs to, at least.

    `as_of` is the last session that counts, `running` the numbers of those with tables still open that count only
    because the standings are provisional.
    """

    version: int
    as_of: int
    provisional: bool
    running: tuple[int, ...]
    lines: tuple[Line, ...]


def player_standings(
    tournament: Tournament, as_of: int | None = None, *, provisional: bool = False
) -> Standings:
    """Standings of the players: closed tables, and with `provisional` also those still running.

    `as_of`: sessions up to this number count (default: all). Stand-ins are left out; a disqualified player is listed
    at the end without a place.
    """
    return _cached(tournament, "players", as_of, provisional)


def team_standings(
    tournament: Tournament, as_of: int | None = None, *, provisional: bool = False
) -> Standings:
    """Standings of the teams: sums of their members' results in each session (RULES §7)."""
    return _cached(tournament, "teams", as_of, provisional)


def _cached(tournament: Tournament, kind: str, as_of: int | None, provisional: bool) -> Standings:
    # The version is read before the seats: what is kept under it is at least as new as it says.
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)
    key = f"standings:{_form()}:{tournament.pk}:{version}:{kind}:{as_of}:{int(provisional)}"
    found: Standings | None = cache.get(key)
    if found is None:
        field = _Field(Tournament.objects.get(pk=tournament.pk), as_of, provisional)
        found = field.players(version) if kind == "players" else field.teams(version)
        cache.set(key, found, KEEP_SECONDS)
    return found


@lru_cache
def _form() -> int:
    """A number that changes with the form of what is kept, so that a newer release never reads an older one's."""
    names = [field.name for kind in (Line, Standings, SessionResult) for field in fields(kind)]
    return crc32(",".join(names).encode())


@dataclass(frozen=True)
class _Entrant:
    """A player or a team, as far as standings need it."""

    id: int
    number: int
    file_id: str
    name: str
    team: str = ""
    ranked: bool = True


class _Field:
    """Everything that standings are computed from, read once."""

    def __init__(self, tournament: Tournament, as_of: int | None, provisional: bool) -> None:
        self.book = tournament.rulebook
        self.provisional = provisional
        self.people = [
            p
            for p in Player.objects.filter(tournament=tournament).select_related("team").order_by("number")
            if not p.is_stand_in
        ]
        self.all_teams = list(Team.objects.filter(tournament=tournament).order_by("number"))
        self.members: dict[int, list[Player]] = defaultdict(list)
        for player in self.people:
            if player.team_id is not None:
                self.members[player.team_id].append(player)
        self.results: dict[int, dict[int, SessionResult]] = defaultdict(dict)
        # Standard points taken away, by player and session; 0 stands for the tournament as a whole.
        self.deducted: dict[int, dict[int, Fraction]] = defaultdict(dict)
        self.team_deducted: dict[int, Fraction] = defaultdict(Fraction)
        self.running: set[int] = set()
        self._read_seats(tournament, as_of)
        self._read_penalties(tournament)
        self.last = max((n for results in self.results.values() for n in results), default=0)

    def _read_seats(self, tournament: Tournament, as_of: int | None) -> None:
        numbers = dict(Session.objects.filter(tournament=tournament).values_list("pk", "number"))
        seats = Seat.objects.filter(
            session__tournament=tournament, player__isnull=False, session__state__in=PUBLIC_STATES
        ).annotate(closed_at=F("table__closed_at"))
        if self.provisional:
            seats = seats.exclude(table__closed_at__isnull=True, table__last_entry_at__isnull=True)
        else:
            seats = seats.filter(table__closed_at__isnull=False)
        for seat in seats:
            number = numbers[seat.session_id]
            if (as_of is not None and number > as_of) or seat.player_id is None:
                continue
            if seat.closed_at is None:
                self.running.add(number)
            self.results[seat.player_id][number] = SessionResult(
                session=number,
                standard=Fraction(seat.standard_points, TWELFTHS),
                match=Fraction(seat.match_points),
                place=seat.place,
                hands_won=seat.hands_won,
                highest_hand=seat.highest_hand,
            )
            if seat.standard_deducted:
                self.deducted[seat.player_id][number] = Fraction(seat.standard_deducted, TWELFTHS)

    def _read_penalties(self, tournament: Tournament) -> None:
        general = Penalty.objects.filter(tournament=tournament, table__isnull=True, withdrawn_at__isnull=True)
        for player, team, amount in general.values_list("player_id", "team_id", "amount"):
            points = Fraction(amount, TWELFTHS)
            if player:
                self.deducted[player][0] = self.deducted[player].get(0, Fraction(0)) + points
            elif team:
                self.team_deducted[team] += points

    def players(self, version: int) -> Standings:
        entrants = {
            p.pk: _Entrant(
                p.pk, p.number, p.file_id, p.name, p.team.name if p.team else "", p.disqualified_at is None
            )
            for p in self.people
        }
        ranked = [p for p in self.people if p.disqualified_at is None]
        unranked = [p for p in self.people if p.disqualified_at is not None]
        before = self._places([self._candidate(p, self.last) for p in ranked])
        lines = self._lines(self._rank([self._candidate(p) for p in ranked]), entrants, before)
        lines += self._lines(self._rank([self._candidate(p) for p in unranked]), entrants, {})
        return self._standings(version, lines)

    def teams(self, version: int) -> Standings:
        entrants = {t.pk: _Entrant(t.pk, t.number, t.file_id, t.name) for t in self.all_teams}
        before = self._places([self._team_candidate(t, self.last) for t in self.all_teams])
        ranked = self._rank([self._team_candidate(t) for t in self.all_teams])
        return self._standings(version, self._lines(ranked, entrants, before))

    def _candidate(self, player: Player, until: int | None = None) -> Candidate:
        """A player with the sessions that count, or only with those before session `until`."""
        results = self.results.get(player.pk, {})
        deducted = self.deducted.get(player.pk, {})
        return Candidate(
            key=player.pk,
            number=player.number,
            results=tuple(results[n] for n in sorted(results) if until is None or n < until),
            standard_adjust=-sum((d for n, d in deducted.items() if until is None or n < until), Fraction(0)),
        )

    def _team_candidate(self, team: Team, until: int | None = None) -> Candidate:
        members = [self._candidate(p, until) for p in self.members[team.pk]]
        return team_candidate(team.pk, team.number, members, -self.team_deducted[team.pk])

    def _rank(self, candidates: list[Candidate]) -> list[Ranked]:
        return rank(candidates, self.book.tie_breaks)

    def _places(self, earlier: list[Candidate]) -> dict[object, int]:
        """The places before the last session that counts, to show who moved; empty after the first."""
        return {entry.candidate.key: entry.place for entry in self._rank(earlier)} if self.last > 1 else {}

    def _lines(
        self, entries: list[Ranked], entrants: Mapping[int, _Entrant], before: Mapping[object, int]
    ) -> list[Line]:
        lines = []
        for entry in entries:
            who = entrants[int(str(entry.candidate.key))]
            sessions = {r.session: r for r in entry.candidate.results}
            played = sum(max(len(r.places), 1) for r in sessions.values())
            earlier = before.get(who.id)
            lines.append(
                Line(
                    id=who.id,
                    number=who.number,
                    file_id=who.file_id,
                    name=who.name,
                    team=who.team,
                    place=entry.place if who.ranked else None,
                    shared=entry.shared and who.ranked,
                    standard=entry.standard,
                    match=entry.match,
                    with_starting=entry.match + self.book.starting_points * played,
                    sessions=sessions,
                    standard_adjust=entry.candidate.standard_adjust,
                    keys=entry.keys,
                    moved=None if earlier is None else earlier - entry.place,
                )
            )
        return lines

    def _standings(self, version: int, lines: list[Line]) -> Standings:
        return Standings(version, self.last, self.provisional, tuple(sorted(self.running)), tuple(lines))
