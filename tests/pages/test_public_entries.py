"""Entering a tournament: the form, the secret address, and what becomes of the same form sent twice."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests import making
from tournament import sharing
from tournament.actions.entries import Taking, take_entries
from tournament.actions.entry_decisions import accept_entries, erase_personal_data, refuse_entries
from tournament.models import EntrantData, Entry, LogEntry, Tournament
from tournament.pages.public.enter import MOST_SENT

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 1, 4, 0, tzinfo=UTC)  # 12:00 in Shanghai


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@pytest.fixture
def event() -> Tournament:
    return _event()


def _event() -> Tournament:
    return making.tournament(4, 3, teams=False)


@pytest.fixture
def visitor() -> Client:
    return Client(headers={"accept-language": "en"})


def opened(event: Tournament, **taking: Any) -> Tournament:
    take_entries(event, Taking(is_open=True, **taking), making.user())
    return event


def at(monkeypatch: Any, moment: datetime) -> None:
    monkeypatch.setattr(timezone, "now", lambda: moment)


def words(answer: Any) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


def blank(visitor: Client, event: Tournament) -> str:
    """The id in the form that somebody opens."""
    page = visitor.get(f"/t/{event.slug}/enter/").content.decode()
    found = re.search(r'name="client_id" value="([0-9a-f]{32})"', page)
    assert found, page
    return found[1]


def send(visitor: Client, event: Tournament, form: dict[str, str] | None = None, **more: str) -> Any:
    body = {"enters": "player", "client_id": "", "name-1": "王芳"} | (form or {}) | more
    body["client_id"] = body["client_id"] or blank(visitor, event)
    return visitor.post(f"/t/{event.slug}/enter/", body)


TEAM = {"enters": "team", "team": "红中队", "name-0": "李领队"} | {
    f"name-{n}": f"队员{n}" for n in (1, 2, 3, 4)
}


def test_who_has_not_opened_entries_takes_none_and_sets_no_cookie(event: Tournament, visitor: Client) -> None:
    page = visitor.get(f"/t/{event.slug}/enter/")
    assert page.status_code == 200
    assert "takes no entries here at present" in words(page)
    assert '<form method="post" class="stack enter"' not in words(page)
    assert not page.cookies
    assert not visitor.get(f"/t/{event.slug}/").cookies
    sent = send(visitor, event, client_id="a" * 32)
    assert sent.status_code == 422
    assert not Entry.objects.exists()


def test_before_the_opening_it_says_when_in_the_zone_of_the_tournament(
    event: Tournament, visitor: Client, monkeypatch: Any
) -> None:
    opened(event, opens_at=NOON)
    at(monkeypatch, NOON - timedelta(seconds=1))
    assert "Entries open on <time" in words(visitor.get(f"/t/{event.slug}/enter/"))
    assert "2026-05-01 12:00" in words(visitor.get(f"/t/{event.slug}/enter/"))
    assert send(visitor, event, client_id="a" * 32).status_code == 422
    at(monkeypatch, NOON)
    assert send(visitor, event).status_code == 302


def test_the_deadline_goes_by_the_clock_of_the_server(
    event: Tournament, visitor: Client, monkeypatch: Any
) -> None:
    opened(event, closes_at=NOON)
    at(monkeypatch, NOON - timedelta(seconds=1))
    ready = blank(visitor, event)
    mine = send(visitor, event)["Location"]
    at(monkeypatch, NOON)
    late = send(visitor, event, client_id=ready)
    assert late.status_code == 422
    assert "Entries closed on" in words(late)
    assert Entry.objects.count() == 1
    withdrawn = visitor.post(mine.split("?")[0], {"act": "withdraw"})
    assert withdrawn.status_code == 422
    assert "The time for entries is over" in words(withdrawn)
    assert Entry.objects.get().state == "received"


def test_the_front_page_leads_to_the_form_while_entries_are_open(
    event: Tournament, visitor: Client, monkeypatch: Any
) -> None:
    def leads() -> bool:
        return f'href="/t/{event.slug}/enter/"' in visitor.get(f"/t/{event.slug}/").content.decode()

    assert not leads()
    opened(event, opens_at=NOON, closes_at=NOON + timedelta(hours=1))
    for moment, there in ((-1, False), (0, True), (3599, True), (3600, False)):
        at(monkeypatch, NOON + timedelta(seconds=moment))
        sharing.forget_all()  # what is shared is a second old at most
        assert leads() == there, moment


def test_an_unpublished_tournament_has_no_form(event: Tournament, visitor: Client) -> None:
    opened(event)
    mine = send(visitor, event)["Location"]
    Tournament.objects.filter(pk=event.pk).update(is_public=False)
    assert visitor.get(f"/t/{event.slug}/enter/").status_code == 404
    assert visitor.post(f"/t/{event.slug}/enter/", {"name-1": "x"}).status_code == 404
    assert visitor.get(mine).status_code == 404


@pytest.mark.parametrize(
    "name", ["=1+1", "𠮷野家 龘", "O'Neil <b>&amp;</b>", "Nguyễn Thị Ánh", "长" * 200, "+86-1", "@SUM(A1)"]
)
def test_names_are_kept_as_they_are_written(event: Tournament, visitor: Client, name: str) -> None:
    opened(event, needs_approval=False)
    there = send(visitor, event, {"name-1": name, "club": name[:100]})
    assert there.status_code == 302
    assert event.players.get(number=5).name == name
    page = visitor.get(there["Location"]).content.decode()
    assert (name in page) == (not set(name) & set("<&'"))


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"name-1": "长" * 201}, "More than 200 characters"),
        ({"club": "x" * 101}, "More than 100 characters"),
        ({"ema-1": "1" * 21}, "More than 20 characters"),
        ({"name-1": "   "}, "This field is required"),
        ({"name-1": "a\u200db\ue000"}, "cannot be printed"),
        ({"email-1": "nobody"}, "no e-mail address"),
        ({"email-1": ""}, "This field is required"),
        ({"birth-1": "2999-01-01"}, "Enter the day of birth"),
        ({"birth-1": "yesterday"}, "Enter a valid date"),
        ({"identity-1": "9" * 61}, "More than 60 characters"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_stays_in_the_form(
    event: Tournament, visitor: Client, form: dict[str, str], said: str
) -> None:
    opened(event, asks_email="required", asks_birth="optional", asks_identity="optional")
    answer = send(visitor, event, {"email-1": "a@b.cn", "ema-1": "08010001"} | form)
    assert answer.status_code == 422
    assert said in words(answer)
    assert "no-store" in answer["Cache-Control"]
    assert 'value="08010001"' in answer.content.decode() or "ema-1" in form
    assert not Entry.objects.exists()


def test_all_that_is_wrong_is_said_at_once(event: Tournament, visitor: Client) -> None:
    opened(event, asks_email="required", asks_telephone="required", asks_birth="optional")
    form = {"name-1": "长" * 201, "email-1": "nobody", "telephone-1": "", "birth-1": "yesterday"}
    page = words(send(visitor, event, form))
    for field, said in (
        ("name-1", "More than 200 characters"),
        ("email-1", "no e-mail address"),
        ("telephone-1", "This field is required"),
        ("birth-1", "Enter a valid date"),
    ):
        at_field = page.split(f'name="{field}"')[1].split('class="field')[0]
        assert said in at_field, field
        assert at_field.count("<li>") == 1, field


def test_conditions_are_read_and_agreed_to(event: Tournament, visitor: Client) -> None:
    opened(event, conditions="Fee 200 <yuan>\nBring slippers")
    page = words(visitor.get(f"/t/{event.slug}/enter/"))
    assert "Fee 200 &lt;yuan&gt;" in page
    refused = send(visitor, event)
    assert "Please tick that you agree" in words(refused)
    assert send(visitor, event, agree="on").status_code == 302


def test_the_same_form_sent_twice_is_one_entry_at_one_address(event: Tournament, visitor: Client) -> None:
    opened(event)
    ready = blank(visitor, event)
    first = send(visitor, event, client_id=ready)
    again = send(visitor, event, {"name-1": "王芳 again"}, client_id=ready)
    assert first["Location"].split("?")[0] == again["Location"].split("?")[0]
    assert Entry.objects.count() == 1
    assert "it is one entry" in words(visitor.get(again["Location"]))
    assert Entry.objects.get().people.get().name == "王芳"
    assert blank(visitor, event) != ready
    assert "no-store" not in visitor.get(f"/t/{event.slug}/enter/")["Cache-Control"]


def test_who_goes_back_and_sends_the_same_people_in_a_new_form_has_one_entry(
    event: Tournament, visitor: Client
) -> None:
    opened(event)
    first = send(visitor, event)["Location"].split("?")[0]
    assert visitor.cookies["entered"]["httponly"]
    assert visitor.cookies["entered"]["path"] == f"/t/{event.slug}/enter/"
    again = send(visitor, event, {"name-1": " 王芳 "})
    assert again["Location"] == f"{first}?sent=again"
    assert send(visitor, event, {"name-1": "王芳的朋友"})["Location"].split("?")[0] != first
    assert Entry.objects.count() == 2
    # Somebody else of the same name has another browser; and who has withdrawn may enter again.
    assert send(Client(), event)["Location"].split("?")[0] != first
    visitor.cookies["entered"] = Entry.objects.get(number=1).client_id
    visitor.post(first, {"act": "withdraw"})
    assert send(visitor, event)["Location"].split("?")[0] != first
    assert Entry.objects.count() == 4


def test_the_same_form_of_another_tournament_is_another_entry(event: Tournament, visitor: Client) -> None:
    opened(event)
    other = opened(_event())
    ready = blank(visitor, event)
    first = send(visitor, event, client_id=ready)["Location"]
    second = send(visitor, other, client_id=ready)["Location"]
    assert Entry.objects.count() == 2
    secret = first.split("/")[4]
    assert secret not in second
    assert visitor.get(f"/t/{other.slug}/enter/{secret}/").status_code == 404


@pytest.mark.parametrize("made_up", ["", "1", "x" * 32, "a" * 33])
def test_an_id_that_no_form_has_is_refused(event: Tournament, visitor: Client, made_up: str) -> None:
    opened(event)
    body = {"enters": "player", "client_id": made_up, "name-1": "王芳"}
    assert visitor.post(f"/t/{event.slug}/enter/", body).status_code == 422
    assert not Entry.objects.exists()


def test_the_secret_of_an_entry_is_stored_nowhere(event: Tournament, visitor: Client) -> None:
    opened(event)
    secret = send(visitor, event)["Location"].split("/")[4]
    entry = Entry.objects.get()
    assert len(secret) >= 32
    assert secret not in (entry.token_hash, entry.client_id)
    assert visitor.get(f"/t/{event.slug}/enter/{entry.token_hash}/").status_code == 404
    assert visitor.get(f"/t/{event.slug}/enter/{entry.client_id}/").status_code == 404
    page = visitor.get(f"/t/{event.slug}/enter/{secret}/")
    assert page["X-Robots-Tag"] == "noindex"
    assert "no-store" in page["Cache-Control"]
    assert f"http://testserver/t/{event.slug}/enter/{secret}/" in page.content.decode()


def test_a_full_list_takes_entries_for_the_waiting_list_with_the_place_in_it(
    event: Tournament, visitor: Client
) -> None:
    opened(event, places=1)
    assert "1 of 1 places is free" in words(visitor.get(f"/t/{event.slug}/enter/"))
    send(visitor, event)
    page = words(visitor.get(f"/t/{event.slug}/enter/"))
    assert "All places are taken." in page
    assert "comes to the waiting list, as number 1" in page
    second, third = (send(visitor, event, {"name-1": name})["Location"] for name in ("李明", "赵云"))
    assert "On the waiting list, number 1" in words(visitor.get(second))
    assert "On the waiting list, number 2" in words(visitor.get(third))
    visitor.post(second.split("?")[0], {"act": "withdraw"})
    assert "On the waiting list, number 1" in words(visitor.get(third))
    assert "Withdrawn" in words(visitor.get(second))


def test_the_page_says_what_became_of_the_entry(event: Tournament, visitor: Client) -> None:
    opened(event)
    mine = send(visitor, event)["Location"]
    assert "Received" in words(visitor.get(mine))
    refuse_entries(event, [1], "too <late>", making.user())
    assert "The organiser says: too &lt;late&gt;" in words(visitor.get(mine))
    accept_entries(event, [1], making.user())
    page = words(visitor.get(mine))
    assert "Accepted: you are in" in page
    assert "too &lt;late&gt;" not in page


def test_withdrawing_asks_before_it_does_it(event: Tournament, visitor: Client) -> None:
    opened(event)
    mine = send(visitor, event)["Location"].split("?")[0]
    assert 'value="withdraw"' not in visitor.get(mine).content.decode()
    assert 'value="withdraw"' in visitor.get(f"{mine}?act=withdraw").content.decode()
    assert Entry.objects.get().state == "received"
    assert visitor.post(mine, {"act": "withdraw"}).status_code == 302
    assert visitor.post(mine, {"act": "withdraw"}).status_code == 302
    assert Entry.objects.get().state == "withdrawn"
    assert visitor.post(mine, {"name-1": "back"}).status_code == 422


def test_a_team_enters_with_a_leader_four_players_and_at_most_one_substitute(
    event: Tournament, visitor: Client
) -> None:
    opened(event, for_teams=True, needs_approval=False, asks_telephone="required", asks_birth="required")
    births = {f"birth-{n}": f"199{n}-02-03" for n in (1, 2, 3, 4)}
    missing = send(visitor, event, TEAM | births)
    assert missing.status_code == 422
    assert "birth-0" not in missing.content.decode() and "telephone-1" not in missing.content.decode()
    page = send(visitor, event, TEAM | births | {"telephone-0": "+86 138", "name-5": "替补"})
    # The substitute has no birth date yet.
    assert page.status_code == 422
    sent = send(visitor, event, TEAM | births | {"telephone-0": "+86 138"})
    assert sent.status_code == 302
    assert [(p.name, p.team.name if p.team else "") for p in event.players.filter(number__gt=4)] == [
        (f"队员{n}", "红中队") for n in (1, 2, 3, 4)
    ]
    mine = sent["Location"].split("?")[0]
    form = {k: v for k, v in TEAM.items() if k != "enters"} | {"name-5": "替补", "birth-5": "2000-01-01"}
    assert visitor.post(mine, form).status_code == 302
    substitute = event.players.get(name="替补")
    assert substitute.is_reserve and substitute.team and substitute.team.name == "红中队"
    assert visitor.post(mine, form | {"name-5": "", "birth-5": ""}).status_code == 302
    assert not event.players.filter(name="替补").exists()


def test_personal_data_is_not_shown_again_and_stays_where_nothing_is_typed(
    event: Tournament, visitor: Client
) -> None:
    opened(event, asks_telephone="required", asks_identity="required")
    mine = send(visitor, event, {"telephone-1": "13800000000", "identity-1": "X-42"})["Location"].split("?")[
        0
    ]
    page = visitor.get(mine).content.decode()
    assert "13800000000" not in page and "X-42" not in page
    assert (
        visitor.post(mine, {"name-1": "王芳", "club": "北京", "telephone-1": "13900000000"}).status_code
        == 302
    )
    data = EntrantData.objects.get()
    assert (data.telephone, data.identity) == ("13900000000", "X-42")
    # Another person has other data.
    other = visitor.post(mine, {"name-1": "王小芳", "telephone-1": "13900000000"})
    assert other.status_code == 422
    assert "The organiser needs this" in words(other)
    assert "X-42" not in words(other)


def test_personal_data_that_nobody_asks_for_is_not_stored(event: Tournament, visitor: Client) -> None:
    opened(event)
    send(visitor, event, {"telephone-1": "13800000000", "birth-1": "1990-01-01"})
    assert not EntrantData.objects.exists()


def test_personal_data_is_in_no_log_and_on_no_public_page(
    event: Tournament, visitor: Client, caplog: Any
) -> None:
    opened(event, needs_approval=False, asks_telephone="required", asks_email="required")
    secret = {"telephone-1": "13800138000", "email-1": "wang@example.cn"}
    mine = send(visitor, event, secret)["Location"]
    pages = [mine, f"/t/{event.slug}/", f"/t/{event.slug}/players/", f"/t/{event.slug}/players/5/"]
    pages += [f"/api/tournaments/{event.slug}/players/", f"/api/tournaments/{event.slug}/"]
    organiser = Client(headers={"accept-language": "en"})
    organiser.force_login(making.user())
    pages += [f"/organiser/{event.slug}/{page}" for page in ("history/", "files/event.json", "players/")]
    for page in pages:
        answer = organiser.get(page)
        assert answer.status_code == 200, page
        for value in secret.values():
            assert value not in answer.content.decode(), page
    kept = "".join(f"{line.data} {line.reason} {line.origin}" for line in LogEntry.objects.all())
    assert not [value for value in secret.values() if value in kept + caplog.text]
    assert not LogEntry.objects.filter(action="entry_received").exclude(origin="").exists()


def test_erased_data_cannot_be_given_again(event: Tournament, visitor: Client) -> None:
    opened(event, asks_telephone="required")
    mine = send(visitor, event, {"telephone-1": "13800138000"})["Location"].split("?")[0]
    erase_personal_data(event, making.user(), 1)
    assert "was erased" in words(visitor.get(mine))
    refused = visitor.post(mine, {"name-1": "王芳", "telephone-1": "13800138000"})
    assert refused.status_code == 422
    assert not EntrantData.objects.exists()
    assert visitor.post(mine, {"act": "withdraw"}).status_code == 302


def test_a_flood_from_one_address_is_stopped_and_nothing_of_the_address_is_kept(
    event: Tournament, visitor: Client, monkeypatch: Any
) -> None:
    opened(event)
    kept: list[str] = []
    put = cache.set

    def watched(key: str, *more: Any) -> None:
        kept.append(f"{key} {more}")
        put(key, *more)

    monkeypatch.setattr(cache, "set", watched)
    for n in range(MOST_SENT):
        assert send(visitor, event, {"name-1": f"{n}"}, client_id=f"{n:032x}").status_code == 302
    assert send(visitor, event, client_id="0" * 32).status_code == 429
    stopped = send(visitor, event, client_id="f" * 32)
    assert stopped.status_code == 429
    assert "Wait ten minutes" in words(stopped)
    assert Entry.objects.count() == MOST_SENT
    assert not [line for line in kept if "127.0.0.1" in line or "王芳" in line]
    elsewhere = Client(REMOTE_ADDR="10.1.2.3")
    mine = send(elsewhere, event, client_id="f" * 32)["Location"].split("?")[0]
    changed = [elsewhere.post(mine, {"name-1": f"again {n}"}).status_code for n in range(MOST_SENT)]
    assert changed == [302] * (MOST_SENT - 1) + [429]


def test_a_form_that_the_organiser_changed_meanwhile_is_asked_again(
    event: Tournament, visitor: Client
) -> None:
    opened(event)
    ready = blank(visitor, event)
    opened(event, for_teams=True)
    answer = send(visitor, event, client_id=ready)
    assert answer.status_code == 422
    assert "has changed this form meanwhile" in words(answer)
    assert 'name="team"' in answer.content.decode()
