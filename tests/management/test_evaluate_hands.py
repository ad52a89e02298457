"""`manage.py evaluate_hands`: the published examples, hands reckoned on paper, and lines that are no hands."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tournament import fan_texts


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def answers(*args: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    call_command("evaluate_hands", *args, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.shared
def test_every_published_example_has_its_total(shared: Path) -> None:
    file = shared / "data" / "fan_examples.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    found = dict(enumerate(answers(str(file))))
    assert len(found) == len(rows) == 387
    wmo = dict(enumerate(answers(str(file), "--rulebook", "wmo2006")))
    for at, row in enumerate(rows):
        # These follow the reading without a wait in the knitted straight, which is that of one rulebook.
        answer = wmo[at] if row.get("note") else found[at]
        assert answer.get("total") == row["total"], row


LINES = [
    # 七对 24, 断幺 2, and 四归一 2: seven pairs may hold four of a kind
    '{"hand": "2233m4444s55p66p7p", "melds": [], "win": "7p"}',
    '{"hand": "1112345678999m", "melds": [], "win": "5m", "flags": {"self_drawn": "yes"}}',
    "",
    "not json at all",
    "[1, 2, 3]",
    '{"hand": "123m", "melds": [], "win": "4m"}',
    '{"hand": "123m", "melds": []}',
    '{"hand": "' + "1" * 300_000 + '", "win": "1m"}',
    # 234p 666m 123s 789s 55p: 老少副 1, 无字 1; one flower on top, still under 8
    '{"hand": "2355p", "melds": ["pung:666m", "chi:123s", "chi:789s"], "win": "4p", "flags": {"flowers": 1}}',
]


def check(found: list[dict[str, Any]]) -> None:
    assert len(found) == len(LINES)
    assert found[0] == {"total": 28, "fans": {"七对": 1, "四归一": 1, "断幺": 1}}
    for at, word in enumerate(
        ("self_drawn", "not JSON", "not JSON", "not a JSON object", "3 concealed", "win", "too long"), 1
    ):
        assert set(found[at]) == {"error"}
        assert word in found[at]["error"]
    assert found[8] == {"total": 3, "fans": {"老少副": 1, "无字": 1, "花牌": 1}, "below_minimum": True}


def test_each_line_has_its_answer_in_the_same_order_whatever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = "\n".join(LINES).encode()
    file = tmp_path / "hands.jsonl"
    file.write_bytes(content)
    check(answers(str(file)))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content + b"\n")))
    check(answers("-"))


def test_what_is_wrong_is_said_in_the_language_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of a line that is no hand at all: its sentences are those of the catalogue, as those about tiles are."""
    file = tmp_path / "hands.jsonl"
    file.write_text('{"hand": "123m", "melds": [], "win": "4m"}\n[1, 2, 3]')
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    with translation.override("zh-hans"):
        texts = [fan_texts.REFUSALS[code] for code in ("wrong_number_of_tiles", "row_not_an_object")]
        expected = [str(text) % {"count": 3, "melds": 0, "expected": 13} for text in texts]
    assert [one["error"] for one in answers(str(file))] == expected


def test_a_line_that_is_no_text_is_answered_too(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_bytes(b"\xff\xfe\x00\n" + LINES[0].encode())
    first, second = answers(str(file))
    assert set(first) == {"error"}
    assert second["total"] == 28


def test_a_terminal_without_chinese_gets_the_same_answers(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(LINES[0], encoding="utf-8")
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    call_command("evaluate_hands", str(file), stdout=out)
    assert json.loads(raw.getvalue()) == {"total": 28, "fans": {"七对": 1, "四归一": 1, "断幺": 1}}


def test_the_rulebook_is_asked_for_by_its_key(tmp_path: Path) -> None:
    # Two concealed kongs: 6, by the WMO 8. Beside them 123456m and 99m: 连六 缺一门 无字 单钓将, and 门前清 2.
    file = tmp_path / "hands.jsonl"
    file.write_text('{"hand": "1234569m", "melds": ["ckong:2222s", "ckong:8888s"], "win": "9m"}\n')
    assert [answers(str(file))[0]["total"], answers(str(file), "--rulebook", "wmo2006")[0]["total"]] == [
        12,
        14,
    ]


def test_an_unknown_rulebook_or_file_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"no rulebook “ours”.*mil2025"):
        answers(str(tmp_path), "--rulebook", "ours")
    with pytest.raises(CommandError, match=r"nowhere\.jsonl.* cannot be read"):
        answers(str(tmp_path / "nowhere.jsonl"))
    with pytest.raises(CommandError, match="cannot be read"):
        answers(str(tmp_path))
