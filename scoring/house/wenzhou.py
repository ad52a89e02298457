"""`wenzhou`: soft, hard and double hands, a dealer who grows with every repeat, and the tiles of wealth (财神).

Origin: OTHER_RULES.md, `wenzhou`. What it leaves open is told in docs/house-rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring import rulebook_checks as checks
from scoring.house.accounts import Accounts
from scoring.house.form import Choice, Each, Form, Label, Option, PaymentKind
from scoring.house.play import Payment, Play, Winner
from scoring.house.settlement import HandScores, Settlement, Terms, refusal
from scoring.house.terms import check_of, number, numbers, switch
from scoring.house.values import each, word

# There are four tiles of a kind, and one kind is 财神.
MOST_CAISHEN = 4

_KINDS = {
    "soft": (Label("Soft", "软牌"), Label("with 财神", "有财神")),
    "hard": (
        Label("Hard", "硬牌"),
        Label("without 财神, soft eight pairs, or three 财神", "无财神、软八对或三财神"),
    ),
    "double": (Label("Double", "双翻"), Label("hard eight pairs", "硬八对")),
}
_KONGS = {"exposed_kong": Label("Exposed kong", "明杠"), "concealed_kong": Label("Concealed kong", "暗杠")}
_TERMS = (
    *(
        number(key, Label(f"{label.en}: from each", f"{label.zh}：每家付"), 0, 1000)
        for key, (label, _hint) in _KINDS.items()
    ),
    numbers(
        "dealer_factors",
        Label(
            "The dealer pays and gets so many times, after 0, 1, 2 … repeats",
            "庄家输赢倍数（连庄0、1、2…次）",
        ),
        checks.whole(1, 1000),
        20,
    ),
    number("exposed_kong", Label("Exposed kong: from the giver", "明杠：放杠者付"), 0, 1000),
    number("concealed_kong", Label("Concealed kong: from each", "暗杠：每家付"), 0, 1000),
    number("caishen", Label("Each 财神: from each", "每张财神：每家付"), 0, 1000),
    switch("paid_when_drawn", Label("Kongs and 财神 count in a drawn hand", "荒牌时仍计杠与财神")),
)


def _form(_terms: Terms) -> Form:
    options = tuple(Option(key, label, hint) for key, (label, hint) in _KINDS.items())
    return Form(
        winner=(Choice("kind", Label("Kind of hand", "牌型"), options),),
        hand=(Each("caishen", Label("财神", "财神"), 0, MOST_CAISHEN),),
        payments=tuple(PaymentKind(key, label, key == "exposed_kong") for key, label in _KONGS.items()),
    )


def _check(play: Play, _terms: Terms) -> None:
    """There are four 财神 and no more. Refuses `too_many_caishen`."""
    found = sum(each(play.values, "caishen"))
    if found > MOST_CAISHEN:
        text = Label(
            f"{found} 财神 are entered, but there are {MOST_CAISHEN}.",
            f"填了{found}张财神，一共只有{MOST_CAISHEN}张。",
        )
        raise refusal("too_many_caishen", text)


def _scores(play: Play, terms: Terms) -> HandScores:
    accounts = Accounts(play)
    factors = terms["dealer_factors"]
    dealer_factor = factors[min(play.repeats, len(factors) - 1)]
    for winner in play.winners:
        for seat in play.others(winner.seat):
            factor = dealer_factor if play.dealer in (seat, winner.seat) else 1
            accounts.pay(seat, winner.seat, terms[word(winner.values, "kind")] * factor)
    if play.winners or terms["paid_when_drawn"]:
        accounts.payments({key: terms[key] for key in _KONGS})
        worth = [terms["caishen"] * held for held in each(play.values, "caishen")]
        accounts.pairwise(worth, play.present)
    return accounts.scores()


def _plays(terms: Terms) -> Iterator[tuple[Label, Play]]:
    for key, (label, _hint) in _KINDS.items():
        won = {"kind": key}
        yield Label(f"{label.en}, won by a player", f"{label.zh}，闲家和"), Play(0, (Winner(1, won),))
        for repeats in range(len(terms["dealer_factors"])):
            title = Label(
                f"{label.en}, won by the dealer after {repeats} repeats",
                f"{label.zh}，庄家和，连庄{repeats}次",
            )
            yield title, Play(1, (Winner(1, won),), repeats=repeats)
    soft = (Winner(1, {"kind": "soft"}),)
    for key, label in _KONGS.items():
        title = Label(f"Soft, won by a player with a kong: {label.en}", f"软牌，闲家和，有{label.zh}")
        yield title, Play(0, soft, payments=(Payment(key, 1, 2 if key == "exposed_kong" else None),))
    title = Label("Soft, won by a player with two 财神; West has one", "软牌，闲家和，有两张财神，西家一张")
    yield title, Play(0, soft, values={"caishen": (0, 2, 1, 0)})


SETTLEMENT = Settlement(
    Label("Wenzhou", "温州麻将"), check_of(*_TERMS), _TERMS, _form, _scores, _plays, _check
)
