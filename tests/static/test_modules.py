"""The shared modules in a real browser, on a page of their own, under the security policy of the product."""

import json
import mimetypes
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from django.template import Context, Engine
from django.utils import translation
from playwright.sync_api import Page, Route, expect

from tests.machine import ROOT

pytestmark = pytest.mark.browser

HOST = "http://quesai.test"
POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'"
LIBRARIES = {
    "quesai": "tournament.templatetags.quesai",
    "kept": "tournament.templatetags.kept",
    "i18n": "django.templatetags.i18n",
    "static": "django.templatetags.static",
}
ENGINE = Engine(dirs=[str(ROOT / "templates")], libraries=LIBRARIES)
SHELL = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>
<meta name="htmx-config" content='{"allowEval":false,"includeIndicatorStyles":false,"selfRequestsOnly":true}'>
<script src="/static/js/theme.js"></script>
<script defer src="/static/vendor/htmx.min.js"></script>
<script defer src="/static/vendor/idiomorph-ext.min.js"></script>
<script type="module" src="/static/js/live.js"></script>
<script type="module" src="/static/js/filter.js"></script>
<script type="module" src="/static/js/dialog.js"></script>
<script type="module" src="/static/js/keys.js"></script>
<script type="module" src="/static/js/notice.js"></script>
</head><body data-offline="As of {time}"><main>%s</main>%s</body></html>"""


@dataclass
class Server:
    """Answers for the browser without a socket: one page, the static files, and a live part that tests change."""

    body: str = ""
    part: str = ""
    version: int = 1
    up: bool = True
    asked: list[str] = field(default_factory=list)
    posted: int = 0

    def answer(self, route: Route) -> None:
        """Answer one request of the browser."""
        path, _, query = route.request.url.removeprefix(HOST).partition("?")
        if path.startswith("/static/"):
            kind = mimetypes.guess_type(path)[0] or "text/plain"
            route.fulfill(body=(ROOT / path[1:]).read_bytes(), content_type=kind)
        elif path == "/part/":
            self.asked.append(query)
            self._live(route, query)
        else:
            self.posted += route.request.method == "POST"
            with translation.override("en"):
                words = ENGINE.get_template("components/templates.html").render(Context())
            html = SHELL % (self.body, words)
            route.fulfill(body=html, content_type="text/html", headers={"Content-Security-Policy": POLICY})

    def _live(self, route: Route, query: str) -> None:
        if not self.up:
            route.fulfill(status=408)  # what a lost connection looks like without an error in the console
        elif query.endswith(f"v={self.version}"):
            route.fulfill(status=204)
        else:
            route.fulfill(body=self.part, content_type="text/html", headers={"X-Version": str(self.version)})


@pytest.fixture
def server() -> Server:
    """A server that tests change while the page is open."""
    return Server()


@pytest.fixture
def visit(browser_page: Page, server: Server) -> Callable[[str], Page]:
    """`visit(body)` opens a page with this inside."""

    def open_body(body: str) -> Page:
        server.body = body
        browser_page.goto(f"{HOST}/")
        return browser_page

    return open_body


@pytest.fixture
def browser_page(open_page: Callable[..., Page], server: Server) -> Page:
    """A page whose every request the server above answers."""
    page = open_page(locale="en-GB")
    page.route("**/*", server.answer)
    return page


def rows(*points: int) -> str:
    """A list of players with a field to filter it and a fold, as a live part holds it."""
    items = "".join(
        f'<li id="p{i}" data-row="p{i}" data-number="{i}" data-pinyin="{"lw"[i % 2]}x">Player {i}: {p}</li>'
        for i, p in enumerate(points, 1)
    )
    return (
        f'<details id="d"><summary>More</summary>hidden</details><ul id="list">{items}</ul><input id="note">'
    )


def live(*points: int) -> str:
    """A live element with these rows."""
    return f'<div id="zone" data-live="/part/?table=3" data-version="1">{rows(*points)}</div>'


def refresh(page: Page) -> None:
    """Ask now instead of waiting for the next turn."""
    page.locator("#zone").dispatch_event("quesai:refresh")


def test_a_live_part_takes_what_is_new_and_only_the_changed_row_glows(
    visit: Callable[[str], Page], server: Server
) -> None:
    page = visit(live(10, 20))
    server.part, server.version = rows(10, 25), 2
    refresh(page)
    expect(page.locator("#p2")).to_have_text("Player 2: 25")
    expect(page.locator(".glow")).to_have_count(1)
    expect(page.locator("#p2.glow")).to_have_count(1)
    expect(page.locator("#zone")).to_have_attribute("data-version", "2")
    assert server.asked[-1] == "table=3&v=1"


def test_a_refresh_keeps_what_is_typed_what_is_open_and_the_focus(
    visit: Callable[[str], Page], server: Server
) -> None:
    page = visit(live(10, 20))
    page.locator("summary").click()
    page.locator("#note").fill("half a word")
    server.part, server.version = rows(11, 20), 2
    refresh(page)
    expect(page.locator("#p1")).to_have_text("Player 1: 11")
    expect(page.locator("#note")).to_have_value("half a word")
    expect(page.locator("#note")).to_be_focused()
    expect(page.locator("#d")).to_have_attribute("open", "")


def test_while_no_answer_comes_the_page_says_how_old_it_is_and_recovers_by_itself(
    visit: Callable[[str], Page], server: Server
) -> None:
    page = visit(live(10, 20))
    server.up = False
    refresh(page)
    expect(page.locator("#offline-badge")).to_have_count(0)  # one lost answer is not yet news
    refresh(page)
    expect(page.locator("#offline-badge")).to_contain_text("As of ")
    server.up, server.part, server.version = True, rows(10, 30), 2
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(page.locator("#p2")).to_have_text("Player 2: 30")
    expect(page.locator("#offline-badge")).to_have_count(0)


def test_a_list_filters_by_text_initials_and_number_and_stays_filtered_when_refreshed(
    visit: Callable[[str], Page], server: Server
) -> None:
    page = visit('<input id="q" data-filter="#list">' + live(*range(101, 113)))
    shown = page.locator("#list li:visible")
    page.locator("#q").fill("player 7")
    expect(shown).to_have_text(["Player 7: 107"])
    page.locator("#q").fill("wx")
    expect(shown).to_have_count(6)
    page.locator("#q").fill("12")
    expect(shown).to_have_text(["Player 12: 112"])
    server.part, server.version = rows(*range(201, 213)), 2
    refresh(page)
    expect(shown).to_have_text(["Player 12: 212"])


def test_a_destructive_form_asks_first_and_no_means_no(visit: Callable[[str], Page], server: Server) -> None:
    page = visit(
        '<form method="post" data-confirm="The draw is thrown away." data-confirm-yes="Throw it away">'
        "<button>Delete</button></form>"
    )
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("dialog")).to_contain_text("The draw is thrown away.")
    page.get_by_role("button", name="No, go back").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert server.posted == 0
    page.get_by_role("button", name="Delete").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Throw it away").click()
    assert server.posted == 1


def test_inside_a_dialog_the_question_stands_in_the_form_and_not_over_it(
    visit: Callable[[str], Page], server: Server
) -> None:
    page = visit(
        '<button data-open="#d">Open</button><dialog id="d"><form method="post" data-confirm="Places change.">'
        "<button>Correct</button></form></dialog>"
    )
    page.get_by_role("button", name="Open").click()
    page.get_by_role("button", name="Correct").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("Places change.")
    expect(page.locator("dialog")).to_have_count(1)
    assert server.posted == 0


def test_arrows_walk_through_a_grid_and_a_question_mark_shows_the_keys(visit: Callable[[str], Page]) -> None:
    cells = "".join(
        f'<tr><td><a href="#{r}a">{r}a</a></td><td><a href="#{r}b">{r}b</a></td></tr>' for r in "123"
    )
    page = visit(
        f"<table data-grid>{cells}</table><template id='page-keys'><p>n: new player</p></template>"
        '<button data-key="n">New</button><p id="out"></p>'
    )
    page.locator("a").first.focus()
    for key, where in (("ArrowDown", "2a"), ("ArrowRight", "2b"), ("ArrowDown", "3b"), ("Home", "3a")):
        page.keyboard.press(key)
        expect(page.locator("a:focus")).to_have_text(where)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("n: new player")


def test_the_chosen_theme_is_kept_and_there_before_the_page_is_painted(visit: Callable[[str], Page]) -> None:
    page = visit("<button data-theme-toggle>Theme</button>")
    page.get_by_role("button").click()
    chosen = page.locator("html").get_attribute("data-theme")
    assert chosen in ("light", "dark")
    page.reload(wait_until="commit")
    expect(page.locator("html")).to_have_attribute("data-theme", str(chosen))


def test_the_htmx_configuration_of_the_base_page_forbids_eval() -> None:
    base = (ROOT / "templates/base.html").read_text(encoding="utf-8")
    config = json.loads(base.split("""name="htmx-config" content='""")[1].split("'")[0])
    assert config["allowEval"] is False
    assert config["includeIndicatorStyles"] is False
    assert config["selfRequestsOnly"] is True
