"""The table at the end: what, what is aimed at, what came of it."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unicodedata import east_asian_width

import django

from load.servers import nginx_version


@dataclass
class Report:
    """Lines for a note, and what was wrong."""

    lines: list[tuple[str, str, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, what: str, figure: str, aim: str = "") -> None:
        self.lines.append((what, aim, figure))
        print(f"    {what}: {figure}", flush=True)

    def heading(self, what: str) -> None:
        self.lines.append((what, "", ""))
        print(f"\n{what}", flush=True)

    def accuse(self, where: str, what: Sequence[str]) -> None:
        """Note what was wrong; a few of each part are enough."""
        kinds = list(dict.fromkeys(what))
        self.wrong += [f"{where}: {one}" for one in kinds[:5]]
        if len(kinds) > 5:
            self.wrong.append(f"{where}: … {len(what)} in all")

    def text(self) -> str:
        widths = [max(_width(line[n]) for line in self.lines if line[2]) for n in range(2)]
        rows = []
        for what, aim, figure in self.lines:
            if not figure:
                rows += ["", what]
                continue
            rows.append(f"  {_padded(what, widths[0])}  {_padded(aim, widths[1])}  {figure}".rstrip())
        rows += ["", *(f"WRONG {one}" for one in self.wrong)]
        return "\n".join(rows)


def machine(database: str) -> str:
    """The machine and the versions of what was measured, in one line."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.machine(),
    )
    return (
        f"{os.cpu_count()} cores ({model}), Python {platform.python_version()}, Django {django.__version__}, "
        f"{database}, nginx {nginx_version()}"
    )


def at(share: float, seconds: Sequence[float]) -> str:
    """A percentile of waiting times."""
    ordered = sorted(seconds)
    return duration(ordered[min(len(ordered) - 1, int(share * len(ordered)))]) if ordered else "–"


def duration(seconds: float) -> str:
    """A waiting time with three figures."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{1000 * seconds:.0f} ms" if seconds >= 0.01 else f"{1000 * seconds:.1f} ms"


def _width(text: str) -> int:
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
