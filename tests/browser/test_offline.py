"""Entry without network: a whole round is played, and afterwards everything is there once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, Page, expect

from tests import making
from tests.browser.networks import Wire, wire
from tests.browser.thumb import Thumb, scores
from tests.browsers import PHONE
from tournament.actions.sessions import start_session
from tournament.actions.tables import close_table
from tournament.models import Act, Hand, LateEntry, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# The phone tries again by itself, at first every second, later every fifteen.
SOON = 20_000
# Hands 5 to 8 as somebody typed them, by drawn seat: (winner, discarder or None for a self-draw, fan), None: drawn.
ROUND: list[tuple[int, int | None, int] | None] = [(0, 1, 8), (2, None, 10), None, (3, 0, 24)]
# RULES §2: 8 from each and the fan from the discarder, or from all three: counted by hand.
SCORES = [[32, -16, -8, -8], [-18, -18, 54, -18], [0, 0, 0, 0], [-32, -8, -8, 48]]
AFTER = [[32, -16, -8, -8], [14, -34, 46, -26], [14, -34, 46, -26], [-18, -42, 38, 22]]


@pytest.fixture
def table() -> Table:
    """Four hands of a table are drawn, and before each round everybody changes chairs."""
    tournament = making.drawn(16, 1, rotation="every_round")
    making.referee(tournament, "bob", [1])
    start_session(tournament, 1, making.user())
    found = making.table(tournament)
    for _hand in range(4):
        making.hand(found)
    return found


@pytest.fixture(autouse=True)  # before the browser is there, and until it is gone
def line(live_server: Any) -> Iterator[Wire]:
    port = urlsplit(live_server.url).port
    assert port is not None
    with wire(port) as made:
        yield made


def on_this_computer(page: Page, line: Wire, table: Table) -> Thumb:
    """A phone whose browser allows a page to be kept: as with https."""
    thumb = Thumb(page, f"http://localhost:{line.port}", table)
    thumb.log_in()
    thumb.open()
    expect(page.locator("html")).to_have_attribute("data-offline-ready", "yes")
    return thumb


def totals_shown(thumb: Thumb) -> list[int]:
    """The four totals on the floor, by drawn seat."""
    texts = [thumb.chair(seat).locator(".chair__points").inner_text() for seat in range(4)]
    return [int(text.replace("−", "-")) for text in texts]


def play(thumb: Thumb, number: int, hand: tuple[int, int | None, int] | None) -> None:
    """Record one hand, whether or not anybody answers."""
    expect(thumb.page.locator("#hand-name")).to_contain_text(f"{number}/16")
    if hand is None:
        thumb.tap("[data-act=drawn]")
    else:
        thumb.hand(*hand)
    thumb.tap("[data-save-hand]")


def swap(thumb: Thumb) -> None:
    thumb.tap(".moving [name=swapped][value=true]")


def expect_sent(thumb: Thumb) -> None:
    expect(thumb.page.locator("#table")).to_have_attribute("data-unsent", "0", timeout=SOON)


def assert_the_round_is_there_once(table: Table) -> None:
    assert scores(table)[4:] == SCORES
    assert making.totals(table) == AFTER[-1]
    assert Hand.objects.filter(table=table, number__gt=4).count() == 4
    # Four drawn hands, the chairs of the second round, four hands.
    assert Act.objects.filter(table=table).count() == 9


def test_a_whole_round_without_network_survives_a_reload_without_network(
    phone: Page, line: Wire, table: Table
) -> None:
    thumb = on_this_computer(phone, line, table)
    line.cut()
    # RULES §4, 每圈换: in round two 东 and 南 change chairs, 西 and 北 do.
    expect(phone.locator(".moving .moves li")).to_have_count(4)
    swap(thumb)
    for seat, side in enumerate("senw"):
        expect(thumb.chair(seat)).to_have_class(re.compile(f"chair--{side}"))
    expect(thumb.chair(1)).to_have_class(re.compile("chair--e"))
    for number, (hand, after) in enumerate(zip(ROUND[:2], AFTER, strict=False), start=5):
        play(thumb, number, hand)
        assert totals_shown(thumb) == after
    expect(phone.locator("#waiting [data-waiting-count]")).to_have_text("3")
    phone.reload()
    expect(phone.locator("meta[name=quesai-stored]")).to_have_count(1)
    expect(phone.locator("#offline-badge")).to_contain_text(re.compile(r"\d\d:\d\d"))
    expect(phone.locator("#waiting [data-waiting-count]")).to_have_text("3")
    assert totals_shown(thumb) == AFTER[1]
    # Hand 7 is dealt by the west chair, in which the player drawn 北 sits now.
    expect(phone.locator("#hand-name")).to_contain_text("南风西")
    expect(thumb.chair(3).locator(".wind").first).to_have_text("东")
    for number, hand in enumerate(ROUND[2:], start=7):
        play(thumb, number, hand)
    assert totals_shown(thumb) == AFTER[3]
    expect(phone.locator(".moving .moves li")).to_have_count(4)
    phone.locator("button[data-view=sheet]").tap()
    expect(phone.locator(".score .is-waiting")).to_have_count(4)
    shown = phone.locator("#row-8 .score__total").all_inner_texts()
    assert [int(text.replace("−", "-")) for text in shown] == AFTER[3]
    assert Act.objects.filter(table=table).count() == 4
    line.mend()
    expect_sent(thumb)
    assert_the_round_is_there_once(table)
    expect(phone.locator(".score .is-waiting")).to_have_count(0)
    expect(phone.locator("#offline-badge")).to_have_count(0, timeout=SOON)


def test_on_plain_http_a_round_is_sent_after_a_reload_when_the_network_is_back(
    phone: Page, line: Wire, table: Table, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "club.test"]
    thumb = Thumb(phone, f"http://club.test:{line.port}", table)
    thumb.log_in()
    thumb.open()
    assert phone.evaluate("isSecureContext") is False
    line.cut()
    swap(thumb)
    for number, hand in enumerate(ROUND, start=5):
        play(thumb, number, hand)
    assert totals_shown(thumb) == AFTER[3]
    expect(phone.locator("#waiting [data-waiting-count]")).to_have_text("5")
    assert Act.objects.filter(table=table).count() == 4
    line.mend()
    phone.reload()
    expect_sent(thumb)
    assert_the_round_is_there_once(table)


def test_what_waits_is_listed_and_survives_the_end_of_the_page(phone: Page, line: Wire, table: Table) -> None:
    thumb = on_this_computer(phone, line, table)
    line.cut()
    swap(thumb)
    play(thumb, 5, ROUND[0])
    context = phone.context
    phone.close()
    line.mend()
    again = Thumb(context.new_page(), thumb.address, table)
    line.cut()
    again.open()
    again.tap("#waiting summary")
    expect(again.page.locator("[data-outbox] li")).to_have_count(2)
    expect(again.page.locator("[data-outbox] li").nth(1)).to_contain_text(
        re.compile(r"第5盘.*8番.*\d\d:\d\d")
    )
    line.mend()
    again.tap("[data-send-now]")
    expect_sent(again)
    assert scores(table)[4:] == SCORES[:1]


def test_what_was_not_sent_yet_is_taken_back_on_the_phone_alone(
    phone: Page, line: Wire, table: Table
) -> None:
    thumb = on_this_computer(phone, line, table)
    line.cut()
    swap(thumb)
    play(thumb, 5, ROUND[0])
    play(thumb, 6, (1, 2, 88))
    thumb.tap("[data-act=undo]")
    expect(phone.locator("[data-undo-what]")).to_contain_text("88")
    thumb.tap("#undo [data-save]")
    assert totals_shown(thumb) == AFTER[0]
    play(thumb, 6, ROUND[1])
    line.mend()
    expect_sent(thumb)
    assert scores(table)[4:] == SCORES[:2]
    assert Hand.objects.filter(table=table, number=6).count() == 1


def test_what_may_have_arrived_is_taken_back_where_it_went(phone: Page, line: Wire, table: Table) -> None:
    thumb = on_this_computer(phone, line, table)
    line.cut()
    swap(thumb)
    expect(phone.locator("#waiting")).to_be_visible()
    thumb.tap("[data-act=undo]")
    thumb.tap("#undo [data-save]")
    expect(phone.locator(".moving")).to_be_visible()
    expect(phone.locator("#waiting [data-waiting-count]")).to_have_text("2")
    thumb.tap(".moving [name=swapped][value=false]")
    play(thumb, 5, ROUND[0])
    line.mend()
    expect_sent(thumb)
    table.refresh_from_db()
    # They stayed where they were, after the change was taken back.
    assert (table.confirmed_round, table.chairs) == (2, {"2": [0, 1, 2, 3]})
    assert scores(table)[4:] == SCORES[:1]


def test_a_table_is_closed_without_network(phone: Page, line: Wire, table: Table) -> None:
    for _hand in range(11):
        making.hand(table)
    thumb = on_this_computer(phone, line, table)
    line.cut()
    play(thumb, 16, ROUND[0])
    thumb.taps = 0
    thumb.tap("[data-all-agree]")
    thumb.tap("#closing [data-save]")
    assert thumb.taps == 2
    expect(phone.locator("#closing")).to_be_hidden()
    expect(phone.locator("#hand-name")).to_have_text(re.compile("."))
    line.mend()
    expect_sent(thumb)
    expect(phone.locator("#result")).to_be_visible()
    table.refresh_from_db()
    assert table.is_closed
    assert making.totals(table) == SCORES[0]


def test_what_comes_after_the_table_was_closed_is_kept_for_the_chief_referee(
    phone: Page, line: Wire, table: Table
) -> None:
    thumb = on_this_computer(phone, line, table)
    line.cut()
    swap(thumb)
    play(thumb, 5, ROUND[0])
    close_table(table, ["agreed"] * 4, making.stamp(table), "the hall closes")
    line.mend()
    expect_sent(thumb)
    expect(phone.locator("#kept li")).to_have_count(2)
    expect(phone.locator("#kept")).to_contain_text(re.compile("第5盘"))
    phone.reload()
    expect(phone.locator("#kept li")).to_have_count(2)
    thumb.tap("[data-kept-read]")
    expect(phone.locator("#kept")).to_be_hidden()
    assert LateEntry.objects.filter(table=table).count() == 2
    assert making.totals(table) == [0, 0, 0, 0]


def test_whoever_has_the_phone_next_sees_nothing_of_who_logged_out(
    phone: Page, line: Wire, table: Table
) -> None:
    thumb = on_this_computer(phone, line, table)
    phone.locator(".top details.menu summary").last.tap()
    with phone.expect_navigation():
        phone.locator("form[action='/accounts/logout/'] button").tap()
    line.cut()
    with pytest.raises(Error, match="net::ERR_"):
        phone.goto(thumb.here)


def test_a_browser_that_keeps_nothing_says_so_and_sends_all_the_same(
    phone: Page, line: Wire, table: Table
) -> None:
    phone.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    thumb = on_this_computer(phone, line, table)
    line.cut()
    swap(thumb)
    play(thumb, 5, ROUND[0])
    expect(phone.locator("#unkept")).to_be_visible()
    assert totals_shown(thumb) == AFTER[0]
    line.mend()
    expect_sent(thumb)
    expect(phone.locator("#unkept")).to_be_hidden()
    assert scores(table)[4:] == SCORES[:1]


def test_what_was_saved_before_the_network_went_is_taken_back_without_it(
    phone: Page, line: Wire, table: Table
) -> None:
    thumb = on_this_computer(phone, line, table)
    swap(thumb)
    play(thumb, 5, (1, 2, 88))
    thumb.sent()
    line.cut()
    thumb.tap("[data-act=undo]")
    expect(phone.locator("[data-undo-what]")).to_contain_text("88")
    thumb.tap("#undo [data-save]")
    assert totals_shown(thumb) == [0, 0, 0, 0]
    play(thumb, 5, ROUND[0])
    assert totals_shown(thumb) == AFTER[0]
    phone.reload()
    # The page in the browser's store is older than what the server said last: that counts.
    assert totals_shown(thumb) == AFTER[0]
    expect(phone.locator("#waiting [data-waiting-count]")).to_have_text("2")
    line.mend()
    expect_sent(thumb)
    assert scores(table)[4:] == SCORES[:1]


def test_the_worker_is_looked_at_anew_with_every_release(client: Any) -> None:
    response = client.get("/referee/worker.js")
    assert response["Service-Worker-Allowed"] == "/"
    assert "no-store" in response["Cache-Control"]
    assert response.content.decode().startswith("const RELEASE = ")


def test_tables_stand_in_the_strip_with_what_waits_for_them(
    open_page: Callable[..., Page], line: Wire, table: Table
) -> None:
    tournament = table.session.tournament
    for number in (2, 3, 4):
        tournament.duties.create(staff=tournament.staff.get(user__username="bob"), table_number=number)
    phone = open_page(**PHONE)
    thumb = on_this_computer(phone, line, table)
    line.cut()
    swap(thumb)
    play(thumb, 5, ROUND[0])
    # The other tables of the strip open without network, too.
    phone.locator("#strip-3").tap()
    expect(phone.locator("h1")).to_contain_text("3")
    expect(phone.locator("#strip-waiting-1 [data-waiting-count]")).to_have_text("2")
    play(thumb, 1, (1, 2, 8))
    expect(phone.locator("#strip-waiting-3 [data-waiting-count]")).to_have_text("1")
    line.mend()
    expect(phone.locator("#strip-waiting-1")).to_be_hidden(timeout=SOON)
    expect_sent(thumb)
    assert scores(table)[4:] == SCORES[:1]
    assert scores(making.table(tournament, number=3)) == [[-8, 32, -16, -8]]
