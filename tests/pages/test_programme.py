"""The programme for everybody, and what the organiser enters."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tests import making
from tournament.actions.programme import ItemFacts, add_item, plan_starts

pytestmark = pytest.mark.django_db
SHANGHAI = ZoneInfo("Asia/Shanghai")


def test_the_public_programme_lists_items_and_planned_sessions_by_days_of_the_tournaments_zone(
    client: Client, monkeypatch: Any
) -> None:
    event, by = making.tournament(8, 2), making.user()
    at = datetime(2026, 5, 1, 9, 30, tzinfo=SHANGHAI)
    # 23:30 in Shanghai is still the first of May there, and 15:30 in London.
    add_item(event, ItemFacts("Karaoke <b>", datetime(2026, 5, 1, 23, 30, tzinfo=SHANGHAI), place="Bar & 馆"), by)
    add_item(event, ItemFacts("Registration", datetime(2026, 5, 1, 9, 0, tzinfo=SHANGHAI)), by)
    plan_starts(event, {1: datetime(2026, 5, 1, 10, 0, tzinfo=SHANGHAI)}, by)
    monkeypatch.setattr(timezone, "now", lambda: at)
    text = client.get(f"/t/{event.slug}/programme/", headers={"accept-language": "en"}).content.decode()
    assert "Karaoke &lt;b&gt;" in text and "Bar &amp; 馆" in text and "<b>" not in text.split("Karaoke")[1][:20]
    assert text.index("09:00") < text.index("10:00") < text.index("23:30")
    assert text.count("Friday") == 1 and "Saturday" not in text
    assert "Asia/Shanghai" in text
