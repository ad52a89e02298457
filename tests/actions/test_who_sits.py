"""Who really sits in which chair, by RULES.md §6 and §8: absence, substitutes, and people in the wrong chairs."""

from fractions import Fraction

import pytest

from scoring.dealing import MOST_HANDS
from tests import making
from tests.refusing import code
from tournament.actions.drawing import make_draw
from tournament.actions.draws import swap_seats
from tournament.actions.hands import HandEntry, correct_hand
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.presence import arrive, mark_absent
from tournament.actions.remap import preview_remap, remap_seats
from tournament.actions.substitutes import end_substitution, player_returns, substitute, withdraw_player
from tournament.actions.tables import close_table, undo_last
from tournament.models import Seat, Sitting, Table, Tournament
from tournament.queries.changes import WITH_SITTINGS, sits, stretches
from tournament.queries.table_state import table_state

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    event = making.drawn(8, 3)
    people = [
        PersonFacts("Stand-in", number=90, is_stand_in=True),
        PersonFacts("Reserve", number=50, is_reserve=True),
    ]
    enrol(event, people, making.user())
    return event


def seat(table: Table, chair: int) -> Seat:
    return table.seats.select_related("player").prefetch_related(WITH_SITTINGS).get(chair=chair)


def who(table: Table, chair: int, hand: int = 1) -> tuple[int | None, int | None, int]:
    """Number of who sits there, number of the player for whom, and from which hand."""
    found = sits(seat(table, chair), hand)
    return (
        found.player.number if found.player else None,
        found.place.number if found.place else None,
        found.from_hand,
    )


def number(table: Table, chair: int) -> int:
    player = seat(table, chair).player
    assert player is not None
    return player.number


# ── Absent and arrived


def test_a_vacant_chair_neither_wins_nor_discards_nor_signs(event: Tournament) -> None:
    table = making.table(event)
    mark_absent(table, 3, "did not come", making.stamp(table))
    assert code(making.hand, table, 3, 24, 1) == "empty_chair"
    assert code(making.hand, table, 0, 24, 3) == "empty_chair"
    assert code(making.penalty, table, 3, 10) == "no_such_seat"
    making.hand(table, 0, 24)
    close_table(table, ["agreed", "agreed", "agreed", ""], making.stamp(table), "time is short")
    assert Table.objects.get(pk=table.pk).is_closed


def test_a_hand_that_somebody_won_before_he_left_can_still_be_corrected(event: Tournament) -> None:
    table = making.table(event)
    making.hand(table, 3, 24, 1)
    mark_absent(table, 3, "went home", making.stamp(table))
    correct_hand(table, HandEntry(1, 3, 1, 32), "misread", making.stamp(table))
    assert seat(table, 3).account == 24 + 32


def test_an_absence_before_the_first_hand_is_no_entry(event: Tournament) -> None:
    table = making.table(event)
    mark_absent(table, 3, "late", making.stamp(table))
    assert Table.objects.get(pk=table.pk).last_entry_at is None


def test_who_arrives_after_a_stand_in_sits_from_the_hand_being_played(event: Tournament) -> None:
    table = making.table(event)
    mark_absent(table, 3, "late", making.stamp(table), stand_in=90)
    making.hand(table, 0, 24, 1)
    arrive(table, 3, "traffic", making.stamp(table))
    own = number(table, 3)
    assert (who(table, 3, 1), who(table, 3, 2)) == ((90, own, 1), (own, None, 1))
    assert [(s.player.number if s.player else 0, s.first, s.last) for s in stretches(seat(table, 3))] == [
        (90, 1, 1),
        (own, 2, MOST_HANDS),
    ]


def test_a_late_substitute_comes_back_to_his_chair_and_undo_gives_back_every_sitting(
    event: Tournament,
) -> None:
    table = making.table(event)
    place = number(table, 3)
    substitute(event, place, 50, (1, 1), None, "ill", making.user())
    mark_absent(table, 3, "late", making.stamp(table), stand_in=90)
    assert who(table, 3) == (90, place, 1)
    undo_last(table, making.stamp(table))
    assert who(table, 3) == (50, place, 1)
    mark_absent(table, 3, "late", making.stamp(table))
    assert who(table, 3) == (None, None, 1)
    arrive(table, 3, "traffic", making.stamp(table))
    assert who(table, 3) == (50, place, 1)


def test_a_penalty_is_paid_to_those_who_were_there_when_it_was_given(event: Tournament) -> None:
    table = making.table(event)
    mark_absent(table, 3, "late", making.stamp(table))
    making.penalty(table, 0, 10, kind="false_win_wrong_tile", mode="pay_each", hand_number=1)
    arrive(table, 3, "traffic", making.stamp(table))
    # Who arrives takes over the account as it stands: he has no part in what was paid before.
    assert making.totals(table) == [-20, 10, 10, 0]
    making.penalty(table, 1, 10, kind="false_win_wrong_tile", mode="pay_each", hand_number=1)
    assert making.totals(table) == [-10, -20, 20, 10]
    making.penalty(table, 0, 5, kind="exposed_tiles", mode="pay_one", victim=3)
    mark_absent(table, 3, "went home", making.stamp(table))
    assert list(table.seats.values_list("account", flat=True)) == [-15, -20, 20, 15]
    assert table_state(table).rows[0].change == (-10, -20, 20, 10)
    undo_last(table, making.stamp(table))
    assert making.totals(table) == [-15, -20, 20, 15]


# ── Substitutes


def test_a_substitute_cannot_play_for_two_players_in_one_session(event: Tournament) -> None:
    substitute(event, 1, 50, (1, 1), 1, "ill", making.user())
    assert code(substitute, event, 2, 50, (1, 1), 1, "ill", making.user()) == "substitute_busy"
    substitute(event, 2, 50, (2, 1), 2, "ill", making.user())


