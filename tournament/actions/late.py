"""What came after its table was closed: the chief referee has it entered, or declines it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournament.models import LateEntry, Table, Tournament
from tournament.queries.table_state import next_hand
from tournament.refusals import Refused

from .acts import Stamp, require_reason
from .base import writing
from .disputes import open_dispute
from .fan_counting import LONGEST_REASON
from .hands import correct_hand, entry_of, record_hand, replay_hand
from .keeping import log_late, said_of, settle_as
from .penalties import PenaltyEntry, record_penalty, withdraw_penalty
from .tables import call_time, close_table, confirm_round, fan_were_counted
from .totals import decide_totals, enter_totals

Answer = dict[str, Any]


def enter_late(tournament: Tournament, late_id: int, reason: str, by: User) -> LateEntry:
    """Carry out what a late entry says, as an act of the chief referee, who says why.

    A hand that is on the sheet with other content is corrected, one that is missing is recorded; where the table holds
    what the entry says, nothing is written and it is done with. Raises `Refused`, and then it still waits.
    """
    with writing(tournament) as locked:
        late = _waiting(locked, late_id)
        require_reason(reason, _("Say why it is entered after the table was closed."))
        stamp = Stamp(by, uuid4().hex, late.table.version)
        answer = CARRY_OUT[late.kind](late.table, late.body, reason, stamp)
        outcome = LateEntry.Outcome.SUPERSEDED if answer.get("already") else LateEntry.Outcome.ACCEPTED
        return _settle(late, outcome, reason, by)


def decline_late(tournament: Tournament, late_id: int, reason: str, by: User) -> LateEntry:
    """Leave the table as it is, and say why. The entry stays readable, and its author is told."""
    with writing(tournament) as locked:
        late = _waiting(locked, late_id)
        require_reason(reason, _("Say why it is declined."))
        return _settle(late, LateEntry.Outcome.DECLINED, reason, by)


def _waiting(tournament: Tournament, late_id: int) -> LateEntry:
    late = (
        LateEntry.objects.select_related("table__session", "by")
        .filter(table__session__tournament=tournament, pk=late_id)
        .first()
    )
    if late is None:
        raise Refused("no_such_entry", _("There is no such late entry. Reload the page."))
    late.table.session.tournament = tournament
    if late.outcome:
        raise Refused("settled", said_of(late).message)
    return late


def _settle(late: LateEntry, outcome: str, reason: str, by: User) -> LateEntry:
    settle_as(late, outcome, by, reason)
    log_late(late, f"late_{outcome}", by)
    return late


def _hand(table: Table, body: Answer, reason: str, stamp: Stamp) -> Answer:
    """A hand or a correction: that it ended before time, and that its fan are right, is decided by entering it."""
    why = body.get("reason") or reason
    entry = replace(entry_of(body), confirmed=True, before_time=True)
    if (entry.tiles or entry.fans) and not entry.fan_reason:
        entry = replace(entry, fan_reason=why[:LONGEST_REASON])
    if entry.number < next_hand(table):
        return correct_hand(table, entry, why, stamp)
    return record_hand(table, entry, stamp, why)


def _replay(table: Table, body: Answer, reason: str, stamp: Stamp) -> Answer:
    return replay_hand(table, body["number"], body["reason"] or reason, stamp)


def _penalty(table: Table, body: Answer, reason: str, stamp: Stamp) -> Answer:
    given = {**body, "amount": Fraction(body["amount"]), "reason": body["reason"] or reason}
    return record_penalty(table, PenaltyEntry(**given), stamp)


def _withdrawal(table: Table, body: Answer, reason: str, stamp: Stamp) -> Answer:
    if table.penalties.filter(pk=body["penalty"], withdrawn_at__isnull=False).exists():
        return {"already": True}
    return withdraw_penalty(table, body["penalty"], body["reason"] or reason, stamp)


def _round(table: Table, body: Answer, reason: str, stamp: Stamp) -> Answer:
    return confirm_round(table, body["round"], body["swapped"], stamp, reason)


def _time(table: Table, body: Answer, reason: str, stamp: Stamp) -> Answer:
    return call_time(table, stamp)


def _counting(table: Table, body: Answer, reason: str, stamp: Stamp) -> Answer:
    return fan_were_counted(table, stamp)


def _dispute(table: Table, body: Answer, reason: str, stamp: Stamp) -> Answer:
    return open_dispute(table, body["hand"], body["text"], stamp)


def _close(table: Table, body: Answer, reason: str, stamp: Stamp) -> Answer:
    why, signatures = body["reason"] or reason, body.get("signatures", ())
    return close_table(table, body["agreements"], stamp, why, signatures)


def _totals(table: Table, body: Answer, reason: str, stamp: Stamp) -> Answer:
    if "paper" in body:
        return decide_totals(table, body["paper"], body["reason"] or reason, stamp)
    return enter_totals(table, body["totals"], stamp, body["reason"] or reason)


CARRY_OUT: dict[str, Callable[[Table, Answer, str, Stamp], Answer]] = {
    "hand": _hand,
    "correction": _hand,
    "replay": _replay,
    "penalty": _penalty,
    "withdrawal": _withdrawal,
    "round": _round,
    "time": _time,
    "counting": _counting,
    "dispute": _dispute,
    "close": _close,
    "totals": _totals,
}
