"""Substitutes 替补, withdrawals and returns."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.models import Player, Seat, Session, Sitting, Substitution, Tournament, Withdrawal
from tournament.queries.changes import is_withdrawn, substitutions_in
from tournament.refusals import Refused

from .acts import require_reason
from .base import log_action, writing
from .hand_numbers import refuse_unless_up_to
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
    refuse_unless_up_to(from_hand, tournament.rulebook.hands, "from_hand")
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
        seats = _open_seats(place, from_session)
        if last is not None:
            seats = seats.filter(session__number__lte=last)
        for seat in seats:
            _refuse_busy(who, seat)
            _put(seat, made, locked.rulebook.substitute_result)
            _recompute(locked, seat)
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
    running = substitutions_in(session.number).filter(tournament=session.tournament)
    seats = {seat.player_id: seat for seat in session.seats.select_related("session", "table")}
    for made in running.select_related("substitute"):
        if made.player_id in seats:
            _put(seats[made.player_id], made, session.tournament.rulebook.substitute_result)


def end_substitution(tournament: Tournament, substitution_id: int, last: int, by: User) -> Substitution:
    """The player is back: his substitute plays session `last` and none after it.

    With the number before the first session the substitution was a mistake. What the substitute played stays his.
    """
    with writing(tournament) as locked:
        made = locked.substitutions.select_related("player", "substitute").filter(pk=substitution_id).first()
        if made is None:
            raise Refused("no_such_substitution", _("There is no such substitution. Reload the page."))
        ends_later = made.to_session is None or last < made.to_session
        is_next = locked.sessions.filter(number=last + 1).exists()
        if last < made.from_session - 1 or not ends_later or not is_next:
            raise Refused(
                "sessions",
                _("Choose a session of this substitution, the last that %(name)s plays.")
                % {"name": made.substitute},
                field="last",
            )
        seats = list(_open_seats(made.player, last + 1))
        if made.to_session is not None:
            seats = [seat for seat in seats if seat.session.number <= made.to_session]
        for seat in seats:
            if seat.table.hands_played:
                raise Refused(
                    "already_played",
                    _("%(name)s has played hands in session %(n)s: let that session be the last.")
                    % {"name": made.substitute, "n": seat.session.number},
                    field="last",
                )
            seat.sittings.filter(player=made.substitute).delete()
            if seat.credited_id == made.substitute_id:
                seat.credited = None
                seat.save(update_fields=["credited"])
            _recompute(locked, seat)
        made.to_session = last
        made.save(update_fields=["to_session"])
        log_action(
            locked,
            "substitution_ended",
            by,
            player=made.player.number,
            name=made.player.name,
            substitute=made.substitute.number,
            substitute_name=made.substitute.name,
            last=last,
        )
        return made


def withdraw_player(
    tournament: Tournament, number: int, from_session: int, reason: str, by: User
) -> Withdrawal:
    """A player leaves before a session: later draws are made without him; what he played stands.

    A bye that he has from then on, in a session that is not closed, is no longer his.
    """
    require_reason(reason, _("Say why the player withdraws."))
    with writing(tournament) as locked:
        session = get_session(locked, from_session)
        player = _player(locked, number, "player")
        if is_withdrawn(from_session).filter(player=player).exists():
            raise Refused("already_withdrawn", _("%(name)s has withdrawn already.") % {"name": player})
        made = Withdrawal.objects.create(player=player, from_session=from_session, reason=reason)
        byes = player.byes.filter(session__number__gte=from_session)
        byes.exclude(session__state=Session.State.CLOSED).delete()
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
    """A player who withdrew is back from a session on; from the session in which he left, it was a mistake."""
    with writing(tournament) as locked:
        session = get_session(locked, session_number)
        player = _player(locked, number, "player")
        gone = Withdrawal.objects.filter(
            player=player, back_in_session__isnull=True, from_session__lte=session_number
        )
        if not gone.update(back_in_session=session_number):
            raise Refused(
                "not_withdrawn",
                _("%(name)s has not withdrawn before session %(n)s.") % {"name": player, "n": session_number},
            )
        log_action(locked, "player_returned", by, session=session, player=player.number, name=player.name)


def _player(tournament: Tournament, number: int, field: str) -> Player:
    found = tournament.players.filter(number=number).first()
    if found is None:
        raise Refused("no_such_player", _("No player has number %(n)s.") % {"n": number}, field=field)
    return found


def _open_seats(player: Player, from_session: int) -> QuerySet[Seat]:
    """His seats from a session on, at tables that are not closed."""
    seats = Seat.objects.filter(
        player=player, session__number__gte=from_session, table__closed_at__isnull=True
    )
    return seats.select_related("session", "table").order_by("session__number")


def _refuse_busy(player: Player, seat: Seat) -> None:
    """A substitute has no seat of his own in the session and sits in nobody else's."""
    words = {"name": player, "n": seat.session.number}
    if Seat.objects.filter(session=seat.session, player=player).exists():
        raise Refused(
            "substitute_busy",
            _("%(name)s has a seat of his own in session %(n)s.") % words,
            field="substitute",
        )
    if Sitting.objects.filter(seat__session=seat.session, player=player).exclude(seat=seat).exists():
        raise Refused(
            "substitute_busy",
            _("%(name)s plays for somebody else in session %(n)s.") % words,
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


def _recompute(tournament: Tournament, seat: Seat) -> None:
    """Whose the result is may change the places at the table."""
    seat.table.session = seat.session
    seat.session.tournament = tournament
    recompute_table(seat.table, tournament.rulebook)
