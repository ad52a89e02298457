"""Standings of players and teams: the one function that computes each, and everything goes through them.

Results are read from the seats in a fixed number of queries, ordered by `scoring.ranking`, and kept in memory
under the version of the tournament that they belong to, so that they are never older than they say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TypeVar

from scoring.ranking import Candidate, Ranked, SessionResult, rank, team_candidate
from tournament.figures import STANDINGS_ASKED, STANDINGS_COMPUTED
from tournament.memory import remembered
from tournament.models import Player, Stage, Team, Tournament

from .standing_ground import Ground, Running, gone_after, ground, read_ground, running

T = TypeVar("T")


@dataclass(frozen=True)
class Line:
    """One row: `place` is None for who is not ranked (disqualified). Points are exact.

    `sessions` holds the result of each session by its number; a session that was not played is absent.
    `with_starting` adds the rulebook's starting points for every session played: shown, never ranked by.
    `carried_standard` and `carried_match` were brought from the stage before (of a team by its members), and
    `group` is the group of the stage; `standard_adjust` holds what was carried over and what penalties took.
    `has_withdrawn`: plays no more after these sessions.
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
    carried_standard: Fraction = Fraction(0)
    carried_match: Fraction = Fraction(0)
    group: int | None = None
    has_withdrawn: bool = False


@dataclass(frozen=True)
class Standings:
    """A table of places. `version` is the tournament's version that it belongs to, at least.

    `as_of` is the last session that counts, `running` the numbers of those with tables still open that count only
    because the standings are provisional. With an equal `since` they are the same in everything, whatever the version.
    """

    version: int
    as_of: int
    provisional: bool
    running: tuple[int, ...]
    lines: tuple[Line, ...]
    since: int = 0


def player_standings(
    tournament: Tournament, as_of: int | None = None, *, provisional: bool = False, stage: Stage | None = None
) -> Standings:
    """Standings of the players: closed tables, and with `provisional` also those still running.

    `as_of`: sessions up to this number count (default: all). `stage`: its sessions and people, with what they carried
    over; without one all sessions count. Stand-ins are left out, and reserves who did not play; a disqualified
    player is listed at the end without a place.
    """
    return _cached(tournament, ("players", as_of, provisional, stage.pk if stage else None))


def team_standings(
    tournament: Tournament, as_of: int | None = None, *, provisional: bool = False, stage: Stage | None = None
) -> Standings:
    """Standings of the teams: sums of their members' results in each session (RULES §7)."""
    return _cached(tournament, ("teams", as_of, provisional, stage.pk if stage else None))


def computed_standings(tournament: Tournament, *, teams: bool = False) -> Standings:
    """Standings in total as the database has them inside this transaction: computed now, and kept nowhere."""
    fresh = Tournament.objects.get(pk=tournament.pk)
    field = _Field(fresh, read_ground(fresh, None, None), None)
    return field.teams(fresh.version) if teams else field.players(fresh.version)


def places_after(tournament: Tournament, as_of: int | None = None) -> dict[int, dict[int, int]]:
    """Session → player id → place in total after it, for every session that counts, up to `as_of`; kept nowhere.

    Who is disqualified today has no place. Recorded lots and penalties of the tournament count from the first session.
    """
    fresh = Tournament.objects.get(pk=tournament.pk)
    return _Field(fresh, read_ground(fresh, as_of, None), None).places_after()


def _cached(tournament: Tournament, what: tuple[str, int | None, bool, int | None]) -> Standings:
    # The versions are read before the seats: what is kept under them is at least as new as it says.
    fresh = Tournament.objects.get(pk=tournament.pk)
    kind, as_of, provisional, stage_id = what
    # Closed tables have the same standings, whatever happens at the others.
    since = fresh.version if provisional else fresh.standings_version
    stage = Stage.objects.get(pk=stage_id) if stage_id else None
    # Whoever shows teams shows their members, too: the people are the same for both.
    below = ("field", tournament.pk, as_of, provisional, stage_id)
    field = partial(remembered, below, since, lambda: _read(fresh, as_of, provisional, stage))

    def make() -> Standings:
        STANDINGS_COMPUTED.labels(kind).inc()
        return field().teams(fresh.version) if kind == "teams" else field().players(fresh.version)

    STANDINGS_ASKED.labels(kind).inc()
    made = remembered(("standings", *below, kind), since, make)
    return replace(made, version=fresh.version, since=since)


def _read(tournament: Tournament, as_of: int | None, provisional: bool, stage: Stage | None) -> _Field:
    """The field with its results; of a table that becomes final meanwhile the result is there, and once."""
    if not provisional:
        return _Field(tournament, ground(tournament, as_of, stage), stage)
    while True:
        below = ground(tournament, as_of, stage)
        above = running(below)
        versions = Tournament.objects.values_list("standings_version", flat=True)
        if versions.get(pk=tournament.pk) == tournament.standings_version:
            return _Field(tournament, below, stage, above)
        tournament = Tournament.objects.get(pk=tournament.pk)


@dataclass(frozen=True)
class _Entrant:
    """A player or a team, as far as standings need it."""

    id: int
    number: int
    file_id: str
    name: str
    team: str = ""
    ranked: bool = True
    carried: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    group: int | None = None
    has_withdrawn: bool = False


