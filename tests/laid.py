"""A tournament that was made once is laid down again: the rows that the actions wrote, not the actions once more.

Only where nothing could tell the difference: the same call on the same accounts, before there is any tournament.
Everywhere else it is made anew, also on PostgreSQL, whose sequences do not notice rows that bring their numbers along.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ParamSpec

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from tournament.models import Tournament

P = ParamSpec("P")


@dataclass(frozen=True)
class Made:
    """What a call wrote until when: an insertion for each table, and the rows for it."""

    number: int
    at: datetime
    rows: list[tuple[str, list[tuple[Any, ...]]]]

    def lay(self) -> Tournament:
        """Write it as if it were made now: times are moved on."""
        later = timezone.now() - self.at

        def moved(value: Any) -> Any:
            return str(value + later) if isinstance(value, datetime) else value

        with transaction.atomic(), connection.cursor() as cursor:
            for insertion, rows in self.rows:
                cursor.executemany(insertion, [tuple(map(moved, row)) for row in rows])
        return Tournament.objects.get(pk=self.number)


_made: dict[tuple[Any, ...], Made] = {}


def laid(make: Callable[P, Tournament]) -> Callable[P, Tournament]:
    """For a function that makes a tournament: it is made at the first call, and laid down at the next ones."""

    @functools.wraps(make)
    def made_or_laid(*args: P.args, **kwargs: P.kwargs) -> Tournament:
        if connection.vendor != "sqlite" or Tournament.objects.exists():
            return Tournament.objects.get(pk=make(*args, **kwargs).pk)
        accounts = tuple(User.objects.order_by("pk").values_list("pk", "username"))
        key = (make, accounts, repr(args), repr(sorted(kwargs.items())))
        if key in _made:
            return _made[key].lay()
        before = everything()
        number, at = make(*args, **kwargs).pk, timezone.now()
        after = everything()
        # What was there before must be there still, as it was: nothing but new rows can be laid down again.
        if all(rows <= after[sql] for sql, rows in before.items()):
            new = [(sql, sorted(rows - before[sql])) for sql, rows in after.items() if rows - before[sql]]
            _made[key] = Made(number, at, new)
        return Tournament.objects.get(pk=number)

    return made_or_laid


def everything() -> dict[str, set[tuple[Any, ...]]]:
    """All rows of the database, by the statement that would insert them."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')
            columns = [f'"{column[0]}"' for column in cursor.description]
            places = ", ".join(["%s"] * len(columns))
            insertion = f'INSERT INTO "{model._meta.db_table}" ({", ".join(columns)}) VALUES ({places})'
            found[insertion] = set(cursor.fetchall())
    return found
