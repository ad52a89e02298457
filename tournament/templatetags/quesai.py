"""Tags and filters that all pages share: how a number, a wind, a place, a time, an icon or a tile is shown.

Nothing here computes a result; it only writes down what it is given.
"""

import datetime
import zoneinfo
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from scoring.standard_points import show
from tournament import fan_texts, wording
from tournament.templatetags import arrows
from tournament.templatetags.kept import static_files

register = template.Library()

MINUS = "−"
WINDS = ("东", "南", "西", "北")
WIND_NAMES = (
    pgettext_lazy("wind", "East"),
    pgettext_lazy("wind", "South"),
    pgettext_lazy("wind", "West"),
    pgettext_lazy("wind", "North"),
)
# Besides those that a hand is made of.
OTHER_TILES = {"back": gettext_lazy("tile face down"), "f": gettext_lazy("flower %(rank)s")}


# ── Numbers


@register.filter
def signed(value: int | Fraction | None) -> str:
    """+12, −48, 0; empty for None. A Fraction of match points is shown like standard points."""
    if value is None or value == "":
        return ""
    text = show(value) if isinstance(value, Fraction) else _minus(int(value))
    return f"+{text}" if value > 0 else text


@register.filter
def tone(value: int | Fraction | None) -> str:
    """The class that colours a signed number: gain, loss, or nothing."""
    if not value:
        return ""
    return "gain" if value > 0 else "loss"


@register.simple_tag
def score(value: int | Fraction | None) -> SafeString:
    """A signed number in its colour, in an element of its own."""
    return _score(value)


@lru_cache(maxsize=5000)
def _score(value: int | Fraction | None) -> SafeString:
    return format_html('<span class="{}">{}</span>', tone(value) or "even", signed(value))


@register.filter
def points(value: int | Fraction | None) -> str:
    """Standard points for a reader, 3½: an int is a seat's twelfths, a Fraction is points. Empty for None."""
    return "" if value is None or value == "" else show(value)


@register.filter
def whole(value: int | Fraction | None) -> str:
    """Match points without a plus: 312, −48, 0; a Fraction that is carried over as 12½. Empty for None."""
    if value is None or value == "":
        return ""
    return show(value) if isinstance(value, Fraction) else _minus(int(value))


def _minus(value: int) -> str:
    return f"{MINUS}{-value}" if value < 0 else str(value)


# ── Winds, places, tiles, icons


@register.filter
def wind(value: int) -> str:
    """The character of a wind 0..3, the same in every language, as it stands on the tile."""
    return WINDS[int(value)]


@register.filter
def wind_name(value: int) -> str:
    """The wind 0..3 in words, in the reader's language."""
    return str(WIND_NAMES[int(value)])


@register.simple_tag
def wind_badge(value: int, dealer: bool = False, large: bool = False, chair: bool = False) -> SafeString:
    """The square with a seat wind; the dealer's is filled. With `chair`, the small grey name of a chair."""
    return _wind_badge(get_language(), int(value), dealer, large, chair)


@lru_cache(maxsize=200)
def _wind_badge(language: str | None, value: int, dealer: bool, large: bool, chair: bool) -> SafeString:
    variants = {"wind": True, "wind--dealer": dealer, "wind--large": large, "wind--chair": chair}
    if chair:
        label = _("chair %(wind)s") % {"wind": wind_name(value)}
    elif dealer:
        label = _("%(wind)s, dealer") % {"wind": wind_name(value)}
    else:
        label = wind_name(value)
    return format_html(
        '<span class="{}" role="img" aria-label="{}" title="{}" lang="zh-Hans">{}</span>',
        " ".join(name for name, on in variants.items() if on),
        label,
        label,
        wind(value),
    )


