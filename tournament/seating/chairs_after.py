"""Chairs for people who come with a history of chairs.

Table by table the best of the 24 orders is taken, where a chair had too often costs eight times as much with every
time more, after each of the sessions; then every table is looked at again in the light of all others.

What this leaves uneven at the end is mended along chains. Say Ann has had 东 two times more than 南. At a table
where she sits in 东 she changes chairs with whoever sits in 南 there; he changes back at another table where he
sits in 东, and so on, until the chain comes to somebody who can bear it. Only Ann's counts and the last one's have
changed, for the better: the sum of the squares of all counts falls with every chain, so this ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from .groups import Group
from .stream import Stream

_ORDERS = tuple(permutations(range(4)))
_SWEEPS = 8


def chairs_after(
    sessions: Sequence[Sequence[Group]], held: Sequence[Sequence[int]], stream: Stream
) -> list[list[Group]]:
    """Give chairs to groups; held[player][chair] = how often he had that chair before.

    First table by table (see the module), then along chains as long as the counts at the end get more even.
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
    if len(groups) > 1:
        _Chains(groups, held).even_out()
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


class _Chains:
    """Changes of two chairs along chains of people, judged by the counts after the last session."""

    def __init__(self, groups: list[list[Group]], held: Sequence[Sequence[int]]) -> None:
        self._groups = groups
        self._counts = [list(row) for row in held]
        self._at: list[list[list[tuple[int, int]]]] = [[[], [], [], []] for _ in held]
        for s, session in enumerate(groups):
            for t, group in enumerate(session):
                for chair, player in enumerate(group):
                    self._counts[player][chair] += 1
                    self._at[player][chair].append((s, t))

    def even_out(self) -> None:
        """Change chairs as long as a chain makes the counts more even."""
        pairs = [(a, b) for a in range(4) for b in range(4) if a != b]
        while sum(self._ease(player, a, b) for a, b in pairs for player in range(len(self._counts))):
            continue

    def _ease(self, player: int, much: int, little: int) -> bool:
        """Take `player` out of chair `much` once, into `little`, if a chain allows it."""
        surplus = self._counts[player][much] - self._counts[player][little]
        if surplus < 2:
            return False
        came: dict[int, tuple[int, tuple[int, int]]] = {}
        queue = [player]
        for here in queue:
            for s, t in self._at[here][much]:
                other = self._groups[s][t][little]
                if other == player or other in came:
                    continue
                came[other] = here, (s, t)
                if self._counts[other][much] - self._counts[other][little] <= surplus - 3:
                    self._change(came, other, player, much, little)
                    return True
                queue.append(other)
        return False

    def _change(
        self, came: dict[int, tuple[int, tuple[int, int]]], last: int, first: int, much: int, little: int
    ) -> None:
        while last != first:
            before, (s, t) = came[last]
            group = list(self._groups[s][t])
            group[much], group[little] = last, before
            a, b, c, d = group
            self._groups[s][t] = (a, b, c, d)
            for player, old, new in ((before, much, little), (last, little, much)):
                self._counts[player][old] -= 1
                self._counts[player][new] += 1
                self._at[player][old].remove((s, t))
                self._at[player][new].append((s, t))
            last = before
