"""A hand under house rules comes from a telephone: it is settled beforehand, recorded, and shown on the sheet."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from scoring.rulebook import load
from tests import making
from tournament.models import Hand, Table

pytestmark = pytest.mark.django_db

# 南 wins 平胡 on 西's discard, 东 deals: 2 from 西, 2 from the dealer, 1 from 北.
PLAY = {"way": "discard", "discarder": 2, "winners": [{"seat": 1, "values": {"kind": "pinghu"}}]}


@pytest.fixture
def table() -> Table:
    book = load("nanchang").to_mapping()
    rules = {name: book[name] for name in ("settlement", "dealing", "hands", "terms", "rotation")}
    tournament = making.drawn(8, 1, **rules)
    making.referee(tournament, "bob", [1])
    return making.table(tournament)


def phone(name: str = "bob", language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(making.user(name))
    return client


def post(client: Client, at: Table, where: str, **body: Any) -> Any:
    values = {"client_id": "a-hand-of-bob", "version": at.version, "number": 1, "play": PLAY} | body
    address = f"/referee/{at.session.tournament.slug}/1/1/{where}/"
    return client.post(address, json.dumps(values), content_type="application/json")


def data(html: str) -> Any:
    found = re.search(r'<script id="table-data" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_what_a_hand_would_give_is_said_and_nothing_is_written(table: Table) -> None:
    answer = post(phone(), table, "settle")
    assert (answer.status_code, answer.json()) == (200, {"scores": [-2, 5, -2, -1]})
    assert not Hand.objects.exists()


def test_what_cannot_be_settled_is_refused_in_the_readers_language(table: Table) -> None:
    play = PLAY | {"winners": [{"seat": 1, "values": {}}]}
    answer = post(phone(), table, "settle", play=play)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (
        422,
        "field_missing",
        "play",
    )
    assert answer.json()["message"].startswith("Kind of hand is missing")
    assert "牌型" in post(phone(language="zh-hans"), table, "settle", play=play).json()["message"]


def test_somebody_elses_table_does_not_exist(table: Table) -> None:
    assert post(phone("carol"), table, "settle").status_code == 404


def test_a_recorded_hand_is_on_the_sheet_and_can_be_corrected_as_it_was_entered(table: Table) -> None:
    answer = post(phone(), table, "hand")
    assert answer.status_code == 200
    assert "Player" in answer.json()["message"]
    said = data(answer.json()["html"])
    assert [hand["scores"] for hand in said["hands"]] == [[-2, 5, -2, -1]]
    assert said["hands"][0]["play"]["winners"] == [{"seat": 1, "values": {"kind": "pinghu"}}]
    # 南 won, so the deal goes on to him; of the hands after that nobody knows.
    assert [hand["name"] for hand in said["plan"]["hands"]] == ["东风东", "东风南"]
    assert (said["plan"]["open"], said["hand"]) == (True, 2)


def test_the_form_has_the_words_of_the_readers_language(table: Table) -> None:
    address = f"/referee/{table.session.tournament.slug}/1/1/"
    kinds = {}
    for language in ("en", "zh-hans"):
        said = data(phone(language=language).get(address).content.decode())
        [kind] = said["settlement"]["form"]["winner"]
        kinds[language] = kind["label"], [option["key"] for option in kind["options"]]
    assert kinds["en"][0] != kinds["zh-hans"][0] == "牌型"
    assert kinds["en"][1] == kinds["zh-hans"][1]
    assert kinds["en"][1][0] == "pinghu"
