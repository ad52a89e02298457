"""What becomes of a draw when people leave or join: `python bench/drop_outs.py [--quick]` prints a table.

Every row draws a tournament in advance, lets some sessions be played, and then changes the rest for people chosen by
chance (`random`, with a fixed seed): many times over, each time with another draw. Moves are people who stay and
change their table, in one session. Everything is counted here from the sessions alone, and the bench ends with an
error if a promise is broken: one to three who leave move nobody; for 52 players in teams nobody meets again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournament.seating import draw
from tournament.seating.leaving import People, change_people

HEAD = (
    "players x sessions  played  teams of  leave  join  stand-ins   moves: most  mean   new repeats: runs  mean"
    "   together  slowest, s of processor time"
)


@dataclass(frozen=True)
class Case:
    """One row: `size` of teams (0: none), how many of 200 trials, and what must come out of it."""

    players: int
    sessions: int
    played: int
    size: int
    leaving: int = 0
    joining: int = 0
    stand_ins: int = 0
    trials: int = 200
    most_moves: int | None = None
    clean: bool = False


@dataclass
class Counted:
    """What was counted in one trial."""

    moves: list[int]
    new_repeats: int
    together: int
    seconds: float


CASES = [
    *(Case(52, 5, 2, 4, leaving=n, most_moves=0, clean=True) for n in (1, 2, 3)),
    *(Case(52, 5, 2, 4, leaving=n, stand_ins=n, most_moves=0) for n in (1, 3)),
    *(Case(52, 5, played, 4, leaving=4, most_moves=5, clean=True) for played in (1, 2, 3)),
    *(Case(52, 5, played, 4, joining=4, most_moves=5, clean=True) for played in (1, 2, 3)),
    Case(52, 5, 2, 4, joining=1, stand_ins=3, clean=True),
    Case(52, 5, 2, 4, joining=2, clean=True),
    Case(52, 5, 2, 4, leaving=6, joining=1, trials=50, clean=True),
    Case(52, 5, 2, 4, leaving=8, trials=50),
    Case(52, 5, 2, 4, joining=8, trials=50),
    *(Case(n, 5, 2, 4 * (n > 24), leaving=4, trials=20) for n in (16, 20, 24, 28, 32, 36, 40)),
    *(Case(n, 5, 2, 4 * (n > 24), joining=4, trials=20) for n in (16, 20, 24, 28, 32, 36, 40)),
    *(Case(n, r, 1, 0, leaving=4, trials=5) for n, r in ((24, 7), (32, 9))),
    *(Case(n, r, 1, 0, joining=4, trials=5) for n, r in ((24, 7), (32, 9))),
    *(Case(200, 10, 2, 4, leaving=n, trials=5) for n in (4, 40)),
    Case(200, 10, 2, 4, joining=4, trials=5),
    *(Case(1024, 8, 2, 4, leaving=n, trials=2) for n in (3, 4, 30)),
    Case(1024, 8, 2, 4, joining=4, trials=2),
]


def trial(case: Case, chance: random.Random, seed: str) -> Counted:
    n, size = case.players, case.size
    teams = [p // size for p in range(n)] if size else [None] * n
    sessions = draw(n, case.sessions, teams=teams, seed=seed).sessions
    played, rest = sessions[: case.played], sessions[case.played :]
    leaving = chance.sample(range(1, n + 1), case.leaving)
    joining = list(range(n + 1, n + 1 + case.joining))
    stand_ins = list(range(n + 1 + case.joining, n + 1 + case.joining + case.stand_ins))
    everybody = teams + [None] * (case.joining + case.stand_ins)
    start = time.process_time()
    change = change_people(
        rest,
        People("stand_ins" if stand_ins else "empty_chairs", leaving, joining, stand_ins),
        teams=everybody,
        played=played,
        seed=seed,
    )
    seconds = time.process_time() - start
    for before, after in zip(rest, change.sessions, strict=True):
        came = {p for table in after for p in table} - {None}
        stayed = {p for table in before for p in table} - set(leaving)
        assert came - set(stand_ins) == stayed | set(joining), "somebody is missing or was not asked"
    moves = [moved(before, after) for before, after in zip(rest, change.sessions, strict=True)]
    was, now = meetings(sessions), meetings([*played, *change.sessions])
    new = sum(max(0, held - max(1, was[pair])) for pair, held in now.items())
    mates = sum(
        held
        for (a, b), held in now.items()
        if everybody[a - 1] is not None and everybody[a - 1] == everybody[b - 1]
    )
    pairs = sum(held for (a, _), held in now.items() if stand_ins and a >= stand_ins[0])
    return Counted(moves, new, mates + pairs, seconds)


def moved(before: tuple, after: tuple) -> int:
    """Who sits at another table than before."""
    old = {p: t for t, table in enumerate(before) for p in table}
    return sum(1 for t, table in enumerate(after) for p in table if p is not None and old.get(p, t) != t)


def meetings(sessions: list | tuple) -> Counter:
    return Counter(
        pair
        for session in sessions
        for table in session
        for pair in combinations(sorted(p for p in table if p is not None), 2)
    )


def row(case: Case, trials: int) -> None:
    chance = random.Random(1)
    found = [trial(case, chance, f"drop-outs {number}") for number in range(trials)]
    moves = [n for one in found for n in one.moves]
    repeats = [one.new_repeats for one in found]
    together = sum(one.together for one in found)
    print(
        f"{f'{case.players} x {case.sessions}':>18}  {case.played:6}  {case.size or '-':>8}  {case.leaving:5}"
        f"  {case.joining:4}  {case.stand_ins:9}  {max(moves):12}  {sum(moves) / len(moves):5.2f}"
        f"  {f'{sum(map(bool, repeats))} of {trials}':>18}  {sum(repeats) / trials:4.1f}  {together:9}"
        f"  {max(one.seconds for one in found):9.2f}",
        flush=True,
    )
    assert case.most_moves is None or max(moves) <= case.most_moves, "more moves than promised"
    assert not case.clean or not (any(repeats) or together), "somebody meets again"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="every row a tenth as often")
    quick = parser.parse_args().quick
    print(HEAD)
    for case in CASES:
        row(case, max(1, case.trials // 10) if quick else case.trials)


if __name__ == "__main__":
    main()
