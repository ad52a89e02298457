"""Files that are damaged, foreign, huge, or made by somebody who means harm: refused in words, nothing stored."""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils.translation import override

from tests import making
from tests.exchange.saved import (
    Rows,
    a_whole_day,
    changed,
    manifest_of,
    packed_again,
    saved,
    stages,
    unpacked,
    zipped,
)
from tests.refusing import refused
from tournament.actions.restoring import restore_tournament
from tournament.exchange import saved_tournament_reading as reading
from tournament.exchange.saved_tournament import TABLES
from tournament.models import LogEntry, Player, Tournament
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with override("en"):
        yield


KEPT: dict[Any, bytes] = {}
BEFORE = {"is_vacant": True, "is_forfeit": True, "credited_id": None}


@pytest.fixture
def content() -> bytes:
    """The file of a whole day; made once, because no row of it is needed."""
    return _made(a_whole_day)


def _made(make: Callable[[], Tournament]) -> bytes:
    if make not in KEPT:
        KEPT[make] = saved(make())
    return KEPT[make]


def no(data: bytes) -> str:
    """What is said about a file that is refused; nothing of it is stored."""
    by = making.user()
    before = [model.objects.count() for model in (Tournament, Player, LogEntry, User)]
    message = refused(restore_tournament, io.BytesIO(data), by).message
    assert [model.objects.count() for model in (Tournament, Player, LogEntry, User)] == before
    return message


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def test_what_is_no_zip_is_refused() -> None:
    assert "This is no saved tournament" in no(b"")
    assert "This is no saved tournament" in no(b"%PDF-1.7 something else entirely, and quite a lot of it")
    assert "made by" not in no(json.dumps({"format": "mcr-event/1"}).encode())


