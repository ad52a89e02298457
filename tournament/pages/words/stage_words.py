"""Stages in words: who plays in one, what is carried over, what changed since it was filled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.standard_points import show
from tournament.models import Stage
from tournament.queries.stages import Moved, StageFacts
from tournament.wording import listed

FORMS: dict[str, Promise] = {
    Stage.Form.ALL: gettext_lazy("everybody: all players meet in all of its sessions"),
    Stage.Form.GROUPS: gettext_lazy(
        "groups: by lot; each group plays among itself, and the best of it go on"
    ),
    Stage.Form.TOP: gettext_lazy("the first of the stage before, such as a final of places 1 to 16"),
    Stage.Form.PLACES: gettext_lazy("a play-off for places of the stage before, such as 17 to 32"),
}
CARRY: dict[str, Promise] = {
    "0": gettext_lazy("nothing: everybody begins with 0"),
    "1/2": gettext_lazy("half of the points"),
    "2/3": gettext_lazy("two thirds of the points"),
    "1": gettext_lazy("all points"),
}


@dataclass(frozen=True)
class Change:
    """What would be different today: a place or its absence, before and now; and points carried over, if they are."""

    name: str
    was: str
    now: str
    points: str


def who_plays(stage: Stage, before: Stage | None) -> str:
    """Who plays in a stage, as one sentence."""
    words = {
        "first": stage.first_place,
        "last": stage.places,
        "before": before.name if before else "",
        "size": stage.group_size,
        "best": stage.advance,
    }
    if stage.form == Stage.Form.GROUPS:
        sizes = _("groups of %(size)s, the best %(best)s of each go on") % words
        return sizes if before is None else _("%(groups)s; from “%(before)s”") % {**words, "groups": sizes}
    if stage.form in (Stage.Form.TOP, Stage.Form.PLACES):
        return _("places %(first)s to %(last)s of “%(before)s”") % words
    return _("everybody") if before is None else _("everybody of “%(before)s”") % words


def carried_over(stage: Stage) -> str:
    """What is carried over, as one sentence."""
    return _("carried over: %(what)s") % {"what": CARRY.get(stage.carry, stage.carry)}


def sessions_in_words(facts: StageFacts) -> str:
    """The sessions of a stage."""
    count = len(facts.numbers)
    text = ngettext("session %(sessions)s", "sessions %(sessions)s", count)
    return text % {"sessions": listed(facts.numbers)}


def changes(moved: Sequence[Moved]) -> list[Change]:
    """What changed since a stage was filled, a line for each player."""
    found = []
    for one in moved:
        points = ""
        if one.now is not None and one.was is not None and one.carried_was != one.carried_now:
            points = _("carried over %(before)s, would be %(now)s") % {
                "before": _pair(one.carried_was),
                "now": _pair(one.carried_now),
            }
        found.append(
            Change(
                name=f"{one.number} {one.name}",
                was=_("place %(n)s") % {"n": one.was} if one.was else _("not in it"),
                now=_("place %(n)s") % {"n": one.now} if one.now else _("would not be in it"),
                points=points,
            )
        )
    return found


def _pair(points: tuple[Fraction, Fraction]) -> str:
    return " / ".join(map(show, points))
