"""Somebody who has not logged in, as the public pages see him: requests that come from nowhere."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, QueryDict


def visit(address: str) -> HttpRequest:
    """A request for this address (path and query) that has no cookie, and that nobody has sent."""
    path, _mark, query = address.partition("?")
    request = HttpRequest()
    request.method, request.path, request.path_info = "GET", path, path
    request.META = {"QUERY_STRING": query, "SERVER_NAME": "archive.invalid", "SERVER_PORT": "80"}
    request.GET = QueryDict(query)
    request.user = AnonymousUser()
    return request


def canonical(path: str, query: str = "") -> str:
    """The address in the one form in which it is compared with others: what is asked for by name, nothing empty."""
    asked = sorted((name, value) for name, value in parse_qsl(query) if value)
    return f"{path}?{urlencode(asked)}" if asked else path
