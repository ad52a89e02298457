"""Fan in a line: their names as the reader knows them."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from scoring.fan import BY_NAME
from tournament.fan_texts import fan_words
from tournament.wording import listed

register = template.Library()


@register.filter
def fan_names(fans: Mapping[str, int]) -> str:
    """Fan by their Chinese names with how often, as a list in words, the highest first."""
    ordered = sorted(fans.items(), key=lambda one: -BY_NAME[one[0]].points)
    return listed(fan_words(name) + (f" × {count}" if count > 1 else "") for name, count in ordered)
