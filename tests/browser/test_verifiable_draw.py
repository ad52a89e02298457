"""A draw that anybody can check, from the announcement to the check; and people who leave, in a browser."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import making
from tests.browser.test_organiser_day import log_in
from tests.browsers import PHONE
from tournament.models import Drawing, Seat, Session, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_draw_is_announced_drawn_published_and_checked_and_tampering_shows(
    desk: Page, open_page: Callable[..., Page], live_server: LiveServer
) -> None:
    cache.clear()
    event = making.tournament(16, 2)
    log_in(desk, live_server.url)
    desk.goto(f"{live_server.url}/organiser/{event.slug}/draw/")
    desk.locator("details:has(> .row > [value=announce]) > summary").click()
    desk.locator("[value=announce]").click()
    desk.locator("#public_source").fill("两枚骰子")
    desk.locator("[value=announce]").click()
    expect(desk.locator(".wall")).to_contain_text("两枚骰子")
    drawing = Drawing.objects.get()
    assert drawing.sessions == [1, 2]

    guest = open_page(**PHONE)
    guest.goto(f"{live_server.url}/t/{event.slug}/")
    guest.locator("#announced1 a").click()
    expect(guest.locator("#before")).to_contain_text(drawing.commitment)
    expect(guest.locator("#before")).to_contain_text(drawing.plan_hash)
    expect(guest.locator("#made")).to_have_count(0)

    desk.locator("#public_part").fill("7 11")
    desk.locator("[value=hold]").click()
    desk.locator("dialog [data-yes]").click()
    desk.wait_for_url("**/draw/?session=1")
    # The guest's page finds out by itself; who sits where is not public yet.
    expect(guest.locator("#made")).to_contain_text("7 11", timeout=20_000)
    expect(guest.locator("#check")).to_have_count(0)
    desk.locator("[value=publish]").last.click()
    expect(guest.locator("#made")).to_contain_text(Drawing.objects.get().seed, timeout=20_000)

    guest.locator("#check .btn--primary").click()
    guest.locator("main form button").click()
    expect(guest.locator(".note.is-success")).to_be_visible()
    expect(guest.locator(".checks > .is-right")).to_have_count(6)
    with guest.expect_download() as download:
        guest.locator("a[download]").click()
    assert download.value.suggested_filename == f"{event.slug}-draw-1.json"

    Drawing.objects.update(public_part="8 11")
    guest.reload()
    guest.locator("main form button").click()
    expect(guest.locator(".note.is-error")).to_be_visible()
    expect(guest.locator("[data-check=seed]")).to_have_class("is-wrong")
    expect(guest.locator(".checks > .is-wrong")).to_have_count(1)


def test_four_leave_and_the_public_page_shows_the_new_tables_by_itself(
    desk: Page, open_page: Callable[..., Page], live_server: LiveServer
) -> None:
    event = making.drawn(20, 1)
    guest = open_page(**PHONE)
    guest.goto(f"{live_server.url}/t/{event.slug}/sessions/1/")
    expect(guest.locator(".seated")).to_have_count(5)

    log_in(desk, live_server.url)
    desk.goto(f"{live_server.url}/organiser/{event.slug}/leaving/")
    for number in (1, 5, 9, 13):
        desk.locator(f"[name=leaving][value='{number}']").check()
    desk.locator("[value=empty_chairs]").check()
    desk.locator("[name=look]").click()
    expect(desk.locator("#preview")).to_be_visible()
    assert Seat.objects.filter(player__number=1).exists()
    desk.locator("#reason").fill("误了火车")
    desk.locator("#preview form button").click()
    expect(desk.locator("#preview")).to_have_count(0)
    assert not Seat.objects.filter(player__number__in=(1, 5, 9, 13)).exists()

    expect(guest.locator(".seated")).to_have_count(4, timeout=20_000)
    shown = guest.locator(".seated").evaluate_all("cards => cards.map(card => card.id)")
    numbers = Table.objects.filter(session__tournament=event).order_by("number")
    assert shown == [f"t{number}" for number in numbers.values_list("number", flat=True)]
    assert Session.objects.get().state == Session.State.PUBLISHED
