"""Every page, for everybody: axe finds nothing, in light and dark, and nothing makes a narrow page scroll sideways.

A new page in `tests.permissions.PAGES` is visited without further doing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from itertools import cycle
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests import permissions
from tests.browsers import DESK, PHONE
from tests.permissions import PAGES, World

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Who looks at which part of the site, and with what.
VISITS: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
    ("stranger", ("public", "login", "pair"), PHONE),
    ("stranger", ("hall",), DESK),
    ("referee", ("referee",), PHONE),
    ("organiser", ("organiser",), DESK),
]
WITHOUT_A_PAGE = {"set_language", "logout", "logout_everywhere", "table_code"}  # they lead on at once
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NARROW: ViewportSize = {"width": 320, "height": 640}
# A row that looks like four others says nothing new, and takes as long; nor does anything that is built like two others
# beside it, attribute for attribute.
THIN_OUT = """() => {
  const thin = (whole, most, kind) => {
    const seen = {};
    for (const part of [...whole.children]) {
      const found = kind(part);
      seen[found] = (seen[found] ?? 0) + 1;
      if (seen[found] > most) part.remove();
    }
  };
  const built = (part) => [
    part.tagName, part.className, part.type, part.children.length || part.textContent.trim() !== "",
    ...part.getAttributeNames(), "(", ...[...part.children].map(built), ")"].join();
  for (const whole of document.querySelectorAll("main :is(tbody, ul, ol, select)")) {
    thin(whole, 4, (part) => part.tagName + part.className);
  }
  for (const whole of document.querySelectorAll("main, main *")) {
    if (whole.isConnected && whole.children.length > 2) thin(whole, 2, built);
  }
}"""
SOON = 15_000
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
MOVING = "document.getAnimations().length"
STILL: dict[str, Any] = {"reduced_motion": "reduce"}  # colours are measured as they stay
RUN = """async (options) => (await axe.run(document, options)).violations.flatMap(
  ({id, nodes}) => nodes.map(({target, failureSummary}) => `${id}: ${target.join(" ")}: ${failureSummary}`))"""
TOO_WIDE = """() => {
  for (const folded of document.querySelectorAll("main details")) folded.open = true;
  const width = document.documentElement.scrollWidth;
  if (width <= 320) return [];
  const clipped = (e) => e && (getComputedStyle(e).overflowX !== "visible" || clipped(e.parentElement));
  return [...document.body.querySelectorAll("*")]
    .filter((e) => e.getBoundingClientRect().right > 321 && !clipped(e.parentElement))
    .map((e) => `${width} px wide on 320: ${e.tagName} ${e.id} ${e.className}`).concat(`${width} px`).slice(0, 4);
}"""


@pytest.fixture
def here(transactional_db: None) -> World:
    """The tournament of the permissions, with everybody in it."""
    return permissions.made()


def come_in(context: BrowserContext, here: World, who: str, server: str) -> None:
    """Go on as somebody who has logged in."""
    context.add_cookies(
        [{"name": name, "value": value.value, "url": server} for name, value in here.cookies[who].items()]
    )


def violations(page: Page, **options: Any) -> list[str]:
    """What axe finds on the page as it is now."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    asked = {"runOnly": RULES, "resultTypes": ["violations"]} | options
    found: list[str] = page.evaluate(RUN, asked)
    return found


def turn(page: Page, theme: Theme) -> None:
    """Have the system light or dark, and wait until it is painted."""
    page.emulate_media(color_scheme=theme)
    page.evaluate(PAINTED)


def in_both_themes(page: Page) -> list[str]:
    """All rules in light, colours again in dark: nothing else depends on the theme."""
    turn(page, "light")
    found = violations(page)
    turn(page, "dark")
    return found + [
        f"dark {one}" for one in violations(page, runOnly={"type": "rule", "values": ["color-contrast"]})
    ]


def addresses(here: World, *spaces: str) -> Iterator[str]:
    """The addresses of the pages in these parts of the site, as far as they show something by themselves."""
    for page in PAGES:
        if page.name.partition(":")[0] in spaces and page.status not in (302, 405) and page.denied != 405:
            args = here.ids(page.args)
            address = reverse(page.name, args=args if page.whole_site else [here.event.slug, *args])
            if address.endswith("/"):  # without it, it is a file
                yield address


