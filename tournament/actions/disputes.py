"""Hands in dispute: play goes on, the table is not official until the chief referee has ruled."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Act, Dispute, Table
from tournament.refusals import Refused

from .acts import Deed, Stamp, perform, refuse_closed, require_reason
from .base import log_action
from .hand_numbers import refuse_no_such_hand


def open_dispute(table: Table, hand_number: int | None, text: str, stamp: Stamp) -> dict[str, Any]:
    """Put a hand, or the whole table, in dispute; `text` says what about."""

    def sound(at: Table) -> None:
        require_reason(text, _("Say what is in dispute."))
        if hand_number is not None:
            refuse_no_such_hand(at, hand_number, "hand_number")

    def do(deed: Deed) -> None:
        sound(deed.table)
        refuse_closed(deed, text)
        made = Dispute.objects.create(table=deed.table, hand_number=hand_number, text=text, by=deed.by)
        deed.undo, deed.answer = {"dispute": made.pk}, {"dispute": made.pk}
        log_action(
            deed.tournament, "dispute_opened", deed.by, table=deed.table, reason=text, hand=hand_number
        )

    return perform(table, "dispute", stamp, {"hand": hand_number, "text": text}, do, sound=sound)


def rule_dispute(table: Table, dispute_id: int, ruling: str, stamp: Stamp) -> dict[str, Any]:
    """The chief referee's ruling. What follows from it is entered as a correction or a penalty."""

    def do(deed: Deed) -> None:
        if not deed.directs:
            raise Refused("chief_only", _("Only the chief referee rules on a dispute."))
        require_reason(ruling, _("Write down the ruling."))
        dispute = deed.table.disputes.filter(pk=dispute_id, ruled_at__isnull=True).first()
        if dispute is None:
            raise Refused(
                "no_such_dispute",
                _("This dispute is ruled already, or is not at this table. Reload the table."),
            )
        dispute.ruling, dispute.ruled_at, dispute.ruled_by = ruling, timezone.now(), deed.by
        dispute.save(update_fields=["ruling", "ruled_at", "ruled_by"])
        deed.answer = {"dispute": dispute.pk}
        log_action(
            deed.tournament,
            "dispute_ruled",
            deed.by,
            table=deed.table,
            reason=ruling,
            hand=dispute.hand_number,
        )

    return perform(table, "ruling", stamp, {"dispute": dispute_id, "ruling": ruling}, do)


def undo_dispute(deed: Deed, act: Act) -> None:
    """A dispute that was opened by mistake; the history keeps it."""
    Dispute.objects.filter(pk=act.undo["dispute"], ruled_at__isnull=True).delete()
    deed.answer = {"undone": act.kind}
