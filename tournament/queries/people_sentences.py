"""Sentences of the history about who came, who plays for whom, and who sat in another chair than drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.seats import WINDS
from tournament.wording import clauses

Figures = Mapping[str, Any]
Names = Sequence[str]


def _marked_absent(data: Figures, names: Names) -> str:
    if data.get("stand_in") is None:
        return _("marked %(name)s as absent: the chair stays empty") % data
    return _("marked %(name)s as absent: stand-in %(stand_in)s plays") % data


def _arrived(data: Figures, names: Names) -> str:
    return _("noted that %(name)s arrived and plays from hand %(hand)s") % data


def _no_play(data: Figures, names: Names) -> str:
    return _("noted that this table does not play: too few came")


def _substituted(data: Figures, names: Names) -> str:
    words = {
        "substitute": f"{data['substitute']} {data['substitute_name']}",
        "name": f"{data['player']} {data['name']}",
        "first": data["first"],
        "hand": data["hand"],
        "last": data["last"],
    }
    if data["last"] is None:
        text = _("let %(substitute)s play for %(name)s from session %(first)s, hand %(hand)s, for the rest")
    elif data["last"] == data["first"]:
        text = _("let %(substitute)s play for %(name)s in session %(first)s from hand %(hand)s")
    else:
        text = _(
            "let %(substitute)s play for %(name)s from session %(first)s, hand %(hand)s, to session %(last)s"
        )
    return text % words


def _substitution_ended(data: Figures, names: Names) -> str:
    return (
        _(
            "ended after session %(last)s that %(substitute)s %(substitute_name)s plays for %(player)s %(name)s"
        )
        % data
    )


def _withdrew(data: Figures, names: Names) -> str:
    return _("noted that %(player)s %(name)s withdraws from this session on") % data


def _returned(data: Figures, names: Names) -> str:
    return _("noted that %(player)s %(name)s is back from this session on") % data


def _remapped(data: Figures, names: Names) -> str:
    return _("put down who really sat where: %(seats)s") % {"seats": clauses(map(seat_words, data["seats"]))}


def seat_words(seat: Mapping[str, Any]) -> str:
    """A seat of a change and who sits in it now."""
    values = {"table": seat["table"], "chair": WINDS[seat["chair"]]}
    if seat["player"] is None:
        return _("table %(table)s %(chair)s stays empty") % values
    return _("player %(player)s to table %(table)s %(chair)s") % {**values, "player": seat["player"]}


PEOPLE_SENTENCES: dict[str, Callable[[Figures, Names], str]] = {
    "marked_absent": _marked_absent,
    "arrived": _arrived,
    "no_play": _no_play,
    "substituted": _substituted,
    "substitution_ended": _substitution_ended,
    "player_withdrew": _withdrew,
    "player_returned": _returned,
    "seats_remapped": _remapped,
}
