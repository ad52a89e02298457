"""The screens of the hall in a browser: a day at the projector, and a prize-giving by keys on two pages."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import making
from tournament.actions.announcements import announce
from tournament.actions.sessions import start_session
from tournament.actions.standings import show_standings
from tournament.models import Player, Team, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HALL = {"viewport": {"width": 1280, "height": 720}}
SOON = 10_000


def on(screen: Page) -> str:
    """The name of the slide that is on."""
    return screen.locator(".slide.is-on").get_attribute("data-slide") or ""


def is_whole(screen: Page) -> bool:
    """Whether nothing of the slide reaches beyond what it has, and the page does not scroll."""
    return bool(
        screen.evaluate(
            """() => {
              const frame = document.querySelector(".show").getBoundingClientRect();
              const boxes = [...document.querySelectorAll(".slide.is-on *")].map((one) => one.getBoundingClientRect());
              const inside = (box) => box.bottom <= frame.bottom + 1 && box.right <= innerWidth + 1;
              const scrolls = document.documentElement.scrollHeight > innerHeight;
              return !scrolls && boxes.every((box) => !box.width || inside(box));
            }"""
        )
    )


def test_a_screen_goes_on_by_itself_all_day(live_server: LiveServer, open_page: Callable[..., Page]) -> None:
    made = making.drawn(28, 2)
    Player.objects.filter(tournament=made, number=1).update(
        name="Maximiliana von Hohenstauffenberg-Waldorf " * 2
    )
    start_session(made, 1, making.user())
    screen = open_page(locale="en-GB", **HALL)
    screen.set_default_navigation_timeout(60_000)
    screen.goto(f"{live_server.url}/t/{made.slug}/hall/now/?seconds=3")
    clock = screen.locator(".slide.is-on [data-clock-time]")
    expect(clock).to_have_text(re.compile(r"^1:59:"))
    screen.wait_for_function(
        "() => document.querySelector('.is-on [data-clock-time]').getBoundingClientRect().height > 200"
    )

    # The network goes, and comes back: the screen says so, and catches up by itself.
    screen.route("**/hall/now/*part=1*", lambda route: route.abort())
    expect(screen.locator("#offline-badge")).to_be_visible(timeout=20_000)
    assert re.match(r"^\d:\d\d:\d\d$", clock.inner_text()), "the clock goes on"
    for number in range(1, 8):
        table = making.table(made, 1, number)
        making.hand(table, winner=0, fan=8 + number)
        making.close(table)
    announce(made, "Lunch is served in the foyer. " * 9, making.user(), urgent=True)
    screen.unroute("**/hall/now/*part=1*")
    expect(screen.locator(".notice")).to_contain_text("Lunch", timeout=20_000)
    expect(screen.locator("#offline-badge")).to_have_count(0)
    assert is_whole(screen)
    # The clock was alone; now the standings take turns with it.
    expect(screen.locator("#s-players-1")).to_be_visible(timeout=25_000)

    # Pages by keys; what changes does not turn them, and nothing is cut off.
    screen.keyboard.press(" ")
    expect(screen.locator("[data-paused]")).to_be_visible()
    while on(screen) != "clock":
        screen.keyboard.press("ArrowLeft")
    for name in ("players-1", "players-2"):
        screen.keyboard.press("ArrowRight")
        assert on(screen) == name
        assert is_whole(screen), name
    before = screen.locator("main").get_attribute("data-version")
    making.penalty(making.table(made, 1, 1), 0, 100, reason="ruled afterwards")
    expect(screen.locator("main")).not_to_have_attribute("data-version", before or "", timeout=SOON)
    assert on(screen) == "players-2"
    screen.keyboard.press("ArrowLeft")
    assert on(screen) == "players-1"
    screen.keyboard.press("t")
    expect(screen.locator("html")).to_have_attribute("data-theme", "light")
    screen.keyboard.press("?")
    expect(screen.get_by_role("dialog")).to_contain_text("full screen")
    screen.keyboard.press("Escape")
    screen.keyboard.press("l")
    expect(screen.locator("html")).to_have_attribute("lang", "zh-hans")
    expect(screen.locator("html")).to_have_attribute("data-theme", "light")


def test_no_name_is_cut_off_at_the_edge_of_its_table(
    live_server: LiveServer, open_page: Callable[..., Page]
) -> None:
    made = making.drawn(16, 1)
    Team.objects.filter(tournament=made, number=1).update(name="A team with a very long name " * 4)
    for number, name in ((1, "Достоевский Фёдор Михайлович"), (2, "Supercalifragilistic" * 3)):
        Player.objects.filter(tournament=made, number=number).update(name=name)
    screen = open_page(locale="en-GB", **HALL)
    screen.goto(f"{live_server.url}/t/{made.slug}/hall/seats/")
    expect(screen.locator(".slide.is-on .hall-table")).to_have_count(4)
    cut = screen.evaluate(
        """() => [...document.querySelectorAll(".slide.is-on .hall-table .who b")]
          .filter((name) => {
            const card = name.closest("ul").getBoundingClientRect();
            const box = name.getBoundingClientRect();
            return box.right > card.right + 1 || box.bottom > card.bottom + 1 || name.scrollWidth > name.clientWidth;
          })
          .map((name) => name.textContent)"""
    )
    assert cut == []


def _four() -> Tournament:
    """Anna +24, Boris +16, Dmitri −16, Chiara −24; the public sees nothing of it."""
    made = making.drawn(4, 1, teams=False)
    table = making.table(made)
    making.hand(table, winner=0, fan=8, discarder=1)
    making.hand(table, winner=1, fan=8, discarder=2)
    making.close(table)
    for chair, name in enumerate(("Anna", "Boris", "Chiara", "Dmitri")):
        Player.objects.filter(seats__table=table, seats__chair=chair).update(name=name)
    show_standings(made, "hidden", making.user())
    return made


def test_the_places_are_called_by_keys_and_the_hall_sees_them_at_once(
    live_server: LiveServer, open_page: Callable[..., Page]
) -> None:
    made = _four()
    desk, screen = open_page(locale="en-GB"), open_page(locale="en-GB", **HALL)
    desk.goto(f"{live_server.url}/accounts/login/?next=/organiser/{made.slug}/prize-giving/")
    desk.fill("[name=username]", "alice")
    desk.fill("[name=password]", "secret")
    desk.locator("[name=password]").press("Enter")
    screen.goto(f"{live_server.url}/t/{made.slug}/hall/now/")
    desk.get_by_role("button", name="Begin the prize-giving").click()
    expect(screen.locator(".slide--called")).to_be_visible(timeout=SOON)
    for key, next_name, name in (("Enter", "Dmitri", "Dmitri"), ("ArrowRight", "Boris", "Boris")):
        expect(desk.locator(".giving__name")).to_have_text(next_name)
        desk.keyboard.press(key)
        expect(screen.locator(".called__name")).to_have_text(name, timeout=SOON)
        assert "Anna" not in screen.content()
    expect(desk.locator(".giving__name")).to_have_text("Anna")
    desk.keyboard.press("ArrowLeft")
    expect(desk.locator(".giving__name")).to_have_text("Boris")
    expect(screen.locator(".called__name")).to_have_text("Dmitri", timeout=SOON)
    desk.keyboard.press(" ")
    expect(desk.locator(".giving__name")).to_have_text("Anna")
    desk.keyboard.press(" ")
    expect(screen.locator(".called__name")).to_have_text("Anna", timeout=SOON)
    assert is_whole(screen)
    screen.keyboard.press("ArrowRight")
    assert on(screen) == "honoured-1"
    desk.get_by_role("button", name="Show the standings to everybody").click()
    made.refresh_from_db()
    expect(desk.get_by_text("Everybody sees the standings as they are.").first).to_be_visible()
