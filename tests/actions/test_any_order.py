"""Entering, correcting and undoing in any order equals entering the final state."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.settlement import Win, settle
from tests import making
from tournament.actions.hands import HandEntry, correct_hand
from tournament.actions.penalties import withdraw_penalty
from tournament.actions.tables import undo_last
from tournament.models import Penalty, Table
from tournament.queries.standings import player_standings
from tournament.queries.table_state import next_hand
from tournament.refusals import Refused

SEATS = st.integers(0, 3)
RESULTS = st.one_of(
    st.just((None, None, None)),
    st.tuples(SEATS, st.integers(8, 100), st.none()),
    st.tuples(SEATS, st.integers(8, 100), SEATS).filter(lambda r: r[0] != r[2]),
)
PENALTIES = st.tuples(SEATS, st.sampled_from([0, 5, 10, 40]), st.sampled_from(["deduct", "pay_each"]))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("hand"), RESULTS),
        st.tuples(st.just("correct"), st.tuples(st.integers(1, 12), RESULTS)),
        st.tuples(st.just("penalty"), PENALTIES),
        st.tuples(st.just("withdraw"), st.integers(0, 5)),
        st.tuples(st.just("undo"), st.none()),
    ),
    max_size=14,
)


def carry_out(table: Table, step: str, what: Any) -> None:
    """One step; what cannot be done in this state is refused and changes nothing."""
    number = next_hand(table)
    if step == "hand" and number <= 12:
        making.hand(table, *what)
    elif step == "correct" and what[0] < number:
        winner, fan, discarder = what[1]
        entry = HandEntry(what[0], winner, discarder, fan)
        correct_hand(table, entry, "seen again", making.stamp(table))
    elif step == "penalty":
        seat, amount, mode = what
        making.penalty(table, seat, amount, mode=mode)
    elif step == "withdraw":
        found = Penalty.objects.filter(table=table).order_by("id")[what : what + 1].first()
        if found is not None and found.withdrawn_at is None:
            withdraw_penalty(table, found.pk, "no", making.stamp(table))
    elif step == "undo":
        try:
            undo_last(table, making.stamp(table))
        except Refused as refusal:
            assert refusal.code == "nothing_to_undo"


def expected_totals(table: Table) -> list[int]:
    """The four accounts added up afresh from what is left, by the tables of RULES.md §2 and §3."""
    accounts = [0, 0, 0, 0]
    book = table.session.tournament.rulebook
    for hand in table.hands.filter(is_current=True, outcome__in=("win", "drawn")):
        won = hand.winner is not None and hand.fan is not None
        scores = settle(Win(hand.winner, hand.fan, hand.discarder), book) if won else (0, 0, 0, 0)  # type: ignore[arg-type]
        accounts = [a + s for a, s in zip(accounts, scores, strict=True)]
    for penalty in table.penalties.filter(withdrawn_at__isnull=True):
        for seat in range(4):
            if penalty.mode == "pay_each":
                accounts[seat] += penalty.amount * (-3 if seat == penalty.seat else 1)
            elif seat == penalty.seat:
                accounts[seat] -= penalty.amount
    return accounts


class AnyOrder(TestCase):
    """Each example has a fresh tournament and rolls it back."""

    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    @given(STEPS)
    def test_any_order_of_acts_ends_where_entering_the_final_state_ends(
        self, steps: list[tuple[str, Any]]
    ) -> None:
        table = making.table(making.drawn(4, 1))
        for step, what in steps:
            carry_out(table, step, what)
            assert making.totals(table) == expected_totals(table)
        deducted = sum(
            table.penalties.filter(withdrawn_at__isnull=True, mode="deduct").values_list("amount", flat=True)
        )
        assert sum(making.totals(table)) == -deducted

        again = making.table(making.drawn(4, 1))
        for hand in table.hands.filter(is_current=True, outcome__in=("win", "drawn")).order_by("number"):
            making.hand(again, hand.winner, hand.fan, hand.discarder)
        for penalty in table.penalties.filter(withdrawn_at__isnull=True):
            making.penalty(again, penalty.seat or 0, penalty.amount, mode=penalty.mode)
        assert making.totals(again) == making.totals(table)
        assert making.standard(again) == making.standard(table)
        began = table.hands.filter(is_current=True, outcome__in=("win", "drawn")).exists()
        began = began or table.penalties.filter(withdrawn_at__isnull=True).exists()
        assert sum(making.standard(table)) == (4 + 3 + 2 + 1 if began else 0)

    @settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        st.permutations(range(1, 5)), st.lists(st.tuples(SEATS, st.integers(8, 60)), min_size=4, max_size=4)
    )
    def test_places_do_not_depend_on_the_order_in_which_tables_are_entered(
        self, order: list[int], wins: list[tuple[int, int]]
    ) -> None:
        places = []
        for numbers in (order, [1, 2, 3, 4]):
            event = making.drawn(16, 1)
            for number in numbers:
                table = making.table(event, 1, number)
                winner, fan = wins[number - 1]
                making.hand(table, winner, fan)
                making.close(table)
            places.append([(x.place, x.number, x.standard, x.match) for x in player_standings(event).lines])
        assert places[0] == places[1]


@pytest.mark.django_db
def test_an_account_may_be_less_than_zero_as_a_whole_after_deductions() -> None:
    table = making.table(making.drawn(4, 1))
    making.penalty(table, 0, 40)
    making.penalty(table, 0, Fraction(80))
    assert making.totals(table) == [-120, 0, 0, 0]
