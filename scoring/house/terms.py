"""The terms of a settlement, declared once: what each is called, how it is checked, and what it is when left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scoring import rulebook_checks as checks
from scoring.house.form import Label
from scoring.refusal import shown
from scoring.rulebook_checks import Check, Report

_REQUIRED: Final = object()


@dataclass(frozen=True)
class Term:
    """One setting, and how it is typed.

    `kind` is one of number, numbers, switch, words, choice, several, row, group, rows. `words` are those of a choice or
    of several. `inner` are the settings of a group, or of each row of a list. Of a "row", `of` is the list of which one
    row is named by its key.
    """

    key: str
    label: Label
    check: Check
    kind: str
    default: Any = _REQUIRED
    words: Mapping[str, Label] = field(default_factory=dict)
    inner: tuple[Term, ...] = ()
    of: str = ""

    @property
    def is_required(self) -> bool:
        """Whether it must be said, because it has no default."""
        return self.default is _REQUIRED


def number(key: str, label: Label, low: int, high: int, default: Any = _REQUIRED) -> Term:
    """A whole number."""
    return Term(key, label, checks.whole(low, high), "number", default)


def numbers(key: str, label: Label, each: Check, most: int) -> Term:
    """A list of 1 to `most` numbers."""
    return Term(key, label, checks.list_of(each, 1, most), "numbers")


def switch(key: str, label: Label, default: Any = _REQUIRED) -> Term:
    """Yes or no."""
    return Term(key, label, checks.boolean, "switch", default)


def words(key: str, label: Label, longest: int = 60, default: Any = _REQUIRED) -> Term:
    """Text; empty only if that is the default."""
    check = checks.text(longest)

    def text(value: Any, where: str, report: Report) -> Any:
        return value if value == "" == default else check(value, where, report)

    return Term(key, label, text, "words", default)


def row_of(key: str, label: Label, of: str) -> Term:
    """The key of a row of another list, or none."""
    text = words(key, label, default="")
    return replace(text, kind="row", of=of)


def choice(key: str, label: Label, known: Mapping[str, Label], default: Any = _REQUIRED) -> Term:
    """One of some words."""
    return Term(key, label, checks.choice(tuple(known)), "choice", default, known)


def several_of(key: str, label: Label, known: Mapping[str, Label], default: Any = _REQUIRED) -> Term:
    """Some words of a list, at least one."""
    check = checks.list_of(checks.choice(tuple(known)), 1, len(known), distinct=True)
    return Term(key, label, check, "several", default, known)


def group(key: str, label: Label, *terms: Term) -> Term:
    """Settings that belong together."""
    return Term(key, label, check_of(*terms), "group", inner=terms)


def keyed(check_row: Check, least: int, most: int) -> Check:
    """A list whose items have different keys."""
    whole_list = checks.list_of(check_row, least, most)

    def check(value: Any, where: str, report: Report) -> Any:
        items = whole_list(value, where, report)
        keys = [item.get("key") if isinstance(item, Mapping) else None for item in items]
        for at, key in enumerate(keys):
            if key is not None and key in keys[:at]:
                message = f"must not repeat {shown(key)}"
                report.add(f"{where}.{at + 1}.key", "repeated", message, value=shown(key))
        return items

    return check


def check_of(*terms: Term) -> Check:
    """A table of exactly these terms; those with a default may be left out."""
    defaults = {term.key: term.default for term in terms if term.default is not _REQUIRED}
    table = checks.table({term.key: term.check for term in terms})

    def check(value: Any, where: str, report: Report) -> Any:
        return table({**defaults, **value} if isinstance(value, Mapping) else value, where, report)

    return check


def names_of(*terms: Term) -> Mapping[str, Label]:
    """What each term is called, and each of its words and of the terms within it, dotted."""
    names = {}
    for term in terms:
        names[term.key] = term.label
        within = {**term.words, **names_of(*term.inner)}
        names.update({f"{term.key}.{inner}": label for inner, label in within.items()})
    return names
