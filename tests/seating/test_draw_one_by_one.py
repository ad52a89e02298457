"""Sessions drawn when others have been played."""

from collections.abc import Sequence

import pytest

from tournament.seating import Session, draw

from .counting import assert_legal, chair_spreads, mates_together, met, repeats, teams_of


def one_by_one(players: int, count: int, teams: Sequence[int | None] | None, seed: str) -> list[Session]:
    played: list[Session] = []
    while len(played) < count:
        played += draw(players, 1, teams=teams, seed=f"{seed}/{len(played)}", played=played).sessions
    return played


@pytest.mark.parametrize("seed", ["a", "b"])
@pytest.mark.parametrize(("players", "count"), [(52, 5), (52, 8), (32, 5), (64, 8), (128, 8)])
def test_teams_of_four_drawn_one_by_one_meet_no_one_twice(players: int, count: int, seed: str) -> None:
    teams = teams_of(4, players)
    sessions = one_by_one(players, count, teams, seed)
    assert_legal(sessions, players, count)
    assert repeats(sessions) == 0
    assert mates_together(sessions, teams) == 0
    assert max(chair_spreads(sessions, players)) <= 2


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_16_players_drawn_one_by_one_meet_everybody_once_in_five_sessions(seed: str) -> None:
    sessions = one_by_one(16, 5, None, seed)
    assert_legal(sessions, 16, 5)
    assert repeats(sessions) == 0


def test_a_thousand_players_drawn_one_by_one() -> None:
    sessions = one_by_one(1024, 8, None, "large")
    assert_legal(sessions, 1024, 8)
    assert repeats(sessions) == 0
    assert max(chair_spreads(sessions, 1024)) <= 2


def test_many_single_sessions_keep_chairs_within_two() -> None:
    sessions = one_by_one(52, 12, None, "long")
    assert_legal(sessions, 52, 12)
    assert max(chair_spreads(sessions, 52)) <= 2


def test_sessions_in_advance_continue_a_tournament() -> None:
    teams = teams_of(4, 52)
    first = draw(52, 3, teams=teams, seed="first").sessions
    rest = draw(52, 5, teams=teams, seed="rest", played=first).sessions
    assert_legal(rest, 52, 5)
    both = [*first, *rest]
    assert repeats(both) == 0
    assert mates_together(both, teams) == 0
    assert max(chair_spreads(both, 52)) <= 2


def test_after_four_sessions_chairs_stay_even() -> None:
    first = draw(40, 4, seed="first").sessions
    rest = draw(40, 4, seed="rest", played=first).sessions
    spreads = chair_spreads([*first, *rest], 40)
    assert max(spreads) == 1
    assert spreads[7] == 0


def test_played_sessions_with_empty_chairs_and_fewer_people_count_as_they_were() -> None:
    played = [((1, 2, 3, None), (5, 6, 7, 8), (4, 9, 10, 11))]
    seating = draw(12, 1, seed="late", played=played)
    assert_legal(seating.sessions, 12, 1)
    # At each of three tables somebody of (5, 6, 7, 8) must meet another of them, and so for the other table of four.
    assert sum(met(seating.sessions, a, b) for a in (5, 6, 7, 8) for b in (5, 6, 7, 8) if a < b) == 1
    assert sum(met(seating.sessions, a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a < b) == 0


def test_the_report_counts_the_whole_tournament() -> None:
    first = draw(16, 5, seed="first").sessions  # everybody has met everybody
    seating = draw(16, 1, seed="then", played=first)
    assert [row.session for row in seating.quality.per_session] == [1, 2, 3, 4, 5, 6]
    assert seating.quality.repeats == seating.quality.per_session[5].repeats == 24
