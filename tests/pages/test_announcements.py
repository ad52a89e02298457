"""What the organiser announces, and where everybody reads it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import making
from tournament.actions.announcements import announce, take_down
from tournament.models import Announcement, LogEntry, Staff, Tournament
from tournament.pages.public.head import build_head
from tournament.queries.announcements import current
from tournament.queries.history import history
from tournament.queries.overview import public_sessions
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


def test_an_organisers_announcement_is_above_every_public_page_until_it_is_taken_down(client: Client) -> None:
    event = making.drawn(8, 2)
    desk = f"/organiser/{event.slug}/announcements/"
    client.force_login(making.user())
    typed = "Lunch\n is   <b>served</b> &   =1+1 𠮷"
    answer = client.post(desk, {"act": "announce", "text": typed, "minutes": ""})
    assert (answer.status_code, answer["Location"]) == (302, desk)
    assert Announcement.objects.get().text == "Lunch is <b>served</b> & =1+1 𠮷"
    shown = "Lunch is &lt;b&gt;served&lt;/b&gt; &amp; =1+1 𠮷"
    reader = Client(headers={"accept-language": "en"})
    for page in ("", "seats/", "standings/", "sessions/1/", "sessions/1/tables/1/", "players/", "programme/"):
        assert shown in reader.get(f"/t/{event.slug}/{page}").content.decode(), page
    assert shown in client.get(desk).content.decode()
    client.post(desk, {"act": "take_down", "announcement": Announcement.objects.get().pk})
    assert shown not in reader.get(f"/t/{event.slug}/seats/").content.decode()
    told = [line.what for line in history(event, limit=2)[0]]
    assert [text.count("Lunch is <b>served</b>") for text in told] == [1, 1]
