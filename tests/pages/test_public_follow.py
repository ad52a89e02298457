"""Several players on one page: whom somebody follows, and where each of them sits."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import making
from tests.pages.public_sheet import played, read, row_of, sitter, text_of
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.sessions import close_session, start_session
from tournament.actions.standings import show_standings
from tournament.actions.substitutes import withdraw_player
from tournament.models import Bye, ShownStandings, Tournament

pytestmark = pytest.mark.django_db


def cards(of: Tournament, numbers: str) -> str:
    return read(f"/t/{of.slug}/follow/cards/?n={numbers}")


def closed_session(of: Tournament) -> None:
    for number in range(1, 5):
        table = making.table(of, 1, number)
        if not table.is_closed:
            making.close(table)
    close_session(of, 1, making.user())


def test_a_card_has_place_points_and_the_running_total_of_the_table() -> None:
    event = played()
    winner, playing = sitter(making.table(event), 0).number, making.table(event, 1, 2)
    making.hand(playing, winner=0, fan=30)  # self-draw: 3 × 38
    other = sitter(playing, 0).number
    html = cards(event, f"{winner},{other}")
    first = row_of(html, f"f{winner}")
    assert first.startswith("1 ")
    assert first.endswith("4 +24")
    second = row_of(html, f"f{other}")
    assert "session 1, table 2 东 +114" in second


def test_who_is_done_with_his_table_is_shown_where_he_sits_next() -> None:
    event = played()
    done = sitter(making.table(event), 0)
    seat = done.seats.get(session__number=2)
    assert f"session 2, table {seat.table.number}" in row_of(
        cards(event, str(done.number)), f"f{done.number}"
    )
    closed_session(event)
    assert f"session 2, table {seat.table.number}" in row_of(
        cards(event, str(done.number)), f"f{done.number}"
    )
    start_session(event, 2, making.user())
    closing = [making.table(event, 2, number) for number in range(1, 5)]
    for table in closing:
        making.close(table)
    close_session(event, 2, making.user())
    assert "no seat in a session to come" in row_of(cards(event, str(done.number)), f"f{done.number}")


def test_numbers_that_nobody_has_are_named_and_doubles_and_words_are_passed_over() -> None:
    event = played()
    html = cards(event, "3,999,3,x,0,-4,99999999999,%F0%A0%AE%B7,<b>")
    assert html.count("<li ") == 2  # 3, and 4 of "-4"
    assert "No player has one of the numbers 999, 0." in text_of(html)
    assert read(f"/t/{event.slug}/follow/?n=3&n=4").count('data-row="f') == 2
    empty = text_of(read(f"/t/{event.slug}/follow/"))
    assert "Nobody is named yet." in empty


def test_of_a_thousand_numbers_the_first_twenty_are_shown() -> None:
    event = making.drawn(24, 1)
    html = cards(event, ",".join(map(str, range(1, 1001))))
    assert html.count("<li ") == 20
    assert "Only the first 20 players are shown." in text_of(html)


def test_frozen_and_hidden_standings_stay_so_for_whoever_follows() -> None:
    event = played()
    closed_session(event)
    first = sitter(making.table(event), 0).number
    table = making.table(event, 2, 1)
    making.hand(table, winner=0, fan=88)
    making.close(table)
    leader = sitter(table, 0).number
    # After session 1: who sat at the other tables has shared all places there, (4 + 3 + 2 + 1) / 4.
    after_one = {leader: "2½ 0"} | {
        sitter(making.table(event), chair).number: points
        for chair, points in enumerate(("4 +24", "3 +16", "1 −24", "2 −16"))
    }
    show_standings(event, ShownStandings.FROZEN, making.user(), 1)
    for number in (first, leader):
        assert row_of(cards(event, str(number)), f"f{number}").endswith(after_one[number])
    show_standings(event, ShownStandings.HIDDEN, making.user())
    hidden = row_of(cards(event, str(first)), f"f{first}")
    assert "+24" not in hidden
    assert not hidden.startswith("1 ")
    assert "kept for the prize-giving" in text_of(cards(event, str(first)))


def test_byes_and_withdrawals_are_said() -> None:
    event = making.tournament(9, 2, teams=False)
    make_draw(event, [1], making.user(), seed="x", remainder="byes")
    publish_draw(event, [1], making.user())
    free = Bye.objects.get(session__number=1).player
    assert "session 1: bye" in row_of(cards(event, str(free.number)), f"f{free.number}")
    withdraw_player(event, free.number, 2, "work", making.user())
    assert "withdrawn" in row_of(cards(event, str(free.number)), f"f{free.number}")


def test_a_draft_is_invisible_and_nothing_new_is_204() -> None:
    event = making.tournament(16, 1)
    make_draw(event, [1], making.user(), seed="x")
    assert "no seat in a session to come" in cards(event, "1")
    path = f"/t/{event.slug}/follow/cards/?n=1&v="
    token = Client().get(path)["X-Version"]
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(path + token).status_code == 204
    # The tournament, and whether their tables have changed.
    assert len(queries) == 2
    publish_draw(event, [1], making.user())
    assert Client().get(path + token).status_code == 200


def test_twenty_in_a_field_of_300_cost_as_many_queries_as_one_of_16() -> None:
    counts = []
    for event, numbers in (
        (making.drawn(16, 2), "1"),
        (making.drawn(300, 2), "&n=".join(map(str, range(1, 21)))),
    ):
        for path in ("follow/", "follow/cards/"):
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                assert Client().get(f"/t/{event.slug}/{path}?n={numbers}").status_code == 200
            counts.append(len(queries))
    assert counts[:2] == counts[2:]


def test_a_players_page_begins_with_where_he_sits_and_then_his_place() -> None:
    event = played()
    who = sitter(making.table(event), 0)
    seat = who.seats.select_related("table").get(session__number=2)
    html = read(f"/t/{event.slug}/players/{who.number}/")
    assert html.index('id="now"') < html.index('id="total"') < html.index('id="s1"')
    now = row_of(html, "now")
    assert now.startswith(f"Session 2, table {seat.table.number} ")
    others = [
        s.player.name for s in seat.table.seats.select_related("player") if s.player and s.player != who
    ]
    assert all(name in now for name in others)
    assert len(others) == 3
