"""Scripts in plain lines: a line with four numbers is a table, sessions stand apart."""

from __future__ import annotations

import re
import unicodedata

from .script_parts import Draft

_HEADING = re.compile(
    r"(?:#+\s*)?(?:session|round|hanchan)\s*[:.]?\s*\d+\s*[:.]?|#+\s*\d+\s*[:.]?|第\s*[\d一二三四五六七八九十]+\s*[局轮节]\s*:?|[局轮节]\s*\d+\s*:?"
)
_TABLE = re.compile(
    r"(?:table|台|桌)\s*(\d+)\s*[:.]?\s+|(?:table|台|桌)\s*(\d+)\s*:\s*|第?\s*(\d+)\s*[桌台]\s*:?\s*|(\d+)\s*:\s*"
)
_BETWEEN = re.compile(r"[\s,;、|]+")


def read_lines(text: str, draft: Draft) -> None:
    """Read every line: a table, a heading, an empty line between sessions; or a mistake."""
    apart = True
    for number, raw in enumerate(text.splitlines(), 1):
        line = unicodedata.normalize("NFKC", raw).strip()
        if not line or _HEADING.fullmatch(line.lower()):
            apart = True
            continue
        found = _TABLE.match(line.lower())
        table = None
        if found is not None:
            table = int(next(group for group in found.groups() if group is not None))
            line = line[found.end() :]
        words = [word for word in _BETWEEN.split(line) if word]
        if apart:
            draft.begin()
            apart = False
        draft.table(words, number, table)
