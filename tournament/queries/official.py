"""Whether a session is provisional or official, and until when that can be appealed against (RULES §7)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from scoring.rulebook import Rulebook
from tournament.models import Dispute, Session, Tournament
from tournament.models.event import PUBLIC_STATES


@dataclass(frozen=True)
class Standing:
    """`official`: the results stand, since `since`. `until` is when the time for appeals is over, or was.

    `waits` are the numbers of the tables that wait for a ruling. `declared`: the chief referee made it official.
    """

    official: bool
    since: datetime | None
    until: datetime | None
    waits: tuple[int, ...]
    declared: bool

    @property
    def key(self) -> str:
        """What distinguishes this from other states, for whatever is kept for all readers."""
        return "official" if self.official else "provisional"


def standing_of(
    session: Session, book: Rulebook, now: datetime | None = None, waits: tuple[int, ...] | None = None
) -> Standing:
    """The standing of a session. One query while it is neither open nor declared official, unless `waits` is known."""
    if session.state != Session.State.CLOSED or session.closed_at is None:
        return Standing(False, None, None, (), False)
    until = session.closed_at + timedelta(minutes=book.appeal_minutes)
    if session.official_at is not None:
        return Standing(True, session.official_at, until, (), True)
    waits = disputed_tables(session) if waits is None else waits
    official = until <= (now or timezone.now()) and not waits
    return Standing(official, until if official else None, until, waits, False)


def disputed_tables(session: Session) -> tuple[int, ...]:
    """The numbers of the tables of a session at which something is in dispute."""
    waiting = Dispute.objects.filter(table__session=session, ruled_at__isnull=True)
    return tuple(sorted(set(waiting.values_list("table__number", flat=True))))


def is_provisional(tournament: Tournament, as_of: int, now: datetime | None = None) -> bool:
    """Whether results as of a session may still change: one of the sessions up to it is not official (RULES §7).

    What is still to be played does not make them provisional: they say as of which session they are. Every sheet that
    shows results asks here. Two queries, however many sessions there are.
    """
    sessions = list(tournament.sessions.filter(state__in=PUBLIC_STATES, number__lte=as_of))
    waits: dict[int, tuple[int, ...]] = defaultdict(tuple)
    disputes = Dispute.objects.filter(table__session__in=sessions, ruled_at__isnull=True)
    for session, table in disputes.values_list("table__session", "table__number"):
        waits[session] += (table,)
    book, now = tournament.rulebook, now or timezone.now()
    return not all(standing_of(one, book, now, waits[one.pk]).official for one in sessions)
