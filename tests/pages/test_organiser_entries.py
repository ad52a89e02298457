"""The organiser's page of entries: settings, decisions, the badge, and personal data, to see and to erase."""

from __future__ import annotations

import itertools
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import making
from tournament.actions.drawing import make_draw
from tournament.actions.entries import Taking, submit_entry, take_entries, withdraw_entry
from tournament.actions.entry_facts import EntrantFacts, EntryFacts, PersonalFacts
from tournament.models import EntrantData, EntrySettings, LogEntry, Staff, Tournament

pytestmark = pytest.mark.django_db
_ids = itertools.count(1)
SETTINGS = {
    "act": "take",
    "is_open": "on",
    "for_teams": "",
    "needs_approval": "on",
    **{f"asks_{one}": "off" for one in ("birth", "identity", "telephone", "email")},
}


@pytest.fixture
def event() -> Tournament:
    return making.tournament(4, 1, teams=False)


@pytest.fixture
def alice(event: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user())
    return client


def opened(event: Tournament, **taking: Any) -> None:
    take_entries(event, Taking(is_open=True, **taking), making.user())


def send(event: Tournament, name: str, ema: str = "", **personal: Any) -> str:
    facts = EntryFacts({1: EntrantFacts(name, ema, PersonalFacts(**personal))})
    return submit_entry(event, facts, f"{next(_ids):032x}", False)[1]


def words(answer: Any) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


def page(event: Tournament) -> str:
    return f"/organiser/{event.slug}/entries/"


def post(alice: Client, event: Tournament, *entries: int, query: str = "", **form: str) -> Any:
    return alice.post(page(event) + query, {"entry": [str(n) for n in entries], **form})


def states(event: Tournament) -> list[str]:
    return list(event.entries.order_by("number").values_list("state", flat=True))


def test_entries_are_closed_until_the_organiser_opens_them(event: Tournament, alice: Client) -> None:
    assert "Entries are closed: nobody can enter." in words(alice.get(page(event)))
    assert not EntrySettings.objects.exists()
    assert alice.post(page(event), SETTINGS).status_code == 302
    shown = words(alice.get(page(event)))
    assert "Entries are open." in shown
    assert f"http://testserver/t/{event.slug}/enter/" in shown
    closed = {key: value for key, value in SETTINGS.items() if key != "is_open"}
    alice.post(page(event), closed)
    assert "Entries are closed: nobody can enter." in words(alice.get(page(event)))


def test_moments_are_those_of_the_tournaments_zone(event: Tournament, alice: Client) -> None:
    Tournament.objects.filter(pk=event.pk).update(zone="Europe/Berlin")
    form = SETTINGS | {"opens_at": "2026-03-01T08:00", "closes_at": "2026-04-01 20:30", "places": "32"}
    assert alice.post(page(event), form).status_code == 302
    settings = EntrySettings.objects.get()
    # Winter time in March's beginning, summer time in April.
    assert settings.opens_at == datetime(2026, 3, 1, 7, 0, tzinfo=UTC)
    assert settings.closes_at == datetime(2026, 4, 1, 18, 30, tzinfo=UTC)
    assert settings.places == 32
    shown = alice.get(page(event)).content.decode()
    assert 'value="2026-03-01T08:00"' in shown and 'value="2026-04-01T20:30"' in shown


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"closes_at": "soon"}, "Enter day and time"),
        ({"opens_at": "2026-03-29T02:30"}, "There is no 02:30 on 2026-03-29 in Europe/Berlin"),
        ({"opens_at": "2026-05-01T09:00", "closes_at": "2026-05-01T09:00"}, "Entries close before they open"),
        ({"places": "0"}, "Enter a number of places"),
        ({"places": "many"}, "Enter a whole number"),
        ({"asks_birth": "perhaps"}, "Select a valid choice"),
        ({"conditions": "x" * 4001}, "more than 4000 characters"),
    ],
)
def test_settings_that_make_no_sense_are_refused_at_their_field(
    event: Tournament, alice: Client, form: dict[str, str], said: str
) -> None:
    Tournament.objects.filter(pk=event.pk).update(zone="Europe/Berlin")
    answer = alice.post(page(event), SETTINGS | form)
    assert answer.status_code == 422
    assert said in words(answer)
    assert not EntrySettings.objects.exists()


