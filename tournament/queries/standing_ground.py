"""What standings are computed from, as the database has it: read once, and kept in memory until it may have changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.db.models import F, Q, QuerySet

from scoring.ranking import SessionResult
from scoring.rulebook import Rulebook
from scoring.standard_points import TWELFTHS
from tournament.memory import remembered
from tournament.models import Bye, Lot, Penalty, Player, Seat, Session, Stage, StageEntry, Team, Tournament
from tournament.models.event import PUBLIC_STATES

from .changes import is_withdrawn
from .final import final_since

Results = dict[int, dict[int, SessionResult]]
Deducted = dict[int, dict[int, Fraction]]


@dataclass(frozen=True)
class Ground:
    """Everything that the standings of final tables depend on. Nobody changes it: it is shared.

    `results` are by player and session; `deducted` are the standard points taken away, by player and session, 0 for the
    tournament as a whole. `earlier` is for what is computed from it and wanted again.
    """

    book: Rulebook
    sessions: dict[int, int]
    results: Results
    deducted: Deducted
    team_deducted: dict[int, Fraction]
    entries: dict[int, StageEntry]
    lots: dict[int, int]
    players: tuple[Player, ...]
    teams: tuple[Team, ...]
    earlier: dict[object, dict[object, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Running:
    """The tables that are not final and have begun: their results, and the numbers of their sessions."""

    results: Results
    deducted: Deducted
    sessions: frozenset[int]


def ground(tournament: Tournament, as_of: int | None, stage: Stage | None) -> Ground:
    """The ground of standings, from memory while `standings_version` is the same."""
    key = "ground", tournament.pk, as_of, stage.pk if stage else None
    return remembered(key, tournament.standings_version, lambda: read_ground(tournament, as_of, stage))


def read_ground(tournament: Tournament, as_of: int | None, stage: Stage | None) -> Ground:
    """The same from the database, kept nowhere."""
    book = tournament.rulebook
    found = Session.objects.filter(tournament=tournament)
    if stage is not None:
        found = found.filter(stage=stage)
    sessions = {pk: n for pk, n in found.values_list("pk", "number") if as_of is None or n <= as_of}
    results, deducted = _of_seats(_seats(sessions, book).filter(final_at__isnull=False), sessions)
    _add_byes(results, sessions, book)
    team_deducted: dict[int, Fraction] = {}
    if stage is None:  # in a stage they do not count: they are taken from the total of the tournament
        team_deducted = _general_penalties(tournament, deducted)
    entries = StageEntry.objects.filter(stage=stage) if stage else StageEntry.objects.none()
    lots = Lot.objects.filter(tournament=tournament, stage=stage)
    players = Player.objects.filter(tournament=tournament, is_stand_in=False).select_related("team")
    return Ground(
        book=book,
        sessions=sessions,
        results=results,
        deducted=deducted,
        team_deducted=team_deducted,
        entries={entry.player_id: entry for entry in entries},
        lots=dict(lots.values_list("player_id", "lot")),
        players=tuple(players.order_by("number")),
        teams=tuple(Team.objects.filter(tournament=tournament).order_by("number")),
    )


def running(of: Ground) -> Running:
    """The tables that are not final and have begun, in one query."""
    begun = Q(table__closed_at__isnull=False) | Q(table__last_entry_at__isnull=False)
    seats = _seats(of.sessions, of.book).filter(begun, final_at__isnull=True)
    results, deducted = _of_seats(seats, of.sessions)
    return Running(results, deducted, frozenset(n for by_session in results.values() for n in by_session))


def gone_after(tournament: Tournament, session: int) -> set[int]:
    """The ids of the players who play no more after a session."""
    gone = is_withdrawn(session + 1).filter(player__tournament=tournament)
    return set(gone.values_list("player_id", flat=True))


SEAT_FIELDS = (
    "session_id",
    "player_id",
    "credited_id",
    "standard_points",
    "match_points",
    "place",
    "hands_won",
    "highest_hand",
    "standard_deducted",
)


def _seats(sessions: Iterable[int], book: Rulebook) -> QuerySet[Any, Any]:
    """The seats that may count. The tables decide whether they do: `final_at` is when they became final."""
    return (
        Seat.objects.filter(
            session__in=list(sessions), player__isnull=False, session__state__in=PUBLIC_STATES
        )
        .annotate(final_at=F(f"table__{final_since(book)}"))
        .order_by()
        .values_list(*SEAT_FIELDS)
    )


def _of_seats(rows: Iterable[tuple[int, ...]], sessions: dict[int, int]) -> tuple[Results, Deducted]:
    results: Results = defaultdict(dict)
    deducted: Deducted = defaultdict(dict)
    for session, player, credited, standard, match, place, won, highest, lost in rows:
        number = sessions[session]
        results[credited or player][number] = _result(number, standard, match, place, won, highest)
        if lost:
            deducted[credited or player][number] = _twelfths(lost)
    return dict(results), dict(deducted)


def _add_byes(results: Results, sessions: dict[int, int], book: Rulebook) -> None:
    score = book.bye_score
    standard, match = Fraction(score["standard_points"]), Fraction(score["match_points"])
    byes = Bye.objects.filter(session__in=list(sessions), session__state=Session.State.CLOSED)
    for player, session in byes.values_list("player_id", "session_id"):
        number = sessions[session]
        results.setdefault(player, {})[number] = SessionResult(number, standard, match, None)


def _general_penalties(tournament: Tournament, deducted: Deducted) -> dict[int, Fraction]:
    """Add the penalties of the tournament to the players' deductions; returns those of the teams."""
    teams: dict[int, Fraction] = defaultdict(Fraction)
    general = Penalty.objects.filter(tournament=tournament, table__isnull=True, withdrawn_at__isnull=True)
    for player, team, amount in general.values_list("player_id", "team_id", "amount"):
        points = Fraction(amount, TWELFTHS)
        if player:
            own = deducted.setdefault(player, {})
            own[0] = own.get(0, Fraction(0)) + points
        elif team:
            teams[team] += points
    return dict(teams)


# Twice what a championship of a thousand players has. Most stay what they are from one reading to the next:
# then they are the same objects, which compare at once.
@lru_cache(maxsize=20_000)
def _result(
    session: int, standard: int, match: int, place: int | None, won: int, highest: int
) -> SessionResult:
    return SessionResult(session, _twelfths(standard), _whole(match), place, won, highest)


@lru_cache(maxsize=4096)
def _twelfths(number: int) -> Fraction:
    return Fraction(number, TWELFTHS)


@lru_cache(maxsize=4096)
def _whole(number: int) -> Fraction:
    return Fraction(number)
