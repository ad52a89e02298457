"""Tiles on a referee's phone: a hand is put together in a few taps, counted, and recorded with its fan."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests import making
from tests.browser.networks import wire
from tests.browser.thumb import Thumb
from tests.browsers import PHONE
from tournament.actions.hands import HandEntry, record_hand
from tournament.models import Hand, Table
from tournament.queries.counted_hands import Tiles

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def put_together(thumb: Thumb) -> None:
    """The tiles of a hand with two melds, the winning one last."""
    for mode, tile in (("chi", "4s"), ("kong", "9s")):
        thumb.tap(f"#entry [data-mode={mode}]")
        thumb.tap(f"#entry [data-tile='{tile}']")
    for tile in ("2s", "2s", "2s", "8s", "8s", "P", "P", "P"):
        thumb.tap(f"#entry [data-tile='{tile}']")


def test_a_hand_with_two_melds_takes_sixteen_taps_and_fills_its_number_in(thumb: Thumb, table: Table) -> None:
    """East wins on a discard, 18 fan: 推不倒 8, 混一色 6, 箭刻 2, 幺九刻 1, 明杠 1 (shared/data/fan_examples)."""
    page = thumb.page
    thumb.open()
    thumb.tap("#chair-0")
    thumb.tap("#chair-1")
    thumb.tap("[data-way=tiles]:visible")
    put_together(thumb)
    expect(page.locator("#entry [data-fan]").first).to_have_text("18")
    expect(page.locator("#entry [data-result]")).to_contain_text("推不倒")
    # It won on the other half of the pair: 单钓将 1, and PPP is concealed beside 222s, 双暗刻 2.
    tiles = page.locator("#entry .composer__tile")
    tiles.nth(5).tap()
    page.locator("#entry [data-choose=win]").tap()
    expect(page.locator("#entry [data-fan]").first).to_have_text("21")
    # A tile is taken out, and another one tapped instead: that one did not win.
    tiles.nth(5).tap()
    page.locator("#entry [data-choose=out]").tap()
    expect(page.locator("#entry [data-fan]").first).to_have_text("")
    page.locator("#entry [data-tile='8s']").tap()
    page.locator("#entry .composer__tile").nth(8).tap()
    page.locator("#entry [data-choose=win]").tap()
    expect(page.locator("#entry [data-fan]").first).to_have_text("18")
    # Another number is not recorded without a reason.
    page.keyboard.press("8")
    page.locator("[data-save-hand]").tap()
    expect(page.locator("#fan-why")).to_be_focused()
    assert not Hand.objects.exists()
    page.keyboard.press("Tab")
    for key in ("Backspace", "1", "8"):
        page.keyboard.press(key)
    expect(page.locator("#fan-why")).to_be_hidden()
    thumb.record()
    assert thumb.taps == 16
    hand = Hand.objects.get()
    assert (hand.fan, hand.discarder, hand.fans) == (
        18, 1, {"推不倒": 1, "混一色": 1, "箭刻": 1, "幺九刻": 1, "明杠": 1},
    )  # fmt: skip
    assert (hand.tiles["hand"], hand.tiles["melds"], hand.tiles["win"]) == (
        "22288sPP",
        ["chi:456s", "kong:9999s"],
        "P",
    )


def test_without_network_tiles_go_along_and_a_difference_comes_back_to_the_referee(
    open_page: Callable[..., Page], live_server: Any, table: Table
) -> None:
    """22288sPP, chi:456s, kong:9999s on a discard are 18; 24 is typed while nothing can be counted."""
    port = urlsplit(live_server.url).port
    assert port is not None
    with wire(port) as line:
        page = open_page(**PHONE, service_workers="block")
        thumb = Thumb(page, f"http://localhost:{line.port}", table)
        thumb.log_in()
        thumb.open()
        thumb.tap("#chair-0")
        thumb.tap("#chair-1")
        thumb.tap("[data-way=tiles]:visible")
        expect(page.locator("#entry [data-composer]")).to_be_visible()
        line.cut()
        put_together(thumb)
        expect(page.locator("#entry [data-result]")).not_to_be_empty()
        thumb.tap("[data-way=tiles]:visible")
        thumb.type_fan(24)
        thumb.tap("[data-save-hand]")
        line.mend()
        thumb.tap("#held [data-choice=mend]")
        expect(page.locator("#entry .composer__tile")).to_have_count(2 + 7 + 1)
        expect(page.locator("#entry .fan-list")).to_contain_text("推不倒")
        expect(page.locator("#entry [data-take]")).to_contain_text("18")
        assert not Hand.objects.exists()
        page.locator("#fan-why").fill("declared and accepted")
        thumb.record()
    hand = Hand.objects.get()
    assert (hand.fan, hand.fan_reason, hand.tiles["win"]) == (24, "declared and accepted", "P")


def test_a_correction_begins_with_the_tiles_and_loses_them_only_where_that_is_said(
    thumb: Thumb, table: Table
) -> None:
    """22288sPP, chi:456s, kong:9999s on a discard are 18, by self-draw 21: 双暗刻 2 and 自摸 1 more."""
    tiles = Tiles("22288sPP", ("chi:456s", "kong:9999s"), "P")
    record_hand(table, HandEntry(1, 0, 1, 18, tiles=tiles), making.stamp(table))
    page = thumb.page
    thumb.open()
    page.locator("button[data-view=sheet]").tap()

    def correct(*taps: str, fan: str = "") -> Hand:
        """Open the correction, tap, type a number if there is one, send it, and wait for it."""
        before = Hand.objects.count()
        page.locator("[data-open='#hand-1']").tap()
        page.locator("#hand-1 [data-correct]").tap()
        expect(page.locator("#correction .composer__tile")).to_have_count(2 + 7 + 1)
        for tap in taps:
            page.locator(f"#correction {tap}").tap()
        if fan:
            expect(page.locator("#correction-fan")).to_have_value(fan)
        page.locator("#correction-reason").fill("misheard")
        page.locator("#correction [data-save]").tap()
        expect(page.locator("#correction")).to_be_hidden()
        thumb.sent()
        assert Hand.objects.count() == before + 1
        return Hand.objects.get(is_current=True)

    hand = correct("[data-people=discarder] [data-person='2']", fan="18")
    assert (hand.discarder, hand.fan, hand.fans["推不倒"], hand.tiles["win"]) == (2, 18, 1, "P")
    hand = correct("[data-self]", fan="21")
    assert (hand.discarder, hand.fan, hand.fans["双暗刻"], hand.tiles["win"]) == (None, 21, 1, "P")
    hand = correct("[data-without]", fan="21")
    assert (hand.fan, hand.fans, hand.tiles) == (21, {}, {})
