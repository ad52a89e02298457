"""What is said to be possible before a draw."""

import pytest

from tournament.seating import limits


@pytest.mark.parametrize(
    ("players", "sessions"), [(8, 1), (12, 1), (16, 5), (20, 5), (24, 7), (28, 9), (52, 17), (256, 85)]
)
def test_the_most_sessions_without_repeats(players: int, sessions: int) -> None:
    assert limits(players, 1).without_repeats == sessions


@pytest.mark.parametrize(
    ("players", "size", "sessions"),
    [(16, 4, 4), (20, 4, 4), (24, 4, 6), (52, 4, 16), (64, 8, 18), (24, 2, 7)],
)
def test_the_most_sessions_with_team_mates_apart(players: int, size: int, sessions: int) -> None:
    assert limits(players, 1, [size] * (players // size)).mates_apart == sessions


def test_without_teams_nobody_needs_to_be_kept_apart() -> None:
    assert limits(52, 5).mates_apart is None
    assert limits(52, 5, [1, 1, 1]).mates_apart is None


def test_a_club_larger_than_the_tables_must_meet_itself() -> None:
    # 20 people at 13 tables: 7 tables have two of them.
    assert limits(52, 5, [20]).forced_mates == 7
    assert limits(52, 5, [20]).mates_apart is None
    # 30 at 13 tables: two at nine tables, three at four.
    assert limits(52, 5, [30, 13]).forced_mates == 9 * 1 + 4 * 3


@pytest.mark.parametrize(
    ("players", "sessions", "bound"),
    [(52, 17, 0), (16, 5, 0), (16, 6, 24), (24, 8, 12), (8, 3, 12), (12, 3, 9)],
)
def test_the_lower_bound_of_repeated_meetings(players: int, sessions: int, bound: int) -> None:
    assert limits(players, sessions).least_quad == bound