def test_several_are_accepted_refused_and_put_on_the_waiting_list(event: Tournament, alice: Client) -> None:
    opened(event)
    for name in ("a", "b", "c", "d", "e"):
        send(event, name)
    assert post(alice, event, 1, 2, act="accept").status_code == 302
    refused = post(alice, event, 3, 4, act="refuse", reason="")
    assert refused.status_code == 422
    assert "Give a reason" in words(refused)
    # What was ticked stays ticked.
    assert 'value="3" checked' in refused.content.decode()
    assert post(alice, event, 3, 4, act="refuse", reason="full", query="?state=new").status_code == 302
    assert post(alice, event, 5, act="wait").status_code == 302
    assert states(event) == ["accepted", "accepted", "refused", "refused", "waiting"]
    shown = words(alice.get(page(event)))
    assert "waiting list, number 1" in shown and "full" in shown
    assert "No entry is chosen" in words(post(alice, event, act="accept"))
    assert post(alice, event, 1, act="dance").status_code == 404


def test_the_list_is_filtered_by_state(event: Tournament, alice: Client) -> None:
    opened(event, places=1)
    for name in ("first", "second"):
        send(event, name)
    shown = alice.get(page(event) + "?state=waiting").content.decode()
    assert "entry-2" in shown and "entry-1" not in shown
    assert "No entry here." in alice.get(page(event) + "?state=refused").content.decode()


def test_the_first_of_the_waiting_list_is_moved_up_by_one_press(event: Tournament, alice: Client) -> None:
    opened(event, places=1, needs_approval=False)
    secret = send(event, "first")
    for name in ("second", "third"):
        send(event, name)
    assert "A place is free" not in words(alice.get(page(event)))
    withdraw_entry(event, secret)
    assert "First on the waiting list: second (entry 2)." in words(alice.get(page(event)))
    assert alice.post(page(event), {"act": "accept", "one": "2"}).status_code == 302
    assert states(event) == ["withdrawn", "accepted", "waiting"]
    assert [p.name for p in event.players.filter(number__gt=4)] == ["second"]
    assert "A place is free" not in words(alice.get(page(event)))


def test_who_may_be_there_twice_is_pointed_out(event: Tournament, alice: Client) -> None:
    opened(event)
    send(event, "Player 2")
    send(event, "twin", "08010001")
    send(event, "other twin", "08010001")
    shown = words(alice.get(page(event)))
    assert "Player 2 is enrolled already: player 2." in shown
    assert "twin has the EMA number 08010001, which stands in entry 3, too." in shown
    assert "other twin has the EMA number 08010001, which stands in entry 2, too." in shown


def test_the_badge_counts_what_is_new_for_who_manages_only(event: Tournament, alice: Client) -> None:
    opened(event)
    for name in ("a", "b", "c"):
        send(event, name)
    badge = '<span class="count count--call">3</span>'
    desk = f"/organiser/{event.slug}/"
    for place in (desk, f"{desk}players/"):
        assert badge in alice.get(place).content.decode()
    chief = Client()
    chief.force_login(making.referee(event, "carol", role=Staff.Role.CHIEF_REFEREE))
    answer = chief.get(desk)
    assert answer.status_code == 200
    assert badge not in answer.content.decode() and "/entries/" not in answer.content.decode()
    post(alice, event, act="seen")
    assert badge not in alice.get(desk).content.decode()


