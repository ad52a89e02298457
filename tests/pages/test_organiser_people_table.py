"""The chief referee's table page and the page of wrong chairs: who came, who sits where."""

import secrets
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import making
from tests.pages.public_sheet import row_of, text_of
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.sessions import close_session
from tournament.actions.substitutes import substitute
from tournament.models import Seat, Staff, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    event = making.drawn(8, 2)
    people = [
        PersonFacts("Stand-in", number=90, is_stand_in=True),
        PersonFacts("Reserve", number=50, is_reserve=True),
    ]
    enrol(event, people, making.user())
    return event


@pytest.fixture
def at(event: Tournament) -> Table:
    return making.table(event)


@pytest.fixture
def chief(event: Tournament, client: Client) -> Client:
    client.force_login(making.referee(event, "carol", role=Staff.Role.CHIEF_REFEREE))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def url(at: Table) -> str:
    return f"/organiser/{at.session.tournament.slug}/tables/{at.session.number}/{at.number}/"


def form(at: Table, act: str, **fields: object) -> dict[str, object]:
    at.refresh_from_db()
    return {"act": act, "client_id": secrets.token_hex(16), "expected_version": at.version} | fields


def player(at: Table, chair: int) -> str:
    return str(at.seats.get(chair=chair).player)


# ── Absent, arrived, no play


def test_who_is_disqualified_is_marked_until_somebody_else_takes_the_chair(chief: Client, at: Table) -> None:
    assert "disqualified</span>" not in chief.get(url(at)).content.decode()
    sent = form(
        at, "penalty", seat="1", hand_number="1", kind="false_win_deliberate", reason="three tiles short"
    )
    assert chief.post(url(at), sent).status_code == 302
    assert f"{player(at, 1)} disqualified" in text_of(chief.get(url(at)).content.decode())


def test_a_player_who_did_not_come_forfeits_and_his_chair_stays_empty(chief: Client, at: Table) -> None:
    answer = chief.post(url(at), form(at, "absent", seat="3", stand_in="", reason="no sign of him"))
    assert answer.status_code == 302
    seat = at.seats.get(chair=3)
    assert (seat.is_forfeit, seat.is_vacant) == (True, True)
    page = chief.get(url(at)).content.decode()
    assert row_of(page, "sits-3") == f"北 empty chair {player(at, 3)} is absent forfeit chair's account 0"
    assert "Arrived after all" in page


def test_a_stand_in_by_number_takes_the_chair_of_an_absent_player(chief: Client, at: Table) -> None:
    chief.post(url(at), form(at, "absent", seat="0", stand_in="90", reason="ill"))
    page = chief.get(url(at)).content.decode()
    assert row_of(page, "sits-0") == f"东 90 Stand-in stand-in for {player(at, 0)} forfeit chair's account 0"
    # He sits here now, so he is offered nowhere else.
    other = chief.get(url(making.table(at.session.tournament, 1, 2)))
    assert [value for value, _label in other.context["absent_form"].fields["stand_in"].choices] == [""]


def test_who_arrives_in_time_plays_and_undo_takes_the_arrival_back(chief: Client, at: Table) -> None:
    chief.post(url(at), form(at, "absent", seat="3", reason="late"))
    assert chief.post(url(at), form(at, "arrived", seat="3", reason="traffic")).status_code == 302
    assert not at.seats.get(chair=3).is_vacant
    assert "Arrived after all" not in chief.get(url(at)).content.decode()
    page = chief.post(url(at), form(at, "undo"), follow=True)
    assert "Taken back: somebody was marked as absent, or arrived." in text_of(page.content.decode())
    assert at.seats.get(chair=3).is_vacant


def test_an_absence_without_a_reason_is_refused_at_its_field_and_keeps_what_was_typed(
    chief: Client, at: Table
) -> None:
    answer = chief.post(url(at), form(at, "absent", seat="2", stand_in="90", reason=" "))
    assert answer.status_code == 422
    assert answer.context["absent_form"].errors == {"reason": ["Say why: absent, or too late."]}
    html = answer.content.decode()
    assert '<option value="2" selected>' in html
    assert '<option value="90" selected>' in html


def test_an_absence_on_an_older_page_is_refused_as_stale(chief: Client, at: Table) -> None:
    sent = form(at, "absent", seat="3", reason="late")
    making.hand(at, 0, 24, 1)
    assert chief.post(url(at), sent).status_code == 409
    assert not at.seats.get(chair=3).is_forfeit


def test_a_table_of_two_does_not_play_and_closes_with_the_score_of_a_bye(chief: Client, at: Table) -> None:
    assert "Table without play" not in chief.get(url(at)).content.decode()
    early = chief.post(url(at), form(at, "no_play", reason="storm"))
    assert early.status_code == 422
    assert "mark who is absent first" in text_of(early.content.decode())
    for chair in (2, 3):
        chief.post(url(at), form(at, "absent", seat=str(chair), reason="storm"))
    assert "Table without play" in chief.get(url(at)).content.decode()
    chief.post(url(at), form(at, "no_play", reason="storm"))
    assert making.standard(at) == [3, 3, 0, 0]
    page = text_of(chief.get(url(at)).content.decode())
    assert "This table does not play" in page
    assert "Result 0 0 −300 −300" in page


def test_the_sheet_shows_the_account_of_the_chair_beside_the_result_of_a_forfeit(
    chief: Client, at: Table
) -> None:
    chief.post(url(at), form(at, "absent", seat="3", reason="no sign of him"))
    making.hand(at, 0, 24, 1)
    page = text_of(chief.get(url(at)).content.decode())
    assert "Total +48 −32 −8 −8 Result +48 −32 −8 −300" in page


