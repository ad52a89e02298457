"""The history: filtered by player, as a file, with the address that a change came from for the organiser only."""

import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import making
from tests.pages.public_sheet import sitter, text_of
from tournament.actions.people import PersonFacts, save_player
from tournament.actions.sessions import check_in
from tournament.actions.standings import penalise
from tournament.models import LogEntry, Staff, Tournament

pytestmark = pytest.mark.django_db

HERE, PROXY, VISITOR = "192.0.2.7", "10.0.0.1", "203.0.113.5"


@pytest.fixture
def client(db: None) -> Client:
    client = Client(headers={"accept-language": "en"}, REMOTE_ADDR=HERE)
    client.force_login(making.user())
    return client


@pytest.fixture
def event() -> Tournament:
    return making.drawn(16, 2)


def address(event: Tournament, name: str = "history") -> str:
    return reverse(f"organiser:{name}", args=[event.slug])


def text(client: Client, event: Tournament, query: str = "") -> str:
    return text_of(client.get(f"{address(event)}?{query}").content.decode())


def rows(client: Client, event: Tournament, query: str = "") -> list[dict[str, str]]:
    answer = client.get(f"{address(event, 'history_csv')}?{query}")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    content = answer.content.decode()
    assert content.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(content[1:])))


def start(client: Client, event: Tournament, **extra: Any) -> None:
    """Start session 1 at the desk."""
    board = reverse("organiser:board", args=[event.slug])
    assert client.post(board, {"act": "start", "session": "1"}, **extra).status_code == 302


# ── Filtered by player


def test_a_player_has_what_happened_at_his_tables_and_what_names_him(
    client: Client, event: Tournament
) -> None:
    first, second = making.table(event, 1, 1), making.table(event, 1, 2)
    making.hand(first, 0, 24, 1)
    making.hand(second, 0, 33, 1)
    one, other = sitter(first, 0), sitter(second, 0)
    check_in(event, 1, [one.pk, other.pk], True, making.user())
    penalise(event, ("player", other.number), "conduct", Fraction(1, 2), "telephone", making.user())
    mine, his = text(client, event, f"player={one.number}"), text(client, event, f"player={other.number}")
    assert "24 fan" in mine
    assert "33 fan" not in mine
    assert "33 fan" in his
    assert "checked in players" in mine
    assert "½ standard points deducted" in his
    assert "telephone" not in mine


def test_a_player_is_not_taken_for_another_with_more_digits(client: Client, event: Tournament) -> None:
    save_player(event, event.players.get(number=12).pk, PersonFacts("Twelve", number=12), making.user())
    assert "changed player 12" in text(client, event, "player=12")
    for number in (1, 2):
        assert "changed player" not in text(client, event, f"player={number}")


def test_filters_go_together_and_stay_on_the_page(client: Client, event: Tournament) -> None:
    table = making.table(event, 1, 1)
    making.hand(table, 0, 24, 1)
    number = sitter(table, 0).number
    assert "24 fan" in text(client, event, f"player={number}&session=1&table=1")
    assert "24 fan" not in text(client, event, f"player={number}&session=2")
    html = client.get(f"{address(event)}?player={number}").content.decode()
    assert 'name="player"' in html
    assert f'value="{number}"' in html
    assert f"history.csv?player={number}" in html


# ── As a file


def test_the_file_holds_every_line_that_the_filters_leave(client: Client, event: Tournament) -> None:
    making.hand(making.table(event, 1, 1), 0, 24, 1)
    making.hand(making.table(event, 1, 2), 0, 33, 1)
    lines = rows(client, event)
    assert len(lines) == LogEntry.objects.filter(tournament=event).count()
    assert lines[0]["What"].endswith("33 fan")
    assert (lines[0]["Who"], lines[0]["Session"], lines[0]["Table"]) == ("alice", "1", "2")
    assert [line["Table"] for line in rows(client, event, "session=1&table=1")] == ["1"]


def test_a_reason_that_begins_like_a_formula_is_harmless(client: Client, event: Tournament) -> None:
    penalise(event, ("player", 1), "conduct", Fraction(1, 2), '=HYPERLINK("x")', making.user())
    assert rows(client, event)[0]["Reason"] == '\'=HYPERLINK("x")'


def test_a_long_history_is_in_the_file_to_its_end(
    client: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tournament.pages.organiser import history

    monkeypatch.setattr(history, "LINES_OF_FILE", 2)
    for number in range(1, 8):
        check_in(event, 1, [sitter(making.table(event), 0).pk], bool(number % 2), making.user())
    assert len(rows(client, event)) == LogEntry.objects.filter(tournament=event).count()


# ── From where


def test_a_change_at_the_desk_says_from_which_address_it_came(client: Client, event: Tournament) -> None:
    start(client, event)
    assert LogEntry.objects.get(action="session_started").origin == HERE
    assert HERE in text(client, event)
    assert rows(client, event)[0]["From address"] == HERE


def test_behind_a_proxy_it_is_the_visitors_address_and_no_invented_one(
    client: Client, event: Tournament, settings: Any
) -> None:
    settings.PROXIES = 1
    start(client, event, REMOTE_ADDR=PROXY, HTTP_X_FORWARDED_FOR=f"198.51.100.1, {VISITOR}")
    assert LogEntry.objects.get(action="session_started").origin == VISITOR


def test_without_a_proxy_a_forwarded_address_is_not_believed(client: Client, event: Tournament) -> None:
    start(client, event, HTTP_X_FORWARDED_FOR=VISITOR)
    assert LogEntry.objects.get(action="session_started").origin == HERE


def test_an_overlong_address_is_cut(client: Client, event: Tournament, settings: Any) -> None:
    settings.PROXIES = 1
    start(client, event, REMOTE_ADDR=PROXY, HTTP_X_FORWARDED_FOR="x" * 500)
    assert LogEntry.objects.get(action="session_started").origin == "x" * 60


def test_what_a_phone_sends_has_its_address_too(client: Client, event: Tournament) -> None:
    table = making.table(event)
    body = {
        "client_id": "phone-0001",
        "expected_version": 1,
        "number": 1,
        "winner": 0,
        "discarder": 1,
        "fan": 24,
    }
    path = f"/api/referee/tournaments/{event.slug}/sessions/1/tables/1/hands/"
    answer = client.post(path, json.dumps(body), content_type="application/json")
    assert answer.status_code == 200
    assert LogEntry.objects.get(action="hand_recorded", table=table).origin == HERE


def test_a_command_has_no_address(client: Client, event: Tournament) -> None:
    client.get(address(event))  # what was answered before leaves nothing behind
    call_command("simulate", event.slug, "--sessions", "1", stdout=io.StringIO())
    assert set(LogEntry.objects.values_list("origin", flat=True)) == {""}


def test_the_chief_referee_does_not_see_addresses(client: Client, event: Tournament) -> None:
    start(client, event)
    chief = Client(headers={"accept-language": "en"})
    chief.force_login(making.referee(event, "chief", role=Staff.Role.CHIEF_REFEREE))
    assert HERE not in text(chief, event)
    assert "From address" not in rows(chief, event)[0]


def test_the_page_costs_no_more_queries_for_a_longer_history(client: Client) -> None:
    counts = []
    for hands in (1, 8):
        event = making.drawn(16, 1)
        for _hand in range(hands):
            making.hand(making.table(event))
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"{address(event)}?player=1").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
