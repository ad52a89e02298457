"""Telephones of the staff: a code to be scanned, the telephone that is paired by it, and its end."""

from __future__ import annotations

import secrets
from datetime import datetime, time, timedelta

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Device, Staff, Tournament
from tournament.models.device import hash_of
from tournament.refusals import Refused

from .base import log_action, writing

CODE_MINUTES = 15
# A telephone stays paired until the day after the tournament's last one; without days, for two weeks.
DAYS_AFTER, DAYS_WITHOUT = 1, 14
SEEN_EVERY = timedelta(minutes=1)


def offer_code(tournament: Tournament, staff: Staff, by: User) -> tuple[Device, str]:
    """A code that pairs one telephone with this person, once, for a quarter of an hour. Returns it: it is not stored.

    A code for the same person that was not used yet is void from now on.
    """
    code = secrets.token_urlsafe(24)
    with writing(tournament) as locked:
        if staff.tournament_id != locked.pk:
            raise Refused("no_such_staff", _("There is no such person among the staff. Reload the page."))
        staff.devices.filter(paired_at__isnull=True).delete()
        device = Device.objects.create(
            staff=staff,
            code_hash=hash_of(code),
            code_until=timezone.now() + timedelta(minutes=CODE_MINUTES),
            made_by=by,
        )
        log_action(locked, "code_offered", by, name=staff.name)
    return device, code


def pair(device: Device, name: str) -> Device:
    """Use the code up: from now on this telephone works for that person. Raises `Refused` for a code that is void."""
    tournament = device.staff.tournament
    with writing(tournament) as locked:
        found = (
            Device.objects.select_related("staff__user")
            .filter(pk=device.pk, code_hash=device.code_hash, paired_at__isnull=True)
            .first()
        )
        now = timezone.now()
        if found is None or found.code_until < now:
            raise Refused(
                "code_void", _("This code was used already or is too old. Ask the organiser for a new one.")
            )
        found.code_hash, found.name = None, name
        found.paired_at = found.seen_at = now
        found.save()
        log_action(locked, "phone_paired", found.staff.user, name=found.staff.name, phone=name)
    return found


def stays_until(tournament: Tournament) -> datetime:
    """Until when a telephone that is paired now stays logged in."""
    now = timezone.now()
    if tournament.ends_on is None:
        return now + timedelta(days=DAYS_WITHOUT)
    last = tournament.ends_on + timedelta(days=DAYS_AFTER)
    return max(datetime.combine(last, time(23, 59, 59), tournament.tz), now + timedelta(days=DAYS_AFTER))


def seen(device: Device) -> None:
    """Note that a telephone has just asked for something: once a minute is enough."""
    now = timezone.now()
    if device.seen_at is None or now - device.seen_at > SEEN_EVERY:
        Device.objects.filter(pk=device.pk).update(seen_at=now)


def end_device(tournament: Tournament, device_id: int, by: User) -> Device:
    """Log a telephone out, from its next request on."""
    with writing(tournament) as locked:
        device = (
            Device.objects.select_related("staff")
            .filter(pk=device_id, staff__tournament=locked, paired_at__isnull=False, ended_at__isnull=True)
            .first()
        )
        if device is None:
            raise Refused("no_such_phone", _("This telephone is logged out already. Reload the page."))
        device.ended_at = timezone.now()
        device.save(update_fields=["ended_at"])
        log_action(locked, "phone_ended", by, name=device.staff.name, phone=device.name)
    return device


def end_devices_of(user: User, tournament: Tournament | None = None) -> int:
    """End all telephones and codes of an account, or only those in one tournament; returns how many telephones."""
    found = Device.objects.filter(staff__user=user)
    if tournament is not None:
        found = found.filter(staff__tournament=tournament)
    found.filter(paired_at__isnull=True).delete()
    return found.filter(ended_at__isnull=True).update(ended_at=timezone.now())
