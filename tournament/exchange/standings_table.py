"""Standings as CSV, JSON or a table to read in a terminal. Points are exact fractions."""

from __future__ import annotations

import csv
import io
import json
import unicodedata

from scoring.standard_points import exact, show
from tournament.queries.standings import Line, Standings


def standings_csv(standings: Standings, who: str) -> str:
    """`place,player,standard_points,match_points` (or `team`), lines end in \\n; ids are those of the event file.

    In a stage with groups the column `group` comes first, and places are those within the group.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    has_groups = any(line.group for line in standings.lines)
    writer.writerow(["group"] * has_groups + ["place", who, "standard_points", "match_points"])
    for line in standings.lines:
        cells = [line.place or "", line.file_id, exact(line.standard), exact(line.match)]
        writer.writerow([line.group or ""] * has_groups + cells)
    return out.getvalue()


def standings_json(standings: Standings, who: str) -> str:
    """The same as JSON, with names, the version and the sessions that count."""
    return json.dumps(
        {
            "version": standings.version,
            "as_of": standings.as_of,
            "provisional": standings.provisional,
            "rows": [
                {
                    "place": line.place,
                    who: line.file_id,
                    "name": line.name,
                    "standard_points": exact(line.standard),
                    "match_points": exact(line.match),
                    **({"group": line.group} if line.group else {}),
                }
                for line in standings.lines
            ],
        },
        ensure_ascii=False,
        indent=1,
    )


def standings_text(standings: Standings) -> str:
    """A table to read: shared places as 2=, in a group as 1:2=, standard points as 3½."""
    rows = [
        (
            _place(line),
            str(line.number),
            line.name,
            line.team,
            show(line.standard),
            exact(line.match),
        )
        for line in standings.lines
    ]
    widths = [max((_width(row[i]) for row in rows), default=0) for i in range(6)]
    lines = []
    for row in rows:
        left = [_pad(row[i], widths[i]) for i in (2, 3)]
        right = [" " * (widths[i] - _width(row[i])) + row[i] for i in (0, 1, 4, 5)]
        lines.append("  ".join([right[0], right[1], left[0], left[1], right[2], right[3]]).rstrip())
    return "\n".join(lines)


def _place(line: Line) -> str:
    group = f"{line.group}:" if line.group else ""
    return f"{group}{line.place or '–'}{'=' if line.shared else ''}"


def _width(text: str) -> int:
    """Columns that a text takes in a terminal: Chinese characters take two."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def _pad(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
