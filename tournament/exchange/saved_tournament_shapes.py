"""What stands in the JSON of saved rows: its form, and where in it a key names another row.

A shape takes a value and a function that turns keys of one side into those of the other: the keys of the database into
numbers of rows when a tournament is saved, and back when it is restored. It returns the value with the other keys, or
raises `ShapeError`. What an undo writes back into rows is held to its exact form: a file must not make it write
anything else, nor into anything that does not come from the same file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.dealing import DEALS, MOST_HANDS
from scoring.recorded_fan import check_recorded, check_tiles
from scoring.refusal import Refusal
from tournament.refusals import from_scoring

Keys = Callable[[str, Any], Any]
Shape = Callable[[Any, Keys], Any]
LARGEST = 2**31 - 1
LONGEST = 500
SEATS = 4


class ShapeError(ValueError):
    """A value that has not the form in which the program writes it; the text says what is expected."""


def anything(value: Any, keys: Keys) -> Any:
    """Whatever JSON can say: figures for sentences, which nothing is written from."""
    return value


def flag(value: Any, keys: Keys) -> Any:
    """True or false."""
    if not isinstance(value, bool):
        raise ShapeError(_("true or false is expected."))
    return value


def text(value: Any, keys: Keys) -> Any:
    """A text as long as a reason may be."""
    if not isinstance(value, str) or len(value) > LONGEST:
        raise ShapeError(_("A text of at most %(n)s characters is expected.") % {"n": LONGEST})
    return value


def fraction(value: Any, keys: Keys) -> Any:
    """Points as exact text: 5, -12 or 7/2. Powers of ten are none: they unpack to numbers without end."""
    if not isinstance(value, str) or not re.fullmatch(r"-?[0-9]{1,18}(/[1-9][0-9]{0,17})?", value):
        raise ShapeError(_('A whole number, or text such as "1/2", is expected.'))
    return value


def nothing(value: Any, keys: Keys) -> Any:
    """Null."""
    if value is not None:
        raise ShapeError(_("null is expected."))
    return value


def whole(low: int = -LARGEST, high: int = LARGEST) -> Shape:
    """A whole number within bounds."""

    def shape(value: Any, keys: Keys) -> Any:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ShapeError(
                _("A whole number from %(low)s to %(high)s is expected.") % {"low": low, "high": high}
            )
        return value

    return shape


def maybe(inner: Shape) -> Shape:
    """Null, or what `inner` says."""
    return lambda value, keys: None if value is None else inner(value, keys)


def key(table: str) -> Shape:
    """The key of a row that is there."""

    def shape(value: Any, keys: Keys) -> Any:
        other = keys(table, value)
        if other is None:
            raise ShapeError(_("A row of “%(table)s” is expected.") % {"table": table})
        return other

    return shape


def key_or_gone(table: str) -> Shape:
    """The key of a row, or null where there is none, or none any more."""
    return lambda value, keys: None if value is None else keys(table, value)


def key_or_zero(table: str) -> Shape:
    """The key of a row, or 0 for nobody."""
    return lambda value, keys: 0 if value == 0 else keys(table, value)


def several(inner: Shape, *counts: int) -> Shape:
    """A list, of one of these lengths where any is given."""

    def shape(value: Any, keys: Keys) -> Any:
        if not isinstance(value, list) or (counts and len(value) not in counts):
            raise ShapeError(_("A list […] of other length is expected."))
        return [inner(one, keys) for one in value]

    return shape


def row_of(*inner: Shape) -> Shape:
    """A list of which each place has a form of its own."""

    def shape(value: Any, keys: Keys) -> Any:
        if not isinstance(value, list) or len(value) != len(inner):
            raise ShapeError(_("A list […] of other length is expected."))
        return [one(part, keys) for one, part in zip(inner, value, strict=True)]

    return shape


def exactly(**parts: Shape) -> Shape:
    """An object with these keys and no other."""

    def shape(value: Any, keys: Keys) -> Any:
        if not isinstance(value, dict) or set(value) != set(parts):
            raise ShapeError(
                _("An object with these keys and no other is expected: %(keys)s.")
                % {"keys": ", ".join(parts) or "–"}
            )
        return {name: parts[name](part, keys) for name, part in value.items()}

    return shape


def either(first: Shape, second: Shape) -> Shape:
    """The one form or the other."""

    def shape(value: Any, keys: Keys) -> Any:
        try:
            return first(value, keys)
        except ShapeError:
            return second(value, keys)

    return shape


def figures(*needed: str, **parts: Shape) -> Shape:
    """An object of figures: `needed` must be there, `parts` are looked at where they are, all others may be."""

    def shape(value: Any, keys: Keys) -> Any:
        if not isinstance(value, dict) or any(name not in value for name in needed):
            raise ShapeError(
                _("An object with these keys is expected: %(keys)s.") % {"keys": ", ".join(needed) or "–"}
            )
        return {name: parts.get(name, anything)(part, keys) for name, part in value.items()}

    return shape


def chairs(value: Any, keys: Keys) -> Any:
    """Chairs that were not moved: round → the four drawn seats by chair."""
    if not isinstance(value, dict) or not all(
        re.fullmatch(r"[2-4]", number) and isinstance(four, list) and set(map(repr, four)) == set("0123")
        for number, four in value.items()
    ):
        raise ShapeError(_("Rounds 2 to 4 with their four chairs are expected."))
    return value


def recorded(check: Callable[[Any], dict[str, Any]]) -> Shape:
    """Tiles or fan of a recorded hand, which the rules can read."""

    def shape(value: Any, keys: Keys) -> Any:
        try:
            return check(value)
        except Refusal as refusal:
            raise ShapeError(from_scoring(refusal).message) from refusal

    return shape


def entered(value: Any, keys: Keys) -> Any:
    """What was entered in the fields of a form of house rules, by key."""
    if not isinstance(value, dict):
        raise ShapeError(_("An object {…} is expected."))
    return {name: _ENTERED(part, keys) for name, part in value.items()}


_ENTERED = either(maybe(flag), either(whole(), either(text, several(whole(), SEATS))))
SEAT = whole(0, SEATS - 1)
HAND = whole(1, MOST_HANDS)
_HANDS = maybe(whole(0, MOST_HANDS))
PLAYER = key_or_gone("players")
_HAND_UNDO = exactly(hand=HAND, restores=key_or_gone("hands"))
# player, credited, match points, standard points, deducted, place: actions.recompute.results_of
_COUNTED = several(row_of(PLAYER, PLAYER, *(maybe(whole()),) * 4), SEATS)
# What undoing an act gives back, by its kind (actions.tables.UNDO). A kind without a line here cannot be saved.
UNDO: Mapping[str, Shape] = {
    **dict.fromkeys(("hand", "correction", "replay"), _HAND_UNDO),
    **dict.fromkeys(("close", "undo", "ruling", "call", "answer", "check"), exactly()),
    "penalty": either(
        exactly(penalty=key("penalties"), was_withdrawn=flag),
        exactly(penalty=key("penalties"), was_withdrawn=flag, disqualified=key_or_zero("players")),
    ),
    "withdrawal": exactly(penalty=key("penalties"), was_withdrawn=flag),
    "round": exactly(table=exactly(confirmed_round=whole(1, 4), chairs=chairs)),
    "time": exactly(table=exactly(time_called_at=nothing, hands_at_time=_HANDS)),
    "counting": exactly(table=exactly(hands_at_time=_HANDS)),
    "presence": exactly(
        player=PLAYER,
        before=exactly(is_vacant=flag, is_forfeit=flag, credited_id=PLAYER),
        sittings=several(exactly(player_id=PLAYER, from_hand=HAND, reason=text)),
    ),
    "no_play": exactly(table=exactly(no_play=flag)),
    "totals": exactly(
        table=exactly(totals_only=flag, paper_reason=text, imbalance_reason=text),
        paper=several(maybe(whole()), SEATS),
    ),
    "dispute": exactly(dispute=key_or_gone("disputes")),
    "reopen": exactly(counted=_COUNTED),
}
_ANSWERED = {
    "version": whole(0),
    "totals": several(whole(), SEATS),
    "repeated": flag,
    "dispute": key_or_gone("disputes"),
    "call": key_or_gone("calls"),
    "penalty": key_or_gone("penalties"),
}


def answer_of(kind: str) -> Shape:
    """What the answer of an act of this kind holds."""
    parts, needed = dict(_ANSWERED), ["version", "totals", "repeated"]
    if kind in ("hand", "correction", "replay"):
        parts |= {"hand": HAND, "revision": whole(1)}
        needed += ["hand", "revision"]
    if kind in ("penalty", "withdrawal"):
        parts["penalty"] = key("penalties")
        needed.append("penalty")
    return figures(*needed, **parts)


_WINNER = {"seat": SEAT, "values": entered}
_PAYMENT = {"kind": text, "seat": SEAT, "giver": maybe(SEAT), "count": whole(1)}
# A play as it was sent, and as it is stored (scoring.house.written).
_SENT = figures(
    way=maybe(text),
    discarder=maybe(SEAT),
    winners=several(figures("seat", **_WINNER)),
    values=entered,
    payments=several(figures("kind", "seat", **_PAYMENT)),
)
_PLAY = exactly(
    way=text,
    discarder=maybe(SEAT),
    winners=several(exactly(**_WINNER)),
    values=entered,
    payments=several(exactly(**_PAYMENT)),
)
_HAND_BODY = {
    **dict.fromkeys(("winner", "discarder"), maybe(SEAT)),
    **dict.fromkeys(("fan", "flowers"), maybe(whole(0))),
    "number": HAND,
    **dict.fromkeys(("robbed_kong", "confirmed", "before_time"), flag),
    **dict.fromkeys(("lift_dead_hand", "reason", "fan_reason"), text),
    "tiles": exactly(
        **dict.fromkeys(("hand", "win"), text),
        melds=several(text),
        **dict.fromkeys(("last_of_kind", "last_wall", "replacement"), flag),
    ),
    "fans": figures(),
    "play": _SENT,
    "dealer": maybe(SEAT),
}
_PENALTY_BODY = {
    "seat": SEAT,
    "kind": text,
    "amount": fraction,
    "mode": text,
    "currency": text,
    "victim": maybe(SEAT),
    "dead_hand": flag,
    "hand_number": maybe(HAND),
    "reason": text,
}
# What was sent to a closed table, by its kind (actions.late.CARRY_OUT).
BODY: Mapping[str, Shape] = {
    **dict.fromkeys(("hand", "correction"), figures("number", **_HAND_BODY)),
    "replay": exactly(number=HAND, reason=text),
    "penalty": exactly(**_PENALTY_BODY),
    "withdrawal": exactly(penalty=key("penalties"), reason=text),
    "round": exactly(round=whole(1, 4), swapped=flag),
    **dict.fromkeys(("time", "counting", "undo"), exactly()),
    "dispute": exactly(hand=maybe(HAND), text=text),
    "close": figures(
        "agreements", "reason", agreements=several(text), reason=text, signatures=several(anything)
    ),
    "totals": either(exactly(totals=several(whole(), SEATS), reason=text), exactly(paper=flag, reason=text)),
}


def log_of(action: str) -> Shape:
    """The figures of a line of the history. Keys stand in those of penalties, late entries, and what was undone."""
    penalty = key_or_gone("penalties")
    if action in ("penalty_recorded", "penalty_withdrawn"):
        return figures("seat", penalty=penalty)
    if action.startswith("late_"):
        sent = figures(penalty=penalty, figures=maybe(figures(penalty=penalty)))
        return figures("entry", late=key_or_gone("late_entries"), entry=sent)
    if action == "place_called":
        names = ("number", "name", "team", "standard", "match")
        people = several(figures(*names, standard=fraction, match=fraction))
        return figures("place", "people", place=whole(0), people=people)
    if action == "undone":
        answer = figures(penalty=penalty, dispute=key_or_gone("disputes"), call=key_or_gone("calls"))
        return figures(answer=answer)
    return figures()


def shape_of(table: str, field: str, row: Mapping[str, Any]) -> Shape:
    """The shape of a JSON column of a row. Raises `ShapeError` where the kind of the row is not known."""
    if (table, field) in (("acts", "undo"), ("acts", "answer"), ("late_entries", "body")):
        known = BODY if table == "late_entries" else UNDO
        if row["kind"] not in known:
            raise ShapeError(_("There is no such kind: %(kind)s") % {"kind": str(row["kind"])[:40]})
        return answer_of(row["kind"]) if field == "answer" else known[row["kind"]]
    if (table, field) == ("log", "data"):
        return log_of(str(row["action"]))
    if (table, field) == ("hands", "fans"):
        return recorded(lambda fans: check_recorded(fans, row["fan"], row["flowers"]))
    return _PLAIN.get((table, field), figures())


_PLAIN: Mapping[tuple[str, str], Shape] = {
    ("tables", "chairs"): chairs,
    ("tables", "deals"): several(whole(0, DEALS)),
    ("hands", "play"): either(exactly(), _PLAY),
    ("hands", "scores"): several(whole(), 0, SEATS),
    ("hands", "tiles"): recorded(check_tiles),
    ("wishes", "sessions"): several(whole(0)),
    ("drawings", "sessions"): several(whole(0)),
}
