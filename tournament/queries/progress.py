"""How far tournaments are: what is set up, what is missing, which sessions are played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.models import Duty, Player, Session, Staff, Team, Tournament

SEATS = 4


@dataclass(frozen=True)
class SessionProgress:
    """One session: `state` of the session, how many tables it has and how many of them are closed."""

    number: int
    state: str
    tables: int
    closed: int


@dataclass(frozen=True)
class Progress:
    """What there is of a tournament.

    `players` counts everybody who can be drawn, stand-ins included. `tables` is how many tables play at the same
    time: those of the largest draw or, before a draw, one for every four players begun. `uncovered` are the tables
    that no referee looks after.
    """

    players: int
    stand_ins: int
    team_sizes: tuple[int, ...]
    referees: int
    tables: int
    uncovered: tuple[int, ...]
    sessions: tuple[SessionProgress, ...]

    @property
    def is_drawn(self) -> bool:
        """Whether a session has a draw, be it a draft."""
        return any(session.state != Session.State.PLANNED for session in self.sessions)

    @property
    def missing_players(self) -> int:
        """How many players (or stand-ins) are missing to fill the last table."""
        return -self.players % SEATS

    @property
    def has_uneven_teams(self) -> bool:
        """Whether the teams have different sizes."""
        return len(set(self.team_sizes)) > 1


def progress_of(tournaments: Sequence[Tournament]) -> dict[int, Progress]:
    """The progress of each tournament by its id, in a number of queries that does not depend on anything."""
    ids = [tournament.pk for tournament in tournaments]
    people = {
        row["tournament"]: row
        for row in Player.objects.filter(tournament__in=ids, disqualified_at__isnull=True)
        .values("tournament")
        .annotate(players=Count("id"), stand_ins=Count("id", filter=Q(is_stand_in=True)))
        .order_by()
    }
    sizes: dict[int, list[int]] = defaultdict(list)
    teams = Team.objects.filter(tournament__in=ids).annotate(size=Count("players")).order_by("number")
    for tournament, size in teams.values_list("tournament_id", "size"):
        sizes[tournament].append(size)
    referees = dict(
        Staff.objects.filter(tournament__in=ids, role=Staff.Role.REFEREE)
        .values_list("tournament")
        .annotate(n=Count("id"))
        .order_by()
    )
    covered: dict[int, set[int]] = defaultdict(set)
    for tournament, number in Duty.objects.filter(tournament__in=ids).values_list(
        "tournament_id", "table_number"
    ):
        covered[tournament].add(number)
    sessions = _sessions(ids)
    found = {}
    for pk in ids:
        counts = people.get(pk, {"players": 0, "stand_ins": 0})
        tables = max((s.tables for s in sessions[pk]), default=0) or -(-counts["players"] // SEATS)
        found[pk] = Progress(
            players=counts["players"],
            stand_ins=counts["stand_ins"],
            team_sizes=tuple(sizes[pk]),
            referees=referees.get(pk, 0),
            tables=tables,
            uncovered=tuple(n for n in range(1, tables + 1) if n not in covered[pk]),
            sessions=tuple(sessions[pk]),
        )
    return found


def _sessions(ids: Sequence[int]) -> dict[int, list[SessionProgress]]:
    found: dict[int, list[SessionProgress]] = defaultdict(list)
    rows = (
        Session.objects.filter(tournament__in=ids)
        .annotate(all=Count("tables"), closed=Count("tables", filter=Q(tables__closed_at__isnull=False)))
        .order_by("number")
        .values_list("tournament_id", "number", "state", "all", "closed")
    )
    for tournament, number, state, tables, closed in rows:
        found[tournament].append(SessionProgress(number, state, tables, closed))
    return found
