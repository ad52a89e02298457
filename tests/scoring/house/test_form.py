"""What a form lets pass, and what it refuses, by a form that asks one of everything."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.house.form import Choice, Each, Form, Label, Number, Option, PaymentKind, Person, Switch
from scoring.house.play import Payment, Play, Winner
from scoring.refusal import Refusal

A = Label("A", "甲")
FORM = Form(
    winner=(
        Number("fan", A, 1, 9, None),
        Switch("last", A, ("discard",)),
        Choice("kind", A, (Option("small", A), Option("drawn_one", A, when=("self_draw",))), "small"),
        Person("pays", A, loser=True),
    ),
    hand=(Each("kongs", A, 0, 4), Person("next", A, when=("drawn",)), Number("count", A, 0, 5)),
    payments=(PaymentKind("gift", A, from_one=True, most=2), PaymentKind("round", A)),
    several=True,
)
ONE = Form(winner=(), ways=("self_draw", "discard"))


def play(*winners: Winner, **more: Any) -> Play:
    return Play(0, winners, **more)


def south(**values: Any) -> Winner:
    return Winner(1, {"fan": 3, **values})


def test_what_is_left_out_has_its_default() -> None:
    checked = FORM.checked(play(south()))
    assert checked.winners[0].values == {"fan": 3, "last": False, "kind": "small", "pays": None}
    assert checked.values == {"kongs": (0, 0, 0, 0), "next": None, "count": 0}


def test_what_was_checked_passes_again() -> None:
    checked = FORM.checked(play(south(last=True, pays=0), way="discard", discarder=2))
    assert FORM.checked(checked) == checked


def test_everybody_else_pays_where_no_giver_is_asked() -> None:
    (payment,) = FORM.checked(play(payments=(Payment("round", 1, giver=2),))).payments
    assert payment.giver is None


DISCARD = {"way": "discard", "discarder": 2}


@pytest.mark.parametrize(
    ("entered", "code"),
    [
        (play(Winner(4)), "no_such_seat"),
        (play(Winner(True)), "no_such_seat"),
        (play(south(), present=(0, 2, 3)), "empty_chair"),
        (play(south(), way="luck"), "no_such_way"),
        (play(south(), way="discard"), "discarder_missing"),
        (play(south(), discarder=2), "no_discarder"),
        (play(discarder=2), "no_discarder"),
        (play(south(), way="discard", discarder=1), "winner_is_discarder"),
        (play(south(), south(), **DISCARD), "winner_twice"),
        (play(south(), Winner(3, {"fan": 2})), "several_winners"),
        (play(south(colour=1)), "unknown_field"),
        (play(Winner(1)), "field_missing"),
        (play(south(fan=10)), "field_out_of_range"),
        (play(south(fan="3")), "not_whole_number"),
        (play(south(fan=True)), "not_whole_number"),
        (play(south(last=True)), "field_not_now"),
        (play(south(last="yes"), **DISCARD), "unknown_choice"),
        (play(south(kind="big")), "unknown_choice"),
        (play(south(kind=["small"])), "unknown_choice"),
        (play(south(kind="drawn_one"), **DISCARD), "choice_not_now"),
        (play(south(pays=1)), "person_wins"),
        (play(south(pays="1")), "no_such_seat"),
        (play(south(pays=3), present=(0, 1, 2)), "empty_chair"),
        (play(south(), values={"next": 2}), "field_not_now"),
        (play(values={"kongs": [1, 2]}), "field_missing"),
        (play(values={"kongs": [0, 0, 0, 5]}), "field_out_of_range"),
        (play(payments=(Payment("bribe", 1),)), "no_such_payment"),
        (play(payments=(Payment("gift", 1),)), "giver_missing"),
        (play(payments=(Payment("gift", 1, 1),)), "giver_is_taker"),
        (play(payments=(Payment("gift", 1, 2, 3),)), "field_out_of_range"),
        (play(payments=(Payment("round", 1, count=0),)), "field_out_of_range"),
    ],
)
def test_what_makes_no_sense_is_refused(entered: Play, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        FORM.checked(entered)
    assert caught.value.code == code


def test_a_form_can_leave_out_ways_and_second_winners() -> None:
    for entered, code in (
        (Play(0, (Winner(1),), "robbed_kong", 2), "no_such_way"),
        (Play(0, (Winner(1), Winner(3)), "discard", 2), "several_winners"),
    ):
        with pytest.raises(Refusal) as caught:
            ONE.checked(entered)
        assert caught.value.code == code


def test_a_form_says_when_something_is_asked() -> None:
    mapping = FORM.to_mapping()
    assert mapping["winner"][1]["when"] == ["discard"]
    assert mapping["winner"][2]["options"][1]["when"] == ["self_draw"]
    assert mapping["winner"][3]["loser"] is True
    assert mapping["hand"][1]["when"] == ["drawn"]
