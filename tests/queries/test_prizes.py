"""Special prizes: who won the highest hand, the best session, the most hands; equal ones are all named."""

import pytest

from tests import making
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.substitutes import substitute
from tournament.models import Seat, Table, Tournament
from tournament.queries.prizes import Prize, prizes

pytestmark = pytest.mark.django_db


def number_at(table: Table, chair: int) -> int:
    player = Seat.objects.get(table=table, chair=chair).player
    assert player is not None
    return player.number


def prize(event: Tournament, kind: str, as_of: int | None = None) -> Prize | None:
    return next((p for p in prizes(event, as_of) if p.kind == kind), None)


@pytest.fixture
def event() -> Tournament:
    return making.drawn(8, 2)


def test_nobody_has_a_prize_before_a_table_is_closed(event: Tournament) -> None:
    making.hand(making.table(event), 0, 88, 1)
    assert prizes(event) == ()


def test_the_highest_hand_is_named_with_session_table_and_hand(event: Tournament) -> None:
    table = making.table(event)
    making.hand(table, 0, 24, 1)
    making.hand(table, 2, 88)
    making.close(table)
    found = prize(event, "highest_hand")
    assert found is not None
    assert found.value == 88
    (winner,) = found.winners
    assert (winner.number, winner.session, winner.table, winner.hand) == (number_at(table, 2), 1, 1, 2)
    assert winner.is_self_draw


def test_equal_hands_share_the_prize_and_all_are_named(event: Tournament) -> None:
    tables = [making.table(event, 1, 1), making.table(event, 1, 2)]
    for table in tables:
        making.hand(table, 0, 64, 1)
        making.close(table)
    found = prize(event, "highest_hand")
    assert found is not None
    assert found.is_shared
    assert [w.number for w in found.winners] == [number_at(table, 0) for table in tables]


def test_the_best_session_is_that_of_most_match_points(event: Tournament) -> None:
    first, second = making.table(event, 1, 1), making.table(event, 2, 1)
    making.hand(first, 0, 24, 1)  # +48
    making.hand(second, 3, 24)  # self-draw: 3 × 32 = +96
    for table in (first, second):
        making.close(table)
    found = prize(event, "best_session")
    assert found is not None
    assert found.value == 96
    assert [(w.number, w.session, w.table) for w in found.winners] == [(number_at(second, 3), 2, 1)]
    before = prize(event, "best_session", 1)
    assert before is not None
    assert before.value == 48


def test_most_hands_won_counts_all_sessions(event: Tournament) -> None:
    first, second = making.table(event, 1, 1), making.table(event, 1, 2)
    making.hand(first, 1, 8)
    for table in (second, second, second):
        making.hand(table, 2, 8)
    for table in (first, second):
        making.close(table)
    found = prize(event, "most_hands")
    assert found is not None
    assert (found.value, [w.number for w in found.winners]) == (3, [number_at(second, 2)])


def test_a_hand_that_a_stand_in_won_has_no_prize(event: Tournament) -> None:
    table = making.table(event)
    player = Seat.objects.get(table=table, chair=0).player
    assert player is not None
    player.is_stand_in = True
    player.save()
    making.hand(table, 0, 88, 1)
    making.hand(table, 1, 12, 2)
    making.close(table)
    found = prize(event, "highest_hand")
    assert found is not None
    assert (found.value, found.winners[0].number) == (12, number_at(table, 1))


def test_the_hand_of_a_substitute_is_his_own() -> None:
    event = making.drawn(8, 1)
    enrol(event, [PersonFacts("Reserve", number=50)], making.user())
    event.players.filter(number=50).update(is_reserve=True)
    table = making.table(event)
    making.hand(table, 0, 24, 1)
    substitute(event, number_at(table, 0), 50, (1, 2), None, "ill", making.user())
    making.hand(table, 0, 48, 1)
    making.close(table)
    found = prize(event, "highest_hand")
    assert found is not None
    assert (found.value, found.winners[0].name) == (48, "Reserve")


def test_a_hand_that_was_taken_back_or_corrected_does_not_count(event: Tournament) -> None:
    from tournament.actions.hands import HandEntry, correct_hand

    table = making.table(event)
    making.hand(table, 0, 88, 1)
    making.close(table)
    correct_hand(table, HandEntry(1, 0, 1, 16), "misread", making.stamp(table))
    found = prize(event, "highest_hand")
    assert found is not None
    assert found.value == 16
