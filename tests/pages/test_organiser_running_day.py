"""Check-in and history."""

import zoneinfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import making
from tournament.actions.drawing import make_draw
from tournament.actions.draws import swap_seats
from tournament.actions.sessions import check_in
from tournament.models import CheckIn, LogEntry, Seat, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(client: Client) -> Client:
    client.force_login(making.user())
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def roll(event: Tournament, number: int = 1) -> str:
    return f"/organiser/{event.slug}/check-in/{number}/"


def here(event: Tournament, number: int = 1) -> list[int]:
    found = CheckIn.objects.filter(session__tournament=event, session__number=number)
    return list(found.order_by("player__number").values_list("player__number", flat=True))


def test_one_tap_notes_a_player_and_another_takes_it_back(alice: Client) -> None:
    event = making.tournament(8, 2)
    player = event.players.get(number=3)
    answer = alice.post(roll(event), {"present": player.pk, "show": "missing"})
    assert answer.status_code == 302
    assert answer["Location"].endswith("?show=missing#p3")
    assert here(event) == [3]
    assert here(event, 2) == []
    alice.post(roll(event), {"absent": player.pk})
    assert here(event) == []


def test_the_same_tap_again_changes_nothing(alice: Client) -> None:
    event = making.tournament(8, 2)
    player = event.players.get(number=3)
    for _tap in range(2):
        alice.post(roll(event), {"present": player.pk})
    assert here(event) == [3]
    assert LogEntry.objects.filter(tournament=event, action="checked_in").count() == 1


def test_a_tap_with_the_script_answers_with_the_row_and_the_counts(alice: Client) -> None:
    event = making.tournament(8, 2)
    player = event.players.get(number=3)
    answer = alice.post(roll(event), {"present": player.pk}, headers={"hx-request": "true"})
    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="p3"' in text
    assert 'aria-pressed="true"' in text
    assert "1 of 8 are here." in text
    assert 'id="p4"' not in text


def test_everybody_is_noted_at_once_and_taken_back(alice: Client) -> None:
    event = making.tournament(8, 2)
    assert (
        "8 players were checked in."
        in alice.post(roll(event), {"everybody": "present"}, follow=True).content.decode()
    )
    assert here(event) == [1, 2, 3, 4, 5, 6, 7, 8]
    text = alice.get(roll(event)).content.decode()
    assert "8 of 8 are here." in text
    assert "Nobody is missing." in text
    alice.post(roll(event), {"everybody": "absent"})
    assert here(event) == []


def test_who_is_missing_is_named(alice: Client) -> None:
    event = making.tournament(8, 2)
    for number in range(1, 8):
        alice.post(roll(event), {"present": event.players.get(number=number).pk})
    text = alice.get(roll(event) + "?show=missing").content.decode()
    assert "8&nbsp;Player 8" in text
    assert 'id="p8"' in text
    assert 'id="p7"' not in text


@pytest.mark.parametrize("sent", [{"present": "99999999"}, {"present": "x"}, {"absent": ""}, {}])
def test_a_player_who_is_not_there_is_refused_in_words(alice: Client, sent: dict[str, str]) -> None:
    event = making.tournament(8, 2)
    answer = alice.post(roll(event), sent, follow=True)
    assert "There is no such player. Reload the page." in answer.content.decode()
    assert here(event) == []


def test_a_player_of_another_tournament_is_not_checked_in(alice: Client) -> None:
    event, other = making.tournament(8, 2), making.tournament(8, 2)
    alice.post(roll(event), {"present": other.players.get(number=1).pk})
    assert CheckIn.objects.count() == 0


def test_check_in_refreshes_itself(alice: Client) -> None:
    event = making.tournament(8, 2)
    version = alice.get(roll(event) + "?part=1")["X-Version"]
    assert alice.get(f"{roll(event)}?part=1&v={version}").status_code == 204
    alice.post(roll(event), {"present": event.players.get(number=3).pk})
    assert alice.get(f"{roll(event)}?part=1&v={version}").status_code == 200


def log(event: Tournament, query: str = "") -> str:
    return f"/organiser/{event.slug}/history/{query}"


def test_the_history_is_newest_first_and_names_who_and_where(alice: Client) -> None:
    event = making.drawn(8, 2)
    making.hand(making.table(event, 1, 2), 0, 8)
    lines = alice.get(log(event)).context["lines"]
    assert lines[0].what.startswith("recorded hand 1: ")
    assert (lines[0].who, lines[0].session, lines[0].table) == ("alice", 1, 2)
    assert lines[-1].what.startswith("created the tournament")
    text = alice.get(log(event)).content.decode()
    assert f'href="/organiser/{event.slug}/tables/1/2/"' in text
    # No zone was given, so the tournament is in Shanghai.
    local = timezone.localtime(lines[0].at, zoneinfo.ZoneInfo("Asia/Shanghai"))
    assert f"{local:%Y-%m-%d %H:%M}" in text


def test_the_history_is_filtered_by_session_and_table(alice: Client) -> None:
    event = making.drawn(8, 2)
    for session, table in ((1, 1), (1, 2), (1, 1)):
        making.hand(making.table(event, session, table), 0, 8)
    found = alice.get(log(event, "?session=1&table=1")).context["lines"]
    assert {(line.session, line.table) for line in found} == {(1, 1)}
    assert len(found) == 2
    assert {line.table for line in alice.get(log(event, "?table=2")).context["lines"]} == {2}
    assert alice.get(log(event, "?session=nonsense&table=")).status_code == 200


def test_the_history_is_paged(alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.pages.organiser.history.LINES", 5)
    event = making.drawn(8, 1)
    for _hand in range(4):
        making.hand(making.table(event, 1, 1), 0, 8)
    seen, address = [], log(event)
    while address:
        page = alice.get(address)
        assert len(page.context["lines"]) <= 5
        seen += [line.version for line in page.context["lines"]]
        address = page.context["older"]
    assert len(seen) == LogEntry.objects.filter(tournament=event).count()
    assert seen == sorted(seen, reverse=True)


def test_a_swap_in_a_draft_reads_as_who_went_where(alice: Client) -> None:
    event = making.tournament(8, 1)
    make_draw(event, [1], making.user(), seed="a")
    first = Seat.objects.get(session__tournament=event, table__number=1, chair=0)
    second = Seat.objects.get(session__tournament=event, table__number=2, chair=3)
    swap_seats(event, 1, first.pk, second.pk, making.user())
    line = alice.get(log(event)).context["lines"][0]
    assert first.player is not None
    assert second.player is not None
    assert line.what == (
        f"swapped two seats: player {second.player.number} to table 1 东; "
        f"player {first.player.number} to table 2 北"
    )


def test_long_lists_of_numbers_read_as_runs(alice: Client) -> None:
    event = making.tournament(8, 1)
    some = event.players.filter(number__in=(1, 2, 3, 6, 8))
    check_in(event, 1, list(some.values_list("pk", flat=True)), True, making.user())
    assert alice.get(log(event)).context["lines"][0].what == "checked in players 1–3, 6, 8"


@pytest.mark.parametrize("page", ["check-in/1/", "check-in/1/?part=1", "history/"])
def test_the_number_of_queries_does_not_grow_with_the_players(alice: Client, page: str) -> None:
    counts = []
    for players in (16, 64):
        event = making.drawn(players, 1)
        alice.post(roll(event), {"everybody": "present"})
        for number in range(1, players // 4 + 1):
            making.hand(making.table(event, 1, number), 0, 8)
        with CaptureQueriesContext(connection) as queries:
            assert alice.get(f"/organiser/{event.slug}/{page}").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
