"""Who is present for a session, as check-in 检录 noted it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import CheckIn, Player, Session


@dataclass(frozen=True)
class Presence:
    """A player and the moment when he was checked in; None while he is missing."""

    player: Player
    at: datetime | None


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
    """Everybody who is not disqualified, with the check-in for this session. Two queries."""
    at = dict(CheckIn.objects.filter(session=session).values_list("player_id", "at"))
    players = Player.objects.filter(tournament_id=session.tournament_id, disqualified_at__isnull=True)
    return Roll(tuple(Presence(p, at.get(p.pk)) for p in players.select_related("team").order_by("number")))
