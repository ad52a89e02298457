"""Checks of a rulebook's values, field by field, that collect every problem instead of stopping at the first.

A check takes the value, the name of the field and the report; it returns the value in the form that a
rulebook keeps (tuples, exact fractions), or anything at all once it has reported a problem. Nested fields
have dotted names with positions from 1: `false_win.false_win_not_ready.amount`, `lateness.2.up_to`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.penalties import KINDS, LARGEST_AMOUNT, MODES
from scoring.refusal import shown
from scoring.standard_points import TWELFTHS


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong in a rulebook: where, a stable code with its parameters, and plain English."""

    field: str
    code: str
    params: dict[str, object]
    message: str


class RulebookError(ValueError):
    """A rulebook that cannot be used; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{problem.field}: {problem.message}" for problem in problems))
        self.problems = list(problems)


class Report:
    """Collects the problems of one rulebook."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, field: str, code: str, message: str, **params: object) -> None:
        """Note one problem."""
        self.problems.append(Problem(field, code, params, message))


Check = Callable[[Any, str, Report], Any]


def whole(low: int, high: int) -> Check:
    """A whole number from `low` to `high`; True, False and 3.0 are none."""

    def check(value: Any, field: str, report: Report) -> Any:
        if not isinstance(value, int) or isinstance(value, bool):
            report.add(field, "not_whole", f"must be a whole number, not {shown(value)}", value=shown(value))
        elif not low <= value <= high:
            message = f"must be from {low} to {high}, not {shown(value)}"
            report.add(field, "out_of_range", message, value=shown(value), low=low, high=high)
        return value

    return check


def points(unit: int) -> Check:
    """An exact number of points in steps of 1/`unit`: 3, "5/2" or a Fraction."""

    def check(value: Any, field: str, report: Report) -> Any:
        exact = _fraction(value)
        if exact is None:
            message = f'must be a whole number or text such as "5/2", not {shown(value)}'
            report.add(field, "not_points", message, value=shown(value))
        elif abs(exact) > 1000:
            message = f"must be from -1000 to 1000, not {shown(value)}"
            report.add(field, "out_of_range", message, value=shown(value), low=-1000, high=1000)
        elif unit % exact.denominator:
            report.add(
                field, "not_in_steps", f"must be a multiple of 1/{unit}, not {shown(value)}", unit=unit
            )
        return exact

    return check


def text(longest: int, pattern: str | None = None) -> Check:
    """Text of 1 to `longest` characters, none of them a control character; `pattern` as in `re.fullmatch`."""

    def check(value: Any, field: str, report: Report) -> Any:
        if not isinstance(value, str):
            report.add(field, "not_text", f"must be text, not {shown(value)}", value=shown(value))
        elif not value.strip() or len(value) > longest:
            message = f"must have 1 to {longest} characters"
            report.add(field, "bad_length", message, longest=longest)
        elif any(unicodedata.category(letter) in ("Cc", "Cs") for letter in value):
            report.add(field, "control_character", "must not hold control characters")
        elif pattern is not None and not re.fullmatch(pattern, value):
            message = f"must be small letters, digits and _, not {shown(value)}"
            report.add(field, "not_a_word", message, value=shown(value))
        return value

    return check


def boolean(value: Any, field: str, report: Report) -> Any:
    """True or false, and nothing that merely looks like it."""
    if not isinstance(value, bool):
        report.add(field, "not_boolean", f"must be true or false, not {shown(value)}", value=shown(value))
    return value


def anything(value: Any, field: str, report: Report) -> Any:
    """What is checked later, when it is known by what."""
    return value


def choice(known: Sequence[str | int]) -> Check:
    """One of the known words or numbers."""

    def check(value: Any, field: str, report: Report) -> Any:
        if not any(type(value) is type(word) and value == word for word in known):
            options = ", ".join(str(word) for word in known)
            message = f"must be one of {options}, not {shown(value)}"
            report.add(field, "unknown_choice", message, value=shown(value), options=options)
        return value

    return check


def list_of(check_item: Check, least: int, most: int, distinct: bool = False) -> Check:
    """A list of `least` to `most` items, kept as a tuple; `distinct` refuses repetitions."""

    def check(value: Any, field: str, report: Report) -> Any:
        if not isinstance(value, (list, tuple)):
            report.add(field, "not_a_list", f"must be a list, not {shown(value)}", value=shown(value))
            return ()
        if not least <= len(value) <= most:
            message = f"must have {least} to {most} items, not {len(value)}"
            report.add(field, "bad_count", message, least=least, most=most, count=len(value))
            return ()
        items = tuple(check_item(item, f"{field}.{at}", report) for at, item in enumerate(value, start=1))
        if distinct:
            for at, item in enumerate(items):
                if item in items[:at]:
                    message = f"must not repeat {shown(item)}"
                    report.add(f"{field}.{at + 1}", "repeated", message, value=shown(item))
        return items

    return check


