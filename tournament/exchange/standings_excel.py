"""The standings as CSV for Excel: UTF-8 with its mark, lines that end as Excel ends them, and no cell that runs.

The plain file of `standings_table` is for programs. Here points are decimals with two places, and beside the total of
standard points stands the exact number, as a whole number and a fraction ("2 1/3"): "7/3" would become a date.
"""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.translation import gettext as _

from tournament.models import Stage, Tournament
from tournament.queries.stages import stage_standings
from tournament.queries.standings import Line, Standings, team_standings

from .penalty_table import BOM, safe
from .workbook_file import MadeFile

CSV_TYPE = "text/csv; charset=utf-8"
HUNDREDTH = Decimal("0.01")


def standings_file(
    tournament: Tournament, as_of: int | None = None, stage: Stage | None = None, *, teams: bool = False
) -> MadeFile:
    """The standings up to a session, of one stage or in total, under a name that says of which version they are."""
    fresh = Tournament.objects.get(pk=tournament.pk)
    standings = team_standings(fresh, as_of, stage=stage) if teams else stage_standings(fresh, stage, as_of)
    if not standings.as_of:
        standings = replace(standings, lines=())
    ranked = not teams or fresh.rulebook.team_ranking
    content = standings_excel(standings, teams=teams, ranked=ranked).encode()
    part = f"-stage-{stage.number}" if stage else ""
    kind = "teams" if teams else "players"
    name = f"{fresh.slug}{part}-{kind}-session-{standings.as_of}-v{fresh.version}.csv"
    return MadeFile(content, name, fresh.version, CSV_TYPE)


def standings_excel(standings: Standings, *, teams: bool, ranked: bool = True) -> str:
    """One line for each player or team, in the reader's language. `ranked` False: places are left out."""
    numbers = sorted({number for line in standings.lines for number in line.sessions})
    has_groups = any(line.group for line in standings.lines)
    has_carried = any(line.carried_standard or line.carried_match for line in standings.lines)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    heads = [_("Group")] * has_groups + [_("Place"), _("Number")]
    heads += [_("Team")] if teams else [_("Name"), _("Team")]
    heads += [_("Standard points"), _("Standard points, exact"), _("Match points")]
    if has_carried:
        heads += [_("Carried over: standard points"), _("Carried over: match points")]
    for number in numbers:
        words = {"n": number}
        heads += [_("Session %(n)s: standard points") % words, _("Session %(n)s: match points") % words]
    heads.append(_("Deducted standard points"))
    writer.writerow([typed(head) for head in heads])
    for line in standings.lines:
        cells = [str(line.group or "")] * has_groups + _who(line, teams=teams, ranked=ranked)
        cells += [decimal(line.standard), mixed(line.standard), points(line.match)]
        if has_carried:
            cells += [decimal(line.carried_standard), points(line.carried_match)]
        writer.writerow(
            [*cells, *_sessions(line, numbers), decimal(line.standard_adjust - line.carried_standard)]
        )
    return BOM + out.getvalue()


def typed(text: str) -> str:
    """What a person typed, as a cell that no spreadsheet takes for a formula or a number with a sign."""
    marked = safe(text)
    return f"'{text}" if marked == text and text[:1] in ("+", "-") else marked


def decimal(value: Fraction) -> str:
    """Points with two places, the third rounded half up: 2.33."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return str(exact.quantize(HUNDREDTH, ROUND_HALF_UP))


def mixed(value: Fraction) -> str:
    """Exact points as a spreadsheet reads them: "2 1/3", "-0 1/2", "4"."""
    whole, rest = divmod(abs(value.numerator), value.denominator)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}" + (f" {rest}/{value.denominator}" if rest else "")


def points(value: Fraction) -> str:
    """Match points: a whole number, with two places only where a part of them was carried over."""
    return str(value) if value.denominator == 1 else decimal(value)


def _who(line: Line, *, teams: bool, ranked: bool) -> list[str]:
    place = str(line.place) if ranked and line.place is not None else ""
    names = [line.name] if teams else [line.name, line.team]
    return [place, str(line.number), *map(typed, names)]


def _sessions(line: Line, numbers: list[int]) -> list[str]:
    cells = []
    for number in numbers:
        result = line.sessions.get(number)
        cells += [decimal(result.standard), points(result.match)] if result else ["", ""]
    return cells