def test_a_substitution_ends_when_the_player_is_back_and_what_was_played_stays(event: Tournament) -> None:
    made = substitute(event, 1, 50, (1, 1), None, "ill", making.user())
    table = Seat.objects.get(session__number=1, player__number=1).table
    at = making.table(event, 1, table.number)
    making.hand(at, 0, 8, 1)
    assert code(end_substitution, event, made.pk, 0, making.user()) == "already_played"
    end_substitution(event, made.pk, 1, making.user())
    sat = Sitting.objects.filter(player__number=50).values_list("seat__session__number", flat=True)
    assert list(sat) == [1]


def test_who_plays_for_another_has_no_seat_of_his_own_in_that_draw() -> None:
    event = making.tournament(9, 2, teams=False)
    substitute(event, 1, 9, (1, 1), 1, "ill", making.user())
    make_draw(event, [1], making.user())
    assert not Seat.objects.filter(player__number=9).exists()
    assert code(make_draw, event, [2], making.user()) == "players_not_multiple_of_four"


def test_a_stand_in_who_substitutes_a_whole_session_takes_no_place_from_the_others(event: Tournament) -> None:
    table = making.table(event)
    substitute(event, number(table, 0), 90, (1, 1), 1, "ill", making.user())
    making.hand(table, 0, 24, 1)
    making.close(table)
    assert making.standard(table) == [0, 2, Fraction(7, 2), Fraction(7, 2)]


def test_a_withdrawal_that_was_a_mistake_is_taken_back_from_its_first_session() -> None:
    event = making.tournament(8, 2)
    withdraw_player(event, 8, 1, "ill", making.user())
    player_returns(event, 8, 1, making.user())
    make_draw(event, [1], making.user())
    assert Seat.objects.filter(player__number=8).count() == 1


# ── Wrong chairs


def test_who_was_absent_or_had_a_substitute_takes_that_to_the_chair_where_he_belongs(
    event: Tournament,
) -> None:
    first, second = making.table(event, 1, 1), making.table(event, 1, 2)
    substituted, absent = number(first, 0), number(second, 2)
    substitute(event, substituted, 50, (1, 1), 1, "ill", making.user())
    mark_absent(second, 2, "did not come", making.stamp(second))
    a, b = seat(first, 0), seat(second, 2)
    remap_seats(event, 1, {a.pk: b.player_id, b.pk: a.player_id}, "name plates", making.user())
    assert who(second, 2) == (50, substituted, 1)
    assert (seat(first, 0).is_vacant, seat(first, 0).is_forfeit, number(first, 0)) == (True, True, absent)
    assert not seat(second, 2).is_vacant
    # The absence was entered at the table where he no longer sits.
    assert code(undo_last, second, making.stamp(second)) == "seat_moved"


def test_the_preview_shows_the_new_results_and_changes_nothing(event: Tournament) -> None:
    table = making.table(event)
    making.hand(table, 0, 24, 1)
    mark_absent(table, 3, "went home", making.stamp(table))
    east, north = seat(table, 0), seat(table, 3)
    version = Table.objects.get(pk=table.pk).version
    (change,) = preview_remap(event, 1, {east.pk: north.player_id, north.pk: east.player_id})
    assert [s.match_points for s in change.before] == [48, -32, -8, -300]
    assert [s.match_points for s in change.after] == [-300, -32, -8, -8]
    assert [s.place for s in change.after] == [None, 3, 1, 1]
    assert Table.objects.get(pk=table.pk).version == version
    assert seat(table, 0).player == east.player


def test_what_was_entered_meanwhile_stops_the_change_of_chairs(event: Tournament) -> None:
    table = making.table(event)
    a, b = seat(table, 0), seat(table, 1)
    change = {a.pk: b.player_id, b.pk: a.player_id}
    making.hand(table, 0, 24, 1)
    assert code(remap_seats, event, 1, change, "plates", making.user(), seen={1: 1}) == "stale"
    assert remap_seats(event, 1, change, "plates", making.user(), seen={1: 2}) == 1
    assert code(remap_seats, event, 1, {a.pk: b.player_id, b.pk: a.player_id}, "plates", making.user()) == (
        "nobody_moves"
    )


def test_seats_of_a_draft_are_swapped_and_not_remapped_and_substitutes_go_along() -> None:
    event = making.tournament(8, 1)
    enrol(event, [PersonFacts("Reserve", number=50, is_reserve=True)], making.user())
    substitute(event, 1, 50, (1, 1), None, "ill", making.user())
    make_draw(event, [1], making.user(), seed="x")
    a = Seat.objects.get(player__number=1)
    b = Seat.objects.exclude(table=a.table).first()
    assert b is not None
    change = {a.pk: b.player_id, b.pk: a.player_id}
    assert code(remap_seats, event, 1, change, "plates", making.user()) == "not_published"
    swap_seats(event, 1, a.pk, b.pk, making.user())
    assert list(Sitting.objects.values_list("seat", "player__number")) == [(b.pk, 50)]


def test_who_withdraws_scores_no_bye_afterwards() -> None:
    event = making.tournament(9, 2)
    make_draw(event, [1], making.user(), seed="x", remainder="byes")
    [free] = event.players.filter(byes__session__number=1)
    withdraw_player(event, free.number, 2, "he leaves after the first session", making.user())
    assert free.byes.count() == 1
    player_returns(event, free.number, 2, making.user())
    withdraw_player(event, free.number, 1, "ill", making.user())
    assert free.byes.count() == 0
