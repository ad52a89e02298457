"""The hands of a score sheet as HTML. When one is recorded the others stay what they are, so each is made once."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Protocol

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()
# A line of each hand of a full hall, and their dialogs.
AT_MOST = 10_000


class Line(Protocol):
    """What is asked of a hand on the sheet (pages/referee/floor.py)."""

    row: Any
    cells: tuple[Hashable, ...]
    versions: tuple[Hashable, ...]
    left_out: bool
    disputed: bool


@register.simple_tag
def sheet_line(line: Line, next_hand: int) -> SafeString:
    """One line of the sheet. `next_hand` is the number of the hand that is being played."""
    facts = (
        line.row.number,
        line.row.seating.name,
        line.row.corrected,
        line.disputed,
        line.left_out,
        bool(line.versions),
    )
    return _line(get_language() or "", facts, line.cells, line.row.number == next_hand)


@register.simple_tag
def sheet_dialog(line: Line, zone: str, may_correct: bool) -> SafeString:
    """Every version of a hand, in times of the zone of this name, and the button that corrects it."""
    return _dialog(
        get_language() or "",
        (line.row.number, line.row.seating.name),
        line.versions,
        zone,
        may_correct,
        line.left_out,
    )


@lru_cache(maxsize=AT_MOST)
def _line(language: str, facts: tuple[Any, ...], cells: tuple[Hashable, ...], is_next: bool) -> SafeString:
    number, name, corrected, disputed, left_out, has_versions = facts
    context = {
        "number": number,
        "name": name,
        "corrected": corrected,
        "disputed": disputed,
        "left_out": left_out,
        "opens": has_versions or left_out,
        "cells": cells,
        "is_next": is_next,
    }
    return render_to_string("referee/_line.html", context)


@lru_cache(maxsize=AT_MOST)
def _dialog(
    language: str,
    hand: tuple[int, str],
    versions: tuple[Hashable, ...],
    zone: str,
    may_correct: bool,
    left_out: bool,
) -> SafeString:
    number, name = hand
    context = {
        "number": number,
        "name": name,
        "versions": versions,
        "zone": zone,
        "may_correct": may_correct,
        "left_out": left_out,
    }
    return render_to_string("referee/_hand.html", context)
