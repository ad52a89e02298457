"""Which standings somebody asks for, which he may see, and the links to the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.models import Stage, Tournament
from tournament.queries.overview import SessionSummary
from tournament.queries.shown import Shown, shown_to
from tournament.queries.stages import shown_stages

from .frame import number_asked


@dataclass(frozen=True)
class Choice:
    """The standings to show: of the players or the teams, in a stage or in total, as of a session.

    `asked` is the earlier session that was asked for; `as_of` the one that counts by what the visitor may see.
    `sessions` are the published sessions of the stage, `stages` those that he may choose among. `full`: every session
    of everybody, also where they are many.
    """

    teams: bool
    stage: Stage | None
    asked: int | None
    as_of: int | None
    provisional: bool
    shown: Shown
    sessions: tuple[SessionSummary, ...]
    stages: tuple[Stage, ...]
    full: bool

    @property
    def key(self) -> str:
        """What distinguishes these standings from all others of the tournament."""
        kind = "teams" if self.teams else "players"
        stage = self.stage.number if self.stage else 0
        return f"{kind}:{stage}:{self.as_of}:{int(self.provisional)}:{int(self.full)}:{self.shown.key}"

    @property
    def earlier(self) -> list[SessionSummary]:
        """The sessions with results before the newest one that has any and may be seen."""
        limit = self.shown.as_of
        return [s for s in self.sessions if s.closed and (limit is None or s.number <= limit)][:-1]


def choose(
    request: HttpRequest, tournament: Tournament, sessions: Sequence[SessionSummary], *, teams: bool
) -> Choice:
    """What is asked for, as far as this visitor may see it. What there is none of is passed over."""
    shown = shown_to(request.user, tournament)
    stages = tuple(shown_stages(tournament, shown))
    number = number_asked(request, "stage")
    stage = next((s for s in stages if s.number == number), None)
    inside = tuple(sessions)
    if stage is not None:
        of_stage = set(stage.sessions.values_list("number", flat=True))
        inside = tuple(s for s in sessions if s.number in of_stage)
    provisional = request.GET.get("provisional") == "1"
    full = request.GET.get("full") == "1"
    free = Choice(teams, stage, None, shown.limit(None), provisional, shown, inside, stages, full)
    asked = number_asked(request, "as_of")
    if asked not in {s.number for s in free.earlier}:
        return free
    return replace(free, asked=asked, as_of=shown.limit(asked))


def links(tournament: Tournament, choice: Choice) -> dict[str, Any]:
    """The links above the table: players or teams, which stage, after which session, running tables, the files."""
    here = reverse("public:teams" if choice.teams else "public:standings", args=[tournament.slug])
    stage = choice.stage.number if choice.stage else None
    provisional = int(choice.provisional)
    total = {"name": _("Total"), "url": _link(here), "current": stage is None}
    of_stages = [
        {"name": one.name, "url": _link(here, stage=one.number), "current": one.number == stage}
        for one in choice.stages
    ]
    return {
        "kinds": _kinds(tournament, choice, stage) if tournament.teams.exists() else [],
        "stages": [total, *of_stages] if of_stages else [],
        "after": _after(choice, here, stage),
        "closed_url": _link(here, stage=stage, as_of=choice.asked),
        "full_url": _link(here, stage=stage, as_of=choice.asked, provisional=provisional, full=1),
        "provisional_url": _link(here, stage=stage, as_of=choice.asked, provisional=1),
        **{
            f"{kind}_url": _link(
                reverse(f"public:standings_{kind}", args=[tournament.slug]),
                teams=int(choice.teams),
                stage=stage,
                as_of=choice.asked,
            )
            for kind in ("pdf", "xlsx", "csv")
        },
    }


def _link(base: str, **asked: Any) -> str:
    values = {key: value for key, value in asked.items() if value}
    return f"{base}?{urlencode(values)}" if values else base


def _kinds(tournament: Tournament, choice: Choice, stage: int | None) -> list[dict[str, Any]]:
    """Players or teams, each as of the same session of the same stage."""
    names = (("standings", pgettext("standings", "Players")), ("teams", pgettext("standings", "Teams")))
    asked = {"stage": stage, "as_of": choice.asked, "provisional": int(choice.provisional)}
    return [
        {
            "name": name,
            "url": _link(reverse(f"public:{one}", args=[tournament.slug]), **asked),
            "current": (one == "teams") == choice.teams,
        }
        for one, name in names
    ]


def _after(choice: Choice, here: str, stage: int | None) -> list[dict[str, Any]]:
    """The earlier sessions that have results, and the newest standings."""
    provisional = int(choice.provisional)
    after = [
        {
            "name": str(s.number),
            "label": _("After session %(n)s") % {"n": s.number},
            "url": _link(here, stage=stage, as_of=s.number, provisional=provisional),
            "current": s.number == choice.asked,
        }
        for s in choice.earlier
    ]
    newest = {
        "name": _("now") if choice.shown.in_full else str(choice.as_of or ""),
        "label": _("Newest"),
        "url": _link(here, stage=stage, provisional=provisional),
        "current": choice.asked is None,
    }
    return [*after, newest]
