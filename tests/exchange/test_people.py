"""Lists of players: which column means what, and the person in each line."""

import pytest

from tests import making
from tournament.actions.people import PersonFacts
from tournament.exchange.cells import rows_of_text
from tournament.exchange.people import Reading, Sheet, full_name, read_people, understand
from tournament.models import Tournament
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.tournament(4, 1)


def sheet(text: str) -> Sheet:
    return understand(rows_of_text(text))


def read(event: Tournament, text: str, columns: tuple[str, ...] = (), *, repeat: bool = False) -> Reading:
    return read_people(event, sheet(text), columns, teams_repeat=repeat)


def told(reading: Reading) -> list[tuple[int, str, str]]:
    return [(problem.line, problem.field, problem.severity) for problem in reading.problems]


@pytest.mark.parametrize(
    ("headings", "columns"),
    [
        (
            "编号\t姓名\t姓\t名\t队名\t国籍\t俱乐部\tEMA号",
            ("number", "name", "family_name", "given_name", "team", "country", "club", "ema_number"),
        ),
        ("序号\t选手\t代表队\t国家/地区", ("number", "name", "team", "country")),
        ("姓名\t单位", ("name", "team")),
        ("姓名\t队名\t单位", ("name", "team", "club")),
        ("姓\t名字", ("family_name", "given_name")),
        ("名字\t队", ("name", "team")),
        ("姓名\t陪打", ("name", "is_stand_in")),
        (
            "Number\tName\tFirst name\tLast name\tTeam\tCountry\tClub\tEMA",
            ("number", "name", "given_name", "family_name", "team", "country", "club", "ema_number"),
        ),
        ("No.\tPlayer\tTEAM NAME\tNationality", ("number", "name", "team", "country")),
        (
            "Nr\tNachname\tVorname\tVerein\tEMA-Nr.",
            ("number", "family_name", "given_name", "club", "ema_number"),
        ),
        ("Nom\tPrénom\tÉquipe", ("family_name", "given_name", "team")),
        ("Name\tName\tRemark", ("name", "", "")),
    ],
)
def test_headings_say_what_columns_mean(headings: str, columns: tuple[str, ...]) -> None:
    found = sheet(headings + "\n" + "\t".join("x" for _ in columns))
    assert found.columns == columns
    assert found.headings == tuple(headings.split("\t"))


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("王芳\n陈伟", ("name",)),
        ("王芳\t一队\n陈伟\t一队", ("name", "team")),
        ("1\t王芳\t一队\n2\t陈伟\t一队", ("number", "name", "team")),
        ("1\t王芳\n2\t陈伟", ("number", "name")),
        ("王芳\t一队\t04070001\n陈伟\t一队\t", ("name", "team", "ema_number")),
        ("D'ANGELO, Christiane\nMÜLLER, Hans", ("family_name", "given_name")),
        ("Anna,RED\nHans,RED", ("name", "team")),
        ("1\t王芳\t一队\t中国\tx\n2\t陈伟\t一队\t中国\ty", ("number", "name", "team", "", "")),
    ],
)
def test_without_headings_columns_are_guessed(text: str, columns: tuple[str, ...]) -> None:
    assert sheet(text).columns == columns


def test_lines_above_the_headings_and_repeated_headings_are_left_out() -> None:
    found = sheet("2026 春季赛\t\n\t\n编号\t姓名\n1\t王芳\n编号\t姓名\n2\t陈伟")
    assert found.above == (1,)
    assert [(row.line, row.cells) for row in found.rows] == [(4, ("1", "王芳")), (6, ("2", "陈伟"))]


@pytest.mark.parametrize("text", ["", "  \n\t\n", "编号\t姓名"])
def test_an_empty_list_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        sheet(text)
    assert caught.value.code == "nobody"


NAMES = (
    "D'ANGELO, Christiane",
    "O’Brien",
    "Müller/Wang",
    "𠮷野家",
    "[Kid] (Wang)",
    "=1+1",
    "🐷",
    "ő Ё",
    "足立レイ",
)


def test_names_are_kept_as_they_are_written(event: Tournament) -> None:
    reading = read(event, "\n".join(["姓名\t队", *(f"{name}\tX" for name in NAMES)]))
    assert [person.name for person in reading.people] == list(NAMES)
    assert reading.errors == 0


@pytest.mark.parametrize(
    ("family", "given", "name"),
    [
        ("王", "芳", "王芳"),
        ("欧阳", "娜娜", "欧阳娜娜"),
        ("佐々木", "みゆ", "佐々木みゆ"),
        ("김", "민준", "김민준"),
        ("𠮷野", "レイ", "𠮷野レイ"),
        ("Müller", "Hans", "Hans Müller"),
        ("Wang", "Fang", "Fang Wang"),
        ("王", "Fang", "Fang 王"),
        ("Иванов", "Пётр", "Пётр Иванов"),
        ("王", "", "王"),
        ("", "Hans", "Hans"),
    ],
)
def test_a_name_is_made_of_its_parts(family: str, given: str, name: str) -> None:
    assert full_name(family, given) == name