def test_a_file_that_was_cut_off_is_refused_wherever_it_was_cut(content: bytes) -> None:
    for length in (4, 100, len(content) // 2, len(content) - 1):
        assert "The file is cut off" in no(content[:length])
    assert "The file is cut off, or something was added to it" in no(content + b"x" * 30)


def test_bytes_that_were_damaged_on_the_way_are_refused(content: bytes) -> None:
    """A ZIP has a few bytes that say nothing, such as the time of day of a member: those may be anything."""
    refusals, last = 0, content.rindex(b"PK\x01\x02")
    for place in range(60, last, last // 40):
        bad = bytearray(content)
        bad[place] ^= 0x55
        try:
            opened = reading.SavedFile(io.BytesIO(bytes(bad)))
        except Refused as refusal:
            assert refusal.message
            refusals += 1
        else:
            read = {table.name: list(opened.rows(table)) for table in TABLES}
            assert read == unpacked(content)
    assert refusals >= 30


def test_a_zip_of_something_else_is_refused_as_foreign(content: bytes) -> None:
    assert "This is a file of another program" in no(zipped({}))
    assert "This is a file of another program" in no(zipped({"word/document.xml": b"<x/>"}))
    assert "This is a file of another program" in no(zipped({"document.xml": b"<x/>"}))
    other = members(content) | {"manifest.json": b'{"format": "chess/3"}'}
    assert "This is a file of another program" in no(zipped(other))


def test_a_file_of_another_version_of_the_program_says_which(content: bytes) -> None:
    rows = unpacked(content)
    newer = no(packed_again(content, rows, format="quesai-tournament/2"))
    assert "made by another version of the program: quesai-tournament/2, " in newer
    other = no(packed_again(content, rows, migration="0999_from_the_future"))
    assert "quesai-tournament/1, 0999_from_the_future; this one reads quesai-tournament/1, " in other


def test_names_with_paths_and_members_that_do_not_belong_are_refused(content: bytes) -> None:
    for name in ("../../etc/passwd", "/etc/passwd", "C:evil.jsonl", "a\\b.jsonl", ".hidden"):
        assert "names with a path or a drive are not taken" in no(zipped({**members(content), name: b"x"}))
    assert "“more.jsonl”, which belongs to no saved tournament" in no(
        zipped({**members(content), "more.jsonl": b"{}\n"})
    )
    less = members(content)
    del less["hands.jsonl"]
    assert "“hands.jsonl” is missing" in no(zipped(less))


def test_a_member_that_stands_twice_or_is_encrypted_is_refused(content: bytes) -> None:
    out = io.BytesIO()
    less = members(content)
    del less["lots.jsonl"]
    with zipfile.ZipFile(out, "w") as packed:
        for name, data in less.items():
            packed.writestr(name, data)
        with pytest.warns(UserWarning, match="Duplicate"):
            packed.writestr("hands.jsonl", less["hands.jsonl"])
    assert "“hands.jsonl” stands twice" in no(out.getvalue())
    marked = bytearray(content)
    at = marked.index(b"PK\x01\x02")
    marked[at + 8] |= 1
    assert "is encrypted" in no(bytes(marked))


def test_too_large_files_and_bombs_are_refused_before_they_unpack(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = zipped({**members(content), "log.jsonl": b"\n" * 300_000_000})
    assert len(bomb) < 2_000_000
    assert "“log.jsonl” would unpack to more than 256 MB" in no(bomb)
    assert "“manifest.json” would unpack to more than 64 KB" in no(
        zipped({**members(content), "manifest.json": b" " * 100_000})
    )
    monkeypatch.setattr(reading, "MOST_BYTES", 1024)
    assert "The file is larger than 0 MB" in no(content)


def test_a_size_that_the_file_lies_about_stops_where_it_said(content: bytes) -> None:
    """The list of members says 10 bytes; what is read is no more, and fails its checksum."""
    lying = bytearray(zipped({**members(content), "log.jsonl": b"\n" * 50_000_000}))
    place = lying.rindex(b"log.jsonl") - 46
    assert lying[place : place + 4] == b"PK\x01\x02"
    lying[place + 24 : place + 28] = struct.pack("<L", 10)
    assert "log.jsonl" in no(bytes(lying))


def test_a_list_of_very_many_members_is_refused_before_it_is_read() -> None:
    many = zipped({f"{n}.jsonl": b"" for n in range(5000)})
    assert "more members than a saved tournament" in no(many)


def test_a_wrong_checksum_and_a_wrong_number_of_rows_are_refused(content: bytes) -> None:
    bad = members(content)
    bad["hands.jsonl"] = bad["hands.jsonl"].replace(b'"fan":24', b'"fan":25', 1)
    assert "“hands.jsonl” is not as it was when the tournament was saved" in no(zipped(bad))
    told = manifest_of(content)
    told["rows"]["hands"] += 1
    bad = members(content) | {"manifest.json": json.dumps(told).encode()}
    assert "“hands.jsonl” has " in no(zipped(bad))
    del told["rows"]["hands"]
    bad["manifest.json"] = json.dumps(told).encode()
    assert no(zipped(bad)).startswith("manifest.json: ")
    bad["manifest.json"] = b"[" * 50_000
    assert no(zipped(bad)).startswith("manifest.json: ")


def _set(table: str, number: int, column: str, value: Any) -> Callable[[Rows], None]:
    def change(rows: Rows) -> None:
        rows[table][number - 1][column] = value

    return change


WRONG_VALUES = [
    ("hands", "fan", "24", "A whole number from 0 to 2147483647 is expected."),
    ("hands", "fan", 2**31, "A whole number from 0 to 2147483647 is expected."),
    ("hands", "number", 40_000, "A whole number from 0 to 32767 is expected."),
    ("hands", "fan", True, "A whole number from 0 to 2147483647 is expected."),
    ("hands", "outcome", "stolen", "One of these is expected: win, drawn, replay, removed."),
    ("hands", "is_current", 1, "true or false is expected."),
    ("hands", "table", 9999, "There is no row 9999 of “tables”."),
    ("hands", "table", None, "The number of a row of “tables” is expected."),
    ("hands", "table", -1, "There is no row -1 of “tables”."),
    ("hands", "scores", [1, 2], "A list […] of other length is expected."),
    ("hands", "at", "yesterday", "A time with its zone is expected"),
    ("hands", "at", "2026-05-01T09:30:00", "A time with its zone is expected"),
    ("hands", "reason", "x" * 501, "A text of at most 500 characters is expected."),
    ("players", "name", "a\0b", "It has characters that cannot be stored."),
    ("players", "name", None, "A value is expected."),
    ("tournament", "starts_on", "soon", "A day is expected"),
    ("tournament", "zone", "Mars/Base", "is no time zone"),
    ("tournament", "rules", {"scale": "none"}, ""),
    ("tournament", "standings_version", 99_999_999, "above that of the tournament"),
    ("seats", "signature", "<script>alert(1)</script>", "This signature cannot be kept."),
    ("tables", "chairs", {"2": [0, 0, 1, 2]}, "Rounds 2 to 4 with their four chairs are expected."),
    ("penalties", "kind", "bribe", "There is no such kind: bribe"),
    ("penalties", "seat", 4, "Seats are numbered 0 to 3."),
    ("log", "action", "drawn", "The history cannot tell this line."),
    ("drawings", "plan_hash", "0" * 64, "The plan, the secret or the seed of this draw"),
    ("drawings", "plan", "{}", "The plan of this draw cannot be read."),
    ("certificate", "logo", "bm8gcGljdHVyZQ==", "This is no picture that can be read."),
    ("certificate", "logo", "***", "Base64 is expected."),
    ("wishes", "players", ["x"], "The number of a row of “players” is expected."),
    ("acts", "kind", "erase", "There is no such kind: erase"),
    ("acts", "answer", {}, "An object with these keys is expected: version, totals, repeated"),
    ("acts", "by", 7, "A text of at most 150 characters is expected."),
]


@pytest.mark.parametrize(("table", "column", "value", "said"), WRONG_VALUES)
def test_a_value_that_the_program_never_writes_is_refused_with_its_place(
    content: bytes, table: str, column: str, value: Any, said: str
) -> None:
    message = no(changed(content, _set(table, 1, column, value)))
    assert message.startswith(f"{table}.jsonl:1")
    assert said in message


def test_rows_that_contradict_each_other_are_refused(content: bytes) -> None:
    def double(rows: Rows) -> None:
        rows["players"][1]["number"] = rows["players"][0]["number"]

    def two_tournaments(rows: Rows) -> None:
        rows["tournament"].append(rows["tournament"][0] | {"slug": "other"})

    def no_column(rows: Rows) -> None:
        del rows["players"][4]["club"]

    def more_columns(rows: Rows) -> None:
        rows["players"][4]["is_superuser"] = True

    assert "contradict each other" in no(changed(content, double))
    assert "One tournament is expected." in no(changed(content, two_tournaments))
    assert no(changed(content, no_column)).startswith("players.jsonl:5 club: ")
    assert no(changed(content, more_columns)).startswith("players.jsonl:5 is_superuser: ")


@pytest.mark.parametrize(("column", "more"), [("account", 1), ("match_points", 8), ("standard_points", 12)])
def test_a_result_that_hands_and_penalties_do_not_give_is_refused(
    content: bytes, column: str, more: int
) -> None:
    def better(rows: Rows) -> None:
        rows["seats"][5][column] += more

    message = no(changed(content, better))
    assert message.startswith("Session 1, table 2: ")
    assert "The file was changed after it was saved." in message


def test_a_hand_that_was_changed_is_refused_although_everything_adds_up(content: bytes) -> None:
    def more_fan(rows: Rows) -> None:
        won = next(hand for hand in rows["hands"] if hand["outcome"] == "win" and hand["is_current"])
        won["fan"] += 1

    assert "the hands and penalties give other results than the file says" in no(changed(content, more_fan))


def _undo_of(kind: str, undo: Any) -> Callable[[Rows], None]:
    def change(rows: Rows) -> None:
        next(act for act in rows["acts"] if act["kind"] == kind)["undo"] = undo

    return change


@pytest.mark.parametrize(
    ("kind", "undo"),
    [
        # What an undo writes back would go into another table, another tournament.
        ("totals", {"table": {"id": 1}, "paper": [None] * 4}),
        ("totals", {"table": {"session_id": 1, "totals_only": True, "paper_reason": ""}, "paper": [None] * 4}),
        ("presence", {"player": 1, "before": {"id": 1, "is_vacant": True}, "sittings": []}),
        ("presence", {"player": 9**9, "before": {**BEFORE}, "sittings": []}),
        ("penalty", {"penalty": 999999, "was_withdrawn": False}),
        ("penalty", {"penalty": None, "was_withdrawn": False}),
        ("hand", {"hand": 1, "restores": 999999}),
        ("hand", {"hand": 100, "restores": None}),
        ("dispute", {}),
    ],
)  # fmt: skip
def test_an_undo_that_would_write_elsewhere_is_refused(content: bytes, kind: str, undo: Any) -> None:
    message = no(changed(content, _undo_of(kind, undo)))
    assert message.startswith("acts.jsonl:")
    assert " undo: " in message


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("tiles", {"hand": "123m"}),
        ("tiles", {"hand": "?", "melds": [], "win": "E", "flags": {}}),
        ("fans", {"七对": 1, "清一色": 1, "花牌": 8}),
        ("fans", {"no fan": 1}),
        ("fans", [1]),
    ],
)
def test_tiles_and_fan_that_no_hand_can_have_are_refused(content: bytes, column: str, value: Any) -> None:
    def change(rows: Rows) -> None:
        next(hand for hand in rows["hands"] if hand["outcome"] == "win")[column] = value

    message = no(changed(content, change))
    assert message.startswith("hands.jsonl:")
    assert f" {column}: " in message


def test_an_act_must_find_the_hand_that_it_wrote(content: bytes) -> None:
    def other_revision(rows: Rows) -> None:
        next(act for act in rows["acts"] if act["kind"] == "hand")["answer"]["revision"] = 50

    assert "an act names a hand that is not there" in no(changed(content, other_revision))


def test_points_carried_over_are_fractions_and_no_powers_of_ten() -> None:
    data = _made(stages)
    for points in ("1e99999999", "1/0", "half"):
        message = no(changed(data, _set("stage_entries", 1, "carried_match", points)))
        assert message.startswith("stage_entries.jsonl:1")


def test_lines_that_are_no_rows_are_refused_with_their_place(content: bytes) -> None:
    for line in (
        b"[1]\n",
        b"{\n",
        b"\n",
        b"\xff\xfe\n",
        b'{"a":NaN}\n',
        b"[" * 5000 + b"\n",
        b'{"a":1e999}\n',
    ):
        data = members(content) | {"lots.jsonl": line}
        told = manifest_of(content)
        told["rows"]["lots"] = 1
        told["sha256"]["lots.jsonl"] = hashlib.sha256(line).hexdigest()
        data["manifest.json"] = json.dumps(told).encode()
        assert no(zipped(data)).startswith("lots.jsonl:1: ")


def test_a_file_cannot_fill_the_list_of_accounts(content: bytes) -> None:
    def many(rows: Rows) -> None:
        rows["log"] = [{**rows["log"][0], "by": f"nobody{n}"} for n in range(600)]

    assert "The file names more than 500 people" in no(changed(content, many))
