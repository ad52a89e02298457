"""Rows of cells from pasted text, CSV files and XLSX files, the ugly ones included."""

import io
import time
import zipfile
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest

from tournament.exchange.cells import MOST_BYTES, decoded, rows_of_file, rows_of_text
from tournament.refusals import Refused


def cells(text: str, separator: str = "auto") -> list[tuple[str, ...]]:
    return [row.cells for row in rows_of_text(text, separator)]


def book(*rows: list[Any], change: Callable[[Any], None] | None = None) -> bytes:
    """An XLSX file with these rows in its first sheet."""
    made = openpyxl.Workbook()
    sheet = made.worksheets[0]
    for row in rows:
        sheet.append(row)
    if change:
        change(made)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def code_of(name: str, data: bytes) -> str:
    with pytest.raises(Refused) as caught:
        rows_of_file(name, data)
    assert caught.value.message
    return caught.value.code


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1\t王芳\t一队", [("1", "王芳", "一队")]),
        ("1,王芳,一队\n2,陈伟,一队", [("1", "王芳", "一队"), ("2", "陈伟", "一队")]),
        ("1;王芳;一队\n2;陈伟;一队", [("1", "王芳", "一队"), ("2", "陈伟", "一队")]),
        ("王芳，一队\n陈伟，一队", [("王芳", "一队"), ("陈伟", "一队")]),
        ("王芳\n陈伟", [("王芳",), ("陈伟",)]),
        ("1. 王芳\n2. 陈伟", [("1", "王芳"), ("2", "陈伟")]),
        ("1、王芳\n2、陈伟", [("1", "王芳"), ("2", "陈伟")]),
        ("Anna de Vries\nO’Brien", [("Anna de Vries",), ("O’Brien",)]),
        ("\ufeff王芳\r\n陈伟\r\n", [("王芳",), ("陈伟",)]),
        ("王芳\r陈伟", [("王芳",), ("陈伟",)]),
        ("  王芳  \t 一队\u3000", [("王芳", "一队")]),
    ],
)
def test_the_separator_is_found(text: str, expected: list[tuple[str, ...]]) -> None:
    assert cells(text) == expected


def test_a_tab_wins_over_commas_in_names() -> None:
    assert cells("D'ANGELO, Christiane\tRoma\nMüller, Hans\tBerlin") == [
        ("D'ANGELO, Christiane", "Roma"),
        ("Müller, Hans", "Berlin"),
    ]


def test_the_separator_can_be_said() -> None:
    assert cells("D'ANGELO, Christiane", "none") == [("D'ANGELO, Christiane",)]
    assert cells("欧阳 娜娜  一队", "blank") == [("欧阳", "娜娜", "一队")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"D\'ANGELO, Christiane",Roma\nx,y', [("D'ANGELO, Christiane", "Roma"), ("x", "y")]),
        ('"He said ""hi""",Roma\nx,y', [('He said "hi"', "Roma"), ("x", "y")]),
        ('"Kid" Wang\tRoma', [('"Kid" Wang', "Roma")]),
        ('"never closed\tRoma\nx\ty', [('"never closed', "Roma"), ("x", "y")]),
        ('x\t"', [("x", '"')]),
        ("5' 10\"\tRoma", [("5' 10\"", "Roma")]),
    ],
)
def test_quotes_enclose_a_cell_only_where_they_are_closed(text: str, expected: list[tuple[str, ...]]) -> None:
    assert cells(text) == expected


def test_rows_keep_the_line_of_the_source() -> None:
    rows = rows_of_text('姓名\t队\n\n"two\nlines"\tA\n王芳\tB\n')
    assert [(row.line, row.cells) for row in rows] == [
        (1, ("姓名", "队")),
        (3, ("two lines", "A")),
        (5, ("王芳", "B")),
    ]


def test_many_unclosed_quotes_are_read_in_no_time() -> None:
    began = time.monotonic()
    with pytest.raises(Refused):
        rows_of_text('"a\t' * 300 + '\n"b' * 100_000)
    assert time.monotonic() - began < 3


def test_too_many_lines_and_too_much_text_are_refused() -> None:
    with pytest.raises(Refused) as lines:
        rows_of_text("x\n" * 5000)
    assert lines.value.code == "too_many_lines"
    with pytest.raises(Refused) as text:
        rows_of_text(("x" * 200 + "\n") * 3000)
    assert text.value.code == "too_much_text"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("编号,姓名\n1,王芳", "utf-8"),
        ("编号,姓名\n1,王芳", "utf-8-sig"),
        ("编号,姓名\n1,王芳", "gb18030"),
        ("编号,姓名\n1,𠮷野", "gb18030"),
        ("编号\t姓名\n1\t王芳", "utf-16"),
        ("Name\nMüller\nÉlodie\nFrançois", "cp1252"),
        ("Name\nŐry\nЁлкин", "utf-8"),
    ],
)
def test_a_file_is_read_in_its_encoding(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding)) == text


