"""The table score sheet, read back from the PDF."""

import re
import time
from fractions import Fraction
from typing import Any

import pytest

from scoring.fan import FANS
from tests.sheets.samples import CHINA, MADE_AT, NAMES, pages, paper
from tournament.queries.marks import SYMBOLS
from tournament.sheets import ink, score_sheet_grid
from tournament.sheets.document import Area, render
from tournament.sheets.glyphs import is_covered
from tournament.sheets.penalty_sheet import Punished
from tournament.sheets.score_sheet import LEAST_ROW, ScoreSheets, score_document
from tournament.sheets.score_sheet_grid import Columns, Grid
from tournament.sheets.score_sheet_table import (
    Ending,
    HandLine,
    PenaltyNote,
    ScoreTable,
    Signature,
    Sitter,
    blank_rounds,
)
from tournament.sheets.score_sheet_wins import won
from tournament.sheets.score_sheet_words import Said, deal_name
from tournament.sheets.words import Words

LONG = "Müller-Lüdenscheidt von und zu Hohenzollern-Sigmaringen, Maximilian Alexander "
CHAIRS = ((0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2, 3), (1, 0, 3, 2))
assert MADE_AT.tzinfo is CHINA


def table(number: int = 7, **changes: Any) -> ScoreTable:
    """A blank sheet of one table, with anything of it changed."""
    people = ("李小龙", "Müller", "𠮷田あかり", "Smile 🐷")
    values: dict[str, Any] = {
        "session": 3,
        "number": number,
        "sitters": tuple(Sitter(name, str(at), f"Team {at}") for at, name in enumerate(people, 11)),
        "chairs": CHAIRS,
    }
    return ScoreTable(**values | changes)


def hand(number: int = 1, **changes: Any) -> HandLine:
    """A self-draw of 24 by the player drawn to 南: +96, and −32 from each other (RULES §2)."""
    values: dict[str, Any] = {
        "number": number,
        "symbols": ("▲", "+", "", ""),
        "gains": (0, 96, 0, 0),
        "losses": (32, 0, 32, 32),
        "totals": (-32 * number, 96 * number, -32 * number, -32 * number),
        "fan": 24,
    }
    return HandLine(**values | changes)


def ending(hands: int = 1, **changes: Any) -> Ending:
    """What so many hands like that come to, with 4-3-2-1: the three others share 3 + 2 + 1."""
    values: dict[str, Any] = {
        "gains": (0, 96 * hands, 0, 0),
        "losses": (32 * hands, 0, 32 * hands, 32 * hands),
        "totals": (-32 * hands, 96 * hands, -32 * hands, -32 * hands),
        "match_points": (-32 * hands, 96 * hands, -32 * hands, -32 * hands),
        "places": (2, 1, 2, 2),
        "standard": ("2", "4", "2", "2"),
    }
    return Ending(**values | changes)


def filled(number: int = 7, hands: int = 1, **changes: Any) -> ScoreTable:
    """A filled sheet of so many hands."""
    lines = tuple(hand(at) for at in range(1, hands + 1))
    return table(number, **{"hands": lines, "ending": ending(hands)} | changes)


def printed(*tables: ScoreTable, **changes: Any) -> bytes:
    values: dict[str, Any] = {
        "tournament": "成都公开赛",
        "place_and_dates": "成都 Chengdu",
        "tables": tables,
        "version": 128,
        "made_at": MADE_AT,
        "filled": any(one.ending for one in tables),
    }
    return render(score_document(ScoreSheets(**values | changes))).content


def text_of(pdf: bytes) -> str:
    return re.sub(r"\s+", " ", " ".join(pages(pdf)))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_the_symbols_of_the_official_form_are_glyphs_of_the_fonts() -> None:
    assert list(SYMBOLS.values()) == ["▲", "—", "+", "○", "✓", "×"]
    assert all(is_covered(symbol) for symbol in SYMBOLS.values())


def test_the_legend_explains_every_symbol() -> None:
    text = text_of(printed(table()))
    for words in (
        "▲ 庄家 dealer",
        "— 点炮 discard",
        "+ 自摸 self-draw",
        "○ 荒牌 drawn hand",
        "✓ 错和 false win",
        "× 警告",
    ):
        assert words in text


