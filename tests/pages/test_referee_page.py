"""The page of a table: who sits where, the hand being played, the sheet, and its refreshing itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.settlement import describe
from tests import making
from tests.pages.referee_phone import Phone
from tournament.models import Staff, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    tournament = making.drawn()
    making.referee(tournament, "bob", [1])
    return making.table(tournament)


@pytest.fixture
def phone(table: Table) -> Phone:
    return Phone(table, making.user("bob"))


def chairs(page: Any) -> dict[str, int]:
    """Side of the floor → drawn seat of the player who sits there."""
    return {chair.side: chair.drawn for chair in page.context["chairs"]}


def marks(page: Any, number: int) -> list[str]:
    """The symbols of one hand on the sheet, by drawn seat."""
    return [cell.symbols for cell in page.context["lines"][number - 1].cells]


def test_the_first_hand_is_dealt_by_the_east_chair(phone: Phone) -> None:
    page = phone.look()
    assert chairs(page) == {"e": 0, "s": 1, "w": 2, "n": 3}
    assert page.context["state"].seating.name == "东风东"
    assert [c.drawn for c in page.context["chairs"] if c.dealer] == [0]
    assert "1/16" in page.content.decode()


def test_hand_seven_is_named_south_wind_west_and_the_west_chair_deals(phone: Phone) -> None:
    phone.play(6)
    page = phone.look()
    assert page.context["state"].seating.name == "南风西"
    # RULES §4: seat wind (s − k) mod 4 with k = 2: the chairs 东 南 西 北 have the winds 西 北 东 南.
    assert {c.side: c.wind for c in page.context["chairs"]} == {"e": 2, "s": 3, "w": 0, "n": 1}
    assert "南风西" in page.content.decode()


def test_a_player_stands_where_he_sits_after_the_chairs_were_changed(phone: Phone) -> None:
    phone.play(13)
    assert chairs(phone.look()) == {"e": 1, "s": 0, "w": 3, "n": 2}


def test_the_columns_of_the_sheet_keep_the_order_of_the_draw(phone: Phone, table: Table) -> None:
    phone.play(13)
    names = [name for (name,) in table.seats.order_by("chair").values_list("player__name")]
    head = re.findall(r'<span class="score__name">([^<]+)</span>', phone.look().content.decode())
    assert head == names


def test_the_sheet_has_the_symbols_of_the_official_paper(phone: Phone, table: Table) -> None:
    phone.hand(1, winner=1, discarder=0, fan=8)
    phone.hand(2, winner=3, fan=8)
    phone.hand(3)
    making.penalty(table, 2, 10, kind="false_win_wrong_tile", mode="pay_each", dead_hand=True, hand_number=4)
    making.penalty(table, 1, 0, kind="empty_call", hand_number=4)
    page = phone.look()
    assert marks(page, 1) == ["▲—", "", "", ""]
    assert marks(page, 2) == ["", "▲", "", "+"]
    assert marks(page, 3) == ["○", "○", "▲○", "○"]
    assert marks(page, 4) == ["", "×", "✓", "▲"]


def test_running_totals_stand_beside_each_hand(phone: Phone) -> None:
    phone.hand(1, winner=1, discarder=0, fan=8)
    phone.hand(2, winner=3, fan=8)
    lines = phone.look().context["lines"]
    assert [cell.change for cell in lines[1].cells] == [-16, -16, -16, 48]
    assert [cell.total for cell in lines[1].cells] == [-32, 16, -24, 40]
    assert [cell.total for cell in lines[2].cells] == [None] * 4


def test_a_corrected_hand_is_marked(phone: Phone) -> None:
    phone.hand(1, winner=1, discarder=0, fan=8)
    phone.hand(2)
    assert [line.row.number for line in phone.look().context["lines"] if line.row.corrected] == []
    phone.enter("correction", number=1, winner=1, discarder=0, fan=9, reason="misread")
    assert [line.row.number for line in phone.look().context["lines"] if line.row.corrected] == [1]


def test_the_phone_gets_the_settlement_described_and_no_rule(phone: Phone, table: Table) -> None:
    data = phone.look().context["data"]
    assert data["settlement"] == describe(table.session.tournament.rulebook)
    assert data["settlement"]["discard"]["winner"] == [24, 1]
    kinds = data["penalties"]["kinds"]
    assert kinds["false_win_not_ready"]["offers"][0] == {
        "amount": "20",
        "currency": "match_points",
        "mode": "pay_each",
        "earlier": 0,
    }
    assert kinds["other"]["sizes"] == [5, 10, 20, 30, 40, 50, 60]
    assert data["penalties"]["effects"]["pay_each"][2] == [1, 1, -3, 1]
    assert data["penalties"]["effects"]["deduct"][0] == [-1, 0, 0, 0]
    assert data["penalties"]["effects"]["pay_one"][3][1] == [0, 1, 0, -1]
    assert "false_win" not in kinds


def test_the_league_offers_standard_points(db: None) -> None:
    tournament = making.drawn(penalty_sizes={"default": [10, 20, 40, 80], "standard_points": ["1/2", 1]})
    phone = Phone(making.table(tournament), making.referee(tournament, "bob", [1]))
    assert phone.look().context["data"]["penalties"]["standard_sizes"] == ["1/2", "1"]


def test_an_unchanged_table_is_not_sent_again(phone: Phone) -> None:
    version = phone.look().context["version"]
    assert phone.look(part="1", v=version).status_code == 204


@pytest.mark.parametrize("change", ["hand", "name", "rules", "time"])
def test_an_open_page_notices_what_changed(phone: Phone, table: Table, change: str) -> None:
    version = phone.look().context["version"]
    tournament = table.session.tournament
    if change == "hand":
        making.hand(table)
    elif change == "name":
        player = table.seats.get(chair=0).player
        assert player is not None
        player.name = "足立レイ"
        player.save()
    elif change == "rules":
        tournament.rules = tournament.rulebook.replace({"minimum": 6}).to_mapping()
        tournament.save()
    else:
        phone.enter("time")
    response = phone.look(part="1", v=version)
    assert response.status_code == 200
    assert response["X-Version"] != version
    assert 'id="floor"' in response.content.decode()
    assert "<html" not in response.content.decode()
    assert phone.look(part="1", v=response["X-Version"]).status_code == 204


def test_a_referee_with_several_tables_has_them_on_top(table: Table) -> None:
    tournament = table.session.tournament
    dora = making.referee(tournament, "dora", [3, 4])
    page = Phone(making.table(tournament, number=3), dora).look()
    assert [entry.card.table.number for entry in page.context["strip"]] == [3, 4]
    version = page.context["version"]
    making.hand(making.table(tournament, number=4))
    assert Phone(making.table(tournament, number=3), dora).look(part="1", v=version).status_code == 200


def test_names_are_shown_as_written_and_never_as_markup(phone: Phone, table: Table) -> None:
    player = table.seats.get(chair=0).player
    assert player is not None
    player.name = "</script><b>𠮷 D'ANGELO"
    player.save()
    page = phone.look().content.decode()
    assert "<b>𠮷" not in page
    assert "&lt;/script&gt;&lt;b&gt;𠮷 D&#x27;ANGELO" in page


def test_the_page_says_that_entry_needs_javascript_and_shows_the_sheet(phone: Phone) -> None:
    page = phone.look().content.decode()
    assert "<noscript>" in page
    assert page.index("<noscript>") < page.index('class="data score"')


def test_the_chief_referee_may_close_a_table_early(table: Table) -> None:
    chief = making.referee(table.session.tournament, "chief", role=Staff.Role.CHIEF_REFEREE)
    # The form is there for when the phone is without network; before the end only he finds the button that shows it.
    assert "data-closing data-close" in Phone(table, chief).look().content.decode()
    assert "data-closing" not in Phone(table, making.user("bob")).look().content.decode()


def test_a_page_takes_the_same_number_of_queries_whatever_was_played(phone: Phone, table: Table) -> None:
    counts = []
    for number in range(1, 5):
        phone.hand(number, winner=0, discarder=1, fan=8)
        making.penalty(table, 2, 5, hand_number=number)
        with CaptureQueriesContext(connection) as queries:
            phone.look()
        counts.append(len(queries))
    assert len(set(counts)) == 1


def test_saving_a_hand_and_asking_whether_anything_is_new_take_few_queries(
    phone: Phone, table: Table
) -> None:
    making.referee(table.session.tournament, "bob2", [2, 3, 4])
    phone.hand(1, winner=0, discarder=1, fan=8)
    with CaptureQueriesContext(connection) as save:
        answer = phone.hand(2, winner=0, discarder=1, fan=8)
    assert len(save) <= 30
    with CaptureQueriesContext(connection) as ask:
        assert phone.look(part="1", v=answer.json()["version"]).status_code == 204
    assert len(ask) <= 6
