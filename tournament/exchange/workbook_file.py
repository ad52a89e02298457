"""XLSX files: sheets of cells of which none can run, with formulas and the values that they have.

openpyxl makes the shell of the file and its styles. The rows are written here, because openpyxl leaves the value of a
formula empty until somebody computes it, and what only shows files (a telephone, a mail program) would show nothing.
Of a thousand players there are half a million cells: a row is written as text when it is added, and packed as bytes.
"""

from __future__ import annotations

import datetime
import io
import re
import string
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.styles.fonts import DEFAULT_FONT
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# What an XLSX cell holds at most, and from where its days are counted.
LONGEST = 32767
DAY_ZERO = datetime.date(1899, 12, 30)
# The height of a line, in points.
LINE = 15
# So many rows are packed at a time.
A_STRETCH = 500
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_MARK = re.compile(r"\s*[=+\-@＝＋－＠]")
_EMPTY = re.compile(rb"<sheetData ?/>|<sheetData></sheetData>")
_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


@dataclass(frozen=True)
class MadeFile:
    """A file with the version of the tournament that it shows, at least."""

    content: bytes
    filename: str
    version: int
    content_type: str = CONTENT_TYPE


class Formula(NamedTuple):
    """A formula without its "=", and its exact value; `form` is its number format, without one that of fractions."""

    text: str
    value: Fraction | int
    form: str = ""


class Look(NamedTuple):
    """How a cell looks; `form` is one of `FORMS`. `quoted`: what is typed over it stays text."""

    form: str = "General"
    bold: bool = False
    shade: bool = False
    wrap: bool = False
    quoted: bool = False


class Styled(NamedTuple):
    """A value with a look of its own."""

    value: Value
    look: Look


Value = str | int | Fraction | Decimal | datetime.date | Formula | None
DAY, FRACTION, FINE_FRACTION, TIED = "yyyy-mm-dd", "# ?/??", "# ?/???", '0"="'
# Every number format that a cell may have; the first is that of a cell without a look.
FORMS = ("General", "0", "@", FRACTION, FINE_FRACTION, DAY, TIED)
# Every look there is, as each file numbers them: so a row is written once, with the numbers of its styles.
LOOKS = tuple(Look(form, *flags) for form in FORMS for flags in product((False, True), repeat=4))
_STYLES = {look: number for number, look in enumerate(LOOKS)}
PLAIN, BOLD, TEXT = Look(), Look(bold=True), Look("@")
HEAD = Look(bold=True, shade=True, wrap=True)
WRAPPED, BOLD_WRAPPED = Look(wrap=True), Look(bold=True, wrap=True)


@dataclass
class Sheet:
    """A sheet of a file: `title` has 31 characters at most, `frozen` is the first cell that scrolls."""

    title: str
    widths: Sequence[int]
    frozen: str = ""
    _count: int = 0
    _rows: list[str] = field(default_factory=list)
    _packed: list[bytes] = field(default_factory=list)

    def add(self, cells: Iterable[Value | Styled], look: Look = PLAIN) -> int:
        """Add a row below the others; returns its number. Cells without a look of their own have this one."""
        self._count = number = self._count + 1
        style = _STYLES[look]
        written, lines = [], 1
        for column, cell in enumerate(cells, 1):
            if type(cell) is int:
                written.append(f'<c r="{letter(column)}{number}" s="{style}"><v>{cell}</v></c>')
                continue
            value, own = (cell.value, cell.look) if isinstance(cell, Styled) else (cell, look)
            if own != PLAIN or (value is not None and value != ""):
                written.append(f'<c r="{letter(column)}{number}" {_cell(value, own)}</c>')
            if own.wrap and isinstance(value, str):
                lines = max(lines, _lines(value, self.widths[column - 1]))
        height = f' ht="{lines * LINE}" customHeight="1"' if lines > 1 else ""
        self._rows.append(f'<row r="{number}"{height}>{"".join(written)}</row>')
        if len(self._rows) == A_STRETCH:
            self._pack()
        return number

    @property
    def next(self) -> int:
        """The number that the next row will have."""
        return self._count + 1

    def data(self) -> Iterator[bytes]:
        """The rows as they stand in the file, piece by piece."""
        self._pack()
        yield b"<sheetData>"
        yield from self._packed
        yield b"</sheetData>"

    def _pack(self) -> None:
        self._packed.append("".join(self._rows).encode())
        self._rows.clear()


