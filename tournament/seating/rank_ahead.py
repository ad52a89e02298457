"""A look at the session after: whether people who never meet again will find tables then.

The order of the next session is not known, but who has met whom is, and that decides whether there is a legal session.
So where the cheapest session of today leaves none for tomorrow, the cheapest one that leaves some is taken, unless it
costs too much.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from .cheapest import cheapest
from .exact import groups_within, legal_session
from .groups import Group, in_fours
from .rank_walk import Prices, cost_of

_GROUPS = 1_500  # where more tables are possible, the next session has never been seen to fail
_DEARER = 10  # the most that it may cost more, in parts of a hundred
_NODES, _NODES_NEXT = 60_000, 2_000


def with_a_next(seats: Sequence[int], prices: Prices, may: Sequence[int]) -> list[int]:
    """Seats after which a legal session is left, if the given ones leave none and others do at little more cost.

    may[p] has a bit for everybody whom p may meet now; after today he may not meet those of his table again.
    """

    def leaves_one(tables: Sequence[Group]) -> bool:
        after = list(may)
        for table in tables:
            for p, q in permutations(table, 2):
                after[p] &= ~(1 << q)
        return isinstance(legal_session(after, node_limit=_NODES_NEXT), list)

    everybody = (1 << len(seats)) - 1
    fewest = min(mask.bit_count() for mask in may)
    groups = groups_within(may, everybody, _GROUPS)
    if groups is None or fewest < 6 or leaves_one(in_fours(seats)):
        return list(seats)
    costs = [cost_of(group, prices) for group in groups]
    below = cost_of(seats, prices) * (100 + _DEARER) // 100 + 1
    found, _ = cheapest(groups, costs, below, _NODES, leaves_one)
    return list(seats) if found is None else [p for group in found for p in group]
