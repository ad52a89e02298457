"""Sentences of the history about draws: wishes, draws announced and made, people who left or joined."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Wish
from tournament.wording import clauses, labelled, listed

Figures = Mapping[str, Any]
Names = Sequence[str]

FORMS: dict[str, Promise] = {
    "advance": gettext_lazy("in advance"),
    "groups": gettext_lazy("within the groups"),
    "lots": gettext_lazy("by lots drawn by hand"),
    "random": gettext_lazy("by pure lot"),
    "standings": gettext_lazy("by standings"),
    "snake": gettext_lazy("as a snake"),
    "chart": gettext_lazy("by a printed chart"),
    "script": gettext_lazy("as written"),
}


def wish_words(data: Figures) -> str:
    """A wish in words; `data` holds its fields, `players` as numbers or names."""
    name = data["name"]
    who = listed(data["players"])
    if data["kind"] == Wish.Kind.STREAM:
        return _("the leaders sit at table %(table_number)s, the streamed one") % data
    if data["kind"] == Wish.Kind.TABLE:
        words = {"who": who, "table": data["table_number"], "sessions": listed(data["sessions"])}
        if data["sessions"]:
            text = _("%(who)s at table %(table)s in session %(sessions)s") % words
        else:
            text = _("%(who)s always at table %(table)s") % words
        return labelled(name, text) if name else text
    if data["kind"] == Wish.Kind.CLUBS:
        text = _("people of one club apart")
    elif data["kind"] == Wish.Kind.COUNTRIES:
        text = _("people of one country apart")
    else:
        text = _("apart: %(who)s") % {"who": who}
    must = _("before everything else") if data["must"] else _("where possible")
    return clauses([labelled(name, text) if name else text, must])


def _drawn(data: Figures, names: Names) -> str:
    words = {
        "sessions": listed(data["sessions"]),
        "players": data["players"],
        "seed": data["seed"],
        "form": FORMS.get(data.get("form", "advance"), ""),
    }
    return _("drew session %(sessions)s for %(players)s players %(form)s, seed %(seed)s") % words


def _announced(data: Figures, names: Names) -> str:
    words = {"n": data["drawing"], "sessions": listed(data["sessions"]), "source": data["source"]}
    return _("announced draw %(n)s, of session %(sessions)s; others choose: %(source)s") % words


def _given_up(data: Figures, names: Names) -> str:
    words = {"n": data["drawing"], "sessions": listed(data["sessions"])}
    return _("gave up the announced draw %(n)s, of session %(sessions)s") % words


def _changed(data: Figures, names: Names) -> str:
    words = {
        "sessions": listed(data["sessions"]),
        "leaving": listed(data["leaving"]) or "–",
        "joining": listed(data["joining"]) or "–",
        "moves": data["moves"],
    }
    return (
        _(
            "changed the draws of session %(sessions)s: leaving %(leaving)s, joining %(joining)s, %(moves)s changes of "
            "table"
        )
        % words
    )


DRAW_SENTENCES: dict[str, Callable[[Figures, Names], str]] = {
    "drawn": _drawn,
    "draw_announced": _announced,
    "draw_given_up": _given_up,
    "field_changed": _changed,
    "wish_added": lambda data, names: _("wished: %(wish)s") % {"wish": wish_words(data)},
    "wish_removed": lambda data, names: _("took back the wish: %(wish)s") % {"wish": wish_words(data)},
}
