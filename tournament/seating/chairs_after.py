"""Chairs for people who come with a history of chairs.

Table by table the best of the 24 orders is taken: after each of the sessions a player whose counts lie one further
apart costs sixteen times as much. Then every table is looked at again in the light of all others.

What this leaves uneven at the end is mended along chains. Say Ann has had 东 two times more than 南. At a table
where she sits in 东 she changes chairs with whoever sits in 南 there; he changes back at another table where he
sits in 东, and so on, until the chain comes to somebody who can bear it. Only Ann's counts and the last one's have
changed, for the better: the sum of the squares of all counts falls with every chain, so this ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations

from .groups import Group, in_fours
from .stream import Stream

Exchange = tuple[int, int, int]  # another table, a place at the own, a place at the other
Price = Callable[[Sequence[Group], int, Exchange], int | None]

_ORDERS = tuple(permutations(range(4)))
_SWEEPS = 8
_BEARABLE = 2


def chairs_after(
    sessions: Sequence[Sequence[Group]], held: Sequence[Sequence[int]], stream: Stream
) -> list[list[Group]]:
    """Give chairs to groups; held[player][chair] = how often he had that chair before.

    First table by table, then along chains, then table by table again; the best of these three is taken.
    """
    groups = [[_shuffled(group, stream) for group in session] for session in sessions]
    _TableByTable(groups, held).seat()
    found = [[session[:] for session in groups]]
    if len(groups) > 1:
        _Chains(groups, held).even_out()
        found.append([session[:] for session in groups])
        _TableByTable(groups, held).seat_again()
        found.append(groups)
    return min(found, key=lambda seated: _unevenness(seated, held))


def _unevenness(seated: list[list[Group]], held: Sequence[Sequence[int]]) -> tuple[int, int]:
    """The worst spread after any session, and the sum of all squares at the end."""
    counts = [list(row) for row in held]
    worst = 0
    for session in seated:
        for group in session:
            for chair, player in enumerate(group):
                counts[player][chair] += 1
        worst = max(worst, *(max(row) - min(row) for row in counts))
    return worst, sum(count * count for row in counts for count in row)


def _shuffled(group: Group, stream: Stream) -> Group:
    people = list(group)
    stream.shuffle(people)
    a, b, c, d = people
    return (a, b, c, d)


class _TableByTable:
    """Gives every table the cheapest of its orders, in view of everybody's counts after each of the sessions."""

    def __init__(self, groups: list[list[Group]], held: Sequence[Sequence[int]]) -> None:
        self._groups = groups
        self._after = [[list(row) for row in held] for _ in groups]

    def seat(self) -> None:
        """Seat one table after the other, then change what gets better."""
        for s, session in enumerate(self._groups):
            for t, group in enumerate(session):
                session[t] = self._cheapest(s, group)
                self._add(s, session[t], 1)
        self._improve()

    def seat_again(self) -> None:
        """Change what gets better where all groups have chairs already."""
        for s, session in enumerate(self._groups):
            for group in session:
                self._add(s, group, 1)
        self._improve()

    def _improve(self) -> None:
        for _ in range(_SWEEPS):
            better = False
            for s, session in enumerate(self._groups):
                for t, group in enumerate(session):
                    self._add(s, group, -1)
                    session[t] = self._cheapest(s, group)
                    self._add(s, session[t], 1)
                    better = better or session[t] != group
            if not better:
                break

    def _cheapest(self, session: int, group: Group) -> Group:
        """The cheapest order of a table; the one given if none is cheaper."""
        costs = [[self._cost(session, player, chair) for chair in range(4)] for player in group]
        best, least = _ORDERS[0], sum(costs[i][i] for i in range(4))
        for order in _ORDERS:
            cost = costs[order[0]][0] + costs[order[1]][1] + costs[order[2]][2] + costs[order[3]][3]
            if cost < least:
                best, least = order, cost
        a, b, c, d = best
        return (group[a], group[b], group[c], group[d])

    def _add(self, session: int, group: Group, times: int) -> None:
        for counts in self._after[session:]:
            for chair, player in enumerate(group):
                counts[player][chair] += times

    def _cost(self, session: int, player: int, chair: int) -> int:
        cost = 0
        for counts in self._after[session:]:
            row = counts[player]
            row[chair] += 1
            cost += 16 ** (max(row) - min(row)) + 2 * row[chair]
            row[chair] -= 1
        return cost


def exchange_for_chairs(
    session: Sequence[Group], held: Sequence[Sequence[int]], met: Sequence[Sequence[int]]
) -> list[Group]:
    """The groups of one session, changed where the four of a table cannot but lie three apart.

    Two people of different tables are exchanged if both tables then come out with two at most, and if neither meets
    anybody whom he has met before.
    """

    def free(groups: Sequence[Group], t: int, exchange: Exchange) -> int | None:
        other, i, j = exchange
        p, q = groups[t][i], groups[other][j]
        again = sum(met[q][x] for x in groups[t] if x != p) + sum(met[p][x] for x in groups[other] if x != q)
        return None if again else 0

    return exchange_at_a_price(session, held, free)


def exchange_at_a_price(session: Sequence[Group], held: Sequence[Sequence[int]], price: Price) -> list[Group]:
    """As `exchange_for_chairs`, with the cheapest exchanges: price(groups, table, exchange), None if it must not be."""
    groups = list(session)
    for t in range(len(groups)):
        if _apart_at_best(groups[t], held) > _BEARABLE:
            priced = [(price(groups, t, exchange), exchange) for exchange in _exchanges(len(groups), t)]
            for _, (other, i, j) in sorted((cost, exchange) for cost, exchange in priced if cost is not None):
                here, there = list(groups[t]), list(groups[other])
                here[i], there[j] = there[j], here[i]
                [one], [two] = in_fours(here), in_fours(there)
                if max(_apart_at_best(one, held), _apart_at_best(two, held)) <= _BEARABLE:
                    groups[t], groups[other] = one, two
                    break
    return groups


def _apart_at_best(group: Group, held: Sequence[Sequence[int]]) -> int:
    """How far apart the counts of somebody at a table come to lie in the best of its orders."""
    spreads = []
    for player in group:
        rows = [[count + (chair == c) for c, count in enumerate(held[player])] for chair in range(4)]
        spreads.append([max(row) - min(row) for row in rows])
    return min(max(spreads[p][chair] for chair, p in enumerate(order)) for order in _ORDERS)


def _exchanges(tables: int, t: int) -> Iterator[Exchange]:
    """Everybody of table t with everybody of another."""
    return ((other, i, j) for other in range(tables) if other != t for i in range(4) for j in range(4))


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
