"""Stages: who qualifies, what a visitor may see of them, and what changed since one was filled."""

from fractions import Fraction

import pytest

from tests import making
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.hands import HandEntry, correct_hand
from tournament.actions.sessions import close_session
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.actions.substitutes import withdraw_player
from tournament.models import Stage, Tournament
from tournament.queries.shown import Shown
from tournament.queries.stages import StageFacts, moved_since, qualified, shown_stages, stages_of
from tournament.queries.standings import player_standings, team_standings

pytestmark = pytest.mark.django_db


def played(fans: tuple[int, int] = (24, 32), seconds: tuple[int, int] = (8, 12)) -> Tournament:
    """Eight players, a first stage of one session: at each table 东 wins from 南, then 西 from 北."""
    event = making.tournament(8, 3, teams=False)
    add_stage(event, StagePlan("Preliminary", "all", [1]), making.user())
    fill_stage(event, event.stages.get().pk, making.user())
    make_draw(event, [1], making.user(), seed="x")
    publish_draw(event, [1], making.user())
    for number, (fan, second) in enumerate(zip(fans, seconds, strict=True), 1):
        table = making.table(event, 1, number)
        making.hand(table, 0, fan, 1)
        making.hand(table, 2, second, 3)
        making.close(table)
    close_session(event, 1, making.user())
    return event


def final(event: Tournament, carry: str = "1/2") -> Stage:
    stage = add_stage(event, StagePlan("Final", "top", [2], carry=carry, places=(1, 4)), making.user())
    fill_stage(event, stage.pk, making.user())
    return stage


def facts(event: Tournament, number: int) -> StageFacts:
    return next(f for f in stages_of(event) if f.stage.number == number)


def test_nothing_moved_right_after_a_stage_was_filled() -> None:
    event = played()
    final(event)
    assert moved_since(event, facts(event, 2)) == ()
    assert moved_since(event, facts(event, 1)) == ()


def test_a_correction_says_which_places_changed_and_what_was_filled_stays() -> None:
    event = played()
    stage = final(event)
    before = [(e.player_id, e.seed, e.carried_match) for e in stage.entries.all()]
    table = making.table(event, 1, 1)
    east = table.seats.get(chair=0).player
    assert east is not None
    # 24 fan had 东 of table 1 behind 东 of table 2; with 40 fan he is ahead of him: +64 − 8 against +56 − 8.
    correct_hand(table, HandEntry(1, 0, 1, 40), "misread", making.stamp(table))
    moved = {m.number: m for m in moved_since(event, facts(event, 2))}
    assert (moved[east.number].was, moved[east.number].now) == (2, 1)
    assert moved[east.number].carried_was[1] == Fraction(48 - 8, 2)
    assert moved[east.number].carried_now[1] == Fraction(64 - 8, 2)
    assert [(e.player_id, e.seed, e.carried_match) for e in stage.entries.all()] == before


def test_who_would_qualify_today_and_does_not_play_is_named() -> None:
    event = played()
    final(event)
    table = making.table(event, 1, 1)
    north = table.seats.get(chair=3).player
    assert north is not None
    correct_hand(table, HandEntry(2, 3, 2, 60), "the other player won", making.stamp(table))
    moved = {m.number: m for m in moved_since(event, facts(event, 2))}
    assert moved[north.number].was is None
    assert moved[north.number].now == 1


def test_who_has_withdrawn_does_not_qualify_and_the_next_moves_up() -> None:
    event = played()
    stage = add_stage(event, StagePlan("Final", "top", [2], places=(1, 2)), making.user())
    best = [line.number for line in qualified(event, stage).lines]
    third = player_standings(event, stage=event.stages.get(number=1)).lines[2].number
    withdraw_player(event, best[0], 2, "ill", making.user())
    assert [line.number for line in qualified(event, stage).lines] == [best[1], third]


def test_a_stage_is_shown_when_a_session_of_it_is_drawn_publicly_and_not_held_back() -> None:
    event = played()
    stage = final(event)
    everything = Shown(False, None)
    assert [s.number for s in shown_stages(event, everything)] == [1]
    make_draw(event, [2], making.user(), seed="y")
    assert [s.number for s in shown_stages(event, everything)] == [1]
    publish_draw(event, [2], making.user())
    assert [s.pk for s in shown_stages(event, everything)][-1] == stage.pk
    assert [s.number for s in shown_stages(event, Shown(False, 1))] == [1]
    assert shown_stages(event, Shown(True, None)) == []


def test_what_was_carried_over_stands_apart_from_penalties() -> None:
    event = played()
    stage = final(event)
    line = player_standings(event, stage=stage).lines[0]
    assert (line.carried_standard, line.carried_match) == (2, Fraction(56 - 8, 2))
    assert player_standings(event).lines[0].carried_standard == 0


def test_groups_of_the_lines_are_those_of_the_stage() -> None:
    event = making.tournament(8, 1, teams=False)
    stage = add_stage(event, StagePlan("Groups", "groups", [1]), making.user())
    fill_stage(event, stage.pk, making.user(), seed="a")
    groups = facts(event, 1).groups
    assert {number: len(entries) for number, entries in groups.items()} == {1: 4, 2: 4}
    assert {line.group for line in player_standings(event, stage=stage).lines} == {1, 2}


def test_the_teams_of_a_stage_are_those_that_have_somebody_in_it() -> None:
    event = making.tournament(8, 2)
    add_stage(event, StagePlan("Preliminary", "all", [1]), making.user())
    fill_stage(event, event.stages.get().pk, making.user())
    make_draw(event, [1], making.user(), seed="x")
    publish_draw(event, [1], making.user())
    for number in (1, 2):
        making.hand(making.table(event, 1, number), 0, 20 + number)
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    stage = add_stage(event, StagePlan("Final", "top", [2], places=(1, 1)), making.user())
    fill_stage(event, stage.pk, making.user())
    best = player_standings(event, stage=event.stages.get(number=1)).lines[0]
    assert [line.name for line in team_standings(event, stage=stage).lines] == [best.team]
    assert len(team_standings(event).lines) == 2
