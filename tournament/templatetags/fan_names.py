"""Fan in a line: their names as the reader knows them."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from tournament.fan_texts import fan_words, highest_first
from tournament.wording import listed

register = template.Library()


@register.filter
def fan_names(fans: Mapping[str, int]) -> str:
    """Fan by their Chinese names with how often, as a list in words, the highest first."""
    ordered = highest_first(fans)
    return listed(fan_words(name) + (f" × {count}" if count > 1 else "") for name, count in ordered)


@register.filter
def highest_fan(fans: Mapping[str, int]) -> str:
    """The fan with the most points, and an ellipsis where there are others; empty for none."""
    ordered = highest_first(fans)
    return fan_words(ordered[0][0]) + (" …" if len(ordered) > 1 else "") if ordered else ""
