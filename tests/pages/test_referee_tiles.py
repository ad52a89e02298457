"""Tiles come from a telephone: they are counted on the way, recorded with the hand, and shown on the sheet."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from tests import making
from tournament.actions.hands import HandEntry, record_hand
from tournament.models import Hand, Table

pytestmark = pytest.mark.django_db

# East wins on a discard, 18 fan: 推不倒 8, 混一色 6, 箭刻 2, 幺九刻 1, 明杠 1 (shared/data/fan_examples).
TILES = {"hand": "22288sPP", "melds": "chi:456s kong:9999s", "win": "P"}
WON = {"number": 1, "winner": 0, "discarder": 1, "flowers": 0, "robbed_kong": False, "tiles": TILES}


@pytest.fixture
def table() -> Table:
    tournament = making.drawn(8, 1)
    making.referee(tournament, "bob", [1])
    return making.table(tournament)


@pytest.fixture
def bob(table: Table) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user("bob"))
    return client


def address(at: Table, more: str = "") -> str:
    return f"/referee/{at.session.tournament.slug}/1/1/{more}"


def post(client: Client, at: Table, where: str, **body: Any) -> Any:
    return client.post(address(at, where), json.dumps(WON | body), content_type="application/json")


def test_a_hand_is_counted_without_being_recorded(bob: Client, table: Table) -> None:
    answer = post(bob, table, "count/")
    assert answer.status_code == 200
    found = answer.json()
    assert (found["total"], found["below_minimum"]) == (18, False)
    assert [(fan["name"], fan["points"]) for fan in found["fans"]] == [
        ("推不倒", 8), ("混一色", 6), ("箭刻", 2), ("幺九刻", 1), ("明杠", 1),
    ]  # fmt: skip
    assert found["fans"][0]["words"] == "推不倒 Reversible Tiles"
    left_out = {fan["name"]: fan["why"] for fan in found["not_counted"]}
    assert "箭刻 Dragon Pung" in left_out["幺九刻"]
    assert [group["tiles"] for group in found["reading"] if group["wins"]] == ["PPP"]
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"tiles": {**TILES, "win": "F"}}, "not_a_winning_hand", "tiles.win"),
        ({"tiles": {**TILES, "melds": "chi:456s kong:9999x"}}, "not_a_tile", "tiles.melds"),
        ({"tiles": {**TILES, "last_wall": "yes"}}, "malformed", "last_wall"),
        ({"tiles": [1]}, "malformed", "tiles"),
        ({"tiles": None}, "tiles_missing", "tiles"),
        ({"tiles": None, "fans": {"清一色": 1, "混一色": 1}}, "fan_contradict", "fans"),
        ({"winner": 7}, "malformed", "winner"),
        ({"number": 99}, "malformed", "winner"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_words(
    bob: Client, table: Table, body: Any, code: str, field: str
) -> None:
    answer = post(bob, table, "count/", **body)
    assert answer.status_code == 422
    assert (answer.json()["code"], answer.json()["field"]) == (code, field)
    assert answer.json()["message"]


@pytest.mark.parametrize("where", ["count/", "pad/"])
def test_at_the_table_of_another_organiser_there_is_nothing(table: Table, where: str) -> None:
    mallory = Client()
    mallory.force_login(making.user("mallory"))
    answer = post(mallory, table, where) if where == "count/" else mallory.get(address(table, where))
    assert answer.status_code == 404


def test_the_pad_has_every_tile_and_every_fan_of_the_rulebook(bob: Client, table: Table) -> None:
    html = bob.get(address(table, "pad/")).content.decode()
    assert html.count("data-tile=") == 34
    # 81 fan and 明暗杠 without the flowers, which have keys of their own
    assert html.count("data-fan-name=") == 81
    assert 'data-find-in="清一色 Full Flush qys"' in html


def test_the_first_page_of_a_table_carries_none_of_it(bob: Client, table: Table) -> None:
    html = bob.get(address(table)).content.decode()
    assert "data-tile=" not in html
    assert "data-fan-name=" not in html


def test_a_recorded_hand_is_on_the_sheet_with_its_tiles(bob: Client, table: Table) -> None:
    sent = post(bob, table, "hand/", fan=18, client_id="from-the-phone", version=table.version)
    assert sent.status_code == 200, sent.json()
    assert Hand.objects.get().fans["推不倒"] == 1
    html = bob.get(address(table)).content.decode()
    dialog = html[html.index('id="hand-1"') :]
    assert "winning tile: white dragon" in dialog
    assert "推不倒" in dialog


def recorded(client: Client, at: Table) -> list[dict[str, Any]]:
    """The hands as the scripts of the page find them."""
    html = client.get(address(at)).content.decode()
    found = re.search(r'id="table-data"[^>]*>(.*?)</script>', html, re.DOTALL)
    assert found
    hands: list[dict[str, Any]] = json.loads(found[1])["hands"]
    return hands


def test_a_correction_begins_with_the_tiles_and_only_hands_that_have_some_carry_them(
    bob: Client, table: Table
) -> None:
    post(bob, table, "hand/", fan=24, fan_reason="agreed", client_id="hand-one-1", version=table.version)
    making.hand(making.table(table.session.tournament), 1, 12)
    fans = {"清一色": 1, "碰碰和": 1, "花牌": 1}
    entry = HandEntry(3, 2, 0, flowers=1, fans=fans)
    record_hand(table, entry, making.stamp(making.table(table.session.tournament)))
    tiles, number, ticked = recorded(bob, table)
    assert (tiles["tiles"], tiles["fan_reason"]) == (TILES, "agreed")
    assert ticked["fans"] == {"清一色": 1, "碰碰和": 1}
    assert not {"tiles", "fans", "fan_reason"} & number.keys()
    assert "fans" not in tiles


def test_a_correction_from_the_telephone_may_take_the_tiles_away(bob: Client, table: Table) -> None:
    post(bob, table, "hand/", fan=18, client_id="hand-one-1", version=table.version)
    body = {"tiles": None, "fan": 18, "reason": "other tiles", "number_only": True}
    sent = post(bob, table, "correction/", **body, client_id="correct-1", version=table.version + 1)
    assert sent.status_code == 200, sent.json()
    assert Hand.objects.get(is_current=True).tiles == {}


def test_another_number_is_held_back_with_what_is_counted(bob: Client, table: Table) -> None:
    sent = post(bob, table, "hand/", fan=24, client_id="from-the-phone", version=table.version)
    assert (sent.status_code, sent.json()["code"]) == (422, "fan_differs")
    assert sent.json()["current"]["counted"]["total"] == 18
    again = post(
        bob, table, "hand/", fan=24, fan_reason="agreed", client_id="from-the-phone", version=table.version
    )
    assert again.status_code == 200
    assert Hand.objects.get().fan_reason == "agreed"
