"""RULES.md §3: penalties."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.penalties import (
    KINDS,
    Penalty,
    deduction,
    defaults,
    effect,
    next_amount,
    sizes,
    standard_point_sizes,
)
from scoring.refusal import Refusal
from scoring.rulebook import GUOBIAO, load
from scoring.settlement import Win, settle
from tests.scoring.strategies import penalties, wins


def test_deduct_takes_from_the_offender_and_nobody_receives() -> None:
    penalty = Penalty(seat=1, amount=40, mode="deduct")
    assert effect(penalty) == (0, -40, 0, 0)
    assert deduction(penalty) == 40


def test_pay_each_takes_three_times_the_amount_and_gives_it_to_the_three_others() -> None:
    penalty = Penalty(seat=2, amount=10, mode="pay_each")
    assert effect(penalty) == (10, 10, -30, 10)
    assert deduction(penalty) == 0


def test_pay_each_at_three_goes_to_the_two_others_present() -> None:
    assert effect(Penalty(seat=0, amount=10, mode="pay_each"), present=(0, 1, 3)) == (-20, 10, 0, 10)


def test_pay_one_goes_to_the_named_victim() -> None:
    penalty = Penalty(seat=3, amount=15, mode="pay_one", victim=0)
    assert effect(penalty) == (15, 0, 0, -15)
    assert deduction(penalty) == 0


def test_a_warning_moves_nothing() -> None:
    assert effect(Penalty(seat=0, amount=0, mode="deduct")) == (0, 0, 0, 0)
    assert effect(Penalty(seat=0, amount=0, mode="pay_each")) == (0, 0, 0, 0)


@pytest.mark.parametrize("amount", [1, Fraction(1, 2), Fraction(3)])
def test_standard_points_never_touch_the_accounts_of_a_table(amount: int | Fraction) -> None:
    penalty = Penalty(seat=0, amount=amount, mode="deduct", currency="standard_points")
    assert effect(penalty) == (0, 0, 0, 0)
    assert deduction(penalty) == 0


@pytest.mark.parametrize(
    ("penalty", "code"),
    [
        (Penalty(seat=4, amount=10, mode="deduct"), "no_such_seat"),
        (Penalty(seat=0, amount=10, mode="give"), "unknown_mode"),
        (Penalty(seat=0, amount=10, mode="deduct", currency="chips"), "unknown_currency"),
        (Penalty(seat=0, amount=10, mode="deduct", kind="sneezing"), "unknown_kind"),
        (Penalty(seat=0, amount=-1, mode="deduct"), "amount_negative"),
        (Penalty(seat=0, amount=10**9, mode="deduct"), "amount_too_high"),
        (Penalty(seat=0, amount=True, mode="deduct"), "amount_not_whole"),
        (Penalty(seat=0, amount=2.5, mode="deduct"), "amount_not_whole"),  # type: ignore[arg-type]
        (Penalty(seat=0, amount=Fraction(1, 2), mode="deduct"), "amount_not_whole"),
        (
            Penalty(seat=0, amount=0.5, mode="deduct", currency="standard_points"),  # type: ignore[arg-type]
            "amount_not_whole",
        ),
        (
            Penalty(seat=0, amount=Fraction(1, 3), mode="deduct", currency="standard_points"),
            "amount_not_half",
        ),
        (
            Penalty(seat=0, amount=Fraction(-1, 2), mode="deduct", currency="standard_points"),
            "amount_negative",
        ),
        (
            Penalty(seat=0, amount=1, mode="pay_each", currency="standard_points"),
            "standard_points_deduct_only",
        ),
        (Penalty(seat=0, amount=10, mode="pay_one"), "victim_missing"),
        (Penalty(seat=0, amount=10, mode="pay_one", victim=0), "victim_is_offender"),
        (Penalty(seat=0, amount=10, mode="pay_one", victim=7), "no_such_seat"),
    ],
)
def test_a_penalty_that_makes_no_sense_is_refused(penalty: Penalty, code: str) -> None:
    for function in (effect, deduction):
        with pytest.raises(Refusal) as refusal:
            function(penalty)
        assert refusal.value.code == code
        assert str(refusal.value)


def test_an_absent_player_cannot_be_paid() -> None:
    with pytest.raises(Refusal) as refusal:
        effect(Penalty(seat=0, amount=10, mode="pay_one", victim=2), present=(0, 1, 3))
    assert refusal.value.code == "victim_not_present"


@given(
    st.lists(wins() | st.none(), max_size=16),
    st.lists(penalties(), max_size=6),
    st.sampled_from([(0, 1, 2, 3), (0, 1, 2), (1, 2, 3)]),
)
def test_the_accounts_of_a_table_sum_to_minus_its_deductions(
    hands: list[Win | None], given_penalties: list[Penalty], present: tuple[int, ...]
) -> None:
    book = load("cn2014")
    payable = [p for p in given_penalties if p.victim is None or p.victim in present]
    accounts = [settle(hand, book) for hand in hands] + [effect(p, present) for p in payable]
    assert sum(map(sum, accounts)) == -sum(deduction(p) for p in payable)


# The table of RULES.md §3, typed by hand: kind -> (mode, amount, dead hand, disqualified)
PAY_EACH = {
    "false_win_below_minimum": ("pay_each", 10, True, False),
    "false_win_wrong_tile": ("pay_each", 10, True, False),
    "false_win_not_ready": ("pay_each", 20, True, False),
    "false_win": ("pay_each", 10, True, False),
}
DEDUCT = {
    "false_win_below_minimum": ("deduct", 40, True, False),
    "false_win_wrong_tile": ("deduct", 40, True, False),
    "false_win_not_ready": ("deduct", 80, True, False),
    "false_win": ("deduct", 40, True, False),
}
EVERYWHERE = {
    "false_win_deliberate": ("deduct", 0, True, True),
    "wrong_tile_count": ("deduct", 0, True, False),
    "wrong_call": ("deduct", 0, True, False),
}


@pytest.mark.parametrize(
    ("key", "expected"),
    [("cn2014", PAY_EACH), ("cn1998", PAY_EACH), ("wmo2006", PAY_EACH), ("mil2025", DEDUCT)],
)
def test_false_wins_and_wrong_tile_counts_cost_what_the_table_says(
    key: str, expected: dict[str, tuple[str, int, bool, bool]]
) -> None:
    book = load(key)
    for kind, rule in (expected | EVERYWHERE).items():
        found = defaults(kind, book)
        assert (found.mode, found.amount, found.dead_hand, found.disqualifies) == rule, kind


def test_exposing_anothers_tiles_is_paid_to_him_in_1998_and_deducted_by_the_league() -> None:
    chinese = defaults("exposed_tiles", load("cn1998"))
    assert (chinese.mode, chinese.amount, chinese.dead_hand) == ("pay_one", 5, False)
    league = defaults("exposed_tiles", load("mil2025"))
    assert (league.mode, league.amount, league.dead_hand) == ("deduct", 10, False)


@pytest.mark.parametrize(
    ("key", "kind", "expected"),
    [
        ("cn2014", "other", (5, 10, 20, 30, 40, 50, 60)),
        ("cn1998", "exposed_tiles", (5, 10, 20, 30, 40, 50, 60)),
        ("mil2025", "other", (10, 20, 40, 80)),
        ("cn1998", "late", (10, 20)),
        ("mil2025", "late", (10, 20, 40)),
        ("cn2014", "empty_call", (0, 5, 10, 20)),
        ("cn1998", "early_draw", (0, 5, 10, 20)),
        ("mil2025", "empty_call", (0, 10, 20, 40)),
        ("mil2025", "early_draw", (0, 10, 20, 40)),
    ],
)
def test_the_buttons_offer_the_sizes_of_the_regulation(
    key: str, kind: str, expected: tuple[int, ...]
) -> None:
    assert sizes(kind, load(key)) == expected


def test_the_league_takes_standard_points_in_halves_and_wholes() -> None:
    assert [str(size) for size in standard_point_sizes(load("mil2025"))] == ["1/2", "1", "2", "3", "4"]
    assert standard_point_sizes(load("cn2014")) == ()


def test_empty_calls_begin_with_a_warning() -> None:
    assert defaults("empty_call", load("cn2014")).amount == 0


@pytest.mark.parametrize("kind", ["empty_call", "early_draw"])
def test_each_empty_call_or_early_draw_is_proposed_one_size_higher(kind: str) -> None:
    assert [next_amount(kind, load("cn2014"), earlier) for earlier in range(6)] == [0, 5, 10, 20, 20, 20]
    assert [next_amount(kind, load("mil2025"), earlier) for earlier in range(5)] == [0, 10, 20, 40, 40]


def test_a_second_false_win_is_proposed_like_the_first() -> None:
    assert [next_amount("false_win_not_ready", load("cn2014"), earlier) for earlier in (0, 1)] == [20, 20]
    assert next_amount("conduct", load("cn2014"), 3) == 5


@pytest.mark.parametrize("key", GUOBIAO)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_proposal_that_can_be_given(key: str, kind: str) -> None:
    proposal = defaults(kind, load(key))
    victim = 1 if proposal.mode == "pay_one" else None
    effect(Penalty(0, proposal.amount, proposal.mode, victim, dead_hand=proposal.dead_hand, kind=kind))
    assert sizes(kind, load(key))


def test_an_unknown_kind_has_no_proposal() -> None:
    for function in (defaults, sizes):
        with pytest.raises(Refusal) as refusal:
            function("sneezing", load("cn2014"))
        assert refusal.value.code == "unknown_kind"
