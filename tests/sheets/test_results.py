"""The results sheet, read back from the PDF."""

import io
import itertools
import re
import time
from typing import Any, NamedTuple

import pypdf
import pytest

from tests.sheets.samples import NAMES, embedded_fonts, many, pages, paper, readings, row, sheet
from tournament.sheets import ink
from tournament.sheets.glyphs import is_covered
from tournament.sheets.lines import printable, width
from tournament.sheets.results import render_results, signed, uncovered_in

A4, A4_ACROSS = (595, 842), (842, 595)
LONG = "Müller-Lüdenscheidt von und zu Hohenzollern-Sigmaringen, Maximilian Alexander"


def words_of(text: str) -> str:
    return re.sub(r"\s+", "", text)


class Drawn(NamedTuple):
    """A line of text as it is drawn, in points."""

    page: int
    base: float
    left: float
    right: float
    text: str


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Drawn]:
    """Every line of text that is drawn during the test."""
    found: list[Drawn] = []
    draw = ink.Ink.text

    def spy(self: ink.Ink, at: Any, text: str, size: float, *rest: Any, **named: Any) -> None:
        weight = rest[0] if rest else named.get("weight", ink.REGULAR)
        align = rest[1] if len(rest) > 1 else named.get("align", "left")
        across = width(printable(text), size, weight)
        left = at[0] - across * {"left": 0, "center": 0.5, "right": 1}[align]
        found.append(Drawn(self.canvas.getPageNumber(), at[1], left, left + across, text))
        draw(self, at, text, size, *rest, **named)

    monkeypatch.setattr(ink.Ink, "text", spy)
    return found


def test_every_name_copies_and_searches_as_it_was_written() -> None:
    rows = [row(str(at), name) for at, name in enumerate(NAMES, 1)]
    for text in readings(render_results(sheet(*rows))):
        for name in NAMES:
            assert words_of(name) in words_of(text), name


def test_a_row_reads_in_the_order_of_the_official_form() -> None:
    one = row("2=", "李小龙", team_place="7")
    for text in readings(render_results(sheet(one))):
        line = next(line for line in " ".join(text.split()).split("北京队")[1:])
        assert line.split()[:2] == ["李小龙", "17"]
        assert line.split()[2:9] == ["+153", "1", "-12", "2", "–", "+241", "1741"]
        assert line.split()[9:15] == ["4", "3½", "–", "14½", "2=", "7"]


def test_headings_are_in_chinese_and_english() -> None:
    text = words_of("".join(pages(render_results(sheet(row())))))
    for heading in ("单位", "Team", "姓名", "Name", "编号", "No.", "比赛分", "标准分", "Standardpoints"):
        assert heading in text
    for heading in ("合计", "Total", "含基础分", "Withstart", "个人名次", "Place"):
        assert heading in text


@pytest.mark.parametrize(("language", "there", "absent"), [("zh", "姓名", "Name"), ("en", "Name", "姓名")])
def test_a_sheet_can_be_in_one_language(language: str, there: str, absent: str) -> None:
    text = "".join(pages(render_results(sheet(row(), languages=(language,)))))
    assert there in text
    assert absent not in text


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="languages of a sheet"):
        render_results(sheet(row(), languages=("de",)))


def test_every_page_has_headings_number_version_and_time() -> None:
    found = pages(render_results(many(120, 5)))
    assert len(found) > 2
    for number, text in enumerate(found, 1):
        assert "姓名" in text
        assert f"第 {number} 页，共 {len(found)} 页" in text
        assert f"Page {number} of {len(found)}" in text
        assert "2026-11-30 14:05 UTC+08:00" in text
        assert "版本 128，截至第 5 局" in text
        assert "version 128, as of session 5" in text
        assert "成都公开赛" in text


def test_only_the_last_page_is_signed_and_the_chief_referee_comes_first() -> None:
    *others, last = pages(render_results(many(120, 5)))
    assert not any("裁判长" in text for text in others)
    assert last.index("裁判长") < last.index("主办单位") < last.index("日期")
    assert "Chief referee" in last
    assert "王建国" in last