def test_a_name_that_is_given_is_not_made_anew(event: Tournament) -> None:
    reading = read(event, "Name\tFirst name\tLast name\nHansi\tHans\tMüller")
    assert reading.people[0] == PersonFacts("Hansi", family_name="Müller", given_name="Hans")


@pytest.mark.parametrize(("cell", "number"), [("12", 12), ("12.0", 12), ("１２", 12), ("007", 7), ("", None)])
def test_numbers_are_read_as_people_write_them(event: Tournament, cell: str, number: int | None) -> None:
    reading = read(event, f"编号\t姓名\n{cell}\t王芳")
    assert reading.people[0].number == number
    assert told(reading) == []


@pytest.mark.parametrize("cell", ["A12", "1.5", "-3", "12号", "1e3", "0", "100000", "9" * 40])
def test_what_is_no_number_is_an_error_at_its_line(event: Tournament, cell: str) -> None:
    reading = read(event, f"编号\t姓名\n{cell}\t王芳")
    assert told(reading) == [(2, "number", "error")]


@pytest.mark.parametrize(
    ("cell", "ema"),
    [
        ("04070001", "04070001"),
        ("04 07 0001", "04070001"),
        ("14070001.0", "14070001"),
        ("none yet", "none yet"),
    ],
)
def test_an_ema_number_is_text(event: Tournament, cell: str, ema: str) -> None:
    assert read(event, f"姓名\tEMA\n王芳\t{cell}").people[0].ema_number == ema


def test_a_lost_zero_is_pointed_out(event: Tournament) -> None:
    assert told(read(event, "姓名\tEMA\n王芳\t4070001")) == [(2, "ema_number", "warning")]


@pytest.mark.parametrize(
    ("cell", "stand_in"),
    [("是", True), ("x", True), ("Yes", True), ("√", True), ("", False), ("否", False), ("0", False)],
)
def test_stand_ins_are_ticked(event: Tournament, cell: str, stand_in: bool) -> None:
    assert read(event, f"姓名\t陪打\n王芳\t{cell}").people[0].is_stand_in is stand_in


def test_neither_yes_nor_no_is_an_error(event: Tournament) -> None:
    assert told(read(event, "姓名\t陪打\n王芳\tmaybe")) == [(2, "is_stand_in", "error")]


def test_every_problem_is_told_with_its_line(event: Tournament) -> None:
    text = "编号\t姓名\t队\n7\t王芳\t一队\n7\t陈伟\t一队\nA\t李四\t一队\n9\t\t一队\n\n1\t赵六\t一队\n11\t王芳\t一队"
    reading = read(event, text)
    assert told(reading) == [
        (3, "number", "error"),  # number 7 twice
        (4, "number", "error"),  # A
        (5, "name", "error"),  # nobody
        (7, "number", "error"),  # number 1 is enrolled already
        (8, "name", "warning"),  # a namesake
    ]
    assert reading.errors == 4


def test_namesakes_are_a_warning_only(event: Tournament) -> None:
    reading = read(event, "姓名\t队\n王芳\t一队\n王芳\t一队\n王芳\t二队")
    assert told(reading) == [(3, "name", "warning")]
    assert reading.errors == 0


def test_an_error_of_the_spreadsheet_is_told_once(event: Tournament) -> None:
    assert told(read(event, "姓名\t队\n#N/A\t一队\n王芳\t#REF!")) == [
        (2, "name", "error"),
        (3, "team", "error"),
        (3, "team", "warning"),
    ]


def test_without_a_column_of_names_one_error_says_so(event: Tournament) -> None:
    reading = read(event, "编号\t队\n1\t一队\n2\t一队", ("number", "team"))
    assert told(reading) == [(2, "name", "error"), (2, "number", "error"), (3, "number", "error")]


def test_the_organiser_can_say_what_columns_mean(event: Tournament) -> None:
    reading = read(event, "Anna,Bell\nHans,Carr", ("given_name", "family_name"))
    assert [person.name for person in reading.people] == ["Anna Bell", "Hans Carr"]
    assert [person.team for person in reading.people] == ["", ""]


def test_merged_team_cells_repeat_the_team_above(event: Tournament) -> None:
    text = "队\t姓名\n一队\t王芳\n\t陈伟\n二队\t李四\n\t赵六"
    assert [person.team for person in read(event, text).people] == ["一队", "", "二队", ""]
    assert told(read(event, text)) == [(3, "team", "warning")]
    repeated = read(event, text, repeat=True)
    assert [person.team for person in repeated.people] == ["一队", "一队", "二队", "二队"]
    assert told(repeated) == []


def test_characters_that_cannot_be_printed_are_refused(event: Tournament) -> None:
    assert told(read(event, "姓名\t队\n王\x07芳\t一队")) == [(2, "name", "error")]


def test_a_name_that_is_too_long_is_refused(event: Tournament) -> None:
    assert told(read(event, f"姓名\t队\n{'长' * 201}\t一队")) == [(2, "name", "error")]


def test_more_players_than_a_tournament_has_are_refused() -> None:
    with pytest.raises(Refused) as caught:
        sheet("\n".join(f"Player {n}" for n in range(4097)))
    assert caught.value.code == "too_many_lines"
