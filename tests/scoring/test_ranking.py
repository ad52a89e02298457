"""RULES.md §7: standings."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ranking import TIE_BREAKS, Candidate, SessionResult, rank, team_candidate
from scoring.refusal import Refusal
from tests.scoring.strategies import candidates, tie_break_orders


def result(session: int, standard: Fraction | int, match: int, place: int | None = None) -> SessionResult:
    return SessionResult(session, Fraction(standard), Fraction(match), place)


def player(name: str, number: int, *results: SessionResult) -> Candidate:
    return Candidate(name, number, results)


def order(field: list[Candidate], *tie_breaks: str) -> list[tuple[object, int, bool]]:
    return [(ranked.candidate.key, ranked.place, ranked.shared) for ranked in rank(field, tie_breaks)]


def test_the_tie_breaks_are_those_of_the_rules() -> None:
    assert set(TIE_BREAKS) == {
        "standard_points",
        "match_points",
        "best_session_standard_points",
        "sorted_session_standard_points",
        "firsts",
        "seconds",
        "thirds",
        "hands_won",
        "highest_hand",
        "lots",
    }


def test_standard_points_come_before_match_points() -> None:
    field = [player("Alice", 1, result(1, 3, 200)), player("Bob", 2, result(1, 4, 10))]
    assert order(field, "standard_points", "match_points") == [("Bob", 1, False), ("Alice", 2, False)]
    assert order(field, "match_points") == [("Alice", 1, False), ("Bob", 2, False)]


def test_equal_players_share_a_place_and_are_listed_by_number() -> None:
    field = [
        player("Alice", 4, result(1, 4, 100)),
        player("Bob", 10, result(1, 2, 0)),
        player("Charlie", 2, result(1, 2, 0)),
        player("Dora", 1, result(1, 1, -100)),
    ]
    assert order(field, "standard_points", "match_points") == [
        ("Alice", 1, False),
        ("Charlie", 2, True),
        ("Bob", 2, True),
        ("Dora", 4, False),
    ]


def test_the_best_session_decides_before_the_sorted_sessions() -> None:
    alice = player("Alice", 1, result(1, 3, 0), result(2, 3, 0), result(3, 0, 0))
    bob = player("Bob", 2, result(1, 1, 0), result(2, 4, 0), result(3, 1, 0))
    charlie = player("Charlie", 3, result(1, 0, 0), result(2, 2, 0), result(3, 4, 0))
    field = [alice, bob, charlie]
    assert order(field, "standard_points", "best_session_standard_points") == [
        ("Bob", 1, True),
        ("Charlie", 1, True),
        ("Alice", 3, False),
    ]
    assert order(field, "standard_points", "sorted_session_standard_points") == [
        ("Charlie", 1, False),
        ("Bob", 2, False),
        ("Alice", 3, False),
    ]


def test_a_session_that_was_not_played_counts_as_nothing_among_the_sorted_ones() -> None:
    short = player("Short", 1, result(1, 4, 0))
    zero = player("Zero", 2, result(1, 0, 0), result(2, 4, 0))
    split = player("Split", 3, result(1, 3, 0), result(2, 1, 0))
    assert order([split, zero, short], "standard_points", "sorted_session_standard_points") == [
        ("Short", 1, True),
        ("Zero", 1, True),
        ("Split", 3, False),
    ]


def test_a_shared_first_counts_as_a_first() -> None:
    alice = player("Alice", 1, result(1, Fraction(7, 2), 0, 1), result(2, Fraction(7, 2), 0, 1))
    bob = player("Bob", 2, result(1, 4, 0, 1), result(2, 3, 0, 2))
    assert order([bob, alice], "standard_points", "firsts") == [("Alice", 1, False), ("Bob", 2, False)]
    assert order([bob, alice], "standard_points", "seconds") == [("Bob", 1, False), ("Alice", 2, False)]


def test_hands_won_are_summed_and_the_highest_hand_is_the_highest() -> None:
    alice = Candidate(
        "Alice",
        1,
        (
            SessionResult(1, Fraction(2), Fraction(0), 2, hands_won=3, highest_hand=24),
            SessionResult(2, Fraction(2), Fraction(0), 2, hands_won=2, highest_hand=64),
        ),
    )
    bob = Candidate("Bob", 2, (SessionResult(1, Fraction(4), Fraction(0), 1, hands_won=4, highest_hand=88),))
    assert order([bob, alice], "hands_won") == [("Alice", 1, False), ("Bob", 2, False)]
    assert order([alice, bob], "highest_hand") == [("Bob", 1, False), ("Alice", 2, False)]
    assert rank([alice], ["hands_won", "highest_hand"])[0].keys == {"hands_won": 5, "highest_hand": 64}


def test_the_smaller_lot_comes_first_and_nobody_without_a_lot_before_one_with() -> None:
    field = [
        Candidate("Alice", 1, ()),
        Candidate("Bob", 2, (), lots=2),
        Candidate("Charlie", 3, (), lots=1),
        Candidate("Dora", 4, ()),
    ]
    assert order(field, "standard_points", "lots") == [
        ("Charlie", 1, False),
        ("Bob", 2, False),
        ("Alice", 3, True),
        ("Dora", 3, True),
    ]


def test_penalties_and_points_carried_over_count_in_the_totals() -> None:
    alice = Candidate("Alice", 1, (result(1, 4, 50),), standard_adjust=Fraction(-1, 2))
    bob = Candidate("Bob", 2, (result(1, 3, 50),), Fraction(2, 3), match_adjust=Fraction(100, 3))
    ranked = rank([alice, bob], ("standard_points", "match_points"))
    assert [(row.candidate.key, row.standard, row.match) for row in ranked] == [
        ("Bob", Fraction(11, 3), Fraction(250, 3)),
        ("Alice", Fraction(7, 2), Fraction(50)),
    ]


def test_the_value_of_every_key_is_there_to_show_the_arithmetic() -> None:
    alice = player("Alice", 1, result(1, 1, -20, 4), result(2, Fraction(7, 2), 60, 1))
    (ranked,) = rank([alice], TIE_BREAKS)
    assert ranked.keys == {
        "standard_points": Fraction(9, 2),
        "match_points": Fraction(40),
        "best_session_standard_points": Fraction(7, 2),
        "sorted_session_standard_points": (Fraction(7, 2), Fraction(1)),
        "firsts": 1,
        "seconds": 0,
        "thirds": 0,
        "hands_won": 0,
        "highest_hand": 0,
        "lots": None,
    }


def test_a_team_has_the_sums_of_its_members_per_session() -> None:
    alice = player("Alice", 1, result(1, 4, 100, 1), result(2, 1, -50, 4))
    bob = player("Bob", 2, result(1, 2, 10, 2), result(2, 4, 70, 1))
    team = team_candidate("Red", 7, [alice, bob], standard_adjust=Fraction(-1))
    assert team.results == (
        SessionResult(1, Fraction(6), Fraction(110), None, places=(1, 2)),
        SessionResult(2, Fraction(5), Fraction(20), None, places=(1, 4)),
    )
    (ranked,) = rank([team], TIE_BREAKS)
    assert (ranked.standard, ranked.match) == (Fraction(10), Fraction(130))
    assert ranked.keys["best_session_standard_points"] == 6
    assert ranked.keys["sorted_session_standard_points"] == (6, 5)
    assert (ranked.keys["firsts"], ranked.keys["seconds"], ranked.keys["thirds"]) == (2, 1, 0)


def test_a_team_has_the_hands_won_of_all_members_and_the_highest_of_any() -> None:
    alice = Candidate("a", 1, (SessionResult(1, Fraction(4), Fraction(0), 1, 3, 24),))
    bob = Candidate("b", 2, (SessionResult(1, Fraction(2), Fraction(0), 2, 2, 64),))
    (ranked,) = rank([team_candidate("Red", 1, [alice, bob])], ["hands_won", "highest_hand"])
    assert ranked.keys == {"hands_won": 5, "highest_hand": 64}


def test_a_penalty_of_a_member_is_one_of_the_team() -> None:
    alice = Candidate("Alice", 1, (result(1, 4, 100),), Fraction(-1, 2), Fraction(5))
    team = team_candidate("Red", 1, [alice], Fraction(-1), Fraction(1), lots=3)
    (ranked,) = rank([team], ["standard_points"])
    assert (ranked.standard, ranked.match) == (Fraction(5, 2), Fraction(106))
    assert team.lots == 3


def test_teams_compare_their_best_session_and_not_that_of_a_member() -> None:
    red = [player("a", 1, result(1, 4, 0), result(2, 1, 0)), player("b", 2, result(1, 0, 0), result(2, 3, 0))]
    blue = [
        player("c", 3, result(1, 3, 0), result(2, 1, 0)),
        player("d", 4, result(1, 3, 0), result(2, 1, 0)),
    ]
    teams = [team_candidate("red", 1, red), team_candidate("blue", 2, blue)]
    assert order(teams, "standard_points", "best_session_standard_points") == [
        ("blue", 1, False),
        ("red", 2, False),
    ]


def test_nobody_at_all_makes_empty_standings() -> None:
    assert rank([], ("standard_points",)) == []


def test_an_unknown_tie_break_is_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        rank([], ["head_to_head"])
    assert refusal.value.code == "unknown_tie_break"


def test_a_float_is_no_score() -> None:
    with pytest.raises(TypeError):
        rank([player("Alice", 1, SessionResult(1, 2.5, Fraction(0), 1))], ["standard_points"])  # type: ignore[arg-type]


@given(candidates(), tie_break_orders, st.randoms(use_true_random=False))
def test_standings_never_depend_on_the_order_of_the_input(
    field: list[Candidate], tie_breaks: list[str], random: object
) -> None:
    shuffled = list(field)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert rank(shuffled, tie_breaks) == rank(field, tie_breaks)


@given(candidates(), tie_break_orders)
def test_a_place_is_one_more_than_the_number_of_better_candidates(
    field: list[Candidate], tie_breaks: list[str]
) -> None:
    ranked = rank(field, tie_breaks)
    assert len(ranked) == len(field)
    for index, row in enumerate(ranked):
        same = [other for other in ranked if other.place == row.place]
        assert row.shared == (len(same) > 1)
        assert all(other.keys == row.keys for other in same)
        assert [other.candidate.number for other in same] == sorted(o.candidate.number for o in same)
        assert row.place == index + 1 or row.place == ranked[index - 1].place
