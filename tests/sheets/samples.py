"""Sheets to print in tests, and ways to read what was printed."""

import io
import random
import shutil
import subprocess
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

import pypdf
from fontTools.ttLib import TTFont

from tournament.sheets.results import Played, ResultsRow, ResultsSheet

CHINA = timezone(timedelta(hours=8))
MADE_AT = datetime(2026, 11, 30, 14, 5, tzinfo=CHINA)
NAMES = (
    "李小龙",
    "𠮷田あかり",
    "Kővári-Szőke Ágnes",
    "Ёлкина Ольга",
    "足立レイ",
    "D'ANGELO, Christiane",
    "O’Brien",
    "Smile 🐷",
    "<b>Bold</b> & Söhne",
    "김민수",
    "歐陽詩涵",
    "Nguyễn Thị Hương",
    "Müller/Wang",
    '=HYPERLINK("x")',
)


def row(place: str = "1", name: str = "李小龙", **changes: Any) -> ResultsRow:
    """One line of results, with anything of it changed."""
    values: dict[str, Any] = {
        "place": place,
        "number": "17",
        "name": name,
        "team": "北京队",
        "standard_points": "14½",
        "match_points": 241,
        "with_starting": 1741,
        "sessions": (Played("4", 153, 1), Played("3½", -12, 2), None),
    }
    return ResultsRow(**values | changes)


def sheet(*rows: ResultsRow, **changes: Any) -> ResultsSheet:
    """A sheet of three sessions, with anything of it changed."""
    values: dict[str, Any] = {
        "tournament": "成都公开赛",
        "place_and_dates": "成都 Chengdu · 2026-11-28 – 2026-11-30",
        "kind": "players",
        "rows": rows,
        "session_count": 3,
        "as_of_session": 3,
        "sessions_closed": 3,
        "version": 128,
        "made_at": MADE_AT,
        "officials": (("裁判长", "王建国"), ("referee", "李四")),
        "rulebook": "竞赛规则 2014",
        "scale": "4-3-2-1",
        "tie_breaks": ("standard_points", "match_points", "sorted_session_standard_points"),
    }
    return ResultsSheet(**values | changes)


def many(players: int, sessions: int, **changes: Any) -> ResultsSheet:
    """A large sheet with invented results, the same at every call."""
    dice = random.Random(2014)
    surnames, given = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨", "伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰"
    rows = []
    for number in range(1, players + 1):
        name = NAMES[number - 1] if number <= len(NAMES) else dice.choice(surnames) + dice.choice(given)
        played = tuple(
            Played(dice.choice(("4", "3", "2", "1", "3½", "2⅓")), dice.randint(-190, 260), dice.randint(1, 4))
            for _session in range(sessions)
        )
        total = sum(one.match_points or 0 for one in played)
        rows.append(
            row(
                str(number),
                name,
                number=str(dice.randint(1, 400)),
                team=f"{dice.choice(('成都', '北京', 'Wien'))} {number % 60}",
                match_points=total,
                with_starting=total + 300 * sessions,
                sessions=played,
                team_place=str(1 + number // 4),
            )
        )
    standard = {"session_count": sessions, "as_of_session": sessions, "sessions_closed": sessions}
    return sheet(*rows, **standard | changes)


def pages(pdf: bytes) -> list[str]:
    """The text of each page, as pypdf reads it."""
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


def readings(pdf: bytes) -> Iterator[str]:
    """The text of the document by every reader that this machine has."""
    yield "\n".join(pages(pdf))
    if tool := shutil.which("pdftotext"):
        done = subprocess.run([tool, "-layout", "-", "-"], input=pdf, capture_output=True, check=True)
        yield done.stdout.decode()


def paper(pdf: bytes) -> tuple[int, int]:
    """Width and height of the first page in points."""
    box = pypdf.PdfReader(io.BytesIO(pdf)).pages[0].mediabox
    return round(box.width), round(box.height)


def embedded_fonts(pdf: bytes) -> dict[str, TTFont]:
    """The font programs in the document by their names."""
    found = {}
    for page in pypdf.PdfReader(io.BytesIO(pdf)).pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            descendant = font["/DescendantFonts"][0].get_object()
            file = descendant["/FontDescriptor"]["/FontFile2"]
            found[str(descendant["/BaseFont"])[1:]] = TTFont(io.BytesIO(file.get_data()))
    return found