def table(fields: Mapping[str, Check], optional: Sequence[str] = ()) -> Check:
    """A table with exactly these fields, of which `optional` may be absent; all missing ones are named."""

    def check(value: Any, field: str, report: Report) -> Any:
        if not isinstance(value, Mapping):
            report.add(field, "not_a_table", f"must be a table, not {shown(value)}", value=shown(value))
            return {}
        prefix = f"{field}." if field else ""
        for key in value:
            if not isinstance(key, str) or key not in fields:
                name = key[:60] if isinstance(key, str) and key.isprintable() else shown(key)
                report.add(f"{prefix}{name}", "unknown_key", "is not a setting of a rulebook")
        for key in fields:
            if key not in value and key not in optional:
                report.add(f"{prefix}{key}", "missing", "is missing")
        return {
            key: check_value(value[key], f"{prefix}{key}", report)
            for key, check_value in fields.items()
            if key in value
        }

    return check


def scale(value: Any, field: str, report: Report) -> Any:
    """Four whole numbers, as a list or as a name such as "4-3-2-1"."""
    if isinstance(value, str):
        if not re.fullmatch(r"[0-9]{1,4}(-[0-9]{1,4}){3}", value):
            message = f'must be a name such as "4-3-2-1" or four whole numbers, not {shown(value)}'
            report.add(field, "not_a_scale", message, value=shown(value))
            return ()
        value = [int(part) for part in value.split("-")]
    return list_of(whole(-1000, 1000), 4, 4)(value, field, report)


def lateness(value: Any, field: str, report: Report) -> Any:
    """Steps in rising order: up to so many minutes late costs so many match points."""
    step = table({"up_to": whole(1, 1440), "amount": whole(0, LARGEST_AMOUNT)})
    before = len(report.problems)
    steps = list_of(step, 0, 20)(value, field, report)
    if len(report.problems) == before:
        for at in range(1, len(steps)):
            if steps[at]["up_to"] <= steps[at - 1]["up_to"]:
                report.add(f"{field}.{at + 1}.up_to", "not_rising", "must be later than the step before it")
    return steps


def penalty_sizes(value: Any, field: str, report: Report) -> Any:
    """Buttons by kind; a plain list is the `default` for every kind without a list of its own."""
    if isinstance(value, (list, tuple)):
        value = {"default": value}
    match_points = list_of(whole(0, LARGEST_AMOUNT), 1, 20, distinct=True)
    fields = {"default": match_points, "standard_points": list_of(_size, 1, 20, distinct=True)}
    fields |= dict.fromkeys(KINDS, match_points)
    return table(fields, optional=("standard_points", *KINDS))(value, field, report)


def penalty_kinds(value: Any, field: str, report: Report) -> Any:
    """What the rulebook proposes by kind; the four known false wins must be there."""
    rule = table(
        {
            "amount": whole(0, LARGEST_AMOUNT),
            "mode": choice(MODES),
            "dead_hand": boolean,
            "disqualifies": boolean,
        },
        optional=("dead_hand", "disqualifies"),
    )
    kinds = tuple(kind for kind in KINDS if kind != "false_win")
    optional = tuple(kind for kind in kinds if not kind.startswith("false_win_"))
    found = table(dict.fromkeys(kinds, rule), optional)(value, field, report)
    return {kind: {"dead_hand": False, "disqualifies": False} | settings for kind, settings in found.items()}


repeats = table({"scope": choice(("hand", "session")), "together": boolean})
bye_score = table({"standard_points": points(TWELFTHS), "match_points": whole(-100_000, 100_000)})


def _size(value: Any, field: str, report: Report) -> Any:
    exact = points(2)(value, field, report)
    if isinstance(exact, Fraction) and exact < 0:
        report.add(field, "out_of_range", f"must be from 0 to 1000, not {shown(value)}", low=0, high=1000)
    return exact


def _fraction(value: Any) -> Fraction | None:
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,6}(/[1-9][0-9]{0,3})?", value):
        return Fraction(value)
    return None
