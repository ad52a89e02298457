"""XLSX files: sheets of cells of which none can run, with formulas and the values that they have.

openpyxl makes the shell of the file and its styles. The rows are written here, because openpyxl leaves the value of a
formula empty until somebody computes it, and what only shows files (a telephone, a mail program) would show nothing.
"""

from __future__ import annotations

import datetime
import io
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from xml.sax.saxutils import escape

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# What an XLSX cell holds at most, and from where its days are counted.
LONGEST = 32767
DAY_ZERO = datetime.date(1899, 12, 30)
# Nothing in a row looks like the mark of a style but the mark of a style.
QUOTES = {'"': "&quot;"}
_MARK = re.compile(r"\s*[=+\-@＝＋－＠]")
_STYLE = re.compile(r' s="(\d+)"')
_EMPTY = re.compile(rb"<sheetData ?/>|<sheetData></sheetData>")
_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


@dataclass(frozen=True)
class MadeFile:
    """A file with the version of the tournament that it shows, at least."""

    content: bytes
    filename: str
    version: int
    content_type: str = CONTENT_TYPE


@dataclass(frozen=True)
class Formula:
    """A formula without its "=", and its exact value; `form` is its number format, without one that of fractions."""

    text: str
    value: Fraction | int
    form: str = ""


@dataclass(frozen=True)
class Look:
    """How a cell looks; `form` is a number format. `quoted`: what is typed over it stays text."""

    form: str = "General"
    bold: bool = False
    shade: bool = False
    wrap: bool = False
    quoted: bool = False


@dataclass(frozen=True)
class Styled:
    """A value with a look of its own."""

    value: Value
    look: Look


Value = str | int | Fraction | Decimal | datetime.date | Formula | None
PLAIN, BOLD, TEXT = Look(), Look(bold=True), Look("@")
HEAD = Look(bold=True, shade=True, wrap=True)
WRAPPED = Look(wrap=True)


@dataclass
class Sheet:
    """A sheet of a file: `title` has 31 characters at most, `frozen` is the first cell that scrolls."""

    title: str
    widths: Sequence[int]
    frozen: str = ""
    rows: list[str] = field(default_factory=list)
    looks: dict[Look, int] = field(default_factory=dict)

    def add(self, cells: Iterable[Value | Styled], look: Look = PLAIN) -> int:
        """Add a row below the others; returns its number. Cells without a look of their own have this one."""
        number = len(self.rows) + 1
        written = []
        for column, cell in enumerate(cells, 1):
            value, own = (cell.value, cell.look) if isinstance(cell, Styled) else (cell, look)
            written.append(self._cell(f"{letter(column)}{number}", value, own))
        self.rows.append(f'<row r="{number}">{"".join(written)}</row>')
        return number

    @property
    def next(self) -> int:
        """The number that the next row will have."""
        return len(self.rows) + 1

    def _cell(self, at: str, value: Value, look: Look) -> str:
        if isinstance(value, str) and value:
            look, inside = _text(value, look)
            return f'<c r="{at}" s="{self._style(look)}" t="inlineStr">{inside}</c>'
        if isinstance(value, Fraction | Formula) and look.form == "General":
            look = _formed(look, fraction_format(value))
        elif isinstance(value, datetime.date):
            look = _formed(look, "yyyy-mm-dd")
        return f'<c r="{at}" s="{self._style(look)}">{_inside(value)}</c>'

    def _style(self, look: Look) -> int:
        """The place of a look among those of this sheet, as a mark that `written` replaces by that of the file."""
        return self.looks.setdefault(look, len(self.looks))


def written(sheets: Sequence[Sheet], title: str) -> bytes:
    """The file of these sheets; `title` stands among its properties."""
    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.creator, book.properties.title = "Quesai", clean(title)
    book.calculation.fullCalcOnLoad = True
    made = {}
    for number, sheet in enumerate(sheets, 1):
        styles = _laid_out(book.create_sheet(sheet.title), sheet)
        made[f"xl/worksheets/sheet{number}.xml"] = _sheet_data(sheet, [f' s="{style}"' for style in styles])
    shell, file = io.BytesIO(), io.BytesIO()
    book.save(shell)
    with zipfile.ZipFile(shell) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            content = old.read(part)
            if rows := made.get(part):
                before, after = _EMPTY.split(content)
                content = before + rows + after
            new.writestr(part, content)
    return file.getvalue()


