"""Penalties 罚分 and warnings at a table: given at once while the hand goes on, withdrawn with a reason."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import penalties as rules
from scoring.refusal import Refusal
from scoring.standard_points import TWELFTHS
from tournament.models import Penalty, Player, Table
from tournament.queries.sentences import penalty_figures
from tournament.refusals import Refused, from_scoring

from .acts import Deed, Stamp, perform, refuse_closed, require_reason, start_if_needed
from .base import log_action
from .hand_numbers import refuse_no_such_hand


@dataclass(frozen=True)
class PenaltyEntry:
    """A penalty as entered. `amount` is whole match points, or standard points in halves (`Fraction`); 0 is a warning.

    Seats are the drawn ones, 0–3. `hand_number` is None for a penalty that belongs to no hand.
    """

    seat: int
    kind: str
    amount: Fraction
    mode: str = "deduct"
    currency: str = "match_points"
    victim: int | None = None
    dead_hand: bool = False
    hand_number: int | None = None
    reason: str = ""


def record_penalty(table: Table, entry: PenaltyEntry, stamp: Stamp) -> dict[str, Any]:
    """Store a penalty at once; the hand stays open. Raises `Refused`."""

    def do(deed: Deed) -> None:
        refuse_closed(deed, entry.reason)
        _check(deed.table, entry)
        start_if_needed(deed)
        standard = entry.currency == "standard_points"
        penalty = Penalty.objects.create(
            tournament=deed.tournament,
            table=deed.table,
            seat=entry.seat,
            victim=entry.victim,
            kind=entry.kind,
            hand_number=entry.hand_number,
            currency=entry.currency,
            mode=entry.mode,
            dead_hand=entry.dead_hand,
            amount=int(entry.amount * TWELFTHS) if standard else int(entry.amount),
            reason=entry.reason,
            by=deed.by,
        )
        deed.undo = {"penalty": penalty.pk, "was_withdrawn": False}
        if rules.defaults(entry.kind, deed.tournament.rulebook).disqualifies:
            deed.undo["disqualified"] = _disqualify(deed, entry)
        deed.answer = {"penalty": penalty.pk}
        log_action(
            deed.tournament,
            "penalty_recorded",
            deed.by,
            table=deed.table,
            reason=entry.reason,
            **penalty_figures(penalty),
        )

    return perform(table, "penalty", stamp, asdict(entry), do, sound=lambda at: _check(at, entry))


def withdraw_penalty(table: Table, penalty_id: int, reason: str, stamp: Stamp) -> dict[str, Any]:
    """Withdraw a penalty with a reason; it stays in the record, struck through."""

    def do(deed: Deed) -> None:
        require_reason(reason, _("Say why the penalty is withdrawn."))
        refuse_closed(deed, reason)
        _refuse_no_such_penalty(deed.table, penalty_id)
        penalty = deed.table.penalties.get(pk=penalty_id)
        if penalty.withdrawn_at:
            raise Refused("already_withdrawn", _("This penalty was already withdrawn."))
        set_withdrawn(deed, penalty, reason)
        deed.undo = {"penalty": penalty.pk, "was_withdrawn": True}
        deed.answer = {"penalty": penalty.pk}
        log_action(
            deed.tournament,
            "penalty_withdrawn",
            deed.by,
            table=deed.table,
            reason=reason,
            **penalty_figures(penalty),
        )

    return perform(
        table,
        "withdrawal",
        stamp,
        {"penalty": penalty_id, "reason": reason},
        do,
        sound=lambda at: _refuse_no_such_penalty(at, penalty_id),
    )


def set_withdrawn(deed: Deed, penalty: Penalty, reason: str) -> None:
    """Mark a penalty as withdrawn now."""
    penalty.withdrawn_at, penalty.withdrawn_by, penalty.withdrawn_reason = timezone.now(), deed.by, reason
    penalty.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])


def _refuse_no_such_penalty(table: Table, penalty_id: int) -> None:
    if not table.penalties.filter(pk=penalty_id).exists():
        raise Refused("no_such_penalty", _("There is no such penalty at this table. Reload the table."))


def _check(table: Table, entry: PenaltyEntry) -> None:
    if entry.hand_number is not None:
        refuse_no_such_hand(table, entry.hand_number, "hand_number")
    if len(entry.reason) > 500:
        raise Refused(
            "reason_too_long", _("The reason has more than 500 characters. Shorten it."), field="reason"
        )
    present = [seat.chair for seat in table.seats.all() if seat.is_present]
    for chair, name in ((entry.seat, "seat"), (entry.victim, "victim")):
        if chair is not None and chair not in present:
            raise Refused(
                "no_such_seat",
                _("Nobody sits in that chair. Choose one of the players at the table."),
                field=name,
            )
    amount = int(entry.amount) if entry.amount.denominator == 1 else entry.amount
    try:
        rules.effect(
            rules.Penalty(
                entry.seat, amount, entry.mode, entry.victim, entry.currency, entry.dead_hand, entry.kind
            ),
            present,
        )
    except Refusal as refusal:
        raise from_scoring(refusal) from refusal


def _disqualify(deed: Deed, entry: PenaltyEntry) -> int:
    """Disqualify the offender: he is listed unranked at the end, what he played stands."""
    if not deed.directs:
        raise Refused(
            "chief_only",
            _(
                "A deliberate false win disqualifies the player. Call the chief referee: only he can record it."
            ),
            field="kind",
        )
    require_reason(entry.reason, _("Say why the player is disqualified."))
    player = Player.objects.get(seats__table=deed.table, seats__chair=entry.seat)
    if player.disqualified_at:
        return 0
    player.disqualified_at, player.disqualified_reason = timezone.now(), entry.reason
    player.save(update_fields=["disqualified_at", "disqualified_reason"])
    return player.pk