@pytest.mark.parametrize("count", [27, 28, 29, 30, 31])  # from room on the page to none
def test_signatures_stand_under_rows_however_many_there_are(count: int) -> None:
    last = pages(render_results(many(count, 3)))[-1]
    assert "裁判长" in last
    assert "姓名" in last


def test_all_rows_of_a_large_tournament_are_printed() -> None:
    pdf = render_results(many(300, 8))
    found = pages(pdf)
    assert 8 <= len(found) <= 14
    places = [line.split()[-2] for text in found for line in _table_lines(text)]
    assert places == [str(number) for number in range(1, 301)]


def _table_lines(text: str) -> list[str]:
    """Rows of the table, put together from the cells: from a team to the next one."""
    joined = " ".join(text.split())
    pieces = re.split(r"(?:成都|北京|Wien) \d+ ", joined)[1:]
    ends = re.compile(r"^(.*?14½ \d+ \d+)\b")
    return [match.group(1) for piece in pieces if (match := ends.match(piece))]


def test_eight_sessions_are_on_one_sheet_across_and_few_stand_upright() -> None:
    assert paper(render_results(many(20, 8))) == A4_ACROSS
    assert paper(render_results(many(20, 3))) == A4


@pytest.mark.parametrize("sessions", [1, 4, 8, 12, 20, 40])
def test_nothing_is_printed_outside_the_margins(sessions: int, drawn: list[Drawn]) -> None:
    rows = (*many(24, sessions).rows, row("25", "W" * 200, team="𠮷" * 200), row("", LONG, sessions=()))
    big = many(
        0, sessions, rows=rows, tournament="公开赛 Open " * 16, title_lines=("x" * 300,), provisional=True
    )
    across, up = paper(render_results(big))
    for _page, base, left, right, text in drawn:
        assert left >= 36 - 0.01, text
        assert right <= across - 36 + 0.5, text
        assert 18 <= base <= up - 34, text


def test_no_two_cells_of_a_row_overlap(drawn: list[Drawn]) -> None:
    render_results(many(14, 8, officials=()))
    by_line = sorted(drawn, key=lambda one: (one.page, round(one.base, 1), one.left))
    beside = [
        (before, after)
        for before, after in itertools.pairwise(by_line)
        if (before.page, round(before.base, 1)) == (after.page, round(after.base, 1))
    ]
    assert len(beside) > 14 * 8  # 14 rows of 8 sessions at the least
    assert [(before, after) for before, after in beside if before.right > after.left + 0.01] == []


def test_a_very_long_name_is_printed_whole() -> None:
    for text in readings(render_results(sheet(row(name=LONG), *many(3, 8).rows))):
        for word in LONG.replace("-", " ").split():
            assert word in text
    found = words_of("".join(pages(render_results(sheet(row(name=LONG), *many(3, 8).rows)))))
    assert words_of(LONG) in found


def test_officials_without_end_leave_the_signatures_on_the_paper(
    drawn: list[Drawn],
) -> None:
    crowd = tuple(("referee", f"第{number}位裁判员") for number in range(250))
    render_results(many(3, 8, officials=crowd, tournament="很长的名称" * 40))
    assert min(one.base for one in drawn if one.text in ("裁判长", "Chief referee")) > 60


def test_characters_without_a_font_are_boxes_and_the_sheet_says_which() -> None:
    smiling = sheet(row(name="Smile 🐷"), tournament="Cup 𪚥")
    assert uncovered_in(smiling) == ["𪚥", "🐷"]
    for text in readings(render_results(smiling)):
        assert "U+2A6A5, U+1F437" in text
        assert "🐷" in text  # copied as what it is
    assert "U+" not in "".join(pages(render_results(sheet(row()))))


def test_every_printed_character_is_covered_or_named_as_a_box(
    drawn: list[Drawn],
) -> None:
    everything = many(20, 8, provisional=True, rehearsal=True, tie_breaks=ALL_KEYS)
    render_results(everything)
    printed = {char for one in drawn for char in printable(one.text)}
    assert {char for char in printed if not is_covered(char)} == set(uncovered_in(everything)) == {"🐷"}


