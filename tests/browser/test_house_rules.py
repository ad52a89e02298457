"""Hands under house rules, on a referee's telephone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import making
from tests.browser.thumb import Thumb, scores
from tests.browsers import PHONE
from tournament.actions.sessions import start_session
from tournament.models import Table

pytestmark = [pytest.mark.browser]
CHIPS: dict[str, Any] = {
    "settlement": "fan_points",
    "dealing": "win_repeats",
    "hands": 40,
    "terms": {
        "minimum": 5,
        "discard_paid_by": "all",
        "doublings": "once",
        "false_winner_pays": "whole",
        "counted": "fan",
    },
}


@pytest.fixture
def table() -> Table:
    tournament = making.drawn(4, 1, **CHIPS)
    making.referee(tournament, "bob", [1])
    start_session(tournament, 1, making.user())
    return making.table(tournament)


@pytest.fixture
def thumb(open_page: Callable[..., Page], live_server: Any, table: Table) -> Thumb:
    thumb = Thumb(open_page(**PHONE, service_workers="block"), live_server.url, table)
    thumb.log_in()
    return thumb


def test_the_dealer_wins_and_deals_again(thumb: Thumb, table: Table) -> None:
    page = thumb.page
    thumb.open()
    page.screenshot(path="/tmp/q/h1.png", full_page=True)
    thumb.tap("#chair-0")
    thumb.tap("[data-won=self_draw]")
    page.locator("[data-field=fan] input").fill("6")
    # The dealer wins double, and a self-draw doubles: 6 × 2 × 2 from each of three.
    expect(thumb.chair(0).locator("[data-change]")).to_contain_text("+72")
    page.screenshot(path="/tmp/q/h2.png", full_page=True)
    thumb.record()
    assert scores(table) == [[72, -24, -24, -24]]
    page.screenshot(path="/tmp/q/h3.png", full_page=True)
    expect(page.locator("#hand-name")).to_contain_text("东风东")
    table.refresh_from_db()
    assert table.deals == [0, 0]
