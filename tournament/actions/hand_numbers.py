"""Which hands a table can have."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.models import Table
from tournament.queries.deals import last_hand
from tournament.queries.table_state import next_hand
from tournament.refusals import Refused


def refuse_no_such_hand(table: Table, number: int, field: str = "number") -> None:
    """Refuse the number of a hand that this table cannot have."""
    refuse_unless_up_to(number, last_hand(table, table.session.tournament.rulebook), field)


def refuse_unless_up_to(number: int, last: int, field: str) -> None:
    """Refuse the number of a hand that is not one of 1 … `last`."""
    if not 1 <= number <= last:
        raise Refused("no_such_hand", _("Hands are numbered 1 to %(last)s.") % {"last": last}, field=field)


def hand_now(table: Table) -> int:
    """The number of the hand that is being played; of the last one when all are played."""
    return min(next_hand(table), last_hand(table, table.session.tournament.rulebook))
