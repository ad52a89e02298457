"""How far a tournament is: its public sessions with their tables counted, in one query."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tournament.models import Session, Tournament
from tournament.models.event import PUBLIC_STATES


@dataclass(frozen=True)
class SessionSummary:
    """A session whose draw everybody may see. `closed` of its `tables` are closed."""

    id: int
    number: int
    state: str
    tables: int
    closed: int
    starts_at: datetime | None

    @property
    def is_running(self) -> bool:
        """Whether it is being played now."""
        return self.state == Session.State.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether it is closed, so that its results stand."""
        return self.state == Session.State.CLOSED


@dataclass(frozen=True)
class Listed:
    """A tournament in the list of all, with how far it is: `state` is announced, running, between or over."""

    tournament: Tournament
    state: str
    session: int
    sessions: int


def public_sessions(tournament: Tournament) -> tuple[SessionSummary, ...]:
    """The sessions whose draw is published, in order."""
    return _summaries([tournament.pk])[tournament.pk]


def current_session(sessions: Sequence[SessionSummary]) -> SessionSummary | None:
    """The session that people ask about: the running one, else the next one, else the last."""
    running = [s for s in sessions if s.is_running]
    to_come = [s for s in sessions if not s.is_over]
    return next(iter([*running, *to_come, *reversed(sessions)]), None)


def how_far(sessions: Sequence[SessionSummary], planned: int) -> tuple[str, int]:
    """The state of a tournament and the session that it speaks of: running that one, or so many are over."""
    over = sum(s.is_over for s in sessions)
    running = next((s.number for s in sessions if s.is_running), 0)
    if running:
        return "running", running
    if over and over >= planned:
        return "over", over
    return ("between", over) if over else ("announced", 0)


def listed(tournaments: Iterable[Tournament]) -> list[Listed]:
    """The tournaments with their states, in two queries for all of them."""
    found = list(tournaments)
    sessions = _summaries([tournament.pk for tournament in found])
    return [
        Listed(t, *how_far(sessions[t.pk], t.planned_sessions), sessions=t.planned_sessions) for t in found
    ]


def _summaries(tournament_ids: Sequence[int]) -> dict[int, tuple[SessionSummary, ...]]:
    rows = (
        Session.objects.filter(tournament__in=tournament_ids, state__in=PUBLIC_STATES)
        .annotate(
            table_count=Count("tables"),
            closed_count=Count("tables", filter=Q(tables__closed_at__isnull=False)),
        )
        .order_by("number")
        .values("tournament_id", "id", "number", "state", "table_count", "closed_count", "starts_at")
    )
    found: dict[int, list[SessionSummary]] = defaultdict(list)
    for row in rows:
        found[row["tournament_id"]].append(
            SessionSummary(
                id=row["id"],
                number=row["number"],
                state=row["state"],
                tables=row["table_count"],
                closed=row["closed_count"],
                starts_at=row["starts_at"],
            )
        )
    return {pk: tuple(found[pk]) for pk in tournament_ids}
