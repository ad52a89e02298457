"""How hands are paid by a rulebook, in words: its settlement, what its terms are called, and what they say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.house.form import Label
from scoring.house.settlements import HOUSE
from scoring.house.terms import Term
from scoring.rulebook import Rulebook
from tournament.house_texts import said
from tournament.rulebook_texts import LABELS
from tournament.wording import clauses, labelled, listed

SETTLEMENTS: dict[str, Promise] = {"guobiao": gettext_lazy("Guobiao (international rules)")}
# What a row is known by, and its names: said of the row, not of what it says.
_OF_THE_ROW = ("key", "name", "name_zh")


def settlement_name(book: Rulebook) -> str:
    """How hands are paid by a rulebook, by its name."""
    house = HOUSE.get(book.settlement)
    return said(house.name) if house else str(SETTLEMENTS[book.settlement])


def setting_name(book: Rulebook, name: str) -> str:
    """What a setting is called; of "terms.kinds.deguo.discard" the row by its name."""
    if name in LABELS:
        return str(LABELS[name])
    house = HOUSE.get(book.settlement)
    names = house.names if house else {}
    words, known = [], list[str]()
    rows: Any = book.to_mapping()["terms"]
    for part in name.split(".")[1:]:
        rows = _inner(rows, part)
        label = names.get(".".join([*known, part]))
        if label is not None:
            words.append(said(label))
            known.append(part)
        elif isinstance(rows, Mapping) and "name" in rows:
            words.append(_row_name(rows))
        else:
            words.append(part)
    return " · ".join(words)


def _inner(values: Any, part: str) -> Any:
    if isinstance(values, Mapping):
        return values.get(part)
    rows = values if isinstance(values, list) else []
    return next((one for one in rows if isinstance(one, Mapping) and one.get("key") == part), None)


def _row_name(row: Mapping[str, Any]) -> str:
    return said(Label(row["name"], row["name_zh"]))


def terms_in_words(book: Rulebook) -> dict[str, str]:
    """What each term is called and what it says: of a list one line for each row; none for Guobiao."""
    house = HOUSE.get(book.settlement)
    if house is None:
        return {}
    return dict(line for term in house.shape for line in _lines(term, book.terms[term.key], ()))


def _lines(term: Term, value: Any, before: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    place = (*before, said(term.label))
    if term.kind == "rows":
        for row in value:
            yield " · ".join((*place, _row_name(row))), _row(term.inner, row)
    elif term.kind == "group":
        for inner in term.inner:
            if inner.key in value:
                yield from _lines(inner, value[inner.key], place)
    else:
        yield " · ".join(place), _value(term, value)


def _row(terms: Sequence[Term], row: Mapping[str, Any]) -> str:
    """What a row says, without what it need not say; numbers of a group stand together: "2/4/4"."""
    parts = []
    for term in terms:
        value = row.get(term.key)
        if term.key in _OF_THE_ROW or value in ("", None, False, {}, ()):
            continue
        if term.kind == "group":
            parts.append(
                labelled(said(term.label), "/".join(str(value.get(one.key, "–")) for one in term.inner))
            )
        else:
            parts.append(
                said(term.label) if value is True else labelled(said(term.label), _value(term, value))
            )
    return clauses(parts)


def _value(term: Term, value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, (tuple, list)):
        return listed(said(term.words[one]) if one in term.words else one for one in value)
    return said(term.words[value]) if value in term.words else str(value)