def test_a_blank_sheet_has_the_fields_of_the_official_form() -> None:
    text = text_of(printed(table(group="预赛 · 2", referee="李四"), chief_referee="王建国"))
    for words in (
        "记分表",
        "局 Session 3",
        "组 Group 预赛 · 2",
        "桌 Table 7",
        "日期 Date",
        "开始 Start",
        "结束 End",
    ):
        assert words in text
    for words in (
        "李小龙",
        "11",
        "Team 14",
        "东",
        "南",
        "西",
        "北",
        "符号",
        "和牌名称",
        "得",
        "失",
        "合计",
        "名次",
    ):
        assert words in text
    for words in ("选手签名", "裁判 Referee", "李四", "裁判长 Chief referee", "王建国"):
        assert words in text


def test_all_sixteen_hands_have_their_names() -> None:
    text = text_of(printed(table()))
    for number, name in ((1, "东风东"), (7, "南风西"), (10, "西风南"), (16, "北风北")):
        assert f"{number} {name}" in text


def test_a_hand_is_named_in_letters_where_the_sheet_is_in_english_only() -> None:
    assert deal_name(Words(("en",)), 6) == "S–W"
    text = text_of(printed(table(), languages=("en",)))
    assert "7 S–W" in text
    assert "Winning hand" in text
    assert "风" not in text


def test_who_changes_chairs_before_a_round_is_told_from_where_to_where() -> None:
    text = text_of(printed(table()))
    north = text[text.index("北风圈") :]
    for move in ("东 → 南", "南 → 东", "西 → 北", "北 → 西"):
        assert move in north
        assert move not in text[: text.index("北风圈")]


def test_a_filled_sheet_has_gain_loss_and_running_total_of_each_player() -> None:
    text = text_of(printed(filled(hands=2)))
    # A minus is copied as a hyphen; the order is that of the columns.
    assert "24 番 24 fan ▲ -32 -32 + +96 96 -32 -32 -32 -32" in text
    assert "24 番 24 fan ▲ -32 -64 + +96 192 -32 -64 -32 -64" in text
    assert "合计 Total 0 -64 -64 +192 0 192 0 -64 -64 0 -64 -64" in text
    assert "名次 Place 2 1 2 2" in text
    assert "标准分 Standard points 2 4 2 2" in text


def test_a_hand_has_its_highest_fan_by_name_and_the_others_as_far_as_there_is_room() -> None:
    short = ((("清一色", "Full Flush"), 1), (("碰碰和", "All Pungs"), 1))
    many = tuple(((f"番{n}号", f"Fan number {n}"), 1) for n in range(1, 9))
    one = table(hands=(hand(names=short), hand(2, names=many), hand(3)), ending=ending(3))
    text = squeezed(text_of(printed(one)))
    assert "24番·清一色·碰碰和▲" in text
    assert "24番·番1号·番2号" in text
    assert "…▲" in text
    assert "番8号" not in text
    english = text_of(printed(one, languages=("en",)))
    assert "24 fan · Full Flush · All Pungs" in english


def test_the_points_of_a_hand_with_a_long_name_stay_in_their_row() -> None:
    grid = Grid(Words(("en",)), Columns.of(Area(36, 559, 800, 36), True, named=True))
    long = hand(fan=13, flowers=8, names=((("明暗杠", "One Melded and One Concealed Kong"), 1),))
    fitted, cut = won(grid.words, long, grid.win_room)
    assert not cut
    assert "One Melded" in " ".join(fitted.lines)
    assert len(fitted.lines) * fitted.size * ink.LEADING <= LEAST_ROW


def test_all_names_of_fan_are_glyphs_of_the_fonts() -> None:
    assert all(is_covered(letter) for fan in FANS for letter in fan.zh + fan.en)


def test_penalties_outside_hands_have_a_row_of_their_own_with_the_account_after_them() -> None:
    one = filled(ending=ending(outside=(-40, 0, 0, 0), match_points=(-72, 96, -32, -32)))
    text = text_of(printed(one))
    assert "盘外罚分 Outside hands 0 -40 -72 0 0 96 0 0 -32 0 0 -32" in text
    assert "比赛分 Match points -72 96 -32 -32" in text


def test_totals_of_paper_that_count_say_so() -> None:
    end = ending(
        paper=(50, -10, -20, -20), paper_counts=True, match_points=(50, -10, -20, -20), has_hands=False
    )
    text = text_of(printed(table(ending=end)))
    assert "纸质（为准） Paper, counts 50 -10 -20 -20" in text
    assert "合计" not in text


