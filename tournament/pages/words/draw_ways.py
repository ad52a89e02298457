"""The forms of a draw by their names, what each is for, and the printed charts."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.seating.fixed_charts import Chart

# Each form of a draw as the organiser chooses it: its name, and what it is for.
WAYS: dict[str, tuple[Promise, Promise]] = {
    "advance": (
        gettext_lazy("In advance"),
        gettext_lazy(
            "Results do not count: nobody meets anybody twice, team-mates stay apart, chairs are even. The usual draw."
        ),
    ),
    "standings": (
        gettext_lazy("By standings"),
        gettext_lazy(
            "The next session from the standings so far: places 1 to 4 play together, then 5 to 8. For late sessions."
        ),
    ),
    "snake": (
        gettext_lazy("Snake"),
        gettext_lazy(
            "Strong and weak players spread evenly: the order of places is dealt to the tables and back."
        ),
    ),
    "random": (
        gettext_lazy("Pure lot"),
        gettext_lazy(
            "Chance alone: people may meet again; only team-mates and those who must stay apart do not."
        ),
    ),
    "lots": (
        gettext_lazy("Lots drawn by hand"),
        gettext_lazy(
            "As in advance, but who is which number is drawn before everybody's eyes, and you type it in."
        ),
    ),
    "chart": (
        gettext_lazy("Printed chart"),
        gettext_lazy("A chart of the national rules of 1998. Players draw numbers, the chart says the rest."),
    ),
    "script": (
        gettext_lazy("As written"),
        gettext_lazy("Somebody has laid out the tables already: paste them, or upload the file."),
    ),
}


@dataclass(frozen=True)
class Way:
    """One form of a draw as the page offers it. `hindrance`: why it cannot be chosen now, "" where it can."""

    key: str
    name: str
    purpose: str
    hindrance: str


def way(key: str, hindrance: str = "") -> Way:
    """A form of a draw in the reader's words."""
    name, purpose = WAYS[key]
    return Way(key, str(name), str(purpose), hindrance)


def chart_name(chart: Chart) -> str:
    """What a printed chart is called: whom it is for, and which of the rules' charts it is."""
    words = {
        "teams": chart.players // 4,
        "players": chart.players,
        "sessions": chart.sessions,
        "n": chart.key.rpartition("-")[2],
    }
    if chart.teams_of_four:
        return _("Chart %(n)s: %(teams)s teams of four, %(sessions)s sessions") % words
    return _("Chart %(n)s: %(players)s players, %(sessions)s sessions") % words
