"""Draws whose tables are given: scripts 预排 that somebody wrote, and printed charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.draw_texts import script_problem
from tournament.models import Session
from tournament.refusals import Refused
from tournament.seating.fixed_charts import CHARTS
from tournament.seating.plan import Plan
from tournament.seating.script import parse_script
from tournament.wording import listed

from .lots import positions_of

MOST_SHOWN = 50  # of the mistakes of a script: enough to mend it, and no page is flooded


def scripted(plan: Plan, text: str, byes: bool) -> Plan:
    """The plan of a scripted draw, in numbers of the list of entries; all mistakes of the script at once are refused.

    With `byes` whoever the script leaves out has a bye.
    """
    script = parse_script(text, plan.people, len(plan.sessions), byes=byes)
    if script.problems:
        problems = [
            {"line": one.line, "message": script_problem(one)} for one in script.problems[:MOST_SHOWN]
        ]
        raise Refused(
            "script",
            _("The script has mistakes (%(n)s). Nothing was drawn: mend them and send it again.")
            % {"n": len(script.problems)},
            field="script",
            current={"problems": problems, "more": len(script.problems) - len(problems)},
        )
    person = {number: at for at, number in enumerate(plan.people, 1)}
    given = tuple(
        tuple(tuple(person[number] if number else None for number in four) for four in session)
        for session in script.sessions
    )
    return replace(plan, given=given)


def charted(sessions: Sequence[Session], plan: Plan, key: str, lots: Sequence[int]) -> Plan:
    """The plan of a printed chart, with the lots that were drawn by hand, else drawn by the seed."""
    chart = CHARTS.get(key)
    if chart is None:
        raise Refused("no_such_chart", _("Choose a chart."), field="chart")
    if len(plan.people) != chart.players or len(sessions) > chart.sessions:
        raise Refused(
            "chart_does_not_fit",
            _(
                "This chart is for %(players)s players and at most %(sessions)s sessions; chosen are %(n)s players "
                "and sessions %(numbers)s."
            )
            % {
                "players": chart.players,
                "sessions": chart.sessions,
                "n": len(plan.people),
                "numbers": listed(plan.sessions),
            },
            field="chart",
        )
    return replace(plan, chart=key, positions=positions_of(plan, lots) if lots else ())
