"""Scripted draws 预排: who sits where, written by somebody, in one of three ways.

- `mcr-seating/1` (JSON).
- Plain lines: four numbers are a table, a heading such as "Session 2" or 第2局 or an empty line begins a session.
- A table with a header (CSV, TSV): columns session and table, and east, south, west, north; or 局 桌 东 南 西 北.

All mistakes are found at once, each with its line.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from .script_lines import read_lines
from .script_parts import Draft, Problem
from .script_tables import is_table, read_json, read_table

MOST_BYTES = 1_000_000
_ENCODINGS = ("utf-8-sig", "gb18030")

Seats = tuple[int | None, int | None, int | None, int | None]

__all__ = ["MOST_BYTES", "Problem", "Script", "parse_script"]


@dataclass(frozen=True)
class Script:
    """The sessions that were read, None for an empty chair; and everything that is wrong, by line.

    With problems, `sessions` hold what could be read, to show it; such a script is not to be played.
    """

    sessions: tuple[tuple[Seats, ...], ...]
    problems: tuple[Problem, ...] = field(default=())


def parse_script(
    source: str | bytes,
    players: Collection[int],
    sessions_expected: int | None = None,
    *,
    byes: bool = False,
) -> Script:
    """Read a script for these numbers of players; with `byes` not everybody need play in every session."""
    size = len(source) if isinstance(source, bytes) else len(source.encode("utf-8", "replace"))
    if size > MOST_BYTES:
        return Script((), (Problem("too_large", {"size": size, "most": MOST_BYTES}),))
    text = _decoded(source) if isinstance(source, bytes) else source
    if text is None:
        return Script((), (Problem("undecodable"),))
    text = text.removeprefix("\ufeff")
    draft = Draft()
    if not text.strip():
        draft.problem("empty")
    elif text.lstrip().startswith(("{", "[")):
        read_json(text, draft)
    elif is_table(text):
        read_table(text, draft)
    else:
        read_lines(text, draft)
    if draft.readable:
        draft.check(players, sessions_expected, byes)
    return Script(draft.sessions(), tuple(sorted(draft.problems, key=lambda problem: problem.line or 0)))


def _decoded(source: bytes) -> str | None:
    """The text of a file as it comes out of editors and spreadsheets; None if no usual encoding fits."""
    wide = source.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if wide else _ENCODINGS:
        try:
            text = source.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if "\0" in text else text
    return None
