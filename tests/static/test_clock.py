"""Session clocks in a real browser: right after sleep, on a device whose own clock is wrong, in words and colour."""

import re
from datetime import UTC, datetime

import pytest
from django.template import Context
from django.utils import translation
from playwright.sync_api import Page, Route, expect

from tests.machine import ROOT
from tests.static.test_modules import ENGINE, HOST, POLICY
from tournament.queries.clock import Clock

pytestmark = pytest.mark.browser
NOW = datetime(2026, 5, 1, 6, 0, tzinfo=UTC)
MINUTE = 60
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Clock</title>
<script type="module" src="/static/js/clock.js"></script></head><body><main data-clock-scope>%s
<p data-when-clock="over" hidden>call time</p></main></body></html>"""


def clock_html(state: str, minutes: int) -> str:
    """The component as the server makes it at NOW, with so many minutes left."""
    ends = datetime.fromtimestamp(NOW.timestamp() + minutes * MINUTE, UTC)
    reading = Clock(state, NOW, None if state == "paused" else ends, minutes * MINUTE, 15 * MINUTE)
    with translation.override("en"):
        return ENGINE.get_template("components/clock.html").render(Context({"reading": reading}))


def open_clock(page: Page, state: str, minutes: int, device: datetime) -> None:
    """Open a page with a clock on a device whose own clock says `device` while the server's says NOW."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HOST)
        if path.startswith("/static/"):
            route.fulfill(body=(ROOT / path[1:]).read_bytes(), content_type="text/javascript")
        else:
            html = PAGE % clock_html(state, minutes)
            route.fulfill(body=html, content_type="text/html", headers={"Content-Security-Policy": POLICY})

    page.route(f"{HOST}/**", answer)
    page.clock.install(time=device)
    page.goto(f"{HOST}/")


def test_a_page_that_was_kept_for_a_time_without_network_does_not_give_that_time_back(desk: Page) -> None:
    kept = datetime(2026, 5, 1, 6, 0, tzinfo=UTC).isoformat()
    page = PAGE.replace("<head>", f'<head><meta name="quesai-stored" content="{kept}">')

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HOST)
        if path.startswith("/static/"):
            route.fulfill(body=(ROOT / path[1:]).read_bytes(), content_type="text/javascript")
        else:
            route.fulfill(body=page % clock_html("running", 60), content_type="text/html")

    desk.route(f"{HOST}/**", answer)
    desk.clock.install(time=datetime(2026, 5, 1, 6, 20, tzinfo=UTC))
    desk.goto(f"{HOST}/")
    # Of sixty minutes twenty went by since the page was kept.
    expect(desk.locator("[data-clock-time]")).to_have_text(re.compile("0:(40:00|39:5.)"))


def test_a_clock_goes_by_the_server_after_sleep_and_says_what_is_due(desk: Page) -> None:
    # The device is an hour and a bit ahead of the server: only the server's time matters.
    open_clock(desk, "running", 60, device=datetime(2026, 5, 1, 7, 3, 20, tzinfo=UTC))
    time, word, due = (
        desk.locator(s) for s in ("[data-clock-time]", "[data-clock-word]", "[data-when-clock]")
    )
    expect(time).to_have_text("0:59:59")
    expect(word).to_have_text("left")
    # Fifty minutes of sleep: no tick was counted meanwhile.
    desk.clock.fast_forward(50 * MINUTE * 1000)
    desk.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert time.inner_text().startswith("0:09:5")
    expect(word).to_have_text("left: the last 15 minutes")
    expect(due).to_be_hidden()
    desk.clock.fast_forward(13 * MINUTE * 1000)
    desk.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert time.inner_text().startswith("+0:03:0")
    expect(word).to_have_text("time is over")
    expect(due).to_be_visible()
    expect(desk.locator("[data-clock]")).to_have_class("clock is-over")
    # An answer of the server that knows better corrects the clock, and while it stands nothing moves it.
    later = int(NOW.timestamp() * 1000) + (65 * MINUTE + 30) * 1000
    desk.evaluate(
        "n => document.dispatchEvent(new CustomEvent('quesai:server-time', {detail: {now: n}}))", later
    )
    desk.evaluate("document.dispatchEvent(new Event('quesai:clock'))")
    assert time.inner_text().startswith("+0:05:3")
    stand = "Object.assign(document.querySelector('[data-clock]').dataset, {state: 'paused', left: '600'})"
    desk.evaluate(stand)
    desk.clock.fast_forward(5 * MINUTE * 1000)
    desk.evaluate("document.dispatchEvent(new Event('quesai:refreshed'))")
    expect(time).to_have_text("0:10:00")
    expect(word).to_have_text("the clock stands")
