"""The terms of house rules as fields, named by their place (`terms-kinds-2-discard-plain`), built from what they are.

A form of the rules holds them like its other fields. What is typed goes to the settlement's own checks, and what these
find wrong comes back to the field of its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.house.form import Label
from scoring.house.settlements import HOUSE
from scoring.house.terms import Term
from scoring.rulebook import Rulebook
from tournament.house_texts import said

START = "terms"
# What a row is known by, in recorded hands and in other lists; nobody types it.
KEY = "key"
NAMES = ("name", "name_zh")
# Beside its settings a row has its place in the list, and can be taken out.
ORDER, REMOVE = "order", "remove"
# The number of the row of which new ones are made.
BLANK = 0
MOST_ROWS = 100
Fields = Iterator[tuple[str, forms.Field]]
Values = Mapping[str, Any]


def name_of(*place: object) -> str:
    """The name of the field of a place within the terms."""
    return "-".join((START, *map(str, place)))


def box_of(name: str) -> str:
    """Which box decides a value that no source gives: of a row with several of them there is one for all."""
    return ".".join(name.split(".")[:3])


def own_language_first() -> tuple[str, ...]:
    """The two names of a row, that in the reader's language first."""
    return NAMES[::-1] if (get_language() or "").startswith("zh") else NAMES


