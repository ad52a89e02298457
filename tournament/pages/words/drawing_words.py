"""What the pages say of a draw as a whole: how it was made, and what has become of it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.queries.draw_sentences import FORMS
from tournament.queries.drawings import Known, plan_of
from tournament.wording import listed


@dataclass(frozen=True)
class Told:
    """A draw in words. `standing` is the word of `Known.standing`, `state` the sentence for it."""

    known: Known
    title: str
    sessions: str
    how: str
    standing: str
    state: str


def told(known: Known) -> Told:
    """A draw for a list and for the head of its page."""
    drawing = known.drawing
    return Told(
        known,
        title=_("Draw %(n)s") % {"n": drawing.number},
        sessions=ngettext("session %(n)s", "sessions %(n)s", len(drawing.sessions))
        % {"n": listed(drawing.sessions)},
        how=_how(known),
        standing=known.standing,
        state=_state(known),
    )


def _how(known: Known) -> str:
    plan = plan_of(known.drawing)
    if plan is None:
        return ""
    words = {"n": len(plan.people), "form": FORMS[plan.form]}
    return ngettext("%(n)s player, %(form)s", "%(n)s players, %(form)s", len(plan.people)) % words


def _state(known: Known) -> str:
    if known.standing == "in_force":
        if set(known.in_force) == set(known.drawing.sessions):
            return _("this draw counts")
        return ngettext("counts for session %(n)s", "counts for sessions %(n)s", len(known.in_force)) % {
            "n": listed(known.in_force)
        }
    return {
        "announced": _("announced, not drawn yet"),
        "given_up": _("given up"),
        "waits": _("drawn, not published yet"),
        "unused": _("thrown away or replaced"),
    }[known.standing]
