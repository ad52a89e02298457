"""The tiles or the fan of a hand that is recorded. What the program counts informs; what was declared stands."""

from __future__ import annotations

from typing import Any, Protocol

from django.utils.translation import gettext as _

from scoring.dealing import MOST_HANDS
from scoring.fan import Evaluation, write
from scoring.fan import Hand as CountedHand
from tournament.models import Hand, Table
from tournament.queries.counted_hands import Won, evaluated, told
from tournament.refusals import Refused
from tournament.wording import listed

LONGEST_REASON = 200
# What a hand without tiles has.
FIELDS = ("tiles", "fans", "fan_reason")


class Declared(Won, Protocol):
    """A won hand with the number that was declared, and why it is not what the program counts."""

    @property
    def fan(self) -> int | None: ...
    @property
    def fan_reason(self) -> str: ...
    @property
    def number_only(self) -> bool: ...


def counted_fan(table: Table, entry: Declared) -> int | None:
    """The fan of an entry: the declared number, or else what its tiles or ticked fan count. Raises `Refused`."""
    seats = range(4)
    whole = entry.winner in seats and entry.discarder in (None, *seats) and 1 <= entry.number <= MOST_HANDS
    if entry.fan is not None or not whole:
        return entry.fan
    found = evaluated(table, entry)
    return found[1].total if found else None


def counted(table: Table, entry: Declared, before: Hand | None = None) -> dict[str, Any]:
    """What is stored beside the number: `tiles`, `fans` and `fan_reason` of `models.Hand`.

    Refuses a number that is not what is counted, unless there is a reason for it: then it is recorded as declared, with
    the tiles and without fan. An entry without either leaves what the revision `before` has, if it is the same win and
    not said to be the `number_only`.
    """
    found = evaluated(table, entry)
    if found is None:
        stays = before is not None and not entry.number_only and same_win(before, entry)
        return {name: getattr(before, name) for name in FIELDS} if stays else dict(_NOTHING)
    hand, evaluation = found
    stored = _NOTHING | {"tiles": write(hand) if hand is not None else {}}
    if evaluation.total == entry.fan:
        return stored | {"fans": evaluation.fans}
    reason = entry.fan_reason.strip()
    if not reason:
        raise _differs(table, entry, hand, evaluation)
    if len(reason) > LONGEST_REASON:
        text = _("The reason has more than 200 characters. Shorten it.")
        raise Refused("reason_too_long", text, field="fan_reason")
    return stored | {"fan_reason": reason}


_NOTHING: dict[str, Any] = {"tiles": {}, "fans": {}, "fan_reason": ""}


def _differs(table: Table, entry: Declared, hand: CountedHand | None, evaluation: Evaluation) -> Refused:
    count = told(table, hand, evaluation)
    text = _(
        "%(fan)s fan were entered, but the program counts %(total)s: %(fans)s. Correct the number, or say why "
        "%(fan)s is right."
    )
    fans = listed(f"{line['words']} {line['points']}" for line in count["fans"])
    return Refused(
        "fan_differs",
        text % {"fan": entry.fan, "total": count["total"], "fans": fans},
        field="fan",
        current={"fan": entry.fan, "counted": count},
    )


def same_win(hand: Hand, entry: Declared) -> bool:
    """Whether a revision is the same win in the same way, so that its tiles are true of the entry."""
    if not hand.counts or entry.winner is None:
        return False
    names = ("winner", "fan", "flowers", "robbed_kong")
    same_way = (hand.discarder is None) == (entry.discarder is None)
    return same_way and all(getattr(hand, name) == getattr(entry, name) for name in names)
