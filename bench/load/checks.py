"""Whether the answers were right: complete, as new as they must be, and when they first showed what was saved."""

from __future__ import annotations

import gzip
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from phones import HANDS

from load.readers import Answer
from load.saves import Saved
from load.watch import Timeline, Watch

CLOSED = HANDS + 1
SHOWN_IN = 6.0  # seconds; what was saved so long before the end must have been shown
ROW = re.compile(r"<tr[^>]* data-number=\"(\d+)\".*?class=\"standing__points\">([^<]*)<", re.S)
TABLE = re.compile(r"id=\"t(\d+)\".*?class=\"state[^\"]*\">(?:hand (\d+) of 16|(closed)|[^<]*)<", re.S)


@dataclass(frozen=True)
class Content:
    """What a page shows: `version` of its token, lines of standings, closed tables, or the hand at each table."""

    version: int | None
    whole: bool
    lines: tuple[tuple[str, str], ...]
    closed: int | None
    hands: dict[int, int]


@dataclass
class Verdict:
    """What was looked at and what was wrong with it; `age` is the oldest content by which any answer was behind."""

    checked: int = 0
    wrong: list[str] = field(default_factory=list)
    age: float = 0.0

    def join(self, other: Verdict) -> None:
        self.checked += other.checked
        self.wrong += other.wrong
        self.age = max(self.age, other.age)


@lru_cache(maxsize=4096)
def content(body: bytes) -> Content:
    """What is in a packed body; raises where it is cut off."""
    text = (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()
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


def version_of(answer: Answer) -> int | None:
    """The version that an answer says it has."""
    number = answer.token.partition("-")[0]
    if number.isdigit():
        return int(number)
    return content(answer.body).version if answer.body else None


@dataclass(frozen=True)
class Check:
    """What answers are held against. `slack`: seconds by which they may be behind."""

    watch: Watch
    closed: Timeline
    lines: int
    tables: int
    slack: float

    def standings(self, answers: Iterable[Answer]) -> Verdict:
        """Pages of standings: all lines, and every table that counts."""
        verdict = Verdict()
        for one in answers:
            self._version(one, self.watch.standings, verdict)
            if one.status != 200:
                continue
            try:
                found = content(one.body)
            except (OSError, EOFError, UnicodeDecodeError) as error:
                verdict.wrong.append(f"a page cannot be read: {error}")
                continue
            if len(found.lines) != self.lines or not (one.token or found.whole):
                verdict.wrong.append(f"a page has {len(found.lines)} lines of {self.lines}, or no end")
            known = self.closed.at(one.sent - self.slack)
            if known and (found.closed is None or found.closed < known):
                verdict.wrong.append(f"a page counts {found.closed} closed tables, there were {known}")
            over = self.closed.passed(found.closed or 0)
            verdict.age = max(verdict.age, one.sent - over if over else 0.0)
        return verdict

    def tables_page(self, answers: Iterable[Answer]) -> Verdict:
        """Pages of all tables of the session."""
        verdict = Verdict()
        for one in answers:
            self._version(one, self.watch.version, verdict)
            if one.status == 200 and len(content(one.body).hands) != self.tables:
                verdict.wrong.append(f"a page has {len(content(one.body).hands)} tables of {self.tables}")
        return verdict

    def _version(self, answer: Answer, line: Timeline, verdict: Verdict) -> None:
        verdict.checked += 1
        if answer.status not in (200, 204):
            verdict.wrong.append(f"an answer has the status {answer.status}")
            return
        version, least = version_of(answer), line.at(answer.sent - self.slack)
        if version is None:
            verdict.wrong.append(f"an answer with the status {answer.status} does not tell its version")
        elif version < least:
            over = line.passed(version)
            behind = answer.sent - over if over else 0.0
            verdict.age = max(verdict.age, behind)
            verdict.wrong.append(
                f"an answer ({answer.status}) has version {version} instead of {least}, {behind:.2f} s old"
            )
        else:
            over = line.passed(version)
            verdict.age = max(verdict.age, answer.sent - over if over else 0.0)


@dataclass
class Shown:
    """Seconds until readers had what was saved, from when it was sent and from when it was acknowledged."""

    from_sent: list[float] = field(default_factory=list)
    from_acknowledged: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def _note(self, saved: Saved, received: float) -> None:
        self.from_sent.append(received - saved.sent)
        self.from_acknowledged.append(max(0.0, received - saved.acknowledged))

    def hands(self, answers: Iterable[Answer], saved: Sequence[Saved], end: float) -> None:
        """Each reader of the page of all tables, and each hand but the last of a table."""
        for of_reader in _by_reader(answers):
            pages = [content(one.body).hands for one in of_reader]
            times = [one.received for one in of_reader]
            for one in saved:
                if one.kind != "hand" or one.hand >= HANDS:
                    continue
                first = bisect_left(times, one.sent)
                found = next(
                    (n for n in range(first, len(pages)) if pages[n].get(one.table, 0) > one.hand), None
                )
                self._found(one, None if found is None else times[found], end)

    def closings(self, answers: Iterable[Answer], saved: Sequence[Saved], end: float) -> None:
        """Each reader of the standings, and each table that was closed."""
        closed = sorted((s for s in saved if s.kind == "close"), key=lambda one: one.acknowledged)
        for of_reader in _by_reader(answers):
            counts = [content(one.body).closed or 0 for one in of_reader]
            if counts != sorted(counts):
                self.wrong.append("a reader was shown fewer closed tables than before")
            for number, one in enumerate(closed, 1):
                found = bisect_left(counts, number)
                if found < len(counts) and of_reader[found].received < one.sent:
                    continue  # the count was reached by another table whose answer was slower
                self._found(one, of_reader[found].received if found < len(counts) else None, end)

    def _found(self, saved: Saved, received: float | None, end: float) -> None:
        if received is not None:
            self._note(saved, received)
        elif saved.acknowledged < end - SHOWN_IN:
            self.wrong.append(
                f"{saved.kind} {saved.hand} of table {saved.table} was not shown {SHOWN_IN:.0f} s later"
            )


def _by_reader(answers: Iterable[Answer]) -> list[list[Answer]]:
    found: dict[int, list[Answer]] = defaultdict(list)
    for one in answers:
        if one.status == 200:
            found[one.reader].append(one)
    return [sorted(of_reader, key=lambda one: one.received) for of_reader in found.values()]
