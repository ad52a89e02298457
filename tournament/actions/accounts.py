"""Accounts: who may create tournaments, who is logged out everywhere, who is let in again after wrong passwords."""

from __future__ import annotations

import re
import secrets

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import Permission, User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Device
from tournament.refusals import Refused

from .devices import end_devices_of
from .tokens import take_token

# No letters that are mistaken for one another when read from a slip of paper.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_password() -> str:
    """A password that can be read out: three groups of four."""
    return "-".join("".join(secrets.choice(LETTERS) for _i in range(4)) for _g in range(3))


def make_organiser(username: str) -> tuple[User, str]:
    """Let somebody create tournaments. Returns the password of a new account, "" for an account that exists."""
    if not re.fullmatch(r"[\w.@+-]{1,150}", username):
        raise Refused(
            "username", _("A user name has letters, digits and . @ + - _ only, no blanks."), field="username"
        )
    with transaction.atomic():
        user = User.objects.filter(username=username).first()
        password = ""
        if user is None:
            password = new_password()
            user = User.objects.create_user(username=username, password=password)
        user.user_permissions.add(
            Permission.objects.get(content_type__app_label="tournament", codename="add_tournament")
        )
    return user, password


def log_out_everywhere(user: User) -> None:
    """End whatever this account is logged in by: browsers, paired telephones, codes not yet scanned, programs."""
    with transaction.atomic():
        end_devices_of(user)
        take_token(user)
        # A session is stored unreadable for the database; there are as many as people who logged in of late.
        open_ = Session.objects.filter(expire_date__gt=timezone.now())
        mine = [one.pk for one in open_.iterator() if one.get_decoded().get(SESSION_KEY) == str(user.pk)]
        Session.objects.filter(pk__in=mine).delete()


def leave(user: User, phone: Device | None) -> None:
    """Log out here: a telephone ends, everything else only forgets its browser."""
    if phone is not None:
        Device.objects.filter(pk=phone.pk, staff__user=user).update(ended_at=timezone.now())


def forget_wrong_passwords(username: str) -> None:
    """Let somebody try again who was locked out after wrong passwords, from wherever."""
    AxesProxyHandler.reset_attempts(username=username)
