"""A hand is tapped on a telephone: first what it waits for, then what it counts."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_tapped_hand_says_what_it_waits_for_and_then_what_it_counts(
    phone: Page, live_server: LiveServer
) -> None:
    phone.goto(f"{live_server.url}/fan/")
    for tile in ("2p", "3p", "5p", "5p"):
        phone.locator(f'[data-tile="{tile}"]').tap()
    for mode, tile in (("pung", "6m"), ("chi", "1s"), ("chi", "7s")):
        phone.locator(f'[data-mode="{mode}"]').tap()
        phone.locator(f'[data-tile="{tile}"]').tap()
    # 23p waits for 1p (老少副 喜相逢 无字) and 4p (老少副 无字); self-drawn one more.
    waits = phone.locator(".wait")
    expect(waits).to_have_count(2)
    expect(waits.nth(0).locator(".wait__way b")).to_have_text(["3", "4"])
    expect(waits.nth(1).locator(".wait__way b")).to_have_text(["2", "3"])

    phone.locator('[data-tile="1p"]').tap()
    expect(phone.locator(".fan__total b")).to_have_text("3")
    phone.locator("label", has=phone.locator('[name="self_drawn"][value="1"]')).tap()
    expect(phone.locator(".fan__total b")).to_have_text("4")
    phone.locator("label", has=phone.locator('[name="kong"]')).tap()
    expect(phone.locator('[data-error-at="kong"] .field__error')).to_be_visible()

    # The address is the hand: who opens it sees the same, and the keyboard holds it.
    phone.locator("label", has=phone.locator('[name="kong"]')).tap()
    expect(phone.locator(".fan__total b")).to_have_text("4")
    phone.goto(phone.url)
    expect(phone.locator(".fan__total b")).to_have_text("4")
    expect(phone.locator(".composer__tile")).to_have_count(3 + 4 + 1)
    phone.locator("[data-back]").tap()
    expect(waits).to_have_count(2)
