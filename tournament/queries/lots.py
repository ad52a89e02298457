"""Lots 签 that were drawn by hand: every number is typed in, and the draw follows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.refusals import Refused
from tournament.seating.plan import Plan
from tournament.wording import listed


def positions_of(plan: Plan, lots: Sequence[int]) -> tuple[int, ...]:
    """Who of a draw drew number 1, 2, …, as people 1 … N; `lots` are numbers of the list of entries.

    Refused unless every player is named once.
    """
    person = {number: at for at, number in enumerate(plan.people, 1)}
    unknown = [number for number in lots if number not in person]
    twice = sorted(number for number, times in Counter(lots).items() if times > 1)
    missing = sorted(set(person) - set(lots))
    if unknown or twice or missing:
        words = {"unknown": unknown, "twice": twice, "missing": missing}
        raise Refused(
            "lots",
            _(
                "Every player draws one number. Not players of this draw: %(unknown)s. Twice: %(twice)s. "
                "Without a number: %(missing)s."
            )
            % {name: listed(some) or "–" for name, some in words.items()},
            field="lots",
        )
    return tuple(person[number] for number in lots)
