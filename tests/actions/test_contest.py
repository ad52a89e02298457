"""A contest in groups of four: two advance, stand-ins and byes where groups lack somebody, a play-off for places."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.rulebook import load
from tests import making
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.hands import HandEntry, record_hand
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.sessions import close_session
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.actions.tables import call_time
from tournament.models import Bye, Seat, Stage, Tournament
from tournament.queries.stages import group_sizes, qualified, stage_before
from tournament.queries.standings import player_standings

pytestmark = pytest.mark.django_db


def contest(players: int, *plans: StagePlan, stand_ins: int = 2, **rules: Any) -> Tournament:
    event = making.tournament(players, len(plans), teams=False, **rules)
    people = [PersonFacts(f"Stand-in {n}", number=90 + n, is_stand_in=True) for n in range(stand_ins)]
    enrol(event, people, making.user())
    for plan in plans:
        add_stage(event, plan, making.user())
    return event


def stage(event: Tournament, number: int) -> Stage:
    return event.stages.get(number=number)


def numbers(event: Tournament, session: int, table: int) -> set[int]:
    seats = Seat.objects.filter(
        session__tournament=event, session__number=session, table__number=table, player__isnull=False
    )
    return set(seats.values_list("player__number", flat=True))


def entry(event: Tournament, hand: int, winner: int, discarder: int, fan: int) -> HandEntry:
    if event.rulebook.settlement == "guobiao":
        return HandEntry(hand, winner, discarder, fan)
    winners = [{"seat": winner, "values": {"fan": fan}}]
    return HandEntry(hand, play={"way": "discard", "discarder": discarder, "winners": winners})


def play(event: Tournament, number: int) -> None:
    """Fill a stage and play its session: at each table 东 wins from 南, 西 from 北, 南 from 北, with less each time."""
    by = making.user()
    fill_stage(event, stage(event, number).pk, by, seed="lot")
    make_draw(event, [number], by, seed="x")
    publish_draw(event, [number], by)
    for table in list(event.sessions.get(number=number).tables.order_by("number")):
        at = making.table(event, number, table.number)
        # No two tables alike, so that nobody is equal at a cut.
        for hand, (winner, discarder, fan) in enumerate(((0, 1, 40), (2, 3, 20), (1, 3, 8)), 1):
            won = fan + table.number
            record_hand(at, entry(event, hand, winner, discarder, won), making.stamp(at))
        call_time(at, making.stamp(at))
        making.close(at)
    close_session(event, number, by)


def test_twenty_two_players_make_four_groups_of_four_and_two_with_a_stand_in() -> None:
    event = contest(22, StagePlan("First", "groups", [1]))
    fill_stage(event, stage(event, 1).pk, making.user(), seed="lot")
    make_draw(event, [1], making.user(), seed="x")
    assert group_sizes(stage(event, 1), 22) == [4, 4, 4, 4, 3, 3]
    tables = [numbers(event, 1, n) for n in range(1, 7)]
    assert [len(one) for one in tables] == [4] * 6
    assert [len(one & {90, 91}) for one in tables] == [0, 0, 0, 0, 1, 1]


def test_who_is_left_over_goes_on_without_play_where_no_more_are_than_advance() -> None:
    event = contest(
        6,
        StagePlan("Semi-final", "groups", [1], left_over="advance"),
        StagePlan("Final", "top", [2], places=(1, 4)),
    )
    play(event, 1)
    free = set(Bye.objects.filter(session__tournament=event).values_list("player__number", flat=True))
    table = numbers(event, 1, 1)
    assert (len(table), len(free), table & free, table & {90, 91}) == (4, 2, set(), set())
    on = {line.number for line in qualified(event, stage(event, 2)).lines}
    best = {line.number for line in player_standings(event, stage=stage(event, 1)).lines[:2]}
    assert free < on and len(on) == 4 and on - free == best & table


def test_a_group_of_three_takes_a_stand_in_also_where_who_is_left_over_may_go_on() -> None:
    event = contest(7, StagePlan("First", "groups", [1], left_over="advance"))
    fill_stage(event, stage(event, 1).pk, making.user(), seed="lot")
    make_draw(event, [1], making.user(), seed="x")
    assert [len(numbers(event, 1, n) & {90, 91}) for n in (1, 2)] == [0, 1]
    assert not Bye.objects.exists()


def test_fifth_and_sixth_play_with_those_who_had_a_bye_who_are_not_of_the_play_off() -> None:
    event = contest(
        6,
        StagePlan("Semi-final", "groups", [1], left_over="advance"),
        StagePlan("Places 5 and 6", "places", [2], places=(5, 6)),
        StagePlan("Final", "top", [3], places=(1, 4)),
    )
    play(event, 1)
    free = set(Bye.objects.filter(session__tournament=event).values_list("player__number", flat=True))
    lost = numbers(event, 1, 1) - {line.number for line in qualified(event, stage(event, 3)).lines}
    assert stage_before(event, stage(event, 3)) == stage(event, 1)
    play(event, 2)
    assert numbers(event, 2, 1) == lost | free
    ranked = player_standings(event, stage=stage(event, 2)).lines
    assert {line.number for line in ranked} == lost
    play(event, 3)
    assert numbers(event, 3, 1) & lost == set()
    assert free < numbers(event, 3, 1)


def test_a_play_off_laid_out_after_the_final_is_not_filled_from_it() -> None:
    event = contest(
        8,
        StagePlan("First", "all", [1]),
        StagePlan("Final", "top", [2], places=(1, 4)),
        StagePlan("Places 5 to 8", "places", [3], places=(5, 8)),
    )
    assert stage_before(event, stage(event, 3)) == stage(event, 1)
    assert stage_before(event, stage(event, 2)) == stage(event, 1)


def test_a_contest_of_111_chips_with_22_players_is_played_to_its_end() -> None:
    book = load("club111").to_mapping()
    names = ("settlement", "terms", "dealing", "hands", "rotation", "tie_breaks", "starting_points", "scale")
    event = contest(
        22,
        StagePlan("First", "groups", [1]),
        StagePlan("Second", "groups", [2]),
        StagePlan("Semi-final", "groups", [3], left_over="advance"),
        StagePlan("Places 5 and 6", "places", [4], places=(5, 6)),
        StagePlan("Final", "top", [5], places=(1, 4)),
        **{name: book[name] for name in names},
    )
    for number in range(1, 6):
        play(event, number)
    stand_ins = {90, 91}
    tables = [numbers(event, 1, n) for n in range(1, 7)]
    assert sorted(len(one & stand_ins) for one in tables) == [0, 0, 0, 0, 1, 1]
    # Two of each of six groups, then two of each of three; of these six, two have a bye.
    entries = [set(stage(event, n).entries.values_list("player__number", flat=True)) for n in range(1, 6)]
    assert [len(one) for one in entries] == [22, 12, 6, 2, 4]
    assert not any(one & stand_ins for one in entries)
    free = set(Bye.objects.filter(session__tournament=event).values_list("player__number", flat=True))
    fifth_and_sixth, final = entries[3], entries[4]
    assert len(free) == 2
    assert fifth_and_sixth | final == entries[2]
    assert free < final
    assert numbers(event, 4, 1) == fifth_and_sixth | free
    # 东 deals and wins 41 fan: 82 from each. 西 wins 21, 42 from 东. Then 南 deals and wins 9: 18 from each.
    best = player_standings(event, stage=stage(event, 5)).lines[0]
    match = 3 * 82 - 42 - 18
    assert (best.match, best.with_starting, best.place) == (match, match + 111, 1)
