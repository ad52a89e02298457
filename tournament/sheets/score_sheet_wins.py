"""What was won in a hand, in the one column of the score sheet that says so."""

from __future__ import annotations

from collections.abc import Sequence

from .ink import LEADING
from .lines import Fitted, fit, wrap
from .score_sheet_table import HandLine, WinLine
from .score_sheet_words import WORDS, say, wind
from .words import Words

# Two lines of this size have the height of the least row.
SMALL, HIGH = 4.6, 11.5


def won(words: Words, hand: HandLine, room: float) -> tuple[Fitted, bool]:
    """The winning hand set into the column, and whether something of what was won under house rules had no room.

    A star says that a note speaks of the hand.
    """
    star = " *" if hand.marked else ""
    if hand.wins:
        return _plays(words, hand, room, star)
    return _fan(words, hand, room, star), False


def wins_in_full(words: Words, hand: HandLine) -> str:
    """Everybody who won a hand under house rules with what he had, in the languages of the sheet."""
    return _joined(words, hand, [_win(words, one, all_languages=True) for one in hand.wins])


def _plays(words: Words, hand: HandLine, room: float, star: str) -> tuple[Fitted, bool]:
    """Winners with what they had, in one language: set smaller where there are many, else as many as fit."""
    wins = [_win(words, one) for one in hand.wins]
    for known in range(len(wins), 0, -1):
        cut = known < len(wins)
        text = _joined(words, hand, wins[:known]) + ("…" if cut else "") + (star or " *" * cut)
        for fitted in (
            fit(text, room, 8),
            fit(text, room, 6.5),
            Fitted(tuple(wrap(text, room, SMALL)), SMALL),
        ):
            if len(fitted.lines) == 1 or len(fitted.lines) * fitted.size * LEADING <= HIGH:
                return fitted, cut
    seats = "".join(wind(words, one.seat) for one in hand.wins)
    return fit(f"{seats} …{star or ' *'}", room, 8), True


def _win(words: Words, one: WinLine, *, all_languages: bool = False) -> str:
    """A winner by his wind, with his kind of hand and his fan."""
    kinds = dict.fromkeys(words.pick(one.kind)[: None if all_languages else 1])
    fan = words.pick(WORDS["fan"], fan=one.fan)[0] if one.fan is not None else ""
    return " ".join(filter(None, (wind(words, one.seat), *kinds, fan)))


def _joined(words: Words, hand: HandLine, wins: Sequence[str]) -> str:
    between = "；" if words.languages_in_order[0] == "zh" else "; "
    robbed = f" · {words.pick(WORDS['robbed'])[0]}" if hand.robbed_kong else ""
    return between.join(wins) + robbed


def _fan(words: Words, hand: HandLine, room: float, star: str) -> Fitted:
    """The winning hand as far as it is known and has room: its number of fan, then their names from the highest."""
    if hand.fan is None:
        return fit((say(words, "drawn") if hand.drawn else "") + star, room, 8)
    said = {"fan": {"fan": hand.fan}}
    said |= {"flowers": {"n": hand.flowers}} if hand.flowers else {}
    said |= {"robbed": {}} if hand.robbed_kong else {}
    if not hand.names:
        parts = [say(words, key, **values) for key, values in said.items()]
        return fit(" · ".join(parts) + star, room, 8)
    # In one language: the names need the room, and what they are in the other is the same everywhere.
    parts = [words.pick(WORDS[key], **values)[0] for key, values in said.items()]
    names = [words.pick(name)[0] + (f"×{count}" if count > 1 else "") for name, count in hand.names]
    for known in range(len(names), 0, -1):
        more = "…" if known < len(names) else ""
        fitted = fit(" · ".join(parts + names[:known]) + more + star, room, 8)
        if len(fitted.lines) == 1:
            return fitted
    # One long name: two lines in the height of a row.
    return fit(" · ".join(parts + names[:1]) + star, room, 5)
