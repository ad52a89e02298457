"""Standings of players and teams: the one function that computes each, and everything goes through them.

Results are read from the seats in a fixed number of queries, ordered by `scoring.ranking`, and kept in the cache
under the version of the tournament that they belong to, so that they are never older than they say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from zlib import crc32

from django.core.cache import cache
from django.db.models import Exists, F, OuterRef

from scoring.ranking import Candidate, Ranked, SessionResult, rank, team_candidate
from scoring.standard_points import TWELFTHS
from tournament.figures import STANDINGS
from tournament.models import (
    Bye,
    Lot,
    Penalty,
    Player,
    Seat,
    Session,
    Stage,
    StageEntry,
    Team,
    Tournament,
)
from tournament.models.event import PUBLIC_STATES

from .changes import is_withdrawn
from .final import final_since

KEEP_SECONDS = 3600


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
    because the standings are provisional.
    """

    version: int
    as_of: int
    provisional: bool
    running: tuple[int, ...]
    lines: tuple[Line, ...]


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
    field = _Field(Tournament.objects.get(pk=tournament.pk), None, False, None)
    return field.teams(tournament.version) if teams else field.players(tournament.version)


def places_after(tournament: Tournament, as_of: int | None = None) -> dict[int, dict[int, int]]:
    """Session → player id → place in total after it, for every session that counts, up to `as_of`; kept nowhere.

    Who is disqualified today has no place. Recorded lots and penalties of the tournament count from the first session.
    """
    return _Field(Tournament.objects.get(pk=tournament.pk), as_of, False, None).places_after()


def _cached(tournament: Tournament, what: tuple[str, int | None, bool, int | None]) -> Standings:
    # The version is read before the seats: what is kept under it is at least as new as it says.
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)
    kind, as_of, provisional, stage_id = what

    def key(of: str) -> str:
        return f"standings:{_form()}:{tournament.pk}:{of}:{as_of}:{int(provisional)}:{stage_id}"

    kept: Standings | None = cache.get(key(kind))
    if kept is not None and kept.version == version:
        STANDINGS.labels(kind, "cache").inc()
        return kept
    STANDINGS.labels(kind, "computed").inc()
    stage = Stage.objects.get(pk=stage_id) if stage_id else None
    field = _Field(Tournament.objects.get(pk=tournament.pk), as_of, provisional, stage)
    fresh = {"players": field.players(version)}
    if kind == "teams":  # whoever shows teams shows their members, too
        fresh["teams"] = field.teams(version)
    for of, standings in fresh.items():
        cache.set(key(of), standings, KEEP_SECONDS)
    return fresh[kind]


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
    carried: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    group: int | None = None
    has_withdrawn: bool = False


