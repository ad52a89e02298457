"""One tournament in a browser: created, drawn, played on a phone, read on a second screen, printed."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests import making
from tests.browsers import DESK, PHONE
from tournament.models import Table, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOON = 10_000
PLAYERS = "\n".join(f"{n}\t选手{n}\t第{(n - 1) // 4 + 1}队" for n in range(1, 17))
# Sixteen hands: (winner, discarder, fan) by drawn seat; None: a drawn hand; "false": a false win of 南 first.
HANDS: list[tuple[int, int | None, int] | str | None] = [
    (0, 1, 24), (1, None, 8), None, "false", (3, 0, 13), *[(2, 3, 8)] * 12,
]  # fmt: skip


def log_in(page: Page, address: str, name: str, password: str) -> None:
    page.goto(f"{address}/accounts/login/")
    page.fill("[name=username]", name)
    page.fill("[name=password]", password)
    page.press("[name=password]", "Enter")
    page.wait_for_load_state()


def create(desk: Page, address: str) -> Tournament:
    """The organiser creates a tournament, pastes its players, makes it public."""
    desk.goto(f"{address}/organiser/new/")
    desk.check("[name=rotation][value=after_third]")
    desk.check("[name=rulebook][value=cn2014]")
    desk.fill("[name=name]", "春季赛")
    desk.fill("[name=planned_sessions]", "3")
    desk.click("form .btn--primary")
    desk.click(".next .btn--primary")
    desk.fill("[name=text]", "编号\t姓名\t队名\n" + PLAYERS)
    desk.click("[name=act][value=read]")
    desk.click("[value=store]")
    expect(desk.locator("#players tbody tr")).to_have_count(16)
    return Tournament.objects.get(name="春季赛")


def name_referee(desk: Page, address: str, slug: str) -> str:
    """A referee is named and given the first two tables; his password is shown once."""
    desk.goto(f"{address}/organiser/{slug}/staff/")
    desk.fill("[name=name]", "郎平安")
    desk.fill("[name=username]", "lang")
    desk.select_option("#name [name=role]", "referee")
    desk.click("#name .btn--primary")
    password = desk.locator("#password").inner_text()
    desk.goto(f"{address}/organiser/{slug}/staff/")
    desk.locator("[name=tables]").first.fill("1-2")
    desk.locator("form:has([name=tables]) button").first.click()
    return password


def draw_and_publish(desk: Page, address: str, slug: str) -> None:
    desk.goto(f"{address}/organiser/{slug}/draw/")
    desk.locator("main form .btn--primary").first.click()
    expect(desk.locator(".seat__name").first).to_be_visible()
    desk.click("[name=act][value=publish] >> nth=0")
    desk.wait_for_load_state()


class Phone:
    """The referee's phone at table 1; counts the taps of each hand, digits of the fan apart."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).tap()

    def confirm_chairs(self) -> None:
        if self.page.locator(".moving [name=swapped][value=true]").is_visible():
            self.tap(".moving [name=swapped][value=true]")

    def false_win(self, seat: int) -> None:
        self.tap("[data-act=penalty]")
        self.tap(f"#penalty [data-people=seat] [data-person='{seat}']")
        self.tap("[data-kind=false_win_wrong_tile]")
        self.tap("#penalty [data-save]")
        expect(self.page.locator(f"#chair-{seat} .dead")).to_be_visible()

    def hand(self, number: int, entry: tuple[int, int | None, int] | None) -> int:
        """Enter one hand; returns the taps it took without the digits of the fan."""
        expect(self.page.locator("#hand-name")).to_contain_text(f"{number}/16")
        self.confirm_chairs()
        self.taps = 0
        if entry is None:
            self.tap("[data-act=drawn]")
            self.tap("[data-save-hand]")
            return self.taps
        winner, discarder, fan = entry
        self.tap(f"#chair-{winner}")
        self.tap("[data-pick=self]" if discarder is None else f"#chair-{discarder}")
        for digit in str(fan):
            self.page.locator(f"[data-digit='{digit}']").tap()
        self.tap("[data-save-hand]")
        return self.taps


def test_a_tournament_runs_from_its_creation_to_the_printed_standings(
    live_server: Any, open_page: Callable[..., Page]
) -> None:
    address = live_server.url
    making.tournament(4, 1)  # alice has organised before, so she may create
    desk = open_page(**DESK)
    log_in(desk, address, "alice", "secret")
    event = create(desk, address)
    password = name_referee(desk, address, event.slug)
    draw_and_publish(desk, address, event.slug)
    desk.goto(f"{address}/organiser/{event.slug}/")
    desk.click("[name=public][value='1']")
    desk.wait_for_load_state()
    event.refresh_from_db()
    assert event.is_public

    screen = open_page(**PHONE)
    screen.goto(f"{address}/t/{event.slug}/standings/")
    expect(screen.locator(".standing__points")).to_have_count(0)

    phone = Phone(open_page(**PHONE))
    log_in(phone.page, address, "lang", password)
    phone.page.goto(f"{address}/referee/")
    with phone.page.expect_navigation():  # until its scripts listen
        phone.page.locator(".tables__card").first.tap()
    number = 0
    for entry in HANDS:
        if isinstance(entry, str):
            phone.false_win(1)
            continue
        number += 1
        assert phone.hand(number, entry) <= 5
    for seat in range(4):
        phone.page.locator(f"#agree-{seat} label").first.tap()
    phone.page.locator("#closing [data-save]").tap()
    expect(phone.page.locator("#result")).to_be_visible()

    table = Table.objects.get(session__tournament=event, session__number=1, number=1)
    # 东 48 − 16 + 10 − 21 − 12×8; 南 −32 + 48 − 30 − 8 − 96; 西 −8 − 16 + 10 − 8 + 12×32; 北 −8 − 16 + 10 + 37 − 12×16.
    assert making.totals(table) == [-75, -118, 362, -169]
    winner = table.seats.get(chair=2).player
    assert winner is not None
    row = screen.locator(f"#p{winner.number}")
    expect(row.locator(".standing__points")).to_have_text("4", timeout=SOON)
    expect(row.locator(".standing__match")).to_have_text("+362")

    with screen.expect_download() as download:
        screen.locator("a[href*='standings.pdf']").first.evaluate(
            "link => { link.download = 'x.pdf'; link.click() }"
        )
    text = "".join(
        page.extract_text() for page in PdfReader(io.BytesIO(download.value.path().read_bytes())).pages
    )
    assert winner.name in text
    assert "362" in text
    assert re.search("春季赛", text)
