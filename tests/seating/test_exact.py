"""The exact search against trying everything."""

from collections.abc import Iterator
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating import draw
from tournament.seating.cheapest import cheapest
from tournament.seating.exact import Unknown, groups_within, legal_session
from tournament.seating.groups import Group
from tournament.seating.stream import Stream

Pair = tuple[int, int]


def ways(people: tuple[int, ...]) -> Iterator[list[Group]]:
    """Every way to put people at tables of four, by the words' meaning: 35 for eight people, 5,775 for twelve."""
    if not people:
        yield []
        return
    first, *others = people
    for b, c, d in combinations(others, 3):
        for rest in ways(tuple(p for p in others if p not in (b, c, d))):
            yield [(first, b, c, d), *rest]


def broken(session: list[Group], never: set[Pair]) -> int:
    return sum(pair in never for table in session for pair in combinations(sorted(table), 2))


def allowed(people: int, never: set[Pair]) -> list[int]:
    masks = [(1 << people) - 1] * people
    for a, b in never:
        masks[a] &= ~(1 << b)
        masks[b] &= ~(1 << a)
    return masks


def pairs(people: int) -> st.SearchStrategy[set[Pair]]:
    return st.sets(st.sampled_from(list(combinations(range(people), 2))))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([4, 8, 12]), st.data())
def test_a_legal_session_is_found_exactly_if_there_is_one(people: int, data: st.DataObject) -> None:
    never = data.draw(pairs(people), "never")
    everybody = tuple(range(people))
    exists = any(not broken(way, never) for way in ways(everybody))
    for stream in (None, Stream("any", "exact")):
        found = legal_session(allowed(people, never), stream)
        if exists:
            assert isinstance(found, list)
            assert sorted(p for table in found for p in table) == list(everybody)
            assert not broken(found, never)
        else:
            assert found is None


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([8, 12]), st.data())
def test_the_cheapest_session_is_the_cheapest_of_all(people: int, data: st.DataObject) -> None:
    never = data.draw(pairs(people), "never")
    groups = groups_within(allowed(people, never), (1 << people) - 1)
    assert groups is not None
    costs = data.draw(st.lists(st.integers(0, 500), min_size=len(groups), max_size=len(groups)), "costs")
    cost_of = dict(zip(groups, costs, strict=True))
    legal = [way for way in ways(tuple(range(people))) if not broken(way, never)]
    least = min((sum(cost_of[table] for table in way) for way in legal), default=None)
    if {p for group in groups for p in group} != set(range(people)):
        assert least is None
        return
    found, finished = cheapest(groups, costs, 10_000, 10_000)
    assert finished
    assert (found and sum(cost_of[table] for table in found)) == least
    if least is not None:
        assert cheapest(groups, costs, least, 10_000) == (None, True)  # nothing is cheaper than the cheapest


def test_all_tables_that_twelve_people_can_form_are_listed_once() -> None:
    groups = groups_within(allowed(12, set()), (1 << 12) - 1)
    assert groups == list(combinations(range(12), 4))
    assert groups_within(allowed(12, set()), (1 << 12) - 1, 494) is None


def test_the_last_session_of_sixteen_is_the_one_that_nobody_has_played() -> None:
    *before, last = draw(16, 5, seed="plane").sessions
    never = {(a - 1, b - 1) for session in before for t in session for a, b in combinations(sorted(t), 2)}
    found = legal_session(allowed(16, never))
    assert isinstance(found, list)
    assert {frozenset(table) for table in found} == {frozenset(p - 1 for p in table) for table in last}


def test_five_who_never_meet_do_not_fit_at_four_tables_and_nobody_searches_long_for_it() -> None:
    assert legal_session(allowed(16, set(combinations(range(5), 2))), node_limit=0) is None


def test_a_search_that_is_given_up_claims_nothing() -> None:
    assert legal_session(allowed(16, set(combinations(range(4), 2))), node_limit=2) == Unknown(2)


def test_hundreds_of_people_with_more_tables_than_can_be_listed_are_seated() -> None:
    people = 400
    never = {(a, b) for a, b in combinations(range(people), 2) if a // 100 == b // 100}
    found = legal_session(allowed(people, never), Stream("many", "exact"))
    assert isinstance(found, list)
    assert sorted(p for table in found for p in table) == list(range(people))
    assert all({p // 100 for p in table} == {0, 1, 2, 3} for table in found)
