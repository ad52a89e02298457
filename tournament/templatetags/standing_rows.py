"""The lines of the standings as HTML. Most stay what they are when a hand is recorded, so each is made once."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from functools import lru_cache
from typing import Protocol

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

register = template.Library()


class Row(Hashable, Protocol):
    """What is asked of a line here; the template of a line asks for more (pages/words/standing_rows.py)."""

    id: str
    group: int | None
    cells: tuple[object, ...]


@register.simple_tag
def standing_rows(
    rows: Iterable[Row], has_start: bool, has_groups: bool, hidden: Collection[str] = ()
) -> SafeString:
    """All lines, with a line above each group; those whose id is in `hidden` do not show."""
    made: list[str] = []
    language, group = get_language() or "", None
    for row in rows:
        if has_groups and row.group != group:
            group = row.group
            made.append(_group(group, len(row.cells)))
        made.append(_row(language, row, bool(has_start), row.id in hidden))
    return mark_safe("".join(made))  # noqa: S308 — each line comes from a template, which has escaped what people typed


def _group(number: int | None, columns: int) -> str:
    return format_html(
        '<tr class="standings__group"><th colspan="{}" scope="rowgroup">{}</th></tr>\n',
        columns + 4,
        _("Group %(n)s") % {"n": number},
    )


@lru_cache(maxsize=4096)
def _row(language: str, row: Row, has_start: bool, hidden: bool) -> str:
    """One line in the language that is active, which is part of what it is kept under."""
    context = {"row": row, "has_start": has_start, "hidden": hidden}
    return render_to_string("components/standings_row.html", context)
