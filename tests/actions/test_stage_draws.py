"""Draws of stages: each for its own players, stand-ins only where a table lacks somebody."""

import pytest

from tests import making
from tournament.actions.drawing import make_draw
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.models import Seat, Tournament
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


def staged(players: int, *plans: StagePlan, stand_ins: int = 0) -> Tournament:
    event = making.tournament(players, 4, teams=False)
    people = [PersonFacts(f"Stand-in {n}", number=90 + n, is_stand_in=True) for n in range(stand_ins)]
    if people:
        enrol(event, people, making.user())
    for plan in plans:
        add_stage(event, plan, making.user())
    fill_stage(event, event.stages.get(number=1).pk, making.user(), seed="lot")
    return event


def seated(event: Tournament, session: int) -> set[int]:
    seats = Seat.objects.filter(session__tournament=event, session__number=session, player__isnull=False)
    return set(seats.values_list("player__number", flat=True))


def test_sessions_of_several_stages_are_drawn_each_for_its_own_players() -> None:
    event = staged(8, StagePlan("First", "all", [1]), StagePlan("Second", "all", [2]))
    enrol(event, [PersonFacts(f"Late {n}") for n in range(4)], making.user())
    make_draw(event, [1, 3], making.user(), seed="x")
    assert len(seated(event, 1)) == 8
    assert len(seated(event, 3)) == 12  # no stage: everybody


def test_a_stage_without_players_is_not_drawn_and_named() -> None:
    event = staged(8, StagePlan("First", "all", [1]), StagePlan("Final", "top", [2], places=(1, 4)))
    with pytest.raises(Refused) as caught:
        make_draw(event, [1, 2], making.user())
    assert caught.value.code == "stage_not_filled"
    assert "Final" in caught.value.message
    assert not Seat.objects.exists()


def test_stand_ins_play_in_a_stage_only_where_a_table_lacks_somebody() -> None:
    full = staged(8, StagePlan("First", "all", [1]), stand_ins=2)
    make_draw(full, [1], making.user(), seed="x")
    assert seated(full, 1) == set(range(1, 9))
    short = staged(7, StagePlan("First", "all", [1]), stand_ins=2)
    make_draw(short, [1], making.user(), seed="x")
    assert seated(short, 1) == {*range(1, 8), 90}


def test_a_stand_in_fills_the_group_that_lacks_somebody() -> None:
    event = staged(7, StagePlan("Groups", "groups", [1], group_size=4), stand_ins=3)
    make_draw(event, [1], making.user(), seed="x")
    assert seated(event, 1) == {*range(1, 8), 90}
    groups = dict(event.stages.get().entries.values_list("player__number", "group"))
    for table in (1, 2):
        seats = making.table(event, 1, table).seats.all()
        assert len({groups[s.player.number] for s in seats if s.player and s.player.number in groups}) == 1
