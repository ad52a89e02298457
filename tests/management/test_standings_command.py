"""`manage.py standings`: in total and by stage."""

import io

import pytest
from django.core.management import CommandError, call_command

from tests import making
from tests.queries.test_stages import final, played
from tournament.actions.stages import StagePlan, add_stage, fill_stage
from tournament.queries.standings import player_standings

pytestmark = pytest.mark.django_db


def printed(slug: str, *options: str) -> list[str]:
    out = io.StringIO()
    call_command("standings", slug, *options, stdout=out)
    return out.getvalue().splitlines()


def test_a_stage_is_printed_with_what_was_carried_over_into_it() -> None:
    event = played()
    final(event)
    best = player_standings(event, stage=event.stages.get(number=1)).lines[0]
    lines = printed(event.slug, "--stage", "2", "--format", "csv")
    assert lines[0] == "place,player,standard_points,match_points"
    # 东 of table 2: 32 fan on a discard and 8 lost on the second hand, 48; half of 4 and of 48 is carried over.
    assert lines[1] == f"1,{best.file_id},2,24"
    assert len(lines) == 5


def test_in_groups_each_has_places_of_its_own() -> None:
    event = making.tournament(8, 1, teams=False)
    stage = add_stage(event, StagePlan("Groups", "groups", [1]), making.user())
    fill_stage(event, stage.pk, making.user(), seed="a")
    lines = printed(event.slug, "--stage", "1", "--format", "csv")
    assert lines[0] == "group,place,player,standard_points,match_points"
    assert [line.split(",")[:2] for line in lines[1:]] == [["1", "1"]] * 4 + [["2", "1"]] * 4
    assert all(line.startswith("1:1=") for line in printed(event.slug, "--stage", "1")[:4])


def test_a_stage_that_is_not_there_is_refused() -> None:
    with pytest.raises(CommandError):
        printed(played().slug, "--stage", "7")
