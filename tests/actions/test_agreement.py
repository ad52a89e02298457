"""The chief referee is called, players sign or object, a second person confirms."""

import pytest

from tests import making
from tests.refusing import code, refused
from tournament.actions.agreement import answer_call, call_chief, check_table
from tournament.actions.hands import HandEntry, correct_hand, record_hand
from tournament.actions.late import decline_late
from tournament.actions.sessions import close_session
from tournament.actions.tables import close_table, reopen_table, undo_last
from tournament.models import Call, LateEntry, LogEntry, Table, Tournament
from tournament.queries.attention import attention
from tournament.queries.standings import player_standings
from tournament.refusals import Kept

pytestmark = pytest.mark.django_db

PATH = "M10 10L20 30L40 12M60 5L61 90"


@pytest.fixture
def event() -> Tournament:
    return making.drawn(16, 1)


@pytest.fixture
def checking() -> Tournament:
    """A tournament in which a closed table counts when a second person has confirmed it."""
    return making.drawn(16, 1, second_check=True)


def closed_by_referee(event: Tournament, agreements: list[str] | None = None) -> Table:
    """Table 1, two hands played, time called, closed by its referee Bob."""
    bob = making.referee(event, "bob", [1])
    table = making.table(event)
    making.hand(table, 0, 8)
    Table.objects.filter(pk=table.pk).update(time_called_at="2026-01-01T10:00Z", hands_at_time=1)
    close_table(table, agreements or ["agreed"] * 4, making.stamp(table, bob), "he refuses")
    return table


def test_a_call_waits_until_the_chief_referee_answers(event: Tournament) -> None:
    bob, carol = making.referee(event, "bob", [1]), making.referee(event, "carol", role="chief_referee")
    table = making.table(event)
    call_chief(table, "tiles on  the floor", making.stamp(table, bob))
    [waiting] = attention(event)
    assert (waiting.kind, waiting.session, waiting.table.number) == ("call", 1, 1)
    assert (waiting.what, waiting.who) == ("tiles on the floor", "Bob")
    assert code(answer_call, table, making.stamp(table, bob)) == "chief_only"
    answer_call(table, making.stamp(table, carol))
    assert attention(event) == ()
    assert code(answer_call, table, making.stamp(table, carol)) == "no_call"
    assert list(LogEntry.objects.values_list("action", flat=True)[:2]) == ["call_answered", "chief_called"]


def test_calling_twice_is_one_call(event: Tournament) -> None:
    bob, table = making.referee(event, "bob", [1]), making.table(event)
    first = call_chief(table, "", making.stamp(table, bob))
    second = call_chief(table, "please", making.stamp(table, bob))
    assert second["already"]
    assert second["version"] == first["version"]
    assert Call.objects.count() == 1


def test_taking_back_passes_over_a_call(event: Tournament) -> None:
    bob, table = making.referee(event, "bob", [1]), making.table(event)
    making.hand(table, 0, 8)
    call_chief(table, "", making.stamp(table, making.user()))
    undo_last(table, making.stamp(table, making.user()))
    assert Table.objects.get(pk=table.pk).hands_played == 0
    assert Call.objects.filter(answered_at__isnull=True).exists()
    assert bob.username == "bob"


def test_a_call_is_no_entry_of_the_game(event: Tournament) -> None:
    bob, table = making.referee(event, "bob", [1]), making.table(event)
    call_chief(table, "", making.stamp(table, bob))
    assert Table.objects.get(pk=table.pk).last_entry_at is None


def test_an_overlong_call_is_refused(event: Tournament) -> None:
    table = making.table(event)
    assert code(call_chief, table, "x" * 201, making.stamp(table)) == "too_long"


def test_an_objection_reaches_the_chief_referee_until_the_session_is_closed(event: Tournament) -> None:
    table = closed_by_referee(event, ["agreed", "refused", "paper", "agreed"])
    [waiting] = attention(event)
    assert waiting.kind == "objection"
    assert str(table.seats.get(chair=1).player) in waiting.what


