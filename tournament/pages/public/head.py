"""What stands above every public page of a tournament and refreshes itself with it: announcements, and the clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from tournament.models import Tournament
from tournament.queries.overview import SessionSummary


@dataclass(frozen=True)
class Head:
    """The HTML, and the moment from which it may be another one though nothing was changed; None for never."""

    html: SafeString
    until: datetime | None


def build_head(tournament: Tournament, sessions: Sequence[SessionSummary]) -> Head:
    """The head as it is now."""
    return Head(SafeString(""), None)
