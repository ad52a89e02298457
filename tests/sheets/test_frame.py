"""The frame of a sheet: how rows are spread over pages, and what stands around them."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.sheets.frame import paginate

HEIGHTS = st.lists(st.floats(min_value=10, max_value=60), min_size=1, max_size=120)


@given(HEIGHTS, st.floats(min_value=0, max_value=240))
def test_every_row_is_printed_once_in_order_and_everything_fits(heights: list[float], tail: float) -> None:
    first, later = 300.0, 450.0
    pages = paginate(heights, first, later, tail)
    assert [number for page in pages for number in page] == list(range(len(heights)))
    for position, page in enumerate(pages):
        used = sum(heights[number] for number in page)
        is_last = position == len(pages) - 1
        assert used + (tail if is_last else 0) <= (first if position == 0 else later) + 1e-6


@given(HEIGHTS, st.floats(min_value=0, max_value=240))
def test_signatures_never_stand_on_a_page_without_rows(heights: list[float], tail: float) -> None:
    assert all(len(page) for page in paginate(heights, 300.0, 450.0, tail))


def test_rows_go_along_with_signatures_that_need_a_new_page() -> None:
    assert paginate([10.0] * 30, 300, 300, 50) == [range(27), range(27, 30)]


def test_a_row_that_fills_the_first_page_keeps_it_and_the_signatures_follow() -> None:
    assert paginate([280.0], 300, 400, 50) == [range(1), range(1, 1)]
