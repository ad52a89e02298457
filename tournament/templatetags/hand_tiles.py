"""A recorded hand with its tiles and its fan, as it lies on the table and as it was counted.

`hand` is a `models.Hand` or whatever else has its `tiles`, `fans` and `fan`. Where nothing was entered the tags write
nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.fan import BY_NAME, NAMES, parse_tiles
from scoring.recorded_fan import points_of
from tournament.templatetags.quesai import tile, tile_name
from tournament.wording import labelled, listed

register = template.Library()
MELDS = {
    "chi": gettext_lazy("chow: %(tiles)s"),
    "pung": gettext_lazy("pung: %(tiles)s"),
    "kong": gettext_lazy("kong: %(tiles)s"),
    "ckong": gettext_lazy("concealed kong: %(tiles)s"),
}


@register.simple_tag
def hand_tiles(hand: Any) -> SafeString:
    """The tiles of a hand: concealed ones, melds, and apart from them the winning tile; in words for screen readers."""
    written: Mapping[str, Any] = hand.tiles
    if not written:
        return SafeString("")
    melds = [_meld(text) for text in written["melds"]]
    groups = [_codes(written["hand"]), *(shown for shown, _label in melds)]
    label = _("%(tiles)s; winning tile: %(win)s") % {
        "tiles": listed([*_names(written["hand"]), *(label for _shown, label in melds)]),
        "win": tile_name(_code(written["win"])),
    }
    return format_html(
        '<span class="hand-tiles" role="img" aria-label="{}">{}{}</span>',
        label,
        format_html_join("", "{}", ((_group(codes),) for codes in groups if codes)),
        _group([_code(written["win"])], " hand-tiles__win"),
    )


@register.simple_tag
def fan_list(hand: Any) -> SafeString:
    """The fan of a hand with their points, the highest first; why its number is another one than is counted, if so."""
    if hand.fan_reason:
        reason = labelled(_("Why another number than is counted"), hand.fan_reason)
        return format_html('<span class="fan-reason">{}</span>', reason)
    if not hand.fans:
        return SafeString("")
    points = points_of(hand.fans, hand.fan)
    lines = sorted(hand.fans.items(), key=lambda line: -points[line[0]])
    return format_html(
        '<ul class="fan-list">{}</ul>',
        format_html_join(
            "",
            '<li><span class="fan-list__name">{}{}</span> <span class="fan-list__points">{}</span></li>',
            ((_fan(name), f" × {count}" if count > 1 else "", points[name] * count) for name, count in lines),
        ),
    )


def _fan(name: str) -> SafeString:
    """A fan by its Chinese name, with the English one behind it for who does not read Chinese."""
    english = "" if (get_language() or "").startswith("zh") else f" {BY_NAME[name].en}"
    return format_html('<span lang="zh-Hans">{}</span>{}', name, english)


def _code(name: str) -> str:
    """The picture of a tile in the notation: m5 for 5m, E for E."""
    return name[::-1]


def _codes(text: str) -> list[str]:
    return [_code(NAMES[one]) for one in parse_tiles(text)]


def _names(text: str) -> list[str]:
    return [tile_name(code) for code in _codes(text)]


def _meld(text: str) -> tuple[list[str], str]:
    """The pictures of a meld, and what it is in words. Of a concealed kong the outer two lie face down."""
    kind, _colon, tiles = text.partition(":")
    codes = _codes(tiles)
    shown = ["back", *codes[1:3], "back"] if kind == "ckong" else codes
    return shown, str(MELDS[kind]) % {"tiles": listed(tile_name(code) for code in codes)}


def _group(codes: Iterable[str], more: str = "") -> SafeString:
    tiles = format_html_join("", "{}", ((tile(code, "tile--small", decorative=True),) for code in codes))
    return format_html('<span class="hand-tiles__group{}">{}</span>', more, tiles)
