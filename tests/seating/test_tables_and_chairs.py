"""Table numbers and chairs for groups from anywhere."""

from itertools import permutations

import pytest

from tournament.seating.chairs import chairs_for_blocks
from tournament.seating.chairs_after import chairs_after
from tournament.seating.groups import in_fours
from tournament.seating.stream import Stream
from tournament.seating.tables import cheapest_tables, number_tables

from .counting import assert_even_chairs, chair_spreads, most_at_one_table


def people(sessions: list) -> list:
    return [[tuple(p + 1 for p in group) for group in session] for session in sessions]


def test_chairs_are_even_for_any_groups_and_any_number_of_sessions() -> None:
    stream = Stream("chairs", "test")
    for players in (4, 8, 20, 52):
        for count in range(1, 10):
            groups = [in_fours(stream.permutation(players)) for _ in range(count)]
            seated = chairs_for_blocks(groups, stream)
            assert [[set(g) for g in s] for s in seated] == [[set(g) for g in s] for s in groups]
            assert_even_chairs(people(seated), players)


def test_four_who_always_sit_together_still_change_chairs() -> None:
    stream = Stream("same", "test")
    groups = [in_fours(list(range(8)))] * 6
    assert_even_chairs(people(chairs_for_blocks(groups, stream)), 8)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_uneven_chairs_are_made_good(seed: str) -> None:
    stream = Stream(seed, "uneven")
    held = [[2 * (chair == p % 4) for chair in range(4)] for p in range(24)]
    groups = [in_fours(stream.permutation(24)) for _ in range(6)]
    counts = [row[:] for row in held]
    for session in chairs_after(groups, held, stream):
        for group in session:
            for chair, player in enumerate(group):
                counts[player][chair] += 1
    spreads = [max(row) - min(row) for row in counts]
    assert max(spreads) <= 2
    assert sum(spread > 1 for spread in spreads) <= 8


def test_a_history_of_single_sessions_stays_within_two() -> None:
    stream = Stream("single", "test")
    held = [[0] * 4 for _ in range(52)]
    sessions: list = []
    for _ in range(40):
        [session] = chairs_after([in_fours(stream.permutation(52))], held, stream)
        sessions.append(session)
        for group in session:
            for chair, player in enumerate(group):
                held[player][chair] += 1
    assert max(chair_spreads(people(sessions), 52)) <= 2


def test_groups_without_structure_find_tables_that_nobody_sees_twice() -> None:
    stream = Stream("tables", "test")
    groups = [in_fours(stream.permutation(80)) for _ in range(5)]
    numbered = number_tables(groups, [[0] * 20 for _ in range(80)])
    assert [sorted(map(sorted, s)) for s in numbered] == [sorted(map(sorted, s)) for s in groups]
    assert most_at_one_table(people(numbered)) == 1


def test_the_assignment_is_the_cheapest_of_all() -> None:
    stream = Stream("assign", "test")
    for size in (1, 2, 3, 4, 5, 6):
        for _ in range(20):
            costs = [[1 + stream.below(9) for _ in range(size)] for _ in range(size)]
            best = min(sum(costs[i][t] for i, t in enumerate(order)) for order in permutations(range(size)))
            found = cheapest_tables(costs)
            assert sorted(found) == list(range(size))
            assert sum(costs[i][t] for i, t in enumerate(found)) == best
