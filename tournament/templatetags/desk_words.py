"""Filters of the organiser's pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def of(mapping: Mapping[Any, Any], key: Any) -> Any:
    """The value of a key, None where there is none: `notes|of:seat.player_id`."""
    return mapping.get(key)
