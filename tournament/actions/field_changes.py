"""People leave or join after sessions were drawn: the draws that are not played yet change as little as can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import F, Q
from django.utils.translation import gettext as _

from tournament.draw_texts import draw_error
from tournament.models import Player, Seat, Session, Sitting, Table, Tournament, Withdrawal
from tournament.queries.changes import is_withdrawn
from tournament.queries.field_changes import FieldChange, field_change
from tournament.refusals import Refused
from tournament.seating import DrawError

from .acts import require_reason
from .base import log_action, writing
from .substitutes import seat_substitutes


@dataclass(frozen=True)
class Field:
    """Who leaves and who joins, by numbers of the list of entries; `remainder`: "stand_ins" or "empty_chairs"."""

    leaving: Sequence[int] = ()
    joining: Sequence[int] = ()
    remainder: str = "stand_ins"


def plan_change(tournament: Tournament, field: Field) -> FieldChange:
    """What would change, for the organiser to look at. Raises Refused. Nothing is written."""
    if not field.leaving and not field.joining:
        raise Refused("nobody", _("Say who leaves or who joins."), field="leaving")
    try:
        return field_change(tournament, field.leaving, field.joining, field.remainder)
    except DrawError as error:
        numbers = tournament.players.order_by("number").values_list("number", flat=True)
        raise Refused(error.code, draw_error(error, list(numbers))) from error


def change_field(tournament: Tournament, field: Field, seen: str, reason: str, by: User) -> FieldChange:
    """Change the draws that are not played. `seen` is the fingerprint of the change that the organiser looked at.

    Who leaves is withdrawn from the first of these sessions on.
    """
    require_reason(reason, _("Say why the draws change: everybody who moves will ask."))
    with writing(tournament) as locked:
        change = plan_change(locked, field)
        if change.fingerprint != seen:
            raise Refused(
                "changed_meanwhile",
                _("Draws or entries have changed since you looked. Look at the changes again, then confirm."),
            )
        players = {player.pk: player for player in locked.players.all()}
        first = min(session.number for session in change.tables)
        _withdraw(
            locked, [player for player in players.values() if player.number in field.leaving], first, reason
        )
        seats = [seat for session in change.tables for seat in _write(locked, session, change, players)]
        log_action(
            locked,
            "field_changed",
            by,
            reason=reason,
            sessions=[session.number for session in change.tables],
            leaving=sorted(field.leaving),
            joining=sorted(field.joining),
            players=sorted({*field.leaving, *field.joining, *(move.player.number for move in change.moves)}),
            moves=len(change.moves),
            seats=seats,
        )
        return change


def _withdraw(tournament: Tournament, players: Sequence[Player], session: int, reason: str) -> None:
    gone = set(is_withdrawn(session).filter(player__in=players).values_list("player_id", flat=True))
    Withdrawal.objects.bulk_create(
        [Withdrawal(player=p, from_session=session, reason=reason) for p in players if p.pk not in gone]
    )


def _write(
    tournament: Tournament, session: Session, change: FieldChange, players: dict[int, Player]
) -> list[dict[str, int | None]]:
    """Seat a session anew where it changes. A table without anybody is removed; the others keep their numbers.

    Whoever has left or sits at a table has no bye any more.

    Returns the chairs that changed, and the number of who sits there now, for the history.
    """
    stored = {table.number: table for table in session.tables.all()}
    seats = {(s.table_id, s.chair): s for s in Seat.objects.filter(session=session)}
    changed: list[Seat] = []
    told: list[dict[str, int | None]] = []

    def tell(table: int, chair: int, player: int | None) -> None:
        who = players[player].number if player else None
        told.append({"session": session.number, "table": table, "chair": chair, "player": who})

    for number, four in enumerate(change.tables[session], 1):
        if not four:
            if number in stored:
                stored.pop(number).delete()
                for chair in range(4):
                    tell(number, chair, None)
            continue
        if number not in stored:
            stored[number] = Table.objects.create(session=session, number=number)
            for chair in range(4):
                made = Seat.objects.create(table=stored[number], session=session, chair=chair)
                seats[made.table_id, chair] = made
        for chair, player in enumerate(four):
            seat = seats[stored[number].pk, chair]
            if seat.player_id != player:
                seat.player = players[player] if player else None
                changed.append(seat)
                tell(number, chair, player)
    # First everybody stands up: nobody may sit in two chairs of a session, not even for a moment.
    Seat.objects.filter(pk__in=[seat.pk for seat in changed]).update(player=None)
    Sitting.objects.filter(seat__session=session).delete()
    for seat in changed:
        seat.is_vacant = seat.is_forfeit = False
        seat.credited = None
        seat.save(update_fields=["player", "is_vacant", "is_forfeit", "credited"])
    Table.objects.filter(pk__in={seat.table_id for seat in changed}).update(version=F("version") + 1)
    gone = is_withdrawn(session.number).values_list("player_id", flat=True)
    session.byes.filter(Q(player__in=gone) | Q(player__seats__session=session)).delete()
    session.tournament = tournament
    seat_substitutes(session)
    return told