def test_an_absent_player_is_not_asked_to_agree(chief: Client, at: Table) -> None:
    chief.post(url(at), form(at, "absent", seat="3", reason="no sign of him"))
    agreements = {f"agreement_{chair}": "agreed" for chair in range(3)}
    assert "agreement_3" not in chief.get(url(at)).content.decode()
    chief.post(url(at), form(at, "close", reason="time is short", **agreements))
    at.refresh_from_db()
    assert at.is_closed


def test_a_substitute_appears_on_an_open_page_with_the_hand_from_which_he_plays(
    chief: Client, at: Table
) -> None:
    before = chief.get(url(at)).context["version"]
    assert chief.get(url(at), {"part": 1, "v": before}).status_code == 204
    first = at.seats.get(chair=0).player
    assert first is not None
    making.hand(at, 1, 8, 2)
    before = chief.get(url(at)).context["version"]
    substitute(at.session.tournament, first.number, 50, (1, 2), None, "ill", making.user())
    answer = chief.get(url(at), {"part": 1, "v": before})
    assert answer.status_code == 200
    assert row_of(answer.content.decode(), "sits-0") == f"东 50 Reserve for {first} from hand 2"
    # In hand 1 it was still the player himself.
    making.hand(at, 0, 8, 2)
    lines = chief.get(url(at)).context["lines"]
    assert lines[0].words == f"hand 1: {player(at, 1)} wins from {player(at, 2)}, 8 fan"
    assert lines[1].words == f"hand 2: Reserve wins from {player(at, 2)}, 8 fan"


# ── Wrong chairs


def chairs(event: Tournament, *tables: int) -> str:
    return f"/organiser/{event.slug}/chairs/1/?{urlencode([('table', n) for n in tables])}"


def swap(event: Tournament, a: Seat, b: Seat, **more: object) -> dict[str, object]:
    tables = sorted({a.table.number, b.table.number})
    return {
        "table": tables,
        "seen": [f"{n}-{making.table(event, 1, n).version}" for n in tables],
        f"seat-{a.pk}": b.player_id or "",
        f"seat-{b.pk}": a.player_id or "",
    } | more


def two(event: Tournament) -> tuple[Seat, Seat]:
    return making.table(event).seats.get(chair=0), making.table(event, 1, 2).seats.get(chair=2)


def test_the_new_results_are_shown_before_anything_is_stored(chief: Client, event: Tournament) -> None:
    making.hand(making.table(event), 0, 24, 1)
    a, b = two(event)
    answer = chief.post(chairs(event), swap(event, a, b, act="preview"))
    assert answer.status_code == 200
    (first, _second) = answer.context["preview"]
    assert [row.moved for row in first[1]] == [True, False, False, False]
    text = text_of(answer.content.decode())
    assert f"东 {a.player} +48 · 4 {b.player} +48 · 4" in text
    assert making.table(event).seats.get(chair=0).player == a.player


def test_who_really_sat_where_is_put_down_in_one_step(chief: Client, event: Tournament) -> None:
    a, b = two(event)
    answer = chief.post(chairs(event), swap(event, a, b, act="store", reason="name plates"), follow=True)
    assert "It is put down who sat where; 2 tables were computed anew." in answer.content.decode()
    assert making.table(event).seats.get(chair=0).player == b.player
    history = text_of(chief.get(f"/organiser/{event.slug}/history/").content.decode())
    assert f"player {b.player.number if b.player else ''} to table 1 东" in history


def test_a_change_of_chairs_needs_a_reason_and_keeps_what_was_chosen(
    chief: Client, event: Tournament
) -> None:
    a, b = two(event)
    answer = chief.post(chairs(event), swap(event, a, b, act="store", reason=""))
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "Say how it was noticed" in html
    assert html.count(f'<option value="{b.player_id}" selected>') == 1
    assert answer.context["preview"]


def test_somebody_chosen_for_two_chairs_is_named(chief: Client, event: Tournament) -> None:
    a, b = two(event)
    sent = swap(event, a, b, act="preview") | {f"seat-{b.pk}": b.player_id}
    answer = chief.post(chairs(event), sent)
    assert answer.status_code == 422
    assert f"Too often: {b.player}. Nowhere: {a.player}." in text_of(answer.content.decode())


def test_a_hand_entered_meanwhile_makes_the_change_of_chairs_stale(chief: Client, event: Tournament) -> None:
    a, b = two(event)
    sent = swap(event, a, b, act="store", reason="name plates")
    making.hand(making.table(event), 0, 24, 1)
    answer = chief.post(chairs(event), sent)
    assert answer.status_code == 409
    assert "Something was entered at table 1 meanwhile." in text_of(answer.content.decode())
    assert making.table(event).seats.get(chair=0).player == a.player


def test_chairs_of_a_closed_session_can_still_be_put_right(chief: Client, event: Tournament) -> None:
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    a, b = two(event)
    assert chief.post(chairs(event), swap(event, a, b, act="store", reason="photo")).status_code == 302
    assert making.table(event).corrected_at is not None


def test_the_number_of_queries_of_wrong_chairs_does_not_grow_with_the_players(client: Client) -> None:
    client.force_login(making.user())
    counts = []
    for players in (16, 64):
        event = making.drawn(players, 1)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(chairs(event, 1, 2)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
