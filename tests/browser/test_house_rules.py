"""A club evening under each of the house rules: created at the desk, entered on a telephone, printed at the end."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests import making
from tests.browser.thumb import Thumb, scores
from tests.browsers import PHONE
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.sessions import close_session, start_session
from tournament.models import Table, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@dataclass(frozen=True)
class Evening:
    """What is tapped after the dealer 东 was tapped and self-draw chosen, and what the hand gives 东 南 西 北.

    `second` is what each of the four has after 南 has won the second hand on 西's discard, with `then` tapped,
    or the same.
    """

    rulebook: str
    taps: Sequence[str]
    first: Sequence[int]
    second: Sequence[int]
    then: Sequence[str] | None = None


# By the tables of each rulebook, 东 dealing both hands where he repeats (everywhere he won the first).
EVENINGS = (
    # Six fan: the dealer wins double and a self-draw doubles, 24 each; on the discard all pay 6, the dealer 12.
    Evening("club111", ["fan=6"], (72, -24, -24, -24), (60, 0, -30, -30)),
    # 平胡: 庄自摸 4 each; 闲胡闲放炮 2 from the discarder, 2 from the dealer, 1 from the other.
    Evening("nanchang", ["kind:pinghu"], (12, -4, -4, -4), (10, 1, -6, -5)),
    # 单番: 80 from each, 40 from the discarder.
    Evening("lianyungang", ["kind:danfan"], (240, -80, -80, -80), (240, -40, -120, -80)),
    # 大对子: 30 from each, 30 from the discarder.
    Evening("zhuoji", ["kind:daduizi"], (90, -30, -30, -30), (90, 0, -60, -30)),
    # No bird hits: 2 from each; 1 from the discarder.
    Evening("zhuanzhuan", [], (6, -2, -2, -2), (6, -1, -3, -2)),
    # 碰碰胡 is two fan: 3 × 4 = 12.
    Evening("shanghai", ["kind:all_pungs"], (36, -12, -12, -12), (36, 0, -24, -12)),
    # 自摸 is two bases from each, 平胡 one.
    Evening("minnan", ["kind:self_draw"], (6, -2, -2, -2), (5, 1, -3, -3), ["kind:plain"]),
    # 硬牌 2, of the dealer 2 × 2; he pays 2 × 4 after one repeat, the others 2.
    Evening("wenzhou", ["kind:hard"], (12, -4, -4, -4), (4, 8, -6, -6)),
    # The table to begin with: 平胡 is 4 from each to the dealer; 2 from the discarder, 2 from him, 1 from the other.
    Evening("own_table", ["kind:plain"], (12, -4, -4, -4), (10, 1, -6, -5)),
)


@pytest.fixture
def desk_of_alice(desk: Page, live_server: Any) -> Page:
    making.tournament(4, 1)  # alice has organised before, so she may create
    desk.goto(f"{live_server.url}/accounts/login/?next=/organiser/new/")
    desk.fill("[name=username]", "alice")
    desk.fill("[name=password]", "secret")
    desk.press("[name=password]", "Enter")
    desk.wait_for_url("**/organiser/new/")
    return desk


def created(desk: Page, rulebook: str) -> Tournament:
    """A tournament of one session with four players, drawn; only its creation is tried here."""
    desk.check(f"[name=rulebook][value={rulebook}]")
    desk.fill("[name=name]", f"Evening {rulebook}")
    desk.click("form .btn--primary")
    expect(desk.locator(".next .btn--primary")).to_be_visible()
    event = Tournament.objects.get(name=f"Evening {rulebook}")
    enrol(event, [PersonFacts(f"Player {n}") for n in range(1, 5)], making.user())
    make_draw(event, [1], making.user(), seed="x")
    publish_draw(event, [1], making.user())
    making.referee(event, "bob", [1])
    start_session(event, 1, making.user())
    return event


def tap_what(page: Page, taps: Sequence[str]) -> None:
    for one in taps:
        if "=" in one:
            key, text = one.split("=")
            page.locator(f"[data-field={key}] input").fill(text)
        else:
            key, option = one.split(":")
            page.locator(f"[data-field={key}] [data-option={option}]").tap()


def won(thumb: Thumb, winner: int, discarder: int | None, taps: Sequence[str]) -> None:
    """Enter a win and record it."""
    thumb.tap(f"#chair-{winner}")
    thumb.tap(f"[data-won={'self_draw' if discarder is None else 'discard'}]")
    if discarder is not None:
        thumb.tap(f"#chair-{discarder}")
    tap_what(thumb.page, taps)
    thumb.record()


@pytest.mark.parametrize("evening", EVENINGS, ids=[one.rulebook for one in EVENINGS])
def test_an_evening_goes_from_its_creation_to_the_printed_standings(
    desk_of_alice: Page, open_page: Callable[..., Page], live_server: Any, evening: Evening
) -> None:
    event = created(desk_of_alice, evening.rulebook)
    table: Table = making.table(event)
    thumb = Thumb(open_page(**PHONE, service_workers="block"), live_server.url, table)
    thumb.log_in()
    thumb.open()
    won(thumb, 0, None, evening.taps)
    assert scores(table) == [list(evening.first)]
    won(thumb, 1, 2, evening.taps if evening.then is None else evening.then)
    table.refresh_from_db()
    assert [seat.account for seat in table.seats.order_by("chair")] == list(evening.second)

    table = making.table(event)
    making.close(table, "the club closes")
    close_session(event, 1, making.user())
    address = f"{live_server.url}/t/{event.slug}/standings"
    desk_of_alice.goto(f"{address}/")
    answer = desk_of_alice.request.get(f"{address}.pdf")
    printed = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.body())).pages)
    start = event.rulebook.starting_points
    for seat in table.seats.select_related("player"):
        assert seat.player is not None
        line = desk_of_alice.locator("tr", has_text=seat.player.name)
        expect(line).to_contain_text(str(abs(seat.account)))
        assert seat.player.name in printed
        assert str(abs(seat.account + start)) in printed