def test_a_hand_that_a_note_speaks_of_has_a_star() -> None:
    said = Said("corrected", {"hand": 1, "why": "看错了"})
    one = table(hands=(hand(marked=True),), ending=ending(), remarks=(("corrections", said),))
    text = text_of(printed(one))
    assert "24 番 24 fan *" in text
    assert "第 1 盘已更正：看错了 hand 1 was corrected: 看错了" in text


def test_a_withdrawn_penalty_says_so_in_the_notes() -> None:
    note = PenaltyNote(3, "李小龙", Punished("conduct", Fraction(40)), "吵闹", True, "弄错了人")
    text = text_of(printed(filled(penalties=(note,))))
    assert (
        "第 3 盘 hand 3 · 李小龙 · 行为不当 conduct · 扣 40 分 / 40 deducted · 吵闹 · 已撤销：弄错了人 WITHDRAWN"
        in text
    )


def test_people_are_printed_as_they_are_written_and_an_empty_chair_is_called_so() -> None:
    for at in range(0, len(NAMES) - 3, 4):
        people = tuple(Sitter(name, "1") for name in NAMES[at : at + 4])
        text = squeezed(text_of(printed(table(sitters=people))))
        assert all(squeezed(name) in text for name in NAMES[at : at + 4])
    assert "空座 Empty chair" in text_of(printed(table(sitters=(Sitter(""),) * 4)))


@pytest.mark.parametrize("made", [table, filled])
def test_names_of_any_length_are_printed_whole_on_one_page(made: Any) -> None:
    people = tuple(Sitter(f"{LONG * 2}{at}", "1000", LONG * 2) for at in range(4))
    found = pages(printed(made(sitters=people)))
    assert len(found) == 1
    for at in range(4):
        assert squeezed(f"{LONG * 2}{at}") in squeezed(found[0])


@pytest.mark.parametrize("count", [0, 5, 20, 90])
def test_nothing_is_drawn_below_the_foot_and_no_note_is_lost(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lowest: list[float] = []
    draw = ink.Ink.text

    def spy(self: ink.Ink, at: Any, *rest: Any, **named: Any) -> None:
        lowest.append(at[1])
        draw(self, at, *rest, **named)

    monkeypatch.setattr(ink.Ink, "text", spy)
    notes = tuple(
        PenaltyNote(None, "李小龙", Punished("conduct", Fraction(5)), f"reason {at} {LONG}")
        for at in range(count)
    )
    pdf = printed(filled(hands=16, penalties=notes), filled(8))
    found = pages(pdf)
    assert min(y for y in lowest if y > 30) >= 44
    text = text_of(pdf)
    assert all(f"reason {at} " in text for at in range(count))
    assert "李小龙" in found[-1]
    if count == 90:
        assert "第 3 局 第 7 桌（续）" in found[1]
        assert "罚分 Penalties 盘外" in re.sub(r"\s+", " ", found[1])


def test_boxes_to_write_in_are_at_least_six_millimetres_high(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[float] = []
    draw = score_sheet_grid.Grid.draw

    def spy(self: Any, *args: Any) -> float:
        rows.append(args[-1])
        return draw(self, *args)

    monkeypatch.setattr(score_sheet_grid.Grid, "draw", spy)
    printed(table(), table(rounds=blank_rounds(40)))
    assert len(rows) == 2
    assert min(rows) * 25.4 / 72 >= 6


def test_a_signature_drawn_with_a_finger_is_drawn_on_paper() -> None:
    without = printed(filled())
    signed = Signature("agreed", "M20 60L60 20L100 80")
    assert len(printed(filled(ending=ending(signatures=(signed,) * 4)))) > len(without)
    said = text_of(printed(filled(ending=ending(signatures=(Signature("refused"),) * 4))))
    assert said.count("拒绝签字 refuses to sign") == 4


def test_sheets_are_a4_one_for_each_table_with_an_outline() -> None:
    pdf = printed(table(7), table(12), draft=True, rehearsal=True)
    assert paper(pdf) == (595, 842)
    first, second = pages(pdf)
    assert "第 1 页，共 2 页" in first
    assert "Page 2 of 2" in second
    for page in (first, second):
        assert "草案 DRAFT" in page
        assert "REHEARSAL" in page
    assert b"Outlines" in pdf


def test_250_filled_sheets_are_made_quickly() -> None:
    tables = [filled(number, 16) for number in range(1, 251)]
    printed(*tables[:2])
    start = time.process_time()
    assert len(printed(*tables)) < 3_000_000
    assert time.process_time() - start < 15
