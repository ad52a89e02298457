"""The programme for everybody, and what the organiser enters."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tests import making
from tournament.actions.drawing import make_draw
from tournament.actions.programme import ItemFacts, add_item, plan_starts
from tournament.models import ProgrammeItem, Tournament

pytestmark = pytest.mark.django_db
SHANGHAI = ZoneInfo("Asia/Shanghai")


def test_the_public_programme_lists_items_and_planned_sessions_by_days_of_the_tournaments_zone(
    client: Client, monkeypatch: Any
) -> None:
    event, by = making.tournament(8, 2), making.user()
    at = datetime(2026, 5, 1, 9, 30, tzinfo=SHANGHAI)
    # 23:30 in Shanghai is still the first of May there, and 15:30 in London.
    add_item(
        event, ItemFacts("Karaoke <b>", datetime(2026, 5, 1, 23, 30, tzinfo=SHANGHAI), place="Bar & 馆"), by
    )
    add_item(event, ItemFacts("Registration", datetime(2026, 5, 1, 9, 0, tzinfo=SHANGHAI)), by)
    plan_starts(event, {1: datetime(2026, 5, 1, 10, 0, tzinfo=SHANGHAI)}, by)
    monkeypatch.setattr(timezone, "now", lambda: at)
    text = client.get(f"/t/{event.slug}/programme/", headers={"accept-language": "en"}).content.decode()
    assert (
        "Karaoke &lt;b&gt;" in text and "Bar &amp; 馆" in text and "<b>" not in text.split("Karaoke")[1][:20]
    )
    assert text.index("09:00") < text.index("10:00") < text.index("23:30")
    assert text.count("Friday") == 1 and "Saturday" not in text
    assert "Asia/Shanghai" in text


def test_the_organiser_enters_what_a_clock_on_the_wall_shows(client: Client) -> None:
    event, by = making.tournament(8, 2), making.user()
    Tournament.objects.filter(pk=event.pk).update(zone="Europe/Berlin")
    client.force_login(by)
    desk = f"/organiser/{event.slug}/programme/"

    def add(day: str, begins: str, ends: str = "", title: str = "Dinner") -> Any:
        form = {"act": "add", "title": title, "place": "", "day": day, "begins": begins, "ends": ends}
        return client.post(desk, form, headers={"accept-language": "en"}, follow=True)

    assert add("2026-03-28", "22:00", "00:30").status_code == 200
    item = ProgrammeItem.objects.get()
    assert item.starts_at == datetime(2026, 3, 28, 21, 0, tzinfo=UTC)
    assert item.ends_at == datetime(2026, 3, 28, 23, 30, tzinfo=UTC)
    missing = add("2026-03-29", "02:30", title="Night cap")
    assert missing.status_code == 422
    assert "There is no 02:30 on 2026-03-29 in Europe/Berlin" in missing.content.decode()
    assert 'value="Night cap"' in missing.content.decode(), "what was typed is lost"
    twice = add("2026-10-25", "02:30", title="Owls")
    assert "02:30 comes twice on 2026-10-25" in twice.content.decode()
    assert ProgrammeItem.objects.get(title="Owls").starts_at == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    for day, begins, ends in (("", "09:00", ""), ("2026-05-01", "", ""), ("2026-05-01", "20:00", "08:30")):
        assert add(day, begins, ends, "wrong").status_code == 422
    assert ProgrammeItem.objects.count() == 2
    changed = {"act": "change", "item": item.pk, f"item{item.pk}-title": "Supper"}
    changed |= {f"item{item.pk}-day": "2026-03-28", f"item{item.pk}-begins": "19:00"}
    assert client.post(desk, changed).status_code == 302
    item.refresh_from_db()
    assert (item.title, item.ends_at) == ("Supper", None)
    assert client.post(desk, {"act": "remove", "item": item.pk}).status_code == 302
    assert client.post(desk, {"act": "remove", "item": item.pk}).status_code == 422


def test_planned_starts_are_entered_together_and_shown_in_the_zone_of_the_tournament(client: Client) -> None:
    event, by = making.drawn(8, 2), making.user()
    Tournament.objects.filter(pk=event.pk).update(zone="Europe/Berlin")
    client.force_login(by)
    desk = f"/organiser/{event.slug}/programme/"
    form = {"act": "starts", "day-1": "2026-03-29", "session-1": "03:00", "day-2": "2026-03-29"}
    assert client.post(desk, form | {"session-2": "02:30"}).status_code == 422
    refused = client.post(desk, form | {"session-2": "03:00"}, headers={"accept-language": "en"})
    assert "Session 2 starts after session 1. Choose a later time." in refused.content.decode()
    assert client.post(desk, form | {"session-2": "05:15"}).status_code == 302
    assert [s.starts_at for s in event.sessions.order_by("number")] == [
        datetime(2026, 3, 29, 1, 0, tzinfo=UTC),
        datetime(2026, 3, 29, 3, 15, tzinfo=UTC),
    ]
    reader = Client(headers={"accept-language": "en"})
    assert "2026-03-29 03:00" in reader.get(f"/t/{event.slug}/seats/").content.decode()
    lines = reader.get(f"/api/tournaments/{event.slug}/programme/").json()["lines"]
    assert [line["starts_at"] for line in lines] == ["2026-03-29T03:00:00+02:00", "2026-03-29T05:15:00+02:00"]


def test_a_draft_is_named_in_the_programme_and_leads_nowhere(client: Client) -> None:
    event, by = making.tournament(8, 1), making.user()
    make_draw(event, [1], by, seed="x")
    plan_starts(event, {1: datetime(2026, 5, 1, 9, 0, tzinfo=SHANGHAI)}, by)
    text = client.get(f"/t/{event.slug}/programme/", headers={"accept-language": "en"}).content.decode()
    assert "Session 1" in text and "/sessions/1/" not in text


def test_programs_write_the_programme(client: Client) -> None:
    event = making.tournament(8, 2)
    client.force_login(making.user())
    write = f"/api/referee/tournaments/{event.slug}/programme/"
    body = {"title": "Lunch", "starts_at": "2026-05-01T12:00:00+08:00"}
    (line,) = client.post(write, body, "application/json").json()["lines"]
    assert (line["title"], line["starts_at"]) == ("Lunch", "2026-05-01T12:00:00+08:00")
    local = client.post(write, body | {"starts_at": "2026-05-01T12:00:00"}, "application/json")
    assert local.status_code == 400
    one = f"{write}{line['item']}/"
    assert (
        client.post(one, body | {"place": "Hall"}, "application/json").json()["lines"][0]["place"] == "Hall"
    )
    starts = {"starts": [{"session": 1, "starts_at": "2026-05-01T09:00:00+08:00"}]}
    both = client.post(f"{write}starts/", starts, "application/json").json()["lines"]
    assert [(line["session"], line["item"] is None) for line in both] == [(1, True), (None, False)]
    assert len(client.post(f"{one}remove/", {}, "application/json").json()["lines"]) == 1
    assert client.post(f"{one}remove/", {}, "application/json").status_code == 404


def test_an_open_page_that_names_the_planned_start_learns_of_a_new_one() -> None:
    event, by = making.drawn(8, 1), making.user()
    plan_starts(event, {1: datetime(2026, 5, 1, 9, 0, tzinfo=SHANGHAI)}, by)
    reader = Client(headers={"accept-language": "en"})
    pages = [f"/t/{event.slug}/{page}?part=1" for page in ("", "seats/", "programme/")]
    seen = [reader.get(page) for page in pages]
    assert all("09:00" in answer.content.decode() for answer in seen)
    plan_starts(event, {1: datetime(2026, 5, 1, 9, 45, tzinfo=SHANGHAI)}, by)
    newer = [reader.get(f"{page}&v={old['X-Version']}") for page, old in zip(pages, seen, strict=True)]
    assert all("09:45" in answer.content.decode() for answer in newer)
