"""From phone to board and back: the chief referee is called, players sign or object, a second person confirms."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect

from tests import making
from tests.browser.thumb import Thumb
from tests.browsers import DESK, PHONE
from tournament.actions.sessions import start_session
from tournament.models import Act, Call, Staff, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Open pages ask every few seconds whether something changed; a busy machine is slower.
NOTICED = 20_000
Opens = Callable[..., Page]


@pytest.fixture
def table() -> Table:
    tournament = making.drawn(16, 1, second_check=True)
    making.referee(tournament, "bob", [1, 2])
    start_session(tournament, 1, making.user())
    return making.table(tournament)


def page_of(user: User, open_page: Opens, live_server: Any, path: str, **options: Any) -> Page:
    """A page as somebody else sees it, in a browser of his own."""
    page, client = open_page(**options, service_workers="block"), Client()
    client.force_login(user)
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    page.goto(f"{live_server.url}{path}")
    return page


def board(table: Table, open_page: Opens, live_server: Any) -> Page:
    path = f"/organiser/{table.session.tournament.slug}/board/?session=1"
    return page_of(making.user(), open_page, live_server, path, **DESK)


def call(thumb: Thumb, text: str) -> None:
    thumb.tap(".ref__call")
    thumb.page.locator("#calling-text").fill(text)
    thumb.tap("#calling .btn--primary")


def play(table: Table) -> None:
    making.hand(table, 0, 24, 1)
    for _hand in range(15):
        making.hand(table)


def stroke(page: Page, points: list[tuple[float, float]]) -> None:
    """Draw a line through points given as parts of the field's width and height."""
    field = page.locator(".sign__field").bounding_box()
    assert field is not None
    places = [(field["x"] + x * field["width"], field["y"] + y * field["height"]) for x, y in points]
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=10)
    page.mouse.up()


def test_a_call_is_on_the_board_and_its_answer_on_the_phone(
    thumb: Thumb, table: Table, open_page: Opens, live_server: Any
) -> None:
    desk = board(table, open_page, live_server)
    thumb.open()
    call(thumb, "地上有一张牌")
    expect(thumb.page.locator("[data-call-waits]")).to_contain_text("地上有一张牌")
    expect(thumb.page.locator(".ref__call")).to_be_hidden()
    expect(thumb.page.locator("#strip-1 [href$='#bell']")).to_be_attached(timeout=NOTICED)
    one = desk.locator(".waiting__one")
    expect(one).to_contain_text("地上有一张牌", timeout=NOTICED)
    one.locator("[value=answer]").click()
    expect(thumb.page.locator("#calls .is-success")).to_be_visible(timeout=NOTICED)
    expect(thumb.page.locator(".ref__call")).to_be_visible()
    assert Call.objects.get().answered_by == making.user()


def test_a_hand_that_was_begun_before_the_answer_is_recorded_as_if_nothing_had_been(
    thumb: Thumb, table: Table
) -> None:
    thumb.open()
    call(thumb, "")
    expect(thumb.page.locator("[data-call-waits]")).to_be_visible()
    thumb.hand(2, 1, 24)
    chief = Client()
    chief.force_login(making.user())
    assert (
        chief.post(
            f"{thumb.here.removeprefix(thumb.address)}answer/",
            {"client_id": "answer-of-the-chief", "version": 1},
            content_type="application/json",
        ).status_code
        == 200
    )
    thumb.record()
    expect(thumb.page.locator("#held")).to_be_hidden()
    expect(thumb.page.locator("#says .note")).to_have_count(0)
    # RULES §2: 8 + 8 + (8 + 24); 8 from each, the fan from the discarder.
    assert making.totals(table) == [-8, -32, 48, -8]


def test_one_player_signs_with_a_finger_and_another_one_objects(
    thumb: Thumb, table: Table, open_page: Opens, live_server: Any
) -> None:
    play(table)
    desk = board(table, open_page, live_server)
    thumb.open()
    thumb.tap("[data-all-agree]")
    thumb.tap("[data-sign='0']")
    scrolled = thumb.page.evaluate("scrollY")
    stroke(thumb.page, [(0.1, 0.2), (0.5, 0.8), (0.9, 0.2)])
    assert thumb.page.evaluate("scrollY") == scrolled
    thumb.tap("[data-sign-done]")
    expect(thumb.page.locator("#signed-0 path")).to_be_attached()
    thumb.page.locator("#agree-1 [value=refused]").locator("..").tap()
    thumb.tap("#closing [data-save]")
    # A reason is missing, and what was signed is still there.
    expect(thumb.page.locator("#closing [data-error=reason]")).to_be_visible()
    thumb.page.locator("#close-reason").fill("他说是32番")
    thumb.tap("#closing [data-save]")
    expect(thumb.page.locator("#result-0 .signature")).to_be_visible()
    expect(thumb.page.locator("#result .signature")).to_have_count(1)
    first, second, *others = table.seats.order_by("chair")
    numbers = [int(number) for number in re.findall(r"\d+", first.signature)]
    # Two straight lines in a field of 300 × 100: three points are enough, and a finger is off by no more than 2.
    assert re.fullmatch(r"M\d+ \d+(L\d+ \d+){2,8}", first.signature)
    for drawn, meant in zip(numbers[:2] + numbers[-2:], (30, 20, 270, 20), strict=True):
        assert abs(drawn - meant) <= 2
    assert max(numbers[1::2]) in range(77, 83)
    assert [second.agreement, second.signature] == ["refused", ""]
    assert [seat.signature for seat in others] == ["", ""]
    assert second.player is not None
    expect(desk.locator(".waiting__one:has(.is-objection)")).to_contain_text(
        second.player.name, timeout=NOTICED
    )
    desk.goto(f"{live_server.url}/organiser/{table.session.tournament.slug}/tables/1/1/")
    expect(desk.locator(".sheet .signature")).to_have_count(1)


