"""Fan being counted when time falls, and paper totals that correct a closed table (RULES §3, §5)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests import making
from tests.refusing import code
from tournament.actions.clock import extend_clock
from tournament.actions.hands import HandEntry, record_hand
from tournament.actions.sessions import call_time_everywhere, start_session
from tournament.actions.tables import call_time, fan_were_counted, undo_last
from tournament.actions.totals import decide_totals, enter_totals
from tournament.models import Session, Table
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


def win(table: Table, number: int) -> str:
    """Record a hand after time; "" where it counts, else the code of the refusal."""
    try:
        record_hand(table, HandEntry(number, winner=0, fan=8), making.stamp(table))
    except Refused as refused:
        return refused.code
    return ""


@pytest.fixture
def table() -> Table:
    return making.table(making.drawn(8, 1, at_time="finish_current", rotation="none"))


def test_where_fan_were_being_counted_at_time_that_hand_and_one_more_count(table: Table) -> None:
    for _hand in range(3):
        making.hand(table)
    call_time(table, making.stamp(table))
    fan_were_counted(table, making.stamp(table))
    assert [win(table, number) for number in (4, 5, 6)] == ["", "", "time_called"]


def test_it_can_be_said_after_the_counted_hand_was_entered_and_once_only(table: Table) -> None:
    start_session(table.session.tournament, 1, making.user())
    call_time_everywhere(table.session.tournament, 1, making.user())
    table.refresh_from_db()
    assert [win(table, number) for number in (1, 2)] == ["", "time_called"]
    fan_were_counted(table, making.stamp(table))
    assert fan_were_counted(table, making.stamp(table))["already"] is True
    assert [win(table, number) for number in (2, 3)] == ["", "time_called"]


def test_it_is_taken_back_like_any_other_act(table: Table) -> None:
    call_time(table, making.stamp(table))
    fan_were_counted(table, making.stamp(table))
    undo_last(table, making.stamp(table))
    assert [win(table, number) for number in (1, 2)] == ["", "time_called"]


def test_no_hand_more_after_the_sixteenth_or_before_time(table: Table) -> None:
    assert code(fan_were_counted, table, making.stamp(table)) == "time_not_called"
    for _hand in range(15):
        making.hand(table)
    call_time(table, making.stamp(table))
    assert code(fan_were_counted, table, making.stamp(table)) == "no_hands_left"


def test_a_table_with_extra_minutes_plays_on_when_time_is_called_at_the_end() -> None:
    event = making.drawn(12, 1)
    session = start_session(event, 1, making.user())
    extend_clock(event, 1, 7, making.user(), table=2)
    Session.objects.filter(pk=session.pk).update(ends_at=timezone.now() - timedelta(minutes=1))
    assert call_time_everywhere(event, 1, making.user()) == 2
    assert making.table(event, 1, 2).time_called_at is None
    # Called once more, it reaches that table, too.
    assert call_time_everywhere(event, 1, making.user()) == 1


def test_time_called_before_the_end_is_called_at_every_table() -> None:
    event = making.drawn(8, 1)
    start_session(event, 1, making.user())
    extend_clock(event, 1, 7, making.user(), table=2)
    assert call_time_everywhere(event, 1, making.user()) == 2


def test_where_the_running_hand_is_void_at_time_nothing_more_is_played() -> None:
    table = making.table(making.drawn(8, 1, at_time="void_current"))
    call_time(table, making.stamp(table))
    assert code(fan_were_counted, table, making.stamp(table)) == "no_hand_after_time"


def test_totals_of_a_closed_table_are_corrected_with_a_reason_only(table: Table) -> None:
    enter_totals(table, [30, 10, -10, -30], making.stamp(table))
    making.close(table)
    assert code(enter_totals, table, [40, 0, -10, -30], making.stamp(table)) == "reason_missing"
    enter_totals(table, [40, 0, -10, -30], making.stamp(table), "misread")
    assert making.totals(table) == [40, 0, -10, -30]
    table.refresh_from_db()
    assert table.corrected_at is not None
    assert code(decide_totals, table, False, "hands", making.stamp(table)) == "no_hands"


def test_only_the_chief_referee_types_in_totals(table: Table) -> None:
    bob = making.referee(table.session.tournament, "bob", [1])
    assert code(enter_totals, table, [0, 0, 0, 0], making.stamp(table, bob)) == "chief_only"
