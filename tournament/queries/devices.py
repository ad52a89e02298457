"""The telephones of the staff: which is whose, and whether it still counts."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from tournament.access import KEPT_STATES, kept
from tournament.models import Device, Session, Staff, TableKeeper, Tournament
from tournament.models.device import hash_of


def device_with_code(code: str) -> Device | None:
    """The telephone to be that a code is for, as long as the code is good."""
    found = Device.objects.select_related("staff__tournament", "staff__user").filter(
        code_hash=hash_of(code), code_until__gte=timezone.now()
    )
    return found.first()


def paired_device(pk: object, user_id: int | None) -> Device | None:
    """The telephone that a session of the browser names, as long as it counts: neither ended nor its owner's role.

    A player's telephone counts until the session is over in which he keeps a table, and a while longer.
    """
    if not isinstance(pk, int) or user_id is None:
        return None
    device = (
        Device.objects.select_related("staff__tournament")
        .filter(pk=pk, paired_at__isnull=False, ended_at__isnull=True, staff__user_id=user_id)
        .first()
    )
    if device is None or (device.staff.role == Staff.Role.KEEPER and kept_by(device.staff) is None):
        return None
    return device


def kept_by(staff: Staff) -> TableKeeper | None:
    """The table that a player keeps now, in the session being played before any later one."""
    found = staff.keeps.filter(kept("table__session__")).select_related("table__session__tournament")
    order = {Session.State.RUNNING: 0, Session.State.PUBLISHED: 1, Session.State.CLOSED: 2}
    return min(
        found,
        key=lambda one: (order[Session.State(one.table.session.state)], one.table.session.number),
        default=None,
    )


def devices_of(tournament: Tournament) -> QuerySet[Device]:
    """The telephones that are paired now, the last seen first."""
    return (
        Device.objects.filter(staff__tournament=tournament, paired_at__isnull=False, ended_at__isnull=True)
        .select_related("staff")
        .order_by("-seen_at", "-id")
    )


def keepers_of(tournament: Tournament) -> QuerySet[TableKeeper]:
    """Who keeps which table in sessions that take entries."""
    return (
        TableKeeper.objects.filter(staff__tournament=tournament, table__session__state__in=KEPT_STATES)
        .select_related("staff__player", "table__session")
        .order_by("table__session__number", "table__number")
    )
