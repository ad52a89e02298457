"""A final laid out, decided by lots and filled in a browser, with the forms that ask only what they need."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import making
from tests.queries.test_stages import played
from tournament.models import StageEntry
from tournament.queries.stages import qualified

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_final_is_laid_out_and_filled_after_lots_decided_the_tie_at_the_cut(
    desk: Page, live_server: LiveServer
) -> None:
    event = played(fans=(24, 24), seconds=(8, 8))
    making.user()
    desk.goto(f"{live_server.url}/accounts/login/")
    desk.locator("[name=username]").fill("alice")
    desk.locator("[name=password]").fill("secret")
    desk.locator("main form button").click()
    desk.wait_for_url(f"{live_server.url}/organiser/")
    desk.goto(f"{live_server.url}/organiser/{event.slug}/stages/")
    desk.locator("#add > summary").click()
    desk.locator("[name=form][value=groups]").check()
    expect(desk.locator("[name=first_place]")).to_be_hidden()
    expect(desk.locator("[name=group_size]")).to_be_visible()
    desk.locator("[name=form][value=top]").check()
    expect(desk.locator("[name=group_size]")).to_be_hidden()
    desk.locator("[name=name]").fill("Final")
    desk.locator("[name=first_place]").fill("1")
    desk.locator("[name=last_place]").fill("3")
    desk.locator("[name=sessions][value='2']").check()
    desk.locator("[name=carry][value='1/2']").check()
    desk.locator(".stage-form button").click()
    expect(desk.locator("#stage-2 [value=fill] ~ button")).to_be_disabled()
    stage = event.stages.get(number=2)
    first, second = (line.number for line in qualified(event, stage).tied)
    desk.locator(f"[name=lot-{first}]").fill("2")
    desk.locator(f"[name=lot-{second}]").fill("1")
    desk.locator("#stage-2 .lots [name=reason]").fill("tiles drawn face down")
    desk.locator("#stage-2 .lots button").click()
    expect(desk.locator("#stage-2-tie")).to_have_count(0)
    desk.locator("#stage-2 [value=fill] ~ button").click()
    expect(desk.locator("#stage-2")).to_contain_text("3")
    expect(desk.locator("#stage-2 .stage__entries")).to_have_count(1)
    assert StageEntry.objects.get(stage=stage, seed=3).player.number == second
