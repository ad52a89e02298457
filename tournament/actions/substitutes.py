"""Substitutes 替补, withdrawals and returns, and players who sat in the wrong chairs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.seats import HANDS
from tournament.models import Player, Seat, Session, Sitting, Substitution, Table, Tournament, Withdrawal
from tournament.refusals import Refused

from .acts import require_reason
from .base import log_action, writing
from .recompute import recompute_table
from .sessions import get_session


def substitute(
    tournament: Tournament,
    player: int,
    stand: int,
    first: tuple[int, int],
    last: int | None,
    reason: str,
    by: User,
) -> Substitution:
    """Player number `stand` plays in the place of number `player`, from (session, hand) to session `last` or the end.

    Whose the result is says the rulebook: the place's, or the substitute's own for sessions that he plays whole.
    Sessions before stay with who really played. Raises `Refused`.
    """
    from_session, from_hand = first
    require_reason(reason, _("Say why there is a substitute."))
    if not 1 <= from_hand <= HANDS:
        raise Refused("no_such_hand", _("Hands are numbered 1 to 16."), field="from_hand")
    with writing(tournament) as locked:
        get_session(locked, from_session)
        if last is not None and last < from_session:
            raise Refused("sessions", _("The last session is before the first."), field="to_session")
        place, who = _player(locked, player, "player"), _player(locked, stand, "substitute")
        if place == who:
            raise Refused("same_player", _("A player cannot substitute himself."), field="substitute")
        made = Substitution.objects.create(
            tournament=locked,
            player=place,
            substitute=who,
            from_session=from_session,
            from_hand=from_hand,
            to_session=last,
            reason=reason,
            by=by,
        )
        seats = Seat.objects.filter(
            player=place, session__number__gte=from_session, table__closed_at__isnull=True
        )
        if last is not None:
            seats = seats.filter(session__number__lte=last)
        for seat in seats.select_related("session", "table"):
            _refuse_seated(who, seat.session)
            _put(seat, made, locked.rulebook.substitute_result)
        log_action(
            locked,
            "substituted",
            by,
            reason=reason,
            player=place.number,
            name=place.name,
            substitute=who.number,
            substitute_name=who.name,
            first=from_session,
            hand=from_hand,
            last=last,
        )
        return made


def seat_substitutes(session: Session) -> None:
    """Sit the substitutes of a session that was just drawn. Call it inside a transaction."""
    running = Substitution.objects.filter(
        Q(to_session__isnull=True) | Q(to_session__gte=session.number),
        tournament=session.tournament,
        from_session__lte=session.number,
    ).select_related("substitute")
    seats = {seat.player_id: seat for seat in session.seats.select_related("session", "table")}
    for made in running:
        if made.player_id in seats:
            _put(seats[made.player_id], made, session.tournament.rulebook.substitute_result)


def withdraw_player(
    tournament: Tournament, number: int, from_session: int, reason: str, by: User
) -> Withdrawal:
    """A player leaves before a session: later draws are made without him; what he played stands."""
    require_reason(reason, _("Say why the player withdraws."))
    with writing(tournament) as locked:
        session = get_session(locked, from_session)
        player = _player(locked, number, "player")
        if is_withdrawn(from_session).filter(player=player).exists():
            raise Refused("already_withdrawn", _("%(name)s has withdrawn already.") % {"name": player})
        made = Withdrawal.objects.create(player=player, from_session=from_session, reason=reason)
        log_action(
            locked,
            "player_withdrew",
            by,
            session=session,
            reason=reason,
            player=player.number,
            name=player.name,
        )
        return made


def player_returns(tournament: Tournament, number: int, session_number: int, by: User) -> None:
    """A player who withdrew is back from a session on."""
    with writing(tournament) as locked:
        session = get_session(locked, session_number)
        player = _player(locked, number, "player")
        gone = Withdrawal.objects.filter(
            player=player, back_in_session__isnull=True, from_session__lt=session_number
        )
        if not gone.update(back_in_session=session_number):
            raise Refused(
                "not_withdrawn",
                _("%(name)s has not withdrawn before session %(n)s.") % {"name": player, "n": session_number},
            )
        log_action(locked, "player_returned", by, session=session, player=player.number, name=player.name)


def is_withdrawn(session_number: int) -> QuerySet[Withdrawal]:
    """The withdrawals in force in a session."""
    return Withdrawal.objects.filter(
        Q(back_in_session__isnull=True) | Q(back_in_session__gt=session_number),
        from_session__lte=session_number,
    )


def remap_seats(
    tournament: Tournament, number: int, seated: Mapping[int, int | None], reason: str, by: User
) -> int:
    """Players sat in other chairs or at other tables than drawn: put down in one step who really sat where.

    `seated`: seat id → player id. The same people as before, in another order. Hands and penalties stay with their
    chairs; the tables are computed anew. Returns how many tables changed.
    """
    require_reason(reason, _("Say how it was noticed that players sat in other chairs."))
    with writing(tournament) as locked:
        session = get_session(locked, number)
        seats = list(Seat.objects.select_related("player").filter(session=session, pk__in=seated))
        if len(seats) != len(seated) or sorted(s.player_id or 0 for s in seats) != sorted(
            p or 0 for p in seated.values()
        ):
            raise Refused(
                "other_people", _("The same players must sit in these chairs as before, in another order.")
            )
        before = {seat.pk: seat.player.number if seat.player else None for seat in seats}
        Seat.objects.filter(pk__in=seated).update(player=None)
        players = {p.pk: p for p in locked.players.filter(pk__in=[p for p in seated.values() if p])}
        for seat in seats:
            seat.player = players.get(seated[seat.pk] or 0)
            seat.save(update_fields=["player"])
        changed = {
            seat.table_id
            for seat in seats
            if before[seat.pk] != (seat.player.number if seat.player else None)
        }
        _recompute(locked, changed)
        log_action(
            locked,
            "seats_remapped",
            by,
            session=session,
            reason=reason,
            tables=len(changed),
            before=before,
            after={seat.pk: seat.player.number if seat.player else None for seat in seats},
        )
        return len(changed)


def _recompute(tournament: Tournament, tables: Iterable[int]) -> None:
    book = tournament.rulebook
    for table in Table.objects.filter(pk__in=set(tables)).select_related("session"):
        table.session.tournament = tournament
        recompute_table(table, book)
        Table.objects.filter(pk=table.pk).update(
            version=F("version") + 1, corrected_at=timezone.now() if table.is_closed else table.corrected_at
        )


def _player(tournament: Tournament, number: int, field: str) -> Player:
    found = tournament.players.filter(number=number).first()
    if found is None:
        raise Refused("no_such_player", _("No player has number %(n)s.") % {"n": number}, field=field)
    return found


def _refuse_seated(player: Player, session: Session) -> None:
    if Seat.objects.filter(session=session, player=player).exists():
        raise Refused(
            "substitute_busy",
            _("%(name)s has a seat of his own in session %(n)s.") % {"name": player, "n": session.number},
            field="substitute",
        )


def _put(seat: Seat, made: Substitution, result: str) -> None:
    """Sit a substitute in a seat, from his first hand there."""
    hand = made.from_hand if seat.session.number == made.from_session else 1
    Sitting.objects.update_or_create(
        seat=seat, from_hand=hand, defaults={"player": made.substitute, "reason": made.reason}
    )
    if hand == 1 and (result == "person" or made.substitute.is_stand_in):
        seat.credited = made.substitute
        seat.save(update_fields=["credited"])
