"""Tokens by which programs log in: given for name and password, taken back by logging out."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from rest_framework.authtoken.models import Token


def give_token(user: User, request: HttpRequest) -> str:
    """The user's token, the same for all his programs until he logs out. Forgets earlier wrong passwords."""
    token, _made = Token.objects.get_or_create(user=user)
    user_logged_in.send(sender=type(user), request=request, user=user)
    return str(token.key)


def take_token(user: User) -> None:
    """Delete the user's token: every program that uses it is logged out."""
    Token.objects.filter(user=user).delete()