def test_a_csv_file_is_read() -> None:
    rows = rows_of_file("players.csv", "编号,姓名\r\n1,王芳\r\n".encode("gb18030"))
    assert [row.cells for row in rows] == [("编号", "姓名"), ("1", "王芳")]


def test_an_xlsx_file_is_read_as_people_see_it() -> None:
    def change(made: Any) -> None:
        made.worksheets[0]["C3"].number_format = "00000000"

    data = book(
        ["No", "Name", "EMA"], [1.0, "王芳", "04070001"], [2, "=1+1 Müller/Wang", 4070002], change=change
    )
    rows = rows_of_file("list.XLSX", data)
    assert [(row.line, row.cells) for row in rows] == [
        (1, ("No", "Name", "EMA")),
        (2, ("1", "王芳", "04070001")),
        (3, ("2", "", "04070002")),
    ]


def test_a_name_that_begins_with_an_equals_sign_survives_as_text() -> None:
    def change(made: Any) -> None:
        cell = made.worksheets[0]["A1"]
        cell.value = "=1+1"
        cell.data_type = "s"

    assert rows_of_file("a.xlsx", book(["x"], change=change))[0].cells == ("=1+1",)


def test_the_first_sheet_with_anything_in_it_is_read() -> None:
    def change(made: Any) -> None:
        made.create_sheet("empty", 0)
        hidden = made.create_sheet("hidden", 0)
        hidden["A1"] = "secret"
        hidden.sheet_state = "hidden"

    assert [row.cells for row in rows_of_file("a.xlsx", book(["王芳"], change=change))] == [("王芳",)]


def test_a_sheet_that_claims_to_be_wide_is_read_quickly() -> None:
    def change(made: Any) -> None:
        for row in range(1, 400):
            made.worksheets[0].cell(row, 16_000, "far away")

    began = time.monotonic()
    rows = rows_of_file("a.xlsx", book(["王芳"], change=change))
    assert [row.cells for row in rows] == [("王芳",)]
    assert time.monotonic() - began < 5


def test_a_cell_at_the_end_of_the_sheet_is_found_quickly() -> None:
    def change(made: Any) -> None:
        made.worksheets[0].cell(1_048_576, 1, "last")

    began = time.monotonic()
    rows = rows_of_file("a.xlsx", book(["first"], change=change))
    assert [(row.line, row.cells) for row in rows] == [(1, ("first",)), (1_048_576, ("last",))]
    assert time.monotonic() - began < 5


def test_a_sheet_with_more_lines_than_players_is_refused() -> None:
    assert code_of("a.xlsx", book(*([f"Player {n}"] for n in range(4200)))) == "too_many_lines"


def zipped(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


BOMB = zipped(**{"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b" " * (60 * 1024 * 1024)})
MACROS = zipped(**{"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b"", "xl/vbaProject.bin": b"x"})
ENTITIES = zipped(
    **{"[Content_Types].xml": b"<!DOCTYPE x [<!ENTITY a 'a'>]><Types/>", "xl/workbook.xml": b""}
)
DOCUMENT = zipped(**{"[Content_Types].xml": b"<Types/>", "word/document.xml": b""})
EMPTY_BOOK = zipped(**{"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b"junk"})


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.csv", b"", "file_empty"),
        ("a.csv", b" \n", "file_empty"),
        ("a.csv", b"x" * (MOST_BYTES + 1), "file_too_large"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", "file_old"),
        ("secret.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", "file_old"),
        ("a.xlsm", b"PK\x03\x04", "file_macros"),
        ("a.xlsx", MACROS, "file_macros"),
        ("a.xlsx", BOMB, "file_bomb"),
        ("a.xlsx", ENTITIES, "file_broken"),
        ("a.xlsx", b"PK\x03\x04 this is no zip", "file_broken"),
        ("a.xlsx", EMPTY_BOOK, "file_broken"),
        ("a.docx", DOCUMENT, "file_kind"),
        ("a.png", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00", "file_unreadable"),
    ],
)
def test_what_is_no_list_is_refused_in_words(name: str, data: bytes, code: str) -> None:
    assert code_of(name, data) == code


def test_the_bomb_is_small_enough_to_be_uploaded() -> None:
    assert len(BOMB) < MOST_BYTES
