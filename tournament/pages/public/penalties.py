"""The penalty record as everybody may read it: who, where and how much, without reasons and referees."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string

from tournament.models import Tournament
from tournament.queries.penalty_record import penalty_record

from .frame import Living, public_page, sessions_of, tables_since


@public_page
def penalties(request: HttpRequest, tournament: Tournament) -> Living:
    """All penalties and warnings of published sessions, the newest first, and those of players and teams."""

    def build() -> str:
        lines = list(reversed(penalty_record(tournament, public=True)))
        return render_to_string("public/penalties_part.html", {"tournament": tournament, "lines": lines})

    return Living(
        "public/penalties.html",
        build,
        tab="tournament",
        sessions=sessions_of(tournament),
        keep="penalties",
        since=tables_since(tournament),
    )
