"""Rows of cells from what people have: text pasted from a spreadsheet, CSV files of any encoding, XLSX files.

Every row keeps the line of its source, so that a problem can be found there. What cannot be read is refused as a
whole, in words that say what to do.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import openpyxl
from django.utils.translation import gettext as _

from tournament.refusals import Refused

MOST_BYTES = 2 * 1024 * 1024
MOST_ROWS = 4096 + 20  # a heading and a few lines above it
MOST_COLUMNS = 60
# All text together: far more than 4096 people need, and little enough to travel through a form.
MOST_TEXT = 400_000
# What an XLSX file may unpack to; a full sheet of 4096 people is under 3 MB.
MOST_UNPACKED = 40 * 1024 * 1024
MOST_PARTS = 500
SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "blank": " ", "none": ""}
_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_NUMBERED = re.compile(r"^[ ]*(\d{1,5})(?:[.．、)）][ ]*|[ \u3000]+)(?=\S)", re.MULTILINE)
_WIDE = str.maketrans({"，": ",", "；": ";"})


@dataclass(frozen=True)
class Row:
    """One line of the source, counted from 1, with its cells without blanks around them."""

    line: int
    cells: tuple[str, ...]


def rows_of_text(text: str, separator: str = "auto") -> list[Row]:
    """The rows of pasted text. `separator` is a key of SEPARATORS, or "auto": the one that the text seems to use.

    A cell in quotes may hold the separator, line ends and doubled quotes; a quote that is not closed properly is
    part of the name. Empty lines are left out and counted.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    if len(text) > MOST_BYTES:
        raise Refused("too_much_text", _("The text is longer than a list of players can be."), field="text")
    mark = SEPARATORS[separator] if separator in SEPARATORS else _separator(text)
    if mark == " ":
        text, mark = re.sub(r"(?<=\S)[ \t\u3000]+(?=\S)", "\t", text), "\t"
    elif mark in (",", ";") and mark not in text:
        text = text.translate(_WIDE)
    elif mark == "" and separator not in SEPARATORS and _is_numbered(text):
        text, mark = re.sub(_NUMBERED, r"\1\t", text), "\t"
    return _kept(_split(text, mark))


