"""Statistics by the API: counts of four hands that are known by heart, and what is held back."""

from __future__ import annotations

import pytest

from tests import house_tables, making
from tests.api.asking import Asking
from tests.pages.public_sheet import sitter
from tournament.actions.hands import HandEntry, record_hand
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


def test_under_house_rules_points_and_kinds_are_counted_of_every_winner(anyone: Asking) -> None:
    """The evening of tests/house_tables.py: 12 + 40 for 南, 40 for 西, 36 for 北."""
    made = house_tables.evening()
    found = anyone.get(f"tournaments/{made.slug}/statistics/").json()
    _east, south, west, _north = (sitter(making.table(made), chair).number for chair in range(4))
    assert found["worth"] == "points"
    assert found["fans"] == [{"fan": 12, "hands": 1}, {"fan": 36, "hands": 1}, {"fan": 40, "hands": 2}]
    assert [(one["place"], one["fan"], one["winner"]) for one in found["highest"]][:2] == [
        (1, 40, west),
        (1, 40, south),
    ]
    assert found["kinds"][0] == {"key": "kind.all_pungs", "hands": 1, "name": "All pungs"}
    own = next(player for player in found["players"] if player["number"] == south)
    assert (own["wins"], own["fan_won"], own["highest_hand"]) == (2, 52, 40)
    assert own["kinds"] == [
        {"key": "kind.all_pungs", "hands": 1},
        {"key": "kind.full_flush", "hands": 1},
    ]


def test_fan_by_name_are_counted_of_the_tournament_and_of_whoever_won(anyone: Asking) -> None:
    """东 wins 清一色 24 and 碰碰和 6, then 幺九刻 2 × 1 and 碰碰和 6 with a flower; 西 only a number."""
    made = making.drawn(4, 1)
    table = making.table(made)
    named: tuple[dict[str, int], ...] = ({"清一色": 1, "碰碰和": 1}, {"幺九刻": 2, "碰碰和": 1, "花牌": 1})
    for number, fans in enumerate(named, 1):
        record_hand(
            table, HandEntry(number, 0, 1, flowers=fans.get("花牌", 0), fans=fans), making.stamp(table)
        )
    making.hand(table, 2, 24)
    making.close(table)
    found = anyone.get(f"tournaments/{made.slug}/statistics/").json()
    assert found["known_wins"] == 2
    assert found["named_fans"] == [
        {"name": "碰碰和", "english": "All Pungs", "points": 6, "hands": 2, "times": 2},
        {"name": "清一色", "english": "Full Flush", "points": 24, "hands": 1, "times": 1},
        {"name": "幺九刻", "english": "Pung of Terminals/Honors", "points": 1, "hands": 1, "times": 2},
    ]
    players = {player["number"]: player for player in found["players"]}
    won, only_number = players[sitter(table, 0).number], players[sitter(table, 2).number]
    own = [{"name": "碰碰和", "hands": 2}, {"name": "清一色", "hands": 1}, {"name": "幺九刻", "hands": 1}]
    assert (won["known_wins"], won["named_fans"]) == (2, own)
    assert (only_number["wins"], only_number["known_wins"], only_number["named_fans"]) == (1, 0, [])


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
