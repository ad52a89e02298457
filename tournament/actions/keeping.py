"""Entries that come after their table was closed: kept as they were sent, until the chief referee settles them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import LateEntry, Session, Table
from tournament.queries.entry_sentences import describe_entry, figures_at, hand_of
from tournament.refusals import Kept, Refused

from .base import log_action

# What a referee or a scorer sends at a table. Whoever directs changes closed tables himself, so nothing of his waits.
WAITING = (
    "hand",
    "correction",
    "replay",
    "penalty",
    "withdrawal",
    "round",
    "time",
    "counting",
    "dispute",
    "close",
    "totals",
)
LONGEST_TEXT = 500


class Completed(dict[str, Any]):
    """The body of an entry with what was filled in for its author; `sent` is the one that came from him."""

    def __init__(self, body: Mapping[str, Any], sent: Mapping[str, Any]) -> None:
        super().__init__(body)
        self.sent = sent


def fingerprint(kind: str, body: Mapping[str, Any]) -> str:
    """A hash that is equal for equal entries only: of what was sent, since what is filled in follows from the rules."""
    sent = body.sent if isinstance(body, Completed) else body
    text = json.dumps([kind, sent], sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def waits_for_chief(table: Table, kind: str, by: User) -> bool:
    """Whether an entry of somebody who does not direct is to be kept: its table or session is closed.

    Taking back is meant for what its author sent last: for what waits, where something of his does.
    """
    if not table.is_closed and table.session.state != Session.State.CLOSED:
        return False
    return kind in WAITING or (kind == "undo" and _newest(table, by) is not None)


def keep(table: Table, kind: str, body: Mapping[str, Any], client_id: str, by: User) -> LateEntry:
    """Keep an entry. Taking back settles the newest entry of its author that waits instead of waiting itself."""
    for name, value in body.items():
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            raise Refused(
                "reason_too_long", _("The reason has more than 500 characters. Shorten it."), field=name
            )
    taken = _newest(table, by) if kind == "undo" else None
    kept = LateEntry.objects.create(
        table=table,
        client_id=client_id,
        fingerprint=fingerprint(kind, body),
        kind=kind,
        body=json.loads(json.dumps(body, default=str)),
        by=by,
    )
    if taken is None:
        log_late(kept, "late_kept", by)
        return kept
    settle_as(taken, LateEntry.Outcome.SUPERSEDED, by, "")
    settle_as(kept, LateEntry.Outcome.ACCEPTED, by, "")
    log_late(taken, "late_taken_back", by)
    return kept


def said_of(late: LateEntry) -> Kept:
    """The answer to its author: it waits, or what became of it."""
    what = describe_entry(late.table, late.kind, late.body)
    words = {
        "what": what,
        "table": late.table.number,
        "session": late.table.session.number,
        "reason": late.reason,
    }
    if late.kind == "undo":
        text = _("Taken back: what was sent last from here does not wait for the chief referee any more.")
    elif late.outcome == LateEntry.Outcome.ACCEPTED:
        text = _("The chief referee has entered it: %(what)s.")
    elif late.outcome == LateEntry.Outcome.DECLINED:
        text = _("The chief referee has declined it: %(what)s. He says: %(reason)s")
    elif late.outcome == LateEntry.Outcome.SUPERSEDED:
        text = _("Nothing is left to do about it: %(what)s.")
    else:
        text = _(
            "Table %(table)s of session %(session)s was closed before this came: %(what)s. It is kept for the "
            "chief referee, who decides."
        )
    return Kept(late.outcome or "waits", text % words, current={"late": late.pk, "what": what})


def settle_as(late: LateEntry, outcome: str, by: User, reason: str) -> None:
    """Note what became of an entry that waited."""
    late.outcome, late.reason, late.settled_by, late.settled_at = outcome, reason, by, timezone.now()
    late.save(update_fields=["outcome", "reason", "settled_by", "settled_at"])


def log_late(late: LateEntry, action: str, by: User) -> None:
    """One line of the history about a late entry."""
    log_action(
        late.table.session.tournament,
        action,
        by,
        table=late.table,
        reason=late.reason,
        late=late.pk,
        hand=hand_of(late.body),
        entry=figures_at(late.table, late.kind, late.body),
    )


def _newest(table: Table, by: User) -> LateEntry | None:
    waiting = LateEntry.objects.filter(table=table, by=by, settled_at__isnull=True)
    return waiting.order_by("-id").first()
