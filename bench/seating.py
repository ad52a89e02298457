"""How good and how quick draws are: `python bench/seating.py [--quick]` prints a table.

Every row is one call of `tournament.seating.draw` in this process, the best time of a few. The last column compares
quad, the sum over pairs of C(meetings, 2), with its lower bound.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournament.seating import Apart, Quality, Wishes, draw, unfulfilled
from tournament.seating.limits import forced_meetings, least_quad

# players, sessions, size of teams (0: none)
IN_ADVANCE = [
    *(
        (16, 5, 0),
        (16, 4, 4),
        (20, 5, 0),
        (20, 4, 4),
        (24, 7, 0),
        (24, 6, 4),
        (28, 9, 0),
        (32, 9, 0),
        (32, 8, 4),
    ),
    *((36, 11, 0), (40, 10, 0), (44, 12, 4), (48, 12, 4), (52, 5, 4), (52, 10, 0), (52, 12, 4), (56, 12, 4)),
    *(
        (60, 12, 0),
        (64, 10, 0),
        (64, 8, 8),
        (72, 12, 4),
        (76, 12, 4),
        (96, 12, 4),
        (100, 12, 4),
        (104, 12, 4),
    ),
    *((128, 12, 4), (208, 12, 4), (256, 8, 0), (256, 12, 4), (300, 12, 4), (1024, 8, 0), (2048, 12, 4)),
]
ABOVE = [
    *((8, 2, 0), (8, 7, 0), (12, 3, 0), (12, 8, 0), (12, 11, 0)),
    *((16, 6, 0), (16, 9, 0), (16, 12, 0), (20, 6, 0), (20, 7, 0), (20, 11, 0), (20, 12, 0)),
    *((24, 8, 0), (24, 9, 0), (24, 12, 0), (28, 10, 0), (28, 12, 0), (32, 10, 0), (32, 11, 0), (36, 12, 0)),
    *((16, 8, 4), (20, 5, 4), (20, 8, 4), (24, 8, 4), (28, 10, 4), (32, 9, 4), (16, 24, 0), (100, 40, 0)),
]
# players, sessions, size of teams, sizes of countries of whole teams; or how many countries, with people of all teams
WISHED: list[tuple[int, int, int, tuple[int, ...] | int]] = [
    *((52, 8, 0, (20, 10, 8, 5, 4, 3, 2)), (52, 5, 4, (16, 12, 8, 8, 8)), (72, 6, 4, (24, 16, 12, 8, 8, 4))),
    *((256, 8, 4, (64, 60, 36, 32, 32, 32)), (52, 5, 4, 5), (100, 6, 4, 8)),
]
ONE_BY_ONE = [(52, 5, 4), (52, 8, 4), (32, 5, 4), (64, 8, 4), (128, 8, 4), (1024, 8, 0)]
HEAD = (
    f"{'players':>7} {'sessions':>8} {'teams of':>8} {'ms':>7}  repeats  mates  chairs  table  quad / bound"
)


def row(players: int, sessions: int, size: int, times: int) -> None:
    teams = [player // size for player in range(players)] if size else None
    best = 0
    for _ in range(times):
        start = time.perf_counter_ns()
        quality = draw(players, sessions, teams=teams, seed="bench").quality
        taken = time.perf_counter_ns() - start
        best = min(best or taken, taken)
    show(players, sessions, size, best, quality)


def continued(players: int, sessions: int, size: int) -> None:
    teams = [player // size for player in range(players)] if size else None
    played: list = []
    slowest = 0
    while len(played) < sessions:
        start = time.perf_counter_ns()
        seating = draw(players, 1, teams=teams, seed=f"bench {len(played)}", played=played)
        slowest = max(slowest, time.perf_counter_ns() - start)
        played += seating.sessions
    show(players, sessions, size, slowest, seating.quality)


def wished(players: int, sessions: int, size: int, countries: tuple[int, ...] | int) -> None:
    teams = [player // size for player in range(players)] if size else None
    if isinstance(countries, int):
        clubs = [range(first, players + 1, countries) for first in range(1, countries + 1)]
    else:
        ends = [sum(countries[: k + 1]) for k in range(len(countries))]
        clubs = [range(end - n + 1, end + 1) for n, end in zip(countries, ends, strict=True)]
    wishes = Wishes(tuple(Apart(tuple(club)) for club in clubs))
    start = time.perf_counter_ns()
    seating = draw(players, sessions, teams=teams, seed="bench", wishes=wishes)
    taken = time.perf_counter_ns() - start
    meet = len(unfulfilled(seating.sessions, wishes))
    least = sessions * sum(forced_meetings(len(club), players // 4) for club in clubs)
    show(players, sessions, size, taken, seating.quality)
    print(f"{'':16} {len(clubs)} countries: {meet} meetings within them, bound {least}")


def show(players: int, sessions: int, size: int, nanoseconds: int, quality: Quality) -> None:
    team_pairs = players // size * (size * (size - 1) // 2) if size else 0
    bound = least_quad(players, sessions, team_pairs)
    print(
        f"{players:7} {sessions:8} {size or '-':>8} {nanoseconds / 1e6:7.1f}  {quality.repeats:7}"
        f"  {quality.team_mates:5}  {quality.chair_spread_any:3}, {quality.chair_spread_fourth}"
        f"  {quality.most_at_one_table:5}  {quality.quad} / {bound}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="every row once")
    times = 1 if parser.parse_args().quick else 3
    print("chairs: worst spread after any session, after every fourth; table: most often at one table\n")
    print("In advance\n" + HEAD)
    for case in IN_ADVANCE:
        row(*case, times)
    print("\nMore sessions than can be had without repeats\n" + HEAD)
    for case in ABOVE:
        row(*case, times)
    print("\nIn advance, countries kept apart as far as nothing else suffers\n" + HEAD)
    for wish in WISHED:
        wished(*wish)
    print("\nOne session at a time (ms: the slowest of them)\n" + HEAD)
    for case in ONE_BY_ONE:
        continued(*case)


if __name__ == "__main__":
    main()
