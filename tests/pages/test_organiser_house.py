"""Hands under house rules at the desk: shown with kinds and all winners, corrected on the referee's page."""

from __future__ import annotations

import secrets

import pytest
from django.test import Client

from tests import house_tables, making
from tests.house_tables import record
from tests.pages.public_sheet import text_of
from tournament.actions.sessions import close_session, start_session
from tournament.models import Staff, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    made = house_tables.drawn("shanghai")
    start_session(made, 1, making.user())
    return made


@pytest.fixture
def at(event: Tournament) -> Table:
    """南 碰碰胡 with one flower (4 × 4 = 16) and 西 混碰 (48, so 40) from 东, who pays 56."""
    table = making.table(event)
    south = {"kind": "all_pungs", "flowers": 1}
    record(table, (1, south), (2, {"kind": "half_flush_pungs"}), discarder=0)
    return table


@pytest.fixture
def chief(event: Tournament, client: Client) -> Client:
    client.force_login(making.referee(event, "carol", role=Staff.Role.CHIEF_REFEREE))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def url(at: Table, page: str = "tables", query: str = "") -> str:
    return f"/organiser/{at.session.tournament.slug}/{page}/{at.session.number}/{at.number}/{query}"


def referees(at: Table) -> str:
    return f"/referee/{at.session.tournament.slug}/{at.session.number}/{at.number}/"


def test_the_sheet_has_kinds_points_and_all_winners(chief: Client, at: Table) -> None:
    answer = chief.get(url(at))
    line = answer.context["lines"][0]
    assert [cell.wins for cell in line.cells] == [False, True, True, False]
    assert [(one.seat, one.kind, one.amount) for one in line.wins] == [
        (1, "All pungs", 16),
        (2, "Half flush of pungs", 40),
    ]
    assert [cell.change for cell in line.cells] == [-56, 16, 40, 0]
    assert [[mark for mark, _name in cell.marks] for cell in line.cells] == [["▲", "—"], ["●"], ["●"], []]
    assert "1 东风东 南 All pungs 西 Half flush of pungs 南 16 西 40" in text_of(answer.content.decode())


def test_a_hand_says_what_was_entered_and_leads_to_the_referees_page(chief: Client, at: Table) -> None:
    html = chief.get(url(at, query="?hand=1")).content.decode()
    text = text_of(html)
    assert "南 All pungs 16 points 西 Half flush of pungs 40 points 南 Flowers: 1" in text
    assert "Correct it on the referee's page" in text
    assert f'href="{referees(at)}"' in html
    assert 'name="winner"' not in html


def test_the_desks_own_form_is_not_taken(chief: Client, at: Table) -> None:
    sent = {"act": "correct", "hand": 1, "client_id": secrets.token_hex(16), "expected_version": at.version}
    answer = chief.post(url(at), {**sent, "winner": "1", "fan": "8", "reason": "misread"})
    assert answer.status_code == 404
    assert at.hands.count() == 1


def test_a_whole_sheet_is_not_typed_in_but_its_totals_are(chief: Client, at: Table) -> None:
    html = chief.get(url(at)).content.decode()
    assert "Type in the whole sheet" not in html
    assert "Type in the totals" in html
    page = chief.get(url(at, "sheets"))
    assert page.status_code == 200
    assert f'href="{referees(at)}"' in page.content.decode()
    assert "<form" not in page.content.decode().split("<main")[1].split("</main>")[0]
    answer = chief.post(url(at, "sheets"), {"winner-1": "1", "fan-1": "8"})
    assert answer.status_code == 422
    assert at.hands.count() == 1
    totals = chief.get(f"/organiser/{at.session.tournament.slug}/totals/1/").content.decode()
    assert f'href="{referees(at)}">All hands' in totals


def test_the_referees_page_lets_the_chief_correct_at_a_closed_table_and_in_a_closed_session(
    chief: Client, event: Tournament, at: Table
) -> None:
    making.close(at)
    assert 'data-correct="1"' in chief.get(referees(at)).content.decode()
    close_session(event, 1, making.user())
    assert 'data-correct="1"' in chief.get(referees(at)).content.decode()


def test_there_is_nothing_to_count_anew(chief: Client, event: Tournament) -> None:
    html = chief.get(f"/organiser/{event.slug}/fan/?rulebook=cn2014").content.decode()
    assert "there is nothing to count" in html
    assert 'name="rulebook"' not in html


def test_closing_early_names_the_hand_but_no_last_one(chief: Client, at: Table) -> None:
    text = text_of(chief.get(url(at)).content.decode())
    assert "Hand 2 is not played and time was not called" in text


def test_a_description_says_how_many_hands_the_rules_allow(event: Tournament) -> None:
    organiser = Client()
    organiser.force_login(making.user())
    guobiao = making.drawn(4, 1)
    for made, hands in ((event, 40), (guobiao, 16)):
        answer = organiser.get(f"/organiser/{made.slug}/describe/", HTTP_ACCEPT_LANGUAGE="en")
        assert f"A session is one sitting of up to {hands} hands." in text_of(answer.content.decode())


def test_the_history_tells_a_hand_with_all_its_winners(chief: Client, at: Table) -> None:
    names = [seat.player.name for seat in at.seats.order_by("chair") if seat.player]
    text = text_of(chief.get(f"/organiser/{at.session.tournament.slug}/history/").content.decode())
    assert f"{names[1]}, {names[2]}" in text
    assert f"{names[0]} −56, {names[1]} +16, {names[2]} +40" in text
