"""The keyboard of tiles that static/js/tiles.js brings to life."""

from __future__ import annotations

from typing import Any

from django import template

from scoring.fan import NAMES

register = template.Library()
_A_ROW = 9


@register.inclusion_tag("components/tile_keyboard.html")
def tile_keyboard() -> dict[str, Any]:
    """A row of keys for each suit and one for the honours: tiles of the notation with their pictures."""
    tiles = [(name, name[::-1]) for name in NAMES]
    return {"rows": [tiles[at : at + _A_ROW] for at in range(0, len(tiles), _A_ROW)]}
