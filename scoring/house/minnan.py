"""`minnan`: 闽南 and 泉州, with gold tiles, flowers and kongs that losers settle among themselves, and 分饼.

Origin: OTHER_RULES.md, `minnan`. What it leaves open is told in docs/house-rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.house.accounts import Accounts
from scoring.house.form import Choice, Each, Form, Label, Number, Option, Switch
from scoring.house.play import Play, Winner
from scoring.house.settlement import HandScores, Settlement, Terms
from scoring.house.terms import check_of, group, number, switch
from scoring.house.values import each, word
from scoring.house.values import number as entered
from scoring.house.values import switch as switched

MOST_KONGS = 4
FLOWERS = 8
MOST_TIMES = 10

_KINDS = {
    "plain": Label("Plain win", "平胡"),
    "self_draw": Label("Self-draw", "自摸"),
    "one_gold": Label("Wandering gold", "单游"),
    "two_golds": Label("Double wandering", "双游"),
    "three_golds": Label("Triple wandering", "三游"),
    "robbed_gold": Label("Robbed gold", "抢金"),
    "three_at_once": Label("Three golds at once", "三金倒"),
}

_TERMS = (
    number("base", Label("Base", "底"), 1, 10_000),
    group(
        "kinds",
        Label("Bases from each, by kind of hand", "各牌型倍数"),
        *(
            group(
                key,
                label,
                number("multiple", Label("Bases", "倍数"), 0, 1000),
                number("factor", Label("times, between players", "闲家之间再乘"), 1, 100),
                number("dealer_pays", Label("times, from the dealer", "庄家付再乘"), 1, 100),
                number("dealer_wins", Label("times, where the dealer wins", "庄家和再乘"), 1, 100),
            )
            for key, label in _KINDS.items()
        ),
    ),
    number("exposed_kong", Label("Exposed kong, in bases", "明杠（底）"), 0, 100),
    number("concealed_kong", Label("Concealed kong, in bases", "暗杠（底）"), 0, 100),
    number(
        "flowers",
        Label(
            "So many flowers are an exposed kong, each further one is another", "几花算一明杠，每多一花加一"
        ),
        1,
        8,
    ),
    number(
        "stale_doublings",
        Label("Drawn hands double the base of the dealer, at most so often", "臭庄最多翻几次"),
        0,
        20,
    ),
    switch("paid_when_drawn", Label("Flowers and kongs are settled in a drawn hand", "荒牌时仍结花杠")),
)


def _form(_terms: Terms) -> Form:
    options = tuple(
        Option(key, label, when=("discard", "robbed_kong") if key == "plain" else ("self_draw",))
        for key, label in _KINDS.items()
    )
    return Form(
        winner=(Choice("kind", Label("Kind of hand", "牌型"), options),),
        hand=(
            Each("flowers", Label("Flowers", "花"), 0, FLOWERS),
            Each("exposed_kongs", Label("Exposed kongs", "明杠"), 0, MOST_KONGS),
            Each("concealed_kongs", Label("Concealed kongs", "暗杠"), 0, MOST_KONGS),
            Number("shared_cakes", Label("分饼: which time", "分饼：第几次"), 0, MOST_TIMES),
            Switch(
                "last_tiles",
                Label("Discarded among the last tiles: pays for all", "尾牌放炮承包"),
                ("discard",),
            ),
        ),
    )


def _worth(play: Play, terms: Terms) -> Sequence[int]:
    """What the flowers and kongs of each seat are worth, in points."""
    exposed, concealed = each(play.values, "exposed_kongs"), each(play.values, "concealed_kongs")
    as_kongs = [max(flowers - terms["flowers"] + 1, 0) for flowers in each(play.values, "flowers")]
    return [
        terms["base"]
        * (
            terms["exposed_kong"] * (exposed[seat] + as_kongs[seat])
            + terms["concealed_kong"] * concealed[seat]
        )
        for seat in range(4)
    ]


def _win(play: Play, winner: Winner, payer: int, terms: Terms) -> int:
    """What one player owes for the hand itself; wherever the dealer pays or wins, drawn hands have doubled the base."""
    kind = terms["kinds"][word(winner.values, "kind")]
    role = (
        "dealer_wins" if winner.seat == play.dealer else "dealer_pays" if payer == play.dealer else "factor"
    )
    amount: int = terms["base"] * kind["multiple"] * kind[role]
    return amount if role == "factor" else amount * 2 ** min(play.drawn, terms["stale_doublings"])


def _scores(play: Play, terms: Terms) -> HandScores:
    accounts = Accounts(play)
    worth = _worth(play, terms)
    for winner in play.winners:
        losers = play.others(winner.seat)
        for seat in losers:
            for_all = play.discarder if switched(play.values, "last_tiles") else None
            amount = _win(play, winner, seat, terms) + worth[winner.seat]
            accounts.pay(seat if for_all is None else for_all, winner.seat, amount)
        accounts.pairwise(worth, losers)
    if not play.winners and terms["paid_when_drawn"]:
        accounts.pairwise(worth, play.present)
    time = entered(play.values, "shared_cakes")
    if time:
        for seat in play.others(play.dealer):
            accounts.pay(play.dealer, seat, terms["base"] * 2 ** (time - 1))
    return accounts.scores()


def _plays(terms: Terms) -> Iterator[tuple[Label, Play]]:
    for key, label in _KINDS.items():
        way, giver = ("discard", 2) if key == "plain" else ("self_draw", None)
        won = (Winner(1, {"kind": key}),)
        yield Label(f"{label.en}, won by a player", f"{label.zh}，闲家和"), Play(0, won, way, giver)
        yield Label(f"{label.en}, won by the dealer", f"{label.zh}，庄家和"), Play(1, won, way, giver)
    drawn = (Winner(1, {"kind": "self_draw"}),)
    title = Label(
        "Self-draw; kongs and flowers of the losers are worth 0, 2 and 3", "自摸，输家花杠为0、2、3"
    )
    kongs = {"exposed_kongs": (0, 0, 2, 3)}
    yield title, Play(0, drawn, values=kongs)
    for flowers in range(terms["flowers"], FLOWERS + 1):
        title = Label(f"Self-draw with {flowers} flowers", f"自摸，有{flowers}花")
        yield title, Play(0, drawn, values={"flowers": (0, flowers, 0, 0)})
    title = Label("Self-draw with a concealed kong", "自摸，有暗杠")
    yield title, Play(0, drawn, values={"concealed_kongs": (0, 1, 0, 0)})
    title = Label("Plain win on a discard among the last tiles", "平胡，尾牌放炮")
    yield title, Play(0, (Winner(1, {"kind": "plain"}),), "discard", 2, {"last_tiles": True})
    for time in (1, 2, 3):
        title = Label(f"分饼, time {time}", f"分饼，第{time}次")
        yield title, Play(0, values={"shared_cakes": time})
    title = Label("Self-draw of the dealer after two drawn hands", "庄家自摸，此前荒牌两次")
    yield title, Play(1, drawn, drawn=2)


SETTLEMENT = Settlement(Label("Minnan", "闽南麻将"), check_of(*_TERMS), _TERMS, _form, _scores, _plays)
