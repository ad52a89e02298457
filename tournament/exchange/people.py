"""Lists of players as organisers have them: which column means what, and the person in each line.

Columns are recognised by their headings, Chinese or English, or guessed where there are none. A name is kept as it is
written. Where only family and given name are there, the name is made of them: Chinese, Japanese and Korean names
family name first without a blank, all others as "Given Family".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.actions.people import MOST_PLAYERS, PersonFacts, check_people
from tournament.actions.people_again import Meant, check_again, meant
from tournament.models import Tournament
from tournament.refusals import Refused

from .cells import Row
from .people_columns import guessed, heading_row, is_cjk, meanings, padded

_YES = {"1", "x", "v", "y", "yes", "true", "是", "√", "✓", "✔", "陪打", "stand-in", "standin"}
_YES |= {"替补", "候补", "reserve", "substitute"}
_NO = {"", "0", "n", "no", "false", "否", "-", "—"}
_EXCEL_ERROR = re.compile(r"#(N/A|REF!|VALUE!|NAME\?|DIV/0!|NULL!|NUM!)")


@dataclass(frozen=True)
class Sheet:
    """A list as read: its rows, what each column means ("": left out), and the headings as written, if there are any.

    `above` are the lines over the headings, which are left out.
    """

    rows: tuple[Row, ...]
    columns: tuple[str, ...]
    headings: tuple[str, ...] = ()
    above: tuple[int, ...] = ()

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)


@dataclass(frozen=True)
class LineProblem:
    """What is wrong (`error`) or odd (`warning`) in one line of the source."""

    line: int
    field: str
    severity: Literal["error", "warning"]
    message: str


@dataclass(frozen=True)
class Reading:
    """The people of a sheet, the line of each, and every problem in the order of the lines.

    `meant`: whom each line means, where the list is read again; else empty.
    """

    people: tuple[PersonFacts, ...]
    lines: tuple[int, ...]
    problems: tuple[LineProblem, ...]
    meant: tuple[Meant, ...] = ()

    @property
    def errors(self) -> int:
        """How many problems keep the list from being stored."""
        return sum(problem.severity == "error" for problem in self.problems)


def understand(rows: Sequence[Row]) -> Sheet:
    """Find the headings and what the columns mean. Raises `Refused` where there is nothing to understand."""
    if not rows:
        raise Refused(
            "nobody", _("There is nobody in the list. Type or paste one player a line."), field="text"
        )
    head = heading_row(rows)
    body = list(rows) if head is None else [r for r in rows[head + 1 :] if r.cells != rows[head].cells]
    if len(body) > MOST_PLAYERS:
        raise Refused(
            "too_many_lines", _("A tournament has at most %(n)s players.") % {"n": MOST_PLAYERS}, field="text"
        )
    if not body:
        raise Refused("nobody", _("There are headings, but nobody under them."), field="text")
    width = max(len(row.cells) for row in [*body, *([] if head is None else [rows[head]])])
    if head is None:
        return Sheet(tuple(body), guessed(body, width))
    headings = padded(rows[head].cells, width)
    above = tuple(row.line for row in rows[:head])
    return Sheet(tuple(body), meanings(headings), headings, above)


def read_people(
    tournament: Tournament,
    sheet: Sheet,
    columns: Sequence[str] = (),
    *,
    teams_repeat: bool = False,
    again: bool = False,
) -> Reading:
    """The person in each line, with all problems of the lines and of the list as a whole.

    `columns` says what they mean where the organiser knows better. `teams_repeat`: an empty team is the one above,
    as where cells were merged. `again`: who is there already is meant, and not somebody else of the same name.
    """
    columns = tuple(columns) or sheet.columns
    problems: list[LineProblem] = []
    unnamed = not {"name", "family_name", "given_name"} & set(columns)
    if unnamed:
        line = sheet.rows[0].line
        problems.append(
            LineProblem(line, "name", "error", _("No column holds the names. Say which one it is."))
        )
    people, team = [], ""
    for row in sheet.rows:
        values = _values(row, columns)
        if teams_repeat:
            team = values["team"] = values.get("team") or team
        people.append(_person(row.line, values, problems))
    lines = tuple(row.line for row in sheet.rows)
    said = {problem.line for problem in problems if problem.field == "name"}
    lines_meant = meant(tournament, people, [field for field in columns if field]) if again else []
    checked = check_again(tournament, lines_meant) if again else check_people(tournament, people)
    for found in checked:
        line = lines[found.index]
        if not people[found.index].name and found.field == "name" and (unnamed or line in said):
            continue
        problems.append(LineProblem(line, found.field, found.severity, found.message))
    problems.extend(_teams_missing(people, lines))
    problems.sort(key=lambda p: (p.line, p.severity))
    return Reading(tuple(people), lines, tuple(problems), tuple(lines_meant))


def full_name(family: str, given: str) -> str:
    """The name as a whole: family name first without a blank in East Asian scripts, else "Given Family"."""
    if not family or not given:
        return family or given
    return family + given if is_cjk(family) and is_cjk(given) else f"{given} {family}"


def _values(row: Row, columns: Sequence[str]) -> dict[str, str]:
    return {
        field: cell for field, cell in zip(columns, padded(row.cells, len(columns)), strict=False) if field
    }


def _person(line: int, values: dict[str, str], problems: list[LineProblem]) -> PersonFacts:
    """The person in one line; what cannot be read is a problem, and left out."""
    for field, cell in list(values.items()):
        if _EXCEL_ERROR.fullmatch(cell):
            message = _("The cell holds an error of the spreadsheet: %(cell)s. Correct it there.") % {
                "cell": cell
            }
            problems.append(LineProblem(line, field, "error", message))
            values[field] = ""
    family, given = values.get("family_name", ""), values.get("given_name", "")
    return PersonFacts(
        name=values.get("name", "") or full_name(family, given),
        team=values.get("team", ""),
        number=_number(line, values.get("number", ""), problems),
        family_name=family,
        given_name=given,
        country=values.get("country", ""),
        club=values.get("club", ""),
        ema_number=_ema(values.get("ema_number", "")),
        is_stand_in=_yes(line, "is_stand_in", values, problems),
        is_reserve=_yes(line, "is_reserve", values, problems),
    )


def _number(line: int, cell: str, problems: list[LineProblem]) -> int | None:
    text = unicodedata.normalize("NFKC", cell)
    if not text:
        return None
    match = re.fullmatch(r"([0-9]{1,9})(?:\.0+)?", text, re.ASCII)
    if match is None:
        message = _("“%(cell)s” is no number. Write digits only, or leave it empty.") % {"cell": cell[:30]}
        problems.append(LineProblem(line, "number", "error", message))
        return None
    return int(match[1])


def _ema(cell: str) -> str:
    """An EMA number as text; blanks between its digits and the .0 of a spreadsheet are taken out."""
    text = unicodedata.normalize("NFKC", cell).replace(" ", "")
    if re.fullmatch(r"[0-9]+(\.0+)?", text):
        return text.partition(".")[0]
    return cell


def _yes(line: int, field: str, values: dict[str, str], problems: list[LineProblem]) -> bool:
    cell = values.get(field, "")
    text = cell.casefold()
    if text not in _YES and text not in _NO:
        question = {
            "is_stand_in": _("“%(cell)s” is neither yes nor no: is this player a stand-in?"),
            "is_reserve": _("“%(cell)s” is neither yes nor no: is this player a reserve?"),
        }[field]
        problems.append(LineProblem(line, field, "error", question % {"cell": cell[:30]}))
    return text in _YES


def _teams_missing(people: Sequence[PersonFacts], lines: Sequence[int]) -> list[LineProblem]:
    """Where most have a team, one warning at the first line that has none."""
    without = [
        line for line, person in zip(lines, people, strict=True) if not person.team and not person.is_stand_in
    ]
    if not without or len(without) == len(people):
        return []
    message = ngettext(
        "%(n)s line has no team. If team cells were merged, let empty ones repeat the team above.",
        "%(n)s lines have no team. If team cells were merged, let empty ones repeat the team above.",
        len(without),
    )
    return [LineProblem(without[0], "team", "warning", message % {"n": len(without)})]
