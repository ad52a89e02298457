"""OTHER_RULES.md, "Not enough is known": a table that an organiser types in. South wins, West gives."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.house.play import Play
from scoring.house.settlements import examples_of, form_of
from scoring.rulebook import Rulebook, RulebookError, load
from tests.scoring.house import EAST, SOUTH, WEST, discard, paid, problems, self_draw, won

CELLS = {"plain": 3, "dealer_pays": 6, "dealer_wins": 9}
COMPLETE = {"name": "Tiny", "self_draw": CELLS, "discard": {**CELLS, "plain": 4}, "other": 1}


def typed(*kinds: dict[str, Any], **more: Any) -> Rulebook:
    return load("own_table").replace({"terms": {"kinds": list(kinds), **more}})


def told(*kinds: dict[str, Any], **book: Any) -> list[tuple[str, str, str]]:
    """Field, English and Chinese of what is wrong with a table."""
    with pytest.raises(RulebookError) as caught:
        load("own_table").replace({"terms": {"kinds": list(kinds)}, **book})
    return [(one.field, one.message, str(one.params.get("zh", ""))) for one in caught.value.problems]


def test_what_is_typed_is_paid() -> None:
    book = typed(COMPLETE)
    assert self_draw(book, SOUTH, EAST, kind="Tiny") == (-6, 12, -3, -3)
    assert self_draw(book, SOUTH, SOUTH, kind="Tiny") == (-9, 27, -9, -9)
    assert discard(book, SOUTH, WEST, EAST, kind="Tiny") == (-1, 6, -4, -1)
    assert discard(book, SOUTH, WEST, WEST, kind="Tiny") == (-1, 8, -6, -1)
    assert discard(book, SOUTH, WEST, SOUTH, kind="Tiny") == (-1, 11, -9, -1)


def test_the_multiplier_multiplies_the_whole_table() -> None:
    book = typed(COMPLETE, multiplier=10)
    assert discard(book, SOUTH, WEST, EAST, kind="Tiny") == (-10, 60, -40, -10)


@pytest.mark.parametrize("name", [{"name": "Tiny"}, {"name_zh": "小胡"}])
def test_a_name_in_one_language_is_a_name_in_both(name: dict[str, str]) -> None:
    kind = {**COMPLETE, **name} if "name" in name else {**COMPLETE, "name": "", **name}
    book = typed(kind)
    (word,) = name.values()
    assert (book.terms["kinds"][0]["name"], book.terms["kinds"][0]["name_zh"]) == (word, word)
    form = form_of(book)
    assert form is not None
    assert form.to_mapping()["winner"][0]["options"][0]["label"] == {"en": word, "zh": word}


def test_a_kind_keeps_its_key_when_its_name_is_changed() -> None:
    kind = {**typed(COMPLETE).to_mapping()["terms"]["kinds"][0], "name": "Small"}
    assert self_draw(typed(kind), SOUTH, EAST, kind="Tiny") == (-6, 12, -3, -3)


def test_a_rulebook_that_has_one_name_is_called_so_in_both_languages() -> None:
    book = load("own_table").replace({"name": "河北麻将", "name_zh": None})
    assert (book.name, book.name_zh) == ("河北麻将", "河北麻将")


def test_a_cell_that_is_lacking_is_named_with_its_kind() -> None:
    lacking = {**COMPLETE, "name": "Big", "discard": {"plain": 4, "dealer_pays": 6}}
    assert told(COMPLETE, lacking) == [
        (
            "terms.kinds.2.discard.dealer_wins",
            "Big lacks a number: Discard: the discarder pays, the dealer wins",
            "“Big”缺少一个数：点和：点炮者付，庄家和",
        )
    ]


def test_all_that_is_lacking_is_told_at_once() -> None:
    nothing = {"name": "Big", "name_zh": "大胡"}
    assert [(field, chinese) for field, _english, chinese in told(COMPLETE, nothing)] == [
        ("terms.kinds.2.self_draw", "“大胡”缺少一个数：自摸：每家付"),
        ("terms.kinds.2.discard", "“大胡”缺少一个数：点和：点炮者付"),
        ("terms.kinds.2.other", "“大胡”缺少一个数：点和：其余每家付"),
    ]


def test_a_table_of_nothing_is_no_table() -> None:
    assert problems("own_table", {"terms": {"kinds": []}}) == {"terms.kinds": "bad_count"}


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ({**COMPLETE, "other": -1}, {f"terms.kinds.1.other.{role}": "out_of_range" for role in CELLS}),
        ({**COMPLETE, "other": {**CELLS, "plain": "1"}}, {"terms.kinds.1.other.plain": "not_whole"}),
        ({**COMPLETE, "colour": 1}, {"terms.kinds.1.colour": "unknown_key"}),
        ({key: value for key, value in COMPLETE.items() if key != "name"}, None),
    ],
)
def test_a_kind_that_is_wrong_is_a_problem(kind: dict[str, Any], found: dict[str, str] | None) -> None:
    nameless = {f"terms.kinds.1.{key}": "missing" for key in ("key", "name", "name_zh")}
    assert problems("own_table", {"terms": {"kinds": [kind]}}) == (found or nameless)


def test_no_two_kinds_are_called_the_same() -> None:
    found = problems("own_table", {"terms": {"kinds": [COMPLETE, COMPLETE]}})
    assert found == {"terms.kinds.2.key": "repeated"}


GETS = {
    "self_draw_plain": 12,
    "self_draw_dealer_wins": 27,
    "discard_plain": 6,
    "discard_dealer_pays": 8,
    "discard_dealer_wins": 11,
}


def test_what_the_winner_gets_is_what_the_others_pay() -> None:
    assert typed({**COMPLETE, "gets": GETS}).terms["kinds"][0]["gets"] == GETS


@pytest.mark.parametrize("cell", GETS)
def test_a_table_in_which_points_appear_from_nowhere_is_refused_in_words(cell: str) -> None:
    wrong = {**COMPLETE, "name_zh": "小胡", "gets": {cell: GETS[cell] + 1}}
    ((field, english, chinese),) = told(wrong)
    assert field == f"terms.kinds.1.gets.{cell}"
    assert english.startswith("Tiny: ")
    assert english.endswith(f"gets {GETS[cell] + 1}, but the others pay {GETS[cell]}")
    assert chinese.startswith("“小胡”：")


@pytest.mark.parametrize(
    ("players", "gets"),
    [
        # Two: one of them always deals. Three: winner, discarder, and one more.
        (
            2,
            {
                "self_draw_plain": 6,
                "self_draw_dealer_wins": 9,
                "discard_dealer_pays": 6,
                "discard_dealer_wins": 9,
            },
        ),
        (
            3,
            {
                "self_draw_plain": 9,
                "self_draw_dealer_wins": 18,
                "discard_plain": 5,
                "discard_dealer_wins": 10,
            },
        ),
    ],
)
def test_the_sum_is_checked_for_as_many_as_play(players: int, gets: dict[str, int]) -> None:
    kinds = [{**COMPLETE, "gets": gets}]
    book = load("own_table").replace({"players": players, "terms": {"kinds": kinds}})
    assert book.players == players
    wrong = [{**COMPLETE, "gets": {"self_draw_plain": 12}}]
    assert problems("own_table", {"players": players, "terms": {"kinds": wrong}}) == {
        "terms.kinds.1.gets.self_draw_plain": "not_zero_sum"
    }


def test_two_and_three_players_pay_only_each_other() -> None:
    book = typed(COMPLETE)
    assert paid(book, Play(SOUTH, won(SOUTH, kind="Tiny"), "discard", WEST, present=(SOUTH, WEST))) == (
        0,
        9,
        -9,
        0,
    )
    assert paid(book, Play(EAST, won(SOUTH, kind="Tiny"), present=(EAST, SOUTH, WEST))) == (-6, 9, -3, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_examples_are_played_by_as_many_as_the_rulebook_says(players: int) -> None:
    book = load("own_table").replace({"players": players, "terms": {"kinds": [COMPLETE]}})
    examples = examples_of(book)
    assert examples
    assert {len(one.play.present) for one in examples} == {players}
