"""What one player has played, session after session, and the standard points that penalties took from anybody."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q

from scoring.dealing import MOST_HANDS
from scoring.standard_points import TWELFTHS
from tournament.models import Lot, Penalty, Player, Seat, Session, Stage, Table, Tournament
from tournament.models.event import PUBLIC_STATES

from .changes import WITH_SITTINGS, Sits, Stretch, sat, sits


@dataclass(frozen=True)
class Sitting:
    """A player's part in one session: his seat, its table, and the three others there in the order of chairs.

    `place`: the player of the seat, where he sat there for somebody else. `sat`: who sat there, where not only the
    seat's player did. `account`: the chair's, where the player's result is another one. `counts`: the result is his.
    """

    session: Session
    table: Table
    seat: Seat
    others: tuple[Sits, ...]
    penalties: tuple[Penalty, ...]
    place: Player | None
    sat: tuple[Stretch, ...]
    account: int | None
    counts: bool

    @property
    def has_result(self) -> bool:
        """Whether there is a result yet: the table is closed, or something is recorded there."""
        return self.table.is_closed or self.table.last_entry_at is not None

    @property
    def shared(self) -> bool:
        """Whether somebody else at the table has the same place."""
        return self.seat.place is not None and any(o.seat.place == self.seat.place for o in self.others)


@dataclass(frozen=True)
class Deduction:
    """Standard points that a penalty took; session and table where it was given at one."""

    kind: str
    amount: Fraction
    session: int | None
    table: int | None


@dataclass(frozen=True)
class Deductions:
    """All deductions of standard points that stand, by player id and by team id."""

    players: dict[int, tuple[Deduction, ...]]
    teams: dict[int, tuple[Deduction, ...]]


def sittings(player: Player) -> list[Sitting]:
    """The published sessions in which somebody is seated, or sat for somebody, in a fixed number of queries."""
    mine = Seat.objects.filter(
        Q(player=player) | Q(sittings__player=player), session__state__in=PUBLIC_STATES
    ).values("table")
    found = (
        Seat.objects.filter(table__in=mine)
        .select_related("table", "session", "player__team", "credited")
        .prefetch_related(WITH_SITTINGS)
        .order_by("session__number", "chair")
    )
    own: list[Seat] = []
    others: dict[int, list[Sits]] = defaultdict(list)
    for seat in found:
        if player.pk in {seat.player_id, *(sitting.player_id for sitting in seat.sittings.all())}:
            own.append(seat)
        elif seat.player_id:
            others[seat.table_id].append(sits(seat, MOST_HANDS))
    tables = [seat.table_id for seat in own]
    penalties: dict[tuple[int, int], list[Penalty]] = defaultdict(list)
    for penalty in Penalty.objects.filter(table__in=tables):
        penalties[penalty.table_id or 0, penalty.seat or 0].append(penalty)
    return [
        Sitting(
            session=seat.session,
            table=seat.table,
            seat=seat,
            others=tuple(others[seat.table_id]),
            penalties=tuple(penalties[seat.table_id, seat.chair]),
            place=seat.player if seat.player_id != player.pk else None,
            sat=sat(seat),
            account=sits(seat, MOST_HANDS).account,
            counts=(seat.credited_id or seat.player_id) == player.pk,
        )
        for seat in own
    ]


def byes(player: Player) -> list[Session]:
    """The published sessions in which somebody has a bye, in order."""
    return list(Session.objects.filter(byes__player=player, state__in=PUBLIC_STATES).order_by("number"))


def own_penalties(player: Player) -> list[Penalty]:
    """The penalties of the tournament (at no table) of this player and of his team, withdrawn ones too."""
    found = Penalty.objects.filter(tournament_id=player.tournament_id, table__isnull=True)
    return [p for p in found if p.player_id == player.pk or (p.team_id and p.team_id == player.team_id)]


@dataclass(frozen=True)
class DrawnLot:
    """A recorded decision by lot: the smaller lot comes first."""

    lot: int
    reason: str


def drawn_lots(tournament: Tournament, stage: Stage | None = None) -> dict[int, DrawnLot]:
    """Player id → his lot in the standings of a stage, or of the whole tournament."""
    found = Lot.objects.filter(tournament=tournament, stage=stage)
    return {
        player: DrawnLot(lot, reason) for player, lot, reason in found.values_list("player", "lot", "reason")
    }


def standard_deductions(tournament: Tournament, stage: Stage | None = None) -> Deductions:
    """Which penalties make up what is taken from the totals of standard points, in two queries.

    In a stage those given at its tables; penalties of the tournament are taken from its total only.
    """
    standing = Penalty.objects.filter(
        tournament=tournament,
        currency=Penalty.Currency.STANDARD,
        withdrawn_at__isnull=True,
        amount__gt=0,
    )
    if stage is not None:
        standing = standing.filter(table__session__stage=stage)
    found = list(standing.select_related("table__session"))
    seats = Seat.objects.filter(table__in={p.table_id for p in found if p.table_id}, player__isnull=False)
    sitting = {(seat.table_id, seat.chair): seat.credited_id or seat.player_id for seat in seats}
    players: dict[int, list[Deduction]] = defaultdict(list)
    teams: dict[int, list[Deduction]] = defaultdict(list)
    for penalty in found:
        table = penalty.table
        deduction = Deduction(
            kind=penalty.kind,
            amount=Fraction(penalty.amount, TWELFTHS),
            session=table.session.number if table else None,
            table=table.number if table else None,
        )
        offender = penalty.player_id
        if table is not None and penalty.seat is not None:
            offender = sitting.get((table.pk, penalty.seat))
        if penalty.team_id is not None:
            teams[penalty.team_id].append(deduction)
        elif offender is not None:
            players[offender].append(deduction)
    return Deductions({k: tuple(v) for k, v in players.items()}, {k: tuple(v) for k, v in teams.items()})
