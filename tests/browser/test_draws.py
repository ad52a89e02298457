"""Draws in a browser: a script mended line by line, a wish that the draw fulfils, a swap that breaks it, long work."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import making
from tests.actions.test_forms_of_draws import seats_of, together
from tests.browser.test_organiser_day import log_in
from tournament.actions import jobs
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.models import Tournament, Wish
from tournament.pages.organiser import draw_work

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WRITTEN = "1 5 9 13\n2 6 10 14\n3 7 11 15\n4 8 12 16"


@pytest.fixture
def event() -> Tournament:
    return making.tournament(16, 3, teams=False)


def open_draw(page: Page, server: LiveServer, event: Tournament) -> None:
    log_in(page, server.url)
    page.goto(f"{server.url}/organiser/{event.slug}/draw/")


def test_a_script_with_mistakes_is_mended_line_by_line_and_drawn(
    desk: Page, live_server: LiveServer, event: Tournament
) -> None:
    open_draw(desk, live_server, event)
    script = desk.locator("[name=script]")
    expect(script).to_be_hidden()
    desk.locator("[name=form][value=script]").check()
    expect(script).to_be_visible()
    expect(desk.locator("[name=repeat_price]")).to_be_hidden()
    desk.locator("[name=which][value=next]").check()
    script.fill(WRITTEN.replace("7 11", "7 99").replace("12 16", "12"))
    desk.locator("button[value=make]").click()
    lines = desk.locator("#script-problems [data-line]")
    expect(lines.first).to_have_attribute("data-line", "3")
    lines.first.click()
    assert desk.evaluate("getSelection().toString()") == "3 7 99 15"
    assert not together(event, 1)
    script.fill(WRITTEN)
    desk.locator("[name=chairs][value=keep]").check()
    desk.locator("button[value=make]").click()
    expect(desk.locator("[data-seats] .draw-table")).to_have_count(4)
    assert seats_of(event, 1)[3] == [3, 7, 11, 15]


def test_a_wish_is_fulfilled_by_the_draw_broken_by_a_swap_and_whole_again_after_swapping_back(
    phone: Page, live_server: LiveServer, event: Tournament
) -> None:
    open_draw(phone, live_server, event)
    phone.locator("#wishes > details > summary").click()
    phone.locator("[name=kind][value=apart]").check()
    found = phone.locator("#wish-players input[type=search]")
    for number in (1, 2):
        found.fill(str(number))
        phone.locator(f"[name=players][value='{number}']").check()
    found.fill("16")
    expect(phone.locator("[name=players][value='2']")).to_be_visible()  # ticked ones stay in sight
    expect(phone.locator("[name=players][value='3']")).to_be_hidden()
    phone.locator("[name=must][value=must]").check()
    phone.locator("button[value=wish]").click()
    expect(phone.locator(".wishes > li")).to_have_count(1)
    phone.locator("[name=which][value=next]").check()
    phone.locator("button[value=make]").click()
    mark = phone.locator(".facts [data-row=wishes]")
    expect(mark).to_have_class("is-success")
    [four] = [four for four in together(event, 1) if 1 in four]
    assert 2 not in four
    mate = next(player for player in four if player != 1)
    for player in (2, mate):
        phone.locator("[data-seats] button", has=phone.locator(f".seat__number:text-is('{player}')")).click()
    expect(mark).to_have_class("is-warning")
    expect(mark).to_contain_text("0")
    expect(mark).to_contain_text("1")
    phone.locator("#swap-back button").click()
    expect(mark).to_have_class("is-success")
    assert Wish.objects.count() == 1


def test_a_long_draw_shows_how_far_it_is_and_leads_to_its_draft(
    phone: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = making.tournament(8, 2, teams=False)
    make_draw(event, [1], making.user(), seed="one")
    publish_draw(event, [1], making.user())
    monkeypatch.setattr(draw_work, "PATIENCE", -1)
    open_draw(phone, live_server, event)
    phone.locator("[name=which][value=next]").check()
    phone.locator("button[value=make]").click()
    phone.wait_for_url("**/draw/?*")
    jobs.wait()
    link = phone.locator("[data-done]")
    draft = phone.locator(".tabs [aria-current] .is-draft")
    expect(link.or_(draft).first).to_be_visible()
    if link.count():
        link.click()
    expect(draft).to_be_visible()
    assert len(together(event, 2)) == 2
