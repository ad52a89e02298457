"""The programme in event files: a round trip, and every problem at its place."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests import making
from tournament.actions.importing import store_event
from tournament.actions.programme import ItemFacts, add_item, plan_starts
from tournament.exchange.event_export import export_event
from tournament.exchange.event_file import read_event
from tournament.exchange.reading import EventFileError
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def test_the_programme_survives_export_and_import() -> None:
    event, by = making.tournament(4, 2), making.user()
    nine = datetime(2026, 12, 31, 21, 0, tzinfo=event.tz)
    add_item(event, ItemFacts("Party 𠮷", nine, nine + timedelta(hours=4), "Bar"), by)
    plan_starts(event, {2: nine + timedelta(hours=5)}, by)
    exported = export_event(event)
    assert exported["programme"] == [
        {
            "title": "Party 𠮷",
            "place": "Bar",
            "starts_at": "2026-12-31T21:00:00+08:00",
            "ends_at": "2027-01-01T01:00:00+08:00",
        },
        {"session": 2, "starts_at": "2027-01-01T02:00:00+08:00"},
    ]
    again = Tournament.objects.get(slug=store_event(read_event(json.dumps(exported).encode()), by).slug)
    assert export_event(again)["programme"] == exported["programme"]
    assert again.sessions.get(number=1).starts_at is None


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ([{"title": "x"}], "programme[0].starts_at"),
        ([{"title": "x", "starts_at": "2026-05-01T09:00:00"}], "programme[0].starts_at"),
        ([{"title": "x", "starts_at": "0001-01-01T00:00:00+14:00"}], "programme[0].starts_at"),
        ([{"title": " ", "starts_at": "2026-05-01T09:00:00Z"}], "programme[0].title"),
        ([{"session": 3, "starts_at": "2026-05-01T09:00:00Z"}], "programme[0].session"),
        ([{"session": 1, "title": "x", "starts_at": "2026-05-01T09:00:00Z"}], "programme[0].title"),
        (
            [{"title": "x", "starts_at": "2026-05-01T09:00:00Z", "ends_at": "2026-05-01T16:00:00+08:00"}],
            "programme[0].ends_at",
        ),
        (
            [
                {"session": 1, "starts_at": "2026-05-01T09:00:00Z"},
                {"session": 2, "starts_at": "2026-05-01T17:00:00+08:00"},
            ],
            "programme",
        ),
        ([{"session": 1, "starts_at": "2026-05-01T09:00:00Z"}] * 2, "programme"),
        ([{}] * 301, "programme"),
    ],
)
def test_a_line_that_makes_no_sense_is_told_at_its_place(lines: list[Any], place: str) -> None:
    event = {"format": "mcr-event/1", "name": "Cup", "planned_sessions": 2, "programme": lines}
    with pytest.raises(EventFileError) as refused:
        read_event(json.dumps(event).encode())
    assert [problem.place for problem in refused.value.problems] == [place]
