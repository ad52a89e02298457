"""What really happens on a tournament day, by RULES.md §3 and §5 to §8."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone

from tests import making
from tests.refusing import code
from tournament.actions.clock import extend_clock, pause_clock, resume_clock
from tournament.actions.disputes import open_dispute, rule_dispute
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.presence import arrive, mark_absent, no_play
from tournament.actions.remap import remap_seats
from tournament.actions.sessions import close_session, make_official, start_session
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.actions.standings import penalise, record_lots, show_standings, withdraw_general_penalty
from tournament.actions.substitutes import player_returns, substitute, withdraw_player
from tournament.actions.tables import undo_last
from tournament.actions.totals import decide_totals, enter_totals
from tournament.models import Bye, Dispute, Penalty, Seat, Session, Sitting, Table, Tournament
from tournament.queries.clock import clock
from tournament.queries.shown import is_official, shown_standings
from tournament.queries.standings import Line, player_standings, team_standings
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


def line(event: Tournament, number: int, **options: Any) -> Line:
    return next(x for x in player_standings(event, **options).lines if x.number == number)


def number_at(table: Table, chair: int) -> int:
    player = table.seats.get(chair=chair).player
    assert player is not None
    return player.number


@pytest.fixture
def event() -> Tournament:
    event = making.drawn(8, 3)
    enrol(event, [PersonFacts("Stand-in", number=90, is_stand_in=True)], making.user())
    return event


# ── Absence (§6)


def test_a_forfeit_has_no_standard_points_and_the_match_points_of_the_rulebook(event: Tournament) -> None:
    table = making.table(event)
    absent = number_at(table, 3)
    mark_absent(table, 3, "did not come", making.stamp(table))
    assert making.hand(table, 0, 24, 1)["totals"] == [48, -32, -8, -8]
    making.close(table)
    # The empty chair is charged as a loser and keeps its account, with which the table sums up.
    assert list(table.seats.order_by("chair").values_list("account", flat=True)) == [48, -32, -8, -8]
    assert line(event, absent).standard == 0
    assert line(event, absent).match == -300
    # The three present are ranked 1 to 3.
    assert making.standard(table) == [4, 2, 3, 0]


def test_with_an_empty_chair_pay_each_goes_to_the_two_others_present(event: Tournament) -> None:
    table = making.table(event)
    mark_absent(table, 3, "did not come", making.stamp(table))
    making.penalty(table, 0, 10, kind="false_win_wrong_tile", mode="pay_each", hand_number=1)
    assert list(table.seats.order_by("chair").values_list("account", flat=True)) == [-20, 10, 10, 0]


def test_a_stand_in_plays_for_an_absent_player_and_the_others_share_the_first_places(
    event: Tournament,
) -> None:
    table = making.table(event)
    absent = number_at(table, 0)
    mark_absent(table, 0, "did not come", making.stamp(table), stand_in=90)
    making.hand(table, 0, 24, 1)  # the stand-in wins
    making.close(table)
    assert making.standard(table) == [0, 2, Fraction(7, 2), Fraction(7, 2)]
    assert line(event, absent).match == -300
    assert 90 not in {x.number for x in player_standings(event).lines}
    assert code(
        mark_absent, making.table(event, 1, 2), 0, "too", making.stamp(making.table(event, 1, 2)), 90
    ) == ("stand_in_busy")


def test_who_arrives_in_time_takes_over_the_chair_and_its_account(event: Tournament) -> None:
    table = making.table(event)
    mark_absent(table, 3, "late", making.stamp(table))
    making.hand(table, 0, 24, 1)
    arrive(table, 3, "traffic", making.stamp(table))
    making.hand(table, 3, 24, 0)
    assert making.totals(table) == [48 - 32, -32 - 8, -8 - 8, -8 + 48]


def test_an_absence_is_taken_back_like_any_other_act(event: Tournament) -> None:
    table = making.table(event)
    mark_absent(table, 3, "did not come", making.stamp(table), stand_in=90)
    undo_last(table, making.stamp(table))
    seat = table.seats.get(chair=3)
    assert (seat.is_forfeit, seat.is_vacant, Sitting.objects.count()) == (False, False, 0)


def test_one_or_two_present_do_not_play_and_get_the_bye_score(event: Tournament) -> None:
    table = making.table(event)
    assert code(no_play, table, "storm", making.stamp(table)) == "enough_present"
    for chair in (2, 3):
        mark_absent(table, chair, "storm", making.stamp(table))
    no_play(table, "storm", making.stamp(table))
    assert making.standard(table) == [3, 3, 0, 0]
    assert making.totals(table) == [0, 0, -300, -300]


def test_only_the_chief_referee_marks_somebody_as_absent(event: Tournament) -> None:
    bob = making.referee(event, "bob", [1])
    table = making.table(event)
    assert code(mark_absent, table, 3, "late", making.stamp(table, bob)) == "chief_only"


def test_real_players_move_up_over_a_stand_in_unless_the_rulebook_says_otherwise() -> None:
    for takes_place, expected in (
        (False, [0, 2, Fraction(7, 2), Fraction(7, 2)]),
        (True, [4, 1, Fraction(5, 2), Fraction(5, 2)]),
    ):
        event = making.drawn(4, 1, stand_in_takes_place=takes_place)
        table = making.table(event)
        player = table.seats.get(chair=0).player
        assert player is not None
        player.is_stand_in = True
        player.save()
        making.hand(table, 0, 24, 1)
        making.close(table)
        assert making.standard(table) == expected


# ── Substitutes, withdrawals, wrong chairs


def test_a_substitute_for_the_rest_plays_and_the_place_has_the_result(event: Tournament) -> None:
    enrol(event, [PersonFacts("Reserve", number=50)], making.user())
    event.players.filter(number=50).update(is_reserve=True)
    substitute(event, 1, 50, (2, 5), None, "ill", making.user())
    seats = Seat.objects.filter(player__number=1).order_by("session__number")
    assert [[(s.from_hand, s.player.number) for s in seat.sittings.all()] for seat in seats] == [
        [],
        [(5, 50)],
        [(1, 50)],
    ]
    assert 50 not in {x.number for x in player_standings(event).lines}


def test_where_the_rulebook_says_person_a_whole_session_belongs_to_the_substitute() -> None:
    event = making.drawn(4, 2, substitute_result="person")
    enrol(event, [PersonFacts("Reserve", number=50)], making.user())
    event.players.filter(number=50).update(is_reserve=True)
    substitute(event, 1, 50, (1, 1), 1, "ill", making.user())
    table = making.table(event)
    chair = table.seats.get(player__number=1).chair
    making.hand(table, chair, 24)
    making.close(table)
    assert line(event, 50).standard == 4
    assert line(event, 1).standard == 0


def test_a_substitute_with_a_seat_of_his_own_is_refused(event: Tournament) -> None:
    assert code(substitute, event, 1, 2, (1, 1), None, "ill", making.user()) == "substitute_busy"
    assert code(substitute, event, 1, 1, (1, 1), None, "ill", making.user()) == "same_player"


def test_a_later_draw_seats_the_substitute_too() -> None:
    event = making.tournament(8, 2)
    enrol(event, [PersonFacts("Reserve", number=50)], making.user())
    event.players.filter(number=50).update(is_reserve=True)
    substitute(event, 1, 50, (1, 1), None, "ill", making.user())
    make_draw(event, [1, 2], making.user())
    assert Sitting.objects.filter(player__number=50, seat__player__number=1).count() == 2
    assert not Seat.objects.filter(player__number=50).exists()


def test_who_withdraws_is_not_drawn_and_comes_back_when_he_returns() -> None:
    event = making.tournament(9, 3)
    withdraw_player(event, 9, 1, "ill", making.user())
    assert code(withdraw_player, event, 9, 2, "ill", making.user()) == "already_withdrawn"
    make_draw(event, [1], making.user())
    assert not Seat.objects.filter(player__number=9).exists()
    player_returns(event, 9, 3, making.user())
    assert code(make_draw, event, [3], making.user()) == "players_not_multiple_of_four"
    make_draw(event, [2], making.user())


def test_players_in_wrong_chairs_are_remapped_in_one_step_and_computed_anew(event: Tournament) -> None:
    first, second = making.table(event, 1, 1), making.table(event, 1, 2)
    making.hand(first, 0, 24, 1)
    a, b = first.seats.get(chair=0), second.seats.get(chair=2)
    remap_seats(event, 1, {a.pk: b.player_id, b.pk: a.player_id}, "name plates", making.user())
    assert first.seats.get(chair=0).player == b.player
    assert second.seats.get(chair=2).player == a.player
    assert making.totals(first) == [48, -32, -8, -8]
    assert Table.objects.get(pk=first.pk).version == 3
    foreign = making.drawn(4, 1).players.first()
    assert foreign is not None
    assert code(remap_seats, event, 1, {a.pk: foreign.pk}, "x", making.user()) == "other_people"


# ── Byes and three-handed tables


def test_byes_differ_by_at_most_one_and_give_the_bye_score() -> None:
    event = making.tournament(9, 4, teams=False)
    make_draw(event, [1, 2, 3, 4], making.user(), seed="x", remainder="byes")
    had = [Bye.objects.filter(player=p).count() for p in event.players.all()]
    assert (sum(had), max(had)) == (4, 1)
    publish_draw(event, [1], making.user())
    free = Bye.objects.get(session__number=1).player.number
    assert line(event, free).standard == 0
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    assert line(event, free).standard == 3
    assert line(event, free).match == 0


def test_empty_chairs_are_never_two_at_one_table() -> None:
    event = making.tournament(14, 3, teams=False)
    make_draw(event, [1, 2, 3], making.user(), remainder="empty_chairs")
    empty = Seat.objects.filter(session__tournament=event, player__isnull=True)
    assert empty.count() == 6
    assert len({seat.table_id for seat in empty}) == 6


# ── Paper sheets (§3, the check)


def test_totals_alone_are_the_result_and_must_sum_to_minus_the_deductions(event: Tournament) -> None:
    table = making.table(event)
    making.penalty(table, 0, 20)
    with pytest.raises(Refused) as caught:
        enter_totals(table, [100, -40, -30, -30], making.stamp(table))
    assert (caught.value.code, caught.value.current) == ("unbalanced", {"sum": 0, "expected": -20})
    enter_totals(table, [80, -40, -30, -30], making.stamp(table))
    making.close(table)
    assert making.totals(table) == [80, -40, -30, -30]
    assert making.standard(table) == [4, 1, Fraction(5, 2), Fraction(5, 2)]


def test_totals_that_do_not_sum_up_are_confirmed_with_a_reason(event: Tournament) -> None:
    table = making.table(event)
    enter_totals(table, [100, -40, -30, -40], making.stamp(table), "sheet signed so")
    table.refresh_from_db()
    assert table.imbalance_reason == "sheet signed so"


def test_beside_hands_totals_are_evidence_until_the_organiser_decides_with_a_reason(
    event: Tournament,
) -> None:
    table = making.table(event)
    making.hand(table, 0, 24, 1)
    enter_totals(table, [50, -34, -8, -8], making.stamp(table))
    assert making.totals(table) == [48, -32, -8, -8]
    assert code(decide_totals, table, True, "", making.stamp(table)) == "reason_missing"
    decide_totals(table, True, "hand 1 was typed wrongly", making.stamp(table))
    assert making.totals(table) == [50, -34, -8, -8]
    undo_last(table, making.stamp(table))
    assert making.totals(table) == [48, -32, -8, -8]


def test_a_team_league_of_sixty_sessions_in_totals_has_exact_standings_with_thirds() -> None:
    event = making.tournament(8, 60, scale="4-2-1-0")
    numbers = list(range(1, 61))
    make_draw(event, numbers, making.user(), form="random")  # repeats are sought in vain, and that takes long
    publish_draw(event, numbers, making.user())
    for table in Table.objects.filter(session__tournament=event).select_related("session__tournament"):
        making.penalty(table, 0, 10)  # one-sided: nobody receives it
        enter_totals(table, [-10, 0, 0, 0], making.stamp(table))
        making.close(table)
    penalise(event, ("team", 1), "conduct", Fraction(1, 2), "shouting", making.user())
    # 东 is last with 0, the others share 4 + 2 + 1: 7/3 each.
    expected = {
        team.number: sum(
            (Fraction(7, 3) for seat in Seat.objects.filter(player__team=team) if seat.chair != 0),
            Fraction(0),
        )
        - (Fraction(1, 2) if team.number == 1 else 0)
        for team in event.teams.all()
    }
    lines = team_standings(event).lines
    assert {x.number: x.standard for x in lines} == expected
    assert sum(x.standard for x in lines) == 120 * 7 - Fraction(1, 2)
    assert sum(x.match for x in lines) == -1200


# ── Disputes and official results


def test_a_hand_in_dispute_keeps_the_session_from_being_official_until_it_is_ruled(event: Tournament) -> None:
    table = making.table(event)
    making.hand(table, 0, 24, 1)
    open_dispute(table, 1, "the fan", making.stamp(table))
    making.hand(table, 0, 24, 1)  # play goes on
    making.close(table)
    making.close(making.table(event, 1, 2))
    assert code(make_official, event, 1, making.user()) == "not_closed"
    close_session(event, 1, making.user())
    with pytest.raises(Refused) as caught:
        make_official(event, 1, making.user())
    assert caught.value.current == {"tables": [1]}
    rule_dispute(table, Dispute.objects.get().pk, "24 fan stand", making.stamp(table))
    assert make_official(event, 1, making.user()).official_at is not None


def test_a_session_becomes_official_when_the_time_for_appeals_is_over(event: Tournament) -> None:
    for number in (1, 2):
        making.close(making.table(event, 1, number))
    session = close_session(event, 1, making.user())
    assert session.closed_at is not None
    assert not is_official(session, event.rulebook, session.closed_at + timedelta(minutes=29))
    assert is_official(session, event.rulebook, session.closed_at + timedelta(minutes=30))


# ── The clock


def test_the_clock_counts_from_the_start_stands_while_paused_and_is_extended(event: Tournament) -> None:
    session = start_session(event, 1, making.user())
    assert session.started_at is not None
    assert session.ends_at == session.started_at + timedelta(minutes=120)
    book = event.rulebook
    assert clock(session, book, now=session.started_at).left == 7200
    assert clock(session, book, now=session.started_at + timedelta(minutes=106)).state == "warning"
    assert clock(session, book, now=session.started_at + timedelta(minutes=121)).state == "over"
    paused = pause_clock(event, 1, making.user())
    assert code(pause_clock, event, 1, making.user()) == "already_paused"
    assert paused.paused_at is not None
    left = clock(paused, book, now=paused.paused_at).left
    assert clock(paused, book, now=paused.paused_at + timedelta(hours=3)).left == left
    Session.objects.filter(pk=session.pk).update(paused_at=timezone.now() - timedelta(minutes=10))
    going = resume_clock(event, 1, making.user())
    assert going.ends_at is not None
    assert timedelta(minutes=129) < going.ends_at - session.started_at < timedelta(minutes=131)
    longer = extend_clock(event, 1, 5, making.user())
    assert longer.ends_at == going.ends_at + timedelta(minutes=5)


def test_one_table_is_given_more_time_than_the_others(event: Tournament) -> None:
    session = start_session(event, 1, making.user())
    extend_clock(event, 1, 7, making.user(), table=2)
    first, second = making.table(event, 1, 1), making.table(event, 1, 2)
    now = session.started_at
    assert (
        clock(session, event.rulebook, second, now).left - clock(session, event.rulebook, first, now).left
        == 420
    )
    assert code(extend_clock, event, 1, 7, making.user(), table=9) == "no_such_table"
    assert code(extend_clock, event, 1, 0, making.user()) == "minutes"


# ── Standings: lots, what is shown, penalties of players


def test_lots_decide_between_equals_and_are_recorded_with_a_reason(event: Tournament) -> None:
    assert [x.number for x in player_standings(event).lines if x.number < 90][:3] == [1, 2, 3]
    record_lots(event, [5, 2], "drawn from a hat before both", making.user())
    lines = player_standings(event).lines
    assert [(x.number, x.place) for x in lines[:3]] == [(5, 1), (2, 2), (1, 3)]
    assert code(record_lots, event, [5, 5], "x", making.user()) == "lots"


def test_what_the_public_sees_is_frozen_or_hidden_until_it_is_released(event: Tournament) -> None:
    assert code(show_standings, event, "frozen", making.user()) == "frozen_after"
    show_standings(event, "frozen", making.user(), 2)
    assert (shown_standings(event, staff=False).as_of, shown_standings(event, staff=True).as_of) == (2, None)
    show_standings(event, "hidden", making.user())
    assert shown_standings(event, staff=False).hidden
    show_standings(event, "live", making.user())
    assert not shown_standings(event, staff=False).hidden


def test_standard_points_taken_from_a_player_are_exact_halves_and_can_be_withdrawn(event: Tournament) -> None:
    assert (
        code(penalise, event, ("player", 3), "conduct", Fraction(1, 3), "x", making.user())
        == "amount_not_half"
    )
    assert (
        code(penalise, event, ("player", 77), "conduct", Fraction(1), "x", making.user())
        == "no_such_offender"
    )
    penalise(event, ("player", 3), "conduct", Fraction(3, 2), "telephone", making.user())
    assert line(event, 3).standard == Fraction(-3, 2)
    withdraw_general_penalty(event, Penalty.objects.get().pk, "it was the other player", making.user())
    assert line(event, 3).standard == 0


# ── Stages (§8)


def preliminary() -> Tournament:
    """Eight players, one session played: 东 of each table has 48, 西 and 北 -8 each, 南 -32."""
    event = making.tournament(8, 3, teams=False)
    add_stage(event, StagePlan("Preliminary", "all", [1]), making.user())
    fill_stage(event, event.stages.get().pk, making.user())
    make_draw(event, [1], making.user(), seed="x")
    publish_draw(event, [1], making.user())
    for number in (1, 2):
        table = making.table(event, 1, number)
        making.hand(table, 0, 24 + number, 1)
        making.close(table)
    close_session(event, 1, making.user())
    return event


def test_a_final_takes_the_first_of_the_stage_before_with_the_points_carried_over() -> None:
    event = preliminary()
    final = add_stage(event, StagePlan("Final", "top", [2], carry="2/3", places=(1, 4)), making.user())
    # 1st and 2nd are the winners; 西 and 北 of both tables are equal for the places 3 to 6.
    with pytest.raises(Refused) as caught:
        fill_stage(event, final.pk, making.user())
    assert caught.value.code == "tie_at_the_cut"
    tied = caught.value.current["players"]
    assert len(tied) == 4
    record_lots(event, tied, "by lot", making.user(), event.stages.get(number=1))
    entries = fill_stage(event, final.pk, making.user())
    assert [entry.player.number for entry in entries[2:]] == tied[:2]
    best = entries[0]
    assert (best.carried_standard, best.carried_match) == ("8/3", str(Fraction(2, 3) * (24 + 26)))
    make_draw(event, [2], making.user(), seed="y")
    publish_draw(event, [2], making.user())
    assert set(Seat.objects.filter(session__number=2).values_list("player_id", flat=True)) == {
        e.player_id for e in entries
    }
    table = making.table(event, 2, 1)
    making.hand(table, table.seats.get(player=best.player).chair, 8)
    making.close(table)
    top = player_standings(event, stage=final).lines[0]
    assert top.standard == Fraction(8, 3) + 4


def test_a_later_stage_never_changes_the_table_of_an_earlier_one() -> None:
    event = preliminary()
    first = event.stages.get()
    before = [(x.place, x.number, x.standard, x.match) for x in player_standings(event, stage=first).lines]
    final = add_stage(event, StagePlan("Everybody again", "all", [2], carry="1"), making.user())
    fill_stage(event, final.pk, making.user())
    make_draw(event, [2], making.user())
    publish_draw(event, [2], making.user())
    making.hand(making.table(event, 2, 1), 0, 88)
    making.close(making.table(event, 2, 1))
    assert [
        (x.place, x.number, x.standard, x.match) for x in player_standings(event, stage=first).lines
    ] == before


def test_groups_of_four_play_among_themselves_and_the_best_two_advance() -> None:
    event = making.tournament(8, 2, teams=False)
    groups = add_stage(event, StagePlan("Groups", "groups", [1], group_size=4, advance=2), making.user())
    entries = fill_stage(event, groups.pk, making.user(), seed="lot")
    make_draw(event, [1], making.user(), seed="x")
    publish_draw(event, [1], making.user())
    group_of = {entry.player_id: entry.group for entry in entries}
    for number in (1, 2):
        table = making.table(event, 1, number)
        assert len({group_of[seat.player_id] for seat in table.seats.all() if seat.player_id}) == 1
        making.hand(table, 0, 24, 1)
        making.hand(table, 2, 8, 1)
        making.close(table)
    close_session(event, 1, making.user())
    final = add_stage(event, StagePlan("Final", "top", [2], places=(1, 4)), making.user())
    winners = {seat.player_id for seat in Seat.objects.filter(session__number=1, chair__in=(0, 2))}
    assert {entry.player_id for entry in fill_stage(event, final.pk, making.user())} == winners


def test_a_stage_is_not_filled_again_once_it_is_drawn() -> None:
    event = preliminary()
    assert code(fill_stage, event, event.stages.get().pk, making.user()) == "stage_drawn"
    assert code(add_stage, event, StagePlan("x", "top", [2]), making.user()) == "places"
    assert code(add_stage, event, StagePlan("x", "all", [1]), making.user()) == "session_taken"
