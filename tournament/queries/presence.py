"""Who is present for a session, as check-in 检录 noted it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import CheckIn, Player, Session

from .changes import may_be_drawn, substitutions_in


@dataclass(frozen=True)
class Presence:
    """A player and the moment when he was checked in; None while he is missing. `substitute` plays for him."""

    player: Player
    at: datetime | None
    substitute: Player | None = None


@dataclass(frozen=True)
class Roll:
    """The roll of a session: everybody who may be drawn, by number."""

    rows: tuple[Presence, ...]

    @property
    def present(self) -> int:
        return sum(row.at is not None for row in self.rows)

    @property
    def missing(self) -> tuple[Player, ...]:
        return tuple(row.player for row in self.rows if row.at is None)


def roll(session: Session) -> Roll:
    """Everybody who has a seat of his own in this session, with the check-in for it, and who plays for whom.

    Not the disqualified, the withdrawn, nor reserves. Three queries.
    """
    at = dict(CheckIn.objects.filter(session=session).values_list("player_id", "at"))
    tournament = session.tournament
    plays = {
        made.player_id: made.substitute
        for made in substitutions_in(session.number)
        .filter(tournament=tournament)
        .select_related("substitute")
    }
    players = may_be_drawn(tournament, session.number).select_related("team").order_by("number")
    return Roll(tuple(Presence(p, at.get(p.pk), plays.get(p.pk)) for p in players))
