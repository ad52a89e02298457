"""`shanghai`: flowers doubled by fan, up to a cap.

Origin: OTHER_RULES.md, `shanghai`. What it leaves open is told in docs/house-rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.house.accounts import Accounts
from scoring.house.form import Choice, Form, Label, Number, Option, Person, Switch
from scoring.house.play import WAYS, Play, Winner
from scoring.house.settlement import HandScores, Settlement, Terms
from scoring.house.terms import check_of, group, number
from scoring.house.values import number as entered
from scoring.house.values import person, switch, word

MOST_FLOWERS = 40
MOST_PENDING = 20
# The best of these counts; a hand needs one of them.
_KINDS = {
    "all_pungs": Label("All pungs", "碰碰胡"),
    "half_flush": Label("Half flush", "混一色"),
    "full_flush": Label("Full flush", "清一色"),
    "half_flush_pungs": Label("Half flush of pungs", "混碰"),
    "eight_flowers": Label("Eight flowers", "八花"),
    "full_flush_pungs": Label("Full flush of pungs", "清碰"),
    "all_winds": Label("Winds and dragons only", "风一色"),
    "all_winds_pungs": Label("Winds and dragons only, of pungs", "风碰"),
}
# These count on top, each as often as it is there.
_ON_TOP = {
    "replacement": Label("Replacement tile", "杠开"),
    "single_wait": Label("Wait with one tile in hand", "大吊车"),
    "opened_treasure": Label("Opened treasure", "开宝"),
    "after_drawn": Label("After drawn hands", "黄番"),
}
_RAISES_CAP = {
    key: (_KINDS | _ON_TOP)[key]
    for key in ("after_drawn", "opened_treasure", "full_flush_pungs", "all_winds", "all_winds_pungs")
}
_TERMS = (
    number("base", Label("Base", "底花"), 0, 1000),
    number("cap", Label("Most that one player pays", "封顶"), 1, 100_000),
    group(
        "fan", Label("Fan", "番数"), *(number(key, label, 0, 20) for key, label in (_KINDS | _ON_TOP).items())
    ),
    group(
        "cap_times",
        Label("The cap is multiplied for", "封顶倍数"),
        *(number(key, label, 1, 100) for key, label in _RAISES_CAP.items()),
    ),
)


def _form(_terms: Terms) -> Form:
    return Form(
        winner=(
            Choice(
                "kind",
                Label("Kind of hand", "牌型"),
                tuple(Option(key, label) for key, label in _KINDS.items()),
            ),
            Number("flowers", Label("Flowers", "花数"), 0, MOST_FLOWERS),
            Switch("replacement", _ON_TOP["replacement"], ("self_draw",)),
            Switch("single_wait", _ON_TOP["single_wait"]),
            Person("guarantor", Label("Guarantor", "承包"), loser=True),
        ),
        hand=(
            Number("opened_treasure", _ON_TOP["opened_treasure"], 0, MOST_PENDING, when=WAYS),
            Number("after_drawn", _ON_TOP["after_drawn"], 0, MOST_PENDING, when=WAYS),
        ),
        several=True,
    )


def _share(play: Play, winner: Winner, terms: Terms) -> int:
    """What one player pays: base and flowers, doubled by every fan, up to the cap of this hand."""
    kind = word(winner.values, "kind")
    times = {
        kind: 1,
        **{key: int(switch(winner.values, key)) for key in ("replacement", "single_wait")},
        **{key: entered(play.values, key) for key in ("opened_treasure", "after_drawn")},
    }
    fan = sum(terms["fan"][key] * often for key, often in times.items())
    raised = [terms["cap_times"].get(key, 1) for key, often in times.items() if often]
    cap: int = terms["cap"] * max(raised)
    points: int = (terms["base"] + entered(winner.values, "flowers")) * 2**fan
    return min(points, cap)


def _scores(play: Play, terms: Terms) -> HandScores:
    accounts = Accounts(play)
    for winner in play.winners:
        share = _share(play, winner, terms)
        guarantor = person(winner.values, "guarantor")
        if play.way == "discard" and play.discarder is not None:
            accounts.pay(play.discarder, winner.seat, share)
            if guarantor is not None:
                accounts.pay(guarantor, winner.seat, share)
        else:
            for_all = play.discarder if guarantor is None else guarantor
            for seat in play.others(winner.seat):
                accounts.pay(seat if for_all is None else for_all, winner.seat, share)
    return accounts.scores()


def _plays(_terms: Terms) -> Iterator[tuple[Label, Play]]:
    for key, label in _KINDS.items():
        for flowers in (0, 5):
            title = Label(f"{label.en} with {flowers} flowers on a discard", f"{label.zh}，{flowers}花，点和")
            yield title, Play(0, _won(key, flowers), "discard", 2)
    plain = "half_flush"
    yield Label("Half flush by self-draw", "混一色自摸"), Play(0, _won(plain))
    title = Label("Half flush by self-draw, a replacement tile", "混一色杠开")
    yield title, Play(0, _won(plain, replacement=True))
    title = Label("Half flush with one tile in hand, on a discard", "混一色大吊车，点和")
    yield title, Play(0, _won(plain, single_wait=True), "discard", 2)
    title = Label("Half flush by robbing a kong", "混一色抢杠")
    yield title, Play(0, _won(plain), "robbed_kong", 2)
    for pending in ("opened_treasure", "after_drawn"):
        label = _ON_TOP[pending]
        title = Label(
            f"Half flush with 5 flowers on a discard; {label.en}: 2", f"混一色，5花，点和，{label.zh}2"
        )
        yield title, Play(0, _won(plain, 5), "discard", 2, {pending: 2})
    title = Label("Half flush on a discard, North is guarantor", "混一色点和，北家承包")
    yield title, Play(0, _won(plain, guarantor=3), "discard", 2)
    title = Label("Half flush by self-draw, North is guarantor", "混一色自摸，北家承包")
    yield title, Play(0, _won(plain, guarantor=3))


def _won(kind: str, flowers: int = 0, **values: bool | int) -> tuple[Winner, ...]:
    return (Winner(1, {"kind": kind, "flowers": flowers, **values}),)


SETTLEMENT = Settlement(Label("Shanghai", "上海麻将"), check_of(*_TERMS), _TERMS, _form, _scores, _plays)
