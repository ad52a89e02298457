"""The notation of hands: `123m55pEE`, `chi:234s`, and the flags that say how a hand was won. Both ways.

Digits are followed by m 万, s 条 or p 饼; E S W N are 东南西北, C F P 中发白.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from scoring.fan.hand import MELDS, MOST_FLOWERS, Hand, Meld, meld_of
from scoring.fan.tiles import HONOURS, INDEX, NAMES, SUITS, WINDS, codes_of, text_of, tiles_in
from scoring.refusal import Refusal, is_whole, shown

# The longest hand that can be meant has 13 tiles, each of them written on its own, with blanks between.
LONGEST: Final = 60
MOST_TILES: Final = 14
_RUN = re.compile(r"[1-9]+[msp]|[ESWNCFP]+")
_WINDS: Final = {name: number for number, name in enumerate(WINDS)}
_FLAGS: Final = ("self_drawn", "last_of_kind", "last_wall", "kong", "seat", "round", "flowers")
# `kong` may say which of the two it means, so that a contradiction to `self_drawn` is seen.
REPLACEMENT, ROBBING = "replacement", "robbing"


def parse_tiles(text: object) -> tuple[int, ...]:
    """The tiles of a text in their order; refuses text that is not tiles, naming what is wrong."""
    return tuple(tile for run in _runs(text) for tile in _tiles_of_run(run))


def parse_codes(text: object) -> tuple[int, int, int, int]:
    """The codes of the suits (see `tiles`) of a text with at most 14 tiles."""
    codes = [0, 0, 0, 0]
    for run in _runs(text):
        suit, code = _run(run)
        codes[suit] += code
    return codes[0], codes[1], codes[2], codes[3]


def parse_tile(text: object) -> int:
    """One tile."""
    found = INDEX.get(text) if isinstance(text, str) else None
    if found is None:
        tiles = parse_tiles(text)
        if len(tiles) != 1:
            message = f"{shown(text)} is not one tile."
            raise Refusal("not_one_tile", message, text=shown(text))
        found = tiles[0]
    return found


def parse_meld(text: object) -> Meld:
    """A meld: `chi:234s`, `pung:EEE`, `kong:2222m` (exposed or added), `ckong:5555p` (concealed)."""
    found = _WRITTEN.get(text) if isinstance(text, str) else None
    if found is not None:
        return found
    if not isinstance(text, str) or len(text) > LONGEST:
        raise Refusal("meld_unknown", f"{shown(text)} is no meld.", meld=shown(text))
    kind, colon, tiles = text.partition(":")
    if not colon:
        kind = ""
    return meld_of(kind.strip(), parse_tiles(tiles) if colon else (), shown(text))


def hand_of(hand: object, melds: object, win: object, flags: Mapping[str, Any] | object = None) -> Hand:
    """A hand from its four parts as in the neutral files; what is left out of `flags` is no, east, or 0.

    Refuses what cannot be read. Whether the hand can be and wins is the evaluator's question.
    """
    if not isinstance(melds, (list, tuple)):
        raise Refusal(
            "melds_not_a_list", f"The melds must be a list, not {shown(melds)}.", value=shown(melds)
        )
    if len(melds) > 4:
        message = f"A hand has at most four melds, not {len(melds)}."
        raise Refusal("too_many_melds", message, count=len(melds))
    return Hand(
        parse_codes(hand),
        tuple([parse_meld(meld) for meld in melds]),
        parse_tile(win),
        *_parse_flags({} if flags is None else flags),
    )


def ready_of(hand: object, melds: object, flags: Mapping[str, Any] | object = None) -> Hand:
    """13 tiles without a winning one, for `ready.winning_tiles`; of the flags only winds and flowers matter there."""
    return hand_of(hand, melds, NAMES[0], flags)


def write(hand: Hand) -> dict[str, Any]:
    """The hand in the notation; `hand_of(**write(hand))` is the same hand."""
    return {
        "hand": text_of(tiles_in(hand.codes)),
        "melds": [str(meld) for meld in hand.melds],
        "win": NAMES[hand.win],
        "flags": {
            "self_drawn": hand.self_drawn,
            "last_of_kind": hand.last_of_kind,
            "last_wall": hand.last_wall,
            "kong": hand.kong,
            "seat": WINDS[hand.seat],
            "round": WINDS[hand.prevailing],
            "flowers": hand.flowers,
        },
    }


def _parse_flags(flags: Mapping[str, Any] | object) -> tuple[bool, bool, bool, bool, int, int, int]:
    if not isinstance(flags, Mapping):
        raise Refusal(
            "flags_not_a_table", f"The flags must be a table, not {shown(flags)}.", value=shown(flags)
        )
    get = flags.get
    drawn, last, wall = get("self_drawn", False), get("last_of_kind", False), get("last_wall", False)
    kong, flowers = get("kong", False), get("flowers", 0)
    seat, prevailing = get("seat", "E"), get("round", "E")
    usual = (
        drawn.__class__ is last.__class__ is wall.__class__ is kong.__class__ is bool
        and seat.__class__ is prevailing.__class__ is str
        and flowers.__class__ is int
        and len(flags) == len(_FLAGS)
    )
    if not usual or seat not in _WINDS or prevailing not in _WINDS:
        kong = _check_flags(flags)
    return drawn, last, wall, kong, _WINDS[seat], _WINDS[prevailing], flowers


def _check_flags(flags: Mapping[str, Any]) -> bool:
    """Refuse what is no flag or has no such value; whether a kong was involved, also where `kong` says it in a word."""
    for flag, value in flags.items():
        name = flag if flag in _FLAGS else shown(flag)
        if flag not in _FLAGS:
            raise Refusal("flag_unknown", f"{name} is not a flag. Flags: {', '.join(_FLAGS)}.", flag=name)
        if flag == "flowers":
            if not is_whole(value) or not 0 <= value <= MOST_FLOWERS:
                raise Refusal("flowers_out_of_range", "A hand has 0 to 8 flowers.", count=shown(value))
        elif flag in ("seat", "round"):
            if not isinstance(value, str) or value not in _WINDS:
                message = f"{flag} must be one of E, S, W, N, not {shown(value)}."
                raise Refusal("flag_not_a_wind", message, flag=flag, value=shown(value))
        elif not isinstance(value, bool) and not (flag == "kong" and value in (REPLACEMENT, ROBBING)):
            message = f"{flag} must be true or false, not {shown(value)}."
            raise Refusal("flag_not_boolean", message, flag=flag, value=shown(value))
    kong, self_drawn = flags.get("kong", False), flags.get("self_drawn", False)
    if kong == REPLACEMENT and not self_drawn:
        message = "A replacement tile (杠上开花) cannot be without a self-draw."
        raise Refusal("replacement_without_self_draw", message)
    if kong == ROBBING and self_drawn:
        message = "Robbing a kong (抢杠和) and a self-draw cannot be together."
        raise Refusal("robbing_self_drawn", message)
    return bool(kong)


def _runs(text: object) -> list[str]:
    """The runs of tiles that a text consists of; blanks between them are allowed."""
    if not isinstance(text, str):
        raise Refusal("not_tiles", f"Tiles are written as text, not {shown(text)}.", text=shown(text))
    if len(text) <= LONGEST:
        runs = _RUN.findall(text)
        if len("".join(runs)) != len(text):
            text = "".join(text.split())
            runs = _RUN.findall(text)
        if len("".join(runs)) == len(text):
            if sum(len(run) - (run[-1] in SUITS) for run in runs) > MOST_TILES:
                raise _too_long(text)
            return runs
    raise _not_tiles(text)


def _too_long(text: str) -> Refusal:
    message = f"{shown(text)} is more than a hand: it has at most {MOST_TILES} tiles."
    return Refusal("too_many_tiles", message, text=shown(text), most=MOST_TILES)


def _not_tiles(text: str) -> Refusal:
    """Why this is not tiles, as far as its beginning shows."""
    digits = ""
    for letter in "".join(text[:LONGEST].split()):
        if letter in "123456789":
            digits += letter
        elif letter in SUITS and digits:
            digits = ""
        elif letter in HONOURS and not digits:
            continue
        elif letter in SUITS or letter in HONOURS:
            return _no_suit(digits, letter)
        else:
            message = f"{shown(letter)} is no tile. Tiles are 1-9 with m, s or p, and E S W N C F P."
            return Refusal("not_a_tile", message, text=shown(letter))
    return _too_long(text) if len(text) > LONGEST else _no_suit(digits, "")


def _no_suit(digits: str, letter: str) -> Refusal:
    if not digits:
        message = f"{letter} has no number before it: tiles are written 123{letter}."
        return Refusal("suit_without_number", message, suit=letter)
    message = f"{digits} has no suit: m, s or p must follow it."
    return Refusal("number_without_suit", message, digits=digits)


@lru_cache(maxsize=1 << 14)
def _run(run: str) -> tuple[int, int]:
    tiles = _tiles_of_run(run)
    codes = codes_of(tiles)
    suit = next(at for at, code in enumerate(codes) if code)
    return suit, codes[suit]


def _tiles_of_run(run: str) -> list[int]:
    if run[-1] in SUITS:
        return [INDEX[digit + run[-1]] for digit in run[:-1]]
    return [INDEX[letter] for letter in run]


_WRITTEN: Final[dict[object, Meld]] = {str(meld): meld for meld in MELDS.values()}
