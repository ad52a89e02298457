"""The score sheet under house rules, read back from the PDF: many winners, long names, large figures, many hands."""

from typing import Any

import pytest

from tests.sheets.samples import pages
from tests.sheets.test_score_sheet import ending, hand, printed, squeezed, table, text_of
from tournament.sheets.document import Area
from tournament.sheets.glyphs import BOLD
from tournament.sheets.ink import LEADING
from tournament.sheets.lines import width
from tournament.sheets.score_sheet import LEAST_ROW
from tournament.sheets.score_sheet_grid import BAND_HEIGHT, Columns, Grid, figure_size
from tournament.sheets.score_sheet_table import Round, ScoreTable, WinLine
from tournament.sheets.score_sheet_wins import won
from tournament.sheets.words import Words

LONG = ("门前清十三幺九自摸加倍特别大牌", "Concealed thirteen terminals with a very special doubling")


def grid(*languages: str) -> Grid:
    return Grid(Words(languages or ("zh", "en")), Columns.of(Area(36, 559, 800, 36), True, named=True))


def house(rounds: tuple[Round, ...], **changes: Any) -> ScoreTable:
    """A filled sheet with one winner in each of its hands."""
    numbers = [number for one in rounds for number, _deal in one.hands]
    lines = tuple(hand(number, fan=None, wins=(WinLine(1, ("平胡", "Plain win")),)) for number in numbers)
    return table(rounds=rounds, ending=ending(len(lines)), **{"hands": lines} | changes)


def test_everything_that_was_won_keeps_to_the_height_of_its_row() -> None:
    for languages in (("zh", "en"), ("en",)):
        for wins in range(1, 4):
            one = hand(fan=None, wins=tuple(WinLine(seat, LONG, 88) for seat in range(wins)))
            fitted, _cut = won(Words(languages), one, grid(*languages).win_room)
            assert len(fitted.lines) == 1 or len(fitted.lines) * fitted.size * LEADING <= LEAST_ROW


def test_what_has_no_room_in_the_column_is_told_in_full_by_a_note() -> None:
    one = hand(fan=None, wins=tuple(WinLine(seat, LONG, 88) for seat in (0, 2, 3)))
    text = squeezed(text_of(printed(house((Round(0, ((1, 0),)),), hands=(one,)))))
    note = text[text.index("第1盘hand1") :]
    for wind in "东西北":
        assert f"{wind}{LONG[0]}{squeezed(LONG[1])}88番" in note


def test_what_has_room_is_told_by_no_note() -> None:
    assert "第 1 盘 hand 1" not in text_of(printed(house((Round(0, ((1, 0),)),))))


@pytest.mark.parametrize("figure", ["−5", "−1280", "+120000", "−99999999"])
def test_figures_keep_to_their_column(figure: str) -> None:
    assert width(figure, figure_size(figure, 8.5, 20, BOLD), BOLD) <= 20.001
    assert figure_size("−5", 8.5, 20) == 8.5


def test_a_round_that_goes_on_on_a_further_page_has_its_chairs_there_too() -> None:
    rounds = (Round(0, tuple((n, 0) for n in range(1, 9))), Round(1, tuple((n, 4) for n in range(9, 21))))
    parts = grid().parts(rounds, 10, (10 * 10 + 2 * BAND_HEIGHT, 200), 20)
    assert [[(one.number, len(one.hands)) for one in part] for part in parts] == [[(0, 8), (1, 2)], [(1, 10)]]
    assert [hand for part in parts for one in part for hand in one.hands] == [
        hand for one in rounds for hand in one.hands
    ]


def test_a_sheet_of_ninety_nine_hands_has_each_of_them_once_and_one_field_to_sign() -> None:
    rounds = tuple(Round(r, tuple((25 * r + n, 4 * r) for n in range(1, 26))) for r in range(3))
    rounds += (Round(3, tuple((75 + n, 12) for n in range(1, 25))),)
    found = pages(printed(house(rounds)))
    assert len(found) == 3
    assert sum(page.count("选手签名") for page in found) == 1
    assert "选手签名" in found[-1]
    assert sum(page.count("平胡") for page in found) == 99
