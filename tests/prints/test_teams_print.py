"""Team sheets as they are read: players, results reckoned by hand, refusals, queries."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import making
from tests.sheets.samples import pages
from tournament.models import Player, Table, Tournament
from tournament.prints.catalogue import KINDS, Asked
from tournament.prints.teams import read_team_sheets
from tournament.refusals import Refused
from tournament.sheets.document import render

pytestmark = pytest.mark.django_db


def asked(of: Tournament, team: str = "", **more: Any) -> Asked:
    of.refresh_from_db()
    return Asked(of, options={"team": team}, **more)


def test_a_sheet_lists_the_players_as_they_are_registered() -> None:
    event = making.tournament(8, 1)
    Player.objects.filter(tournament=event, number=2).update(
        ema_number="04110021", club="Wien", country="AUT", is_reserve=True
    )
    first, second = read_team_sheets(asked(event)).teams
    assert [member.name for member in first.members] == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert [member.name for member in second.members] == ["Player 5", "Player 6", "Player 7", "Player 8"]
    reserve = first.members[1]
    assert (reserve.ema_number, reserve.club, reserve.country) == ("04110021", "Wien", "AUT")
    assert reserve.roles == ("reserve",)
    assert first.results is None
    assert "04110021" in pages(render(KINDS["team_sheets"].make(asked(event))).content)[0]


def test_results_and_total_of_a_team_are_those_of_its_members() -> None:
    event = making.drawn(4, 1, team_ranking=True)
    at = making.table(event)
    making.hand(at, 1, 24)
    making.close(at)
    winner = at.seats.get(chair=1).player
    assert winner is not None
    (team,) = read_team_sheets(asked(event)).teams
    best = next(member for member in team.members if member.name == winner.name)
    assert best.results is not None
    assert (best.results.match_points, best.results.standard_points, best.results.place) == ("+96", "4", "1")
    # The three others have −32 and share 3 + 2 + 1; the team has it all.
    assert team.results is not None
    assert (team.results.match_points, team.results.standard_points, team.results.place) == ("0", "10", "1")


def test_a_team_has_no_place_where_teams_are_not_ranked() -> None:
    event = making.drawn(4, 1)
    at = making.table(event)
    making.hand(at, 1, 24)
    making.close(at)
    (team,) = read_team_sheets(asked(event)).teams
    assert team.results is not None
    assert team.results.place == ""


def test_one_team_can_be_asked_for() -> None:
    event = making.tournament(8, 1)
    assert [team.number for team in read_team_sheets(asked(event, "2")).teams] == [2]


@pytest.mark.parametrize(("teams", "number", "code"), [(True, "9", "team"), (False, "", "no_teams")])
def test_what_does_not_exist_is_refused(teams: bool, number: str, code: str) -> None:
    event = making.tournament(4, 1, teams=teams)
    with pytest.raises(Refused) as refused:
        read_team_sheets(asked(event, number))
    assert refused.value.code == code


def test_the_registration_form_bears_the_name_of_the_tournament() -> None:
    event = making.tournament(4, 1)
    (text,) = pages(render(KINDS["registration"].make(asked(event))).content)
    assert event.name in text


def test_the_number_of_queries_does_not_grow_with_the_teams() -> None:
    counts = []
    for players in (4, 32):
        event = making.drawn(players, 1)
        for at in Table.objects.filter(session__tournament=event):
            making.hand(at, 1, 24)
            making.close(at)
        wanted = asked(event)
        with CaptureQueriesContext(connection) as queries:
            assert len(read_team_sheets(wanted).teams) == players // 4
        counts.append(len(queries))
    assert counts[0] == counts[1]
