"""What readers had on the screen: answers unpacked, changed lines put into what was there, and what the page shows."""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from phones import HANDS

from load.readers import Answer

CLOSED = HANDS + 1
CHANGES = "application/vnd.quesai.changes+json"  # see tournament/live.py
ROW = re.compile(r"<tr[^>]* data-number=\"(\d+)\".*?class=\"standing__points\">([^<]*)<", re.S)
TABLE = re.compile(r"id=\"t(\d+)\".*?class=\"state[^\"]*\">(?:hand (\d+)[^<]*|(closed)|[^<]*)<", re.S)


@dataclass(frozen=True)
class Content:
    """What a page shows: `version` of its token, lines of standings, closed tables, or the hand at each table."""

    version: int | None
    whole: bool
    lines: tuple[tuple[str, str], ...]
    closed: int | None
    hands: dict[int, int]


@dataclass(frozen=True)
class Page:
    """An answer and what its reader then had; None where only the server knows, because it sent changes."""

    answer: Answer
    content: Content | None

    @property
    def version(self) -> int | None:
        """The version that the answer says it has."""
        number = self.answer.token.partition("-")[0]
        if number.isdigit():
            return int(number)
        return self.content.version if self.content else None


class UnreadableError(Exception):
    """An answer is cut off, or its changes do not fit what the reader has."""


def pages(answers: Iterable[Answer], followed: int) -> list[list[Page]]:
    """What each reader had, in order; of the first `followed` readers every answer with content is there."""
    of_reader: dict[int, list[Answer]] = defaultdict(list)
    for one in answers:
        of_reader[one.reader].append(one)
    found = []
    for reader, his in of_reader.items():
        held: str | None = None
        had = []
        for one in sorted(his, key=lambda answer: answer.received):
            if one.status != 200:
                had.append(Page(one, None))
                continue
            text = unpacked(one.body)
            if CHANGES in one.head:
                changed = json.loads(text)["changes"]
                held = None if held is None else put_together(held, text)
                if held is None and reader < followed:
                    raise UnreadableError(f"{len(changed)} changes of nothing")
                had.append(Page(one, None if held is None else content(held)))
            else:
                before = re.search(r"^X-Before: *(\d+)", one.head, re.M | re.I)
                length = 2 * int(before[1]) if before else 0
                part = text.encode("utf-16-le")[length:].decode("utf-16-le")
                held = part if before and reader < followed else None
                had.append(Page(one, content(part)))
        found.append(had)
    return found


@lru_cache(maxsize=512)
def unpacked(body: bytes) -> str:
    """The text of an answer. Raises `UnreadableError` where it is cut off."""
    try:
        return (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise UnreadableError(f"an answer is cut off: {error}") from error


@lru_cache(maxsize=512)
def put_together(held: str, answer: str) -> str:
    """As static/js/live.js makes the new part of the old one and the lines that changed."""
    old, new = held.split("\n"), []
    for one in json.loads(answer)["changes"]:
        new += [one] if isinstance(one, str) else old[one[0] : one[0] + one[1]]
    return "\n".join(new)


@lru_cache(maxsize=512)
def content(text: str) -> Content:
    """What is in a page, or in a part of one."""
    version = re.search(r"data-version=\"(\d+)-", text)
    closed = re.search(r"(\d+) of \d+ tables closed", text)
    hands = {int(n): CLOSED if over else int(hand or 0) for n, hand, over in TABLE.findall(text)}
    return Content(
        version=int(version[1]) if version else None,
        whole=text.rstrip().endswith("</html>") and "<html" in text,
        lines=tuple(ROW.findall(text)),
        closed=int(closed[1]) if closed else None,
        hands=hands,
    )
