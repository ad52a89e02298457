"""Table numbers: nobody sits at one table twice where it can be helped.

Session after session the groups are handed to the tables as an assignment problem: a group costs at a table
what its people have already sat there, more with every time. If the groups can be placed at no cost at all,
a matching finds it at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .groups import Group

Visits = list[list[int]]
_ELSEWHERE = 1 << 40  # dearer than any assignment that keeps fixed people where they belong
_SWEEPS = 8
_FEW = 128  # tables for which the cheapest assignment is found in a fraction of a second


def number_tables(
    sessions: Sequence[Sequence[Group]],
    visits: Visits,
    built_in: int = 0,
    fixed: Sequence[Mapping[int, int]] = (),
) -> list[list[Group]]:
    """Order the groups of each session by table.

    visits[player][table] = how often he has sat there; it is kept up to date. The first `built_in` sessions
    are in order already. fixed[session] says at which table some people sit: their groups go there, and then no
    order is kept.
    """
    if any(fixed):
        return _Floor(sessions, visits, fixed).numbered()
    numbered: list[list[Group]] = []
    for number, session in enumerate(sessions):
        groups = list(session)
        if number >= built_in:
            costs = [_costs(group, visits)[: len(groups)] for group in groups]
            groups = _placed(groups, _free_matching(costs) or cheapest_tables(costs))
        _visit(groups, visits)
        numbered.append(groups)
    return numbered


def _placed(groups: Sequence[Group], table_of: Sequence[int]) -> list[Group]:
    placed = list(groups)
    for group, table in zip(groups, table_of, strict=True):
        placed[table] = group
    return placed


def _visit(groups: Sequence[Group], visits: Visits, times: int = 1) -> None:
    for table, group in enumerate(groups):
        for player in group:
            visits[player][table] += times


class _Floor:
    """Tables around people who have theirs.

    The groups of fixed people change places with whoever would sit there. Then one session after the other is placed
    again, in view of all others, as long as fewer people come back to a table.
    """

    def __init__(
        self,
        sessions: Sequence[Sequence[Group]],
        visits: Visits,
        fixed: Sequence[Mapping[int, int]],
    ) -> None:
        self._visits = visits
        self._bound = [_bound(session, table_of) for session, table_of in zip(sessions, fixed, strict=True)]
        self._sessions: list[list[Group]] = []
        for number, session in enumerate(sessions):
            groups = list(session)
            for group, table in self._bound[number].items():
                at = groups.index(group)
                groups[at], groups[table] = groups[table], group
            groups = self._again(number, groups, visits)
            _visit(groups, visits)
            self._sessions.append(groups)

    def numbered(self) -> list[list[Group]]:
        """All sessions in order of tables."""
        for _ in range(_SWEEPS):
            better = False
            for number, before in enumerate(self._sessions):
                _visit(before, self._visits, -1)
                groups = self._again(number, before, self._visits)
                better = better or self._cost(groups) < self._cost(before)
                self._sessions[number] = groups
                _visit(groups, self._visits)
            if not better:
                break
        return self._sessions

    def _cost(self, groups: Sequence[Group]) -> int:
        return sum(self._visits[p][table] ** 3 for table, group in enumerate(groups) for p in group)

    def _again(self, number: int, groups: list[Group], visits: Visits) -> list[Group]:
        """The groups at their best tables, if they are better there than they are."""
        costs = [_costs(group, visits)[: len(groups)] for group in groups]
        for place, group in enumerate(groups):
            if group in self._bound[number]:
                costs[place] = [_ELSEWHERE] * len(groups)
                costs[place][place] = 0
        if not any(row[place] for place, row in enumerate(costs)):
            return groups
        table_of = _free_matching(costs)
        if table_of is None and len(groups) <= _FEW:
            table_of = cheapest_tables(costs)
        return groups if table_of is None else _placed(groups, table_of)


def _bound(groups: Sequence[Group], table_of: Mapping[int, int]) -> dict[Group, int]:
    """The tables of groups with somebody fixed; of several people the first has his way."""
    found: dict[Group, int] = {}
    for group in groups:
        table = next(
            (table_of[p] for p in group if p in table_of and table_of[p] not in found.values()), None
        )
        if table is not None:
            found[group] = table
    return found


def _costs(group: Group, visits: Visits) -> list[int]:
    a, b, c, d = (visits[p] for p in group)
    return [w * w * w + x * x * x + y * y * y + z * z * z for w, x, y, z in zip(a, b, c, d, strict=True)]


def _free_matching(costs: list[list[int]]) -> list[int] | None:
    """A table without cost for every group, if there is such an assignment (augmenting paths, breadth
    first).
    """
    size = len(costs)
    group_at = [-1] * size
    table_of = [-1] * size
    for start in range(size):
        came_from = [-1] * size
        queue = [start]
        free = -1
        for group in queue:
            row = costs[group]
            for table in range(size):
                if row[table] == 0 and came_from[table] < 0:
                    came_from[table] = group
                    if group_at[table] < 0:
                        free = table
                        break
                    queue.append(group_at[table])
            if free >= 0:
                break
        if free < 0:
            return None
        while free >= 0:
            group = came_from[free]
            group_at[free] = group
            table_of[group], free = free, table_of[group]
    return table_of


def cheapest_tables(costs: list[list[int]]) -> list[int]:
    """The cheapest assignment of groups to tables (the Hungarian method with potentials)."""
    size = len(costs)
    of_group, of_table = [0] * (size + 1), [0] * (size + 1)
    group_at = [size] * (size + 1)
    for group in range(size):
        group_at[size] = group
        table = size
        slack: list[int | None] = [None] * size
        came_from = [size] * size
        used = [False] * (size + 1)
        while group_at[table] != size:
            used[table] = True
            here = group_at[table]
            row, offset = costs[here], of_group[here]
            step, following = -1, size
            for t in range(size):
                if used[t]:
                    continue
                reduced = row[t] - offset - of_table[t]
                known = slack[t]
                if known is None or reduced < known:
                    slack[t], came_from[t], known = reduced, table, reduced
                if step < 0 or known < step:
                    step, following = known, t
            for t in range(size):
                known = slack[t]
                if used[t]:
                    of_group[group_at[t]] += step
                    of_table[t] -= step
                elif known is not None:
                    slack[t] = known - step
            of_group[group] += step
            table = following
        while table != size:
            previous = came_from[table]
            group_at[table] = group_at[previous]
            table = previous
    table_of = [0] * size
    for table in range(size):
        table_of[group_at[table]] = table
    return table_of
