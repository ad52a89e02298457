"""The history as CSV, for spreadsheets: UTF-8 with its mark, and no cell that one would take for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.queries.history import HistoryLine

from .penalty_table import BOM, safe


def history_csv(tournament: Tournament, lines: Iterable[HistoryLine], *, with_origin: bool) -> str:
    """One line for each entry, newest first; times are those of the tournament. `with_origin`: for the organiser."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    heading = [_("Time"), _("Who"), _("Session"), _("Table"), _("What"), _("Reason"), _("Version")]
    writer.writerow([safe(text) for text in heading + [_("From address")] * with_origin])
    for line in lines:
        at = timezone.localtime(line.at, tournament.tz)
        cells = [f"{at:%Y-%m-%d %H:%M:%S}", line.who, line.session, line.table, line.what, line.reason]
        writer.writerow([safe(cell) for cell in [*cells, line.version, *([line.origin] * with_origin)]])
    return BOM + out.getvalue()
