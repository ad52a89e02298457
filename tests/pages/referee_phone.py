"""A referee's phone for tests of its pages: logged in, at one table, sending entries as the scripts do."""

from __future__ import annotations

import itertools
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from tournament.models import Table

_ids = itertools.count(1)


def new_id() -> str:
    """An id as a phone makes it: 32 hexadecimal digits."""
    return f"{next(_ids):032x}"


class Phone:
    """The phone of one user at one table."""

    def __init__(self, at: Table, by: User | None) -> None:
        self.client = Client(headers={"Accept-Language": "en"})
        if by is not None:
            self.client.force_login(by)
        self.table = at
        tournament = at.session.tournament
        self.here = f"/referee/{tournament.slug}/{at.session.number}/{at.number}/"

    def look(self, **query: str) -> Any:
        """Open the page of the table."""
        return self.client.get(self.here, query)

    def enter(self, kind: str, /, **body: Any) -> Any:
        """Send one entry, on the newest state of the table and with a new id unless the body says otherwise."""
        self.table.refresh_from_db(fields=["version"])
        return self.send(kind, {"client_id": new_id(), "version": self.table.version} | body)

    def send(self, kind: str, body: Any) -> Any:
        """Send exactly this."""
        return self.client.post(f"{self.here}{kind}/", body, content_type="application/json")

    def hand(self, number: int, **body: Any) -> Any:
        """Send a hand; without a winner it is a drawn one."""
        return self.enter("hand", number=number, **body)

    def play(self, upto: int) -> None:
        """Draw all hands up to this one, confirming chairs where that is due."""
        for number in range(1, upto + 1):
            response = self.hand(number)
            if response.status_code == 422 and response.json()["code"] == "chairs_not_confirmed":
                assert self.enter("round", round=(number - 1) // 4 + 1, swapped=True).status_code == 200
                response = self.hand(number)
            assert response.status_code == 200, response.json()


def refusal(response: HttpResponse) -> tuple[int, str, str]:
    """What an entry was refused with: status, code and field."""
    answer = response.json()  # type: ignore[attr-defined]
    return response.status_code, answer["code"], answer["field"]
