"""Browser fixtures: Debian's chromium as a phone and as a desk, and a check that the page behaved."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.servers.basehttp import WSGIRequestHandler
from playwright.sync_api import Browser, ConsoleMessage, Page, Response

from tests.machine import CHROMIUM

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name of its own for a server without https, such as a club has in its hall: not every door is open there.
    "--host-resolver-rules=MAP club.test 127.0.0.1",
]
TAKEN_AWAY = tuple(
    f"net::ERR_{reason}"
    for reason in (
        "FAILED",
        "EMPTY_RESPONSE",
        "CONNECTION_RESET",
        "CONNECTION_CLOSED",
        "SOCKET_NOT_CONNECTED",
    )
)
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
# A page asks for news every few seconds, and tries again and again what did not get through: in tests four times as
# often. How long a notice can be read (8 seconds) stays.
HASTE = """(() => {
  const later = window.setTimeout;
  window.setTimeout = (todo, ms, ...more) => later(todo, ms > 800 && ms !== 8000 ? ms / 4 : ms, ...more);
})();"""


# As gunicorn does: else the second half of an answer waits until the browser has acknowledged the first, 40 ms later.
WSGIRequestHandler.disable_nagle_algorithm = True


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's chromium instead of a browser that Playwright would download."""
    return browser_type_launch_args | {"executable_path": str(CHROMIUM), "args": FLAGS}


class Watch:
    """Notes what a page must never do: console errors (a broken security policy is one), exceptions, 5xx."""

    def __init__(self) -> None:
        self.troubles: list[str] = []

    def on(self, page: Page) -> None:
        """Listen to a page."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.troubles.append(f"exception: {error}"))
        page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        # A refused entry is answered with a 4xx on purpose, and a test that takes the network away aborts requests
        # or breaks connections off (a server that is not there is ERR_CONNECTION_REFUSED): the browser reports each
        # as an error.
        meant = "Failed to load resource" in message.text and any(
            reason in message.text for reason in ("status of 4", *TAKEN_AWAY)
        )
        if message.type == "error" and not meant:
            self.troubles.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self.troubles.append(f"HTTP {response.status}: {response.request.method} {response.url}")


@pytest.fixture
def open_page(browser: Browser, base_url: str) -> Iterator[Callable[..., Page]]:
    """`open_page(**options)` opens a page with cookies of its own; the test fails where a page misbehaved."""
    watch = Watch()
    contexts = []

    def open_one(**options: Any) -> Page:
        settings: dict[str, Any] = {
            "locale": "zh-CN",
            "timezone_id": "Asia/Shanghai",
            "base_url": base_url or None,
        }
        context = browser.new_context(**(settings | options))
        context.set_default_timeout(10_000)
        context.add_init_script(HASTE)
        contexts.append(context)
        context.on("page", watch.on)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()
    assert not watch.troubles, "the browser complained:\n" + "\n".join(watch.troubles)


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    """A telephone in one hand: 390 × 844, touch, Chinese."""
    return open_page(**PHONE)


@pytest.fixture
def desk(open_page: Callable[..., Page]) -> Page:
    """A screen on the organiser's desk: 1440 × 900, Chinese."""
    return open_page(**DESK)