def written(sheets: Sequence[Sheet], title: str) -> bytes:
    """The file of these sheets; `title` stands among its properties."""
    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.creator, book.properties.title = "Quesai", clean(title)
    book.calculation.fullCalcOnLoad = True
    made = {}
    for number, sheet in enumerate(sheets, 1):
        page = book.create_sheet(sheet.title)
        _lay_out(page, sheet)
        made[f"xl/worksheets/sheet{number}.xml"] = sheet
    if [_style_id(page, look) for look in LOOKS] != list(range(len(LOOKS))):
        raise ValueError("openpyxl numbers styles in another way")
    shell, file = io.BytesIO(), io.BytesIO()
    book.save(shell)
    with zipfile.ZipFile(shell) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            if part not in made:
                new.writestr(part, old.read(part))
                continue
            before, after = _EMPTY.split(old.read(part))
            with new.open(part, "w") as opened:
                for piece in (before, *made[part].data(), after):
                    opened.write(piece)
    return file.getvalue()


def clean(text: str) -> str:
    """A text without what no cell may hold: control characters, halves of characters; ends of lines are blanks."""
    kept = (" " if c in "\t\n\r" else c for c in text if c in "\t\n\r" or _may_stand(c))
    return "".join(kept)[:LONGEST]


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
    return FRACTION if value.denominator < 100 else FINE_FRACTION


def _may_stand(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cs") and ord(character) & 0xFFFE != 0xFFFE


def _cell(value: Value, look: Look) -> str:
    """A cell behind its address: its style, its kind and what is in it."""
    if isinstance(value, Formula):
        form = value.form or fraction_format(value)
        style = _STYLES[look if look.form != "General" else _formed(look, form)]
        text = value.text.translate(_ESCAPES)
        return f's="{style}"><f>{text}</f><v>{_decimal(value.value)}</v>'
    if isinstance(value, str) and value:
        return _text(value, look)
    if isinstance(value, Fraction) and look.form == "General":
        look = _formed(look, fraction_format(value))
    elif isinstance(value, datetime.date):
        look = _formed(look, DAY)
    return f's="{_STYLES[look]}">{_inside(value)}'


# The same names and the same looks come again and again.
@lru_cache(maxsize=8192)
def _text(value: str, look: Look) -> str:
    """A text as it stands in a cell; one that begins like a formula stays text."""
    text = clean(value)
    if _MARK.match(text):
        look = look._replace(quoted=True)
    inside = _ESCAPED.sub("_x005F_", text.translate(_ESCAPES))
    return f's="{_STYLES[look]}" t="inlineStr"><is><t xml:space="preserve">{inside}</t></is>'


# Not every program finds by itself how high a row must be.
@lru_cache(maxsize=2048)
def _lines(text: str, width: int) -> int:
    """How many lines a text takes in a column that has room for so many characters, broken between words."""
    lines, filled = 1, 0
    for word in text.split():
        length = sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in word)
        if filled and filled + 1 + length > width - 1:
            lines, filled = lines + 1, 0
        filled += length + (1 if filled else 0)
        more, filled = divmod(filled, max(width - 1, 1))
        lines += more
    return lines


@lru_cache(maxsize=256)
def _formed(look: Look, form: str) -> Look:
    return look._replace(form=form)


def _inside(value: str | int | Fraction | Decimal | datetime.date | None) -> str:
    if value is None or isinstance(value, str):  # a text that is empty
        return ""
    if isinstance(value, Decimal):
        return f"<v>{value}</v>"
    if isinstance(value, datetime.date):
        return f"<v>{(value - DAY_ZERO).days}</v>"
    if value.denominator == 1:
        return f"<v>{int(value)}</v>"
    return f"<f>{exact_text(value)}</f><v>{_decimal(value)}</v>"


def _decimal(value: Fraction | int) -> str:
    """A number as spreadsheets keep it beside its formula: they know nothing more exact, and compute it again."""
    return str(int(value)) if value.denominator == 1 else repr(value.numerator / value.denominator)


def _lay_out(page: Worksheet, sheet: Sheet) -> None:
    """Give a sheet of the shell its columns, its frozen head and how it prints: the head on every page."""
    for column, width in enumerate(sheet.widths, 1):
        page.column_dimensions[letter(column)].width = width
    page.freeze_panes = sheet.frozen or None
    if sheet.frozen:
        page.print_title_rows = f"1:{int(sheet.frozen.lstrip(string.ascii_uppercase)) - 1}"
    page.oddFooter.left.text, page.oddFooter.right.text = "&A", "&P / &N"
    page.page_setup.orientation, page.page_setup.paperSize = "landscape", 9
    page.page_setup.fitToHeight = 0
    page.sheet_properties.pageSetUpPr.fitToPage = True


def _style_id(page: Worksheet, look: Look) -> int:
    cell = WriteOnlyCell(page)
    cell.number_format = look.form
    if look.bold:
        cell.font = Font(name=DEFAULT_FONT.name, sz=DEFAULT_FONT.sz, bold=True)
    if look.shade:
        cell.fill = PatternFill("solid", fgColor="E7F0EA")
    if look.wrap:
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    cell.quotePrefix = look.quoted
    return int(cell.style_id)
