"""What every page of one tournament at the organiser's desk has around it: the path of steps and who may do what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.access import has_role
from tournament.models import Tournament
from tournament.queries.entries import new_entries
from tournament.queries.late import late_count
from tournament.queries.progress import progress_of

from .path import path_of


def page(
    request: HttpRequest,
    tournament: Tournament,
    template: str,
    context: Mapping[str, Any] | None = None,
    *,
    current: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render a page of one tournament with the path beside it; `current` is the key of its step."""
    progress = progress_of([tournament])[tournament.pk]
    manages = has_role(request.user, tournament, "manage")
    around = {
        "tournament": tournament,
        "progress": progress,
        "current": current,
        "may_manage": manages,
        "may_direct": manages or has_role(request.user, tournament, "direct"),
        "late_count": late_count(tournament),
        "new_entries": new_entries(tournament) if manages else 0,
        "steps": path_of(tournament, progress, current, manages=manages),
    }
    return render(request, template, around | dict(context or {}), status=status)
