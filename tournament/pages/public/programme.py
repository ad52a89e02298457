"""The programme of the days as everybody reads it: what is on now, and what comes next."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone

from tournament.models import Tournament
from tournament.queries.programme import days, next_change
from tournament.queries.programme import programme as read_programme

from .frame import Living, public_page, sessions_of


@public_page
def programme(request: HttpRequest, tournament: Tournament) -> Living:
    """Sessions by their planned start and all other items, day by day in the tournament's zone."""
    now = timezone.now()
    lines = read_programme(tournament, now)
    changes = next_change(lines, tournament, now)

    def build() -> str:
        context = {"tournament": tournament, "days": days(lines, tournament)}
        return render_to_string("public/programme_part.html", context)

    # What is on changes without anybody's doing: each stretch of the programme is kept by its end.
    keep = f"programme:{int(changes.timestamp()) if changes else 0}"
    return Living(
        "public/programme.html", build, tab="programme", sessions=sessions_of(tournament), keep=keep
    )
