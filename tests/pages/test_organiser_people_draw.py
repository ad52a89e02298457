"""Who is drawn and who is not: reserves, withdrawals, byes and empty chairs on the pages that lead to a draw."""

import re

import pytest
from django.test import Client

from tests import making
from tests.pages.public_sheet import read, row_of, text_of
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.substitutes import substitute, withdraw_player
from tournament.models import Bye, Player, Seat, Tournament
from tournament.pages.organiser import draw_work

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def a_patient_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is: these draws are made at once."""
    monkeypatch.setattr(draw_work, "PATIENCE", 600)


@pytest.fixture
def alice(client: Client) -> Client:
    client.force_login(making.user())
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def desk(event: Tournament, page: str) -> str:
    return f"/organiser/{event.slug}/{page}"


def reserve(event: Tournament, number: int = 50, name: str = "Reserve") -> Player:
    (made,) = enrol(event, [PersonFacts(name, number=number, is_reserve=True)], making.user())
    return made


# ── Reserves


def test_a_player_is_enrolled_as_reserve_and_listed_apart(alice: Client) -> None:
    event = making.tournament(8, 2)
    form = {"name": "Ann Waits", "number": "5000", "is_reserve": "on"}
    html = alice.post(desk(event, "players/"), form, follow=True).content.decode()
    assert Player.objects.get(number=5000).is_reserve
    text = text_of(html)
    assert "9 players · 1 of them reserve" in text
    assert "missing for full tables" not in text
    apart = html.index("are not drawn; they play as substitutes")
    assert html.index('id="player-8"') < apart < html.index('id="player-5000"')


def test_a_reserve_becomes_a_player_and_a_player_a_reserve(alice: Client) -> None:
    event = making.tournament(8, 2)
    alice.post(desk(event, "players/3/"), {"name": "Player 3", "number": "3", "is_reserve": "on"})
    assert event.players.get(number=3).is_reserve
    assert re.search(
        r'<input[^>]* name="is_reserve"[^>]* checked', alice.get(desk(event, "players/3/")).content.decode()
    )
    alice.post(desk(event, "players/3/"), {"name": "Player 3", "number": "3"})
    assert not event.players.get(number=3).is_reserve


@pytest.mark.parametrize("heading", ["替补", "Reserve"])
def test_a_list_says_who_is_a_reserve(alice: Client, heading: str) -> None:
    event = making.tournament(0 + 4, 2)
    text = f"姓名\t{heading}\n王芳\t\n陈伟\t是\n李雷\t替补"
    html = alice.post(desk(event, "players/import/"), {"act": "read", "text": text}).content.decode()
    assert "reserve" in html
    payload = html.split('name="payload" value="')[1].split('"')[0]
    columns = {"column-0": "name", "column-1": "is_reserve"}
    alice.post(desk(event, "players/import/"), {"act": "store", "payload": payload} | columns)
    assert set(event.players.filter(is_reserve=True).values_list("name", flat=True)) == {"陈伟", "李雷"}


def test_what_is_neither_yes_nor_no_in_the_column_of_reserves_is_a_mistake(alice: Client) -> None:
    event = making.tournament(4, 2)
    text = "姓名\t替补\n王芳\tperhaps"
    html = alice.post(desk(event, "players/import/"), {"act": "read", "text": text}).content.decode()
    assert "“perhaps” is neither yes nor no: is this player a reserve?" in html


def test_the_roll_of_a_session_has_no_reserves_and_nobody_who_withdrew(alice: Client) -> None:
    event = making.tournament(8, 2)
    reserve(event)
    withdraw_player(event, 2, 2, "work", making.user())
    substitute(event, 1, 50, (2, 1), None, "ill", making.user())
    first = text_of(alice.get(desk(event, "check-in/1/")).content.decode())
    assert "0 of 8 are here" in first
    html = alice.get(desk(event, "check-in/2/")).content.decode()
    assert "0 of 7 are here" in text_of(html)
    assert "50 Reserve plays" in row_of(html, "p1")
    assert 'id="p2"' not in html


# ── The draw


def test_the_draw_page_names_who_is_left_out_and_why(alice: Client) -> None:
    event = making.tournament(9, 2)
    reserve(event)
    reserve(event, 51, "Second")
    withdraw_player(event, 9, 1, "work", making.user())
    substitute(event, 1, 51, (1, 1), None, "ill", making.user())
    text = text_of(alice.get(desk(event, "draw/")).content.decode())
    assert "8 play: they fill 2 tables of four." in text
    assert "Withdrawn, not drawn: 9 Player 9." in text
    assert "Reserves, not drawn: 50 Reserve." in text
    assert "Play for somebody else, have no seat of their own: 51 Second." in text


def test_players_who_do_not_fill_a_table_are_refused_unless_the_organiser_chooses(alice: Client) -> None:
    event = making.tournament(9, 2, teams=False)
    form = {"act": "make", "which": "next"}
    refused = alice.post(desk(event, "draw/"), form)
    assert (refused.status_code, Seat.objects.exists()) == (422, False)
    alice.post(desk(event, "draw/"), form | {"remainder": "byes"})
    assert (Seat.objects.count(), Bye.objects.count()) == (8, 1)


def test_byes_are_shown_in_the_draft_and_on_the_published_draw(alice: Client) -> None:
    event = making.tournament(9, 2, teams=False)
    alice.post(desk(event, "draw/"), {"act": "make", "which": "all", "remainder": "byes"})
    free = Bye.objects.get(session__number=1).player
    assert f"Bye 1 {free.number} {free.name}" in text_of(
        alice.get(desk(event, "draw/?session=1")).content.decode()
    )
    publish_draw(event, [1], making.user())
    assert f"Bye {free.number} {free.name}" in text_of(read(f"/t/{event.slug}/sessions/1/"))
    hidden = Bye.objects.get(session__number=2).player
    assert "Bye" not in row_of(read(f"/t/{event.slug}/seats/?q={hidden.number}"), f"who{hidden.number}")


def test_three_handed_tables_have_an_empty_chair_in_the_draft(alice: Client) -> None:
    event = making.tournament(15, 1, teams=False)
    form = {"act": "make", "which": "next", "remainder": "empty_chairs"}
    text = text_of(alice.post(desk(event, "draw/"), form, follow=True).content.decode())
    assert "empty chair" in text
    assert Seat.objects.filter(player=None).count() == 1


def test_five_players_cannot_play_three_handed(alice: Client) -> None:
    event = making.tournament(5, 1, teams=False)
    form = {"act": "make", "which": "next", "remainder": "empty_chairs"}
    answer = alice.post(desk(event, "draw/"), form)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "With 5 players two chairs of a table would be empty." in html
    assert 'value="empty_chairs" checked' in html


def test_the_draft_shows_who_plays_for_a_player(alice: Client) -> None:
    event = making.tournament(8, 1)
    reserve(event)
    substitute(event, 1, 50, (1, 1), None, "ill", making.user())
    make_draw(event, [1], making.user())
    assert "50 Reserve plays" in text_of(alice.get(desk(event, "draw/")).content.decode())
