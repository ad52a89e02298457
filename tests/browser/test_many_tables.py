"""One referee and eight tables: several hands at a stroke, and closing in a few taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import making
from tests.browser.thumb import Thumb, scores
from tests.browsers import DESK, PHONE
from tournament.actions.sessions import start_session
from tournament.models import Act, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLES = range(1, 9)


@pytest.fixture
def table() -> Table:
    tournament = making.drawn(32, 1)
    making.referee(tournament, "bob", list(TABLES))
    start_session(tournament, 1, making.user())
    return making.table(tournament)


def on(page: Page, live_server: Any, table: Table) -> Thumb:
    thumb = Thumb(page, live_server.url, table)
    thumb.log_in()
    thumb.open()
    return thumb


def open_grid(thumb: Thumb) -> None:
    thumb.page.locator("[data-open='#more']").click()
    thumb.page.locator("#more [data-act=grid]").click()


def row(thumb: Thumb, number: int) -> Locator:
    return thumb.page.locator(f"#grid [data-number='{number}']")


def test_four_hands_of_a_round_are_entered_with_the_keyboard(
    open_page: Callable[..., Page], live_server: Any, table: Table
) -> None:
    thumb = on(open_page(**DESK, service_workers="block"), live_server, table)
    open_grid(thumb)
    expect(thumb.page.locator("#grid [data-number]")).to_have_count(4)
    keys = thumb.page.keyboard
    # Players are numbered in drawn order, 0 is self-draw or a drawn hand; Enter begins the next row.
    for winner, *more in (("1", "2", "8"), ("3", "0", "10"), ("0",), ("4", "1", "24")):
        keys.type(winner)
        for word in more:
            keys.press("Tab")
            keys.type(word)
        keys.press("Enter")
    thumb.sent()
    # RULES §2, counted by hand: 8 from each and the fan from the discarder, or from all three.
    assert scores(table) == [[32, -16, -8, -8], [-18, -18, 54, -18], [0, 0, 0, 0], [-32, -8, -8, 48]]
    assert making.totals(table) == [-18, -42, 38, 22]
    expect(thumb.page.locator("#grid")).to_be_hidden()
    expect(thumb.page.locator("#hand-name")).to_contain_text("5/16")
    assert Act.objects.filter(table=table).count() == 4


def test_what_is_wrong_stands_in_its_row_and_nothing_is_recorded(
    open_page: Callable[..., Page], live_server: Any, table: Table
) -> None:
    thumb = on(open_page(**PHONE, service_workers="block"), live_server, table)
    open_grid(thumb)
    for number, fan in ((1, "8"), (2, "7")):
        row(thumb, number).locator("[name=winner]").select_option("0")
        row(thumb, number).locator("[name=from]").select_option("1")
        row(thumb, number).locator("[name=fan]").fill(fan)
    expect(row(thumb, 1).locator("[data-totals]")).to_have_text("+32−16−8−8")
    thumb.page.locator("#grid .btn--primary").tap()
    expect(row(thumb, 2).locator("[data-error]")).to_contain_text("7")
    expect(row(thumb, 1).locator("[data-error]")).to_be_hidden()
    assert scores(table) == []
    row(thumb, 2).locator("[name=fan]").fill("9")
    expect(row(thumb, 2).locator("[data-totals]")).to_have_text("+65−33−16−16")
    thumb.page.locator("#grid .btn--primary").tap()
    thumb.sent()
    assert scores(table) == [[32, -16, -8, -8], [33, -17, -8, -8]]


def test_rows_end_where_the_chairs_change(
    open_page: Callable[..., Page], live_server: Any, table: Table
) -> None:
    for _hand in range(10):
        making.hand(table)
    thumb = on(open_page(**PHONE, service_workers="block"), live_server, table)
    open_grid(thumb)
    expect(thumb.page.locator("#grid [data-number]")).to_have_count(2)
    expect(row(thumb, 12)).to_be_visible()


def test_eight_tables_are_closed_with_three_taps_each(
    open_page: Callable[..., Page], live_server: Any, table: Table
) -> None:
    tournament = table.session.tournament
    tables = [making.table(tournament, number=number) for number in TABLES]
    for one in tables:
        making.hand(one, 0, 24, 1)
        for _hand in range(15):
            making.hand(one)
    page = open_page(**PHONE, service_workers="block")
    thumb = on(page, live_server, table)
    expect(page.locator(".strip > .is-close")).to_have_count(8)
    for number in TABLES:
        if number > 1:
            with page.expect_navigation():  # until its scripts listen
                thumb.tap(f"#strip-{number}")
        thumb.tap("[data-all-agree]")
        thumb.tap("#closing [data-save]")
    expect(page.locator("#result")).to_be_visible()
    thumb.sent()
    assert thumb.taps == 8 * 3 - 1
    for one in tables:
        one.refresh_from_db()
        assert one.is_closed
        assert making.totals(one) == [48, -32, -8, -8]
