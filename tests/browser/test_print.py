"""Paper from the browser: what a reader prints of a page is a page of its own."""

import io
from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from tests import making
from tournament.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def printed(page: Page) -> list[str]:
    """The text of each sheet of paper."""
    paper = PdfReader(io.BytesIO(page.pdf(format="A4")))
    return [sheet.extract_text() for sheet in paper.pages]


def test_every_sheet_of_the_standings_has_their_head_and_a_table_fits_on_one(
    live_server: LiveServer, open_page: Callable[..., Page]
) -> None:
    event = making.drawn(48, 1)
    table = making.table(event, 1, 1)
    making.hand(table, winner=0, fan=8)
    making.close(table)
    page = open_page(base_url=live_server.url, locale="en-GB", color_scheme="dark")
    page.goto(f"/t/{event.slug}/standings/")
    sheets = printed(page)
    names = Player.objects.filter(tournament=event).values_list("name", flat=True)
    assert [name for name in names if name not in "".join(sheets)] == []
    assert len(sheets) > 1
    assert all("Standard points" in sheet for sheet in sheets[:2])
    assert "Log in" not in "".join(sheets)  # nothing that can only be pressed
    assert " left" not in "".join(sheets)  # a clock stands still on paper
    page.goto(f"/t/{event.slug}/sessions/1/tables/1/")
    assert len(printed(page)) == 1
