"""A tournament written to one file, with everything from which it can be restored."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Drawing, Tournament
from tournament.refusals import Refused

from .saved_tournament import (
    CONTENT_TYPE,
    ENDING,
    FORMAT,
    MANIFEST,
    MOST_BYTES,
    MOST_LINE,
    MOST_ROWS,
    MOST_TOTAL,
    MOST_UNPACKED,
    TABLES,
    Column,
    Saved,
    last_migration,
    names_account,
    target_of,
)
from .saved_tournament_shapes import ShapeError, shape_of
from .saved_tournament_values import written
from .workbook_file import MadeFile

BATCH = 2000


def save_tournament(tournament: Tournament) -> MadeFile:
    """The tournament as one file. Nobody can write to it while it is read, so that all rows are of one moment.

    Refused where a row is not as this program writes it, or where the file would be too large to be restored.
    """
    with transaction.atomic():
        # Every action takes this lock before it writes anything.
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        writer = _Writer(locked)
        content = writer.content()
    name = f"{locked.slug}-v{locked.version}{ENDING}"
    return MadeFile(content, name, locked.version, CONTENT_TYPE)


class _Writer:
    """Writes one tournament: `numbers` are, by table, the numbers of the rows by their keys in the database."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.numbers: dict[str, dict[Any, int]] = {}
        self.sums: dict[str, str] = {}
        self.total = 0

    def content(self) -> bytes:
        """The whole ZIP."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as packed:
            for saved in TABLES:
                self._write(packed, saved)
            packed.writestr(MANIFEST, json.dumps(self._manifest(), ensure_ascii=False, indent=1))
        if len(out.getbuffer()) > MOST_BYTES or self.total > MOST_TOTAL:
            raise _too_large()
        return out.getvalue()

    def _manifest(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "migration": last_migration(),
            "made_at": written(timezone.now()),
            "slug": self.tournament.slug,
            "name": self.tournament.name,
            "version": self.tournament.version,
            "rows": {saved.name: len(self.numbers[saved.name]) for saved in TABLES},
            "sha256": self.sums,
        }

    def _write(self, packed: zipfile.ZipFile, saved: Saved) -> None:
        found = hashlib.sha256()
        size = 0
        self.numbers[saved.name] = {}
        with packed.open(saved.member, "w") as member:
            for row in self._rows(saved):
                line = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
                member.write(line)
                found.update(line)
                size += len(line)
                if len(line) > MOST_LINE or size > MOST_UNPACKED or len(self.numbers[saved.name]) > MOST_ROWS:
                    raise _too_large()
        self.sums[saved.member] = found.hexdigest()
        self.total += size

    def _rows(self, saved: Saved) -> Iterator[dict[str, Any]]:
        plain = [column for column in saved.columns if not isinstance(column, models.ManyToManyField)]
        names = [f"{c.name}__username" if names_account(c) else c.attname for c in plain]
        rows = saved.model._base_manager.filter(**{saved.path: self.tournament.pk}).order_by("pk")
        many = self._many(saved)
        for key, *values in rows.values_list("pk", *names).iterator(chunk_size=BATCH):
            number = len(self.numbers[saved.name]) + 1
            self.numbers[saved.name][key] = number
            row = {
                column.name: self._value(column, value) for column, value in zip(plain, values, strict=True)
            }
            self._name_rows_in_json(saved, plain, row, number)
            for field, named in many.items():
                row[field] = sorted(named.get(key, []))
            if saved.model is Drawing and row["state"] == Drawing.State.COMMITTED:
                row["secret"] = ""  # whoever knows it before the others have chosen could choose the draw
            yield row

    def _many(self, saved: Saved) -> dict[str, dict[Any, list[int]]]:
        """Of the columns that name many rows: key of the row → numbers of the rows that it names."""
        found: dict[str, dict[Any, list[int]]] = {}
        for column in saved.model._meta.many_to_many:
            numbers = self.numbers[self._target(column).name]
            rows = saved.model._base_manager.filter(
                **{saved.path: self.tournament.pk, f"{column.name}__isnull": False}
            )
            by_key = found[column.name] = {}
            for key, named in rows.values_list("pk", column.name):
                by_key.setdefault(key, []).append(numbers[named])
        return found

    def _target(self, column: Column) -> Saved:
        found = target_of(column)
        if found is None:
            raise TypeError(f"{column} names rows that are not saved")
        return found

    def _value(self, column: Column, value: Any) -> Any:
        if value is None or not column.is_relation or names_account(column):
            return written(value)
        return self.numbers[self._target(column).name][value]

    def _name_rows_in_json(self, saved: Saved, plain: list[Column], row: dict[str, Any], number: int) -> None:
        for column in plain:
            if isinstance(column, models.JSONField):
                try:
                    shape = shape_of(saved.name, column.name, row)
                    row[column.name] = shape(row[column.name], self._number)
                except ShapeError as error:
                    text = _(
                        "The tournament cannot be saved: row %(n)s of “%(table)s” is not as this program writes it "
                        "(%(column)s: %(what)s). Make a backup of the database instead."
                    )
                    words = {"n": number, "table": saved.name, "column": column.name, "what": str(error)}
                    raise Refused("odd_row", text % words) from error

    def _number(self, table: str, key: Any) -> int | None:
        """The number of a row; None where it is gone: a dispute that was taken back."""
        return self.numbers[table].get(key)


def _too_large() -> Refused:
    text = _(
        "The tournament is too large for a file of its own. Whoever runs the server can make a backup of the database."
    )
    return Refused("too_large", text)
