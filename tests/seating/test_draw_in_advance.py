"""Draws of a whole tournament, judged by plain counting."""

import pytest

from tournament.seating import DrawError, draw

from .counting import (
    assert_even_chairs,
    assert_legal,
    chair_spreads,
    mates_together,
    most_at_one_table,
    quad,
    repeats,
    team_meetings,
    teams_of,
)

# Everybody meets three people a session, so (N - 1) / 3 sessions are the most without repeats. Six sessions of 20
# are known to be impossible; ten of 32 are possible, but no construction here gives them.
LIMIT = {n: min(12, (n - 1) // 3) for n in (*range(16, 81, 4), *range(84, 257, 20))} | {
    20: 5,
    32: 9,
    512: 12,
    1024: 12,
    2048: 12,
}
LIMIT_OF_TEAMS = {n: min(12, limit, (n - 1) // 3 - 1) for n, limit in LIMIT.items()} | {20: 4, 32: 8}


@pytest.mark.parametrize("players", LIMIT)
def test_nobody_meets_anybody_twice_up_to_twelve_sessions_or_the_limit(players: int) -> None:
    for count in sorted({1, 2, 3, 5, 8, LIMIT[players]}):
        if count <= LIMIT[players]:
            sessions = draw(players, count, seed=f"singles {count}").sessions
            assert_legal(sessions, players, count)
            assert repeats(sessions) == 0
            assert_even_chairs(sessions, players)
            if players >= 16 * count + 4:
                assert most_at_one_table(sessions) == 1


@pytest.mark.parametrize("players", LIMIT_OF_TEAMS)
def test_in_teams_of_four_nobody_meets_a_team_mate_either(players: int) -> None:
    teams = teams_of(4, players)
    for count in sorted({1, 4, 6, LIMIT_OF_TEAMS[players]}):
        if count <= LIMIT_OF_TEAMS[players]:
            sessions = draw(players, count, teams=teams, seed=f"teams {count}").sessions
            assert_legal(sessions, players, count)
            assert repeats(sessions) == 0
            assert mates_together(sessions, teams) == 0
            assert_even_chairs(sessions, players)
            if players >= 16 * count + 4:
                assert most_at_one_table(sessions) == 1


@pytest.mark.parametrize("seed", ["", "a", "北京 2026", "🐷"])
def test_52_players_in_13_teams_play_five_sessions_perfectly(seed: str) -> None:
    teams = teams_of(4, 52)
    sessions = draw(52, 5, teams=teams, seed=seed).sessions
    assert_legal(sessions, 52, 5)
    assert repeats(sessions) == 0
    assert mates_together(sessions, teams) == 0
    assert max(chair_spreads(sessions, 52)) == 1
    assert most_at_one_table(sessions) == 1
    assert set(team_meetings(sessions, teams)) == {5}


@pytest.mark.parametrize("count", range(1, 13))
def test_52_players_never_sit_at_a_table_twice_in_twelve_sessions(count: int) -> None:
    teams = teams_of(4, 52)
    assert most_at_one_table(draw(52, count, teams=teams, seed="t").sessions) == 1
    assert most_at_one_table(draw(52, count, seed="t").sessions) == 1


# The lower bound: 6 meetings a table, shared out evenly over all pairs (with three tables any two sessions have 3 pairs
# in common, with two tables 4).
@pytest.mark.parametrize(
    ("players", "count", "bound"),
    [
        *((4, 3, 18), (8, 2, 4), (8, 4, 24), (8, 7, 84), (12, 2, 3), (12, 5, 30), (12, 11, 198)),
        *((16, 6, 24), (16, 7, 48), (16, 8, 72), (16, 9, 96), (16, 10, 120), (16, 11, 168), (16, 12, 216)),
        *((20, 7, 20), (20, 8, 50), (20, 9, 80), (20, 10, 110), (20, 11, 140)),
        *((24, 9, 48), (24, 10, 84), (24, 11, 120), (24, 12, 156)),
        *((28, 10, 42), (28, 11, 84), (28, 12, 126)),
        # No bound, but the best that anybody has seen:
        *((20, 6, 6), (24, 8, 18)),
    ],
)
def test_above_the_limit_repeats_are_as_few_as_can_be(players: int, count: int, bound: int) -> None:
    sessions = draw(players, count, seed="above").sessions
    assert_legal(sessions, players, count)
    assert quad(sessions) == bound
    assert_even_chairs(sessions, players)


@pytest.mark.parametrize(
    ("players", "count", "bound"), [(16, 5, 24), (16, 8, 96), (28, 10, 84), (36, 12, 72)]
)
def test_above_the_limit_team_mates_stay_apart_all_the_same(players: int, count: int, bound: int) -> None:
    teams = teams_of(4, players)
    sessions = draw(players, count, teams=teams, seed="above").sessions
    assert_legal(sessions, players, count)
    assert mates_together(sessions, teams) == 0
    # 6 meetings a table, shared out evenly over the pairs of different teams
    assert quad(sessions) == bound
    assert_even_chairs(sessions, players)


def forced(sizes: list[int], tables: int, sessions: int) -> int:
    """How often club-mates meet at least: a club of q * tables + r has q at every table and one more at r of them."""
    total = 0
    for size in sizes:
        q, r = size // tables, size % tables
        total += (tables - r) * q * (q - 1) // 2 + r * (q + 1) * q // 2
    return total * sessions


@pytest.mark.parametrize(
    ("players", "count", "sizes"),
    [
        (24, 5, [2] * 12),
        (24, 4, [8, 8, 8]),
        (28, 5, [10, 6, 6, 6]),
        (36, 8, [12, 12, 6, 6]),
        (40, 6, [14, 9, 9, 4, 4]),
        (48, 8, [16, 12, 11, 9]),
        (52, 8, [20, 10, 8, 5, 4, 3, 2]),
        (56, 8, [7] * 8),
        (60, 10, [6] * 10),
        (72, 10, [24, 18, 13, 9, 5, 3]),
        (100, 8, [69, 10, 4, 3, 3, 2]),
        (256, 12, [82, 41, 37, 24, 16, 15, 14, 14, 7]),
        (1024, 8, [265, 217, 76, 75, 44, 40, 39, 32, 30, 29, 27, 27]),
    ],
)
def test_unequal_clubs_meet_themselves_no_more_often_than_they_must(
    players: int, count: int, sizes: list[int]
) -> None:
    clubs = [club for club, size in enumerate(sizes) for _ in range(size)]
    clubs += [None] * (players - len(clubs))  # type: ignore[list-item]
    teams = [clubs[player * 5 % players] for player in range(players)] if players % 5 else clubs
    sessions = draw(players, count, teams=teams, seed="clubs").sessions
    assert_legal(sessions, players, count)
    assert repeats(sessions) == 0
    assert mates_together(sessions, teams) == forced(sizes, players // 4, count)
    assert_even_chairs(sessions, players)


def test_another_seed_gives_another_draw_and_the_same_seed_the_same() -> None:
    assert draw(52, 5, seed="one") == draw(52, 5, seed="one")
    assert draw(52, 5, seed="one").sessions != draw(52, 5, seed="two").sessions


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"players": 50, "sessions": 5}, "players_not_multiple_of_four"),
        ({"players": 0, "sessions": 5}, "too_few_players"),
        ({"players": 1_000_000, "sessions": 5}, "too_many_players"),
        ({"players": 52, "sessions": 0}, "no_sessions"),
        ({"players": 52, "sessions": 1000}, "too_many_sessions"),
        ({"players": 52, "sessions": 5, "teams": [1, 2]}, "teams_wrong_length"),
        ({"players": 4, "sessions": 1, "played": [((1, 2, 3, 5),)]}, "unknown_player"),
        ({"players": 8, "sessions": 1, "played": [((1, 2, 3, 4), (4, 5, 6, 7))]}, "player_twice"),
        ({"players": 4, "sessions": 1, "played": [((1, 2, 3),)]}, "table_not_of_four"),
    ],
)
def test_wrong_arguments_are_refused_by_name(arguments: dict, code: str) -> None:
    with pytest.raises(DrawError) as refused:
        draw(**arguments)
    assert refused.value.code == code
    assert str(refused.value).endswith(".")
    assert "{" not in str(refused.value)
