"""The penalty record, read back from the PDF."""

import re
from datetime import datetime
from fractions import Fraction
from typing import Any

import pytest

from scoring.penalties import KINDS as KNOWN
from tests.sheets.samples import CHINA, MADE_AT, NAMES, pages
from tournament.sheets import ink
from tournament.sheets.document import render
from tournament.sheets.penalty_sheet import (
    KINDS,
    PenaltyRow,
    PenaltySheet,
    Punished,
    Withdrawn,
    how,
    penalty_document,
)
from tournament.sheets.words import Words

AT = datetime(2026, 11, 28, 10, 30, tzinfo=CHINA)
FALSE_WIN = Punished("false_win_wrong_tile", Fraction(10), "pay_each", dead_hand=True)


def row(**changes: Any) -> PenaltyRow:
    values: dict[str, Any] = {
        "punished": FALSE_WIN,
        "name": "李小龙",
        "number": "17",
        "at": AT,
        "team": "北京队",
        "session": 3,
        "group": "2",
        "table": 7,
        "hand": 5,
        "reason": "看错了",
        "referee": "李四",
    }
    return PenaltyRow(**values | changes)


def printed(*rows: PenaltyRow, **changes: Any) -> bytes:
    values: dict[str, Any] = {
        "tournament": "成都公开赛",
        "place_and_dates": "成都 Chengdu",
        "rows": rows,
        "version": 128,
        "made_at": MADE_AT,
        "chief_referee": "王建国",
    }
    return render(penalty_document(PenaltySheet(**values | changes))).content


def text_of(pdf: bytes) -> str:
    return re.sub(r"\s+", "", " ".join(pages(pdf)))


def test_every_kind_of_penalty_has_words() -> None:
    assert set(KINDS) == set(KNOWN)


def test_a_row_reads_in_the_order_of_the_official_form() -> None:
    text = text_of(printed(row()))
    order = ["2", "北京队", "李小龙", "17", "第5盘", "和错牌", "看错了", "赔其余各家10分", "11-2810:30李四"]
    at = text.index("备注")
    for words in order:
        assert words in text[at:], words
        at = text.index(words, at)


@pytest.mark.parametrize(
    ("punished", "chinese", "english"),
    [
        (FALSE_WIN, "赔其余各家 10 分，停和", "pays 10 to each, dead hand"),
        (Punished("empty_call", Fraction(0)), "警告", "a warning"),
        (Punished("wrong_tile_count", Fraction(0), dead_hand=True), "不罚分，停和", "no points, dead hand"),
        (Punished("late", Fraction(20)), "扣 20 分", "20 deducted"),
        (Punished("conduct", Fraction(1, 2), standard=True), "扣标准分 ½", "½ standard points deducted"),
        (Punished("exposed_tiles", Fraction(5), "pay_one", victim="王芳"), "赔 王芳 5 分", "pays 5 to 王芳"),
        (
            Punished("false_win_deliberate", Fraction(0), disqualified=True),
            "不罚分，取消资格",
            "no points, disqualified",
        ),
    ],
)
def test_how_somebody_was_punished_is_told_in_each_language(
    punished: Punished, chinese: str, english: str
) -> None:
    assert how(Words(), punished) == f"{chinese} / {english}"
    assert how(Words(("en",)), punished) == english


def test_what_was_withdrawn_is_struck_and_says_who_did_that_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    struck: list[float] = []
    rule = ink.Ink.rule

    def spy(self: ink.Ink, left: float, right: float, y: float, *rest: Any) -> None:
        if rest == (0.7, ink.BLACK):
            struck.append(right - left)
        rule(self, left, right, y, *rest)

    monkeypatch.setattr(ink.Ink, "rule", spy)
    printed(row())
    assert struck == []
    gone = row(withdrawn=Withdrawn(AT, "王建国", "弄错了人"))
    text = text_of(printed(row(name="王芳"), gone))
    # Session, group, table, team, name, number, where, what, how; each has a line of text at least.
    assert len(struck) >= 9
    assert "已撤销WITHDRAWN11-2810:30王建国:弄错了人" in text
    assert "记录2项，其中已撤销1项" in text


def test_a_penalty_of_a_team_is_away_from_the_tables() -> None:
    one = row(is_team=True, session=None, table=None, hand=None, team="", group="", name="北京队", number="4")
    assert "北京队4全队theteam" in text_of(printed(one))


def test_a_record_without_penalties_says_that_there_are_none() -> None:
    assert "无处罚、无警告" in text_of(printed())


def test_one_session_is_named_in_the_head() -> None:
    assert "第3局Session3" in text_of(printed(row(), session=3))
    assert "全部各局Allsessions" in text_of(printed(row()))


def test_all_rows_of_a_long_record_are_printed_and_the_last_page_is_signed() -> None:
    rows = [row(number=str(1000 + at), name=NAMES[at % len(NAMES)]) for at in range(90)]
    found = pages(printed(*rows))
    text = re.sub(r"\s+", "", " ".join(found))
    assert len(found) > 3
    assert all(f"{1000 + at}" in text for at in range(90))
    assert "王建国" in found[-1]
    assert not any("王建国" in page for page in found[:-1])


def test_the_longest_reasons_stay_on_the_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    lowest: list[float] = []
    draw = ink.Ink.text

    def spy(self: ink.Ink, at: Any, *rest: Any, **named: Any) -> None:
        lowest.append(at[1])
        draw(self, at, *rest, **named)

    monkeypatch.setattr(ink.Ink, "text", spy)
    one = row(
        reason="乱" * 500, withdrawn=Withdrawn(AT, "王建国", "错" * 500), team="队" * 60, name="名" * 60
    )
    text = text_of(printed(one))
    assert text.count("乱") == text.count("错") - text.count("错牌") == 500
    assert min(lowest) >= 20


def test_a_record_can_be_in_one_language() -> None:
    text = text_of(printed(row(), languages=("en",)))
    assert "Penaltyrecord" in text
    assert "处罚" not in text