ALL_KEYS = (
    "standard_points",
    "match_points",
    "best_session_standard_points",
    "sorted_session_standard_points",
    "firsts",
    "seconds",
    "thirds",
    "hands_won",
    "highest_hand",
    "lots",
)


def test_scale_and_ranking_are_put_into_words() -> None:
    text = words_of("".join(pages(render_results(sheet(row(), tie_breaks=ALL_KEYS)))))
    assert "4-3-2-1" in text
    assert "标准分→比赛分→单局最高标准分→各局标准分由高到低逐一比较→第一名次数" in text
    assert "highesthand→drawinglots→stillequal:thesameplace" in text


def test_a_sheet_without_anybody_says_so_and_can_be_signed() -> None:
    (text,) = pages(render_results(sheet()))
    assert "尚无成绩" in text
    assert "No results yet" in text
    assert "裁判长" in text


def test_before_the_first_session_ends_there_are_no_columns_of_sessions() -> None:
    (text,) = pages(render_results(sheet(row(sessions=(None, None, None)), as_of_session=0)))
    assert "Before the end of session 1" in text
    assert "–" not in text.split("14½")[0].split("李小龙")[1]


def test_provisional_results_and_rehearsals_are_marked_on_every_page() -> None:
    plain = "".join(pages(render_results(many(100, 5))))
    assert "PROVISIONAL" not in plain
    assert "REHEARSAL" not in plain
    for text in pages(render_results(many(100, 5, provisional=True, rehearsal=True))):
        assert "暂定 PROVISIONAL" in text
        assert "演练 REHEARSAL" in " ".join(text.split())


def test_running_results_after_the_last_closed_session_have_a_column() -> None:
    (text,) = pages(render_results(sheet(row(), as_of_session=1, provisional=True)))
    assert "-12" in text
    assert "After session 1 of 3" in text


def test_teams_have_a_sheet_of_their_own() -> None:
    (text,) = pages(render_results(sheet(row(name="北京队", team=""), kind="teams")))
    assert "团体成绩表" in text
    assert "Team results" in text
    assert "团体名次" in words_of(text)
    assert "单位" not in text.replace("主办单位", "")
    assert "个人名次" not in words_of(text)


def test_officials_typed_in_either_language_are_recognised_and_others_kept() -> None:
    staff = (
        ("Chief referee", "王建国"),
        ("裁判", "李四"),
        ("referee", "赵六"),
        ("", "钱七"),
        ("摄影", "孙八"),
    )
    text = " ".join("".join(pages(render_results(sheet(row(), officials=staff)))).split())
    assert "裁判 Referee 李四, 赵六" in text
    assert "摄影 孙八" in text
    assert text.count("王建国") == 1


def test_a_session_may_be_given_without_place_or_match_points() -> None:
    (text,) = pages(render_results(sheet(row(sessions=(("3", None), ("1", -5), None)))))
    assert "-5" in text


@pytest.mark.parametrize(("points", "shown"), [(88, "+88"), (-12, "\u221212"), (0, "0"), (None, "–")])
def test_match_points_carry_their_sign(points: int | None, shown: str) -> None:
    assert signed(points) == shown


def test_the_document_names_itself_and_its_language() -> None:
    reader = pypdf.PdfReader(io.BytesIO(render_results(sheet(row()))))
    assert reader.metadata is not None
    assert reader.metadata.title == "成都公开赛 · 个人成绩表 Individual results"
    assert reader.metadata.creation_date is not None
    assert reader.metadata.creation_date.isoformat() == "2026-11-30T14:05:00+08:00"
    assert str(reader.root_object["/Lang"]) == "zh-CN"
    english = pypdf.PdfReader(io.BytesIO(render_results(sheet(row(), languages=("en",)))))
    assert str(english.root_object["/Lang"]) == "en"


def test_the_same_sheet_gives_the_same_bytes() -> None:
    assert render_results(many(30, 5)) == render_results(many(30, 5))


def test_two_hundred_rows_take_two_seconds_at_most_and_a_small_file() -> None:
    start = time.perf_counter()
    pdf = render_results(many(200, 5))
    assert time.perf_counter() - start < 2
    assert len(pdf) < 200_000
    assert len(embedded_fonts(pdf)) == 2
