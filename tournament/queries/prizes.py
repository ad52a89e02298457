"""Special prizes: the highest hand, the best session, the most hands won. Whoever is equal shares a prize.

Closed tables count, as in the standings. A hand belongs to the person who really sat there; what belongs to a place
in the standings (a session's match points, hands won) goes to whoever has that place. Stand-ins and disqualified
players win no prize.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.ranking import quick
from tournament.memory import remembered
from tournament.models import Hand, Player, Seat, Sitting, Tournament
from tournament.models.event import PUBLIC_STATES

from .final import final_since
from .plays import has_house_rules
from .standings import Line, Standings, player_standings
from .statistics import statistics


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

    @property
    def is_self_draw(self) -> bool:
        """Whether he drew the tile himself."""
        return self.hand is not None and not self.discarder


@dataclass(frozen=True)
class Prize:
    """One prize: `kind` is highest_hand (fan, or points where hands have none), best_session (match points) or
    most_hands (hands won)."""

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

    def read() -> tuple[Prize, ...]:
        house = has_house_rules(tournament.rulebook)
        found = (
            _highest_of_several(tournament, as_of) if house else _highest_hand(tournament, as_of),
            _best_session(tournament, standings),
            _most_hands(standings),
        )
        return tuple(prize for prize in found if prize is not None)

    # They are won at the tables that the standings count.
    return remembered(("prizes", tournament.pk, as_of), standings.since, read)


def _highest_hand(tournament: Tournament, as_of: int | None) -> Prize | None:
    hands = _won_hands(tournament, as_of)
    # Who sat where in a hand takes long to find out for tens of thousands: first for the highest by whomever.
    rows = _best(tournament, hands.filter(fan=hands.aggregate(best=Max("fan"))["best"]))
    if not rows:
        rows = _best(tournament, hands)
    if not rows:
        return None
    ids = {person for row in rows for person in row[1:3]}
    people = {p.pk: p for p in Player.objects.filter(pk__in=ids).select_related("team")}
    winners = []
    for _fan, who, loser, session, table, hand in rows:
        player = people[who]
        winners.append(
            Winner(
                number=player.number,
                name=player.name,
                team=player.team.name if player.team else "",
                session=session,
                table=table,
                hand=hand,
                discarder=people[loser].name if loser in people else "",
            )
        )
    return Prize("highest_hand", Fraction(rows[0][0]), tuple(winners))


def _highest_of_several(tournament: Tournament, as_of: int | None) -> Prize | None:
    """The same under house rules, where several can win a hand, each another worth."""
    read = statistics(tournament, as_of)
    eligible = _eligible(tournament).select_related("team")
    won = [(hand, player) for player in eligible for hand in read.of(player.pk).best]
    best = max((hand.fan for hand, _player in won), default=None)
    if best is None:
        return None
    equal = [(hand, player) for hand, player in won if hand.fan == best]
    winners = []
    for hand, player in sorted(equal, key=lambda one: (one[0].session, one[0].table, one[0].number)):
        loser = read.discarder(hand)
        winners.append(
            Winner(
                number=player.number,
                name=player.name,
                team=player.team.name if player.team else "",
                session=hand.session,
                table=hand.table,
                hand=hand.number,
                discarder=loser.name if loser else "",
            )
        )
    return Prize("highest_hand", Fraction(best), tuple(winners))


def _eligible(tournament: Tournament) -> QuerySet[Player]:
    """Who can have a prize."""
    return Player.objects.filter(tournament=tournament, is_stand_in=False, disqualified_at__isnull=True)


def _won_hands(tournament: Tournament, as_of: int | None) -> QuerySet[Hand]:
    """The hands won at closed tables, by whomever."""
    hands = Hand.objects.filter(
        table__session__tournament=tournament,
        table__session__state__in=PUBLIC_STATES,
        is_current=True,
        outcome=Hand.Outcome.WIN,
        **{f"table__{final_since(tournament.rulebook)}__isnull": False},
    )
    if as_of is not None:
        hands = hands.filter(table__session__number__lte=as_of)
    return hands


def _best(tournament: Tournament, hands: QuerySet[Hand]) -> list[Any]:
    """The highest of these hands that were won by somebody who can have a prize, in the order of play.

    Of each: fan, who won it and, where it was won on a discard, the discarder; session, table and number.
    """
    known = hands.annotate(who=_sitting_in("winner"), loser=_sitting_in("discarder"))
    won = known.filter(who__in=_eligible(tournament).values("pk"))
    best = won.filter(fan=Subquery(won.order_by("-fan").values("fan")[:1]))
    return list(
        best.order_by("table__session__number", "table__number", "number").values_list(
            "fan", "who", "loser", "table__session__number", "table__number", "number"
        )
    )


def _sitting_in(seat: str) -> Coalesce:
    """Who really sat in the winner's or the discarder's seat in this hand."""
    drawn = Seat.objects.filter(table=OuterRef("table"), chair=OuterRef(seat))
    sitter = Sitting.objects.filter(
        seat__table=OuterRef("table"), seat__chair=OuterRef(seat), from_hand__lte=OuterRef("number")
    ).order_by("-from_hand", "-pk")
    return Coalesce(Subquery(sitter.values("player")[:1]), Subquery(drawn.values("player")[:1]))


def _best_session(tournament: Tournament, standings: Standings) -> Prize | None:
    played = [
        (quick(result.match), line, number)
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
    return Prize("best_session", Fraction(best), tuple(winners))


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
