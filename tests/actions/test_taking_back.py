"""Taking back gives back what the act changed, and nothing that somebody else did meanwhile."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests import making
from tournament.actions.hands import HandEntry, record_hand, replay_hand
from tournament.actions.penalties import PenaltyEntry, record_penalty
from tournament.actions.sessions import call_time_everywhere, start_session
from tournament.actions.tables import confirm_round, undo_last
from tournament.models import Table
from tournament.queries.table_state import table_state
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return making.table(making.drawn())


def false_win(table: Table, hand: int) -> None:
    """The player drawn to 东 declares wrongly in this hand: his hand is dead."""
    entry = PenaltyEntry(
        0, "false_win_wrong_tile", Fraction(10), "pay_each", dead_hand=True, hand_number=hand
    )
    record_penalty(table, entry, making.stamp(table))


def test_a_replay_deals_everybody_a_new_hand(table: Table) -> None:
    false_win(table, 1)
    assert table_state(table).dead == {0}
    replay_hand(table, 1, "the wall fell", making.stamp(table))
    assert table_state(table).dead == set()


def test_a_dead_hand_is_dead_again_when_the_replay_is_taken_back(table: Table) -> None:
    false_win(table, 1)
    replay_hand(table, 1, "the wall fell", making.stamp(table))
    undo_last(table, making.stamp(table))
    assert table_state(table).dead == {0}


def test_a_false_win_after_a_replay_stays_dead_when_the_hand_is_taken_back(table: Table) -> None:
    replay_hand(table, 1, "the wall fell", making.stamp(table))
    false_win(table, 1)
    record_hand(table, HandEntry(1, winner=1, discarder=0, fan=8), making.stamp(table))
    undo_last(table, making.stamp(table))
    assert table_state(table).dead == {0}


def test_a_hand_lifted_out_of_a_dead_hand_is_not_marked_as_corrected(table: Table) -> None:
    record_hand(table, HandEntry(1, winner=1, discarder=0, fan=8), making.stamp(table))
    undo_last(table, making.stamp(table))
    false_win(table, 1)
    record_hand(table, HandEntry(1, winner=0, fan=8, lift_dead_hand="misheard"), making.stamp(table))
    assert table_state(table).corrected == set()


def test_taking_back_the_chairs_does_not_take_back_the_time_called_at_all_tables(table: Table) -> None:
    tournament = table.session.tournament
    for number in range(1, 13):
        record_hand(table, HandEntry(number), making.stamp(table))
    confirm_round(table, 4, True, making.stamp(table))
    call_time_everywhere(tournament, 1, making.user())
    undo_last(table, making.stamp(table))
    table.refresh_from_db()
    assert table.confirmed_round < 4
    assert table.time_called_at is not None
    assert table.hands_at_time == 12


def test_a_referee_cannot_begin_the_next_session_while_another_is_played() -> None:
    tournament = making.drawn()
    start_session(tournament, 1, making.user())
    bob = making.referee(tournament, "bob", [1])
    later = making.table(tournament, session=2)
    with pytest.raises(Refused) as refusal:
        record_hand(later, HandEntry(1, winner=1, discarder=0, fan=8), making.stamp(later, bob))
    assert refusal.value.code == "another_running"
    later.session.refresh_from_db()
    assert later.session.state == "published"
