"""A play as it is sent, stored and written into files: plain values for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.house.play import Payment, Play, Winner
from scoring.refusal import Refusal, is_whole, shown

# As many as can be entered at once; the form allows fewer.
MOST_PAYMENTS = 40


def write(play: Play) -> dict[str, Any]:
    """What was entered of a play; what is known from the hands before it is left out."""
    return {
        "way": play.way if play.winners else "",
        "discarder": play.discarder,
        "winners": [{"seat": one.seat, "values": _plain(one.values)} for one in play.winners],
        "values": _plain(play.values),
        "payments": [
            {"kind": one.kind, "seat": one.seat, "giver": one.giver, "count": one.count}
            for one in play.payments
        ],
    }


def read(written: Mapping[str, Any], known: Play) -> Play:
    """A play as it was written, with what is `known`: dealer, repeats, who is present. Refuses `malformed_play`.

    It still has to be checked against the form.
    """
    unknown = set(written) - {"way", "discarder", "winners", "values", "payments"}
    if unknown:
        raise _malformed(sorted(map(str, unknown))[0])
    winners = tuple(
        Winner(_whole(one, "seat"), dict(_table(one.get("values", {}), "values")))
        for one in _list(written.get("winners", []), "winners", 4)
    )
    payments = tuple(
        Payment(
            _text(one.get("kind"), "kind"),
            _whole(one, "seat"),
            None if one.get("giver") is None else _whole(one, "giver"),
            _whole(one, "count") if "count" in one else 1,
        )
        for one in _list(written.get("payments", []), "payments", MOST_PAYMENTS)
    )
    return replace(
        known,
        winners=winners,
        way=_text(written.get("way") or "self_draw", "way"),
        discarder=None if written.get("discarder") is None else _whole(written, "discarder"),
        values=dict(_table(written.get("values", {}), "values")),
        payments=payments,
    )


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}


def _malformed(what: str) -> Refusal:
    return Refusal(
        "malformed_play", f"The entry of the hand is malformed at {shown(what)}.", what=shown(what)
    )


def _whole(values: Mapping[str, Any], name: str) -> int:
    value = values.get(name)
    if not isinstance(value, int) or not is_whole(value):
        raise _malformed(name)
    return value


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise _malformed(name)
    return value


def _table(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _malformed(name)
    return value


def _list(value: object, name: str, most: int) -> Sequence[Mapping[str, Any]]:
    if not isinstance(value, list) or len(value) > most or not all(isinstance(one, Mapping) for one in value):
        raise _malformed(name)
    return value
