"""A whole paper sheet typed without touching the mouse."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import making

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# 东 from 南, 8 fan; 南 by self-draw, 24 fan; drawn; 西 from 北, 24 fan: −8 +72 +8 −72. Four times that.
ROUND = ["1", "2", "8", "Enter", "2", "Enter", "2", "4", "Enter", "0", "3", "4", "2", "4", "Enter"]
TOTALS = ["-", "3", "2", "Enter", "2", "8", "8", "Enter", "3", "2", "Enter", "-", "2", "8", "8", "Enter"]


def test_sixteen_hands_and_four_totals_take_77_keys_and_one_more_leads_to_the_next_table(
    desk: Page, live_server: LiveServer
) -> None:
    event = making.drawn(8, 1)
    client = Client()
    client.force_login(making.user())
    cookies = [{"name": n, "value": c.value, "url": live_server.url} for n, c in client.cookies.items()]
    desk.context.add_cookies(cookies)  # type: ignore[arg-type]
    address = f"{live_server.url}/organiser/{event.slug}/sheets/1/1/"
    desk.goto(address)
    expect(desk.locator("[name=winner-1]")).to_be_focused()
    for key in ROUND:
        desk.keyboard.press(key)
    expect(desk.locator("[name=winner-5]")).to_be_focused()
    expect(desk.locator("[data-hand='4'] .whole__total")).to_have_text(["−8", "72", "8", "−72"])
    for key in [*ROUND * 3, *TOTALS]:
        desk.keyboard.press(key)
    expect(desk.locator("[data-more] .gain")).to_have_count(4)  # each total agrees with the hands
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/?stored=1")
    assert len([*ROUND * 4, *TOTALS, "Enter"]) == 77
    assert making.totals(making.table(event)) == [-32, 288, 32, -288]
    assert making.table(event).is_closed
    desk.keyboard.press("Enter")
    desk.wait_for_url(f"**{address.removeprefix(live_server.url)[:-2]}2/")
