"""Statistics by the API: counts of four hands that are known by heart, and what is held back."""

from __future__ import annotations

import pytest

from tests import making
from tests.api.asking import Asking
from tests.pages.public_sheet import sitter
from tournament.actions.sessions import close_session
from tournament.actions.standings import show_standings
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Tournament:
    """南 of table 1 deals 8 fan into 东, then 西 draws 24 fan himself: −32 −32 +96 −32 after +32 −16 −8 −8."""
    made = making.drawn(8, 2)
    table = making.table(made)
    making.hand(table, 0, 8, 1)
    making.hand(table, 2, 24)
    for number in (1, 2):
        making.close(making.table(made, 1, number))
    close_session(made, 1, making.user())
    return made


def test_the_counts_of_a_tournament_and_of_its_players(played: Tournament, anyone: Asking) -> None:
    found = anyone.get(f"tournaments/{played.slug}/statistics/").json()
    table = making.table(played)
    east, south, west, north = (sitter(table, chair).number for chair in range(4))
    assert (found["shown"], found["hands"], found["drawn_hands"], found["self_draws"]) == ("live", 2, 0, 1)
    assert found["fans"] == [{"fan": 8, "hands": 1}, {"fan": 24, "hands": 1}]
    assert [(h["place"], h["fan"], h["winner"], h["discarder"]) for h in found["highest"]] == [
        (1, 24, west, None),
        (2, 8, east, south),
    ]
    # The dealer of hand 1 is 东 (+32), of hand 2 南 (−32).
    assert [wind["points"] for wind in found["winds"]] == [0, -16 + 96, -8 - 32, -8 - 32]
    players = {player["number"]: player for player in found["players"]}
    assert sorted(players) == sorted([east, south, west, north])
    best = players[west]
    assert (best["hands"], best["wins"], best["self_draws"], best["points"]) == (2, 1, 1, 88)
    assert (best["highest_hand"], best["places"]) == (24, [{"session": 1, "place": 1}])
    assert (players[south]["deal_ins"], players[south]["fan_dealt"]) == (1, 8)


def test_what_is_held_back_of_the_standings_is_in_no_count(played: Tournament, anyone: Asking) -> None:
    later = making.table(played, 2)
    making.hand(later, 0, 88, 1)
    making.close(later)
    address = f"tournaments/{played.slug}/statistics/"
    assert anyone.get(address).json()["hands"] == 3
    show_standings(played, "frozen", making.user(), 1)
    frozen = anyone.get(address).json()
    assert (frozen["shown"], frozen["hands"], frozen["highest"][0]["fan"]) == ("frozen", 2, 24)
    show_standings(played, "hidden", making.user())
    hidden = anyone.get(address).json()
    assert (hidden["shown"], hidden["hands"], hidden["players"], hidden["highest"]) == ("hidden", 0, [], [])
