"""RULES.md §6: standard points."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.refusal import Refusal
from scoring.standard_points import TWELFTHS, exact, places, show, standard_points

SCALE_2014 = (4, 3, 2, 1)
SCALE_1998 = (4, 2, 1, 0)
four_results = st.lists(st.integers(-60, 60), min_size=4, max_size=4)
scales = st.lists(st.integers(-10, 10), min_size=4, max_size=4)


def as_points(twelfths: list[int]) -> list[Fraction]:
    return [Fraction(value, TWELFTHS) for value in twelfths]


@pytest.mark.parametrize(
    ("points", "scale", "expected"),
    [
        ([40, 30, 20, 10], SCALE_2014, [4, 3, 2, 1]),
        ([10, 20, 30, 40], SCALE_2014, [1, 2, 3, 4]),
        ([40, 30, 20, 10], SCALE_1998, [4, 2, 1, 0]),
        ([50, 50, -40, -60], SCALE_2014, [Fraction(7, 2), Fraction(7, 2), 2, 1]),
        ([50, -10, -10, -30], SCALE_2014, [4, Fraction(5, 2), Fraction(5, 2), 1]),
        ([50, 10, -30, -30], SCALE_2014, [4, 3, Fraction(3, 2), Fraction(3, 2)]),
        ([20, 20, 20, -60], SCALE_1998, [Fraction(7, 3), Fraction(7, 3), Fraction(7, 3), 0]),
        ([60, -20, -20, -20], SCALE_1998, [4, 1, 1, 1]),
        ([50, 50, -50, -50], SCALE_1998, [3, 3, Fraction(1, 2), Fraction(1, 2)]),
        ([0, 0, 0, 0], SCALE_1998, [Fraction(7, 4)] * 4),
        ([0, 0, 0, 0], SCALE_2014, [Fraction(5, 2)] * 4),
        ([3, 2, 1, 0], (10, 5, -5, -10), [10, 5, -5, -10]),
    ],
)
def test_places_become_standard_points(
    points: list[int | None], scale: tuple[int, ...], expected: list[Fraction]
) -> None:
    assert as_points(standard_points(points, scale)) == expected


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([50, 50, -40, -60], [1, 1, 3, 4]),
        ([-60, 50, -40, 50], [4, 1, 3, 1]),
        ([0, 0, 0, 0], [1, 1, 1, 1]),
        ([9, 5, 5, 1], [1, 2, 2, 4]),
        ([None, 5, 9, 1], [None, 2, 1, 3]),
        ([None, None, 9, 9], [None, None, 1, 1]),
    ],
)
def test_equal_match_points_share_a_place(points: list[int | None], expected: list[int | None]) -> None:
    assert places(points) == expected


def test_after_a_forfeit_the_others_are_ranked_for_the_first_places() -> None:
    assert as_points(standard_points([30, None, 50, -80], SCALE_2014)) == [3, 0, 4, 2]
    assert as_points(standard_points([30, None, 30, 30], SCALE_1998)) == [
        Fraction(7, 3), 0, Fraction(7, 3), Fraction(7, 3),
    ]  # fmt: skip


@given(four_results, scales)
def test_four_ranked_players_share_exactly_the_scale(points: list[int | None], scale: list[int]) -> None:
    assert sum(standard_points(points, scale)) == TWELFTHS * sum(scale)


@given(st.lists(st.none() | st.integers(-60, 60), min_size=4, max_size=4), scales)
def test_fewer_ranked_players_share_exactly_the_first_places(
    points: list[int | None], scale: list[int]
) -> None:
    ranked = 4 - points.count(None)
    assert sum(standard_points(points, scale)) == TWELFTHS * sum(scale[:ranked])


@given(four_results, st.permutations(range(4)))
def test_a_place_does_not_depend_on_the_seat(points: list[int], order: list[int]) -> None:
    moved = [points[index] for index in order]
    assert places(moved) == [places(points)[index] for index in order]
    assert standard_points(moved, SCALE_1998) == [standard_points(points, SCALE_1998)[i] for i in order]


def test_three_results_of_seven_thirds_make_exactly_seven() -> None:
    shared_result = standard_points([20, 20, 20, -60], SCALE_1998)[0]
    assert 3 * Fraction(shared_result, TWELFTHS) == 7


def test_a_scale_too_short_for_the_table_is_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        standard_points([1, 2, 3, 4], (4, 2, 1))
    assert refusal.value.code == "scale_too_short"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (48, "4"), (42, "3½"), (28, "2⅓"), (32, "2⅔"), (21, "1¾"), (3, "¼"), (2, "⅙"), (10, "⅚"), (0, "0"),
        (-6, "−½"), (-42, "−3½"), (5, "5/12"), (173, "14 5/12"), (-17, "−1 5/12"),
        (Fraction(7, 2), "3½"), (Fraction(7, 3), "2⅓"), (Fraction(3), "3"), (Fraction(14, 9), "1 5/9"),
    ],
)  # fmt: skip
def test_points_are_shown_as_people_write_them(value: int | Fraction, text: str) -> None:
    assert show(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(Fraction(7, 3), "7/3"), (Fraction(-1, 2), "-1/2"), (Fraction(4), "4"), (4, "4"), (Fraction(0), "0")],
)
def test_points_in_files_are_exact_ascii(value: int | Fraction, text: str) -> None:
    assert exact(value) == text
