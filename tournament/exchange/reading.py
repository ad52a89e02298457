"""Reading JSON with care: every value is asked for by kind, and every problem is noted with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournament.wording import listed

LARGEST_FILE = 20 * 1024 * 1024
LARGEST_NUMBER = 100_000


@dataclass(frozen=True)
class FileProblem:
    """What is wrong in a file, and where: `sessions[3].tables[2].hands[7].winner`, counted from 0."""

    place: str
    message: str


class EventFileError(ValueError):
    """A file that cannot be imported, with all its problems."""

    def __init__(self, problems: list[FileProblem]) -> None:
        super().__init__("; ".join(f"{p.place}: {p.message}" for p in problems[:5]))
        self.problems = problems


def parse_json(raw: bytes) -> Any:
    """The JSON value of a UTF-8 file. Raises `EventFileError` for whatever is none."""
    if len(raw) > LARGEST_FILE:
        raise EventFileError([FileProblem("", _("The file is larger than 20 MB."))])
    try:
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_no_doubles, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        what = str(error) if not isinstance(error, RecursionError) else _("nested too deeply")
        raise EventFileError(
            [FileProblem("", _("This is no JSON file in UTF-8: %(what)s") % {"what": what[:200]})]
        ) from error


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _value in pairs]
        raise ValueError(
            _("the key “%(key)s” stands twice in one object")
            % {"key": next(n for n in names if names.count(n) > 1)[:60]}
        )
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(_("%(name)s is no number") % {"name": name})


class Reader:
    """An object of the file with its place; what is asked for is checked, problems are collected."""

    def __init__(self, value: Any, place: str, problems: list[FileProblem], allowed: Collection[str]) -> None:
        self.place, self.problems = place, problems
        self.is_object = isinstance(value, dict)
        self.values: dict[str, Any] = value if isinstance(value, dict) else {}
        if not self.is_object:
            self.problem("", _("An object {…} is expected."))
        for key in self.values:
            if key not in allowed:
                self.problem(
                    str(key)[:60],
                    _("This key is not known. Known are: %(keys)s.") % {"keys": listed(sorted(allowed))},
                )

    def at(self, key: str) -> str:
        return f"{self.place}.{key}".strip(".") if key else self.place

    def problem(self, key: str, message: str) -> None:
        self.problems.append(FileProblem(self.at(key), message))

    def text(self, key: str, default: str | None = None, most: int = 200) -> str:
        """A text; None as default means that it must be there and not be empty."""
        value = self.values.get(key, default)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or (default is None and not value.strip()):
            self.problem(key, _("A text is expected."))
            return default or ""
        if len(value) > most or "\x00" in value:
            self.problem(key, _("At most %(n)s printable characters are expected.") % {"n": most})
            return default or ""
        return value

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.problem(
                key, _("A whole number from %(low)s to %(high)s is expected.") % {"low": low, "high": high}
            )
            return default if default is not None else low
        return value

    def flag(self, key: str) -> bool:
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self.problem(key, _("true or false is expected."))
            return False
        return value

    def items(self, key: str) -> list[Any]:
        """A list; an absent one is empty."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self.problem(key, _("A list […] is expected."))
            return []
        return value

    def amount(self, key: str) -> Fraction:
        """Points of a penalty: a whole number, or text such as "1/2"."""
        value = self.values.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST_NUMBER:
            return Fraction(value)
        if isinstance(value, str) and re.fullmatch(r"\d{1,6}(/[1-9]\d?)?", value):
            return Fraction(value)
        self.problem(key, _('A whole number, or text such as "1/2", is expected.'))
        return Fraction(0)
