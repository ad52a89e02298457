"""Rehearsals: a copy filled with plausible results, the same for the same seed, removed without a trace."""

import pytest
from django.apps import apps

from tests import making
from tournament.actions.events import EventFacts, describe_tournament, remove_rehearsal
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.rehearsal import Filling, fill_rehearsal, rehearsal_of
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.actions.standings import record_lots
from tournament.actions.substitutes import substitute, withdraw_player
from tournament.models import Bye, Hand, Seat, Table, Tournament
from tournament.queries.standings import player_standings
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    event = making.drawn(8, 3)
    making.referee(event, "bob", [1, 2])
    return event


def test_a_rehearsal_copies_people_draw_and_referees_but_no_result(event: Tournament) -> None:
    making.hand(making.table(event), winner=0, fan=8)
    copy = rehearsal_of(event, making.user())
    assert (copy.is_rehearsal, copy.is_public) == (True, False)
    assert copy.staff.count() == event.staff.count()
    assert copy.duties.count() == 2
    assert Hand.objects.filter(table__session__tournament=copy).count() == 0

    def seats(of: Tournament) -> list[tuple[int, int, int, str]]:
        found = Seat.objects.filter(session__tournament=of)
        return sorted(found.values_list("session__number", "table__number", "chair", "player__name"))

    assert seats(copy) == seats(event)


def test_a_real_tournament_is_never_filled(event: Tournament) -> None:
    with pytest.raises(Refused):
        fill_rehearsal(event, Filling(3), making.user())
    assert Hand.objects.count() == 0


def test_filled_sessions_are_closed_and_the_half_one_is_in_the_middle(event: Tournament) -> None:
    copy = rehearsal_of(event, making.user())
    seen: list[tuple[int, int]] = []
    fill_rehearsal(
        copy, Filling(2, half=True, seed="s"), making.user(), lambda done, of: seen.append((done, of))
    )
    assert list(copy.sessions.values_list("state", flat=True)) == ["closed", "closed", "running"]
    assert seen[-1] == (6, 6)
    for table in Table.objects.filter(session__tournament=copy, session__number__lte=2):
        assert table.is_closed
        assert 12 <= table.hands_played <= 16
        assert sum(making.standard(table)) == 10


def test_the_same_seed_gives_the_same_results(event: Tournament) -> None:
    results = []
    for _again in range(2):
        copy = rehearsal_of(event, making.user())
        fill_rehearsal(copy, Filling(1, seed="same"), making.user())
        results.append([(x.number, x.standard, x.match) for x in player_standings(copy).lines])
    assert results[0] == results[1]


def test_a_tournament_with_stages_and_byes_is_rehearsed_to_its_end() -> None:
    event = making.tournament(18, 3, teams=False)
    add_stage(event, StagePlan("Preliminary", "all", [1, 2]), making.user())
    add_stage(event, StagePlan("Final", "top", [3], carry="1/2", places=(1, 8)), making.user())
    copy = rehearsal_of(event, making.user())
    assert fill_rehearsal(copy, Filling(3, seed="s"), making.user()) == 4 + 4 + 2
    assert set(copy.sessions.values_list("state", flat=True)) == {"closed"}
    assert copy.stages.get(number=2).entries.count() == 8
    assert Bye.objects.filter(session__tournament=copy).count() == 4


def test_a_removed_rehearsal_leaves_no_row_behind(event: Tournament) -> None:
    def rows() -> dict[str, int]:
        return {
            model.__name__: model._default_manager.count()
            for model in apps.get_app_config("tournament").get_models()
        }

    before = rows()
    copy = rehearsal_of(event, making.user())
    fill_rehearsal(copy, Filling(2, half=True, seed="s"), making.user())
    assert rows() != before
    enrol(copy, [PersonFacts("Reserve", number=50)], making.user())
    substitute(copy, 1, 50, (3, 1), None, "ill", making.user())
    withdraw_player(copy, 2, 3, "ill", making.user())
    record_lots(copy, [3, 4], "from a hat", making.user())
    describe_tournament(copy, EventFacts(name="x", planned_sessions=4), making.user())
    final = add_stage(copy, StagePlan("Final", "all", [4]), making.user())
    fill_stage(copy, final.pk, making.user())
    remove_rehearsal(copy, making.user())
    assert rows() == before
