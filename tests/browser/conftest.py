"""A table that is being played, and the telephone of its referee; a file that needs another one has its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests import making
from tests.browser.thumb import Thumb
from tests.browsers import PHONE
from tournament.actions.sessions import start_session
from tournament.models import Table


@pytest.fixture
def table() -> Table:
    """Table 1 of 16 players, looked after by bob; no hand is played yet."""
    tournament = making.drawn(16, 1)
    making.referee(tournament, "bob", [1])
    start_session(tournament, 1, making.user())
    return making.table(tournament)


@pytest.fixture
def thumb(open_page: Callable[..., Page], live_server: Any, table: Table) -> Thumb:
    """His telephone, logged in."""
    # Requests that a service worker sees cannot be intercepted; what it does is tested in test_offline.py.
    thumb = Thumb(open_page(**PHONE, service_workers="block"), live_server.url, table)
    thumb.log_in()
    return thumb
