"""The lines of the standings as HTML. Most stay what they are when a hand is recorded, so each is made once."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar, Protocol

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.templatetags.quesai import place

register = template.Library()


# No text that comes from people holds these: in HTML their < is written another way.
PLACE, MOVE = "<!place>", "<!move>"


class Row(Hashable, Protocol):
    """What is asked of a line here; the template of a line asks for more (pages/words/standing_rows.py)."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def id(self) -> str: ...
    @property
    def group(self) -> int | None: ...
    @property
    def cells(self) -> tuple[object, ...]: ...
    @property
    def place(self) -> int | None: ...
    @property
    def shared(self) -> bool: ...
    @property
    def moved(self) -> int: ...
    @property
    def distance(self) -> int: ...


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
    """One line in the language that is active. When a table closes, most have another place and nothing else."""
    still = replace(row, place=None if row.place is None else 0, shared=False, moved=0, distance=0)
    html = _still(language, still, has_start, hidden)
    return html.replace(PLACE, _place(language, row.place, row.shared)).replace(
        MOVE, _move(language, row.moved, row.distance)
    )


@lru_cache(maxsize=4096)
def _still(language: str, row: Row, has_start: bool, hidden: bool) -> str:
    """A line with marks for what moves in it; the language is part of what it is kept under."""
    context = {
        "row": row,
        "has_start": has_start,
        "hidden": hidden,
        "place": mark_safe(PLACE),  # noqa: S308 — nothing but a mark
        "move": mark_safe(MOVE),  # noqa: S308
    }
    return render_to_string("components/standings_row.html", context)


@lru_cache(maxsize=2048)
def _place(_language: str, number: int | None, shared: bool) -> str:
    return place(number, shared)


@lru_cache(maxsize=2048)
def _move(_language: str, moved: int, distance: int) -> str:
    """By how many places somebody went up (1) or down (-1), in the language that is active; nothing for who stayed."""
    if not moved:
        return ""
    way, word = ("up", _("up")) if moved > 0 else ("down", _("down"))
    return format_html(
        '<span class="move move--{}">{}<span class="sr"> {}</span></span>', way, distance, word
    )
