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

FIELDS = (
    "number",
    "name",
    "family_name",
    "given_name",
    "team",
    "country",
    "club",
    "ema_number",
    "is_stand_in",
    "is_reserve",
)
HEADINGS: dict[str, tuple[str, ...]] = {
    "number": (
        "编号",
        "号码",
        "号",
        "序号",
        "参赛号",
        "参赛编号",
        "选手编号",
        "选手号",
        "number",
        "no",
        "nr",
        "num",
        "#",
        "startnumber",
        "playernumber",
        "playerno",
        "player#",
    ),
    "name": (
        "姓名",
        "名字",
        "选手",
        "选手姓名",
        "参赛选手",
        "参赛者",
        "队员",
        "队员姓名",
        "name",
        "player",
        "playername",
        "fullname",
    ),
    "family_name": (
        "姓",
        "姓氏",
        "familyname",
        "lastname",
        "surname",
        "nachname",
        "nom",
        "cognome",
        "apellido",
        "apellidos",
    ),
    "given_name": ("名", "givenname", "givennames", "firstname", "forename", "vorname", "prenom", "nombre"),
    "team": (
        "队",
        "队名",
        "队伍",
        "队伍名称",
        "团队",
        "代表队",
        "参赛队",
        "战队",
        "team",
        "teamname",
        "squad",
        "mannschaft",
        "equipe",
    ),
    "country": (
        "国家",
        "国籍",
        "国家地区",
        "国家和地区",
        "国别",
        "country",
        "nation",
        "nationality",
        "nat",
        "land",
        "pays",
    ),
    "club": ("俱乐部", "club", "verein"),
    "ema_number": (
        "ema",
        "ema号",
        "ema编号",
        "ema号码",
        "emano",
        "emanr",
        "emanumber",
        "emaid",
        "emanummer",
        "ema#",
    ),
    "is_stand_in": ("陪打", "standin"),
    "is_reserve": ("替补", "候补", "替补队员", "reserve", "substitute"),
}
# 单位 names a team where no other column does, as on the registration form of 1998, else a club.
UNIT = ("单位", "参赛单位", "所属单位")
_MEANING = {alias: field for field, aliases in HEADINGS.items() for alias in aliases}
_YES = {"1", "x", "v", "y", "yes", "true", "是", "√", "✓", "✔", "陪打", "stand-in", "standin"}
_YES |= {"替补", "候补", "reserve", "substitute"}
_NO = {"", "0", "n", "no", "false", "否", "-", "—"}
_EXCEL_ERROR = re.compile(r"#(N/A|REF!|VALUE!|NAME\?|DIV/0!|NULL!|NUM!)")
_CJK = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "IDEOGRAPHIC", "KATAKANA-HIRAGANA")


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
    head = _heading_row(rows)
    body = list(rows) if head is None else [r for r in rows[head + 1 :] if r.cells != rows[head].cells]
    if len(body) > MOST_PLAYERS:
        raise Refused(
            "too_many_lines", _("A tournament has at most %(n)s players.") % {"n": MOST_PLAYERS}, field="text"
        )
    if not body:
        raise Refused("nobody", _("There are headings, but nobody under them."), field="text")
    width = max(len(row.cells) for row in [*body, *([] if head is None else [rows[head]])])
    if head is None:
        return Sheet(tuple(body), _guessed(body, width))
    headings = _padded(rows[head].cells, width)
    above = tuple(row.line for row in rows[:head])
    return Sheet(tuple(body), _meanings(headings), headings, above)


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
    return family + given if _is_cjk(family) and _is_cjk(given) else f"{given} {family}"


def _is_cjk(text: str) -> bool:
    letters = [c for c in text if unicodedata.category(c).startswith("L") or c in "々〇"]
    return bool(letters) and all(unicodedata.name(c, "").startswith(_CJK) for c in letters)


def _plain(heading: str) -> str:
    """A heading without case, accents, blanks and punctuation."""
    text = unicodedata.normalize("NFKD", heading).casefold()
    return "".join(c for c in text if unicodedata.category(c)[0] in "LN" or c == "#")


def _meaning(heading: str) -> str:
    plain = _plain(heading)
    return "unit" if plain in UNIT else _MEANING.get(plain, "")


def _heading_row(rows: Sequence[Row]) -> int | None:
    """The position of the headings: the first of the upper rows with two known ones, or with nothing but known ones."""
    for at, row in enumerate(rows[:12]):
        filled = [cell for cell in row.cells if cell]
        known = [cell for cell in filled if _meaning(cell)]
        if len(known) >= 2 or (known and len(known) == len(filled)):
            return at
    return None


def _meanings(headings: Sequence[str]) -> tuple[str, ...]:
    """What each heading means; a meaning is given once, to the first column that has it."""
    columns = [_meaning(heading) for heading in headings]
    plain = [_plain(heading) for heading in headings]
    if "family_name" in columns and "given_name" not in columns and "名字" in plain:
        columns[plain.index("名字")] = "given_name"
    if "unit" in columns:
        columns[columns.index("unit")] = "club" if "team" in columns else "team"
    seen: set[str] = set()
    for at, field in enumerate(columns):
        if field in seen or field == "unit":
            columns[at] = ""
        seen.add(field)
    return tuple(columns)


def _guessed(rows: Sequence[Row], width: int) -> tuple[str, ...]:
    """What the columns of a list without headings mean: numbers first if they are digits, the name, the team.

    EMA numbers are recognised by their eight digits, and "MÜLLER, Hans" by its capitals.
    """
    table = [_padded(row.cells, width) for row in rows]
    column = [[cells[at] for cells in table] for at in range(width)]
    found = [""] * width
    left = list(range(width))
    for at in list(left):
        if (
            len(left) > 1
            and all(re.fullmatch(r"\d{8}", cell) or not cell for cell in column[at])
            and any(column[at])
        ):
            found[at] = "ema_number"
            left.remove(at)
    if len(left) > 1 and all(re.fullmatch(r"\d{1,5}(\.0+)?", cell) for cell in column[left[0]]):
        found[left.pop(0)] = "number"
    if len(left) == 2 and _are_given_names(column[left[0]], column[left[1]]):
        found[left[0]], found[left[1]] = "family_name", "given_name"
        return tuple(found)
    for at, field in zip(left, ("name", "team"), strict=False):
        found[at] = field
    return tuple(found)


def _are_given_names(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether two columns look like "MÜLLER, Hans": the first in capitals, the second not."""
    if not all(first) or not all(second) or any(_is_cjk(cell) for cell in (*first, *second)):
        return False
    capitals = sum(cell.isupper() and not other.isupper() for cell, other in zip(first, second, strict=True))
    return capitals * 2 > len(first)


def _padded(cells: Sequence[str], width: int) -> tuple[str, ...]:
    return tuple(cells) + ("",) * (width - len(cells))


def _values(row: Row, columns: Sequence[str]) -> dict[str, str]:
    return {
        field: cell for field, cell in zip(columns, _padded(row.cells, len(columns)), strict=False) if field
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
