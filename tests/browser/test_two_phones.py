"""Two phones at one table: what was entered twice is there once, and where they disagree the referee decides."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests import making
from tests.browser.networks import Wire, wire
from tests.browser.thumb import Thumb, scores
from tests.browsers import PHONE
from tournament.actions.agreement import answer_call
from tournament.models import Act, Call, Hand, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOON = 20_000
# What the first phone has entered without network: (winner, discarder, fan) by drawn seat.
MINE = [(2, 1, 24), (0, 3, 8), (1, 0, 13)]
# RULES §2, counted by hand: 8 from each, and the fan from the discarder.
MINE_SCORES = [[-8, -32, 48, -8], [32, -8, -8, -16], [-21, 37, -8, -8]]
THEIRS = (2, 1, 21)
THEIRS_SCORES = [-8, -29, 45, -8]


@pytest.fixture(autouse=True)  # before the browser is there, and until it is gone
def line(live_server: Any) -> Iterator[Wire]:
    port = urlsplit(live_server.url).port
    assert port is not None
    with wire(port) as made:
        yield made


@pytest.fixture
def first(open_page: Callable[..., Page], line: Wire, table: Table) -> Thumb:
    """The first phone, which loses its network and is left with three hands."""
    thumb = Thumb(open_page(**PHONE, service_workers="block"), f"http://localhost:{line.port}", table)
    thumb.log_in()
    thumb.open()
    line.cut()
    for winner, discarder, fan in MINE:
        thumb.hand(winner, discarder, fan)
        thumb.tap("[data-save-hand]")
    expect(thumb.page.locator("#waiting [data-waiting-count]")).to_have_text("3")
    return thumb


@pytest.fixture
def second(open_page: Callable[..., Page], live_server: Any, table: Table) -> Thumb:
    """The second phone, on another network."""
    thumb = Thumb(open_page(**PHONE, service_workers="block"), live_server.url, table)
    thumb.log_in()
    thumb.open()
    return thumb


def enter(thumb: Thumb, hand: tuple[int, int, int]) -> None:
    thumb.hand(*hand)
    thumb.tap("[data-save-hand]")
    thumb.sent()


def expect_sent(thumb: Thumb) -> None:
    expect(thumb.page.locator("#table")).to_have_attribute("data-unsent", "0", timeout=SOON)


def expect_the_question(thumb: Thumb) -> None:
    held = thumb.page.locator("#held")
    expect(held).to_be_visible(timeout=SOON)
    expect(held.locator("[data-mine]")).to_contain_text(re.compile("第1盘.*24番"))
    expect(held.locator("[data-theirs-text]")).to_contain_text(re.compile("第1盘.*21番"))
    expect(held.locator("[data-theirs-by]")).to_contain_text("Bob")
    expect(held.locator("[data-behind-count]")).to_have_text("2")


def test_where_they_disagree_what_is_on_the_sheet_may_stay(
    first: Thumb, second: Thumb, line: Wire, table: Table
) -> None:
    enter(second, THEIRS)
    line.mend()
    expect_the_question(first)
    # Nothing behind the disputed hand was sent, and nothing of it is lost, also over a reload.
    assert scores(table) == [THEIRS_SCORES]
    first.page.reload()
    expect_the_question(first)
    assert scores(table) == [THEIRS_SCORES]
    first.tap("[data-choice=keep]")
    expect_sent(first)
    assert scores(table) == [THEIRS_SCORES, *MINE_SCORES[1:]]
    # −8 + 32 − 21, −29 − 8 + 37, 45 − 8 − 8, −8 − 16 − 8
    assert making.totals(table) == [3, 0, 29, -32]
    assert Hand.objects.filter(table=table).count() == 3


def test_where_they_disagree_it_is_replaced_with_a_reason(
    first: Thumb, second: Thumb, line: Wire, table: Table
) -> None:
    enter(second, THEIRS)
    line.mend()
    expect_the_question(first)
    first.tap("[data-choice=replace]")
    first.tap("#held form .btn--primary")
    expect(first.page.locator("#held [data-error=reason]")).to_be_visible()
    assert scores(table) == [THEIRS_SCORES]
    first.page.locator("#held [name=reason]").fill("three more fan were found")
    first.tap("#held form .btn--primary")
    expect_sent(first)
    assert scores(table) == MINE_SCORES
    # −8 + 32 − 21, −32 − 8 + 37, 48 − 8 − 8, −8 − 16 − 8
    assert making.totals(table) == [3, -3, 32, -32]
    old, new = Hand.objects.filter(table=table, number=1).order_by("revision")
    assert (old.fan, old.is_current, new.fan, new.reason) == (21, False, 24, "three more fan were found")


def test_a_second_phone_goes_on_where_the_first_one_died(
    first: Thumb, second: Thumb, line: Wire, table: Table
) -> None:
    # The referee remembers what he had entered, and plays on with another phone.
    for hand in [*MINE, (3, 2, 16)]:
        enter(second, hand)
    line.mend()
    expect_sent(first)
    expect(first.page.locator("#kept li")).to_have_count(3)
    expect(first.page.locator("#held")).to_be_hidden()
    expect(first.page.locator("#hand-name")).to_contain_text("5/16")
    assert scores(table) == [*MINE_SCORES, [-8, -8, -24, 40]]
    assert Act.objects.filter(table=table).count() == 4


def test_a_hand_that_was_taken_back_elsewhere_is_recorded_as_the_next_one(
    first: Thumb, second: Thumb, line: Wire, table: Table
) -> None:
    enter(second, MINE[0])
    second.tap("[data-act=undo]")
    second.tap("#undo [data-save]")
    second.sent()
    line.mend()
    expect(first.page.locator("#held")).to_be_visible(timeout=SOON)
    expect(first.page.locator("[data-choice=keep]")).to_be_hidden()
    expect(first.page.locator("[data-choice=next]")).to_contain_text("1")
    first.tap("[data-choice=next]")
    expect_sent(first)
    assert scores(table) == MINE_SCORES


def test_a_hand_that_is_not_to_be_recorded_leaves_those_behind_it_in_their_order(
    first: Thumb, second: Thumb, line: Wire, table: Table
) -> None:
    # What the first phone has as hands 1 to 3 are hands 2 to 4: the second phone had entered the first one.
    enter(second, (3, 2, 88))
    line.mend()
    expect(first.page.locator("#held")).to_be_visible(timeout=SOON)
    expect(first.page.locator("[data-choice=next]")).to_contain_text("2")
    first.tap("[data-choice=next]")
    expect_sent(first)
    assert scores(table) == [[-8, -8, -96, 112], *MINE_SCORES]


def test_a_penalty_that_was_given_meanwhile_is_asked_about_and_may_stand(
    first: Thumb, line: Wire, table: Table
) -> None:
    making.penalty(table, 3, 10)
    line.mend()
    expect(first.page.locator("#held")).to_be_visible(timeout=SOON)
    first.tap("[data-choice=next]")
    expect_sent(first)
    assert scores(table) == MINE_SCORES
    assert making.totals(table) == [3, -3, 32, -42]


def test_a_call_goes_out_before_what_must_be_decided(
    first: Thumb, second: Thumb, line: Wire, table: Table
) -> None:
    first.tap(".ref__call")
    first.page.locator("#calling-text").fill("they disagree")
    first.tap("#calling .btn--primary")
    expect(first.page.locator("#call-waits")).to_be_visible()
    expect(first.page.locator("#waiting [data-waiting-count]")).to_have_text("4")
    enter(second, THEIRS)
    line.mend()
    expect_the_question(first)
    expect(first.page.locator("[data-call-waits]")).to_contain_text("they disagree", timeout=SOON)
    expect(first.page.locator("#call-waits")).to_be_hidden()
    assert Call.objects.get().text == "they disagree"
    # The answer makes nothing stale that waits on the phone.
    answer_call(table, making.stamp(table))
    first.tap("[data-choice=keep]")
    expect_sent(first)
    assert scores(table) == [THEIRS_SCORES, *MINE_SCORES[1:]]
