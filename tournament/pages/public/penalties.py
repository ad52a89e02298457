"""The penalty record as everybody may read it: where, how much and, if the organiser publishes it, who."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string

from tournament.models import ShownPenalties, Tournament
from tournament.queries.penalty_record import public_record

from .frame import Living, public_page, sessions_of, tables_since


@public_page
def penalties(request: HttpRequest, tournament: Tournament) -> Living:
    """All penalties and warnings of published sessions, the newest first, as far as the organiser publishes them."""

    def build() -> str:
        record = public_record(tournament)
        context = {"tournament": tournament, "hidden": record is None, "lines": list(reversed(record or ()))}
        return render_to_string("public/penalties_part.html", context)

    return Living(
        "public/penalties.html",
        build,
        tab="tournament",
        sessions=sessions_of(tournament),
        keep="penalties",
        since=tables_since(tournament),
        context={"is_named": tournament.shown_penalties == ShownPenalties.NAMED},
    )
