"""What the organiser announces, and where everybody reads it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import making
from tournament.actions.announcements import announce, take_down
from tournament.actions.clock import extend_clock, pause_clock, resume_clock
from tournament.actions.programme import plan_starts
from tournament.actions.sessions import call_time_everywhere, start_session
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


def test_the_same_sent_twice_is_one_and_what_cannot_be_read_is_refused(client: Client) -> None:
    event, by = making.tournament(8, 1), making.user()
    first = announce(event, "Seats, please", by, minutes=15)
    assert announce(event, " Seats,\tplease ", by, minutes=15).pk == first.pk
    assert LogEntry.objects.filter(action="announced").count() == 1
    for text, minutes, urgent, code in (
        ("Seats, please", 15, True, "announced_already"),
        ("Seats, please", None, False, "announced_already"),
        (" \n\x00 ", None, False, "text"),
        ("\u200b\u202e", None, False, "text"),
        ("x" * 301, None, False, "text_too_long"),
        ("later", 0, False, "minutes"),
        ("later", 1441, False, "minutes"),
    ):
        with pytest.raises(Refused) as refused:
            announce(event, text, by, minutes=minutes, urgent=urgent)
        assert refused.value.code == code
    for n in range(19):
        announce(event, f"Number {n}", by)
    with pytest.raises(Refused) as refused:
        announce(event, "One too many", by)
    assert refused.value.code == "too_many"
    client.force_login(by)
    typed = "y" * 301
    page = client.post(f"/organiser/{event.slug}/announcements/", {"act": "announce", "text": typed})
    assert page.status_code == 422
    assert f">{typed}</textarea>" in page.content.decode(), "what was typed is lost"


def test_it_goes_by_time_alone_and_the_head_says_when(monkeypatch: Any) -> None:
    event, by = making.drawn(8, 1), making.user()
    noon = datetime(2026, 5, 1, 12, 0, tzinfo=event.tz)
    monkeypatch.setattr(timezone, "now", lambda: noon)
    announce(event, "calm", by)
    announce(event, "short", by, minutes=5)
    announce(event, "urgent", by, minutes=30, urgent=True)
    assert [one.text for one in current(event, noon)] == ["urgent", "short", "calm"]
    head = build_head(event, public_sessions(event))
    assert head.until == noon + timedelta(minutes=5)
    assert 'role="alert"' in head.html.split("short")[0]
    later = noon + timedelta(minutes=5)
    monkeypatch.setattr(timezone, "now", lambda: later)
    version = Tournament.objects.get(pk=event.pk).version
    head = build_head(event, public_sessions(event))
    assert "short" not in head.html and "calm" in head.html
    assert head.until == noon + timedelta(minutes=30)
    assert [one.text for one in current(event, noon + timedelta(hours=9))] == ["calm"]
    assert Tournament.objects.get(pk=event.pk).version == version


def test_an_open_public_page_loses_it_when_its_time_is_over(monkeypatch: Any) -> None:
    event = making.drawn(8, 1)
    announce(event, "Five minutes", making.user(), minutes=5)
    reader, page = Client(headers={"accept-language": "en"}), f"/t/{event.slug}/players/"
    first = reader.get(f"{page}?part=1")
    assert "Five minutes" in first.content.decode()
    asking = f"{page}?part=1&v={first['X-Version']}"
    assert reader.get(asking).status_code == 204
    later = timezone.now() + timedelta(minutes=5, seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    monkeypatch.setattr("time.time", later.timestamp)
    gone = reader.get(asking)
    assert gone.status_code == 200 and "Five minutes" not in gone.content.decode()


def test_the_head_takes_two_queries_and_stays_the_same_while_the_clock_runs(
    django_assert_num_queries: Any, monkeypatch: Any
) -> None:
    event, by = making.drawn(8, 1), making.user()
    assert "data-clock" not in build_head(event, public_sessions(event)).html
    start_session(event, 1, by)
    sessions = public_sessions(event)
    with django_assert_num_queries(2):
        first = build_head(event, sessions).html
    assert "data-clock" in first
    later = timezone.now() + timedelta(minutes=7)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert build_head(event, sessions).html == first, "every phone would fetch its page anew"
    pause_clock(event, 1, by)
    stands = build_head(event, sessions).html
    assert 'data-state="paused"' in stands and "data-ends-at" not in stands


def test_only_who_directs_announces_and_takes_down_what_is_his(client: Client) -> None:
    event, other = making.tournament(8, 1), making.tournament(8, 1, by=making.user("olga"))
    one = announce(other, "Mine", making.user("olga"))
    client.force_login(making.user())
    assert client.post(f"/organiser/{other.slug}/announcements/", {"act": "announce"}).status_code == 404
    taken = client.post(
        f"/organiser/{event.slug}/announcements/", {"act": "take_down", "announcement": one.pk}
    )
    assert taken.status_code == 422
    assert [a.text for a in current(other, timezone.now())] == ["Mine"]
    take_down(other, one.pk, making.user("olga"))
    take_down(other, one.pk, making.user("olga"))
    assert LogEntry.objects.filter(action="announcement_taken_down").count() == 1


def test_a_referee_reads_it_on_his_list_and_at_his_table_within_one_question(client: Client) -> None:
    event = making.drawn(8, 1)
    client.force_login(making.referee(event, "bob", [1]))
    pages = ("/referee/", f"/referee/{event.slug}/1/1/")
    seen = [client.get(f"{page}?part=1")["X-Version"] for page in pages]
    assert [client.get(f"{page}?part=1&v={v}").status_code for page, v in zip(pages, seen, strict=True)] == [
        204
    ] * 2
    announce(event, "<i>Stop</i>", making.user(), minutes=5)
    for page, version in zip(pages, seen, strict=True):
        newer = client.get(f"{page}?part=1&v={version}")
        assert "&lt;i&gt;Stop&lt;/i&gt;" in newer.content.decode(), page


def test_programs_announce_and_take_down_and_everybody_reads(client: Client) -> None:
    event = making.tournament(8, 1)
    reader, chief = Client(), making.referee(event, "chief", role=Staff.Role.CHIEF_REFEREE)
    read, write = (
        f"/api/tournaments/{event.slug}/announcements/",
        f"/api/referee/tournaments/{event.slug}/announcements/",
    )
    client.force_login(chief)
    assert reader.get(read).json()["announcements"] == []
    made = client.post(write, {"text": "Lunch", "minutes": 30}, "application/json")
    (one,) = made.json()["announcements"]
    assert (one["text"], one["urgent"]) == ("Lunch", False)
    first = reader.get(read)
    assert first.json()["announcements"] == [one]
    assert reader.get(read, headers={"if-none-match": first["ETag"]}).status_code == 304
    assert client.post(write, {"text": "Lunch", "minutes": True}, "application/json").status_code == 400
    assert client.post(write, {"text": "Lunch"}, "application/json").json()["code"] == "announced_already"
    assert client.post(f"{write}{one['id'] + 1}/end/", {}, "application/json").status_code == 404
    assert client.post(f"{write}{one['id']}/end/", {}, "application/json").json()["announcements"] == []


@pytest.mark.parametrize("state", ["running", "published"])
def test_the_board_has_the_field_and_sentences_for_this_moment(client: Client, state: str) -> None:
    event, by = making.drawn(8, 2), making.user()
    plan_starts(event, {2: datetime(2026, 5, 1, 14, 5, tzinfo=event.tz)}, by)
    if state == "running":
        start_session(event, 1, by)
    client.force_login(by)
    board = client.get(f"/organiser/{event.slug}/board/", headers={"accept-language": "en"}).content.decode()
    assert "Announce to everybody" in board
    assert ('data-announce="Session 2 begins at 14:05."' in board) == (state == "running")
    assert ("minutes are left in this session" in board) == (state == "running")
    back = {"act": "announce", "text": "Hello", "minutes": "15", "board": "1"}
    answer = client.post(f"/organiser/{event.slug}/announcements/", back)
    assert answer["Location"] == f"/organiser/{event.slug}/board/?session=1"


def test_a_table_with_minutes_of_its_own_shows_its_own_end_to_everybody() -> None:
    event, by = making.drawn(8, 1), making.user()
    start_session(event, 1, by)
    ends_at = event.sessions.get(number=1).ends_at
    assert ends_at is not None
    reader, page = Client(headers={"accept-language": "en"}), f"/t/{event.slug}/sessions/1/tables/"

    def ends(number: int) -> list[int]:
        html = reader.get(f"{page}{number}/").content.decode()
        return [int(ms) for ms in re.findall(r'data-ends-at="(\d+)"', html)]

    shared = int(ends_at.timestamp() * 1000)
    assert ends(1) == [shared]
    extend_clock(event, 1, 5, by, table=1)
    assert ends(1) == [shared, shared + 5 * 60_000], "the head, and the clock that replaces it"
    assert ends(2) == [shared]
    making.close(making.table(event, 1, 1))
    assert ends(1) == [shared]
    pause_clock(event, 1, by)
    assert ends(2) == []
    resume_clock(event, 1, by)
    call_time_everywhere(event, 1, by)
    called = reader.get(f"{page}2/").content.decode()
    assert "time called" in called.split('id="head-clock"')[1] and "data-clock " not in called
