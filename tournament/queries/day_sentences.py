"""Sentences of the history about the clock, disputes, paper totals and penalties of players and teams."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.wording import clauses, labelled

from .sentences import describe_penalty

Figures = Mapping[str, Any]
Names = Sequence[str]


def _extended(data: Figures, names: Names) -> str:
    minutes = int(data["minutes"])
    words = {"n": abs(minutes), "table": data.get("table_number")}
    if minutes < 0:
        return ngettext("took %(n)s minute back", "took %(n)s minutes back", -minutes) % words
    if words["table"] is not None:
        text = ngettext(
            "gave table %(table)s %(n)s more minute", "gave table %(table)s %(n)s more minutes", minutes
        )
        return text % words
    return (
        ngettext("gave all tables %(n)s more minute", "gave all tables %(n)s more minutes", minutes) % words
    )


def _dispute_opened(data: Figures, names: Names) -> str:
    if data.get("hand") is None:
        return _("put the table in dispute")
    return _("put hand %(hand)s in dispute") % data


def _dispute_ruled(data: Figures, names: Names) -> str:
    if data.get("hand") is None:
        return _("ruled on the dispute about the table")
    return _("ruled on the dispute about hand %(hand)s") % data


def _totals_entered(data: Figures, names: Names) -> str:
    four = clauses(labelled(name, _signed(total)) for name, total in zip(names, data["totals"], strict=False))
    words = {"totals": four, "sum": data["sum"], "expected": data["expected"]}
    if data["sum"] == data["expected"]:
        return _("typed in the totals of the paper sheet: %(totals)s") % words
    text = _(
        "typed in the totals of the paper sheet: %(totals)s. They sum to %(sum)s instead of %(expected)s"
    )
    return text % words


def _totals_decided(data: Figures, names: Names) -> str:
    if data["counts"] == "paper":
        return _("decided that the totals on paper are the result")
    return _("decided that the hands are the result")


def _paper_contradicted(data: Figures, names: Names) -> str:
    four = clauses(
        labelled(
            name,
            _("%(paper)s on paper, %(hands)s by the hands")
            % {"paper": _signed(paper), "hands": _signed(hands)},
        )
        for name, paper, hands in zip(names, data["paper"], data["hands"], strict=False)
        if paper != hands
    )
    return _("noted that the paper sheet contradicts the hands: %(what)s") % {"what": four}


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"


def _penalised(data: Figures, names: Names) -> str:
    return _("penalised %(what)s") % {"what": describe_penalty(data, data["name"])}


def _withdrawn(data: Figures, names: Names) -> str:
    return _("withdrew the penalty %(what)s") % {"what": describe_penalty(data, data["name"])}


DAY_SENTENCES: dict[str, Callable[[Figures, Names], str]] = {
    "clock_paused": lambda data, names: _("stopped the clock"),
    "clock_resumed": lambda data, names: _("let the clock go on"),
    "clock_extended": _extended,
    "fan_counted_at_time": lambda data, names: (
        _("noted that the fan of hand %(hand)s were being counted when time fell: one more hand counts")
        % data
    ),
    "dispute_opened": _dispute_opened,
    "dispute_ruled": _dispute_ruled,
    "chief_called": lambda data, names: _("called the chief referee"),
    "call_answered": lambda data, names: _("answered the call"),
    "table_checked": lambda data, names: _("confirmed the result of the table as a second person"),
    "session_official": lambda data, names: _("made the results of the session official"),
    "totals_entered": _totals_entered,
    "totals_decided": _totals_decided,
    "paper_contradicted": _paper_contradicted,
    "penalised": _penalised,
    "general_penalty_withdrawn": _withdrawn,
}