class _Field:
    """The people with their results: of final tables, and with `above` also of those that are being played."""

    def __init__(
        self, tournament: Tournament, below: Ground, stage: Stage | None, above: Running | None = None
    ) -> None:
        self.pk, self.stage_pk = tournament.pk, stage.pk if stage else None
        self.book, self.below, self.above = below.book, below, above
        self.entries, self.lots, self.team_deducted = below.entries, below.lots, below.team_deducted
        self.results, self.deducted = dict(below.results), dict(below.deducted)
        if above is not None:
            _add(self.results, above.results)
            _add(self.deducted, above.deducted)
        self.last = max((n for results in self.results.values() for n in results), default=0)
        self.gone = gone_after(tournament, self.last)
        self.people: list[Player] = [
            p
            for p in below.players
            if (not p.is_reserve or p.pk in self.results) and (stage is None or p.pk in self.entries)
        ]
        self.members: dict[int, list[Player]] = defaultdict(list)
        for player in self.people:
            if player.team_id is not None:
                self.members[player.team_id].append(player)
        self.all_teams = [team for team in below.teams if stage is None or team.pk in self.members]

    def players(self, version: int) -> Standings:
        entrants = {p.pk: self._entrant(p) for p in self.people}
        ranked = [p for p in self.people if p.disqualified_at is None]
        unranked = [p for p in self.people if p.disqualified_at is not None]
        before = self._before("players", lambda: [self._candidate(p, self.last) for p in ranked])
        lines = self._lines(self._rank([self._candidate(p) for p in ranked]), entrants, before)
        lines += self._lines(self._rank([self._candidate(p) for p in unranked]), entrants, {})
        return self._standings(version, lines)

    def places_after(self) -> dict[int, dict[int, int]]:
        ranked = [p for p in self.people if p.disqualified_at is None]
        numbers = sorted({n for results in self.results.values() for n in results})
        entries = {n: self._rank([self._candidate(p, n + 1) for p in ranked]) for n in numbers}
        return {n: {int(str(e.candidate.key)): e.place for e in found} for n, found in entries.items()}

    def teams(self, version: int) -> Standings:
        entrants = {
            t.pk: _Entrant(t.pk, t.number, t.file_id, t.name, carried=self._carried(self.members[t.pk]))
            for t in self.all_teams
        }
        before = self._before("teams", lambda: [self._team_candidate(t, self.last) for t in self.all_teams])
        ranked = self._rank([self._team_candidate(t) for t in self.all_teams])
        return self._standings(version, self._lines(ranked, entrants, before))

    def _entrant(self, player: Player) -> _Entrant:
        entry = self.entries.get(player.pk)
        return _Entrant(
            id=player.pk,
            number=player.number,
            file_id=player.file_id,
            name=player.name,
            team=player.team.name if player.team else "",
            ranked=player.disqualified_at is None,
            carried=self._carried([player]),
            group=entry.group if entry else None,
            has_withdrawn=player.pk in self.gone,
        )

    def _carried(self, people: Iterable[Player]) -> tuple[Fraction, Fraction]:
        """What these people brought along from the stage before: standard points, match points."""
        entries = [self.entries[p.pk] for p in people if p.pk in self.entries]
        standard = sum((Fraction(e.carried_standard) for e in entries), Fraction(0))
        return standard, sum((Fraction(e.carried_match) for e in entries), Fraction(0))

    def _candidate(self, player: Player, until: int | None = None) -> Candidate:
        """A player with the sessions that count, or only with those before session `until`."""
        results = self.results.get(player.pk, {})
        deducted = self.deducted.get(player.pk, {})
        entry = self.entries.get(player.pk)
        lost = sum((d for n, d in deducted.items() if until is None or n < until), Fraction(0))
        return Candidate(
            key=player.pk,
            number=player.number,
            results=tuple(results[n] for n in sorted(results) if until is None or n < until),
            standard_adjust=Fraction(entry.carried_standard if entry else 0) - lost,
            match_adjust=Fraction(entry.carried_match if entry else 0),
            lots=self.lots.get(player.pk),
        )

    def _team_candidate(self, team: Team, until: int | None = None) -> Candidate:
        members = [self._candidate(p, until) for p in self.members[team.pk]]
        return team_candidate(team.pk, team.number, members, -self.team_deducted.get(team.pk, Fraction(0)))

    def _order(self) -> tuple[str, ...]:
        order = self.book.tie_breaks
        # A lot that was drawn and recorded decides last, also where the order does not name lots.
        return order if not self.lots or "lots" in order else (*order, "lots")

    def _rank(self, candidates: list[Candidate]) -> list[Ranked]:
        return rank(candidates, self._order())

    def _before(self, what: str, earlier: Callable[[], list[Candidate]]) -> dict[object, int]:
        """The places before the last session that counts, to show who moved; empty after the first."""
        if self.last <= 1:
            return {}
        # While nothing but the last session is being played they depend on final tables only, and stay.
        stays = self.above is None or self.above.sessions <= {self.last}
        known = self.below.earlier.get((what, self.last)) if stays else None
        if known is None:
            # When another table of the last session becomes final, the candidates are made again and are the same.
            candidates, order = tuple(earlier()), self._order()
            known = remembered(
                ("places before", self.pk, self.stage_pk, what, self.last),
                (order, candidates),
                lambda: {entry.candidate.key: entry.place for entry in rank(candidates, order)},
            )
            if stays:
                self.below.earlier[what, self.last] = known
        return known

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
                    carried_standard=who.carried[0],
                    carried_match=who.carried[1],
                    group=who.group,
                    has_withdrawn=who.has_withdrawn,
                )
            )
        return lines

    def _standings(self, version: int, lines: list[Line]) -> Standings:
        running = tuple(sorted(self.above.sessions)) if self.above else ()
        return Standings(version, self.last, self.above is not None, running, tuple(lines))


def _add(to: dict[int, dict[int, T]], more: Mapping[int, Mapping[int, T]]) -> None:
    """Add what is in `more` to new dictionaries: those of `to` are shared."""
    for who, by_session in more.items():
        to[who] = {**to.get(who, {}), **by_session}
