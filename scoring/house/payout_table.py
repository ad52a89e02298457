"""`payout_table`: kinds of hand with what each player pays by his role; 南昌, 连云港 and 捉鸡 are data for it.

Origin: OTHER_RULES.md, `payout_table`. What it leaves open is told in docs/house-rules.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.house.accounts import Accounts
from scoring.house.form import Choice, Field, Form, Label, Option, PaymentKind, Person, Switch
from scoring.house.payout_plays import plays
from scoring.house.payout_terms import NO_HOT_DISCARD, cell, checked_terms, terms_of
from scoring.house.play import Play, Winner
from scoring.house.settlement import HandScores, Settlement, Terms, refusal
from scoring.house.values import person, switch, word

_TERMS = terms_of()


def form(terms: Terms) -> Form:
    """A kind from the list, the switches of the table, and the payments beside the win."""
    winner: list[Field] = [Choice("kind", Label("Kind of hand", "牌型"), tuple(map(_option, terms["kinds"])))]
    winner += [Switch(one["key"], _label(one), tuple(one["ways"])) for one in terms["switches"]]
    if terms["hot_discards"]:
        options = (Option(NO_HOT_DISCARD, Label("No", "否")), *map(_option, terms["hot_discards"]))
        label = Label("Hot discard, after a", "热炮")
        winner.append(Choice("hot_discard", label, options, NO_HOT_DISCARD, ("discard",)))
    if terms["pays_all"]:
        winner.append(Person("pays_all", Label("Pays for all", "全包"), loser=True, when=("self_draw",)))
    payments = tuple(PaymentKind(one["key"], _label(one), one["from_one"]) for one in terms["payments"])
    return Form(winner=tuple(winner), payments=payments, several=terms["several"])


def _option(row: Mapping[str, Any]) -> Option:
    hint, hint_zh = row.get("hint", ""), row.get("hint_zh", "")
    both = Label(hint or hint_zh, hint_zh or hint) if hint or hint_zh else None
    return Option(row["key"], _label(row), both)


def _label(row: Mapping[str, Any]) -> Label:
    return Label(row["name"], row["name_zh"])


def check(play: Play, terms: Terms) -> None:
    """A kind that needs a kong on a discard has one of the winner, or a hot discard. Refuses `kind_needs_kong`."""
    for winner in play.winners if play.way == "discard" else ():
        kind = _kind(terms, word(winner.values, "kind"))
        own = any(payment.seat == winner.seat for payment in play.payments)
        hot = word(winner.values, "hot_discard") not in ("", NO_HOT_DISCARD)
        if kind["needs_kong"] and not own and not hot:
            english = f"{kind['name']} wins on a discard only with a kong of the winner. Enter it, or draw the tile."
            chinese = f"{kind['name_zh']}须有杠才能点和：请录入和牌者的杠，或改为自摸。"
            raise refusal("kind_needs_kong", Label(english, chinese))


def scores(play: Play, terms: Terms) -> HandScores:
    """What each pays by the table, what a hot discard pays on top, and the payments beside the win."""
    accounts = Accounts(play)
    for winner in play.winners:
        _pay_win(play, winner, terms, accounts)
    if play.winners or terms["paid_when_drawn"]:
        accounts.payments({one["key"]: one["amount"] * terms["multiplier"] for one in terms["payments"]})
    return accounts.scores()


def _pay_win(play: Play, winner: Winner, terms: Terms, accounts: Accounts) -> None:
    on = [one for one in terms["switches"] if switch(winner.values, one["key"])]
    kind = _lifted(terms, word(winner.values, "kind"), [one["at_least"] for one in on if one["at_least"]])
    adds, factor = sum(one["adds"] for one in on), terms["multiplier"]
    for one in on:
        factor *= one["factor"]
    as_self_draw = play.way == "self_draw" or (play.way, terms["robbed_kong"]) == ("robbed_kong", "self_draw")
    winners = [one.seat for one in play.winners]
    for seat in play.others(winner.seat):
        column = "self_draw" if as_self_draw else "discard" if seat == play.discarder else "other"
        if column == "other" and seat in winners:
            continue
        amount = cell(kind, column, dealer_pays=seat == play.dealer, dealer_wins=winner.seat == play.dealer)
        giver = seat
        if as_self_draw:
            for_all = play.discarder if play.discarder is not None else person(winner.values, "pays_all")
            giver = seat if for_all is None else for_all
        accounts.pay(giver, winner.seat, (amount + adds if amount else 0) * factor)
    if play.discarder is not None:
        hot = word(winner.values, "hot_discard")
        for one in terms["hot_discards"]:
            if one["key"] == hot:
                accounts.pay(play.discarder, winner.seat, one["amount"] * terms["multiplier"])


def _kind(terms: Terms, key: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(kind for kind in terms["kinds"] if kind["key"] == key)
    return found


def _lifted(terms: Terms, key: str, at_least: list[str]) -> Mapping[str, Any]:
    """The highest of a kind and those to which it is lifted, in the order of the table."""
    named = {key, *at_least}
    highest: Mapping[str, Any] = [kind for kind in terms["kinds"] if kind["key"] in named][-1]
    return highest


SETTLEMENT = Settlement(
    Label("Payout table", "牌型计分表"),
    checked_terms(*_TERMS),
    _TERMS,
    form,
    scores,
    plays,
    check,
)
