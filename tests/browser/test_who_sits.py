"""Who really sits at a table, seen on a phone that is open there while the chief referee puts it down."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests import making
from tests.browsers import PHONE
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.presence import arrive, mark_absent
from tournament.actions.sessions import start_session
from tournament.actions.substitutes import substitute
from tournament.models import Hand

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NOTICED = 20_000
SAVED = ".ref__saved:visible"


def test_an_open_phone_sees_who_is_absent_who_substitutes_and_who_arrives(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    page, address = open_page(**(PHONE | {"locale": "en-GB"})), live_server.url
    event = making.drawn(8, 1)
    enrol(event, [PersonFacts("Reserve", number=50, is_reserve=True)], making.user())
    bob = making.referee(event, "bob", [1])
    start_session(event, 1, making.user())
    table = making.table(event)
    client = Client()
    client.force_login(bob)
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}]
    )
    page.goto(f"{address}/referee/{event.slug}/1/1/")
    expect(page.locator("#table")).to_have_attribute("data-step", re.compile("."))
    first, last = table.seats.get(chair=0).player, table.seats.get(chair=3).player
    assert first is not None
    assert last is not None

    mark_absent(table, 3, "late", making.stamp(table))
    chair = page.locator("#chair-3")
    expect(chair).to_contain_text(f"{last.name} is absent", timeout=NOTICED)
    expect(chair).to_be_disabled()

    substitute(event, first.number, 50, (1, 1), 1, "ill", making.user())
    expect(page.locator("#chair-0")).to_contain_text(f"Reserve for {first.name}", timeout=NOTICED)
    page.locator("#chair-0").tap()
    page.locator("[data-pick=self]").tap()
    for digit in "24":
        page.locator(f"[data-digit='{digit}']").tap()
    page.locator("[data-save-hand]").tap()
    expect(page.locator(SAVED)).to_be_visible()
    assert Hand.objects.get().scores == [96, -32, -32, -32]
    expect(chair).to_contain_text("−32")

    arrive(table, 3, "traffic", making.stamp(table))
    expect(chair).to_be_enabled(timeout=NOTICED)
    expect(chair).to_contain_text(last.name)
