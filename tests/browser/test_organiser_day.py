"""The running day in a browser: seats swapped by clicking, a table corrected beside the board, check-in by tapping."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import making
from tournament.actions.drawing import make_draw
from tournament.actions.sessions import start_session
from tournament.models import CheckIn, Seat, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def log_in(page: Page, address: str) -> None:
    making.user()
    page.goto(f"{address}/accounts/login/")
    page.locator("[name=username]").fill("alice")
    page.locator("[name=password]").fill("secret")
    page.locator("main form button").click()
    page.wait_for_url(f"{address}/organiser/")


@pytest.fixture
def running() -> Tournament:
    event = making.drawn(16, 2)
    start_session(event, 1, making.user())
    making.hand(making.table(event, 1, 1), 0, 8)
    return event


def test_two_clicks_swap_two_seats_and_a_third_swaps_them_back(desk: Page, live_server: LiveServer) -> None:
    event = making.tournament(16, 3)
    make_draw(event, [1, 2, 3], making.user(), seed="a")
    log_in(desk, live_server.url)
    desk.goto(f"{live_server.url}/organiser/{event.slug}/draw/")
    seats = list(
        Seat.objects.filter(session__tournament=event, session__number=1).order_by("table__number", "chair")
    )
    first, second = seats[0], seats[5]
    assert first.player is not None
    assert second.player is not None
    desk.locator(f"#seat-{first.pk}").click()
    expect(desk.locator(f"#seat-{first.pk}")).to_have_attribute("aria-pressed", "true")
    desk.locator(f"#seat-{second.pk}").click()
    expect(desk.locator(f"#seat-{first.pk} .seat__name")).to_have_text(second.player.name)
    expect(desk.locator(f"#seat-{second.pk} .seat__name")).to_have_text(first.player.name)
    desk.locator("#swap-back button").click()
    expect(desk.locator(f"#seat-{first.pk} .seat__name")).to_have_text(first.player.name)


def test_seats_are_swapped_with_the_keyboard(desk: Page, live_server: LiveServer) -> None:
    event = making.tournament(16, 1)
    make_draw(event, [1], making.user(), seed="a")
    log_in(desk, live_server.url)
    desk.goto(f"{live_server.url}/organiser/{event.slug}/draw/")
    names = desk.locator("[data-seats] .seat__name")
    top, below = names.nth(0).inner_text(), names.nth(1).inner_text()
    desk.locator("[data-seats] button").first.focus()
    for key in ("Enter", "ArrowDown", "Enter"):
        desk.keyboard.press(key)
    expect(names.nth(0)).to_have_text(below)
    expect(names.nth(1)).to_have_text(top)


def test_a_hand_is_corrected_beside_the_board_and_the_card_shows_it(
    desk: Page,
    live_server: LiveServer,
    running: Tournament,
) -> None:
    log_in(desk, live_server.url)
    desk.goto(f"{live_server.url}/organiser/{running.slug}/board/")
    desk.locator("#table-1").click()
    desk.locator("#table-side a[href*='hand=1#']").click()
    desk.locator("#correct_fan").fill("9")
    desk.locator("#correct_reason").fill("one fan more")
    desk.locator("#table-side form:has(#correct_fan) button").click()
    expect(desk.locator("#table-1 .board__scores")).to_contain_text("+51")
    expect(desk.locator("#table-side .sheet tfoot").first).to_contain_text("+51")
    assert desk.url.endswith("/board/")
    desk.keyboard.press("Escape")
    expect(desk.locator("#table-side")).to_be_hidden()


def test_the_board_refreshes_itself_and_keeps_its_filters(
    desk: Page,
    live_server: LiveServer,
    running: Tournament,
) -> None:
    log_in(desk, live_server.url)
    desk.goto(f"{live_server.url}/organiser/{running.slug}/board/")
    desk.locator("[data-board-filter] a[data-state=playing]").click()
    desk.locator("input[data-filter]").fill("1")
    expect(desk.locator(".board__table:visible")).to_have_count(1)
    making.hand(making.table(running, 1, 1), 0, 8)
    making.hand(making.table(running, 1, 2), 0, 8)
    expect(desk.locator("#table-1 .board__scores")).to_contain_text("+96")
    expect(desk.locator("[data-board-filter] a[data-state=playing] .count")).to_have_text("2")
    expect(desk.locator(".board__table:visible")).to_have_count(1)
    expect(desk.locator("input[data-filter]")).to_have_value("1")
    desk.locator("input[data-filter]").fill("")
    expect(desk.locator(".board__table:visible")).to_have_count(2)


def test_what_is_being_typed_is_not_sent_over_what_came_in_between(
    desk: Page,
    live_server: LiveServer,
    running: Tournament,
) -> None:
    log_in(desk, live_server.url)
    desk.goto(f"{live_server.url}/organiser/{running.slug}/tables/1/1/?hand=1")
    desk.locator("#correct_fan").fill("16")  # a correction to what is there already needs nothing
    desk.locator("#correct_reason").fill("I was slow")
    making.hand(making.table(running, 1, 1), 1, 8)
    expect(desk.locator("#hand-2")).to_contain_text("+48")
    with desk.expect_response(lambda answer: answer.request.method == "POST") as posted:
        desk.locator("form:has(#correct_reason) button").click()
    assert posted.value.status == 409
    expect(desk.locator("#correct_reason")).to_have_value("I was slow")


def test_check_in_takes_one_tap_each_on_a_phone(phone: Page, live_server: LiveServer) -> None:
    event = making.tournament(8, 1)
    log_in(phone, live_server.url)
    phone.goto(f"{live_server.url}/organiser/{event.slug}/check-in/1/?show=missing")
    phone.locator("#p3 button").tap()
    expect(phone.locator("#count-present")).to_have_text("1")
    phone.locator("#p5 button").tap()
    expect(phone.locator("#count-missing")).to_have_text("6")
    assert set(CheckIn.objects.values_list("player__number", flat=True)) == {3, 5}
