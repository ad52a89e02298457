"""Substitutions and withdrawals of a tournament, and what each means for the sessions that are not over."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tournament.models import Player, Seat, Session, Substitution, Tournament, Withdrawal


@dataclass(frozen=True)
class SubstitutionLine:
    """A substitution. `is_over`: no session is left in which it is in force. `ends` can be its last."""

    made: Substitution
    is_over: bool
    was_mistake: bool
    ends: tuple[int, ...]


@dataclass(frozen=True)
class WithdrawalLine:
    """A withdrawal, and the seats that the player still has in sessions that are not over.

    `returns` are the sessions from which he can be back.
    """

    withdrawal: Withdrawal
    seats: tuple[Seat, ...]
    is_over: bool
    returns: tuple[int, ...]


@dataclass(frozen=True)
class PeopleOfDay:
    """Everything about who plays for whom and who has left, and who can take over.

    `open_sessions` are those that are not over, `next_session` the first that has not begun.
    """

    substitutions: tuple[SubstitutionLine, ...]
    withdrawals: tuple[WithdrawalLine, ...]
    open_sessions: tuple[int, ...]
    next_session: int
    reserves: tuple[Player, ...]
    stand_ins: tuple[Player, ...]
    unseated: tuple[Player, ...]
    seated: tuple[Player, ...]


def people_of_day(tournament: Tournament) -> PeopleOfDay:
    """Read in a fixed number of queries."""
    sessions = list(
        tournament.sessions.exclude(state=Session.State.CLOSED)
        .order_by("number")
        .values_list("number", "state")
    )
    open_ = tuple(number for number, _state in sessions)
    players = list(tournament.players.select_related("team").order_by("number"))
    seats = Seat.objects.filter(session__tournament=tournament, session__number__in=open_)
    seated = set(seats.filter(player__isnull=False).values_list("player_id", flat=True))
    playing = [p for p in players if p.disqualified_at is None]
    return PeopleOfDay(
        substitutions=_substitutions(tournament, open_),
        withdrawals=_withdrawals(tournament, open_),
        open_sessions=open_,
        next_session=next(
            (n for n, state in sessions if state != Session.State.RUNNING), max(open_, default=0)
        ),
        reserves=tuple(p for p in playing if p.is_reserve),
        stand_ins=tuple(p for p in playing if p.is_stand_in and p.pk not in seated and not p.is_reserve),
        unseated=tuple(p for p in playing if p.pk not in seated and not p.is_reserve and not p.is_stand_in),
        seated=tuple(p for p in players if not p.is_reserve),
    )


def _substitutions(tournament: Tournament, open_: tuple[int, ...]) -> tuple[SubstitutionLine, ...]:
    lines = []
    made_ones = tournament.substitutions.select_related("player__team", "substitute__team")
    for made in made_ones.order_by("from_session", "from_hand", "pk"):
        last = made.to_session
        over = last is not None and not any(made.from_session <= n <= last for n in open_)
        # The last session that the substitute plays; the one before his first says that it was a mistake.
        until = max(open_, default=0) if last is None else last - 1
        ends = tuple(n for n in range(made.from_session - 1, until + 1) if n + 1 in open_)
        mistake = last is not None and last < made.from_session
        lines.append(SubstitutionLine(made, over or mistake, mistake, () if over or mistake else ends))
    return tuple(lines)


def _withdrawals(tournament: Tournament, open_: tuple[int, ...]) -> tuple[WithdrawalLine, ...]:
    found = list(
        Withdrawal.objects.filter(player__tournament=tournament)
        .select_related("player__team")
        .order_by("from_session", "player__number")
    )
    seats: dict[int, list[Seat]] = defaultdict(list)
    theirs = Seat.objects.filter(player__in=[w.player_id for w in found], session__number__in=open_)
    for seat in theirs.select_related("session", "table").order_by("session__number"):
        seats[seat.player_id or 0].append(seat)
    lines = []
    for one in found:
        back = one.back_in_session
        still = tuple(
            seat
            for seat in seats[one.player_id]
            if one.from_session <= seat.session.number
            and (back is None or seat.session.number < back)
            and not seat.is_forfeit
        )
        returns = tuple(n for n in open_ if n >= one.from_session) if back is None else ()
        lines.append(WithdrawalLine(one, still, back is not None, returns))
    return tuple(lines)
