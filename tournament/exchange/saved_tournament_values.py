"""The values of a saved row: how a column is written, and how it is read again with every doubt resolved."""

from __future__ import annotations

import base64
import binascii
import math
import re
from datetime import UTC, date, datetime
from typing import Any

from django.db import connection, models
from django.utils.translation import gettext as _

from .saved_tournament import Column
from .saved_tournament_shapes import ShapeError

LONGEST_TEXT = 4_000_000
YEARS = range(1900, 2200)
_ODD = re.compile("[\x00\ud800-\udfff]")


def written(value: Any) -> Any:
    """A value of a column as JSON: times in UTC with all their digits, pictures in base64."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value


def read_value(column: Column, value: Any) -> Any:
    """The value of a column from JSON. Raises `ShapeError` for one that the program would never store there.

    Types, lengths, ranges and choices are those of the model. Columns that name rows, and JSON, are read elsewhere.
    """
    if value is None:
        if not column.null:
            raise ShapeError(_("A value is expected."))
        return None
    if isinstance(column, models.BooleanField):
        return _flag(value)
    if isinstance(column, models.DateTimeField):
        return _moment(value)
    if isinstance(column, models.DateField):
        return _day(value)
    if isinstance(column, models.IntegerField):
        return _whole(column, value)
    if isinstance(column, models.BinaryField):
        return _bytes(value)
    if isinstance(column, models.CharField | models.TextField):
        return _text(column, value)
    raise ShapeError(_("This column cannot be read."))


def refuse_unstorable(value: Any) -> None:
    """Refuse characters and numbers within JSON that no database and no page can hold."""
    if isinstance(value, float) and not math.isfinite(value):
        raise ShapeError(_("A number that can be stored is expected."))
    if isinstance(value, str):
        _refuse_odd(value)
    elif isinstance(value, dict):
        for name, part in value.items():
            _refuse_odd(name)
            refuse_unstorable(part)
    elif isinstance(value, list):
        for part in value:
            refuse_unstorable(part)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ShapeError(_("true or false is expected."))
    return value


def _moment(value: Any) -> datetime:
    try:
        found = datetime.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise ShapeError(
            _("A time with its zone is expected, for example 2026-05-01T09:30:00+00:00.")
        ) from error
    if found.tzinfo is None or found.year not in YEARS:
        raise ShapeError(_("A time with its zone is expected, for example 2026-05-01T09:30:00+00:00."))
    return found


def _day(value: Any) -> date:
    try:
        found = date.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise ShapeError(_("A day is expected, for example 2026-05-01.")) from error
    if found.year not in YEARS:
        raise ShapeError(_("A day is expected, for example 2026-05-01."))
    return found


def _whole(column: Column, value: Any) -> int:
    low, high = connection.ops.integer_field_range(column.get_internal_type())
    # SQLite would take more than PostgreSQL does; a file is to be restored on both.
    small = "Small" in column.get_internal_type()
    most = 2**15 - 1 if small else 2**31 - 1
    least = 0 if column.get_internal_type().startswith("Positive") else -most - 1
    low, high = max(least, low if low is not None else least), min(most, high or most)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ShapeError(
            _("A whole number from %(low)s to %(high)s is expected.") % {"low": low, "high": high}
        )
    return value


def _bytes(value: Any) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (TypeError, ValueError, binascii.Error) as error:
        raise ShapeError(_("Base64 is expected.")) from error


def _text(column: Column, value: Any) -> str:
    most = getattr(column, "max_length", None) or LONGEST_TEXT
    if not isinstance(value, str) or len(value) > most:
        raise ShapeError(_("A text of at most %(n)s characters is expected.") % {"n": most})
    _refuse_odd(value)
    choices = [key for key, _label in column.flatchoices]
    if choices and value not in choices and not (column.blank and value == ""):
        raise ShapeError(_("One of these is expected: %(known)s.") % {"known": ", ".join(map(str, choices))})
    return value


def _refuse_odd(value: str) -> None:
    if _ODD.search(value):
        raise ShapeError(_("It has characters that cannot be stored."))
