"""Whether the answers were right: complete, as new as they must be, and when they first showed what was saved."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from phones import HANDS

from load.pages import Content, Page
from load.saves import Saved
from load.watch import Timeline, Watch

SHOWN_IN = 6.0  # seconds; what was saved so long before the end must have been shown


@dataclass
class Verdict:
    """What was looked at and what was wrong with it; `age`: by how many seconds the oldest answer was behind."""

    checked: int = 0
    wrong: list[str] = field(default_factory=list)
    age: float = 0.0

    def behind(self, by: float) -> None:
        self.age = max(self.age, by)


@dataclass(frozen=True)
class Check:
    """What answers are held against. `slack`: seconds by which they may be behind."""

    watch: Watch
    closed: Timeline
    lines: int
    tables: int
    slack: float

    def standings(self, pages: Iterable[Page], verdict: Verdict) -> None:
        """Pages of standings: all lines, and every table that counts."""
        for page in pages:
            self._version(page, self.watch.standings, verdict)
            if page.content is None:
                continue
            found, sent = page.content, page.answer.sent
            if len(found.lines) != self.lines or not (page.answer.token or found.whole):
                verdict.wrong.append(f"a page has {len(found.lines)} lines of {self.lines}, or no end")
            known = self.closed.at(sent - self.slack)
            if known and (found.closed is None or found.closed < known):
                verdict.wrong.append(f"a page counts {found.closed} closed tables, there were {known}")
            over = self.closed.passed(found.closed or 0)
            verdict.behind(sent - over if over else 0.0)

    def tables_page(self, pages: Iterable[Page], verdict: Verdict) -> None:
        """Pages of all tables of the session."""
        for page in pages:
            self._version(page, self.watch.version, verdict)
            if page.content is not None and len(page.content.hands) != self.tables:
                verdict.wrong.append(f"a page has {len(page.content.hands)} tables of {self.tables}")

    def _version(self, page: Page, line: Timeline, verdict: Verdict) -> None:
        status, sent = page.answer.status, page.answer.sent
        if status not in (200, 204):
            return  # no answer at all; counted among the errors
        verdict.checked += 1
        version, least = page.version, line.at(sent - self.slack)
        if version is None:
            verdict.wrong.append(f"an answer with the status {status} does not tell its version")
            return
        over = line.passed(version)
        behind = sent - over if over else 0.0
        verdict.behind(behind)
        if version < least:
            verdict.wrong.append(
                f"an answer ({status}) has version {version} instead of {least}, {behind:.2f} s old"
            )


@dataclass
class Shown:
    """Seconds until readers had what was saved, from when it was sent and from when it was acknowledged."""

    end: float
    from_sent: list[float] = field(default_factory=list)
    from_acknowledged: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def hands(self, pages: Sequence[Page], saved: Sequence[Saved]) -> None:
        """One reader of the page of all tables, and each hand but the last of a table."""
        had = _with_content(pages)
        times = [received for received, _content in had]
        for one in saved:
            if one.kind != "hand" or one.hand >= HANDS:
                continue
            later = had[bisect_left(times, one.sent) :]
            found = next((at for at, content in later if content.hands.get(one.table, 0) > one.hand), None)
            self._found(one, found)

    def closings(self, pages: Sequence[Page], saved: Sequence[Saved], before: int) -> None:
        """One reader of the standings, and each table that was closed; `before` were closed already."""
        had = _with_content(pages)
        counts = [content.closed or 0 for _received, content in had]
        if counts != sorted(counts):
            self.wrong.append("a reader was shown fewer closed tables than before")
        closed = sorted((s for s in saved if s.kind == "close"), key=lambda one: one.acknowledged)
        for number, one in enumerate(closed, before + 1):
            first = bisect_left(counts, number)
            received = had[first][0] if first < len(had) else None
            if (
                received is None or received >= one.sent
            ):  # else another table, whose answer was slower, was counted
                self._found(one, received)

    def _found(self, saved: Saved, received: float | None) -> None:
        if received is not None:
            self.from_sent.append(received - saved.sent)
            self.from_acknowledged.append(max(0.0, received - saved.acknowledged))
        elif saved.acknowledged < self.end - SHOWN_IN:
            self.wrong.append(
                f"{saved.kind} {saved.hand} of table {saved.table} was not shown {SHOWN_IN:.0f} s later"
            )


def _with_content(pages: Iterable[Page]) -> list[tuple[float, Content]]:
    return [(page.answer.received, page.content) for page in pages if page.content is not None]
