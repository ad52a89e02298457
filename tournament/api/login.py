"""Logging in by name and password for a token, and out."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib.auth import authenticate, logout
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import phone_of
from tournament.actions.accounts import leave
from tournament.actions.tokens import give_token, take_token
from tournament.locks import waiting_sentence
from tournament.refusals import Refused

from .base import ApiView, StaffView, answers, me
from .errors import Locked
from .fields import StrictSerializer, Text


class LoginBody(StrictSerializer):
    """A name and its password."""

    username = Text(max_length=150)
    password = Text(max_length=1000, trim_whitespace=False, style={"input_type": "password"})


class TokenSerializer(serializers.Serializer[Any]):
    """The token to send with every request: `Authorization: Token …`."""

    token = serializers.CharField()


class LoginView(ApiView):
    """Log in."""

    # A token that is no longer valid must not stand in the way of a new one.
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="login",
        tags=["login"],
        request=LoginBody,
        responses=answers(TokenSerializer, 400, 413, 422, 429),
    )
    def post(self, request: Request) -> Response:
        """Name and password for a token. After five wrong passwords the name is locked here for five minutes."""
        body = LoginBody(data=request.data)
        body.is_valid(raise_exception=True)
        plain: HttpRequest = request._request
        user = authenticate(plain, **body.validated_data)
        if getattr(plain, "axes_locked_out", False):
            # Or the middleware would answer with a page instead of ours.
            plain.axes_locked_out = False  # type: ignore[attr-defined]
            address = str(getattr(plain, "axes_ip_address", ""))
            raise Locked(waiting_sentence(body.validated_data["username"], address))
        if not isinstance(user, User):
            raise Refused(
                "wrong_password", _("This name and this password do not belong together. Try again.")
            )
        response = Response({"token": give_token(user, plain)})
        response["Cache-Control"] = "no-store"
        return response


class LogoutView(StaffView):
    """Log out."""

    @extend_schema(
        operation_id="logout",
        tags=["login"],
        request=None,
        responses={
            204: OpenApiResponse(None, "The token is deleted, a session ended."),
            **{k: v for k, v in answers(None, 401, 403).items() if k != HTTPStatus.OK},
        },
    )
    def post(self, request: Request) -> Response:
        """Delete your token, and end the session if you came with one. A paired telephone ends itself only."""
        user = me(request)
        phone = phone_of(user)
        if phone is None:
            take_token(user)
        leave(user, phone)
        logout(request._request)
        return Response(status=HTTPStatus.NO_CONTENT)
