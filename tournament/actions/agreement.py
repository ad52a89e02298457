"""The chief referee is called, and a second person confirms what a table was closed with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Call, Table
from tournament.refusals import Refused

from .acts import Deed, Stamp, perform
from .base import log_action

LONGEST_CALL = 200
LONGEST_SIGNATURE = 6000
# Lines drawn with a finger in a field of 300 × 100: M moves there, L draws on.
_PATH = re.compile(r"(?:[ML]\d{1,3} \d{1,3})*")


def call_chief(table: Table, text: str, stamp: Stamp) -> dict[str, Any]:
    """Call the chief referee to this table; `text` may say what about. A second call changes nothing."""
    text = " ".join(text.split())

    def do(deed: Deed) -> None:
        if len(text) > LONGEST_CALL:
            raise Refused(
                "too_long", _("At most %(n)s characters, please.") % {"n": LONGEST_CALL}, field="text"
            )
        if not deed.table.session.is_drawn_publicly:
            raise Refused(
                "not_published",
                _("The draw of session %(n)s is not published yet.") % {"n": deed.table.session.number},
            )
        made = Call.objects.create(table=deed.table, text=text, by=deed.by)
        deed.answer = {"call": made.pk}
        log_action(deed.tournament, "chief_called", deed.by, table=deed.table, reason=text)

    def already(at: Table) -> dict[str, Any] | None:
        waiting = at.calls.filter(answered_at__isnull=True).first()
        return {"call": waiting.pk} if waiting is not None else None

    return perform(table, "call", stamp, {"text": text}, do, already=already)


def answer_call(table: Table, stamp: Stamp) -> dict[str, Any]:
    """The chief referee is there, or on the way: all calls of this table are answered."""

    def do(deed: Deed) -> None:
        _refuse_unless_director(deed)
        waiting = deed.table.calls.filter(answered_at__isnull=True)
        if not waiting.update(answered_at=timezone.now(), answered_by=deed.by):
            raise Refused("no_call", _("Nobody calls from this table any more."))
        log_action(deed.tournament, "call_answered", deed.by, table=deed.table)

    return perform(table, "answer", stamp, {}, do)


def check_table(table: Table, stamp: Stamp) -> dict[str, Any]:
    """Confirm a closed table as somebody other than who closed it. Any change of the result takes that back."""

    def do(deed: Deed) -> None:
        at = deed.table
        if not at.is_closed:
            raise Refused(
                "not_closed", _("This table is open: close it first, then a second person confirms it.")
            )
        if at.checked_at is not None:
            raise Refused("already_checked", _("This table is confirmed already."))
        if at.closed_by_id == deed.by.pk:
            raise Refused(
                "same_person", _("You closed this table yourself: somebody else has to confirm its result.")
            )
        at.checked_at, at.checked_by = timezone.now(), deed.by
        log_action(deed.tournament, "table_checked", deed.by, table=at)

    return perform(
        table, "check", stamp, {}, do, already=lambda at: {} if at.checked_at is not None else None
    )


def clean_signatures(signatures: Sequence[str]) -> list[str]:
    """Four signatures as drawn, "" for none; anything that is no drawing is refused."""
    four = [*signatures, "", "", "", ""][:4]
    for chair, drawn in enumerate(four):
        if len(drawn) > LONGEST_SIGNATURE or not _PATH.fullmatch(drawn):
            raise Refused(
                "signature",
                _("This signature cannot be kept. Clear it and sign again, more simply."),
                field=f"signature_{chair}",
            )
    return four


def _refuse_unless_director(deed: Deed) -> None:
    if not deed.directs:
        raise Refused("chief_only", _("Only the chief referee answers a call."))
