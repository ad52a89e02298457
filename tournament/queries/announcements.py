"""What is announced now, for screens, phones and the desk."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import DateTimeField, Q, QuerySet

from tournament.models import Announcement, Tournament
from tournament.prepared import Given, Prepared


def current(tournament: Tournament, now: datetime) -> tuple[Announcement, ...]:
    """The announcements that stand at this moment: the urgent ones first, then the newest. One query."""
    return tuple(_standing(tournament=tournament.pk, now=now))


@Prepared
def _standing() -> QuerySet[Announcement]:
    still = Q(ends_at__isnull=True) | Q(ends_at__gt=Given("now", DateTimeField()))
    here = Announcement.objects.filter(still, tournament=Given("tournament"), ended_at__isnull=True)
    return here.order_by("-urgent", "-id")


def past(tournament: Tournament, now: datetime, limit: int = 50) -> tuple[Announcement, ...]:
    """What stood before, the newest first. One query."""
    gone = Q(ended_at__isnull=False) | Q(ends_at__lte=now)
    return tuple(Announcement.objects.filter(gone, tournament=tournament).order_by("-id")[:limit])


def next_change(announcements: Iterable[Announcement]) -> datetime | None:
    """When the first of them is past its end, though nobody does anything; None where all stay."""
    return min((one.ends_at for one in announcements if one.ends_at is not None), default=None)
