"""The running day: sessions start, time is called, sessions close."""

import pytest

from tests import making
from tests.refusing import code
from tournament.actions.draws import publish_draw
from tournament.actions.hands import HandEntry, correct_hand, record_hand
from tournament.actions.sessions import (
    call_time_everywhere,
    check_in,
    close_session,
    reopen_session,
    start_session,
)
from tournament.actions.tables import reopen_table
from tournament.models import CheckIn, Table, Tournament
from tournament.queries.standings import player_standings
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.drawn(8, 2)


def test_only_one_session_runs_at_a_time(event: Tournament) -> None:
    start_session(event, 1, making.user())
    assert code(start_session, event, 1, making.user()) == "already_running"
    assert code(start_session, event, 2, making.user()) == "another_running"
    assert code(start_session, event, 9, making.user()) == "no_such_session"


def test_a_session_that_is_not_published_does_not_start() -> None:
    event = making.tournament(8, 2)
    assert code(start_session, event, 1, making.user()) == "not_published"
    assert code(publish_draw, event, [1], making.user()) == "not_a_draft"


def test_a_session_closes_when_its_tables_are_closed_and_the_refusal_lists_the_open_ones(
    event: Tournament,
) -> None:
    making.hand(making.table(event, 1, 1), winner=0, fan=8)
    making.close(making.table(event, 1, 1))
    with pytest.raises(Refused) as caught:
        close_session(event, 1, making.user())
    assert caught.value.current == {"tables": [2]}
    making.close(making.table(event, 1, 2))
    assert close_session(event, 1, making.user()).state == "closed"


def test_time_called_for_all_reaches_open_tables_and_makes_older_entries_stale(event: Tournament) -> None:
    first, second = making.table(event, 1, 1), making.table(event, 1, 2)
    making.hand(first, winner=0, fan=8)
    making.close(first)
    old = making.stamp(second)
    assert call_time_everywhere(event, 1, making.user()) == 1
    assert code(record_hand, second, HandEntry(1, winner=0, fan=8), old) == "stale"
    assert Table.objects.get(pk=first.pk).time_called_at is None


def test_time_is_called_in_a_running_session_only(event: Tournament) -> None:
    assert code(call_time_everywhere, event, 1, making.user()) == "not_running"


def test_a_result_of_a_closed_session_is_corrected_with_a_reason_and_standings_follow(
    event: Tournament,
) -> None:
    for number in (1, 2):
        making.hand(making.table(event, 1, number), winner=0, fan=8, discarder=1)
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    table = making.table(event, 1, 1)
    bob = making.referee(event, "bob", [1])
    entry = HandEntry(1, winner=1, fan=8, discarder=0)
    assert code(correct_hand, table, entry, "swapped", making.stamp(table, bob)) == "waits"
    correct_hand(table, entry, "winner and discarder were swapped", making.stamp(table))
    winner = table.seats.get(chair=1).player
    assert winner is not None
    assert next(x for x in player_standings(event).lines if x.id == winner.pk).match == 32
    assert code(reopen_table, table, "why", making.stamp(table)) == "session_closed"


def test_a_closed_session_is_opened_again_with_a_reason(event: Tournament) -> None:
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    assert code(reopen_session, event, 1, "why", making.user()) == "not_closed"
    close_session(event, 1, making.user())
    assert code(reopen_session, event, 1, "", making.user()) == "reason_missing"
    assert reopen_session(event, 1, "appeal", making.user()).state == "running"


def test_checking_in_twice_counts_once_and_players_of_others_are_ignored(event: Tournament) -> None:
    ids = list(event.players.values_list("pk", flat=True))
    foreign = list(making.tournament(4, 1).players.values_list("pk", flat=True))
    assert check_in(event, 1, ids[:3], True, making.user()) == 3
    assert check_in(event, 1, [*ids[:4], *foreign], True, making.user()) == 4
    assert check_in(event, 1, ids[:1], False, making.user()) == 3
    assert CheckIn.objects.filter(player__tournament=event).count() == 3
