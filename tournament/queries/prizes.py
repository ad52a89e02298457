"""Special prizes: the highest hand, the best session, the most hands won. Whoever is equal shares a prize.

Closed tables count, as in the standings. A hand belongs to the person who really sat there; what belongs to a place
in the standings (a session's match points, hands won) goes to whoever has that place. Stand-ins and disqualified
players win no prize.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Max, OuterRef, Subquery
from django.db.models.functions import Coalesce

from tournament.models import Hand, Player, Seat, Sitting, Tournament
from tournament.models.event import PUBLIC_STATES

from .standings import Line, Standings, player_standings


@dataclass(frozen=True)
class Winner:
    """Who has a prize; session, table and hand where it was won in one."""

    number: int
    name: str
    team: str
    session: int | None = None
    table: int | None = None
    hand: int | None = None
    discarder: str = ""
    is_self_draw: bool = False


@dataclass(frozen=True)
class Prize:
    """One prize: `kind` is highest_hand (fan), best_session (match points) or most_hands (hands won)."""

    kind: str
    value: Fraction
    winners: tuple[Winner, ...]

    @property
    def is_shared(self) -> bool:
        """Whether several are equal."""
        return len(self.winners) > 1


def prizes(tournament: Tournament, as_of: int | None = None) -> tuple[Prize, ...]:
    """The prizes that somebody has won, up to a session, in a number of queries that does not grow."""
    standings = player_standings(tournament, as_of)
    found = (_highest_hand(tournament, as_of), _best_session(tournament, standings), _most_hands(standings))
    return tuple(prize for prize in found if prize is not None)


def _highest_hand(tournament: Tournament, as_of: int | None) -> Prize | None:
    won = _won_hands(tournament, as_of)
    best = won.aggregate(fan=Max("fan"))["fan"]
    if best is None:
        return None
    rows = won.filter(fan=best).order_by("table__session__number", "table__number", "number")
    people = {p.pk: p for p in Player.objects.filter(pk__in=rows.values("who")).select_related("team")}
    names = dict(_names_at(rows))
    winners = tuple(
        Winner(
            number=people[who].number,
            name=people[who].name,
            team=_team(people[who]),
            session=session,
            table=table,
            hand=hand,
            discarder=names.get((pk, discarder), "") if discarder is not None else "",
            is_self_draw=discarder is None,
        )
        for pk, who, session, table, hand, discarder in rows.values_list(
            "table_id", "who", "table__session__number", "table__number", "number", "discarder"
        )
    )
    return Prize("highest_hand", Fraction(best), winners)


def _won_hands(tournament: Tournament, as_of: int | None) -> Any:
    """The hands won at closed tables by somebody who can have a prize, each with him as `who`: a queryset."""
    seat = Seat.objects.filter(table=OuterRef("table"), chair=OuterRef("winner"))
    sitter = Sitting.objects.filter(
        seat__table=OuterRef("table"), seat__chair=OuterRef("winner"), from_hand__lte=OuterRef("number")
    ).order_by("-from_hand", "-pk")
    hands = Hand.objects.filter(
        table__session__tournament=tournament,
        table__session__state__in=PUBLIC_STATES,
        table__closed_at__isnull=False,
        is_current=True,
        outcome=Hand.Outcome.WIN,
    )
    if as_of is not None:
        hands = hands.filter(table__session__number__lte=as_of)
    hands = hands.annotate(
        who=Coalesce(Subquery(sitter.values("player")[:1]), Subquery(seat.values("player")[:1]))
    )
    eligible = Player.objects.filter(
        tournament=tournament, is_stand_in=False, disqualified_at__isnull=True
    ).values("pk")
    return hands.filter(who__in=eligible)


def _names_at(rows: Any) -> Iterable[tuple[tuple[int, int], str]]:
    seats = Seat.objects.filter(table__in=rows.values("table"), player__isnull=False)
    for table, chair, name in seats.values_list("table_id", "chair", "player__name"):
        yield (table, chair), name


def _best_session(tournament: Tournament, standings: Standings) -> Prize | None:
    played = [
        (result.match, line, number)
        for line in standings.lines
        for number, result in line.sessions.items()
        if line.place is not None and result.place is not None
    ]
    if not played:
        return None
    best = max(match for match, _line, _number in played)
    equal = [(line, number) for match, line, number in played if match == best]
    at = {
        (player, session): table
        for session, player, table in Seat.objects.filter(
            session__tournament=tournament, session__number__in={number for _line, number in equal}
        ).values_list("session__number", Coalesce("credited", "player"), "table__number")
    }
    winners = (_winner(line, number, at.get((line.id, number))) for line, number in equal)
    return Prize("best_session", best, tuple(winners))


def _most_hands(standings: Standings) -> Prize | None:
    won = [
        (sum(result.hands_won for result in line.sessions.values()), line)
        for line in standings.lines
        if line.place is not None
    ]
    best = max((count for count, _line in won), default=0)
    if not best:
        return None
    return Prize("most_hands", Fraction(best), tuple(_winner(line) for count, line in won if count == best))


def _winner(line: Line, session: int | None = None, table: int | None = None) -> Winner:
    return Winner(line.number, line.name, line.team, session, table)


def _team(player: Player) -> str:
    return player.team.name if player.team else ""
