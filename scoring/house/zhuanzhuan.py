"""`zhuanzhuan`: 转转 with birds, 飘 and kongs.

Origin: OTHER_RULES.md, `zhuanzhuan`. What it leaves open is told in docs/house-rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.house.accounts import Accounts
from scoring.house.form import Each, Field, Form, Label, PaymentKind, Person
from scoring.house.play import DRAWN, WAYS, Payment, Play, Winner
from scoring.house.settlement import HandScores, Settlement, Terms, refusal
from scoring.house.terms import check_of, choice, number, switch
from scoring.house.values import each

MOST_PIAO = 100

_TERMS = (
    number("rate", Label("Rate", "底分"), 1, 10_000),
    number("self_draw", Label("Self-draw: rates from each", "自摸：每家付几倍底分"), 0, 100),
    number("discard", Label("Discard: rates from the discarder", "点和：点炮者付几倍底分"), 0, 100),
    number("birds", Label("Birds drawn, at most", "最多抓几鸟"), 0, 20),
    switch("single_hit_doubles", Label("A single bird already doubles", "中一鸟即翻倍")),
    number("exposed_kong", Label("Exposed kong: rates from the giver", "明杠：放杠者付几倍底分"), 0, 100),
    number("added_kong", Label("Added kong: rates from each", "补杠：每家付几倍底分"), 0, 100),
    number("concealed_kong", Label("Concealed kong: rates from each", "暗杠：每家付几倍底分"), 0, 100),
    number("piao", Label("Highest 飘 of a player", "坐飘最多"), 0, MOST_PIAO),
    choice(
        "robbed_kong",
        Label("A robbed kong is paid", "抢杠和"),
        {
            "discard": Label("As a discard of the robbed player", "按点和计"),
            "self_draw": Label("As a self-draw, all by the robbed player", "按自摸计，被抢者包付"),
        },
    ),
)
_KONGS = {
    "exposed_kong": Label("Exposed kong from a discard", "明杠"),
    "added_kong": Label("Added kong", "补杠"),
    "concealed_kong": Label("Concealed kong", "暗杠"),
}


def _form(terms: Terms) -> Form:
    hand: list[Field] = []
    if terms["birds"]:
        hand.append(Each("birds", Label("Birds by seat", "各座中鸟"), 0, terms["birds"], WAYS))
    if terms["piao"]:
        hand.append(Each("piao", Label("飘", "坐飘"), 0, terms["piao"], WAYS))
    hand.append(
        Person("deals_next", Label("Took the last tile, deals next", "摸最后一张者，下盘坐庄"), when=(DRAWN,))
    )
    payments = tuple(PaymentKind(key, label, key == "exposed_kong") for key, label in _KONGS.items())
    return Form(hand=tuple(hand), payments=payments, several=True)


def _check(play: Play, terms: Terms) -> None:
    """No more birds than are drawn. Refuses `too_many_birds`."""
    birds, most = sum(each(play.values, "birds")), terms["birds"]
    if birds > most:
        text = Label(
            f"{birds} birds are entered, but {most} are drawn at most.", f"填了{birds}鸟，最多只抓{most}鸟。"
        )
        raise refusal("too_many_birds", text)


def _scores(play: Play, terms: Terms) -> HandScores:
    accounts = Accounts(play)
    accounts.payments({key: terms[key] * terms["rate"] for key in _KONGS})
    for winner in play.winners:
        _pay_win(play, winner.seat, terms, accounts)
    return accounts.scores()


def _pay_win(play: Play, winner: int, terms: Terms, accounts: Accounts) -> None:
    birds, piao = each(play.values, "birds"), each(play.values, "piao")
    as_self_draw = play.way == "self_draw" or (play.way, terms["robbed_kong"]) == ("robbed_kong", "self_draw")
    multiple = terms["self_draw"] if as_self_draw else terms["discard"]
    for seat in play.others(winner):
        if as_self_draw or seat == play.discarder:
            factor = _factor(birds[winner] + birds[seat], single_hit_doubles=terms["single_hit_doubles"])
            amount = multiple * terms["rate"] * factor + piao[winner] + piao[seat]
            accounts.pay(seat if play.discarder is None else play.discarder, winner, amount)


def _factor(hits: int, *, single_hit_doubles: bool) -> int:
    """As many times as birds have hit, but at least once; a single hit doubles where the rulebook says so."""
    return 2 if hits == 1 and single_hit_doubles else max(hits, 1)


def _plays(terms: Terms) -> Iterator[tuple[Label, Play]]:
    won = (Winner(1),)
    yield Label("Self-draw without birds", "自摸，未中鸟"), Play(0, won)
    yield Label("On a discard without birds", "点和，未中鸟"), Play(0, won, "discard", 2)
    yield Label("By robbing a kong", "抢杠"), Play(0, won, "robbed_kong", 2)
    hits = min(4, terms["birds"])
    if hits:
        title = Label(f"Self-draw, {hits} birds on the winner's seat", f"自摸，和牌者中{hits}鸟")
        yield title, Play(0, won, values={"birds": (0, hits, 0, 0)})
        title = Label(f"Self-draw, {hits} birds on West's seat", f"自摸，西家中{hits}鸟")
        yield title, Play(0, won, values={"birds": (0, 0, hits, 0)})
        title = Label("Self-draw, one bird on the winner's seat", "自摸，和牌者中一鸟")
        yield title, Play(0, won, values={"birds": (0, 1, 0, 0)})
    if terms["piao"]:
        title = Label("On a discard, winner and discarder have 飘 1 each", "点和，双方各飘1")
        yield title, Play(0, won, "discard", 2, {"piao": (0, 1, 1, 0)})
    for key, label in _KONGS.items():
        title = Label(f"Drawn hand: {label.en}", f"荒牌：{label.zh}")
        yield title, Play(0, payments=(Payment(key, 1, 2 if key == "exposed_kong" else None),))


SETTLEMENT = Settlement(
    Label("Zhuanzhuan", "转转麻将"), check_of(*_TERMS), _TERMS, _form, _scores, _plays, _check
)
