"""Totals: against published examples, other engines, and a slow count that tries everything."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.fan import FANS, evaluate, hand_of, rules_of
from tests.machine import SHARED
from tests.scoring.fan import brute
from tests.scoring.fan.hands import MIL, RULES, Parts, answers, of_row, winning_hands

SUITS = "msp"


def shared_rows(name: str) -> list[dict[str, Any]]:
    lines = (SHARED / "data" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.shared
def test_every_published_example_counts_what_it_says() -> None:
    rows = shared_rows("fan_examples.jsonl")
    assert len(rows) == 387
    without_wait = rules_of(MIL | {"knitted_body_wait": False})
    wrong = []
    for row in rows:
        found = evaluate(of_row(row), without_wait if "note" in row else RULES)
        lists = [row["fans"], row.get("fans_alt")]
        if found.total != row["total"] or ("fans_alt" in row and found.fans not in lists):
            wrong.append((row, found))
    assert wrong == []


@pytest.mark.shared
def test_the_noted_examples_count_one_more_where_the_rulebook_gives_the_wait() -> None:
    noted = [row for row in shared_rows("fan_examples.jsonl") if "note" in row]
    assert [evaluate(of_row(row), RULES).total - row["total"] for row in noted] == [1, 1]


@pytest.mark.shared
def test_every_hand_on_which_four_engines_agree_counts_the_same_here() -> None:
    rows = shared_rows("fan_agreed.jsonl")
    assert len(rows) == 5000
    assert [row for row in rows if evaluate(of_row(row), RULES).total != row["total"]] == []


@pytest.mark.shared
def test_names_and_points_are_those_of_the_shared_table() -> None:
    table = json.loads((SHARED / "data" / "fans.json").read_text(encoding="utf-8"))
    given = {(row["zh"], row["en"], row["points"]) for row in table if row["zh"] != "花牌"}
    assert given == {(fan.zh, fan.en, fan.points) for fan in FANS}


@pytest.mark.shared
def test_what_the_book_of_1998_excludes_is_excluded() -> None:
    table = json.loads((SHARED / "data" / "fans.json").read_text(encoding="utf-8"))
    excluded = {fan.zh: {*RULES.excludes(fan), *fan.in_own_sets} for fan in FANS}
    missing = {
        (row["zh"], name) for row in table for name in row["excludes_1998"] if name not in excluded[row["zh"]]
    }
    assert missing == set()


def test_another_engine_counts_the_same() -> None:
    rows = answers()
    assert len(rows) > 3000
    seen: Counter[str] = Counter()
    wrong = []
    for parts, total in rows:
        found = evaluate(hand_of(*parts), RULES)
        seen.update(found.fans)
        if found.total != total:
            wrong.append((parts, total, found))
    assert wrong == []
    assert len(seen) == 82
    assert min(seen.values()) >= 10


@settings(max_examples=150)
@given(winning_hands())
def test_the_total_is_the_highest_of_all_that_can_be_tried(parts: Parts) -> None:
    assert evaluate(hand_of(*parts), RULES).total == brute.total(*parts)


def test_the_slow_count_agrees_on_hands_of_every_shape() -> None:
    assert [parts for parts, total in answers()[::6] if brute.total(*parts) != total] == []


def shuffled_text(text: str, order: list[int]) -> str:
    tiles = brute.tiles_of(text)
    return "".join(sorted(tiles, key=lambda tile: order[brute.ALL.index(tile)]))


@settings(max_examples=60)
@given(st.sampled_from(answers()), st.permutations(range(34)))
def test_the_order_of_tiles_and_melds_never_matters(answer: tuple[Parts, int], order: list[int]) -> None:
    (concealed, melds, win, flags), total = answer
    turned = [
        f"{kind}:{shuffled_text(tiles, order)}"
        for kind, _, tiles in (m.partition(":") for m in reversed(melds))
    ]
    assert evaluate(hand_of(shuffled_text(concealed, order), turned, win, flags), RULES).total == total


@settings(max_examples=80)
@given(st.sampled_from(answers()), st.permutations(SUITS))
def test_suits_do_not_matter_but_for_green_and_reversible_tiles(
    answer: tuple[Parts, int], suits: list[str]
) -> None:
    (concealed, melds, win, flags), total = answer
    bound = {"绿一色", "推不倒"}
    there = str.maketrans(SUITS, "".join(suits))
    # "chi" and "pung" hold no suit letter but the p of pung.
    turned = [f"{kind}:{tiles.translate(there)}" for kind, _, tiles in (m.partition(":") for m in melds)]
    before = evaluate(hand_of(concealed, melds, win, flags), RULES)
    after = evaluate(hand_of(concealed.translate(there), turned, win.translate(there), flags), RULES)
    if not bound & {*before.fans, *after.fans}:
        assert after.total == total
        assert after.fans == before.fans
