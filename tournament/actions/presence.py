"""Who came and who did not: absent players, stand-ins and empty chairs, late arrivals, tables without play."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Act, Player, Seat, Sitting, Table
from tournament.refusals import Refused

from .acts import Deed, Stamp, perform, refuse_closed, require_reason
from .base import log_action
from .hand_numbers import hand_now

FIELDS = ("is_vacant", "is_forfeit", "credited_id")


def mark_absent(
    table: Table, chair: int, reason: str, stamp: Stamp, stand_in: int | None = None
) -> dict[str, Any]:
    """A player did not come and forfeits: a stand-in (by number) takes the chair, or it stays empty (RULES §6)."""

    def do(deed: Deed) -> None:
        _refuse_unless_director(deed)
        require_reason(reason, _("Say why: absent, or too late."))
        seat = _seat(deed, chair)
        if seat.is_forfeit:
            raise Refused(
                "already_absent", _("%(name)s is marked as absent already.") % {"name": seat.player}
            )
        deed.undo = _remember(seat)
        seat.is_forfeit, seat.is_vacant = True, stand_in is None
        if stand_in is not None:
            _sit(deed, seat, _stand_in(deed, stand_in), reason)
        seat.save(update_fields=["is_forfeit", "is_vacant"])
        log_action(
            deed.tournament,
            "marked_absent",
            deed.by,
            table=deed.table,
            reason=reason,
            player=seat.player.number if seat.player else 0,
            name=str(seat.player),
            stand_in=stand_in,
        )

    return perform(table, "presence", stamp, {"chair": chair, "reason": reason, "stand_in": stand_in}, do)


def arrive(table: Table, chair: int, reason: str, stamp: Stamp) -> dict[str, Any]:
    """An absent player arrives in time and takes over the chair and its account, from the hand being played.

    Who is to play there is the player of the seat, or his substitute where he has one.
    """

    def do(deed: Deed) -> None:
        _refuse_unless_director(deed)
        seat = _seat(deed, chair)
        if not seat.is_forfeit or seat.player is None:
            raise Refused("not_absent", _("%(name)s is not marked as absent.") % {"name": seat.player or "—"})
        deed.undo = _remember(seat)
        seat.is_forfeit = seat.is_vacant = False
        sat = [sitting.player for sitting in seat.sittings.select_related("player")]
        if sat and sat[-1].is_stand_in:
            own = [player for player in sat if not player.is_stand_in]
            _sit(deed, seat, own[-1] if own else seat.player, reason)
        seat.save(update_fields=["is_forfeit", "is_vacant"])
        log_action(
            deed.tournament,
            "arrived",
            deed.by,
            table=deed.table,
            reason=reason,
            player=seat.player.number,
            name=str(seat.player),
            hand=hand_now(deed.table),
        )

    return perform(table, "presence", stamp, {"chair": chair, "arrives": True, "reason": reason}, do)


def no_play(table: Table, reason: str, stamp: Stamp) -> dict[str, Any]:
    """Too few came to play: each of the one or two present gets the bye score, and the table closes (RULES §6)."""

    def do(deed: Deed) -> None:
        _refuse_unless_director(deed)
        require_reason(reason, _("Say why this table does not play."))
        present = [seat for seat in deed.table.seats.all() if seat.is_present and not seat.is_forfeit]
        if len(present) > 2:
            raise Refused(
                "enough_present",
                _("%(n)s players are present: mark who is absent first. Three can play with an empty chair.")
                % {"n": len(present)},
            )
        if deed.table.hands_played:
            raise Refused(
                "already_played",
                _("Hands are recorded at this table already: it cannot be a table without play."),
            )
        deed.undo = {"table": {"no_play": False}}
        deed.table.no_play, deed.table.closed_at, deed.table.closed_by = True, timezone.now(), deed.by
        log_action(deed.tournament, "no_play", deed.by, table=deed.table, reason=reason)

    return perform(table, "no_play", stamp, {"reason": reason}, do)


def undo_presence(deed: Deed, act: Act) -> None:
    """Give a player's seat back what it was before an absence or an arrival."""
    seat = Seat.objects.filter(table=deed.table, player=act.undo["player"]).first()
    if seat is None:
        raise Refused(
            "seat_moved",
            _("The player sits at another table by now. Say there who is absent, or who arrived."),
        )
    for name, value in act.undo["before"].items():
        setattr(seat, name, value)
    seat.save(update_fields=["is_vacant", "is_forfeit", "credited"])
    seat.sittings.all().delete()
    Sitting.objects.bulk_create([Sitting(seat=seat, **sitting) for sitting in act.undo["sittings"]])
    deed.answer = {"undone": act.kind}


def undo_no_play(deed: Deed, act: Act) -> None:
    """The table plays after all."""
    deed.table.no_play = False
    deed.table.closed_at = deed.table.closed_by = None
    deed.answer = {"undone": act.kind}


def _refuse_unless_director(deed: Deed) -> None:
    if not deed.directs:
        raise Refused("chief_only", _("Only the chief referee decides who is absent. Call him."))
    refuse_closed(deed)


def _remember(seat: Seat) -> dict[str, Any]:
    """Who sat there and how it counted. It is the player's, wherever he is seated by the time it is taken back."""
    return {
        "player": seat.player_id,
        "before": {name: getattr(seat, name) for name in FIELDS},
        "sittings": list(seat.sittings.values("player_id", "from_hand", "reason")),
    }


def _seat(deed: Deed, chair: int) -> Seat:
    seat = deed.table.seats.select_related("player").filter(chair=chair, player__isnull=False).first()
    if seat is None:
        raise Refused("no_such_seat", _("Nobody sits in that chair. Choose one of the players at the table."))
    return seat


def _stand_in(deed: Deed, number: int) -> Player:
    found = deed.tournament.players.filter(number=number, is_stand_in=True).first()
    if found is None:
        raise Refused(
            "no_such_stand_in",
            _("No stand-in has number %(n)s. Add him to the players as a stand-in first.") % {"n": number},
            field="stand_in",
        )
    seated = Seat.objects.filter(session=deed.table.session, player=found).exists()
    if seated or Sitting.objects.filter(seat__session=deed.table.session, player=found).exists():
        raise Refused(
            "stand_in_busy",
            _("%(name)s sits at another table of this session.") % {"name": found},
            field="stand_in",
        )
    return found


def _sit(deed: Deed, seat: Seat, player: Player, reason: str) -> None:
    """Somebody sits down from the hand being played on."""
    hand = hand_now(deed.table)
    Sitting.objects.filter(seat=seat, from_hand=hand).delete()
    Sitting.objects.create(seat=seat, player=player, from_hand=hand, reason=reason)
