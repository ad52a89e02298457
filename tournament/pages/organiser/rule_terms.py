"""The terms of house rules as fields, named by their place (`terms-kinds-2-discard-plain`), built from what they are.

A form of the rules holds them like its other fields. What is typed goes to the settlement's own checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from scoring.house.form import Label
from scoring.house.settlements import HOUSE
from scoring.rulebook import Rulebook
from tournament.house_texts import said
from tournament.pages.words.rule_words import setting_name

START = "terms"
# So many empty rows follow those of a list.
SPARE, MOST_ROWS = 3, 60
# What a row is known by; nobody types it.
KEY = "key"
Place = tuple[str, ...]


@dataclass(frozen=True)
class Column:
    """A column of a table of terms: what stands over it, and the place of its cells within a row."""

    title: str
    place: Place


@dataclass(frozen=True)
class Part:
    """Terms that belong together: single fields, or a table with a row for each kind. `marks`: what no source gives."""

    key: str
    title: str
    fields: tuple[BoundField, ...]
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, tuple[BoundField, ...]], ...]
    marks: tuple[tuple[str, str], ...]


class TermFields:
    """The fields of the terms of one rulebook."""

    def __init__(self, book: Rulebook, data: Mapping[str, Any] | None) -> None:
        self._book = book
        self._terms: Mapping[str, Any] = book.to_mapping()["terms"]
        house = HOUSE.get(book.settlement)
        self._names: Mapping[str, Label] = house.names if house else {}
        self._unverified = [name for name in book.unverified if name.startswith(f"{START}.")]
        self._rows = {key: self._count(key, data) for key, value in self._terms.items() if _is_table(value)}

    def fields(self) -> Iterator[tuple[str, forms.Field]]:
        """Every field by its name, with what it has now."""
        for key, value in self._terms.items():
            if _is_table(value):
                yield from self._table_fields(key, value)
            else:
                for place, leaf in _leaves(value, (key,)):
                    yield _name(place), self._field(place, leaf, self._title(place))

    def typed(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The terms as they were typed, for the checks of the settlement."""
        return {
            key: self._typed_rows(key, data) if _is_table(value) else self._typed(value, (key,), data)
            for key, value in self._terms.items()
        }

    def parts(self, form: forms.Form) -> list[Part]:
        """The fields as the page shows them."""
        plain: list[BoundField] = []
        found = []
        for key, value in self._terms.items():
            places = [place for place, _leaf in _leaves(value, (key,))]
            if _is_table(value):
                if value:
                    found.append(self._table(key, value, form))
            elif isinstance(value, Mapping):
                fields = tuple(form[_name(place)] for place in places)
                found.append(Part(key, self._title((key,)), fields, (), (), self._marks(key)))
            else:
                plain.append(form[_name((key,))])
        marks = tuple(mark for field in plain for mark in self._marks(field.name.split("-")[1]))
        first = Part("single", _("What this settlement sets"), tuple(plain), (), (), marks)
        return [first, *found] if plain else found

    # ── Tables

    def _count(self, key: str, data: Mapping[str, Any] | None) -> int:
        pattern = re.compile(rf"{START}-{re.escape(key)}-(\d{{1,2}})-")
        posted = [int(found[1]) for name in data or {} if (found := pattern.match(name))]
        here = len(self._terms[key])
        return min(max([here + SPARE if here else 0, *posted]), MOST_ROWS)

    def _table_fields(self, key: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, forms.Field]]:
        if not rows:
            return
        for at in range(1, self._rows[key] + 1):
            row = rows[at - 1] if at <= len(rows) else _blank(rows[0])
            who = row.get("name") or _("row %(n)s") % {"n": at}
            for place, leaf in _leaves(row, ()):
                title = f"{who}: {self._title((key, *place))}"
                yield _name((key, str(at), *place)), self._field((key, *place), leaf, title)
            if at <= len(rows):
                text = _("%(name)s: take out") % {"name": who}
                yield _name((key, str(at), "remove")), forms.BooleanField(label=text, required=False)

    def _table(self, key: str, rows: Sequence[Mapping[str, Any]], form: forms.Form) -> Part:
        places = [place for place, _leaf in _leaves(rows[0], ()) if place != (KEY,)]
        columns = tuple(Column(self._title((key, *place)), place) for place in places)
        shown = []
        for at in range(1, self._rows[key] + 1):
            names = [_name((key, str(at), *place)) for place in places]
            shown.append((str(at), tuple(form[name] for name in (*names, *self._removes(key, at, form)))))
        return Part(key, self._title((key,)), (), columns, tuple(shown), self._marks(key))

    def _removes(self, key: str, at: int, form: forms.Form) -> tuple[str, ...]:
        name = _name((key, str(at), "remove"))
        return (name,) if name in form.fields else ()

    def _typed_rows(self, key: str, data: Mapping[str, Any]) -> list[Any]:
        rows = self._terms[key]
        typed = []
        for at in range(1, self._rows[key] + 1) if rows else ():
            if data.get(_name((key, str(at), "remove"))):
                continue
            row = {inner: self._typed(value, (key, str(at), inner), data) for inner, value in rows[0].items()}
            said_something = [value for place, value in _leaves(row, ()) if place != (KEY,)]
            if at <= len(rows):
                typed.append({**row, KEY: rows[at - 1].get(KEY)})
            elif any(value not in (None, "", False, [], 0) for value in said_something):
                typed.append({name: value for name, value in row.items() if name != KEY})
        return typed

    # ── Single values

    def _field(self, place: Place, value: Any, title: str) -> forms.Field:
        choices = self._words(place)
        field: forms.Field
        if isinstance(value, bool):
            field = forms.BooleanField(required=False)
        elif isinstance(value, list):
            field = (
                forms.MultipleChoiceField(choices=choices, required=False) if choices else forms.CharField()
            )
            value = value if choices else " ".join(map(str, value))
        elif choices:
            field = forms.ChoiceField(choices=choices)
        elif isinstance(value, int) or value is None:
            field = forms.IntegerField(required=False)
        else:
            field = forms.CharField(required=False, max_length=200)
        field.label, field.initial = title, value
        if not isinstance(field, forms.BooleanField):
            number = isinstance(field, forms.IntegerField)
            field.widget.attrs["class"] = "input input--number" if number else "input"
        return field

    def _typed(self, value: Any, place: Place, data: Mapping[str, Any]) -> Any:
        if isinstance(value, Mapping):
            return {key: self._typed(inner, (*place, key), data) for key, inner in value.items()}
        typed = data.get(_name(place))
        if isinstance(value, list) and isinstance(typed, str):
            return [int(one) if re.fullmatch(r"-?\d{1,9}", one, re.ASCII) else one for one in typed.split()]
        return typed

    def _words(self, place: Place) -> list[tuple[str, str]]:
        """The words of a choice; none where it is no choice."""
        start = ".".join(place) + "."
        found = [(name[len(start) :], label) for name, label in self._names.items() if name.startswith(start)]
        return [(key, said(label)) for key, label in found if "." not in key]

    def _title(self, place: Place) -> str:
        """What a term is called; of one within another both are said."""
        for at in range(len(place), 0, -1):
            label = self._names.get(".".join(place[:at]))
            if label is not None:
                outer = self._names.get(".".join(place[: at - 1])) if at > 2 else None
                rest = (said(outer) if outer else "", said(label), *place[at:])
                return " · ".join(part for part in rest if part)
        return place[-1]

    def _marks(self, key: str) -> tuple[tuple[str, str], ...]:
        """What of a term no source gives: the name of the setting, and what it is called where it is a part only."""
        own = [name for name in self._unverified if name.split(".")[1] == key]
        return tuple((name, setting_name(self._book, name)) for name in own)


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, Mapping) for one in value)


def _leaves(value: Any, place: Place) -> Iterator[tuple[Place, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, (*place, key))
    else:
        yield place, value


def _blank(row: Mapping[str, Any]) -> dict[str, Any]:
    """An empty row of the same shape."""
    return {key: _empty(value) for key, value in row.items()}


def _empty(value: Any) -> Any:
    if isinstance(value, Mapping):
        return _blank(value)
    if isinstance(value, bool):
        return False
    return "" if isinstance(value, str) else [] if isinstance(value, list) else None


def _name(place: Place) -> str:
    return "-".join((START, *place))
