"""Results changed after closing say when; a change of the rules is previewed, and the preview changes nothing."""

from fractions import Fraction
from typing import Any

import pytest
from django.core import serializers
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from tests import making
from tournament.actions.disputes import open_dispute, rule_dispute
from tournament.actions.events import change_rules
from tournament.actions.hands import HandEntry, correct_hand
from tournament.actions.rule_preview import preview_rules
from tournament.actions.tables import reopen_table
from tournament.models import (
    Act,
    Dispute,
    Hand,
    LogEntry,
    Penalty,
    Seat,
    Session,
    Table,
    Tournament,
)
from tournament.queries.standings import player_standings
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """东 won 24 fan from 南; the table is closed."""
    table = making.table(making.drawn(8, 2))
    making.hand(table, 0, 24, 1)
    making.close(table)
    return table


def corrected(table: Table) -> bool:
    return Table.objects.get(pk=table.pk).corrected_at is not None


def test_a_table_that_was_closed_as_played_is_not_corrected(table: Table) -> None:
    assert not corrected(table)


def test_a_hand_corrected_after_closing_marks_the_table(table: Table) -> None:
    correct_hand(table, HandEntry(1, 0, 1, 32), "misread", making.stamp(table))
    assert corrected(table)


def test_a_penalty_after_closing_marks_the_table_and_a_warning_does_not(table: Table) -> None:
    making.penalty(table, 0, 0, reason="noticed later")
    assert not corrected(table)
    making.penalty(table, 0, Fraction(1, 2), currency="standard_points", reason="noticed later")
    assert corrected(table)


def test_a_ruling_after_closing_that_changes_no_point_does_not_mark_the_table(table: Table) -> None:
    open_dispute(table, 1, "the fan", making.stamp(table))
    rule_dispute(table, Dispute.objects.get().pk, "24 fan stand", making.stamp(table))
    assert not corrected(table)


def test_a_table_opened_again_and_closed_with_another_result_is_marked(table: Table) -> None:
    reopen_table(table, "hand 2 was played too", making.stamp(table))
    making.hand(table, 2, 8, 1)
    assert not corrected(table)  # open again, it counts nowhere
    making.close(table)
    assert corrected(table)


def test_a_table_opened_again_and_closed_as_it_was_is_not_marked(table: Table) -> None:
    reopen_table(table, "a signature was missing", making.stamp(table))
    making.close(table)
    assert not corrected(table)


def test_a_change_of_the_rules_marks_the_closed_tables_whose_result_it_changed(table: Table) -> None:
    event = table.session.tournament
    other = making.table(event, 1, 2)
    making.hand(other)
    making.close(other)
    change_rules(event, {"base": 10}, making.user(), "misunderstood")
    assert corrected(table)
    assert not corrected(other)  # nothing was won there


# ── The preview


def everything() -> str:
    """All that is stored, as text."""
    kinds: list[Any] = [Tournament, Session, Table, Seat, Hand, Penalty, Act, LogEntry]
    return "".join(serializers.serialize("json", kind.objects.order_by("pk")) for kind in kinds)


def places(event: Tournament) -> list[tuple[int | None, int, Fraction, Fraction]]:
    return [(x.place, x.number, x.standard, x.match) for x in player_standings(event).lines]


def test_the_preview_changes_nothing_at_all(table: Table) -> None:
    event = table.session.tournament
    before, lines = everything(), places(event)
    preview_rules(event, {"base": 10, "scale": "4-2-1-0"})
    assert everything() == before
    assert places(event) == lines
    assert Tournament.objects.get(pk=event.pk).version == event.version


def test_the_preview_says_what_the_change_then_brings_about() -> None:
    event = making.drawn(8, 1)
    first, second = making.table(event, 1, 1), making.table(event, 1, 2)
    making.hand(first, 0, 88)  # self-draw: +288, the others −96 each and 2 standard points
    making.hand(second, 0, 8, 1)  # +32 −16 −8 −8: 南 has 1 standard point, but more match points than those
    for table in (first, second):
        making.close(table)
    found = preview_rules(event, {"tie_breaks": ["match_points"]})
    foretold = {e.number: (e.after.place, e.after.standard, e.after.match) for e in found.players}
    before = {number: place for place, number, _s, _m in places(event)}
    change_rules(event, {"tie_breaks": ["match_points"]}, making.user(), "announced so")
    after = {number: (place, standard, match) for place, number, standard, match in places(event)}
    south = second.seats.get(chair=1).player
    assert south is not None
    assert (before[south.number], foretold[south.number][0]) == (8, 5)
    assert found.places == len(foretold) == 4
    for number, (place, standard, match) in after.items():
        assert foretold.get(number, (before[number], standard, match)) == (place, standard, match)


def test_the_preview_counts_the_places_that_change() -> None:
    event = making.drawn(4, 1)
    table = making.table(event)
    making.hand(table, 0, 24, 1)  # 48 −32 −8 −8: places 1, 4, 2=, 2=
    making.close(table)
    found = preview_rules(event, {"scale": "4-2-1-0"})
    # Nobody changes places, but 4, 1, 2½, 2½ become 4, 0, 1½, 1½.
    assert found.places == 0
    assert sorted(e.after.standard for e in found.players) == [0, Fraction(3, 2), Fraction(3, 2)]


def test_what_touches_no_result_is_previewed_as_nothing(table: Table) -> None:
    assert preview_rules(table.session.tournament, {"minutes": 90}).players == ()


def test_the_preview_refuses_what_the_change_would_refuse(table: Table) -> None:
    event = table.session.tournament
    with pytest.raises(Refused) as caught:
        preview_rules(event, {"minimum": 30})
    assert caught.value.code == "fan_below_minimum"
    with pytest.raises(Refused):
        preview_rules(event, {"minimun": 8})
    assert event.rulebook.minimum == 8


def test_a_session_cannot_have_fewer_hands_than_were_recorded() -> None:
    event = making.drawn(4, 1)
    table = making.table(event)
    for _number in range(6):
        making.hand(table, 0, 8)
    with pytest.raises(Refused) as refused, override("en"):
        change_rules(event, {"hands": 5}, making.user(), "late")
    assert (refused.value.code, refused.value.field) == ("hands_recorded", "hands")
    assert "Session 1, table 1 has a hand 6" in refused.value.message
    event.refresh_from_db()
    assert event.rulebook.hands == 16
    change_rules(event, {"hands": 6}, making.user(), "late")
    event.refresh_from_db()
    assert event.rulebook.hands == 6


def test_a_change_of_the_order_alone_reads_no_table_and_a_change_of_points_reads_them_by_session() -> None:
    def queries(players: int, changes: dict[str, Any]) -> int:
        event = making.drawn(players, 1)
        for number in range(1, players // 4 + 1):
            making.hand(making.table(event, 1, number), 0, 8)
        with CaptureQueriesContext(connection) as found:
            change_rules(event, changes, making.user(), "announced so")
        return len(found)

    order = {"tie_breaks": ["match_points", "standard_points"]}
    assert queries(16, order) == queries(8, order)
    # Two writes for each table more: its hands, its seats.
    assert queries(16, {"base": 10}) - queries(8, {"base": 10}) == 2 * 2
    drawn_himself = [3 * (8 + 10), -8 - 10, -8 - 10, -8 - 10]
    assert Hand.objects.filter(scores=drawn_himself).count() == 4 + 2
