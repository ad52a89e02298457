"""What stands above every public page of a tournament and refreshes itself with it: announcements, and the clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from tournament.models import Session, Tournament
from tournament.queries.announcements import current, next_change
from tournament.queries.clock import clock
from tournament.queries.overview import SessionSummary


@dataclass(frozen=True)
class Head:
    """The HTML, and the moment from which it may be another one though nothing was changed; None for never."""

    html: SafeString
    until: datetime | None


def build_head(tournament: Tournament, sessions: Sequence[SessionSummary]) -> Head:
    """The head as it is now. One query, and one more while a session runs."""
    announcements = current(tournament, timezone.now())
    running = next((one.id for one in sessions if one.is_running), None)
    session = Session.objects.filter(pk=running, ends_at__isnull=False).first() if running else None
    context = {
        "tournament": tournament,
        "announcements": announcements,
        "session": session,
        "reading": clock(session, tournament.rulebook) if session else None,
    }
    return Head(render_to_string("public/head.html", context), next_change(announcements))
