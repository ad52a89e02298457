"""Standings of players and teams: the one function that computes each, and everything goes through them.

Results are read from the seats in a fixed number of queries, ordered by `scoring.ranking`, and kept in the cache
under the version of the tournament that they belong to, so that they are never older than they say.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from django.core.cache import cache

from scoring.ranking import Candidate, Ranked, SessionResult, rank, team_candidate
from scoring.standard_points import TWELFTHS
from tournament.models import Penalty, Player, Seat, Session, Team, Tournament

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


def player_standings(tournament: Tournament, as_of: int | None = None, *, provisional: bool = False) -> Standings:
    """Standings of the players: closed tables, and with `provisional` also those still running.

    `as_of`: sessions up to this number count (default: all). Stand-ins are left out; a disqualified player is listed
    at the end without a place.
    """
    return _cached(tournament, "players", as_of, provisional)


def team_standings(tournament: Tournament, as_of: int | None = None, *, provisional: bool = False) -> Standings:
    """Standings of the teams: sums of their members' results in each session (RULES §7)."""
    return _cached(tournament, "teams", as_of, provisional)


def _cached(tournament: Tournament, kind: str, as_of: int | None, provisional: bool) -> Standings:
    # The version is read before the seats: what is kept under it is at least as new as it says.
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)
    key = f"standings:{tournament.pk}:{version}:{kind}:{as_of}:{int(provisional)}"
    found: Standings | None = cache.get(key)
    if found is None:
        fresh = Tournament.objects.get(pk=tournament.pk)
        found = (_Field(fresh, as_of, provisional).players if kind == "players"
                 else _Field(fresh, as_of, provisional).teams)(version)
        cache.set(key, found, KEEP_SECONDS)
    return found


class _Field:
    """Everything that standings are computed from, read once."""

    def __init__(self, tournament: Tournament, as_of: int | None, provisional: bool) -> None:
        self.book = tournament.rulebook
        self.provisional = provisional
        numbers = dict(Session.objects.filter(tournament=tournament).values_list("pk", "number"))
        self.players_of = list(Player.objects.filter(tournament=tournament).order_by("number").values(
            "id", "number", "file_id", "name", "team_id", "is_stand_in", "disqualified_at"))
        self.teams_of = list(Team.objects.filter(tournament=tournament).order_by("number").values(
            "id", "number", "file_id", "name"))
        self.results: dict[int, dict[int, SessionResult]] = defaultdict(dict)
        self.deducted: dict[int, Fraction] = defaultdict(Fraction)
        self.running: set[int] = set()
        seats = Seat.objects.filter(session__tournament=tournament, player__isnull=False,
                                    session__state__in=("published", "running", "closed"))
        if not provisional:
            seats = seats.filter(table__closed_at__isnull=False)
        else:
            seats = seats.exclude(table__closed_at__isnull=True, table__last_entry_at__isnull=True)
        for seat in seats.values("player_id", "session_id", "match_points", "standard_points", "standard_deducted",
                                 "place", "hands_won", "highest_hand", "table__closed_at"):
            number = numbers[seat["session_id"]]
            if as_of is not None and number > as_of:
                continue
            if seat["table__closed_at"] is None:
                self.running.add(number)
            self.results[seat["player_id"]][number] = SessionResult(
                session=number, standard=Fraction(seat["standard_points"], TWELFTHS),
                match=Fraction(seat["match_points"]), place=seat["place"], hands_won=seat["hands_won"],
                highest_hand=seat["highest_hand"])
            self.deducted[seat["player_id"]] += Fraction(seat["standard_deducted"], TWELFTHS)
        self.team_deducted: dict[int, Fraction] = defaultdict(Fraction)
        penalties = Penalty.objects.filter(tournament=tournament, table__isnull=True, withdrawn_at__isnull=True)
        for player, team, amount in penalties.values_list("player_id", "team_id", "amount"):
            if player:
                self.deducted[player] += Fraction(amount, TWELFTHS)
            elif team:
                self.team_deducted[team] += Fraction(amount, TWELFTHS)
        self.last = max((n for results in self.results.values() for n in results), default=0)

    def candidate(self, player: dict[str, object]) -> Candidate:
        pk = int(str(player["id"]))
        results = self.results.get(pk, {})
        return Candidate(key=pk, number=int(str(player["number"])),
                         results=tuple(results[n] for n in sorted(results)), standard_adjust=-self.deducted[pk])

    def players(self, version: int) -> Standings:
        ranked = [p for p in self.players_of if not p["is_stand_in"] and not p["disqualified_at"]]
        others = [p for p in self.players_of if not p["is_stand_in"] and p["disqualified_at"]]
        facts = {p["id"]: p for p in self.players_of}
        team_names = {t["id"]: t["name"] for t in self.teams_of}
        entries = rank([self.candidate(p) for p in ranked], self.book.tie_breaks)
        unranked = rank([self.candidate(p) for p in others], self.book.tie_breaks)
        before = self._places_before([self.candidate(p) for p in ranked])
        return self._standings(version, entries, unranked, facts, team_names, before)

    def teams(self, version: int) -> Standings:
        members: dict[int, list[Candidate]] = defaultdict(list)
        for player in self.players_of:
            if player["team_id"]:
                members[player["team_id"]].append(self.candidate(player))
        candidates = [team_candidate(t["id"], t["number"], members[t["id"]], -self.team_deducted[t["id"]])
                      for t in self.teams_of]
        facts = {t["id"]: t for t in self.teams_of}
        return self._standings(version, rank(candidates, self.book.tie_breaks), [], facts, {},
                               self._places_before(candidates))

    def _places_before(self, candidates: list[Candidate]) -> dict[object, int]:
        """The places before the last session that counts, to show who moved; empty after the first."""
        if self.last < 2:
            return {}
        earlier = [Candidate(c.key, c.number, tuple(r for r in c.results if r.session < self.last),
                             c.standard_adjust, c.match_adjust) for c in candidates]
        return {entry.candidate.key: entry.place for entry in rank(earlier, self.book.tie_breaks)}

    def _standings(self, version: int, entries: list[Ranked], unranked: list[Ranked],
                   facts: dict[int, dict[str, object]], team_names: dict[int, str],
                   before: dict[object, int]) -> Standings:
        lines = []
        for entry in [*entries, *unranked]:
            fact = facts[int(str(entry.candidate.key))]
            is_ranked = fact.get("disqualified_at") is None
            sessions = {r.session: r for r in entry.candidate.results}
            played = sum(max(len(r.places), 1) for r in sessions.values())
            earlier = before.get(entry.candidate.key)
            team = fact.get("team_id")
            lines.append(Line(
                id=int(str(entry.candidate.key)), number=entry.candidate.number, file_id=str(fact["file_id"]),
                name=str(fact["name"]), team=team_names.get(int(str(team)), "") if team else "",
                place=entry.place if is_ranked else None, shared=entry.shared and is_ranked,
                standard=entry.standard, match=entry.match,
                with_starting=entry.match + self.book.starting_points * played,
                sessions=sessions, standard_adjust=entry.candidate.standard_adjust, keys=entry.keys,
                moved=earlier - entry.place if earlier is not None and is_ranked else None,
            ))
        return Standings(version=version, as_of=self.last, provisional=self.provisional,
                         running=tuple(sorted(self.running)), lines=tuple(lines))
