"""What the public may see of the standings, and whether a session is official."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scoring.rulebook import Rulebook
from tournament.access import Visitor, has_role
from tournament.models import Session, ShownStandings, Tournament

from .official import standing_of


@dataclass(frozen=True)
class Shown:
    """`hidden`: nothing until the prize-giving. `as_of`: the last session that may be shown, None for all."""

    hidden: bool
    as_of: int | None

    @property
    def in_full(self) -> bool:
        """Whether everything is shown as it is."""
        return not self.hidden and self.as_of is None

    @property
    def key(self) -> str:
        """What distinguishes this view from others, for whatever is kept for all readers."""
        return "hidden" if self.hidden else str(self.as_of)

    def limit(self, asked: int | None) -> int | None:
        """The session up to which somebody may look who asks for the standings as of one (None: the newest)."""
        if self.as_of is None or asked is None:
            return asked if self.as_of is None else self.as_of
        return min(asked, self.as_of)


def shown_standings(tournament: Tournament, *, staff: bool) -> Shown:
    """What this visitor may see; the staff sees everything."""
    if staff or tournament.shown_standings == ShownStandings.LIVE:
        return Shown(False, None)
    return Shown(tournament.shown_standings == ShownStandings.HIDDEN, tournament.frozen_after)


def shown_to(user: Visitor, tournament: Tournament) -> Shown:
    """What this visitor may see of the standings; asks who he is only where that makes a difference."""
    if tournament.shown_standings == ShownStandings.LIVE:
        return Shown(False, None)
    return shown_standings(tournament, staff=has_role(user, tournament, "inside"))


def is_official(session: Session, book: Rulebook, now: datetime | None = None) -> bool:
    """Whether the results stand: the chief referee said so, or the time for appeals is over (RULES §7)."""
    return standing_of(session, book, now).official
