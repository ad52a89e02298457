"""What is refused about a hand, and why one of its fan is not counted, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring.fan import BY_NAME, NAMES, NotCounted
from tournament import wording

HONOURS: Final[dict[str, Promise]] = {
    "E": _("east wind"),
    "S": _("south wind"),
    "W": _("west wind"),
    "N": _("north wind"),
    "C": _("red dragon"),
    "F": _("green dragon"),
    "P": _("white dragon"),
}
SUITS: Final[dict[str, Promise]] = {
    "m": _("%(rank)s of characters"),
    "s": _("%(rank)s of bamboos"),
    "p": _("%(rank)s of dots"),
}

# Codes of `scoring.fan`, as sentences. %(…)s come from the refusal's params.
REFUSALS: Final[dict[str, Promise]] = {
    "not_tiles": _("Write the tiles as text, such as 123m456s78pEE."),
    "not_a_tile": _("%(text)s is no tile. Tiles are 1–9 with m, s or p, and E S W N C F P."),
    "not_one_tile": _("%(text)s is not one tile. Write one, such as 5p or E."),
    "suit_without_number": _("%(suit)s has no number before it. Write for example 123%(suit)s."),
    "number_without_suit": _("%(digits)s has no suit. Write m, s or p behind it."),
    "too_many_tiles": _("More tiles than a hand can have: there are at most %(most)s."),
    "wrong_number_of_tiles": _(
        "%(count)s concealed tiles beside %(melds)s melds: without the winning tile there must be %(expected)s."
    ),
    "more_than_four": _("%(tile)s is there %(count)s times; there are only four of each tile."),
    "melds_not_a_list": _("The melds must be a list."),
    "too_many_melds": _("A hand has at most four melds, not %(count)s."),
    "meld_unknown": _(
        "%(meld)s is no meld. Write chi:234s, pung:EEE, kong:2222m, or ckong:5555p for a concealed kong."
    ),
    "meld_wrong_size": _("%(meld)s has %(count)s tiles; it must have %(size)s."),
    "meld_not_the_same": _("%(meld)s: the tiles are not all the same."),
    "chow_of_honours": _("%(meld)s: honours make no chow."),
    "chow_across_end": _("%(meld)s: a chow does not run across the end of a suit."),
    "not_a_chow": _("%(meld)s: these tiles do not follow one another in one suit."),
    "flags_not_a_table": _("The flags must be an object."),
    "flag_unknown": _("%(flag)s is not a flag."),
    "flag_not_a_wind": _("%(flag)s must be one of E, S, W, N."),
    "flag_not_boolean": _("%(flag)s must be true or false."),
    "last_of_kind_in_hand": _(
        "Last tile of its kind (和绝张) cannot be: another %(tile)s is concealed in the hand."
    ),
    "replacement_without_kong": _("A replacement tile (杠上开花) cannot be: the hand has no kong."),
    "replacement_without_self_draw": _("A replacement tile (杠上开花) cannot be without a self-draw."),
    "robbing_self_drawn": _("Robbing a kong (抢杠和) and a self-draw cannot be together."),
    "robbing_last_wall": _(
        "Robbing a kong (抢杠和) and the last tile of the wall (海底捞月) cannot be together."
    ),
    "robbing_tile_in_hand": _(
        "Robbing a kong (抢杠和) cannot be: the hand holds another %(tile)s, but the kong had all four of them."
    ),
    "not_a_winning_hand": _("The hand does not win with %(tile)s."),
    "no_such_fan": _("%(fan)s is not a fan."),
    "fan_count": _("%(fan)s can be counted 0 to %(most)s times, not %(count)s."),
    "fan_excluded": _("%(fan)s is not counted beside %(by)s."),
    "fan_is_another": _("明杠 and 暗杠 together are counted as 明暗杠."),
    "fan_not_in_rulebook": _("This rulebook counts 明杠 and 暗杠 instead of 明暗杠."),
    "fan_contradict": _("%(fan)s and %(other)s cannot be counted for one hand."),
    "fan_too_many_sets": _("%(fans)s: so many combinations need %(sets)s sets, and a hand has four."),
    "row_incomplete": _("%(name)s is missing."),
    "row_too_long": _("The line is too long: more than %(most)s characters."),
    "row_not_json": _("The line is not JSON."),
    "row_not_an_object": _("The line is not a JSON object with a hand."),
}
# Which part of a hand such a refusal is about; the others are about whatever was being read.
FIELDS: Final[dict[str, str]] = {
    "wrong_number_of_tiles": "hand",
    "more_than_four": "hand",
    "too_many_melds": "melds",
    "melds_not_a_list": "melds",
    "last_of_kind_in_hand": "last_of_kind",
    "replacement_without_kong": "kong",
    "replacement_without_self_draw": "kong",
    "robbing_self_drawn": "kong",
    "robbing_last_wall": "kong",
    "robbing_tile_in_hand": "kong",
    "not_a_winning_hand": "win",
}
# Why a fan is not counted, by the codes of `scoring.fan.WHY`.
WHY: Final[dict[str, Promise]] = {
    "excluded": _("Not counted beside %(by)s."),
    "made_of_it": _("The pung of %(tile)s is counted as %(by)s already."),
    "one_less": _("%(by)s takes one of them away."),
    "joined": _("The sets %(sets)s are joined by %(by)s already."),
    "several_waits": _("Needs a hand that waits for one tile only; this one waited for %(tiles)s."),
    "one_wait": _("Of edge, closed and single wait one is counted: %(by)s."),
    "wait_in_straight": _(
        "Under this rulebook it is not counted where the winning tile lies in the knitted straight."
    ),
    "last_shown": _("The melds show the other three %(tile)s, so the winning tile is the last of its kind."),
}


def speaks_chinese() -> bool:
    """Whether the reader's language is Chinese."""
    return (get_language() or "").startswith("zh")