class TermFields:
    """The fields of the terms of one rulebook; none for Guobiao.

    `rows` are the numbers of the rows of each list; `more` says of which lists another row is asked for.
    """

    def __init__(self, book: Rulebook, data: Values | None, more: str = "") -> None:
        self.book = book
        house = HOUSE.get(book.settlement)
        self.shape: tuple[Term, ...] = house.shape if house else ()
        self.values: Values = book.to_mapping()["terms"]
        self._posted = data
        self.rows = {term.key: self._numbers(term.key, more) for term in self.shape if term.kind == "rows"}
        # The numbers of the rows of each list that were typed, in the order in which they come.
        self._typed_rows: dict[str, list[int]] = {}

    def _numbers(self, key: str, more: str) -> list[int]:
        pattern = re.compile(rf"{START}-{key}-([1-9][0-9]{{0,2}})-")
        if self._posted is None:
            found = list(range(1, len(self.values[key]) + 1))
        else:
            found = sorted({int(match[1]) for name in self._posted if (match := pattern.match(name))})
        if more == key:
            found.append(max(found, default=0) + 1)
        return found[:MOST_ROWS]

    def row(self, key: str, number: int) -> Values:
        """What a row has now; nothing where it is a new one."""
        rows = self.values[key]
        found: Values = rows[number - 1] if 1 <= number <= len(rows) else {}
        return found

    def row_name(self, key: str, number: int) -> str:
        """What a row is called at this moment, in the reader's language; "" where it has no name yet."""
        row = self.row(key, number)
        english, chinese = (
            str((self._posted or row).get(name_of(key, number, name) if self._posted else name, "")).strip()
            for name in NAMES
        )
        return said(Label(english or chinese, chinese or english))

    # ── Fields

    def fields(self) -> Fields:
        """Every field by its name, with what it has now."""
        for term in self.shape:
            if term.kind == "rows":
                for number in (*self.rows[term.key], BLANK):
                    yield from self._row_fields(term, number)
            else:
                yield from self._fields(term, (term.key,), self.values[term.key], said(term.label))

    def _row_fields(self, term: Term, number: int) -> Fields:
        row, place = self.row(term.key, number), (term.key, number)
        who = self.row_name(*place) or _("row %(n)s") % {"n": number or len(self.rows[term.key]) + 1}
        for inner in term.inner:
            value = row.get(inner.key, None if number == BLANK or row else _beginning(inner))
            yield from self._fields(inner, (*place, inner.key), value, f"{who}: {said(inner.label)}")
        order = forms.IntegerField(required=False, label=_("%(name)s: place in the list") % {"name": who})
        order.initial = number or len(self.rows[term.key]) + 1
        order.widget.attrs["class"] = "input input--number"
        yield name_of(*place, ORDER), order
        remove = forms.BooleanField(required=False, label=_("%(name)s: take out") % {"name": who})
        yield name_of(*place, REMOVE), remove

    def _fields(self, term: Term, place: tuple[object, ...], value: Any, title: str) -> Fields:
        if term.kind == "group":
            for inner in term.inner:
                inside = value.get(inner.key) if value else None
                yield from self._fields(inner, (*place, inner.key), inside, f"{title} · {said(inner.label)}")
            return
        field = self._field(term, value)
        field.label = title
        # In a list a row may be empty, and what it lacks is told by the checks.
        field.required = term.kind in ("number", "numbers", "choice") and place[0] not in self.rows
        if not isinstance(field.widget, (forms.CheckboxInput, forms.CheckboxSelectMultiple)):
            number = isinstance(field, forms.IntegerField)
            field.widget.attrs["class"] = "input input--number" if number else "input"
        yield name_of(*place), field

    def _field(self, term: Term, value: Any) -> forms.Field:
        words = [(key, said(label)) for key, label in term.words.items()]
        match term.kind:
            case "number":
                return forms.IntegerField(initial=value)
            case "numbers":
                return forms.CharField(initial=" ".join(map(str, value or ())))
            case "switch":
                return forms.BooleanField(initial=bool(value))
            case "choice":
                return forms.ChoiceField(choices=words, initial=value)
            case "several":
                known = list(term.words) if value is None else value
                return forms.MultipleChoiceField(
                    choices=words, initial=known, widget=forms.CheckboxSelectMultiple
                )
            case "row":
                choices = [("", "—"), *self._rows_of(term.of)]
                return forms.CharField(initial=value or "", widget=forms.Select(choices=choices))
        return forms.CharField(initial=value or "")

    def _rows_of(self, key: str) -> Iterator[tuple[str, str]]:
        """The rows of another list by their keys, also those that are typed at this moment."""
        for number in self.rows[key]:
            name, known = self.row_name(key, number), self.row(key, number).get(KEY)
            if name:
                yield known or self._first_name(key, number), name

    def _first_name(self, key: str, number: int) -> str:
        """What a new row is known by from now on: its first name."""
        names = ((self._posted or {}).get(name_of(key, number, name), "").strip() for name in NAMES)
        return next((name for name in names if name), "")

    # ── What was typed

    def typed(self, data: Values) -> dict[str, Any]:
        """The terms as they were typed, for the checks of the settlement."""
        found: dict[str, Any] = {}
        for term in self.shape:
            value = self._rows(term, data) if term.kind == "rows" else _typed(term, (term.key,), data)
            if value is not None:
                found[term.key] = value
        return found

    def _rows(self, term: Term, data: Values) -> list[dict[str, Any]]:
        placed = []
        for number in self.rows[term.key]:
            row = {
                inner.key: value
                for inner in term.inner
                if (value := _typed(inner, (term.key, number, inner.key), data)) is not None
            }
            if not data.get(name_of(term.key, number, REMOVE)) and _says_something(term, row):
                order = data.get(name_of(term.key, number, ORDER))
                placed.append((order is None, order or 0, number, row))
        placed.sort(key=lambda one: one[:3])
        self._typed_rows[term.key] = [number for *_place, number, _row in placed]
        return [row for *_place, row in placed]

    def place_of(self, place: str) -> str | None:
        """The field of a problem's place; None where there is none of its own. A row is counted as it was typed."""
        _start, *parts = place.split(".")
        numbers = self._typed_rows.get(parts[0]) if parts else None
        if numbers and len(parts) > 1 and parts[1].isdigit() and 1 <= int(parts[1]) <= len(numbers):
            parts[1] = str(numbers[int(parts[1]) - 1])
        if parts and numbers is not None and parts[-1] in (KEY, *NAMES):
            parts[-1] = own_language_first()[0]
        return name_of(*parts)


def _typed(term: Term, place: tuple[object, ...], data: Values) -> Any:
    """What was typed for a term; None for nothing, or nothing that could be read."""
    if term.kind == "group":
        inner = ((one.key, _typed(one, (*place, one.key), data)) for one in term.inner)
        return {key: value for key, value in inner if value is not None}
    value = data.get(name_of(*place))
    if term.kind == "numbers" and value:
        parts = re.split(r"[\s,;，、；]+", value.strip())
        return [int(part) if re.fullmatch(r"[0-9]{1,9}", part) else part for part in parts]
    if term.kind in ("switch", "several", "number"):
        return value
    return value or None


def _says_something(term: Term, row: Values) -> bool:
    """Whether anything was typed in a row; what stands in an empty one says nothing."""
    told = {one.key for one in term.inner if one.kind in ("words", "number", "group") and one.key != KEY}
    return any(value not in (None, {}) for key, value in row.items() if key in told)


def _beginning(term: Term) -> Any:
    """What stands in a new row."""
    return list(term.words) if term.kind == "several" else None
