"""Chairs 东南西北: everybody equally often in each.

Take four sessions. Draw a line from every player to each of his four tables: every player has four lines
and every table (of one session) has four. Pair the lines at each player two and two, and at each table two
and two. Every line then has one partner at either end, so the lines form closed rings, and along a ring the
two ends alternate: its length is even. Colour each ring alternately. Now each player and each table has two
lines of each colour. The same again within each colour gives four colours with one line of each at every
player and every table: the four chairs. So within a block of four sessions everybody has every chair once,
whoever meets whom, and after any session nobody is more than one apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from .groups import Group
from .stream import Stream

_ORDERS = tuple(permutations(range(4)))
_SWEEPS = 8


def chairs_for_blocks(sessions: Sequence[Sequence[Group]], stream: Stream) -> list[list[Group]]:
    """Give chairs to groups: spread at most 1 after every session and 0 after every fourth."""
    seated: list[list[Group]] = []
    for first in range(0, len(sessions), 4):
        block = list(sessions[first : first + 4])
        wanted = len(block)
        block += [block[-1]] * (4 - wanted)
        seated += _block(block, stream)[:wanted]
    return seated


def _block(block: Sequence[Sequence[Group]], stream: Stream) -> list[list[Group]]:
    tables = len(block[0])
    at_player: list[list[int]] = [[] for _ in range(4 * tables)]
    at_table: list[list[int]] = []
    player_of: list[int] = []
    for session in block:
        for group in session:
            people = list(group)
            stream.shuffle(people)
            line = len(player_of)
            at_table.append([line, line + 1, line + 2, line + 3])
            for offset, player in enumerate(people):
                at_player[player].append(line + offset)
            player_of += people
    halves = _split(at_player, at_table, len(player_of))
    chair_names = stream.permutation(4)
    chairs: list[list[int]] = [[0, 0, 0, 0] for _ in at_table]
    for half in (0, 1):
        part = _split(
            [[line for line in lines if halves[line] == half] for lines in at_player],
            [[line for line in lines if halves[line] == half] for lines in at_table],
            len(player_of),
        )
        for line, player in enumerate(player_of):
            if halves[line] == half:
                chairs[line // 4][chair_names[2 * half + part[line]]] = player
    groups: list[Group] = [(a, b, c, d) for a, b, c, d in chairs]
    return [groups[i : i + tables] for i in range(0, len(groups), tables)]


def _split(at_player: list[list[int]], at_table: list[list[int]], lines: int) -> list[int]:
    """Colour lines 0 and 1 so that every player and every table has as many of one as of the other."""
    player_side, table_side = [-1] * lines, [-1] * lines
    for ends, partner in ((at_player, player_side), (at_table, table_side)):
        for here in ends:
            for k in range(0, len(here), 2):
                a, b = here[k], here[k + 1]
                partner[a], partner[b] = b, a
    colour = [-1] * lines
    for start in range(lines):
        if colour[start] >= 0 or player_side[start] < 0:
            continue
        line = start
        while colour[line] < 0:
            colour[line] = 0
            line = player_side[line]
            colour[line] = 1
            line = table_side[line]
    return colour


def chairs_after(
    sessions: Sequence[Sequence[Group]], held: Sequence[Sequence[int]], stream: Stream
) -> list[list[Group]]:
    """Give chairs to groups when people come with a history: held[player][chair] = how often he had that
    chair.

    Table by table the best of the 24 orders is taken, where a chair had too often costs eight times as much
    with every time more; then every table is looked at again in the light of all others until nothing gets
    better.
    """
    history = _History(held, len(sessions))
    groups = [[_shuffled(group, stream) for group in session] for session in sessions]
    for sweep in range(_SWEEPS):
        better = False
        for s, session in enumerate(groups):
            for t, group in enumerate(session):
                if sweep:
                    history.stand_up(s, group)
                seated, gain = history.best_order(s, group)
                history.sit_down(s, seated)
                session[t] = seated
                better = better or gain > 0
        if sweep and not better:
            break
    return groups


def _shuffled(group: Group, stream: Stream) -> Group:
    people = list(group)
    stream.shuffle(people)
    a, b, c, d = people
    return (a, b, c, d)


class _History:
    """How often every player had every chair, after each of the sessions being drawn."""

    def __init__(self, held: Sequence[Sequence[int]], sessions: int) -> None:
        self._after = [[list(row) for row in held] for _ in range(sessions)]
        played = max((sum(row) for row in held), default=0)
        self._fair = [(played + s) // 4 for s in range(sessions)]

    def best_order(self, session: int, group: Group) -> tuple[Group, int]:
        """The cheapest order of a table, and how much cheaper it is than the order given."""
        costs = [[self._cost(session, player, chair) for chair in range(4)] for player in group]
        as_given = sum(costs[i][i] for i in range(4))
        best, least = _ORDERS[0], as_given
        for order in _ORDERS:
            cost = costs[order[0]][0] + costs[order[1]][1] + costs[order[2]][2] + costs[order[3]][3]
            if cost < least:
                best, least = order, cost
        a, b, c, d = best
        return (group[a], group[b], group[c], group[d]), as_given - least

    def sit_down(self, session: int, group: Group) -> None:
        self._add(session, group, 1)

    def stand_up(self, session: int, group: Group) -> None:
        self._add(session, group, -1)

    def _add(self, session: int, group: Group, times: int) -> None:
        for counts in self._after[session:]:
            for chair, player in enumerate(group):
                counts[player][chair] += times

    def _cost(self, session: int, player: int, chair: int) -> int:
        return sum(
            8 ** max(0, counts[player][chair] - fair + 2)
            for counts, fair in zip(self._after[session:], self._fair[session:], strict=True)
        )
