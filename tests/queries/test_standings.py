"""Standings of players and teams, by RULES.md §6 and §7."""

from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from tests import making
from tournament.actions.events import change_rules
from tournament.models import Penalty, Player, Seat, Tournament
from tournament.queries.standings import Line, player_standings, team_standings
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


def line_of(event: Tournament, player: Player | None, **options: Any) -> Line:
    assert player is not None
    return next(x for x in player_standings(event, **options).lines if x.id == player.pk)


@pytest.fixture
def event() -> Tournament:
    return making.drawn(16, 2)


def test_only_closed_tables_count_and_the_provisional_view_adds_the_running_ones(event: Tournament) -> None:
    table = making.table(event)
    making.hand(table, winner=0, fan=24, discarder=1)
    winner = table.seats.get(chair=0).player
    assert line_of(event, winner).standard == 0
    provisional = player_standings(event, provisional=True)
    assert (provisional.provisional, provisional.running) == (True, (1,))
    assert line_of(event, winner, provisional=True).standard == 4
    making.close(table)
    assert line_of(event, winner).standard == 4
    assert player_standings(event, provisional=True).running == ()


def test_equal_match_points_share_the_standard_points_of_their_places(event: Tournament) -> None:
    table = making.table(event)
    making.hand(table, winner=0, fan=8, discarder=1)  # 32 -16 -8 -8
    making.close(table)
    standard = [line_of(event, seat.player).standard for seat in table.seats.order_by("chair")]
    assert standard == [4, 1, Fraction(5, 2), Fraction(5, 2)]


def test_starting_points_are_shown_on_top_and_rank_nobody(event: Tournament) -> None:
    table = making.table(event)
    making.hand(table, winner=0, fan=24, discarder=1)
    making.close(table)
    winner = line_of(event, table.seats.get(chair=0).player)
    assert (winner.match, winner.with_starting) == (48, 348)


def test_a_penalty_in_standard_points_is_taken_from_the_total(event: Tournament) -> None:
    table = making.table(event)
    making.hand(table, winner=0, fan=24, discarder=1)
    making.penalty(table, 0, Fraction(1, 2), currency="standard_points")
    making.close(table)
    line = line_of(event, table.seats.get(chair=0).player)
    assert (line.standard, line.match, line.sessions[1].standard) == (Fraction(7, 2), 48, 4)


def test_a_penalty_of_a_team_is_taken_from_the_team_alone(event: Tournament) -> None:
    team = event.teams.get(number=1)
    Penalty.objects.create(tournament=event, team=team, kind="conduct", currency="standard_points", amount=12)
    teams = {x.id: x.standard for x in team_standings(event).lines}
    assert teams[team.pk] == -1
    assert {x.standard for x in player_standings(event).lines} == {0}


def test_teams_are_the_sums_of_their_members(event: Tournament) -> None:
    for number in range(1, 5):
        table = making.table(event, 1, number)
        making.hand(table, winner=0, fan=24, discarder=1)  # 48 -32 -8 -8: 4, 1, 2½, 2½
        making.close(table)
    players = player_standings(event).lines
    for team in team_standings(event).lines:
        members = [x for x in players if x.team == team.name]
        assert len(members) == 4
        assert team.standard == sum(x.standard for x in members)
        assert team.with_starting == team.match + 4 * 300
    assert sum(x.standard for x in players) == 4 * 10


def test_as_of_a_session_leaves_later_ones_out(event: Tournament) -> None:
    for session in (1, 2):
        table = making.table(event, session)
        making.hand(table, winner=0, fan=24, discarder=1)
        making.close(table)
    first = player_standings(event, 1)
    assert (first.as_of, {n for x in first.lines for n in x.sessions}) == (1, {1})
    assert player_standings(event).as_of == 2


def test_equal_players_share_a_place_and_are_listed_by_number(event: Tournament) -> None:
    lines = player_standings(event).lines
    assert [(x.place, x.shared) for x in lines] == [(1, True)] * 16
    assert [x.number for x in lines] == list(range(1, 17))


def test_a_disqualified_player_is_listed_unranked_at_the_end(event: Tournament) -> None:
    table = making.table(event)
    making.hand(table, winner=0, fan=88, discarder=1)
    making.close(table)
    first = table.seats.get(chair=0).player
    assert first is not None
    making.penalty(table, 0, 0, kind="false_win_deliberate", reason="two tiles short")
    lines = player_standings(event).lines
    assert lines[-1].id == first.pk
    assert lines[-1].place is None
    assert lines[0].place == 1
    assert lines[-1].standard == 4


def test_stand_ins_are_left_out(event: Tournament) -> None:
    Player.objects.filter(tournament=event, number=16).update(is_stand_in=True)
    event.version += 1
    event.save()
    assert 16 not in {x.number for x in player_standings(event).lines}


def test_changing_the_scale_computes_everything_anew(event: Tournament) -> None:
    table = making.table(event)
    making.hand(table, winner=0, fan=24, discarder=1)
    making.close(table)
    with pytest.raises(Refused) as refusal:
        change_rules(event, {"scale": "4-2-1-0"}, making.user())
    assert refusal.value.code == "reason_missing"
    change_rules(event, {"scale": "4-2-1-0"}, making.user(), "as announced")
    assert making.standard(table) == [4, 0, Fraction(3, 2), Fraction(3, 2)]
    assert line_of(event, table.seats.get(chair=2).player).standard == Fraction(3, 2)


def test_a_rule_that_a_recorded_hand_breaks_is_refused_with_its_place(event: Tournament) -> None:
    table = making.table(event)
    making.hand(table, winner=0, fan=8)
    with override("en"), pytest.raises(Refused) as refusal:
        change_rules(event, {"minimum": 10}, making.user(), "stricter")
    assert refusal.value.message.startswith("Session 1, table 1, hand 1: ")
    event.refresh_from_db()
    assert event.rulebook.minimum == 8


def test_movement_compares_with_the_place_before_the_last_session(event: Tournament) -> None:
    table = making.table(event, 1)
    making.hand(table, winner=0, fan=24, discarder=1)
    making.close(table)
    before = set(table.seats.values_list("player_id", flat=True))
    new = Seat.objects.exclude(player__in=before).filter(session__tournament=event, session__number=2)
    seat = new.select_related("table").earliest("table__number", "chair")
    later = making.table(event, 2, seat.table.number)
    making.hand(later, winner=seat.chair, fan=88)
    making.close(later)
    # After session 1 four players had points, so everybody else was fifth; 4 and +288 now are the best of all.
    line = line_of(event, seat.player)
    assert (line.place, line.moved) == (1, 4)


def test_the_number_of_queries_does_not_grow_with_the_players() -> None:
    counts = []
    for players in (16, 64):
        event = making.drawn(players, 2)
        with CaptureQueriesContext(connection) as queries:
            player_standings(event)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 10