def rows_of_file(name: str, data: bytes) -> list[Row]:
    """The rows of an uploaded CSV or XLSX file, told apart by their content."""
    if len(data) > MOST_BYTES:
        raise Refused(
            "file_too_large",
            _("The file is larger than 2 MB. Take out pictures and other sheets."),
            field="file",
        )
    if not data.strip():
        raise Refused("file_empty", _("The file is empty."), field="file")
    ending = name.lower().rpartition(".")[2]
    if ending == "xlsm":
        raise Refused(
            "file_macros", _("Files with macros (.xlsm) are not read. Save it as .xlsx."), field="file"
        )
    if data.startswith(_OLD_EXCEL):
        raise Refused(
            "file_old",
            _(
                "Old Excel files (.xls) and files with a password are not read. Save it as .xlsx without a password."
            ),
            field="file",
        )
    if data.startswith(b"PK"):
        return _kept(_sheet(data))
    return rows_of_text(decoded(data))


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, GB18030, or Western European."""
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ["utf-16"] if wide else ["utf-8-sig", _legacy(data), "gb18030"]:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise Refused(
        "file_unreadable",
        _("The file is no text that can be read. Save it as .xlsx, or as CSV in UTF-8."),
        field="file",
    )


def _legacy(data: bytes) -> str:
    """Of text that is not UTF-8: bytes above 127 come in pairs in Chinese, and alone in Western European."""
    runs = [len(run) for run in re.findall(rb"[\x80-\xff]+", data)]
    odd = sum(length % 2 for length in runs)
    return "cp1252" if odd * 2 > len(runs) else "gb18030"


def _separator(text: str) -> str:
    """The separator that a text seems to use: a tab anywhere wins, else what most lines have."""
    if "\t" in text:
        return "\t"
    lines = [line.translate(_WIDE) for line in text.split("\n") if line.strip()]
    having = {mark: sum(mark in line for line in lines) for mark in (";", ",")}
    best = max(having, key=lambda mark: having[mark])
    return best if having[best] * 2 > len(lines) else ""


def _is_numbered(text: str) -> bool:
    """Whether every line starts with a number, as in "1. 王芳" or "1、王芳"."""
    lines = [line for line in text.split("\n") if line.strip()]
    return bool(lines) and all(_NUMBERED.match(line) for line in lines)


def _split(text: str, mark: str) -> Iterator[Row]:
    """Cells between marks and line ends, with quoted cells. Every cell is looked at once."""
    stop = re.escape("\n" + mark)
    quoted = re.compile(rf'"([^"]*(?:""[^"]*)*)"[ ]*(?=[{stop}]|\Z)')
    bare = re.compile(f"[^{stop}]*")
    line, at = 1, 0
    while at < len(text):
        cells: list[str] = []
        first = line
        while True:
            found = (quoted.match(text, at) if mark else None) or bare.match(text, at)
            if found is None:  # cannot be: the bare pattern matches the empty text
                raise AssertionError(at)
            cells.append(found[1].replace('""', '"') if found.re is quoted else found[0])
            line += found[0].count("\n")
            at = found.end()
            if at >= len(text) or text[at] == "\n":
                break
            at += 1
        at, line = at + 1, line + 1
        yield Row(first, tuple(cells))


def _sheet(data: bytes) -> Iterator[Row]:
    """The rows of the first sheet of an XLSX file that has any."""
    _check_zip(data)
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            if sheet.sheet_state != "visible":
                continue
            rows = _filled(sheet)
            if rows:
                return iter(rows)
    except Refused:
        raise
    except Exception as error:  # openpyxl raises whatever a broken file leads it to
        raise Refused(
            "file_broken",
            _(
                "The file cannot be read as a spreadsheet. Open it, save it as .xlsx again, or paste the cells."
            ),
            field="file",
        ) from error
    return iter(())


def _filled(sheet: Any) -> list[Row]:
    """The rows of a sheet that hold anything, up to one more than is read.

    openpyxl hands out the same object for every row that is not in the file, so that gaps of a million rows cost
    nothing; rows that are in the file but empty are bounded.
    """
    sheet.reset_dimensions()
    rows: list[Row] = []
    blank, looked_at = None, 0
    for number, cells in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS), 1):
        if cells is blank:
            continue
        looked_at += 1
        if any(cell.value is not None for cell in cells):
            rows.append(Row(number, tuple(_shown(cell) for cell in cells)))
        else:
            blank = cells
        if len(rows) > MOST_ROWS or looked_at > 10 * MOST_ROWS:
            raise Refused(
                "too_many_lines", _("There are more than 4096 lines. Divide the list."), field="file"
            )
    return rows


def _check_zip(data: bytes) -> None:
    """Refuse what is no plain spreadsheet before anything is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            names = {part.filename for part in parts}
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise Refused(
                    "file_bomb",
                    _("The file unpacks to far more than a list of players. Save only the list as .xlsx."),
                    field="file",
                )
            if any(name.endswith("vbaProject.bin") for name in names):
                raise Refused(
                    "file_macros",
                    _("Files with macros (.xlsm) are not read. Save it as .xlsx."),
                    field="file",
                )
            if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
                raise Refused(
                    "file_kind", _("This is no .xlsx file. Save the list as .xlsx or CSV."), field="file"
                )
            for part in parts:
                if part.filename.endswith((".xml", ".rels")) and b"<!DOCTYPE" in archive.read(part):
                    raise Refused(
                        "file_broken",
                        _("The file has parts that a spreadsheet does not have. Save it as .xlsx again."),
                        field="file",
                    )
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, EOFError) as error:
        raise Refused(
            "file_broken", _("The file is damaged. Save it again as .xlsx or CSV."), field="file"
        ) from error


def _shown(cell: Any) -> str:
    """A cell as people see it: 12.0 is 12, and a number formatted with zeros in front keeps them."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and re.fullmatch(r"0{2,20}", str(cell.number_format or "")):
        return f"{value:0{len(cell.number_format)}d}"
    return str(value)


def _kept(rows: Iterator[Row]) -> list[Row]:
    """The rows that are not empty, with tidy cells; refused where there are too many."""
    kept: list[Row] = []
    size = 0
    for row in rows:
        cells = tuple(" ".join(cell.split()) for cell in row.cells[:MOST_COLUMNS])
        filled = max((at for at, cell in enumerate(cells, 1) if cell), default=0)
        if not filled:
            continue
        cells = cells[:filled]
        size += sum(map(len, cells))
        kept.append(Row(row.line, cells))
        if len(kept) > MOST_ROWS:
            raise Refused(
                "too_many_lines", _("There are more than 4096 lines. Divide the list."), field="text"
            )
        if size > MOST_TEXT:
            raise Refused(
                "too_much_text",
                _("There is more text than a list of players has. Take out columns that are not needed."),
                field="text",
            )
    return kept
