"""A program that speaks to the API."""

from __future__ import annotations

import itertools
from typing import Any

from django.contrib.auth.models import User
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from tournament.models import Table, Tournament

_ids = itertools.count(1)


class Asking:
    """Asks as somebody (by token) or as nobody, in English unless told otherwise."""

    def __init__(self, user: User | None = None, event: Tournament | None = None) -> None:
        self.client = APIClient(HTTP_ACCEPT_LANGUAGE="en")
        self.event = event
        if user is not None:
            token, _made = Token.objects.get_or_create(user=user)
            self.client.credentials(HTTP_AUTHORIZATION=f"Token {token.key}")

    def get(self, path: str, **headers: Any) -> Any:
        """GET /api/ + path."""
        return self.client.get(f"/api/{path}", **headers)

    def post(self, path: str, body: Any = None) -> Any:
        """POST /api/ + path with a JSON body."""
        return self.client.post(f"/api/{path}", body, format="json")

    def send(self, path: str, body: bytes, content_type: str = "application/json") -> Any:
        """POST /api/ + path with bytes as they are."""
        return self.client.post(f"/api/{path}", body, content_type=content_type)

    def enter(self, act: str, table: Table, /, **body: Any) -> Any:
        """One entry at a table, made by a client that has just looked at it, unless `body` says otherwise."""
        return self.post(f"{table_path(table)}{act}/", stamped(table, **body))


def table_path(table: Table) -> str:
    """The address of a table for referees."""
    session = table.session
    slug = session.tournament.slug
    return f"referee/tournaments/{slug}/sessions/{session.number}/tables/{table.number}/"


def stamped(table: Table, /, **body: Any) -> dict[str, Any]:
    """A body with a new id and the table's version of now."""
    version = Table.objects.values_list("version", flat=True).get(pk=table.pk)
    return {"client_id": f"client-{next(_ids):04d}", "expected_version": version, **body}
