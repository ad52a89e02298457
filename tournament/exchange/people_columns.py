"""What the columns of a list of players mean: by their headings, Chinese or English, or guessed without any."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from .cells import Row

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
_CJK = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "IDEOGRAPHIC", "KATAKANA-HIRAGANA")


def _plain(heading: str) -> str:
    """A heading without case, accents, blanks and punctuation."""
    text = unicodedata.normalize("NFKD", heading).casefold()
    return "".join(c for c in text if unicodedata.category(c)[0] in "LN" or c == "#")


def _meaning(heading: str) -> str:
    plain = _plain(heading)
    return "unit" if plain in UNIT else _MEANING.get(plain, "")


def heading_row(rows: Sequence[Row]) -> int | None:
    """The position of the headings: the first of the upper rows with two known ones, or with nothing but known ones."""
    for at, row in enumerate(rows[:12]):
        filled = [cell for cell in row.cells if cell]
        known = [cell for cell in filled if _meaning(cell)]
        if len(known) >= 2 or (known and len(known) == len(filled)):
            return at
    return None


def meanings(headings: Sequence[str]) -> tuple[str, ...]:
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


def guessed(rows: Sequence[Row], width: int) -> tuple[str, ...]:
    """What the columns of a list without headings mean: numbers first if they are digits, the name, the team.

    EMA numbers are recognised by their eight digits, and "MÜLLER, Hans" by its capitals.
    """
    table = [padded(row.cells, width) for row in rows]
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
    if not all(first) or not all(second) or any(is_cjk(cell) for cell in (*first, *second)):
        return False
    capitals = sum(cell.isupper() and not other.isupper() for cell, other in zip(first, second, strict=True))
    return capitals * 2 > len(first)


def is_cjk(text: str) -> bool:
    letters = [c for c in text if unicodedata.category(c).startswith("L") or c in "々〇"]
    return bool(letters) and all(unicodedata.name(c, "").startswith(_CJK) for c in letters)


def padded(cells: Sequence[str], width: int) -> tuple[str, ...]:
    return tuple(cells) + ("",) * (width - len(cells))
