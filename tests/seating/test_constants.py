"""The constants of the constructions, developed and counted."""

import pytest

from tournament.seating.charts import CHARTS
from tournament.seating.columns import by_columns
from tournament.seating.developed import by_development
from tournament.seating.found import DIGITS, SHIFTS, STARTERS
from tournament.seating.groups import Groups

from .counting import all_meetings, assert_legal, most_at_one_table, quad


def assert_no_repeats(groups: Groups, players: int, sessions: int) -> None:
    made = [[[p + 1 for p in group] for group in session] for session in groups.sessions]
    assert_legal(made, players, sessions)
    if groups.rows:
        made.append([[p + 1 for p in group] for group in groups.rows])
    assert set(all_meetings(made).values()) == {1}
    if groups.numbered:
        assert most_at_one_table(made[: groups.numbered]) == 1


@pytest.mark.parametrize("players", STARTERS)
def test_a_starter_gives_as_many_sessions_without_repeats_as_there_can_be(players: int) -> None:
    most = (players - 1) // 3
    assert_no_repeats(by_development(players, most, rows=False)[0], players, most)
    assert_no_repeats(by_development(players, most - 1, rows=True)[0], players, most - 1)
    assert by_development(players, most, rows=True) == []


@pytest.mark.parametrize("q", SHIFTS)
def test_shifts_give_as_many_sessions_as_they_are_long(q: int) -> None:
    count = len(SHIFTS[q][0])
    ways = by_columns(q, count, rows=False)
    assert ways
    for groups in ways:
        assert_no_repeats(groups, 4 * q, count)
    for groups in by_columns(q, count - 1, rows=True):
        assert_no_repeats(groups, 4 * q, count - 1)


@pytest.mark.parametrize("q", [4, 8, 9, 16, 27, 32])
def test_a_field_gives_as_many_sessions_as_it_has_elements(q: int) -> None:
    for groups in by_columns(q, q, rows=False) + by_columns(q, q - 1, rows=True):
        assert_no_repeats(groups, 4 * q, len(groups.sessions))
    if q % 4 == 0:
        assert_no_repeats(by_columns(q, q + 1, rows=False)[0], 4 * q, q + 1)


@pytest.mark.parametrize("q", range(4, 80))
def test_every_way_to_slide_columns_is_free_of_repeats(q: int) -> None:
    for sessions in (1, 2, 3, 5, 8, 13, 21):
        for rows in (False, True):
            for groups in by_columns(q, sessions, rows):
                assert_no_repeats(groups, 4 * q, sessions)
                assert (groups.rows is not None) == rows


@pytest.mark.parametrize(("players", "sessions"), CHARTS)
def test_a_chart_has_the_repeats_that_are_noted_beside_it(players: int, sessions: int) -> None:
    noted, text = CHARTS[players, sessions]
    points = [DIGITS.index(digit) + 1 for digit in text]
    made = [
        [points[i : i + 4] for i in range(first, first + players, 4)]
        for first in range(0, len(points), players)
    ]
    assert_legal(made, players, sessions)
    assert quad(made) == noted
