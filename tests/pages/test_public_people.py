"""What everybody sees of absent players, substitutes, byes and withdrawals."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import making
from tests.pages.public_sheet import read, row_of, sitter, text_of
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.presence import mark_absent, no_play
from tournament.actions.sessions import close_session
from tournament.actions.substitutes import substitute, withdraw_player
from tournament.models import Bye, Player, Tournament

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
def forfeited(event: Tournament) -> Player:
    """北 of table 1 did not come: 东 wins 24 fan from 南, +48 −32 −8 and −8 for the empty chair."""
    table = making.table(event)
    mark_absent(table, 3, "did not come", making.stamp(table))
    making.hand(table, 0, 24, 1)
    return sitter(table, 3)


def page(event: Tournament, path: str) -> str:
    return read(f"/t/{event.slug}/{path}")


# ── Forfeits and empty chairs


def test_a_table_shows_the_forfeit_and_the_account_of_the_empty_chair(
    event: Tournament, forfeited: Player
) -> None:
    html = page(event, "sessions/1/tables/1/")
    result = row_of(html, "seat3")
    assert result.startswith(f"北 {forfeited.name} ")
    assert "forfeit the chair is empty chair's account −8" in result
    assert result.endswith("0 −300 0")  # no standard points, −300, with 300 starting points 0
    assert "Total +48 −32 −8 −8" in text_of(html)


def test_a_session_and_the_players_own_page_show_the_forfeit(event: Tournament, forfeited: Player) -> None:
    card = row_of(page(event, "sessions/1/"), "t1")
    assert f"北 empty chair {forfeited.name} is absent forfeit chair's account −8 −300" in card
    own = row_of(page(event, f"players/{forfeited.number}/"), "s1")
    assert "forfeit the chair is empty chair's account −8" in own
    assert "−300" in own
    other = row_of(page(event, f"players/{sitter(making.table(event), 0).number}/"), "s1")
    assert f"{forfeited.name} absent −300" in other


def test_where_do_i_sit_says_who_is_absent(event: Tournament, forfeited: Player) -> None:
    assert "absent" in row_of(page(event, f"seats/?q={forfeited.number}"), f"who{forfeited.number}")
    assert f"{forfeited.name} absent" in row_of(page(event, "seats/?by=table"), "t1")


def test_a_chair_that_nobody_was_drawn_to_is_empty_and_has_its_account() -> None:
    event = making.tournament(7, 1, teams=False)
    make_draw(event, [1], making.user(), seed="x", remainder="empty_chairs")
    publish_draw(event, [1], making.user())
    for number in (1, 2):
        table = making.table(event, 1, number)
        empty = table.seats.filter(player=None).first()
        if empty is None:
            continue
        winner = next(seat.chair for seat in table.seats.all() if seat.player_id)
        making.hand(table, winner, 8)
        html = page(event, f"sessions/1/tables/{number}/")
        assert row_of(html, f"seat{empty.chair}").endswith("empty chair −16")
        assert "empty chair −16" in row_of(page(event, "sessions/1/"), f"t{number}")


def test_a_table_without_play_says_so(event: Tournament) -> None:
    table = making.table(event)
    for chair in (2, 3):
        mark_absent(table, chair, "storm", making.stamp(table))
    no_play(table, "storm", making.stamp(table))
    html = page(event, "sessions/1/tables/1/")
    assert "This table does not play: too few came." in text_of(html)
    assert row_of(html, "seat0").endswith("3 0 300")


# ── Substitutes and stand-ins


def test_a_substitute_is_named_wherever_he_sits(event: Tournament) -> None:
    table = making.table(event)
    place = sitter(table, 0)
    making.hand(table, 1, 8, 2)
    substitute(event, place.number, 50, (1, 2), None, "ill", making.user())
    making.hand(table, 0, 8, 2)
    assert f"东 Reserve for {place.name} from hand 2" in row_of(page(event, "sessions/1/"), "t1")
    html = page(event, "sessions/1/tables/1/")
    assert "Reserve played from hand 2" in row_of(html, "seat0")
    seats = page(event, "seats/?session=1")
    assert row_of(seats, "n50").startswith(f"Reserve 50 for {place.name}")
    assert "50 Reserve plays" in row_of(seats, f"n{place.number}")
    found = row_of(page(event, "seats/?q=50"), "who50")
    assert f"for {place.name}" in found
    own = row_of(page(event, f"players/{place.number}/"), "s1")
    assert "Reserve played from hand 2" in own
    his = row_of(page(event, "players/50/"), "s1")
    assert f"In the place of {place.name}. The result is {place.name}'s." in his


def test_a_substitute_has_the_result_where_the_rulebook_says_person() -> None:
    event = making.drawn(8, 1, substitute_result="person")
    enrol(event, [PersonFacts("Reserve", number=50, is_reserve=True)], making.user())
    table = making.table(event)
    place = sitter(table, 0)
    substitute(event, place.number, 50, (1, 1), 1, "ill", making.user())
    making.hand(table, 0, 24, 1)
    making.close(table)
    assert "Reserve played the result is Reserve's" in row_of(page(event, "sessions/1/tables/1/"), "seat0")
    his = row_of(page(event, "players/50/"), "s1")
    assert f"In the place of {place.name}." in his
    assert "The result is" not in his
    assert "+48" in row_of(page(event, "standings/"), "p50")


def test_a_stand_in_is_named_with_the_player_who_forfeits(event: Tournament) -> None:
    table = making.table(event)
    place = sitter(table, 0)
    mark_absent(table, 0, "ill", making.stamp(table), 90)
    making.hand(table, 0, 24, 1)
    assert "forfeit Stand-in played (stand-in) chair's account +48" in row_of(
        page(event, "sessions/1/tables/1/"), "seat0"
    )
    card = row_of(page(event, "sessions/1/"), "t1")
    assert f"东 Stand-in stand-in for {place.name} forfeit chair's account +48 −300" in card


# ── Byes


def test_who_has_a_bye_is_told_so_and_gets_its_score_when_the_session_is_closed() -> None:
    event = making.tournament(9, 2, teams=False)
    make_draw(event, [1, 2], making.user(), seed="x", remainder="byes")
    publish_draw(event, [1, 2], making.user())
    free = Bye.objects.get(session__number=1).player
    found = row_of(page(event, f"seats/?q={free.number}"), f"who{free.number}")
    assert "Session 1 Bye You have no table in this session" in found
    assert row_of(page(event, "seats/?session=1"), f"n{free.number}").endswith("Bye")
    assert free.name in row_of(page(event, "seats/?session=1&by=table"), "byes")
    assert free.name in row_of(page(event, "sessions/1/"), "byes")
    own = f"players/{free.number}/"
    assert row_of(page(event, own), "s1") == "Session 1 Bye No table in this session."
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    assert row_of(page(event, own), "s1") == "Session 1 Bye No table in this session. 3 0"


# ── Withdrawals and reserves


def test_the_standings_and_the_players_page_say_who_has_withdrawn(event: Tournament) -> None:
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    withdraw_player(event, 3, 2, "work", making.user())
    standings = page(event, "standings/")
    assert "withdrawn" in row_of(standings, "p3")
    assert "withdrawn" not in row_of(standings, "p4")
    assert "Has withdrawn before session 2." in text_of(page(event, "players/3/"))
    # Reserves who did not play are in no standings, and are marked in the list of players.
    assert 'id="p50"' not in standings
    assert "Reserve reserve" in row_of(page(event, "players/"), "p50")


def test_the_number_of_queries_does_not_grow_with_substitutes_and_byes() -> None:
    counts = []
    for players in (17, 65):
        event = making.tournament(players, 1, teams=False)
        reserves = [
            PersonFacts(f"Reserve {n}", number=n, is_reserve=True) for n in range(500, 500 + players // 8)
        ]
        enrol(event, reserves, making.user())
        make_draw(event, [1], making.user(), seed="q", remainder="byes")
        publish_draw(event, [1], making.user())
        seated = [p.number for p in event.players.filter(seats__isnull=False).order_by("number")]
        for number, who in zip(range(500, 500 + players // 8), seated, strict=False):
            substitute(event, who, number, (1, 1), None, "ill", making.user())
        found = []
        table = event.players.get(number=seated[0]).seats.get().table.number  # a substitute sits there
        table_page = f"sessions/1/tables/{table}/"
        for path in ("sessions/1/", "seats/", "seats/?by=table", table_page, "players/500/"):
            with CaptureQueriesContext(connection) as queries:
                assert Client().get(f"/t/{event.slug}/{path}").status_code == 200
            found.append(len(queries))
        counts.append(found)
    assert counts[0] == counts[1]
