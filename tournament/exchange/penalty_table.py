"""The penalty record as CSV, for spreadsheets: UTF-8 with its mark, and no cell that one would take for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.standard_points import exact
from tournament.models import Tournament
from tournament.queries.penalty_record import Recorded

BOM = "\ufeff"
_FORMULA = re.compile(r"[\s]*[=+\-@＝＋－＠\t\r]")
_NUMBER = re.compile(r"[+-]?[0-9]+([.,/][0-9]+)?")


def penalties_csv(tournament: Tournament, record: Iterable[Recorded]) -> str:
    """One line for each penalty; amounts are exact, times are those of the tournament."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(safe(text) for text in _heading())
    for line in record:
        writer.writerow(safe(text) for text in _cells(tournament, line))
    return BOM + out.getvalue()


def safe(text: object) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe stands before what begins like one."""
    cell = "" if text is None else str(text)
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def _heading() -> list[str]:
    return [
        _("Session"),
        _("Table"),
        _("Hand"),
        _("Number"),
        _("Name"),
        _("Team"),
        _("What happened"),
        _("Amount"),
        _("Points"),
        _("How it is paid"),
        _("Reason"),
        _("Referee"),
        _("Time"),
        _("Withdrawn at"),
        _("Withdrawn by"),
        _("Why it is withdrawn"),
    ]


def _cells(tournament: Tournament, line: Recorded) -> list[object]:
    penalty = line.penalty

    def moment(at: object) -> str:
        return "" if at is None else f"{timezone.localtime(at, tournament.tz):%Y-%m-%d %H:%M:%S}"  # type: ignore[arg-type]

    return [
        line.session,
        line.table,
        penalty.hand_number,
        line.number,
        line.name,
        line.team.name if line.player is not None and line.team is not None else "",
        line.kind,
        exact(line.amount),
        str(penalty.get_currency_display()),
        line.how,
        penalty.reason,
        line.referee,
        moment(penalty.at),
        moment(penalty.withdrawn_at),
        line.withdrawn_by,
        penalty.withdrawn_reason,
    ]
