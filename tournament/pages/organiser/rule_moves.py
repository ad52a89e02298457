"""What a change of the rules does to the places, in words: "these 14 places change"."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.standard_points import show
from tournament.actions.rule_preview import Effect, RulesPreview, Standing
from tournament.models import ShownStandings, Tournament
from tournament.templatetags.quesai import signed


@dataclass(frozen=True)
class Move:
    """A player or a team: the place before and after (equal where only points change), and the points."""

    name: str
    before: str
    after: str
    points_before: str
    points_after: str


@dataclass(frozen=True)
class Moved:
    """A sentence that sums it up, and everybody whose place or points would change."""

    summary: str
    players: tuple[Move, ...]
    teams: tuple[Move, ...]
    is_shown: bool


def places_moved(preview: RulesPreview, tournament: Tournament) -> Moved:
    """The preview of a change in words. `is_shown`: the public sees the standings that change."""
    count = preview.places
    if count:
        summary = ngettext("This %(n)s place changes.", "These %(n)s places change.", count) % {"n": count}
    elif preview.players:
        summary = _("No place changes, but points do.")
    else:
        summary = _("No place and no point changes.")
    teams = preview.teams if tournament.rulebook.team_ranking else ()
    is_shown = tournament.is_public and tournament.shown_standings == ShownStandings.LIVE
    return Moved(summary, _moves(preview.players), _moves(teams), is_shown)


def fingerprint(tournament: Tournament, changes: Mapping[str, Any]) -> str:
    """Equal for the same changes of the same tournament as it is now: so what is saved is what was shown."""
    text = json.dumps([tournament.version, changes], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _moves(effects: Sequence[Effect]) -> tuple[Move, ...]:
    """Those whose places change first."""
    ordered = sorted(effects, key=lambda effect: not effect.moves)
    return tuple(
        Move(
            f"{effect.number} {effect.name}",
            _place(effect.before),
            _place(effect.after),
            _points(effect.before),
            _points(effect.after),
        )
        for effect in ordered
    )


def _place(standing: Standing) -> str:
    return f"{standing.place or '–'}{'=' if standing.shared else ''}"


def _points(standing: Standing) -> str:
    return f"{show(standing.standard)} / {signed(standing.match)}"
