"""A thumb on a referee's phone, for tests of what it does to a table."""

from __future__ import annotations

import re

from django.test import Client
from playwright.sync_api import Locator, Page, expect

from tests import making
from tournament.models import Table

SAVED = ".ref__saved:visible"


class Thumb:
    """A thumb on the phone of bob, the referee of table 1; it counts its taps, digits apart."""

    def __init__(self, page: Page, address: str, table: Table) -> None:
        self.page, self.table, self.taps, self.digits = page, table, 0, 0
        self.address = address
        self.here = f"{address}/referee/{table.session.tournament.slug}/1/1/"

    def log_in(self) -> None:
        """Put the cookie of a session of bob's on the phone."""
        client = Client()
        client.force_login(making.user("bob"))
        self.page.context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": self.address}]
        )

    def open(self) -> None:
        """Look at the table."""
        self.page.goto(self.here)
        expect(self.page.locator("#table")).to_have_attribute("data-step", re.compile("."))

    def tap(self, selector: str) -> None:
        """One tap."""
        self.taps += 1
        self.page.locator(selector).tap()

    def chair(self, seat: int) -> Locator:
        """The chair in which the player drawn to this seat sits."""
        return self.page.locator(f"#chair-{seat}")

    def type_fan(self, fan: int) -> None:
        """The digits of the fan."""
        for digit in str(fan):
            self.digits += 1
            self.page.locator(f"[data-digit='{digit}']").tap()

    def hand(self, winner: int, discarder: int | None, fan: int) -> None:
        """Enter a win as a referee does, without recording it."""
        self.tap(f"#chair-{winner}")
        self.tap("[data-pick=self]" if discarder is None else f"#chair-{discarder}")
        self.type_fan(fan)

    def record(self) -> None:
        """Record, and see that it was."""
        self.tap("[data-save-hand]")
        expect(self.page.locator(SAVED)).to_be_visible()
        self.sent()

    def sent(self) -> None:
        """Wait until nothing of this table is on its way any more."""
        expect(self.page.locator("#table")).to_have_attribute("data-unsent", "0")


def scores(table: Table) -> list[list[int]]:
    """The hand scores of the hands that count."""
    hands = table.hands.filter(is_current=True, outcome__in=("win", "drawn")).order_by("number")
    return [hand.scores for hand in hands]
