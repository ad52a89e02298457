"""The terms of payout tables: kinds of hand with what each player pays by his role, checked to be complete.

Origin: OTHER_RULES.md, `payout_table` and `own_table`. Each kind has three columns: what each pays on a self-draw, what
the discarder pays, and what each other pays on a discard; and each column a cell for three roles, since of who pays
and who is paid one at most is the dealer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.house.form import Label
from scoring.house.play import WAYS
from scoring.house.terms import (
    Term,
    check_of,
    choice,
    group,
    keyed,
    number,
    row_of,
    several_of,
    switch,
    words,
)
from scoring.refusal import shown
from scoring.rulebook_checks import Check, Report

MOST_POINTS = 100_000
MOST_KINDS = 60
WAY_LABELS = {
    "self_draw": Label("Self-draw", "自摸"),
    "discard": Label("Discard", "点和"),
    "robbed_kong": Label("Robbed kong", "抢杠"),
}
COLUMNS = {
    "self_draw": Label("Self-draw: each pays", "自摸：每家付"),
    "discard": Label("Discard: the discarder pays", "点和：点炮者付"),
    "other": Label("Discard: each other pays", "点和：其余每家付"),
}
ROLES = {
    "plain": Label("neither is the dealer", "双方都不是庄家"),
    "dealer_pays": Label("the dealer pays", "庄家付"),
    "dealer_wins": Label("the dealer wins", "庄家和"),
}
# What the form itself asks of a winner; no switch may be called so.
ASKED = ("kind", "hot_discard", "pays_all")
NO_HOT_DISCARD = "none"

_NAMED = (
    words("key", Label("Key", "代号")),
    words("name", Label("Name", "英文名")),
    words("name_zh", Label("Chinese name", "中文名")),
)
_CELLS = [number(role, label, 0, MOST_POINTS) for role, label in ROLES.items()]
_KIND = (
    *_NAMED,
    *(group(column, label, *_CELLS) for column, label in COLUMNS.items()),
    words("hint", Label("Which hands", "包括的牌型（英文）"), 200, ""),
    words("hint_zh", Label("Which hands, in Chinese", "包括的牌型"), 200, ""),
    switch("needs_kong", Label("On a discard only with a kong of the winner", "点和须有杠"), False),
)
_SWITCH = (
    *_NAMED,
    several_of("ways", Label("Asked of hands won by", "何时可选"), WAY_LABELS, WAYS),
    number("adds", Label("Adds to each payment", "每家加付"), 0, MOST_POINTS, 0),
    number("factor", Label("Multiplies each payment by", "每家乘以"), 1, 100, 1),
    row_of("at_least", Label("Lifts the hand at least to", "至少算作"), "kinds"),
)
_HOT_DISCARD = (*_NAMED, number("amount", Label("Points", "分数"), 0, MOST_POINTS))
_PAYMENT = (
    *_HOT_DISCARD,
    switch("from_one", Label("Paid by one player, not by everybody else", "只由一家付"), False),
)


def terms_of(*more_of_a_kind: Term) -> tuple[Term, ...]:
    """All terms of a payout table; kinds have some more settings where asked for."""
    return (
        _list(
            "kinds",
            Label("Kinds of hand, the smallest first", "牌型，由小到大"),
            (*_KIND, *more_of_a_kind),
            1,
        ),
        number("multiplier", Label("Everything is multiplied by", "全表乘以"), 1, 1000, 1),
        choice(
            "robbed_kong",
            Label("A robbed kong is paid", "抢杠和"),
            {
                "self_draw": Label("As a self-draw, all by the robbed player", "按自摸计，被抢者包付"),
                "discard": Label("As a discard of the robbed player", "按点和计"),
            },
            "discard",
        ),
        switch("several", Label("Several may win on one discard", "可一炮多响"), False),
        switch(
            "pays_all", Label("On a self-draw one player may have to pay for all", "自摸可由一家全包"), False
        ),
        switch(
            "paid_when_drawn", Label("Payments beside the win count in a drawn hand", "荒牌时杠分仍付"), True
        ),
        _list("switches", Label("What raises a hand", "加倍加分项"), _SWITCH),
        _list("hot_discards", Label("What a hot discard pays on top", "热炮加付"), _HOT_DISCARD),
        _list("payments", Label("Payments beside the win", "和牌以外的收付"), _PAYMENT),
    )


def checked_terms(*terms: Term) -> Check:
    """The check of these terms, of each by itself and of what they say of each other."""
    each_alone = check_of(*terms)

    def check(value: Any, where: str, report: Report) -> Any:
        before = len(report.problems)
        found = each_alone(value, where, report)
        if len(report.problems) == before:
            _check_switches(found, where, report)
        return found

    return check


def _list(key: str, label: Label, of_a_row: tuple[Term, ...], least: int = 0) -> Term:
    check = keyed(_completed(check_of(*of_a_row), cells=key == "kinds"), least, MOST_KINDS)
    found = Term(key, label, check, "rows", inner=of_a_row)
    return found if least else replace(found, default=())


def _completed(check_row: Check, *, cells: bool) -> Check:
    """A row that has a name in one language has it in both, and without a key is called by its name."""

    def check(value: Any, where: str, report: Report) -> Any:
        if not isinstance(value, Mapping):
            return check_row(value, where, report)
        name, name_zh = (value.get(key) for key in ("name", "name_zh"))
        named = {"name": name or name_zh, "name_zh": name_zh or name}
        named["key"] = value.get("key") or named["name"]
        row = {**value, **{key: text for key, text in named.items() if text is not None}}
        return check_row(_with_cells(row, where, report) if cells else row, where, report)

    return check


def _with_cells(row: Mapping[str, Any], where: str, report: Report) -> Mapping[str, Any]:
    """The row with one number of a column as that of every role; each cell that is lacking is reported in words."""
    columns: dict[str, Any] = {}
    for column, label in COLUMNS.items():
        given = row.get(column)
        if isinstance(given, Mapping):
            lacking = [role for role in ROLES if given.get(role) in (None, "")]
            columns[column] = {**given, **dict.fromkeys(lacking, 0)}
            for role in lacking:
                _report_cell(row, f"{where}.{column}.{role}", (label, ROLES[role]), report)
        else:
            columns[column] = dict.fromkeys(ROLES, 0 if given in (None, "") else given)
            if given in (None, ""):
                _report_cell(row, f"{where}.{column}", (label,), report)
    return {**row, **columns}


def _report_cell(row: Mapping[str, Any], where: str, cell: tuple[Label, ...], report: Report) -> None:
    english = ", ".join(label.en for label in cell)
    chinese = "，".join(label.zh for label in cell)
    name, name_zh = (_printable(row.get(key)) for key in ("name", "name_zh"))
    report.add(
        where, "cell_missing", f"{name} lacks a number: {english}", zh=f"“{name_zh}”缺少一个数：{chinese}"
    )


def _printable(name: object) -> str:
    return name[:60] if isinstance(name, str) and name.isprintable() else shown(name)


def _check_switches(terms: Mapping[str, Any], where: str, report: Report) -> None:
    """No key means two things, and a hand is lifted to a kind that there is."""
    kinds = [kind["key"] for kind in terms["kinds"]]
    for at, hot in enumerate(terms["hot_discards"], start=1):
        if hot["key"] == NO_HOT_DISCARD:
            message = f"must not be {NO_HOT_DISCARD}"
            report.add(f"{where}.hot_discards.{at}.key", "repeated", message, value=NO_HOT_DISCARD)
    for at, one in enumerate(terms["switches"], start=1):
        if one["key"] in ASKED:
            message = f"must be none of {', '.join(ASKED)}"
            report.add(f"{where}.switches.{at}.key", "repeated", message, value=one["key"])
        if one["at_least"] and one["at_least"] not in kinds:
            report.add(
                f"{where}.switches.{at}.at_least",
                "unknown_choice",
                f"must be one of {', '.join(kinds)}, not {shown(one['at_least'])}",
                value=one["at_least"],
                options=", ".join(kinds),
            )


def cell(kind: Mapping[str, Any], column: str, *, dealer_pays: bool, dealer_wins: bool) -> int:
    """What one player pays another for a kind of hand, by their roles."""
    role = "dealer_wins" if dealer_wins else "dealer_pays" if dealer_pays else "plain"
    amount: int = kind[column][role]
    return amount
