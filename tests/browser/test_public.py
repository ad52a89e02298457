"""A spectator's phone and screen: what they show follows the tables, and the reader keeps his place."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import making
from tests.browsers import DESK, PHONE
from tests.pages.public_sheet import sitter
from tournament.models import Player, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOON = 10_000


@pytest.fixture
def tournament() -> Tournament:
    """Forty players; table 1 of session 1 is closed, table 2 has played one hand."""
    made = making.drawn(40, 2)
    Player.objects.filter(tournament=made, number=7).update(name="李小龙")
    first = making.table(made, 1, 1)
    making.hand(first, winner=0, fan=8)
    making.close(first)
    making.hand(making.table(made, 1, 2), winner=0, fan=30)
    return made


def test_standings_change_when_a_table_closes_and_scroll_filter_and_open_rows_stay(
    tournament: Tournament, live_server: LiveServer, open_page: Callable[..., Page]
) -> None:
    table = making.table(tournament, 1, 2)
    leader, loser = sitter(table, 0), sitter(table, 1)
    screen = open_page(locale="en-GB", **PHONE)
    screen.goto(f"{live_server.url}/t/{tournament.slug}/standings/")
    leading = screen.locator(f"#p{leader.number}")
    expect(leading.locator(".standing__points")).to_have_text("0")
    screen.get_by_role("searchbox").fill("player")
    expect(screen.locator("#p7")).to_be_hidden()
    opened = screen.locator(f"#p{loser.number} details")
    opened.locator("summary").click()
    screen.evaluate("scrollTo(0, 900)")
    before = screen.evaluate("scrollY")

    making.close(table)

    # Self-draw of 30: 3 × 38 = +114 and −38 each; the three share (3 + 2 + 1) / 3 = 2.
    expect(leading.locator(".standing__points")).to_have_text("4", timeout=SOON)
    expect(leading.locator(".standing__match")).to_have_text("+114")
    expect(screen.locator(f"#p{loser.number} .standing__points")).to_have_text("2")
    assert screen.evaluate("scrollY") == before
    expect(screen.get_by_role("searchbox")).to_have_value("player")
    expect(screen.locator("#p7")).to_be_hidden()
    expect(opened).to_have_attribute("open", "")


def test_the_sheet_of_a_table_follows_hand_by_hand(
    tournament: Tournament, live_server: LiveServer, open_page: Callable[..., Page]
) -> None:
    table = making.table(tournament, 1, 2)
    screen = open_page(locale="en-GB", **DESK)
    screen.goto(f"{live_server.url}/t/{tournament.slug}/sessions/1/tables/2/")
    expect(screen.locator("#seat0")).to_contain_text("+114")
    making.hand(table, winner=1, fan=8, discarder=0)  # +32 for 南, −16 for 东
    expect(screen.locator("#h2")).to_contain_text("8 fan", timeout=SOON)
    expect(screen.locator("#seat0")).to_contain_text("+98")


def test_a_player_finds_his_table_with_one_hand(
    tournament: Tournament, live_server: LiveServer, phone: Page
) -> None:
    seat = Player.objects.get(tournament=tournament, number=7).seats.get(session__number=1)
    phone.goto(f"{live_server.url}/t/{tournament.slug}/seats/")
    phone.get_by_role("searchbox").fill("lxl")
    shown = phone.locator("#people tbody tr:visible")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("李小龙")
    expect(shown.locator(".hero")).to_have_text(str(seat.table.number))
    phone.get_by_role("searchbox").press("Enter")
    expect(phone.locator(".my-seat__table")).to_have_text(str(seat.table.number))
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_whom_one_follows_stands_on_top_and_stays_there(
    tournament: Tournament, live_server: LiveServer, open_page: Callable[..., Page]
) -> None:
    screen = open_page(locale="en-GB", **PHONE)
    screen.goto(f"{live_server.url}/t/{tournament.slug}/standings/")
    expect(screen.locator("#followed")).to_be_hidden()
    screen.locator("#p7 summary").click()
    screen.locator("#p7 .follow").click()
    expect(screen.locator("#followed tbody tr")).to_have_count(1)
    screen.reload()
    expect(screen.locator("#followed")).to_contain_text("李小龙")
    making.close(making.table(tournament, 1, 2))
    expect(screen.locator(f"#p{sitter(making.table(tournament, 1, 2), 0).number}")).to_contain_text(
        "+114", timeout=SOON
    )
    expect(screen.locator("#followed tbody tr")).to_have_count(1)
    screen.locator("#followed summary").click()
    screen.locator("#followed .follow").click()
    expect(screen.locator("#followed")).to_be_hidden()
