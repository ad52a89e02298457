"""RULES.md §9 and §11: the rulebooks that ship, and the checks of every rulebook."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulebook import DEFAULT, SHIPPED, Rulebook, RulebookError, from_mapping, load
from tests.scoring.house import BOOKS

BEST = "best_session_standard_points"
SORTED = "sorted_session_standard_points"

# RULES.md §9 (and §5 for the break, §6 for forfeits), typed by hand.
VALUES: dict[str, dict[str, Any]] = {
    "cn2014": {
        "starting_points": 300,
        "minutes": 120,
        "break_minutes": 0,
        "at_time": "void_current",
        "rotation": "after_third",
        "scale": (4, 3, 2, 1),
        "forfeit_match_points": -300,
        "tie_breaks": ("standard_points", "match_points", SORTED),
        "team_ranking": False,
    },
    "cn1998": {
        "starting_points": 500,
        "minutes": 180,
        "break_minutes": 15,
        "at_time": "void_current",
        "rotation": "every_round",
        "scale": (4, 2, 1, 0),
        "forfeit_match_points": -500,
        "tie_breaks": ("standard_points", "match_points", BEST, SORTED),
    },
    "mil2025": {
        "starting_points": 0,
        "minutes": 120,
        "break_minutes": 0,
        "at_time": "finish_current",
        "rotation": "every_round",
        "scale": (4, 2, 1, 0),
        "forfeit_match_points": -80,
        "tie_breaks": ("standard_points", "match_points", BEST, SORTED),
    },
    "wmo2006": {
        "starting_points": 0,
        "minutes": 120,
        "break_minutes": 0,
        "at_time": "finish_current",
        "rotation": "every_round",
        "scale": (4, 2, 1, 0),
        "tie_breaks": ("standard_points", "match_points"),
    },
}
EVERYWHERE = {"minimum": 8, "base": 8, "warning_minutes": 15, "settlement": "guobiao"}
CHINESE_LATENESS = [(10, 10), (15, 20)]
LATENESS = {
    "cn2014": CHINESE_LATENESS,
    "cn1998": CHINESE_LATENESS,
    "wmo2006": CHINESE_LATENESS,
    "mil2025": [(5, 10), (10, 20), (15, 40)],
}


def problems_of(overrides: Any, key: str = "cn2014") -> dict[str, str]:
    """Field -> code of everything that is wrong."""
    with pytest.raises(RulebookError) as error:
        load(key).replace(overrides)
    assert all(problem.message for problem in error.value.problems)
    assert str(error.value).encode()
    return {problem.field: problem.code for problem in error.value.problems}


def test_the_rulebooks_of_guobiao_ship_before_those_of_houses_and_2014_is_the_default() -> None:
    assert [*SHIPPED] == ["cn2014", "cn1998", "mil2025", "wmo2006", *BOOKS]
    assert DEFAULT == "cn2014"


@pytest.mark.parametrize("key", VALUES)
def test_the_values_are_those_of_the_rules(key: str) -> None:
    book = load(key)
    assert book.key == key
    for name, value in (VALUES[key] | EVERYWHERE).items():
        assert getattr(book, name) == value, name
    assert [(step["up_to"], step["amount"]) for step in book.lateness] == LATENESS[key]
    assert book.forfeit_after == 15
    assert book.bye_score == {"standard_points": Fraction(3), "match_points": 0}


@pytest.mark.parametrize(
    ("key", "two_concealed", "mixed", "concealed_self_draw"),
    [
        ("cn2014", 6, 5, None),
        ("cn1998", 6, "separate", "self_draw"),
        ("mil2025", 6, 5, "self_draw"),
        ("wmo2006", 8, 6, "fully_concealed"),
    ],
)
def test_the_fan_options_are_those_of_the_authorities(
    key: str, two_concealed: int, mixed: int | str, concealed_self_draw: str | None
) -> None:
    fan = load(key).fan
    assert fan["two_concealed_kongs"] == two_concealed
    assert fan["mixed_kongs"] == mixed
    assert concealed_self_draw in (None, fan["concealed_self_draw"])


def test_only_the_league_is_known_to_allow_a_wait_beside_the_knitted_straight() -> None:
    assert load("mil2025").fan["knitted_body_wait"] is True
    assert load("wmo2006").fan["knitted_body_wait"] is False


@pytest.mark.parametrize(
    ("key", "unverified"),
    [
        ("cn2014", {"at_time", "lateness", "bye_score"}),
        ("cn1998", {"bye_score"}),
        ("mil2025", {"bye_score"}),
        ("wmo2006", {"at_time", "false_win", "lateness", "bye_score"}),
    ],
)
def test_what_no_source_confirms_is_marked(key: str, unverified: set[str]) -> None:
    assert unverified <= set(load(key).unverified)


def test_what_a_source_confirms_is_not_marked() -> None:
    assert "at_time" not in load("cn1998").unverified
    assert "lateness" not in load("mil2025").unverified
    assert "false_win" not in load("cn2014").unverified


def test_a_value_that_somebody_decided_is_no_longer_unverified() -> None:
    book = load("cn2014").replace({"at_time": "finish_current"})
    assert "at_time" not in book.unverified
    assert "bye_score" in book.unverified


@pytest.mark.parametrize("key", SHIPPED)
def test_a_rulebook_survives_json(key: str) -> None:
    book = load(key)
    again = from_mapping(json.loads(json.dumps(book.to_mapping())))
    assert again == book
    assert hash(again) == hash(book)


def test_to_mapping_hands_out_a_copy() -> None:
    load("cn2014").to_mapping()["false_win"]["false_win_not_ready"]["amount"] = 99
    assert load("cn2014").false_win["false_win_not_ready"]["amount"] == 20


def test_an_event_file_overrides_the_scale_by_name() -> None:
    book = load("wmo2006").replace({"scale": "4-3-2-1"})
    assert book.scale == (4, 3, 2, 1)
    assert book.scale_name == "4-3-2-1"
    assert load("wmo2006").scale == (4, 2, 1, 0)


@pytest.mark.parametrize("scale", [[10, 5, 0, -5], (1, 2, 3, 4), [0, 0, 0, 0]])
def test_any_four_whole_numbers_are_a_scale(scale: Any) -> None:
    assert load("cn2014").replace({"scale": scale}).scale == tuple(scale)


def test_one_amount_of_a_table_can_be_overridden_alone() -> None:
    book = load("cn2014").replace({"false_win": {"false_win_not_ready": {"amount": 30}}})
    assert book.false_win["false_win_not_ready"]["amount"] == 30
    assert book.false_win["false_win_not_ready"]["mode"] == "pay_each"
    assert book.false_win["false_win_wrong_tile"]["amount"] == 10


def test_a_plain_list_of_sizes_is_for_every_kind_without_its_own() -> None:
    book = load("cn2014").replace({"penalty_sizes": [1, 2, 3]})
    assert book.penalty_sizes["default"] == (1, 2, 3)
    assert book.penalty_sizes["empty_call"] == (0, 5, 10, 20)


def test_nothing_takes_an_entry_out_of_a_table() -> None:
    book = load("mil2025").replace(
        {"false_win": {"exposed_tiles": None}, "penalty_sizes": {"standard_points": None}}
    )
    assert "exposed_tiles" not in book.false_win
    assert "standard_points" not in book.penalty_sizes
    assert book.false_win["false_win_not_ready"] == load("mil2025").false_win["false_win_not_ready"]


def test_what_every_rulebook_has_cannot_be_taken_out() -> None:
    with pytest.raises(RulebookError) as caught:
        load("cn2014").replace({"false_win": {"false_win_not_ready": None}})
    assert [(p.field, p.code) for p in caught.value.problems] == [
        ("false_win.false_win_not_ready", "missing")
    ]


def test_a_bye_may_be_worth_a_fraction() -> None:
    book = load("cn2014").replace({"bye_score": {"standard_points": "5/2"}})
    assert book.bye_score == {"standard_points": Fraction(5, 2), "match_points": 0}
    assert from_mapping(book.to_mapping()) == book


def test_all_problems_are_told_at_once() -> None:
    assert problems_of(
        {
            "minutes": "long",
            "starting_points": True,
            "scale": "4-3-2",
            "rotation": "sometimes",
            "colour": "red",
            "tie_breaks": ["standard_points", "standard_points", "luck"],
            "false_win": {"false_win_not_ready": {"amount": -5, "mode": "beg"}},
            "bye_score": {"standard_points": "1/7"},
            "team_ranking": 1,
        }
    ) == {
        "minutes": "not_whole",
        "starting_points": "not_whole",
        "scale": "not_a_scale",
        "rotation": "unknown_choice",
        "colour": "unknown_key",
        "tie_breaks.2": "repeated",
        "tie_breaks.3": "unknown_choice",
        "false_win.false_win_not_ready.amount": "out_of_range",
        "false_win.false_win_not_ready.mode": "unknown_choice",
        "bye_score.standard_points": "not_in_steps",
        "team_ranking": "not_boolean",
    }


@pytest.mark.parametrize(
    ("overrides", "field", "code"),
    [
        ({"minutes": 0}, "minutes", "out_of_range"),
        ({"minutes": 120.0}, "minutes", "not_whole"),
        ({"minutes": float("nan")}, "minutes", "not_whole"),
        ({"base": 10**5000}, "base", "out_of_range"),
        ({"minimum": -1}, "minimum", "out_of_range"),
        ({"scale": [4, 3, 2]}, "scale", "bad_count"),
        ({"scale": [4, 3, 2, True]}, "scale.4", "not_whole"),
        ({"scale": [4, 3, 2, 0.5]}, "scale.4", "not_whole"),
        ({"scale": None}, "scale", "not_a_list"),
        ({"at_time": ["void_current"]}, "at_time", "unknown_choice"),
        ({"settlement": "own"}, "settlement", "unknown_choice"),
        ({"tie_breaks": []}, "tie_breaks", "bad_count"),
        ({"tie_breaks": "lots"}, "tie_breaks", "not_a_list"),
        ({"false_win": []}, "false_win", "not_a_table"),
        ({"false_win": {"false_win": {"amount": 1, "mode": "deduct"}}}, "false_win.false_win", "unknown_key"),
        ({"false_win": {"late": {"amount": 1}}}, "false_win.late.mode", "missing"),
        ({"penalty_sizes": []}, "penalty_sizes.default", "bad_count"),
        ({"penalty_sizes": {"sneezing": [1]}}, "penalty_sizes.sneezing", "unknown_key"),
        ({"penalty_sizes": {"standard_points": ["1/3"]}}, "penalty_sizes.standard_points.1", "not_in_steps"),
        ({"penalty_sizes": {"standard_points": [-1]}}, "penalty_sizes.standard_points.1", "out_of_range"),
        ({"lateness": [{"up_to": 5}]}, "lateness.1.amount", "missing"),
        (
            {"lateness": [{"up_to": 5, "amount": 1}, {"up_to": 5, "amount": 2}]},
            "lateness.2.up_to",
            "not_rising",
        ),
        ({"forfeit_after": 5}, "forfeit_after", "forfeit_too_early"),
        ({"warning_minutes": 121}, "warning_minutes", "warning_before_start"),
        ({"forfeit_match_points": 5}, "forfeit_match_points", "out_of_range"),
        ({"bye_score": {"standard_points": 0.5}}, "bye_score.standard_points", "not_points"),
        ({"bye_score": {"standard_points": "1/0"}}, "bye_score.standard_points", "not_points"),
        ({"bye_score": {"standard_points": "99999"}}, "bye_score.standard_points", "out_of_range"),
        ({"fan": {"two_concealed_kongs": 7}}, "fan.two_concealed_kongs", "unknown_choice"),
        ({"fan": {"two_concealed_kongs": 6.0}}, "fan.two_concealed_kongs", "unknown_choice"),
        ({"fan": {"knitted_body_wait": "yes"}}, "fan.knitted_body_wait", "not_boolean"),
        ({"name": " "}, "name", "bad_length"),
        ({"name": "a\x00b"}, "name", "control_character"),
        ({"name": "\ud800"}, "name", "control_character"),
        ({"name": 5}, "name", "not_text"),
        ({"key": "../etc"}, "key", "not_a_word"),
        ({"unverified": ["nothing"]}, "unverified.1", "unknown_choice"),
        ({"\ud800": 1}, "'\\ud800'", "unknown_key"),
        ({7: 1}, "7", "unknown_key"),
        ([], "", "not_a_table"),
    ],
)
def test_a_bad_value_is_a_problem_in_words(overrides: Any, field: str, code: str) -> None:
    assert problems_of(overrides) == {field: code}


# Settings that rulebooks of earlier versions do not have.
LATER = ("dealing", "hands", "players", "terms")


def test_a_setting_that_is_taken_out_is_no_longer_unverified() -> None:
    named = load("lianyungang").unverified
    book = load("lianyungang").replace({"terms": {"switches": []}})
    assert set(named) - set(book.unverified) == {"terms.switches.maima.factor"}


def test_house_rules_have_no_settings_of_guobiao_to_decide() -> None:
    without = {
        name: value for name, value in load("zhuoji").to_mapping().items() if name not in ("base", "fan")
    }
    assert from_mapping(without) == load("zhuoji")


def test_every_missing_setting_is_named() -> None:
    with pytest.raises(RulebookError) as error:
        from_mapping({})
    assert {problem.code for problem in error.value.problems} == {"missing"}
    named = {problem.field for problem in error.value.problems}
    assert named == set(load("cn2014").to_mapping()) - {"unverified", *LATER}


def test_a_rulebook_of_an_earlier_version_goes_round_in_sixteen_hands_of_four() -> None:
    earlier = {name: value for name, value in load("mil2025").to_mapping().items() if name not in LATER}
    book = from_mapping(earlier)
    assert (book.dealing, book.hands, book.players, book.terms) == ("rotates", 16, 4, {})


@pytest.mark.parametrize("key", ["", "own", "../cn2014", "CN2014"])
def test_no_other_rulebook_can_be_loaded(key: str) -> None:
    with pytest.raises(RulebookError) as error:
        load(key)
    assert [problem.code for problem in error.value.problems] == ["unknown_rulebook"]


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=5,
)
fields = st.sampled_from(sorted(load("cn2014").to_mapping()))


@given(st.sampled_from(SHIPPED), st.dictionaries(fields, junk, max_size=3))
def test_junk_never_raises_anything_but_problems(key: str, overrides: dict[str, Any]) -> None:
    try:
        book = load(key).replace(overrides)
    except RulebookError as error:
        assert error.problems
    else:
        assert from_mapping(json.loads(json.dumps(book.to_mapping()))) == book


@given(
    st.sampled_from(SHIPPED),
    st.fixed_dictionaries(
        {},
        optional={
            "starting_points": st.integers(0, 1000),
            "scale": st.lists(st.integers(-20, 20), min_size=4, max_size=4),
            "team_ranking": st.booleans(),
            "bye_score": st.fixed_dictionaries({"standard_points": st.sampled_from([0, 3, "7/3", "-1/2"])}),
            "penalty_sizes": st.lists(st.integers(0, 500), min_size=1, max_size=6, unique=True),
            "rotation": st.sampled_from(["none", "after_third", "before_third", "every_round"]),
        },
    ),
)
def test_a_changed_rulebook_survives_json(key: str, overrides: dict[str, Any]) -> None:
    book: Rulebook = load(key).replace(overrides)
    assert from_mapping(json.loads(json.dumps(book.to_mapping()))) == book
    assert book.replace({}) == book
