"""The frame of a sheet: how rows are spread over pages, and what stands around them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sheets.samples import MADE_AT
from tournament.sheets.document import Place
from tournament.sheets.frame import SIDE, Frame, paginate
from tournament.sheets.glyphs import REGULAR, Weight
from tournament.sheets.ink import Align, Ink
from tournament.sheets.lines import width
from tournament.sheets.words import Words

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


def places(frame: Frame) -> list[tuple[str, float, float, float]]:
    """The texts of the first page: what, from where to where, and the base line."""
    found = []

    class Noted(Ink):
        def text(self, at: tuple[float, float], text: str, size: float, weight: Weight = REGULAR,
                 align: Align = "left", colour: str = "") -> None:  # fmt: skip
            across = width(text, size, weight)
            left = at[0] - (across if align == "right" else across / 2 if align == "center" else 0)
            found.append((text, left, left + across, at[1]))

        def rule(self, left: float, right: float, y: float, thickness: float = 0, colour: str = "") -> None:
            found.append(("―", left, right, y))

        def frame(self, corner: tuple[float, float], size: tuple[float, float], colour: str = "") -> None:
            found.append(("□", corner[0], corner[0] + size[0], corner[1]))

    frame.pages([lambda ink, area: None])[0].draw(Noted(None, None), Place(1, 1))  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize(
    "name", ["W" * 200, "成吉思汗" * 50, "Ő", "Wolfeschlegelsteinhausenbergerdorff " * 5]
)
@pytest.mark.parametrize("stamps", [(), ("暂定 PROVISIONAL", "演练 REHEARSAL")])
def test_nothing_of_a_masthead_leaves_the_paper_or_stands_over_another(
    name: str, stamps: tuple[str, ...]
) -> None:
    state = "截至第 1 局，共 2 局  After session 1 of 2"
    frame = Frame(
        "Open", (name, "The other heading"), Words(), MADE_AT, state=state, stamps=stamps, details=(name,)
    )
    found = places(frame)
    assert name.replace(" ", "") in "".join(text for text, *_at in found).replace(" ", "")
    assert all(left >= SIDE - 1 and right <= frame.paper[0] - SIDE + 1 for _text, left, right, _y in found)
    for at, (_text, left, right, y) in enumerate(found):
        for _other, start, end, base in found[at + 1 :]:
            if abs(y - base) < 4:
                assert right <= start + 1e-6 or end <= left + 1e-6 or _text == "□" or _other == "□"
    ruled = next(y for text, _left, _right, y in found if text == "―")
    assert all(y > ruled for text, _left, _right, y in found if text == "□")
    assert frame.first_area.height > 400
