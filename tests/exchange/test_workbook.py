"""The results as XLSX: every formula computed anew by hand, and no cell that runs."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from typing import Any

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import making
from tests.pages.public_sheet import played, sitter
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.presence import mark_absent
from tournament.actions.sessions import close_session
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.actions.standings import penalise
from tournament.actions.totals import enter_totals
from tournament.exchange.workbook import results_workbook
from tournament.exchange.workbook_file import Sheet, written
from tournament.models import Player, Team, Tournament
from tournament.queries.standings import player_standings, team_standings

pytestmark = pytest.mark.django_db

PLAYERS, TEAMS, HANDS = "选手 Players", "团体 Teams", "各盘 Hands"
FIRST = "第1局 Session 1"


class Sums:
    """What a spreadsheet computes, for the formulas that these files have: sums, cells, + − × ÷ of whole numbers."""

    def __init__(self, content: bytes) -> None:
        self.book = openpyxl.load_workbook(io.BytesIO(content))
        self.kept = openpyxl.load_workbook(io.BytesIO(content), data_only=True)

    def value(self, sheet: str, at: str) -> Any:
        cell = self.book[sheet][at]
        if cell.data_type != "f":
            return 0 if cell.value is None else cell.value
        return self._formula(sheet, cell.value.removeprefix("="))

    def _formula(self, sheet: str, text: str) -> Fraction:
        added = re.fullmatch(r"SUM\((?:'([^']+)'!)?([A-Z]+\d+:[A-Z]+\d+)\)", text)
        if added:
            rows = self.book[added[1] or sheet][added[2]]
            values = [self.value(added[1] or sheet, c.coordinate) for row in rows for c in row]
            return sum((v for v in values if not isinstance(v, str)), Fraction(0))
        total = Fraction(0)
        for term in re.findall(r"[+-]?[^+-]+", text):
            product, by = Fraction(-1 if term[0] == "-" else 1), "*"
            for part in re.split(r"([*/])", term.lstrip("+-")):
                if part in "*/":
                    by = part
                    continue
                number = Fraction(part) if part.isdigit() else Fraction(self.value(sheet, part))
                product = product * number if by == "*" else product / number
            total += product
        return total

    def rows(self, sheet: str, head: int) -> list[dict[str, Any]]:
        """The rows below the headings in row `head`, by the first heading of each name."""
        page = self.book[sheet]
        names = [cell.value for cell in page[head]]
        found = []
        for row in page.iter_rows(min_row=head + 1):
            line: dict[str, Any] = {}
            for name, cell in zip(names, row, strict=True):
                line.setdefault(name, self.value(sheet, cell.coordinate) if cell.value is not None else None)
                line.setdefault("last " + str(name), None)
                if cell.value is not None:
                    line["last " + str(name)] = self.value(sheet, cell.coordinate)
            found.append(line)
        return found


def tied(**rules: Any) -> Tournament:
    """Table 1 of session 1: 东 wins 24 fan from 南, who loses 10 to 西 and 10 to 北 and to 东; the others draw."""
    made = making.drawn(16, 2, scale="4-2-1-0", **rules)
    table = making.table(made)
    making.hand(table, 0, 24, 1)  # +48 −32 −8 −8
    making.penalty(table, 1, 10, mode="pay_each", kind="false_win_below_minimum")  # +10 −30 +10 +10
    making.penalty(table, 3, 5)  # 0 0 0 −5
    making.hand(table)  # drawn
    making.hand(table, 2, 8)  # self-draw: −16 −16 +48 −16
    making.close(table)
    three = making.table(made, 1, 2)  # 北 wins on 西's discard twice, so that 东 and 南 are equal
    making.hand(three, 3, 8, 2)
    making.close(three)
    level = making.table(made, 1, 3)  # self-draw of 北: the three others are equal
    making.hand(level, 3, 10)
    making.close(level)
    return made


def test_the_sum_of_every_row_is_what_the_program_ranks_by() -> None:
    made = tied(team_ranking=True)
    sums = Sums(results_workbook(made).content)
    rows = {row["编号 No."]: row for row in sums.rows(PLAYERS, 2)}
    lines = player_standings(made).lines
    assert len(rows) == len(lines) == 16
    for line in lines:
        row = rows[line.number]
        assert row["合计 Total"] == line.standard
        assert row["last 合计 Total"] == line.match
        assert row["名次 Place"] == line.place
        assert (row["姓名 Name"], row["队 Team"]) == (line.name, line.team)


def test_a_table_is_what_its_rules_say() -> None:
    sums = Sums(results_workbook(tied()).content)
    rows = [row for row in sums.rows(FIRST, 1) if row["桌 Table"] == 1]
    # hands: +48−16, −32−16, −8+48, −8−16; penalties: +10, −30, +10, +10−5
    assert [row["各盘合计 Sum of hands"] for row in rows] == [32, -48, 40, -24, 0]
    assert [row["罚分 Penalties"] for row in rows] == [10, -30, 10, 5, -5]
    assert [row["账面分 Account"] for row in rows] == [42, -78, 50, -19, -5]
    assert [row["比赛分（成绩） Match points (result)"] for row in rows] == [42, -78, 50, -19, None]
    assert [row["本桌名次 Place at the table"] for row in rows] == [2, 4, 1, 3, None]
    assert [row["标准分 Standard points"] for row in rows] == [2, 0, 4, 1, None]
    assert "pay 10 to each" in rows[1]["说明 Note"]
    assert "错和" in rows[1]["说明 Note"]


def test_totals_of_paper_and_forfeits_are_plain_numbers_that_say_why() -> None:
    """cn2014: a forfeit is −300; the three others are ranked among themselves, 4-3-2."""
    made = making.drawn(8, 1)
    paper = making.table(made)
    enter_totals(paper, [20, 10, -10, -20], making.stamp(paper))
    making.close(paper)
    empty = making.table(made, 1, 2)
    mark_absent(empty, 3, "did not come", making.stamp(empty))
    making.hand(empty, 0, 8, 1)  # the empty chair pays its 8 as well: +32 −16 −8 −8
    making.close(empty)
    rows = Sums(results_workbook(made).content).rows(FIRST, 1)
    shown = [(row["账面分 Account"], row["比赛分（成绩） Match points (result)"]) for row in rows]
    assert shown[:5] == [(20, 20), (10, 10), (-10, -10), (-20, -20), (0, None)]
    assert shown[5:] == [(32, 32), (-16, -16), (-8, -8), (-8, -300), (0, None)]
    assert [row["标准分 Standard points"] for row in rows[5:9]] == [4, 2, 3, 0]
    notes = [str(row["说明 Note"]) for row in rows]
    assert all("totals of the paper sheet count" in note for note in notes[:4])
    assert "forfeit" in notes[8]


def test_three_equal_players_share_exactly() -> None:
    """At 4-2-1-0 three firsts share 4 + 2 + 1: 7/3 each (RULES §6)."""
    made = making.drawn(8, 1, scale="4-2-1-0")
    table = making.table(made)
    # 东 南 西 each win 8 fan by themselves: +48 −16 −16 = +16 each, and 北 pays three times.
    for winner in (0, 1, 2):
        making.hand(table, winner, 8)
    making.close(table)
    sums = Sums(results_workbook(made).content)
    rows = [row for row in sums.rows(FIRST, 1) if row["编号 No."]]
    assert [row["标准分 Standard points"] for row in rows] == [Fraction(7, 3)] * 3 + [0]
    standard = [c for row in sums.book[PLAYERS].iter_rows(min_row=3) for c in row if c.value == "=7/3"]
    assert len(standard) == 3
    assert {cell.number_format for cell in standard} == {"# ?/??"}
    places = [row[0] for row in sums.book[PLAYERS].iter_rows(min_row=3, max_row=6)]
    assert [(cell.value, cell.number_format) for cell in places[:3]] == [(1, '0"="')] * 3


def test_teams_are_the_sums_of_their_members() -> None:
    made = tied(team_ranking=True)
    team = Team.objects.get(tournament=made, number=2)
    penalise(made, ("team", team.number), "conduct", Fraction(1, 2), "noise", making.user())
    sums = Sums(results_workbook(made).content)
    rows = sums.rows(TEAMS, 2)
    heads = [row for row in rows if row["队号 Team no."]]
    lines = team_standings(made).lines
    assert [row["队 Team"] for row in heads] == [line.name for line in lines]
    for row, line in zip(heads, lines, strict=True):
        assert row["合计 Total"] == line.standard
        assert row["last 合计 Total"] == line.match
        assert row["名次 Place"] == line.place
    own = [row for row in rows if row["姓名 Name"] == "团体罚分 Penalties of the team"]
    assert [row["扣罚 Deducted"] for row in own] == [Fraction(-1, 2)]


def test_teams_that_the_rules_do_not_rank_have_no_place() -> None:
    sums = Sums(results_workbook(tied(team_ranking=False)).content)
    heads = [row for row in sums.rows(TEAMS, 2) if row["队号 Team no."]]
    assert len(heads) == 4
    assert {row["名次 Place"] for row in heads} == {None}


def test_every_hand_is_computed_from_its_fan() -> None:
    sums = Sums(results_workbook(tied()).content)
    page = sums.book[HANDS]
    assert [page[f"{column}2"].value for column in "KLMN"] == ["=24+I2", "=-8-I2", -8, -8]
    assert [page[f"{column}4"].value for column in "KLMN"] == ["=-8-I4", "=-8-I4", "=24+3*I4", "=-8-I4"]
    scores = [[sums.value(HANDS, f"{column}{row}") for column in "KLMNO"] for row in (2, 3, 4)]
    assert scores == [[48, -32, -8, -8, 0], [0, 0, 0, 0, 0], [-16, -16, 48, -16, 0]]
    first = sums.rows(HANDS, 1)[0]
    assert (first["局 Session"], first["桌 Table"], first["盘 Hand"], first["番 Fan"]) == (1, 1, 1, 24)
    assert (first["和牌座位 Winner's chair"], first["点炮座位 Discarder's chair"]) == ("东", "南")


def test_a_hand_has_its_fan_by_name_where_they_are_known() -> None:
    event = making.drawn(8, 1)
    table = making.table(event)
    making.hand(table, 0, None, 1, fans={"碰碰和": 1, "四归一": 2, "清一色": 1})
    making.hand(table, 0, 8, 1)
    making.close(table)
    rows = Sums(results_workbook(event).content).rows(HANDS, 1)
    names = "清一色 Full Flush · 碰碰和 All Pungs · 四归一 Tile Hog × 2"
    assert [row["番种 Fan by name"] for row in rows] == [names, None]


def test_what_is_kept_beside_a_formula_is_what_it_gives() -> None:
    sums = Sums(results_workbook(tied(team_ranking=True)).content)
    formulas = [
        (page.title, cell.coordinate)
        for page in sums.book.worksheets
        for row in page.iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]
    assert len(formulas) > 100
    for title, at in formulas:
        kept = sums.kept[title][at].value
        assert Fraction(kept).limit_denominator(1000) == sums.value(title, at), (title, at)


NASTY = (
    "=1+1",
    "+49 171",
    "@x",
    "-12",
    '=HYPERLINK("http://x")',
    "#N/A",
    'x s="0" <b>&amp;',
    "𠮷🐷Ё",
    "长" * 200,
)


def test_what_people_typed_stays_text() -> None:
    made = tied()
    for player, name in zip(Player.objects.filter(tournament=made).order_by("number"), NASTY, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    Team.objects.filter(tournament=made, number=1).update(name="=cmd|'/c calc'!A0")
    Tournament.objects.filter(pk=made.pk).update(name="=2+2", city="+1")
    sums = Sums(results_workbook(made).content)
    typed = {*NASTY, "=cmd|'/c calc'!A0", "=2+2", "+1"}
    found = [
        cell
        for page in sums.book.worksheets
        for row in page.iter_rows()
        for cell in row
        if isinstance(cell.value, str) and cell.value in typed
    ]
    assert {cell.value for cell in found} == typed
    assert {cell.data_type for cell in found} == {"s"}
    for cell in found:
        assert cell.quotePrefix == (cell.value[0] in "=+@-"), cell.value


def test_control_characters_are_taken_out_and_negative_numbers_stay_numbers() -> None:
    sheet = Sheet("x", [10])
    sheet.add(["a\x00b\x1fc\ud800\ufffe", "two\nlines\tmore", -12, Fraction(-1, 2)])
    page = openpyxl.load_workbook(io.BytesIO(written([sheet], "t\x01")))["x"]
    assert [cell.value for cell in page[1]] == ["abc", "two lines more", -12, "=-1/2"]
    assert [cell.data_type for cell in page[1]] == ["s", "s", "n", "f"]


def test_rows_are_as_high_as_their_texts_and_every_printed_page_has_the_headings() -> None:
    """In a column of ten characters "Standard points" takes a line for each word, and the Chinese above it one."""
    book = openpyxl.load_workbook(io.BytesIO(results_workbook(tied()).content))
    heights = [book[PLAYERS].row_dimensions[row].height for row in (1, 3)]
    assert heights == [45, None]
    assert [book[title].print_title_rows for title in (PLAYERS, FIRST, HANDS)] == ["$1:$2", "$1:$1", "$1:$1"]


def test_a_table_still_being_played_is_named_and_not_shown() -> None:
    made = tied()
    table = making.table(made, 1, 4)
    making.hand(table, 0, 77, 1)
    sums = Sums(results_workbook(made).content)
    cells = [cell.value for page in sums.book.worksheets for row in page.iter_rows() for cell in row]
    assert 77 not in cells
    assert "尚无最后成绩的桌 Tables without a final result" in [
        row["桌 Table"] for row in sums.rows(FIRST, 1)
    ]


def test_the_file_is_made_again_when_a_result_changed_and_its_name_has_the_version() -> None:
    made = played()
    before = results_workbook(made)
    table = making.table(made, 1, 2)
    making.hand(table, 0, 33)
    between = results_workbook(made)
    # A hand at an open table changes nothing in it, so that it is the same file under a newer name.
    assert between.content == before.content
    made.refresh_from_db()
    assert between.version == made.version > before.version
    making.close(table)
    after = results_workbook(made)
    made.refresh_from_db()
    assert after.filename == f"{made.slug}-results-session-1-v{made.version}.xlsx"
    sums = Sums(after.content)
    assert 123 in [row["last 合计 Total"] for row in sums.rows(PLAYERS, 2)]


def test_as_of_a_session_nothing_of_later_ones_stands_in_it() -> None:
    made = played()
    for number in (2, 3, 4):
        making.close(making.table(made, 1, number))
    close_session(made, 1, making.user())
    table = making.table(made, 2, 1)
    making.hand(table, 0, 66, 1)
    making.close(table)
    best = sitter(making.table(made), 0)
    sums = Sums(results_workbook(made, 1).content)
    assert sums.book.sheetnames == ["说明 About", PLAYERS, TEAMS, FIRST, HANDS]
    row = next(row for row in sums.rows(PLAYERS, 2) if row["编号 No."] == best.number)
    assert row["last 合计 Total"] == 24
    assert sums.book[HANDS].max_row == 3


def test_a_stage_has_what_was_carried_into_it() -> None:
    """The final of four takes 2/3 along: of the best 4 standard points and 48 match points (+56 −8)."""
    made = making.tournament(8, 2, teams=False)
    add_stage(made, StagePlan("Preliminary", "all", [1]), making.user())
    fill_stage(made, made.stages.get().pk, making.user())
    make_draw(made, [1], making.user(), seed="x")
    publish_draw(made, [1], making.user())
    for number, (fan, second) in enumerate(((24, 8), (32, 12)), 1):
        table = making.table(made, 1, number)
        making.hand(table, 0, fan, 1)
        making.hand(table, 2, second, 3)
        making.close(table)
    close_session(made, 1, making.user())
    final = add_stage(made, StagePlan("Final", "top", [2], carry="2/3", places=(1, 4)), making.user())
    fill_stage(made, final.pk, making.user())
    make_draw(made, [2], making.user(), seed="y")
    publish_draw(made, [2], making.user())
    table = making.table(made, 2, 1)
    making.hand(table)  # drawn: the four share 4 + 3 + 2 + 1
    making.close(table)
    file = results_workbook(made, None, final)
    assert file.filename.startswith(f"{made.slug}-stage-2-results-session-2-v")
    sums = Sums(file.content)
    assert sums.book.sheetnames == ["说明 About", PLAYERS, "第2局 Session 2", HANDS]
    rows = sums.rows(PLAYERS, 2)
    assert len(rows) == 4
    first = rows[0]
    assert (first["带入 Carried over"], first["第2局 S2"]) == (Fraction(8, 3), Fraction(5, 2))
    assert (first["合计 Total"], first["last 合计 Total"]) == (Fraction(31, 6), 32)
    lines = player_standings(made, stage=final).lines
    assert [(r["合计 Total"], r["last 合计 Total"]) for r in rows] == [
        (one.standard, one.match) for one in lines
    ]


def test_the_first_sheet_says_what_it_is_in_both_languages() -> None:
    made = played()
    made.refresh_from_db()
    page = openpyxl.load_workbook(io.BytesIO(results_workbook(made).content))["说明 About"]
    text = "\n".join(str(cell.value) for row in page.iter_rows() for cell in row if cell.value is not None)
    for part in (
        made.name,
        "2014",
        "Asia/Shanghai",
        "+0800",
        "标准分",
        "Standard points are exact",
        "4-3-2-1",
    ):
        assert part in text
    facts = {row[0].value: row[1].value for row in page.iter_rows(min_row=2, max_col=2)}
    assert facts["版本 Version"] == made.version


def test_before_the_first_result_there_is_a_file_without_lines() -> None:
    sums = Sums(results_workbook(making.drawn(8, 1)).content)
    assert sums.book.sheetnames == ["说明 About", PLAYERS, HANDS]
    assert sums.rows(PLAYERS, 2) == []


def test_the_number_of_queries_does_not_depend_on_the_number_of_tables() -> None:
    counts = []
    for tables in (1, 4):
        made = making.drawn(16, 1)
        for number in range(1, tables + 1):
            table = making.table(made, 1, number)
            making.hand(table, 0, 8, 1)
            making.penalty(table, 2)
            making.close(table)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            results_workbook(made)
        counts.append(len(queries))
    assert counts[0] == counts[1]
