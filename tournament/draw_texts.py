"""What the engine of draws refuses, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.seating import DrawError
from tournament.seating.script import Problem

ERRORS: dict[str, Promise] = {
    "players_not_multiple_of_four": _(
        "%(players)s players do not fill tables of four. Add %(missing)s stand-ins, or check in only "
        "as many as play."
    ),
    "too_few_players": _(
        "A draw needs at least 4 players, and there are %(players)s. Enrol more players, or check more in."
    ),
    "too_many_players": _("A draw takes at most %(most)s players, and there are %(players)s."),
    "too_many_sessions": _("A draw takes at most %(most)s sessions."),
    "leaver_not_seated": _("Player %(player)s sits in none of these sessions and cannot leave them."),
    "joiner_seated": _("Player %(player)s sits in these sessions already."),
    "named_twice": _("Player %(player)s is named twice among those who leave, join or stand in."),
    "stand_ins_missing": _(
        "%(missing)s more stand-ins are needed for the chairs that nobody takes. Enrol them, or leave chairs empty."
    ),
    "nobody_left": _("Everybody leaves: nobody would be left to play."),
    "fixed_table_taken": _(
        "Players %(other)s and %(player)s are both wished at table %(table)s in the same session: they would have to "
        "meet. Take one of the wishes back."
    ),
    "fixed_table_unknown": _(
        "Player %(player)s is wished at table %(table)s, but the last table is %(tables)s. Change the wish."
    ),
    "fixed_twice": _(
        "Player %(player)s is wished at two tables of the same session, %(other)s and %(table)s. Take one wish back."
    ),
}

SCRIPT: dict[str, Promise] = {
    "too_large": _("The text has %(size)s bytes, at most %(most)s are read."),
    "undecodable": _("The file is not a text in UTF-8, UTF-16 or GB18030. Save it as UTF-8."),
    "empty": _("There is no table in the text."),
    "bad_json": _("This is not JSON: something is wrong at character %(column)s."),
    "unknown_format": _("The format is “%(format)s”; “mcr-seating/1” can be read."),
    "not_sessions": _(
        "“sessions” must be a list of sessions, each a list of tables, each a list of four numbers."
    ),
    "missing_column": _("The header has no column for %(column)s."),
    "not_a_number": _("“%(text)s” is not the number of a player."),
    "not_a_place": _("“%(text)s” is not the number of a session or table."),
    "table_not_of_four": _("A table has four chairs, here are %(chairs)s. Write - for an empty chair."),
    "table_twice": _("Session %(session)s has table %(table)s here and in line %(other)s."),
    "unknown_number": _("No player of this draw has number %(player)s."),
    "number_twice": _("Player %(player)s sits twice in session %(session)s: here and in line %(other)s."),
    "too_few_sessions": _("The script has %(sessions)s sessions, but %(expected)s are to be drawn."),
    "too_many_sessions": _("The script has %(sessions)s sessions, but %(expected)s are to be drawn."),
    "missing": _("Session %(session)s has no chair for %(count)s players: %(players)s."),
}


def script_problem(problem: Problem) -> str:
    """A mistake in a scripted draw, without its line."""
    return str(SCRIPT[problem.code]) % problem.params


def draw_error(error: DrawError, numbers: Sequence[int]) -> str:
    """What the engine refused; `numbers` are those of its players 1 … N on the list of entries."""
    params = dict(error.params)
    people = ("player",) if error.code == "fixed_twice" else ("player", "other")
    for name in people:
        if 1 <= params.get(name, 0) <= len(numbers):
            params[name] = numbers[params[name] - 1]
    text = ERRORS.get(error.code)
    return str(text) % params if text else str(error)
