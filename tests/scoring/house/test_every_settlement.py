"""What holds for every house rulebook: hands sum to zero, examples can be played, every setting has a name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.house.form import Choice, Each, Field, Form, Number, Person, Switch
from scoring.house.play import Payment, Play, Winner
from scoring.house.settlements import HOUSE, checked, examples_of, form_of, settle_play
from scoring.house.written import read, write
from scoring.refusal import Refusal
from scoring.rulebook import Rulebook, from_mapping, load
from tests.scoring.house import BOOKS, with_terms

VARIANTS = (
    ("club111", {"counted": "either", "doublings": "each"}),
    ("club111", {"discard_paid_by": "discarder", "false_winner_pays": "share"}),
    ("nanchang", {"several": True, "robbed_kong": "self_draw"}),
    ("zhuanzhuan", {"robbed_kong": "self_draw", "single_hit_doubles": True}),
    ("minnan", {"paid_when_drawn": True}),
    ("wenzhou", {"paid_when_drawn": True}),
)
CASES = [*((key, {}) for key in BOOKS), *VARIANTS]


@cache
def form_for(book: Rulebook) -> Form:
    form = form_of(book)
    assert form is not None
    return form


def value_of(field: Field, present: tuple[int, ...]) -> st.SearchStrategy[Any]:
    match field:
        case Number():
            return st.integers(field.low, field.high)
        case Switch():
            return st.booleans()
        case Choice():
            return st.sampled_from([option.key for option in field.options])
        case Person():
            return st.none() | st.sampled_from(present)
        case Each():
            return st.lists(st.integers(field.low, min(field.high, 2)), min_size=4, max_size=4)


@st.composite
def plays(draw: st.DrawFn, form: Form) -> Play:
    """Any play that can be typed into a form; some contradict themselves."""
    present = draw(st.sampled_from([(0, 1, 2, 3), (0, 1, 2), (1, 3)]))
    way = draw(st.sampled_from(form.ways))
    most = min(2, len(present) - 1) if form.several and way != "self_draw" else 1
    seats = draw(st.lists(st.sampled_from(present), max_size=most, unique=True))
    end = way if seats else "drawn"
    givers = [seat for seat in present if seat not in seats]

    def values(fields: tuple[Field, ...]) -> dict[str, Any]:
        return {one.key: draw(value_of(one, present)) for one in fields if end in one.when}

    payments = []
    for kind in draw(st.lists(st.sampled_from(form.payments), max_size=2)) if form.payments else ():
        seat, giver = draw(st.permutations(present))[:2]
        payments.append(
            Payment(kind.key, seat, giver if kind.from_one else None, draw(st.integers(1, kind.most)))
        )
    return Play(
        draw(st.sampled_from(present)),
        tuple(Winner(seat, values(form.winner)) for seat in seats),
        way,
        draw(st.sampled_from(givers)) if seats and way != "self_draw" else None,
        values(form.hand),
        tuple(payments),
        draw(st.integers(0, 5)),
        draw(st.integers(0, 5)),
        present,
    )


@pytest.mark.parametrize(("key", "terms"), CASES)
def test_any_hand_that_is_not_refused_sums_to_zero_and_nobody_absent_pays(
    key: str, terms: dict[str, Any]
) -> None:
    book = with_terms(key, **terms)
    settled = 0

    @settings(max_examples=25)
    @given(plays(form_for(book)))
    def holds(entered: Play) -> None:
        nonlocal settled
        try:
            play = checked(entered, book)
        except Refusal as refusal:
            assert refusal.code != "unknown_field"
            return
        settled += 1
        scores = settle_play(play, book)
        assert sum(scores) == 0
        assert all(scores[seat] == 0 for seat in range(4) if seat not in play.present)
        again = read(json.loads(json.dumps(write(play))), Play(play.dealer, present=play.present))
        assert write(checked(again, book)) == write(play)

    holds()
    assert settled


@pytest.mark.parametrize(("key", "terms"), CASES)
def test_every_example_can_be_entered_and_sums_to_zero(key: str, terms: dict[str, Any]) -> None:
    examples = examples_of(with_terms(key, **terms))
    assert examples
    for example in examples:
        assert example.title.en and example.title.zh
        assert sum(example.scores) == 0
    assert len({example.title.en for example in examples}) == len(examples)


def test_examples_are_made_for_points_that_are_typed() -> None:
    (example,) = examples_of(with_terms("club111", counted="points"))
    assert example.scores == (-10, 20, -5, -5)


def terms_in(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The dotted name and value of every term; what is in a list has the name of the list."""
    for key, value in values.items():
        name = f"{prefix}{key}"
        yield name, value
        for inner in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(inner, Mapping):
                yield from terms_in(inner, f"{name}.")


@pytest.mark.parametrize("key", BOOKS)
def test_every_term_and_every_word_of_a_choice_has_a_name_in_both_languages(key: str) -> None:
    book = load(key)
    names = HOUSE[book.settlement].names
    assert all(label.en and label.zh for label in names.values())
    for name, value in terms_in(book.terms):
        assert name in names, name
        words = {one.rpartition(".")[2] for one in names if one.rpartition(".")[0] == name}
        if words and isinstance(value, str):
            assert value in words


@pytest.mark.parametrize("key", BOOKS)
def test_house_rules_are_ranked_by_match_points_and_say_what_no_source_gives(key: str) -> None:
    book = load(key)
    assert book.key == key
    assert book.tie_breaks[0] == "match_points"
    assert {"hands", "scale", "rotation"} <= set(book.unverified)
    assert from_mapping(json.loads(json.dumps(book.to_mapping()))) == book


@pytest.mark.parametrize(
    ("key", "dealing"),
    [
        ("club111", "win_repeats"),
        ("minnan", "win_or_draw_repeats"),
        ("zhuoji", "winner_deals"),
        ("shanghai", "winner_deals"),
        ("zhuanzhuan", "winner_deals"),
        ("wenzhou", "win_repeats"),
    ],
)
def test_who_deals_next_is_as_the_rules_say(key: str, dealing: str) -> None:
    assert load(key).dealing == dealing


@pytest.mark.parametrize("key", BOOKS)
def test_a_form_is_plain_for_json(key: str) -> None:
    mapping = form_for(load(key)).to_mapping()
    assert json.loads(json.dumps(mapping)) == mapping
