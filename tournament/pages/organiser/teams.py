"""Teams at the organiser's desk: who is in which, which ones differ in size, other names."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournament.actions.people import rename_team
from tournament.models import Player, Team, Tournament
from tournament.refusals import Refused

from .desk import desk, me, whole
from .frame import page


@dataclass(frozen=True)
class TeamRow:
    """One team with its members; `differs` where its size is not that of most teams."""

    team: Team
    members: list[Player]
    differs: bool
    typed: str
    error: str = ""


@desk("manage")
def teams(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All teams with their members; each can get another name."""
    wrong: tuple[int, str, str] | None = None
    if request.method == "POST":
        team_id, name = whole(request.POST.get("team")) or 0, request.POST.get("name", "")
        try:
            renamed = rename_team(tournament, team_id, name, me(request))
        except Refused as refused:
            wrong = (team_id, name, refused.message)
        else:
            messages.success(request, _("The team is called %(name)s now.") % {"name": renamed.name})
            return redirect(f"{request.path}#team-{renamed.number}")
    rows = _rows(tournament, wrong)
    stray = wrong[2] if wrong and wrong[0] not in {row.team.pk for row in rows} else ""
    usual = Counter(len(row.members) for row in rows).most_common(1)
    context = {
        "rows": rows,
        "usual": usual[0][0] if usual else 0,
        "differing": [row for row in rows if row.differs],
        "alone": tournament.players.filter(team__isnull=True, is_stand_in=False).order_by("number"),
        "error": stray,
    }
    return page(
        request, tournament, "organiser/teams.html", context, current="players", status=422 if wrong else 200
    )


def _rows(tournament: Tournament, wrong: tuple[int, str, str] | None) -> list[TeamRow]:
    found = list(tournament.teams.prefetch_related("players").order_by("number"))
    members = {team.pk: sorted(team.players.all(), key=lambda player: player.number) for team in found}
    usual = Counter(map(len, members.values())).most_common(1)
    rows = []
    for team in found:
        mine = wrong is not None and wrong[0] == team.pk
        rows.append(
            TeamRow(
                team,
                members[team.pk],
                len(members[team.pk]) != usual[0][0],
                wrong[1] if wrong and mine else team.name,
                wrong[2] if wrong and mine else "",
            )
        )
    return rows
