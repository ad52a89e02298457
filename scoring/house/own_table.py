"""`own_table`: a payout table that an organiser types in, with a check that what the winner gets is what others pay.

Origin: OTHER_RULES.md, "Not enough is known". It is a payout table in everything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring import rulebook_checks as checks
from scoring.house import payout_table
from scoring.house.form import Label
from scoring.house.payout_plays import plays
from scoring.house.payout_terms import MOST_POINTS, cell, checked_terms, terms_of
from scoring.house.settlement import Settlement, Terms
from scoring.house.terms import Term, number
from scoring.rulebook_checks import Report

_GETS = {
    "self_draw_plain": Label("a player, by self-draw", "闲家自摸"),
    "self_draw_dealer_wins": Label("the dealer, by self-draw", "庄家自摸"),
    "discard_plain": Label("a player, on a player's discard", "闲家和，闲家放炮"),
    "discard_dealer_pays": Label("a player, on the dealer's discard", "闲家和，庄家放炮"),
    "discard_dealer_wins": Label("the dealer, on a discard", "庄家和"),
}
_TO_CHECK = tuple(number(key, label, 0, 4 * MOST_POINTS) for key, label in _GETS.items())
_TERMS = terms_of(
    Term(
        "gets",
        Label("The winner gets in all, to check the table", "和牌者共得（核对用）"),
        checks.table({one.key: one.check for one in _TO_CHECK}, tuple(_GETS)),
        "group",
        {},
        inner=_TO_CHECK,
    )
)


def _check_book(terms: Terms, players: int, report: Report) -> None:
    """What the winner is said to get is what the others of so many players pay together."""
    for at, kind in enumerate(terms["kinds"], start=1):
        paid = _paid(kind, players)
        for name, gets in kind["gets"].items():
            if name in paid and gets != paid[name]:
                who = _GETS[name]
                report.add(
                    f"terms.kinds.{at}.gets.{name}",
                    "not_zero_sum",
                    f"{kind['name']}: {who.en}, gets {gets}, but the others pay {paid[name]}",
                    zh=f"“{kind['name_zh']}”：{who.zh}共得{gets}，其余各家却共付{paid[name]}",
                )


def _paid(kind: Mapping[str, Any], players: int) -> dict[str, int]:
    """What all others pay together; of two players one is always the dealer."""
    others = players - 1

    def of(column: str, role: str) -> int:
        return cell(kind, column, dealer_pays=role == "dealer_pays", dealer_wins=role == "dealer_wins")

    paid = {
        "self_draw_plain": of("self_draw", "dealer_pays") + (others - 1) * of("self_draw", "plain"),
        "self_draw_dealer_wins": others * of("self_draw", "dealer_wins"),
        "discard_dealer_pays": of("discard", "dealer_pays") + (others - 1) * of("other", "plain"),
        "discard_dealer_wins": of("discard", "dealer_wins") + (others - 1) * of("other", "dealer_wins"),
    }
    if players > 2:
        discarder, dealer = of("discard", "plain"), of("other", "dealer_pays")
        paid["discard_plain"] = discarder + dealer + (others - 2) * of("other", "plain")
    return paid


SETTLEMENT = Settlement(
    Label("Own table", "自定计分表"),
    checked_terms(*_TERMS),
    _TERMS,
    payout_table.form,
    payout_table.scores,
    plays,
    payout_table.check,
    _check_book,
)