def test_a_signature_can_be_cleared_and_is_gone_when_the_totals_change(thumb: Thumb, table: Table) -> None:
    making.hand(table, 0, 24, 1)
    Table.objects.filter(pk=table.pk).update(time_called_at="2026-01-01T10:00Z", hands_at_time=0)
    thumb.open()
    thumb.tap("[data-sign='2']")
    stroke(thumb.page, [(0.1, 0.2), (0.5, 0.8)])
    thumb.tap("[data-sign-clear]")
    thumb.tap("[data-sign-done]")
    expect(thumb.page.locator("#signed-2 path")).to_have_count(0)
    expect(thumb.page.locator("#agreed-2")).not_to_be_checked()
    thumb.tap("[data-sign='2']")
    stroke(thumb.page, [(0.1, 0.2), (0.5, 0.8)])
    thumb.tap("[data-sign-done]")
    expect(thumb.page.locator("#agreed-2")).to_be_checked()
    expect(thumb.page.locator("#signed-2 path")).to_have_count(1)
    making.penalty(table, 3, 10)
    expect(thumb.page.locator("#signed-2 path")).to_have_count(0, timeout=NOTICED)


# What the browser tells of a mouse that is held down, without asking it for each of 1,500 places.
SCRIBBLE = """(points) => {
  const field = document.querySelector(".sign__field"), box = field.getBoundingClientRect();
  points.forEach(([x, y], n) => {
    const [fromX, fromY] = points[Math.max(0, n - 1)];
    for (let step = 1; step <= 10; step += 1) {
      const [atX, atY] = [fromX + ((x - fromX) * step) / 10, fromY + ((y - fromY) * step) / 10];
      const place = { clientX: box.left + atX * box.width, clientY: box.top + atY * box.height };
      field.dispatchEvent(new PointerEvent("pointermove", { pointerId: 1, bubbles: true, ...place }));
    }
  });
}"""


def test_a_signature_without_end_is_made_simpler_until_it_can_be_kept(thumb: Thumb, table: Table) -> None:
    play(table)
    thumb.open()
    thumb.tap("[data-sign='0']")
    scribble = [((1 + n * 37 % 101) / 103, (1 + n * 61 % 97) / 99) for n in range(150)]
    thumb.page.locator(".sign__field").hover()
    thumb.page.mouse.down()
    thumb.page.evaluate(SCRIBBLE, scribble)
    thumb.page.mouse.up()
    assert thumb.page.evaluate("document.querySelector('.sign__field path').getAttribute('d').length") > 6000
    thumb.tap("[data-sign-done]")
    thumb.tap("[data-all-agree]")
    thumb.tap("#closing [data-save]")
    expect(thumb.page.locator("#result-0 .signature")).to_be_visible()
    assert 1000 < len(table.seats.get(chair=0).signature) <= 6000


def test_a_closed_table_is_confirmed_on_the_scorer_s_phone(
    thumb: Thumb, table: Table, open_page: Opens, live_server: Any
) -> None:
    play(table)
    sue = making.referee(table.session.tournament, "sue", role=Staff.Role.SCORER)
    thumb.open()
    thumb.tap("[data-all-agree]")
    thumb.tap("#closing [data-save]")
    assert thumb.taps == 2
    expect(thumb.page.locator("#result")).to_be_visible()
    thumb.sent()
    expect(thumb.page.locator("#result [data-entry=check]")).to_have_count(0)
    scorer = page_of(sue, open_page, live_server, "/referee/", **PHONE)
    with scorer.expect_navigation():  # until its scripts listen
        scorer.locator(".tables__card:has(.is-check)").tap()
    scorer.locator("[data-entry=check] [data-save]").tap()
    expect(scorer.locator("#result .is-success")).to_contain_text("Sue")
    expect(thumb.page.locator("#result .is-success")).to_contain_text("Sue", timeout=NOTICED)
    table.refresh_from_db()
    assert table.checked_by == sue
    assert Act.objects.filter(table=table, kind="check").count() == 1