def test_personal_data_is_seen_by_who_manages_this_tournament_and_nobody_else(
    event: Tournament, alice: Client
) -> None:
    opened(event, asks_telephone="required", asks_birth="optional", asks_email="optional")
    send(event, "王芳", telephone="+86 138 0013", birth=date(1990, 2, 3), email="wang+1@example.cn")
    shown = alice.get(page(event))
    for value in ("+86 138 0013", "1990-02-03", "wang+1@example.cn"):
        assert value in shown.content.decode()
    assert "no-store" in shown["Cache-Control"]
    making.tournament(4, 1, by=making.user("olga"))
    for name in ("olga", "carol"):
        if name == "carol":
            making.referee(event, name, role=Staff.Role.CHIEF_REFEREE)
        other = Client()
        other.force_login(making.user(name))
        assert other.get(page(event)).status_code == 404
        assert other.post(page(event), {"act": "accept", "one": "1"}).status_code == 404
        assert other.post(page(event) + "erase/", {"sure": "1"}).status_code == 404
    assert states(event) == ["received"]
    assert EntrantData.objects.count() == 1


def test_names_that_are_markup_or_formulas_are_shown_as_they_are(event: Tournament, alice: Client) -> None:
    opened(event)
    send(event, "<script>alert(1)</script>")
    send(event, "=1+1")
    shown = alice.get(page(event)).content.decode()
    assert "<script>alert(1)" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown and "=1+1" in shown


def test_personal_data_is_erased_after_it_was_asked_twice(event: Tournament, alice: Client) -> None:
    opened(event, asks_telephone="required")
    for name in ("a", "b", "c"):
        send(event, name, telephone="13800138000")
    ask = f"{page(event)}erase/"
    assert "Erase the personal data of entry 2?" in words(alice.get(f"{ask}?entry=2"))
    unsure = alice.post(f"{ask}?entry=2")
    assert unsure.status_code == 422
    assert "Nothing is erased yet." in words(unsure)
    assert EntrantData.objects.count() == 3
    assert alice.post(f"{ask}?entry=2", {"sure": "1"}).status_code == 302
    assert EntrantData.objects.count() == 2
    assert alice.get(f"{ask}?entry=99").status_code == 404
    assert alice.post(ask).status_code == 422
    assert alice.post(ask, {"sure": "1"}).status_code == 302
    assert not EntrantData.objects.exists()
    assert event.entries.count() == 3
    shown = words(alice.get(f"/organiser/{event.slug}/history/"))
    assert "erased the personal data of entries 1, 3" in shown
    assert "13800138000" not in shown
    assert not LogEntry.objects.filter(reason__contains="138").exists()


def test_when_the_tournament_is_over_one_press_erases_all(
    event: Tournament, alice: Client, monkeypatch: Any
) -> None:
    opened(event, asks_telephone="required")
    send(event, "a", telephone="1")
    Tournament.objects.filter(pk=event.pk).update(starts_on=date(2026, 5, 1), ends_on=date(2026, 5, 2))
    # Half past eleven in the evening of the last day in Shanghai, and an hour later.
    evening = datetime(2026, 5, 2, 15, 30, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: evening)
    assert "When the tournament is over it can be erased here in one press." in words(alice.get(page(event)))
    assert alice.post(f"{page(event)}erase/").status_code == 422
    monkeypatch.setattr(timezone, "now", lambda: evening + timedelta(hours=1))
    assert "one press erases it" in words(alice.get(page(event)))
    assert alice.post(f"{page(event)}erase/").status_code == 302
    assert not EntrantData.objects.exists()


def test_a_withdrawn_entry_whose_players_are_drawn_says_so(event: Tournament, alice: Client) -> None:
    opened(event, needs_approval=False)
    secrets = [send(event, f"drawn {n}") for n in range(4)]
    make_draw(event, [1], making.user(), seed="x")
    withdraw_entry(event, secrets[0])
    assert "still in the draw" in words(alice.get(page(event)))


def test_the_page_takes_the_same_queries_for_few_and_many_entries(
    event: Tournament, alice: Client, django_assert_max_num_queries: Any
) -> None:
    opened(event, asks_telephone="required")
    for n in range(40):
        send(event, f"player {n}", telephone="1")
    with django_assert_max_num_queries(40):
        assert alice.get(page(event)).status_code == 200
