"""Accounts of people who may create tournaments."""

from __future__ import annotations

import re

from django.contrib.auth.models import Permission, User
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.refusals import Refused

from .staff import new_password


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
