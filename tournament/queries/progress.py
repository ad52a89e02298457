"""How far tournaments are: what is set up, what is missing, which sessions are played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count, Q

from tournament.models import Duty, Player, Session, Staff, Stage, Table, Team, Tournament, Withdrawal

SEATS = 4


@dataclass(frozen=True)
class SessionProgress:
    """One session: `state` of the session, how many tables it has and how many of them are closed."""

    number: int
    state: str
    tables: int
    closed: int


@dataclass(frozen=True)
class StageProgress:
    """One stage: the numbers of its sessions, whether it has its players, and whether they can be chosen now.

    `is_next`: it has no players yet, and everything before it is played.
    """

    name: str
    sessions: tuple[int, ...]
    is_filled: bool
    is_next: bool


@dataclass(frozen=True)
class Progress:
    """What there is of a tournament.

    `players` counts everybody who can be drawn: with stand-ins, without reserves and who has withdrawn. `tables` is
    how many tables play at the same time: those of the largest draw or, before a draw, one for every four players
    begun. `last_table` is their highest number: where a table was broken up the others keep theirs. `uncovered` are the
    tables that no referee looks after.
    """

    players: int
    stand_ins: int
    reserves: int
    team_sizes: tuple[int, ...]
    referees: int
    tables: int
    last_table: int
    uncovered: tuple[int, ...]
    sessions: tuple[SessionProgress, ...]
    stages: tuple[StageProgress, ...] = ()

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
        .exclude(withdrawals__in=Withdrawal.objects.filter(back_in_session__isnull=True))
        .values("tournament")
        .annotate(
            players=Count("id", filter=Q(is_reserve=False)),
            stand_ins=Count("id", filter=Q(is_stand_in=True, is_reserve=False)),
            reserves=Count("id", filter=Q(is_reserve=True)),
        )
        .order_by()
    }
    sizes: dict[int, list[int]] = defaultdict(list)
    teams = (
        Team.objects.filter(tournament__in=ids)
        .annotate(size=Count("players", filter=Q(players__is_reserve=False)))
        .order_by("number")
    )
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
    numbers: dict[int, set[int]] = defaultdict(set)
    drawn = Table.objects.filter(session__tournament__in=ids).values_list("session__tournament_id", "number")
    for tournament, number in drawn.distinct():
        numbers[tournament].add(number)
    sessions = _sessions(ids)
    stages = _stages(ids, sessions)
    found = {}
    for pk in ids:
        counts = people.get(pk, {"players": 0, "stand_ins": 0, "reserves": 0})
        tables = max((s.tables for s in sessions[pk]), default=0) or -(-counts["players"] // SEATS)
        found[pk] = Progress(
            players=counts["players"],
            stand_ins=counts["stand_ins"],
            reserves=counts["reserves"],
            team_sizes=tuple(sizes[pk]),
            referees=referees.get(pk, 0),
            tables=tables,
            last_table=max(numbers[pk], default=tables),
            uncovered=tuple(sorted((numbers[pk] or set(range(1, tables + 1))) - covered[pk])),
            sessions=tuple(sessions[pk]),
            stages=tuple(stages[pk]),
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


def _stages(ids: Sequence[int], sessions: dict[int, list[SessionProgress]]) -> dict[int, list[StageProgress]]:
    """The stages of each tournament in order, in one query: a row for each stage and session of it."""
    rows = (
        Stage.objects.filter(tournament__in=ids)
        .order_by("tournament_id", "number", "sessions__number")
        .values_list("tournament_id", "number", "name", "filled_at", "sessions__number")
    )
    found: dict[int, list[StageProgress]] = defaultdict(list)
    for (tournament, _number, name, filled_at), of_stage in groupby(rows, key=lambda row: row[:4]):
        numbers = tuple(row[4] for row in of_stage if row[4] is not None)
        earlier = found[tournament][-1].sessions if found[tournament] else ()
        states = {session.number: session.state for session in sessions[tournament]}
        is_played = all(states.get(n) == Session.State.CLOSED for n in earlier)
        is_before_filled = not found[tournament] or found[tournament][-1].is_filled
        is_next = filled_at is None and is_played and is_before_filled
        found[tournament].append(StageProgress(name, numbers, filled_at is not None, is_next))
    return found
