"""Draws for tables of two and of three: nobody meets a team-mate, nor the same opponent twice, as far as that can be.

Session by session, as good as many starts by lot and the best exchanges of two people make it. The engine for tables of
four is no help here: to it an empty chair is somebody whom one meets, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

from .errors import DrawError
from .progress import Progress, Tick
from .stream import Stream

ALGORITHM = "small-1"

# The chairs in which people sit, by how many play at a table: two sit opposite each other.
CHAIRS = {2: (0, 2), 3: (0, 1, 2)}
# A meeting of team-mates is worse than any number of repeated meetings that a session can have.
MATES = 1_000_000
# How many exchanges are looked at for a session; a start by lot counts as one for each player.
LOOKS = 100_000

Table = tuple[int | None, ...]
Pairs = Counter[frozenset[int]]


def draw_small_tables(
    players: int,
    at_a_table: int,
    sessions: int,
    *,
    teams: Sequence[int | None] = (),
    played: Sequence[Sequence[Table]] = (),
    seed: str = "",
    tick: Tick | None = None,
) -> tuple[tuple[Table, ...], ...]:
    """Seat players 1 … N at tables of two or three; chairs 东南西北, None for those that stay empty.

    `teams` and `played` are as for tables of four. Raises DrawError where the players do not
    fill the tables.
    """
    if players < at_a_table or players % at_a_table:
        raise DrawError("too_few_players", players=players, least=at_a_table)
    met: Pairs = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    for session in played:
        _note(session, met, sat)
    made = []
    progress = Progress(tick)
    for number in range(sessions):
        stream = Stream(seed, f"small tables {number}")
        groups = _best(players, at_a_table, _costs(players, teams, met), stream, progress)
        session = tuple(_seated(group, at_a_table, sat) for group in groups)
        _note(session, met, sat)
        made.append(session)
    return tuple(made)


def _note(session: Sequence[Table], met: Pairs, sat: Counter[tuple[int, int]]) -> None:
    for table in session:
        people = [p for p in table if p]
        met.update(frozenset(pair) for pair in combinations(people, 2))
        sat.update((p, chair) for chair, p in enumerate(table) if p)


def _costs(players: int, teams: Sequence[int | None], met: Pairs) -> list[list[int]]:
    """What a meeting of two people costs: team-mates most, else the more the more often they have met."""
    cost = [[0] * (players + 1) for _ in range(players + 1)]
    for one, other in combinations(range(1, players + 1), 2):
        times = met[frozenset((one, other))]
        mates = bool(teams) and teams[one - 1] is not None and teams[one - 1] == teams[other - 1]
        cost[one][other] = cost[other][one] = times * (times + 1) // 2 + MATES * mates
    return cost


def _best(
    players: int, size: int, cost: list[list[int]], stream: Stream, progress: Progress
) -> list[list[int]]:
    """The cheapest groups of many starts by lot."""
    best: list[list[int]] = []
    least, looks = -1, 0
    while least != 0 and looks < LOOKS:
        order = [p + 1 for p in stream.permutation(players)]
        groups = [order[at : at + size] for at in range(0, players, size)]
        looks += players + _improve(groups, cost)
        total = sum(cost[a][b] for group in groups for a, b in combinations(group, 2))
        if least < 0 or total < least:
            best, least = [list(group) for group in groups], total
        progress.expect(1)
        progress.did(1)
    return best


def _improve(groups: list[list[int]], cost: list[list[int]]) -> int:
    """Exchange two people of different tables as long as that is cheaper; returns how many exchanges were looked at."""
    looks = 0
    better = True
    while better:
        better = False
        for first, second in combinations(groups, 2):
            for i in range(len(first)):
                for j in range(len(second)):
                    looks += 1
                    if _saved(first, second, i, j, cost) > 0:
                        first[i], second[j] = second[j], first[i]
                        better = True
    return looks


def _saved(first: list[int], second: list[int], i: int, j: int, cost: list[list[int]]) -> int:
    one, other = first[i], second[j]
    stay, change = cost[one], cost[other]
    saved = sum(stay[p] - change[p] for at, p in enumerate(first) if at != i)
    return saved + sum(change[p] - stay[p] for at, p in enumerate(second) if at != j)


def _seated(group: Sequence[int], size: int, sat: Counter[tuple[int, int]]) -> Table:
    """The people of a table in their chairs, each where he sat least so far."""
    chairs = CHAIRS[size]
    order = min(
        permutations(group),
        key=lambda four: sum(2 * sat[p, chair] + 1 for p, chair in zip(four, chairs, strict=True)),
    )
    table: list[int | None] = [None] * 4
    for person, chair in zip(order, chairs, strict=True):
        table[chair] = person
    return tuple(table)