def visit(page: Page, address: str) -> bool:
    """Open a page; a part that another page fetches is none."""
    answer = page.goto(address)
    return answer is not None and answer.text().lstrip().lower().startswith("<!doctype")


def looked_at(page: Page, there: Iterator[str]) -> list[str]:
    """What is wrong with these pages, each with its address: one in light, the next in dark, and so on.

    Every pair of colours is checked in both themes by tests/static/test_styles.py.
    """
    size, found = page.viewport_size, []
    assert size
    for address, theme in zip(there, cycle(THEMES), strict=False):
        page.emulate_media(color_scheme=theme)
        if not visit(page, address):
            continue
        page.set_viewport_size(NARROW)
        wrong = page.evaluate(TOO_WIDE)
        page.set_viewport_size(size)
        page.evaluate(THIN_OUT)
        wrong += violations(page)
        found += [f"{theme} {urlsplit(page.url).path} {one}" for one in wrong]
    return found


@pytest.mark.parametrize(
    ("who", "spaces", "device"), VISITS, ids=["everybody", "hall", "referee", "organiser"]
)
def test_axe_finds_nothing_on_any_page_and_none_scrolls_sideways(
    here: World,
    live_server: LiveServer,
    open_page: Callable[..., Page],
    who: str,
    spaces: tuple[str, ...],
    device: dict[str, Any],
) -> None:
    page = open_page(locale="en-GB", base_url=live_server.url, **STILL, **device)
    come_in(page.context, here, who, live_server.url)
    wrong = looked_at(page, addresses(here, *spaces))
    assert wrong == [], "\n".join(wrong)


def test_no_part_of_the_site_is_left_out() -> None:
    looked_at_by_somebody = {space for _who, spaces, _device in VISITS for space in spaces}
    assert {page.name.partition(":")[0] for page in PAGES} == looked_at_by_somebody | WITHOUT_A_PAGE


def test_axe_finds_nothing_while_a_referee_enters_a_hand_and_a_penalty(
    here: World, live_server: LiveServer, open_page: Callable[..., Page]
) -> None:
    page = open_page(base_url=live_server.url, **STILL, **PHONE)
    come_in(page.context, here, "referee", live_server.url)
    page.goto(f"/referee/{here.event.slug}/2/1/")
    page.tap("#chair-0")
    page.tap("#chair-2")
    for digit in "24":
        page.tap(f"[data-digit='{digit}']")
    expect(page.locator(".chair.is-discarder")).to_be_visible()
    assert in_both_themes(page) == []
    page.locator("[data-pick=cancel]").first.tap()
    page.tap("[data-act=penalty]")
    page.tap("#penalty [data-people=seat] [data-person='1']")
    page.tap("[data-kind=false_win_wrong_tile]")
    assert in_both_themes(page) == []


def test_axe_finds_nothing_in_an_open_menu_a_question_or_beside_a_wrong_field(
    here: World, live_server: LiveServer, open_page: Callable[..., Page]
) -> None:
    page = open_page(base_url=live_server.url, **STILL, **DESK)
    come_in(page.context, here, "organiser", live_server.url)
    page.goto(f"/organiser/{here.event.slug}/describe/")
    page.fill("[name=name]", "")
    page.locator("main form").evaluate("form => form.requestSubmit()")
    expect(page.locator(".field--wrong")).to_be_visible()
    assert in_both_themes(page) == []
    page.locator(".menu > summary").click()
    assert in_both_themes(page) == []
    page.locator(".menu form[data-confirm] button").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert in_both_themes(page) == []


def test_axe_finds_nothing_when_a_page_is_behind_and_what_changed_does_not_move_for_who_asked_for_rest(
    here: World, live_server: LiveServer, open_page: Callable[..., Page]
) -> None:
    page = open_page(base_url=live_server.url, **PHONE)
    page.goto(f"/t/{here.event.slug}/standings/")
    page.route(re.compile("part=1"), lambda route: route.abort())
    page.locator("tbody tr").first.evaluate("row => row.classList.add('glow')")
    assert page.evaluate(MOVING) > 0
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_timeout(50)
    assert page.evaluate(MOVING) == 0
    expect(page.locator(".offline")).to_be_visible(timeout=SOON)
    assert in_both_themes(page) == []