@register.simple_tag
def place(value: int | None, shared: bool = False) -> SafeString:
    """A place; the first three have a medal, a shared place an equals sign. A dash for the unplaced."""
    if value is None:
        return format_html('<span class="place" title="{}">–</span>', _("unplaced"))
    medal = f" place--{value}" if value <= 3 else ""
    if not shared:
        return format_html('<span class="place{}">{}</span>', medal, value)
    label = _("%(place)s, shared") % {"place": value}
    return format_html(
        '<span class="place{} place--shared" title="{}">{}<span class="sr">{}</span></span>',
        medal,
        label,
        value,
        _("shared"),
    )


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A picture from static/img/icons.svg; without a label it is decoration beside a word."""
    return _icon(static_files(), name, label)


# Each is made once for the files that it points to: there are dozens on a page.
@lru_cache(maxsize=500)
def _icon(files: object, name: str, label: str) -> SafeString:
    address = f"{static('img/icons.svg')}#{name}"
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}"></use></svg>', label, address
        )
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', address)


@register.simple_tag
def tile(code: str, classes: str = "", decorative: bool = False) -> SafeString:
    """A mahjong tile: m1..m9 s1..s9 p1..p9, E S W N C F P, f1..f8, back."""
    address = f"{static('img/tiles/tiles.svg')}#{code}"
    css = f"tile {classes}".strip()
    if decorative:
        return format_html('<svg class="{}" aria-hidden="true"><use href="{}"></use></svg>', css, address)
    return format_html(
        '<svg class="{}" role="img" aria-label="{}"><use href="{}"></use></svg>',
        css,
        tile_name(code),
        address,
    )


@register.filter
def tile_name(code: str) -> str:
    """A tile in words, for screen readers."""
    if code == "back":
        return str(OTHER_TILES[code])
    if code[0] == "f":
        return str(OTHER_TILES["f"] % {"rank": code[1]})
    return fan_texts.tile_word(code[::-1])


@register.inclusion_tag("components/rotation.html")
def rotation(moves: Iterable[Any], caption: str = "", small: bool = False) -> dict[str, Any]:
    """The picture of who moves to which chair. `moves`: scoring's Move, or pairs (from_chair, to_chair)."""
    pairs = [_pair(move) for move in moves]
    return {
        "arrows": [arrows.arrow(start, end) for start, end in pairs],
        "chairs": arrows.chairs(pairs),
        "caption": caption,
        "small": small,
        "description": _description(pairs),
    }


def _pair(move: Any) -> tuple[int, int]:
    if hasattr(move, "from_chair"):
        return move.from_chair, move.to_chair
    start, end = move
    return int(start), int(end)


def _description(pairs: Sequence[tuple[int, int]]) -> str:
    if not pairs:
        return _("Nobody moves")
    return wording.clauses(
        _("%(start)s moves to %(end)s") % {"start": wind_name(start), "end": wind_name(end)}
        for start, end in pairs
    )


# ── Words put together as the reader's language does it


register.filter("listed", wording.listed)


# ── Times, in the tournament's own zone


def _local(value: datetime.datetime, zone: Any) -> datetime.datetime:
    return timezone.localtime(value, zoneinfo.ZoneInfo(getattr(zone, "zone", zone)))


@register.filter
def in_zone(value: datetime.datetime | None, zone: Any) -> datetime.datetime | None:
    """A moment in the zone of a tournament (or of the zone named), without its offset, ready for `|date`."""
    return None if value is None else _local(value, zone).replace(tzinfo=None)


@register.filter
def clock(value: datetime.datetime | None, zone: Any) -> str:
    """The time of day in the tournament's zone, 14:05. Empty for None."""
    return "" if value is None else f"{_local(value, zone):%H:%M}"


@register.filter
def moment(value: datetime.datetime | None, zone: Any) -> SafeString | str:
    """Day and time in the tournament's zone as a time element: 2025-05-01 14:05. Empty for None."""
    if value is None:
        return ""
    local = _local(value, zone)
    return format_html('<time datetime="{}">{}</time>', local.isoformat(), f"{local:%Y-%m-%d %H:%M}")


@register.filter
def day(value: datetime.date | None) -> str:
    """A date written out as the reader's language does it. Empty for None."""
    return "" if value is None else date_format(value, "DATE_FORMAT")
