"""The lock after wrong passwords, made for a hall in which all telephones share one address.

Five wrong passwords lock a name at the address where they were typed, for five minutes; the other people there go on. A
name that is guessed from many places at once is locked everywhere. No address is ever locked as such.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Max, QuerySet, Sum
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import ngettext

# So many wrong passwords for one name from all addresses together; one address alone gets no further than five.
EVERYWHERE = 30


class NameAndAddress(AxesDatabaseHandler):
    """Counts wrong passwords by name and address, as `AXES_LOCKOUT_PARAMETERS` says, and by name over all addresses."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """How near the name is to being locked for this address: the limit where it is locked everywhere."""
        here: int = super().get_failures(request, credentials)
        name = get_client_username(request, credentials)
        limit: int = settings.AXES_FAILURE_LIMIT
        return (
            limit if name and here < limit and _wrong(_recent().filter(username=name)) >= EVERYWHERE else here
        )


def minutes_to_wait(username: str, address: str) -> int:
    """In how many minutes a locked name can be tried again from this address, at least one."""
    mine = _recent().filter(username=username)
    here = mine.filter(ip_address=address)
    counted = here if _wrong(here) >= settings.AXES_FAILURE_LIMIT else mine
    last: datetime | None = counted.aggregate(last=Max("attempt_time"))["last"]
    left = (last or timezone.now()) + _cool_off() - timezone.now()
    return max(1, ceil(left.total_seconds() / 60))


def waiting_sentence(username: str, address: str) -> str:
    """What somebody is told who is locked out."""
    minutes = minutes_to_wait(username, address)
    text = ngettext(
        "Too many wrong passwords for this name. Wait %(n)s minute and try again, or ask the organiser to unlock it.",
        "Too many wrong passwords for this name. Wait %(n)s minutes and try again, or ask the organiser to unlock it.",
        minutes,
    )
    return text % {"n": minutes}


def locked_names(names: Iterable[str]) -> set[str]:
    """Which of these names are locked now, at some address or everywhere."""
    failures = _recent().filter(username__in=list(names)).order_by()
    somewhere = failures.values("username", "ip_address").annotate(wrong=Sum("failures_since_start"))
    all_over = failures.values("username").annotate(wrong=Sum("failures_since_start"))
    return {row["username"] for row in somewhere.filter(wrong__gte=settings.AXES_FAILURE_LIMIT)} | {
        row["username"] for row in all_over.filter(wrong__gte=EVERYWHERE)
    }


def _recent() -> QuerySet[AccessAttempt]:
    return AccessAttempt.objects.filter(attempt_time__gt=timezone.now() - _cool_off())


def _cool_off() -> timedelta:
    found: timedelta = settings.AXES_COOLOFF_TIME
    return found


def _wrong(attempts: QuerySet[AccessAttempt]) -> int:
    return attempts.aggregate(wrong=Sum("failures_since_start"))["wrong"] or 0
