"""A player enters on a telephone: refused beside the fields, corrected, sent; then accepted at the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests import making
from tests.browsers import DESK, PHONE
from tournament.actions.entries import Taking, take_entries
from tournament.models import Entry, Player, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TYPED = {
    "name-1": "足立レイ",
    "telephone-1": "",
    "email-1": "rei@example",
    "birth-1": "2031-01-01",
    "club": "雀友会",
}


@pytest.fixture
def event() -> Tournament:
    """One place, looked at by the organiser, with conditions and personal data."""
    event = making.tournament(4, 2, teams=False)
    taking = Taking(
        is_open=True,
        places=1,
        asks_telephone="required",
        asks_email="optional",
        asks_birth="required",
        conditions="自带身份证，9:00 检录。",
    )
    take_entries(event, taking, making.user())
    return event


def fill(page: Page, typed: dict[str, str]) -> None:
    for field, text in typed.items():
        page.fill(f"[name={field}]", text)


def wrong(page: Page) -> list[str | None]:
    """The fields that are refused, each with its words beside it."""
    fields = page.locator(".field--wrong")
    for at in range(fields.count()):
        expect(fields.nth(at).locator(".errorlist, .field__error")).not_to_be_empty()
    return [fields.nth(at).locator("input").get_attribute("name") for at in range(fields.count())]


def enter(page: Page, server: Any, event: Tournament, typed: dict[str, str]) -> None:
    page.goto(f"{server.url}/t/{event.slug}/enter/")
    fill(page, typed)
    page.check("[name=agree]")
    page.click("form.enter .btn--primary")


def test_an_entry_is_corrected_on_the_telephone_and_accepted_at_the_desk(
    open_page: Callable[..., Page], live_server: Any, event: Tournament
) -> None:
    page = open_page(**PHONE)
    page.goto(f"{live_server.url}/t/{event.slug}/")
    page.click(f"a[href$='/t/{event.slug}/enter/']")
    fill(page, TYPED)
    page.click("form.enter .btn--primary")
    expect(page.locator(".field--wrong").first).to_be_visible()
    assert wrong(page) == ["birth-1", "telephone-1", "email-1", "agree"]
    for field, text in TYPED.items():
        expect(page.locator(f"[name={field}]")).to_have_value(text)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not Entry.objects.exists()

    fill(page, {"telephone-1": "+86 138 0013 8000", "email-1": "rei@example.org", "birth-1": "1990-02-28"})
    page.check("[name=agree]")
    page.click("form.enter .btn--primary")
    page.wait_for_url("**?sent=1")
    expect(page.locator(".note.is-success")).to_be_visible()
    expect(page.locator(".enter__people")).to_contain_text("足立レイ")
    expect(page.locator(".enter__state")).to_have_text("已收到")
    expect(page.locator("body")).not_to_contain_text("138 0013 8000")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    mine = page.url.partition("?")[0]

    other = open_page(**PHONE)
    enter(
        other, live_server, event, {"name-1": "O'Brien", "telephone-1": "0123456789", "birth-1": "1980-01-01"}
    )
    other.wait_for_url("**?sent=1")
    expect(other.locator(".enter__state")).to_have_text("候补第1位")

    alice, desk = Client(), open_page(**DESK)
    alice.force_login(making.user())
    cookie = alice.cookies["sessionid"].value
    desk.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    desk.goto(f"{live_server.url}/organiser/{event.slug}/entries/")
    first, second = desk.locator("#entries tbody tr").all()
    expect(first).to_contain_text("足立レイ")
    expect(first).to_contain_text("+86 138 0013 8000")
    expect(second.locator("td").nth(2)).to_contain_text("候补第1位")
    first.locator("button[name=one]").click()
    expect(desk.locator("#entry-1 button[name=one]")).to_have_count(0)
    assert Player.objects.filter(tournament=event, name="足立レイ", club="雀友会").count() == 1

    page.goto(mine)
    expect(page.locator(".enter__state")).to_have_text("已通过：您可以参赛")
    expect(other.locator(".enter__state")).to_have_text("候补第1位")
