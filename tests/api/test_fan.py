"""The API about fan. The hand: 23(4)p 666m 123s 789s 55p, which is 老少副 1 and 无字 1; with 1p also 喜相逢 1."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.asking import Asking

pytestmark = pytest.mark.django_db
HAND: dict[str, Any] = {"hand": "2355p", "melds": ["pung:666m", "chi:123s", "chi:789s"]}


def waits_of(hand: str) -> list[Any]:
    found: list[Any] = Asking().post("fan/waits/", {"hand": hand}).json()["waits"]
    return found


def test_a_hand_is_counted_with_its_sets_and_reasons() -> None:
    # 234s 567s 345p 678p 88s: 平和 2 takes 无字; 断幺 2, 连六 twice, 缺一门 1, 坎张 1, and 2 flowers on top
    answer = Asking().post(
        "fan/",
        {"hand": "88s34568p", "melds": ["chi:234s", "chi:567s"], "win": "7p", "flags": {"flowers": 2}},
    )
    assert answer.status_code == 200
    found = answer.json()
    assert found["total"] == 10
    assert found["below_minimum"] is False
    assert found["fans"] == {"平和": 1, "断幺": 1, "连六": 2, "缺一门": 1, "坎张": 1, "花牌": 2}
    reading = found["readings"][0]
    assert sorted(group["tiles"] for group in reading["groups"]) == ["234s", "345p", "567s", "678p", "88s"]
    assert [group["tiles"] for group in reading["groups"] if group["wins"]] == ["678p"]
    (left,) = reading["not_counted"]
    assert (left["fan"], left["by"], left["why"]) == ("无字", ["平和"], "excluded")
    assert left["sentence"] == "Not counted beside 平和 All Chows."


@pytest.mark.shared
def test_published_examples_have_their_totals(shared: Path) -> None:
    rows = (shared / "data" / "fan_examples.jsonl").read_text(encoding="utf-8").splitlines()[:40]
    for row in map(json.loads, rows):
        body = {part: row[part] for part in ("hand", "melds", "win", "flags")}
        rulebook = "wmo2006" if row.get("note") else "mil2025"
        assert Asking().post("fan/", body | {"rulebook": rulebook}).json()["total"] == row["total"], row


def test_thirteen_tiles_are_told_what_each_tile_counts_each_way() -> None:
    found = Asking().post("fan/waits/", HAND).json()
    assert found["minimum"] == 8
    assert [wait["tile"] for wait in found["waits"]] == ["1p", "4p"]
    usual = {"last_of_kind": False, "last_wall": False, "kong": False}
    for wait, points in zip(found["waits"], (3, 2), strict=True):
        totals = {way["self_drawn"]: way["total"] for way in wait["ways"] if usual.items() <= way.items()}
        assert totals == {False: points, True: points + 1}


def test_a_hand_that_is_not_ready_waits_for_nothing() -> None:
    # six pairs wait for the seventh; with five pairs and three single tiles two are missing
    assert [wait["tile"] for wait in waits_of("1133m5577s99pEES")] == ["S"]
    assert waits_of("1133m5577s99pESW") == []


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({**HAND, "win": "9p"}, 422, "win"),
        ({**HAND, "win": "4p", "melds": ["chi:891s"]}, 422, "melds"),
        ({**HAND, "win": "4p", "flags": {"self_drawn": True, "kong": True}}, 422, "kong"),
        ({**HAND, "win": "4p", "flags": {"flowers": 9}}, 400, "flags.flowers"),
        ({**HAND, "win": "4p", "rulebook": "ours"}, 400, "rulebook"),
        ({**HAND, "win": "4p", "hand": "5" * 1000}, 400, "hand"),
        (HAND, 400, "win"),
    ],
)
def test_what_cannot_be_is_refused_at_its_part(body: dict[str, Any], status: int, field: str) -> None:
    answer = Asking().post("fan/", body)
    assert (answer.status_code, answer.json()["field"]) == (status, field)


def test_somebody_who_asks_without_end_is_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.api.fan.Questions.rate", "2/min")
    statuses = [Asking().post("fan/waits/", HAND).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
