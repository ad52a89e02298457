"""Scripts as data: the neutral seating file (JSON), and tables with a header out of a spreadsheet."""

from __future__ import annotations

import json
import re
from typing import Any

from .script_parts import Draft, plain_word

FORMAT = "mcr-seating/1"
_COLUMNS = {
    "session": ("session", "round", "局", "轮", "局次", "轮次"),
    "table": ("table", "桌", "台", "桌号", "台号"),
    "east": ("east", "e", "东"),
    "south": ("south", "s", "南"),
    "west": ("west", "w", "西"),
    "north": ("north", "n", "北"),
}
_CHAIRS = ("east", "south", "west", "north")
_START = re.compile(r'"sessions"\s*:\s*')
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][\n]')


def read_json(text: str, draft: Draft) -> None:
    """Read a seating file."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        draft.problem("bad_json", error.lineno, column=error.colno)
        return
    except (RecursionError, ValueError):  # nested without end; a number of thousands of digits
        draft.problem("bad_json", 1, column=1)
        return
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        name = found.get("format", "") if isinstance(found, dict) else ""
        draft.problem("unknown_format", 1, format=str(name)[:40])
        return
    sessions: Any = found.get("sessions")
    if not _nested(sessions):
        draft.problem("not_sessions", 1)
        return
    lines = _lines_of_tables(text)
    if len(lines) != sum(map(len, sessions)):
        lines = [1] * sum(map(len, sessions))
    for tables in sessions:
        draft.begin()
        for table in tables:
            draft.table(["-" if seat is None else _word(seat) for seat in table], lines.pop(0))


def _nested(sessions: Any) -> bool:
    return (
        isinstance(sessions, list)
        and bool(sessions)
        and all(isinstance(tables, list) and tables for tables in sessions)
        and all(isinstance(table, list) for tables in sessions for table in tables)
    )


def _lines_of_tables(text: str) -> list[int]:
    """In which line of a seating file each table begins."""
    starts = list(_START.finditer(text))
    if not starts:
        return []
    at = starts[-1].end()
    line, depth = text.count("\n", 0, at) + 1, 0
    lines = []
    for token in _TOKEN.finditer(text, at):
        word = token.group()
        line += word == "\n"
        depth += (word == "[") - (word == "]")
        if word == "[" and depth == 3:
            lines.append(line)
        if depth == 0:
            break
    return lines


def _word(seat: Any) -> str:
    return str(seat) if isinstance(seat, int) and not isinstance(seat, bool) else json.dumps(seat)


def is_table(text: str) -> bool:
    """Whether the first line is a header: it names at least two of the columns."""
    return len(_header(text)) > 1


def _separator(text: str) -> str:
    first = _first_line(text)
    return max("\t;,，", key=first.count)


def _first_line(text: str) -> str:
    return next(line for line in text.splitlines() if line.strip())


def _header(text: str) -> dict[str, int]:
    """The place of each column that the first line names."""
    words = [plain_word(cell) for cell in _cells(_first_line(text), _separator(text))]
    return {
        column: words.index(name) for column, names in _COLUMNS.items() for name in names if name in words
    }


def _cells(line: str, separator: str) -> list[str]:
    return [cell.strip().strip('"') for cell in line.split(separator)]


def read_table(text: str, draft: Draft) -> None:
    """Read a table with a header: a line is a table of a session."""
    place = _header(text)
    missing = [column for column in _COLUMNS if column not in place]
    for column in missing:
        draft.problem("missing_column", 1, column=column)
    if missing:
        return
    sessions: dict[int, list[tuple[int, list[str], int]]] = {}
    separator = _separator(text)
    header_seen = False
    for line, raw in enumerate(text.splitlines(), 1):
        if not raw.strip(f"{separator} \t"):
            continue
        if not header_seen:
            header_seen = True
            continue
        cells = _cells(raw, separator)
        cells += [""] * (max(place.values()) + 1 - len(cells))
        session, table = (_place(cells[place[column]], line, draft) for column in ("session", "table"))
        if session is not None and table is not None:
            words = [cells[place[chair]] for chair in _CHAIRS]
            sessions.setdefault(session, []).append((table, words, line))
    if not sessions and not draft.problems:
        draft.problem("empty")
    for number in sorted(sessions):
        draft.begin()
        for table, words, line in sessions[number]:
            draft.table(words, line, table)


def _place(cell: str, line: int, draft: Draft) -> int | None:
    plain = plain_word(cell)
    if plain.isascii() and plain.isdigit() and len(plain) < 10:
        return int(plain)
    draft.problem("not_a_place", line, text=cell[:40])
    return None