def test_signatures_are_kept_with_who_agreed_and_with_nobody_else(event: Tournament) -> None:
    table = making.table(event)
    making.hand(table, 0, 8)
    words = ["agreed", "agreed", "paper", "refused"]
    close_table(table, words, making.stamp(table), "early; he refuses", [PATH, "", PATH, PATH])
    assert list(table.seats.order_by("chair").values_list("signature", flat=True)) == [PATH, "", "", ""]
    reopen_table(table, "one more hand", making.stamp(table))
    assert set(table.seats.values_list("signature", flat=True)) == {""}


@pytest.mark.parametrize(
    "drawn", ["<script>", "M1 1C2 2 3 3 4 4", "M1000 1", "M1 1 L2 2", "x", "M1 1L" + "2 2L" * 2000]
)
def test_what_is_no_drawing_is_refused(event: Tournament, drawn: str) -> None:
    table = making.table(event)
    making.hand(table, 0, 8)
    refusal = refused(close_table, table, ["agreed"] * 4, making.stamp(table), "early", ["", drawn, "", ""])
    assert (refusal.code, refusal.field) == ("signature", "signature_1")
    assert not Table.objects.get(pk=table.pk).is_closed


def test_a_closed_table_counts_when_a_second_person_has_confirmed_it(checking: Tournament) -> None:
    table = closed_by_referee(checking)
    assert not any(line.sessions for line in player_standings(checking).lines)
    assert [one.kind for one in attention(checking)] == ["check"]
    check_table(table, making.stamp(table, making.user()))
    assert sum(bool(line.sessions) for line in player_standings(checking).lines) == 4
    assert attention(checking) == ()


def test_who_closed_a_table_does_not_confirm_it(checking: Tournament) -> None:
    table = closed_by_referee(checking)
    bob = making.user("bob")
    assert code(check_table, table, making.stamp(table, bob)) == "same_person"
    assert Table.objects.get(pk=table.pk).checked_at is None


def test_an_open_table_is_not_confirmed(checking: Tournament) -> None:
    table = making.table(checking)
    assert code(check_table, table, making.stamp(table)) == "not_closed"


def test_confirming_twice_is_confirming_once(checking: Tournament) -> None:
    table = closed_by_referee(checking)
    check_table(table, making.stamp(table))
    first = Table.objects.get(pk=table.pk)
    assert check_table(table, making.stamp(table))["already"]
    again = Table.objects.get(pk=table.pk)
    assert (again.version, again.checked_at) == (first.version, first.checked_at)


def test_a_correction_takes_the_confirmation_back(checking: Tournament) -> None:
    table = closed_by_referee(checking)
    check_table(table, making.stamp(table))
    correct_hand(table, HandEntry(1, 0, None, 16), "24 heard as 16", making.stamp(table))
    assert Table.objects.get(pk=table.pk).checked_at is None
    assert not any(line.sessions for line in player_standings(checking).lines)


def test_a_session_is_not_closed_while_a_table_waits_for_a_second_person(checking: Tournament) -> None:
    for number in (1, 2, 3, 4):
        table = making.table(checking, 1, number)
        making.hand(table, 0, 8)
        close_table(table, ["agreed"] * 4, making.stamp(table), "early")
    dan = making.referee(checking, "dan", role="chief_referee")
    for number in (1, 2, 3):
        table = making.table(checking, 1, number)
        check_table(table, making.stamp(table, dan))
    refusal = refused(close_session, checking, 1, making.user())
    assert (refusal.code, refusal.current) == ("tables_unchecked", {"tables": [4]})
    table = making.table(checking, 1, 4)
    check_table(table, making.stamp(table, dan))
    close_session(checking, 1, making.user())


def test_without_the_rule_nobody_has_to_confirm(event: Tournament) -> None:
    closed_by_referee(event)
    assert sum(bool(line.sessions) for line in player_standings(event).lines) == 4
    assert attention(event) == ()


def test_an_entry_that_came_too_late_waits_until_it_is_settled(event: Tournament) -> None:
    table = closed_by_referee(event)
    with pytest.raises(Kept):
        record_hand(table, HandEntry(2, 1, None, 24), making.stamp(table, making.user("bob")))
    [waiting] = attention(event)
    assert (waiting.kind, waiting.table, waiting.who) == ("late", table, "Bob")
    decline_late(event, LateEntry.objects.get().pk, "time was over", making.user())
    assert attention(event) == ()