def _sheet_data(sheet: Sheet, styles: Sequence[str]) -> bytes:
    rows = _STYLE.sub(lambda found: styles[int(found[1])], "".join(sheet.rows))
    return f"<sheetData>{rows}</sheetData>".encode()


def clean(text: str) -> str:
    """A text without what no cell may hold: control characters, halves of characters; ends of lines are blanks."""
    kept = (" " if c in "\t\n\r" else c for c in text if c in "\t\n\r" or _may_stand(c))
    return "".join(kept)[:LONGEST]


# Of a thousand players there are half a million cells, with the same names and the same looks again and again.
@lru_cache(maxsize=8192)
def _text(value: str, look: Look) -> tuple[Look, str]:
    """A text as it stands in a cell, and the look of that cell: one that begins like a formula stays text."""
    text = clean(value)
    inside = _ESCAPED.sub("_x005F_", escape(text, QUOTES))
    return (
        replace(look, quoted=True) if _MARK.match(text) else look,
        f'<is><t xml:space="preserve">{inside}</t></is>',
    )


@lru_cache(maxsize=256)
def _formed(look: Look, form: str) -> Look:
    return replace(look, form=form)


@lru_cache(maxsize=256)
def letter(column: int) -> str:
    """The letters of a column, counted from 1."""
    return get_column_letter(column)


def exact_text(value: Fraction | int) -> str:
    """A number as it stands in a formula: 7/3, -4."""
    return str(Fraction(value))


def sum_of(cells: str, values: Iterable[Fraction | int], form: str = "") -> Formula:
    """The sum over a range of cells that have these values."""
    return Formula(f"SUM({cells})", sum(values), form)


def fraction_format(value: Fraction | Formula) -> str:
    """A format that shows fractions as fractions: 2 1/3; with three digits below the line where there are more."""
    if isinstance(value, Formula):
        return value.form or fraction_format(Fraction(value.value))
    return "# ?/??" if value.denominator < 100 else "# ?/???"


def _may_stand(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cs") and ord(character) & 0xFFFE != 0xFFFE


def _inside(value: Value) -> str:
    if value is None or isinstance(value, str):  # a text that is empty
        return ""
    if isinstance(value, Decimal):
        return f"<v>{value}</v>"
    if isinstance(value, datetime.date):
        return f"<v>{(value - DAY_ZERO).days}</v>"
    if isinstance(value, Formula):
        return f"<f>{escape(value.text, QUOTES)}</f><v>{_decimal(value.value)}</v>"
    if value.denominator == 1:
        return f"<v>{int(value)}</v>"
    return f"<f>{exact_text(value)}</f><v>{_decimal(value)}</v>"


def _decimal(value: Fraction | int) -> str:
    """A number as spreadsheets keep it beside its formula: they know nothing more exact, and compute it again."""
    return str(int(value)) if value.denominator == 1 else repr(value.numerator / value.denominator)


def _laid_out(page: Worksheet, sheet: Sheet) -> list[int]:
    """Give a sheet of the shell its columns, its frozen head and how it prints; returns the styles of its looks."""
    for column, width in enumerate(sheet.widths, 1):
        page.column_dimensions[letter(column)].width = width
    page.freeze_panes = sheet.frozen or None
    page.page_setup.orientation, page.page_setup.paperSize = "landscape", 9
    page.page_setup.fitToHeight = 0
    page.sheet_properties.pageSetUpPr.fitToPage = True
    return [_style_id(page, look) for look in sheet.looks]


def _style_id(page: Worksheet, look: Look) -> int:
    cell = WriteOnlyCell(page)
    cell.number_format = look.form
    cell.font = Font(bold=look.bold)
    if look.shade:
        cell.fill = PatternFill("solid", fgColor="E7F0EA")
    if look.wrap:
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    cell.quotePrefix = look.quoted
    return int(cell.style_id)
