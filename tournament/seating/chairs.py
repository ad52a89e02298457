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

from .groups import Group
from .stream import Stream


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
