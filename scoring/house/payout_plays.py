"""Hands by which a payout table explains itself: every kind in every role, and everything beside the kinds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.house.form import Label
from scoring.house.payout_terms import COLUMNS
from scoring.house.play import Payment, Play, Winner
from scoring.house.settlement import Terms

# The winner sits South, who discards or is robbed sits West; the dealer by role.
_WINNER, _GIVER = 1, 2
_DEALERS = {"plain": 0, "dealer_wins": _WINNER, "dealer_pays": _GIVER}
_TITLES = {
    ("self_draw", ""): Label("by self-draw", "自摸"),
    ("self_draw", "plain"): Label("by self-draw of a player", "闲家自摸"),
    ("self_draw", "dealer_wins"): Label("by self-draw of the dealer", "庄家自摸"),
    ("discard", ""): Label("on a discard", "点和"),
    ("discard", "plain"): Label("on a player's discard, won by a player", "闲家和，闲家放炮"),
    ("discard", "dealer_pays"): Label("on the dealer's discard", "闲家和，庄家放炮"),
    ("discard", "dealer_wins"): Label("on a discard, won by the dealer", "庄家和"),
}


def plays(terms: Terms) -> Iterator[tuple[Label, Play]]:
    """Each kind by self-draw and on a discard, in every role of the dealer that makes a difference; then the rest."""
    for kind in terms["kinds"]:
        yield from _of_kind(kind, terms)
    yield from _raised(terms)
    yield from _beside(terms)


def _of_kind(kind: Mapping[str, Any], terms: Terms) -> Iterator[tuple[Label, Play]]:
    same = all(len(set(kind[column].values())) == 1 for column in COLUMNS)
    for role in ("",) if same else ("plain", "dealer_wins"):
        title = _joined(kind, _TITLES["self_draw", role])
        yield title, Play(_DEALERS.get(role, _WINNER), _winner(kind))
    kong = _kong(terms) if kind["needs_kong"] else ()
    if kind["needs_kong"] and not kong:
        return
    for role in ("",) if same else _DEALERS:
        title = _joined(kind, _TITLES["discard", role])
        if kong:
            title = Label(f"{title.en}, with a kong", f"{title.zh}（有杠）")
        yield title, Play(_DEALERS.get(role, _WINNER), _winner(kind), "discard", _GIVER, payments=kong)


def _raised(terms: Terms) -> Iterator[tuple[Label, Play]]:
    smallest, largest = terms["kinds"][0], terms["kinds"][-1]
    for one in terms["switches"]:
        way = one["ways"][0]
        giver = None if way == "self_draw" else _GIVER
        kind = next((kind for kind in terms["kinds"] if not kind["needs_kong"]), largest)
        title = Label(f"{kind['name']}: {one['name']}", f"{kind['name_zh']}：{one['name_zh']}")
        yield title, Play(_WINNER, _winner(kind, **{one["key"]: True}), way, giver)
    title = _joined(largest, Label("by robbing a kong", "抢杠"))
    yield title, Play(_WINNER, _winner(largest), "robbed_kong", _GIVER)
    if terms["pays_all"]:
        title = _joined(largest, Label("by self-draw, West pays for all", "自摸，西家全包"))
        yield title, Play(_WINNER, _winner(largest, pays_all=_GIVER))
    for one in terms["hot_discards"]:
        title = _joined(smallest, Label(f"on a hot discard after {one['name']}", f"热炮（{one['name_zh']}）"))
        yield title, Play(_WINNER, _winner(smallest, hot_discard=one["key"]), "discard", _GIVER)


def _beside(terms: Terms) -> Iterator[tuple[Label, Play]]:
    for one in terms["payments"]:
        title = Label(f"Drawn hand with {one['name']}", f"荒牌，有{one['name_zh']}")
        yield title, Play(_WINNER, payments=(_payment(one),))


def _kong(terms: Terms) -> tuple[Payment, ...]:
    return tuple(_payment(one) for one in terms["payments"][-1:])


def _payment(row: Mapping[str, Any]) -> Payment:
    return Payment(row["key"], _WINNER, _GIVER if row["from_one"] else None)


def _winner(kind: Mapping[str, Any], **values: bool | int | str) -> tuple[Winner, ...]:
    return (Winner(_WINNER, {"kind": kind["key"], **values}),)


def _joined(kind: Mapping[str, Any], how: Label) -> Label:
    return Label(f"{kind['name']} {how.en}", f"{kind['name_zh']}：{how.zh}")
