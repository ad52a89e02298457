"""What a role forbids at a table: a scorer gives no penalties, a player who keeps his table does the simplest only.

Who may come to a table at all is asked at the door (`access.table_to_enter`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournament.access import may_act
from tournament.models import Seat, Staff, Table
from tournament.refusals import Refused

# Acts that undo passes over, because they are never taken back.
PASSED_OVER = ("undo", "reopen", "ruling", "call", "answer", "check")


def refuse_act(table: Table, kind: str, by: User, role: Staff.Role | None, body: Mapping[str, Any]) -> None:
    """Refuse what the role of whoever sends it does not allow; `body` is the entry."""
    if role is None:
        return
    if not may_act(role, kind):
        raise _refusal(role, kind)
    if kind == "undo":
        _refuse_undo(table, role, by)
    if role == Staff.Role.KEEPER and Seat.Agreement.REFUSED in body.get("agreements", ()):
        raise Refused("role", _("A player refuses to sign. Call the referee: he closes this table."))
    if body.get("lift_dead_hand") and not may_act(role, "penalty"):
        raise Refused(
            "role",
            _("Only a referee can let a player win whose hand is dead. Call the referee."),
            field="lift_dead_hand",
        )


def _refuse_undo(table: Table, role: Staff.Role, by: User) -> None:
    """Nobody takes back what he could not do; a keeper only what he entered himself."""
    last = table.acts.filter(undone_at__isnull=True).exclude(kind__in=PASSED_OVER).order_by("-id").first()
    if last is None:
        return
    if role == Staff.Role.KEEPER and last.by_id != by.pk:
        raise Refused("role", _("The last entry is not yours. Call the referee, if it is to be taken back."))
    if not may_act(role, last.kind):
        raise _refusal(role, last.kind)


def _refusal(role: Staff.Role, kind: str) -> Refused:
    if role == Staff.Role.KEEPER:
        text = _(
            "You keep the records of this table: hands, rounds and the end. For anything else call the referee."
        )
    elif role == Staff.Role.SCORER:
        text = _("A scorer gives and withdraws no penalties. Call the referee.")
    elif kind == "totals":
        return Refused("chief_only", _("Only the chief referee or a scorer types in totals."))
    else:
        text = _("Your role in this tournament does not allow that. Ask the chief referee.")
    return Refused("role", text)
