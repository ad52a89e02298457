"""A web archive in a browser: from a folder, without a server, and without scripts."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from tests import making
from tests.browsers import DESK, PHONE
from tests.prints.finished import finished
from tournament.actions import jobs
from tournament.models import PrintedFile
from tournament.pages.archive.work import ask_for_archive

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The archive of a finished tournament, unpacked."""
    ask_for_archive(finished(), "both", making.user())
    jobs.wait()
    with zipfile.ZipFile(io.BytesIO(PrintedFile.objects.get().content)) as archive:
        archive.extractall(tmp_path)
    return tmp_path


def test_it_opens_from_a_folder_without_scripts_and_asks_for_nothing_that_is_not_there(
    folder: Path, open_page: Callable[..., Page]
) -> None:
    page = open_page(locale="en-GB", java_script_enabled=False, color_scheme="dark", **PHONE)
    failed: list[str] = []
    asked: list[str] = []

    def note(request: Request) -> None:
        failed.append(request.url)

    page.on("requestfailed", note)
    page.on("request", lambda request: asked.append(request.url))
    page.goto((folder / "index.html").as_uri())
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Open"))
    page.get_by_role("link", name="Standings", exact=True).first.click()
    expect(page.locator("#standings tbody tr")).to_have_count(8)
    page.locator("#p3").get_by_role("link", name="Player 3", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Player 3")
    page.get_by_role("link", name=re.compile(r"^Session 1, table \d$")).click()
    expect(page.locator("table.sheet tbody tr")).to_have_count(16)
    page.get_by_role("link", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    assert failed == []
    assert [url for url in asked if not url.startswith(folder.as_uri())] == []
    # The sign on top is drawn from inside of the page, in the colours of a dark system.
    box = page.locator(".brand__mark").bounding_box()
    assert box is not None and box["width"] > 10
    page.emulate_media(color_scheme="light")
    for screen in (PHONE, DESK):
        size = screen["viewport"]
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
