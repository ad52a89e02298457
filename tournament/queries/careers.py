"""All players of a tournament with all their sessions, however many there are, in two queries."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tournament.models import Player, Seat, Tournament
from tournament.models.event import PUBLIC_STATES


@dataclass(frozen=True)
class Career:
    """A player with his seats in the sessions whose draw is published, in order, each with table and session."""

    player: Player
    seats: tuple[Seat, ...]


def careers(tournament: Tournament, number: int | None = None) -> list[Career]:
    """Everybody by number, stand-ins included, or only the player with this number; empty where there is none."""
    players = Player.objects.filter(tournament=tournament).select_related("team").order_by("number")
    seats = Seat.objects.filter(
        session__tournament=tournament, session__state__in=PUBLIC_STATES, player__isnull=False
    )
    if number is not None:
        players = players.filter(number=number)
        seats = seats.filter(player__number=number)
    found: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats.select_related("table", "session").order_by("session__number"):
        found[seat.player_id or 0].append(seat)
    return [Career(player, tuple(found[player.pk])) for player in players]
