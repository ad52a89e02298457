"""Bodies that are no entry: refused in one form with every field that is wrong, never ignored, never a fault."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.api.asking import Asking, stamped, table_path
from tournament.models import Act, Hand, Table

WIN = {"number": 1, "winner": 0, "discarder": 1, "fan": 24}


def send(asking: Asking, table: Table, body: bytes, content_type: str = "application/json") -> Any:
    """Send bytes as they are to the hands of a table."""
    return asking.send(f"{table_path(table)}hands/", body, content_type)


def malformed(answer: Any, *fields: str) -> dict[str, str]:
    """The problems by field, which must be these."""
    assert answer.status_code == 400, answer.content
    found = answer.json()
    assert found["code"] == "malformed"
    assert set(found) == {"code", "message", "field", "current", "problems"}
    problems = {problem["field"]: problem["code"] for problem in found["problems"]}
    assert set(problems) == set(fields)
    assert all(problem["message"] for problem in found["problems"])
    assert found["field"] in fields
    return problems


def test_a_misspelt_field_is_refused_by_its_name_and_is_no_self_draw(table: Table, phone: Asking) -> None:
    answer = phone.enter("hands", table, number=1, winner=0, discader=1, fan=24)
    assert malformed(answer, "discader", "discarder") == {"discader": "unknown", "discarder": "required"}
    both = phone.enter("hands", table, **WIN, discader=1)
    assert malformed(both, "discader") == {"discader": "unknown"}
    assert not Hand.objects.exists()


def test_a_drawn_hand_is_said_and_never_follows_from_silence(table: Table, phone: Asking) -> None:
    malformed(phone.enter("hands", table, number=1), "winner", "discarder")


def test_every_problem_is_told_at_once(table: Table, phone: Asking) -> None:
    body = {
        "client_id": "short",
        "expected_version": "1",
        "number": 100,
        "winner": 4,
        "discarder": -1,
        "fan": 24.5,
        "flowers": 9,
        "robbed_kong": "yes",
        "lift_dead_hand": 5,
    }
    answer = phone.post(f"{table_path(table)}hands/", body)
    malformed(answer, *body)


@pytest.mark.parametrize(
    "value", [True, False, "24", 24.0, 1e300, [24], {"fan": 24}, 10**30, -1, "", "二十四", [], {}]
)
def test_what_is_no_whole_number_is_refused(table: Table, phone: Asking, value: Any) -> None:
    malformed(phone.enter("hands", table, **{**WIN, "fan": value}), "fan")
    malformed(phone.enter("hands", table, **{**WIN, "winner": value}), "winner")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"tiles": {"hand": "55m"}}, "tiles.win"),
        ({"tiles": {"hand": "5" * 61, "win": "5m"}}, "tiles.hand"),
        ({"tiles": {"hand": "55m", "win": "5m", "melds": "pung:EEE"}}, "tiles.melds"),
        ({"tiles": {"hand": "55m", "win": "5m", "seat": "E"}}, "tiles.seat"),
        ({"tiles": "55m"}, "tiles"),
        ({"fans": ["清一色"]}, "fans"),
        ({"fans": {"清一色": "1"}}, "fans.清一色"),
        ({"fan_reason": "x" * 201}, "fan_reason"),
    ],
)
def test_tiles_and_fan_have_their_form(table: Table, phone: Asking, body: Any, field: str) -> None:
    malformed(phone.enter("hands", table, **WIN, **body), field)


@pytest.mark.parametrize("value", [0, 1, "true", "", [], {}, None])
def test_what_is_neither_true_nor_false_is_refused(table: Table, phone: Asking, value: Any) -> None:
    malformed(phone.enter("hands", table, **WIN, confirmed=value), "confirmed")
    malformed(phone.enter("rounds", table, round=4, swapped=value), "swapped")


@pytest.mark.parametrize("value", [0, True, 1.5, [], {}, None, "x" * 501, "a\0b"])
def test_what_is_no_text_is_refused(table: Table, phone: Asking, value: Any) -> None:
    malformed(phone.enter("replays", table, number=1, reason=value), "reason")


@pytest.mark.parametrize(
    "value", ["", "short", "x" * 65, "with blank", "naïve-id-1", "client-01\n", 12345678, None]
)
def test_what_is_no_id_is_refused(table: Table, phone: Asking, value: Any) -> None:
    body = {**stamped(table, **WIN), "client_id": value}
    malformed(phone.post(f"{table_path(table)}hands/", body), "client_id")


@pytest.mark.parametrize("value", [None, "", "conducts", "CONDUCT", 1, True, [], {}, ["conduct"]])
def test_what_is_none_of_the_words_is_refused(table: Table, phone: Asking, value: Any) -> None:
    malformed(phone.enter("penalties", table, seat=0, kind=value, amount=0), "kind")


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0.5,
        "0.5",
        "½",
        "1/0",
        "1/-2",
        "-1",
        -1,
        "1/2/3",
        "",
        " ",
        "1e3",
        "１",
        "1000000",
        10**7,
        [],
        {},
        "1/200",
    ],
)
def test_what_is_no_exact_amount_is_refused(table: Table, phone: Asking, value: Any) -> None:
    malformed(phone.enter("penalties", table, seat=0, kind="conduct", amount=value), "amount")


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        (None, ["agreements"]),
        ("agreed", ["agreements"]),
        ({"0": "agreed"}, ["agreements"]),
        (["agreed"] * 3, ["agreements"]),
        (["agreed"] * 5, ["agreements"]),
        (["agreed", "maybe", True, "agreed"], ["agreements.1", "agreements.2"]),
        ([["agreed"], None, "agreed", "agreed"], ["agreements.0", "agreements.1"]),
    ],
)
def test_what_is_no_list_of_four_agreements_is_refused(
    table: Table, phone: Asking, value: Any, fields: list[str]
) -> None:
    malformed(phone.enter("close", table, agreements=value), *fields)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"7",
        b'"text"',
        b"\xff\xfe{}",
        "{}".encode("utf-16"),
        b'{"fan": NaN}',
        b'{"fan": Infinity}',
        b'{"fan": -Infinity}',
        b'{"number": 1, "number": 2}',
        b'{"reason": "\\ud83c"}',
        b'{"\\udc00": 1}',
        b'{"fan": ' + b"9" * 5000 + b"}",
        b"[" * 30_000,
        b'{"a":' * 6_000 + b"1" + b"}" * 6_000,
    ],
)
def test_what_is_no_json_object_is_refused(table: Table, phone: Asking, body: bytes) -> None:
    answer = send(phone, table, body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert not Act.objects.exists()


def test_a_tile_of_two_halves_is_text(table: Table, phone: Asking) -> None:
    body = json.dumps(stamped(table, number=1, reason="🀄 fell"), ensure_ascii=True).encode()
    answer = phone.send(f"{table_path(table)}replays/", body)
    assert answer.status_code == 200
    assert Hand.objects.get().reason == "🀄 fell"


@pytest.mark.parametrize("charset", ["utf-16", "zlib", "hex", "nonsense", "latin-1"])
def test_a_body_is_utf_8_whatever_it_claims(table: Table, phone: Asking, charset: str) -> None:
    body = json.dumps(stamped(table, **WIN)).encode()
    assert send(phone, table, body, f"application/json; charset={charset}").status_code == 200


def test_a_body_of_ten_megabytes_is_refused(table: Table, phone: Asking) -> None:
    body = json.dumps(stamped(table, **WIN, lift_dead_hand="x" * 10_000_000)).encode()
    answer = send(phone, table, body)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    long_names = json.dumps(stamped(table, **WIN) | {f"field{n}": 1 for n in range(4000)}).encode()
    answer = send(phone, table, long_names)
    assert answer.status_code == 400
    assert len(answer.json()["problems"]) <= 20


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "application/xml"]
)
def test_only_json_is_understood(table: Table, phone: Asking, content_type: str) -> None:
    answer = send(phone, table, b"number=1", content_type)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


def test_problems_are_told_in_chinese_to_who_asks_in_chinese(table: Table, phone: Asking) -> None:
    body = stamped(table, number=1)
    path = f"/api/{table_path(table)}hands/"
    answer = phone.client.post(path, body, format="json", HTTP_ACCEPT_LANGUAGE="zh-hans")
    assert answer.json()["problems"][0]["message"] == "该字段是必填项。"
