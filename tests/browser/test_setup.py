"""Setting a tournament up in a browser: created, and 16 players enrolled by pasting."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import making
from tournament.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = (
    "王芳",
    "李小龙",
    "𠮷野家",
    "足立レイ",
    "Müller",
    "O’Brien",
    "D'ANGELO, Christiane",
    "ő Ё",
    "陈伟",
    "赵六",
    "Anna de Vries",
    "김민준",
    "Łucja",
    "🐷",
    "=1+1",
    "周杰",
)
LIST = "\n".join(
    ["编号\t姓名\t队名", *(f"{n}\t{name}\t{'东南西北'[(n - 1) // 4]}队" for n, name in enumerate(NAMES, 1))]
)


def log_in(page: Page, server: Any) -> None:
    making.tournament(4, 1)  # alice has organised before, so she may create
    page.goto(f"{server.url}/accounts/login/?next=/organiser/")
    page.fill("[name=username]", "alice")
    page.fill("[name=password]", "secret")
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/organiser/")


def test_a_tournament_is_created_and_16_players_are_pasted(desk: Page, live_server: Any) -> None:
    page = desk
    log_in(page, live_server)
    page.click("a[href$='/organiser/new/']")

    page.click(".sixteen > summary")
    page.check("[name=rotation][value=every_round]")
    expect(page.locator("[data-scheme=every_round]")).to_be_visible()
    expect(page.locator("[data-scheme=after_third]")).to_be_hidden()
    page.check("[name=rulebook][value=mil2025]")
    page.fill("[name=zone]", "Mars")
    page.click("form .btn--primary")
    expect(page.locator(".field--wrong")).to_have_count(2)  # no name, and no such zone
    expect(page.locator("[name=rotation][value=every_round]")).to_be_checked()
    page.fill("[name=name]", "春季公开赛")
    page.fill("[name=zone]", "Asia/Shanghai")
    page.click("form .btn--primary")

    page.click(".next .btn--primary")
    page.fill("[name=text]", LIST.replace("4\t足立", "3\t足立"))
    page.click("[name=act][value=read]")
    expect(page.locator(".problems .is-wrong")).to_have_count(1)
    expect(page.locator("[value=store]")).to_have_count(0)
    page.fill("[name=text]", LIST)
    page.click("[name=act][value=read]")
    page.click("[value=store]")
    expect(page.locator("#players tbody tr")).to_have_count(16)
    assert page.locator("#players tbody th a").all_inner_texts() == list(NAMES)

    page.fill("[data-filter]", "足立")
    expect(page.locator("#players tbody tr:visible")).to_have_count(1)
    page.fill("[data-filter]", "西队")
    expect(page.locator("#players tbody tr:visible")).to_have_count(4)
    made = Tournament.objects.get(name="春季公开赛")
    assert (made.players.count(), made.teams.count(), made.rulebook.rotation) == (16, 4, "every_round")


def test_the_order_of_the_standings_is_changed_with_buttons_and_the_example_follows(
    desk: Page, live_server: Any
) -> None:
    page = desk
    log_in(page, live_server)
    event = making.tournament(4, 1)
    page.goto(f"{live_server.url}/organiser/{event.slug}/rules/")
    page.click(".keys__one:has([name=tie_breaks-match_points]) [data-up]")
    expect(page.locator("[name=tie_breaks-match_points]")).to_have_value("1")
    expect(page.locator("[name=tie_breaks-standard_points]")).to_have_value("2")
    page.click(".keys__one:has([name=tie_breaks-firsts]) [data-up]")
    expect(page.locator("#example-order li")).to_have_count(4)
    page.click(".keys__one:has([name=tie_breaks-sorted_session_standard_points]) [data-drop]")
    expect(page.locator("#example-order li")).to_have_count(3)
    page.fill("[name=scale-1]", "6")
    expect(page.locator("#example-ties tbody tr").nth(1)).to_contain_text("4½")
    page.click(".savebar .btn--primary")
    page.wait_for_load_state()
    expect(page.locator(".note.is-success")).to_be_visible()
    event.refresh_from_db()
    assert event.rulebook.tie_breaks == ("match_points", "standard_points", "firsts")
    assert event.rulebook.scale == (6, 3, 2, 1)


def test_without_a_script_a_list_is_enrolled_as_well(open_page: Any, live_server: Any) -> None:
    page = open_page(java_script_enabled=False, viewport={"width": 390, "height": 844})
    log_in(page, live_server)
    event = making.tournament(4, 1)
    page.goto(f"{live_server.url}/organiser/{event.slug}/players/import/")
    page.fill("[name=text]", "王芳\n陈伟")
    page.click("[name=act][value=read]")
    page.click("[value=store]")
    expect(page.locator("#players tbody tr")).to_have_count(6)
    page.goto(f"{live_server.url}/organiser/{event.slug}/players/5/remove/")
    page.click(".sure .btn--danger")
    expect(page.locator("#players tbody tr")).to_have_count(5)
