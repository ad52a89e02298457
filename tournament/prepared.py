"""Queries that are put together once: what is asked for at every save costs more to be written than to be answered.

A query is built with the ORM as everywhere else, with `Given` where a value comes later. Its SQL, and how its rows
become objects, are kept for the process: nothing of what the database says. So whatever else the query depends on must
be a `Given`, a moment above all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Expression, Field, IntegerField, Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators

T = TypeVar("T")


class Given(Expression):
    """A value of a `Prepared` query that is given by this name whenever it is run."""

    def __init__(self, name: str, output_field: Field[Any, Any] | None = None) -> None:
        super().__init__(output_field=output_field or IntegerField())
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", [self]


@dataclass(frozen=True)
class _Compiled:
    """What a query is to a kind of database. `converters` by column; `model` None where rows are wanted as they are."""

    sql: str
    params: Sequence[Any]
    converters: Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]
    model: type[Model] | None
    first: int
    last: int
    names: Sequence[str]
    related: Sequence[Any]
    annotations: Sequence[tuple[str, int]]


class Prepared(Generic[T]):
    """A query, by what builds it: of objects (also with `select_related` and annotations), or of tuples."""

    def __init__(self, build: Callable[[], QuerySet[Any, T]]) -> None:
        self._build = build
        self._compiled: dict[str, _Compiled] = {}

    def __call__(self, **values: Any) -> list[T]:
        """What the database says now, with these values. One query."""
        known = self._compiled.get(connection.vendor)
        if known is None:
            known = self._compiled[connection.vendor] = _compile(self._build())
        params = [
            one.output_field.get_db_prep_value(values[one.name], connection) if type(one) is Given else one
            for one in known.params
        ]
        with connection.cursor() as cursor:
            cursor.execute(known.sql, params)
            rows = cursor.fetchall()
        if known.converters:
            rows = [_converted(row, known.converters) for row in rows]
        found = rows if known.model is None else [_object(row, known, known.model) for row in rows]
        return cast("list[T]", found)

    def first(self, **values: Any) -> T | None:
        """The first one, None where there is none."""
        return next(iter(self(**values)), None)


def _compile(wanted: QuerySet[Any, Any]) -> _Compiled:
    compiler: Any = wanted.query.get_compiler(using=DEFAULT_DB_ALIAS)
    sql, params = compiler.as_sql()
    select = compiler.select
    about = compiler.klass_info if wanted._iterable_class is ModelIterable else None
    converters = compiler.get_converters([one[0] for one in select[: compiler.col_count]])
    first = about["select_fields"][0] if about else 0
    last = about["select_fields"][-1] + 1 if about else 0
    return _Compiled(
        sql=sql,
        params=params,
        converters=[(at, *found) for at, found in converters.items()],
        model=about["model"] if about else None,
        first=first,
        last=last,
        names=[one[0].target.attname for one in select[first:last]],
        related=get_related_populators(about, select, DEFAULT_DB_ALIAS) if about else (),  # type: ignore[call-arg]
        annotations=list((compiler.annotation_col_map or {}).items()),
    )


def _converted(row: Sequence[Any], converters: Sequence[tuple[int, Sequence[Any], Any]]) -> tuple[Any, ...]:
    values = list(row)
    for at, functions, expression in converters:
        value = values[at]
        for function in functions:
            value = function(value, expression, connection)
        values[at] = value
    return tuple(values)


def _object(row: Sequence[Any], known: _Compiled, model: type[Model]) -> Model:
    found = model.from_db(DEFAULT_DB_ALIAS, known.names, row[known.first : known.last])
    for one in known.related:
        one.populate(row, found)
    for name, at in known.annotations:
        setattr(found, name, row[at])
    return found