def fan_words(name: str) -> str:
    """A fan by its Chinese name, with the English one behind it for who does not read Chinese: 清一色 Full Flush."""
    return name if speaks_chinese() else f"{name} {BY_NAME[name].en}"


def highest_first(fans: Mapping[str, int]) -> list[tuple[str, int]]:
    """Fan by their Chinese names with how often, in the order of their points and of the table of fan."""
    return sorted(fans.items(), key=lambda one: (-BY_NAME[one[0]].points, BY_NAME[one[0]].bit))


def tile_word(name: str) -> str:
    """A tile of the notation in words: 5p is 5 of dots, E the east wind."""
    if name in HONOURS:
        return str(HONOURS[name])
    return str(SUITS[name[1]] % {"rank": name[0]})


def why(left: NotCounted) -> str:
    """Why a fan that the hand shows is not counted."""
    params = in_words(left.params) | {"by": wording.listed(fan_words(fan.zh) for fan in left.by)}
    return str(WHY[left.why]) % params


def in_words(params: Mapping[str, Any]) -> dict[str, Any]:
    """The params of a refusal or of a reason, with tiles and fan as the reader calls them."""
    return {name: _WORDS.get(name, _as_it_is)(value) for name, value in params.items()}


def _as_it_is(value: Any) -> Any:
    return value


def _quoted(value: Any) -> Any:
    """A text that `scoring.refusal.shown` has quoted, in the quotation marks that sentences have."""
    whole = isinstance(value, str) and len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return f"“{value[1:-1]}”" if whole else value


def _several(one: Callable[[str], str], known: Mapping[str, Any]) -> Callable[[Any], Any]:
    def words(value: Any) -> Any:
        names = value.split(", ") if isinstance(value, str) else []
        return (
            wording.listed(one(name) for name in names)
            if names and set(names) <= set(known)
            else _quoted(value)
        )

    return words


_TILES: Final = _several(tile_word, dict.fromkeys(NAMES))
_FANS: Final = _several(fan_words, BY_NAME)
_WORDS: Final[dict[str, Callable[[Any], Any]]] = {
    "tile": _TILES,
    "tiles": _TILES,
    "fan": _FANS,
    "fans": _FANS,
    "by": _FANS,
    "other": _FANS,
    "text": _quoted,
    "meld": _quoted,
    "flag": _quoted,
}
