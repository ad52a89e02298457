"""Paper sheets: totals typed in, alone or beside the hands, and which of the two counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.penalties import LARGEST_AMOUNT
from tournament.models import Act, Seat, Table
from tournament.queries.totals import expected_sum
from tournament.refusals import Refused

from .acts import Deed, Stamp, perform, refuse_closed, require_reason
from .base import log_action


def enter_totals(table: Table, totals: Sequence[int], stamp: Stamp, reason: str = "") -> dict[str, Any]:
    """Type in the four totals of a paper sheet, penalties included, by drawn seat (RULES §3, the check).

    At a table without hands they are the result. Beside hands they are evidence, until the chief referee decides.
    Totals that do not sum to minus the deductions are refused until penalties explain them or a reason confirms them.
    At a closed table they are a correction and need a reason.
    """

    def do(deed: Deed) -> None:
        refuse_closed(deed, reason)
        if reason:
            require_reason(reason, "")
        if len(totals) != 4 or any(
            isinstance(t, bool) or not isinstance(t, int) or abs(t) > LARGEST_AMOUNT for t in totals
        ):
            raise Refused(
                "totals", _("Four whole numbers are expected, in the order of the seats."), field="totals"
            )
        expected = expected_sum(deed.table)
        if sum(totals) != expected and not reason.strip():
            raise Refused(
                "unbalanced",
                _(
                    "These totals sum to %(sum)s, by the penalties it should be %(expected)s. Correct "
                    "them, enter the missing penalties, or give a reason."
                )
                % {"sum": sum(totals), "expected": expected},
                field="totals",
                current={"sum": sum(totals), "expected": expected},
            )
        _remember(deed)
        for seat in deed.table.seats.all():
            seat.paper_points = totals[seat.chair]
            seat.save(update_fields=["paper_points"])
        deed.table.imbalance_reason = reason if sum(totals) != expected else ""
        if not deed.table.hands_played:
            deed.table.totals_only = True
        log_action(
            deed.tournament,
            "totals_entered",
            deed.by,
            table=deed.table,
            reason=reason,
            totals=list(totals),
            sum=sum(totals),
            expected=expected,
        )

    return perform(table, "totals", stamp, {"totals": list(totals), "reason": reason}, do)


def decide_totals(table: Table, paper: bool, reason: str, stamp: Stamp) -> dict[str, Any]:
    """Where the paper sheet contradicts the hands: decide with a reason which of the two is the result."""

    def do(deed: Deed) -> None:
        require_reason(reason, _("Say why this result counts."))
        if not deed.directs:
            raise Refused("chief_only", _("Only the chief referee decides which of the two counts."))
        refuse_closed(deed, reason)
        if deed.table.seats.filter(paper_points__isnull=True).exists():
            raise Refused("no_totals", _("No totals were typed in at this table."))
        if not paper and not deed.table.hands_played:
            raise Refused("no_hands", _("No hands are recorded at this table: the totals are all there is."))
        _remember(deed)
        deed.table.totals_only, deed.table.paper_reason = paper, reason
        log_action(
            deed.tournament,
            "totals_decided",
            deed.by,
            table=deed.table,
            reason=reason,
            counts="paper" if paper else "hands",
        )

    return perform(table, "totals", stamp, {"paper": paper, "reason": reason}, do)


def undo_totals(deed: Deed, act: Act) -> None:
    """Give the table the paper totals that it had before."""
    for name, value in act.undo["table"].items():
        setattr(deed.table, name, value)
    for chair, points in enumerate(act.undo["paper"]):
        Seat.objects.filter(table=deed.table, chair=chair).update(paper_points=points)
    deed.answer = {"undone": act.kind}


def _remember(deed: Deed) -> None:
    deed.undo = {
        "table": {
            name: getattr(deed.table, name) for name in ("totals_only", "paper_reason", "imbalance_reason")
        },
        "paper": list(deed.table.seats.order_by("chair").values_list("paper_points", flat=True)),
    }