class _Field:
    """Everything that standings are computed from, read once."""

    def __init__(
        self, tournament: Tournament, as_of: int | None, provisional: bool, stage: Stage | None
    ) -> None:
        self.book, self.as_of, self.provisional, self.stage = tournament.rulebook, as_of, provisional, stage
        self.results: dict[int, dict[int, SessionResult]] = defaultdict(dict)
        # Standard points taken away, by player and session; 0 stands for the tournament as a whole.
        self.deducted: dict[int, dict[int, Fraction]] = defaultdict(dict)
        self.team_deducted: dict[int, Fraction] = defaultdict(Fraction)
        self.running: set[int] = set()
        sessions = Session.objects.filter(tournament=tournament)
        if stage is not None:
            sessions = sessions.filter(stage=stage)
        self.sessions = {s.pk: s for s in sessions if as_of is None or s.number <= as_of}
        self._read_seats()
        self._read_byes()
        self._read_penalties(tournament)
        self._read_entries(tournament)
        self.last = max((n for results in self.results.values() for n in results), default=0)
        self._read_people(tournament)

    def _read_people(self, tournament: Tournament) -> None:
        gone = Exists(is_withdrawn(self.last + 1).filter(player=OuterRef("pk")))
        players = list(
            Player.objects.filter(tournament=tournament, is_stand_in=False)
            .select_related("team")
            .annotate(gone=gone)
            .order_by("number")
        )
        self.gone = {p.pk for p in players if p.gone}
        self.people: list[Player] = [
            p
            for p in players
            if (not p.is_reserve or p.pk in self.results) and (self.stage is None or p.pk in self.entries)
        ]
        self.members: dict[int, list[Player]] = defaultdict(list)
        for player in self.people:
            if player.team_id is not None:
                self.members[player.team_id].append(player)
        teams = Team.objects.filter(tournament=tournament).order_by("number")
        self.all_teams = [team for team in teams if self.stage is None or team.pk in self.members]

    def _read_seats(self) -> None:
        seats = Seat.objects.filter(
            session__in=self.sessions, player__isnull=False, session__state__in=PUBLIC_STATES
        ).annotate(final_at=F(f"table__{final_since(self.book)}"))
        if self.provisional:
            seats = seats.exclude(table__closed_at__isnull=True, table__last_entry_at__isnull=True)
        else:
            seats = seats.filter(final_at__isnull=False)
        for seat in seats:
            number = self.sessions[seat.session_id].number
            player = seat.credited_id or seat.player_id
            if player is None:
                continue
            if seat.final_at is None:
                self.running.add(number)
            self.results[player][number] = SessionResult(
                session=number,
                standard=Fraction(seat.standard_points, TWELFTHS),
                match=Fraction(seat.match_points),
                place=seat.place,
                hands_won=seat.hands_won,
                highest_hand=seat.highest_hand,
            )
            if seat.standard_deducted:
                self.deducted[player][number] = Fraction(seat.standard_deducted, TWELFTHS)

    def _read_byes(self) -> None:
        score = self.book.bye_score
        for bye in Bye.objects.filter(session__in=self.sessions, session__state=Session.State.CLOSED):
            number = self.sessions[bye.session_id].number
            self.results[bye.player_id][number] = SessionResult(
                number, Fraction(score["standard_points"]), Fraction(score["match_points"]), None
            )

    def _read_penalties(self, tournament: Tournament) -> None:
        general = Penalty.objects.filter(tournament=tournament, table__isnull=True, withdrawn_at__isnull=True)
        if self.stage is not None:
            general = general.none()  # they are taken from the total of the tournament
        for player, team, amount in general.values_list("player_id", "team_id", "amount"):
            points = Fraction(amount, TWELFTHS)
            if player:
                self.deducted[player][0] = self.deducted[player].get(0, Fraction(0)) + points
            elif team:
                self.team_deducted[team] += points

    def _read_entries(self, tournament: Tournament) -> None:
        found = StageEntry.objects.filter(stage=self.stage) if self.stage else StageEntry.objects.none()
        self.entries = {entry.player_id: entry for entry in found}
        lots = Lot.objects.filter(tournament=tournament, stage=self.stage)
        self.lots = dict(lots.values_list("player_id", "lot"))

    def players(self, version: int) -> Standings:
        entrants = {p.pk: self._entrant(p) for p in self.people}
        ranked = [p for p in self.people if p.disqualified_at is None]
        unranked = [p for p in self.people if p.disqualified_at is not None]
        before = self._places([self._candidate(p, self.last) for p in ranked])
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
        before = self._places([self._team_candidate(t, self.last) for t in self.all_teams])
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
        return team_candidate(team.pk, team.number, members, -self.team_deducted[team.pk])

    def _rank(self, candidates: list[Candidate]) -> list[Ranked]:
        order = self.book.tie_breaks
        # A lot that was drawn and recorded decides last, also where the order does not name lots.
        return rank(candidates, order if not self.lots or "lots" in order else (*order, "lots"))

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
                    carried_standard=who.carried[0],
                    carried_match=who.carried[1],
                    group=who.group,
                    has_withdrawn=who.has_withdrawn,
                )
            )
        return lines

    def _standings(self, version: int, lines: list[Line]) -> Standings:
        return Standings(version, self.last, self.provisional, tuple(sorted(self.running)), tuple(lines))
