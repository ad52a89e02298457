"""The terms of house rules as the page shows them: single fields, groups, and tables with a row for each kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django import forms
from django.forms import BoundField

from scoring.house.terms import Term
from tournament.house_texts import said
from tournament.wording import labelled

from .rule_terms import BLANK, KEY, NAMES, ORDER, REMOVE, START, TermFields, name_of, own_language_first


@dataclass(frozen=True)
class Cell:
    """One field: what it is called, and whether no source gives its value."""

    field: BoundField
    label: str
    box: str
    is_unconfirmed: bool
    begins: bool = False


@dataclass(frozen=True)
class Column:
    """The head of one column, or of several with a head of their own each."""

    label: str
    inner: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """How many columns stand below it."""
        return max(len(self.inner), 1)


@dataclass(frozen=True)
class Row:
    """One row: `names`, `cells` below the columns, and `more` folded away. `box` decides what no source gives."""

    number: int
    name: str
    names: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    more: tuple[tuple[str, tuple[Cell, ...]], ...]
    box: str
    order: BoundField | None = None
    remove: BoundField | None = None
    key: BoundField | None = None

    @property
    def errors(self) -> list[str]:
        """What is wrong in this row, with the name of the field where the sentence itself does not have it."""
        folded = (cell for _title, cells in self.more for cell in cells)
        return [
            text if cell.label.rpartition(" · ")[2] in (text := str(error)) else labelled(cell.label, text)
            for cell in (*self.names, *self.cells, *folded)
            for error in cell.field.errors
        ]

    @property
    def opens(self) -> bool:
        """Whether something is wrong in what is folded away."""
        return any(cell.field.errors for _title, cells in self.more for cell in cells)


@dataclass(frozen=True)
class Part:
    """Terms that belong together. With `columns` they are a table, with `blank` a list, in which rows come and go."""

    key: str
    title: str
    cells: tuple[Cell, ...] = ()
    columns: tuple[Column, ...] = ()
    rows: tuple[Row, ...] = ()
    blank: Row | None = None

    @property
    def box(self) -> str:
        """The setting of the whole part, as a dotted name."""
        return f"{START}.{self.key}"

    @property
    def has_inner(self) -> bool:
        """Whether the head of the table has a second line."""
        return any(column.inner for column in self.columns)

    @property
    def width(self) -> int:
        """How many columns the table has, with those for names, place and taking out."""
        return sum(column.width for column in self.columns) + (len(NAMES) + 2 if self.blank else 1)


def parts_of(fields: TermFields, form: forms.Form) -> list[Part]:
    """All terms: first those of a single value, then what has several."""
    found = _Parts(fields, form)
    single = [term for term in fields.shape if term.kind not in ("group", "rows")]
    cells = tuple(found.cell((term.key,), said(term.label)) for term in single)
    first = [Part("", "", cells)] if cells else []
    return first + [found.part(term) for term in fields.shape if term not in single]


class _Parts:
    def __init__(self, fields: TermFields, form: forms.Form) -> None:
        self.fields, self.form = fields, form
        self.unverified = fields.book.unverified

    def part(self, term: Term) -> Part:
        """A list, a table of groups of the same settings, or a group."""
        title = said(term.label)
        if term.kind == "rows":
            return self._list(term, title)
        if all(inner.kind == "group" for inner in term.inner):
            columns = tuple(Column(said(one.label)) for one in term.inner[0].inner)
            rows = (self._fixed(term, inner, at) for at, inner in enumerate(term.inner, 1))
            return Part(term.key, title, (), columns, tuple(rows))
        cells = (self.cell((term.key, one.key), said(one.label)) for one in term.inner)
        return Part(term.key, title, tuple(cells))

    def _fixed(self, term: Term, inner: Term, number: int) -> Row:
        cells = tuple(self.cell((term.key, inner.key, one.key), said(one.label)) for one in inner.inner)
        return Row(number, said(inner.label), (), cells, (), self._box(term, inner.key))

    def _list(self, term: Term, title: str) -> Part:
        shown, _folded = _shown(term)
        columns = tuple(Column(said(one.label), tuple(said(i.label) for i in one.inner)) for one in shown)
        rows = tuple(self._row(term, number) for number in self.fields.rows[term.key])
        return Part(term.key, title, (), columns, rows, self._row(term, BLANK))

    def _row(self, term: Term, number: int) -> Row:
        shown, folded = _shown(term)
        key = self.fields.row(term.key, number).get(KEY, "")
        labels = {one.key: said(one.label) for one in term.inner}
        names = tuple(self.cell((term.key, number, name), labels[name], key) for name in own_language_first())
        more = ((said(one.label), tuple(self._cells(term, one, number, key))) for one in folded)
        return Row(
            number,
            self.fields.row_name(term.key, number),
            names,
            tuple(cell for one in shown for cell in self._cells(term, one, number, key)),
            tuple(more),
            self._box(term, key),
            self.form[name_of(term.key, number, ORDER)],
            self.form[name_of(term.key, number, REMOVE)],
            self.form[name_of(term.key, number, KEY)],
        )

    def _box(self, term: Term, key: str) -> str:
        """What decides the values of a row that no source gives; "" where all have one."""
        name = f"{START}.{term.key}.{key}"
        return name if f"decided-{name}" in self.form.fields else ""

    def _cells(self, term: Term, one: Term, number: int, key: str) -> Iterator[Cell]:
        if one.kind != "group":
            yield self.cell((term.key, number, one.key), said(one.label), key)
        for at, inner in enumerate(one.inner):
            place = (term.key, number, one.key, inner.key)
            label = f"{said(one.label)} · {said(inner.label)}"
            yield self.cell(place, label, key, begins=at == 0)

    def cell(self, place: tuple[object, ...], label: str, key: str = "", *, begins: bool = False) -> Cell:
        """The field of a place. `key` is that of its row, which has a number in the place."""
        dotted = [START, *(key if isinstance(part, int) else str(part) for part in place)]
        wholes = (".".join(dotted[:length]) for length in range(2, len(dotted) + 1))
        unconfirmed = "" not in dotted and any(name in self.unverified for name in wholes)
        return Cell(self.form[name_of(*place)], label, ".".join(dotted), unconfirmed, begins)


def _shown(term: Term) -> tuple[list[Term], list[Term]]:
    """The settings of a row that have columns, and those that are folded away because they are rarely needed."""
    rest = [one for one in term.inner if one.key not in (KEY, *NAMES)]
    if not any(one.kind == "group" for one in rest):
        return rest, []
    return [one for one in rest if one.is_required], [one for one in rest if not one.is_required]
