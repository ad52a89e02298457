"""Writes the hands that the tests count without the shared folder: `fan_answers.py FILE`, run beside PyMahjongGB.

A line is: concealed tiles, melds or -, winning tile, four flags as 0 and 1 (self-drawn, last of its kind, last of the
wall, kong), seat and prevailing wind, flowers, and the total that PyMahjongGB counts. Rare fan are sought until each
is there several times.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from fan_hands import Parts, hand
from fan_oracle import call, fans

COUNT, OF_EACH, LOOKED_AT = 3500, 12, 300_000


def line(parts: Parts, total: int) -> str:
    """One hand with its answer."""
    concealed, melds, win, flags = parts
    ways = "".join(str(int(flags[name])) for name in ("self_drawn", "last_of_kind", "last_wall", "kong"))
    winds = flags["seat"] + flags["round"]
    return f"{concealed} {','.join(melds) or '-'} {win} {ways} {winds} {flags['flowers']} {total}\n"


def main() -> None:
    """Write the file."""
    seen: Counter[str] = Counter()
    lines: list[str] = []
    for number in range(LOOKED_AT):
        parts = hand(number, "answers")
        found = fans(call(parts))
        if len(lines) < COUNT or any(seen[name] < OF_EACH for name in found):
            seen.update(found.keys())
            lines.append(line(parts, sum(found.values())))
    Path(sys.argv[1]).write_text("".join(lines), encoding="utf-8")
    print(len(lines), "hands;", len(seen), "fan; fewest:", seen.most_common()[-6:])


if __name__ == "__main__":
    main()
