"""The page of rules under house rules in a browser: a kind is added, its examples appear at once, and it is saved."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import making
from tournament.actions.events import EventFacts, create_tournament
from tournament.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_kind_is_added_its_examples_appear_and_it_is_saved(desk: Page, live_server: Any) -> None:
    event = create_tournament(EventFacts("Club evening"), making.user(), "own_table")
    desk.goto(f"{live_server.url}/accounts/login/?next=/organiser/{event.slug}/rules/")
    desk.fill("[name=username]", "alice")
    desk.fill("[name=password]", "secret")
    desk.press("[name=password]", "Enter")
    desk.click("[data-add=kinds]")
    row = desk.locator("[data-rows=kinds] [data-row='4']")
    expect(row.locator("[name='terms-kinds-4-order']")).to_have_value("4")
    expect(row.locator(".terms__name input").first).to_be_focused()
    row.locator("[name='terms-kinds-4-name']").fill("Fours")
    for column, amount in (("self_draw", 3), ("discard", 5), ("other", 0)):
        for role in ("plain", "dealer_pays", "dealer_wins"):
            row.locator(f"[name='terms-kinds-4-{column}-{role}']").fill(str(amount))
    # Everybody pays 3 on a self-draw, whoever deals.
    example = desk.locator("#example-hands tr", has_text="Fours：自摸")
    expect(example.locator("ins")).to_have_text(["−3", "+9", "−3", "−3"])
    desk.click(".savebar .btn--primary")
    expect(desk.locator("[data-rows=kinds] [data-row]")).to_have_count(4)
    kind = Tournament.objects.get(pk=event.pk).rulebook.terms["kinds"][3]
    assert (kind["key"], kind["discard"]["plain"]) == ("Fours", 5)
