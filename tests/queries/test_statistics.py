"""Statistics: every figure counted by hand, or anew from the files of real championships.

Table 1 of session 1, by drawn seat (seat winds of hand n: the seat n−1 is east, the next south, and so on):

    hand                      东    南    西    北     dealer
    1  东 from 南,  8 fan    +32   −16    −8    −8    东
    2  南 from 西,  8 fan     −8   +32   −16    −8    南
    3  drawn                   0     0     0     0    西
    4  西 self-draw, 24 fan  −32   −32   +96   −32    北
                              −8   −16   +72   −48
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import making
from tournament.actions.hands import replay_hand
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.presence import mark_absent
from tournament.actions.substitutes import substitute
from tournament.actions.tables import confirm_round, undo_last
from tournament.models import Player, Seat, Table, Tournament
from tournament.queries.hand_counts import Tally
from tournament.queries.standings import player_standings
from tournament.queries.statistics import Statistics, statistics

pytestmark = pytest.mark.django_db

WINDS = "ESWN"


def sitter(table: Table, chair: int) -> Player:
    player = Seat.objects.get(table=table, chair=chair).player
    assert player is not None
    return player


def four_hands(table: Table) -> None:
    making.hand(table, 0, 8, 1)
    making.hand(table, 1, 8, 2)
    making.hand(table)
    making.hand(table, 2, 24)


def figures(tally: Tally) -> tuple[int, ...]:
    return (
        tally.hands,
        tally.wins,
        tally.self_draws,
        tally.deal_ins,
        tally.fan_won,
        tally.fan_dealt,
        tally.points,
    )


@pytest.fixture
def event() -> Tournament:
    made = making.drawn(8, 2)
    four_hands(making.table(made))
    making.close(making.table(made))
    return made


def test_each_hand_is_counted_for_the_four_who_played_it(event: Tournament) -> None:
    found, table = statistics(event), making.table(event)
    # hands, wins, self-draws, dealt in, fan won, fan dealt in, points
    assert [figures(found.of(sitter(table, chair).pk).total) for chair in range(4)] == [
        (4, 1, 0, 0, 8, 0, -8),
        (4, 1, 0, 1, 8, 8, -16),
        (4, 1, 1, 1, 24, 8, 72),
        (4, 0, 0, 0, 0, 0, -48),
    ]
    assert figures(found.counts.everybody) == (16, 3, 1, 2, 40, 16, 0)
    assert (found.counts.hands, found.counts.drawn, found.counts.discards) == (4, 1, 2)
    assert found.counts.fans == {8: 2, 24: 1}


def test_rates_are_exact_and_there_is_none_of_nothing(event: Tournament) -> None:
    west, north = (statistics(event).of(sitter(making.table(event), chair).pk).total for chair in (2, 3))
    assert (west.win_rate, west.self_draw_rate, west.deal_in_rate) == (Fraction(1, 4), 1, Fraction(1, 4))
    assert (west.mean_fan_won, west.mean_fan_dealt, west.points_per_hand) == (24, 8, 18)
    assert (north.win_rate, north.self_draw_rate, north.mean_fan_won) == (0, None, None)


def test_the_deal_is_compared_with_the_other_seat_winds(event: Tournament) -> None:
    counts = statistics(event).counts
    # The dealers of the four hands: +32, +32, 0, −32; south −16 −16 0 −32; west −8 −8 0 −32; north −8 −8 0 +96.
    assert [wind.points for wind in counts.winds] == [32, -64, -48, 80]
    assert [wind.wins for wind in counts.winds] == [2, 0, 0, 1]
    assert (counts.winds[0].points_per_hand, counts.others.points_per_hand) == (8, Fraction(-32, 12))
    assert [chair.points for chair in counts.chairs] == [-8, -16, 72, -48]
    own = statistics(event).of(sitter(making.table(event), 2).pk)
    assert [wind.points for wind in own.winds] == [0, -16, -8, 96]
    assert [chair.hands for chair in own.chairs] == [0, 0, 4, 0]


def test_the_deal_follows_the_chairs_in_which_people_really_sat() -> None:
    event = making.drawn(8, 1, rotation="every_round")
    for number, swapped in ((1, True), (2, False)):
        table = making.table(event, 1, number)
        for _hand in range(4):
            making.hand(table)
        confirm_round(table, 2, swapped, making.stamp(table))
        making.hand(table, 0, 8, 1)  # the first hand of round 2: the dealer sits in the east chair
        making.close(table)
    found = statistics(event)
    # Round 2 of this rotation puts 南 into the east chair: there 东 wins as south; where nobody moved he deals.
    for number, wind in ((1, 1), (2, 0)):
        own = found.of(sitter(making.table(event, 1, number), 0).pk)
        assert [one.wins for one in own.winds] == [int(wind == n) for n in range(4)]


def test_hands_that_were_not_played_to_an_end_do_not_count() -> None:
    event = making.drawn(8, 1)
    table = making.table(event)
    making.hand(table, 0, 88, 1)
    undo_last(table, making.stamp(table))
    making.hand(table, 0, 8, 1)
    replay_hand(table, 2, "a tile is missing", making.stamp(table))
    making.close(table)
    found = statistics(event).counts
    assert (found.hands, found.fans) == (1, {8: 1})


def test_only_tables_whose_result_counts_are_counted() -> None:
    event = making.drawn(8, 1)
    four_hands(making.table(event, 1, 1))
    four_hands(making.table(event, 1, 2))
    assert statistics(event).counts.hands == 0
    making.close(making.table(event, 1, 2))
    assert statistics(event).counts.hands == 4
    checked = making.drawn(8, 1, second_check=True)
    four_hands(making.table(checked))
    making.close(making.table(checked))
    assert statistics(checked).counts.hands == 0


def test_a_session_that_is_held_back_is_in_no_figure(event: Tournament) -> None:
    later = making.table(event, 2)
    making.hand(later, 0, 88, 1)
    making.close(later)
    assert statistics(event).counts.fans == {8: 2, 24: 1, 88: 1}
    held_back = statistics(event, 1)
    assert held_back.counts.fans == {8: 2, 24: 1}
    assert set(held_back.places) == {1}


def test_a_substitute_has_the_hands_that_he_played() -> None:
    event = making.drawn(8, 1)
    enrol(event, [PersonFacts("Reserve", number=50, is_reserve=True)], making.user())
    table = making.table(event)
    place = sitter(table, 0)
    making.hand(table, 0, 8, 1)
    substitute(event, place.number, 50, (1, 2), None, "ill", making.user())
    making.hand(table, 0, 24, 1)
    making.close(table)
    found = statistics(event)
    assert figures(found.of(place.pk).total) == (1, 1, 0, 0, 8, 0, 32)
    reserve = Player.objects.get(tournament=event, number=50)
    assert figures(found.of(reserve.pk).total) == (1, 1, 0, 0, 24, 0, 64 - 16)
    (_place, highest), _second = found.counts.highest
    winner = found.winner(highest)
    assert winner is not None
    assert winner.name == "Reserve"


def test_an_empty_chair_plays_no_hands() -> None:
    event = making.drawn(8, 1)
    table = making.table(event)
    absent = sitter(table, 3)
    mark_absent(table, 3, "did not come", making.stamp(table))
    making.hand(table, 0, 24, 1)
    making.close(table)
    found = statistics(event)
    assert figures(found.of(absent.pk).total) == (0, 0, 0, 0, 0, 0, 0)
    assert (found.counts.hands, found.counts.everybody.hands, found.counts.everybody.points) == (1, 3, 8)


def test_equal_hands_share_a_place_and_the_tenth_is_never_cut() -> None:
    event = making.drawn(8, 1)
    fans = [88, 64, 64, 48, 32, 30, 28, 26, 25, 24, 24, 20]
    table = making.table(event)
    for fan in fans:
        making.hand(table, 0, fan, 1)
    making.close(table)
    found = statistics(event)
    assert [(place, hand.fan) for place, hand in found.counts.highest] == [
        (1, 88), (2, 64), (2, 64), (4, 48), (5, 32), (6, 30), (7, 28), (8, 26), (9, 25), (10, 24), (10, 24),
    ]  # fmt: skip
    assert [hand.number for hand in found.of(sitter(table, 0).pk).best] == [1]


def test_the_places_after_each_session_are_those_of_the_standings_then(event: Tournament) -> None:
    first = making.table(event, 1, 2)
    making.hand(first, 3, 32, 0)  # +64: the best of the first session is 西 of table 1 (+72), then he
    making.close(first)
    best, next_best = sitter(making.table(event), 2), sitter(first, 3)
    assert statistics(event).places[1][best.pk] == 1
    assert statistics(event).places[1][next_best.pk] == 2
    for number in (1, 2):
        later = making.table(event, 2, number)
        loser = next(seat.chair for seat in later.seats.all() if seat.player_id != next_best.pk)
        winner = later.seats.filter(player=next_best).first()
        if winner is not None:
            making.hand(later, winner.chair, 88, loser)
        making.close(later)
    places = statistics(event).places
    assert places[1][next_best.pk] == 2
    assert places[2][next_best.pk] == 1
    for session, found in places.items():
        assert found == {line.id: line.place for line in player_standings(event, session).lines}


def test_statistics_are_kept_until_the_tournament_changes(event: Tournament) -> None:
    first = statistics(event)
    with CaptureQueriesContext(connection) as queries:
        assert statistics(event) == first
    assert len(queries) == 1
    making.close(making.table(event, 1, 2))
    assert statistics(event).version > first.version


def test_the_number_of_queries_does_not_grow_with_players_hands_and_sessions() -> None:
    counts = []
    for players, sessions in ((8, 1), (32, 3)):
        event = making.drawn(players, sessions)
        for session in range(1, sessions + 1):
            for number in range(1, players // 4 + 1):
                four_hands(making.table(event, session, number))
                making.close(making.table(event, session, number))
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            assert statistics(event).counts.hands == players * sessions
        counts.append(len(queries))
    assert counts[0] == counts[1]


# ── Real championships, counted anew from their files


def imported(path: Path) -> tuple[Tournament, dict[str, Any]]:
    call_command("import_event", str(path))
    return Tournament.objects.latest("pk"), json.loads(path.read_text(encoding="utf-8"))


def hands_of(event: dict[str, Any]) -> list[tuple[list[str], dict[str, Any]]]:
    return [(t["seats"], hand) for s in event["sessions"] for t in s["tables"] for hand in t["hands"]]


def points_of(hand: dict[str, Any], player: str) -> int:
    """Guobiao: base 8; on a discard the discarder pays base and fan, the others the base; else all three pay both."""
    if hand.get("drawn"):
        return 0
    fan, discarder = hand["fan"], hand.get("discarder")
    if player == hand["winner"]:
        return int(24 + (fan if discarder else 3 * fan))
    return int(-8 - (fan if discarder in (None, player) else 0))


def by_number(found: Statistics, event: Tournament) -> dict[str, Tally]:
    return {p.file_id: found.of(p.pk).total for p in event.players.all()}


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "hands", "drawn", "self_draws"),
    [("event_72p_6s", 1431, 57, 413), ("event_48p_7s", 1121, 43, 288)],
)
def test_a_real_championship_is_counted_as_its_file_says(
    shared: Path, name: str, hands: int, drawn: int, self_draws: int
) -> None:
    event, file = imported(shared / "data" / f"{name}.json")
    found = statistics(event)
    assert (found.counts.hands, found.counts.drawn, found.counts.self_draws) == (hands, drawn, self_draws)
    played, won, drawn_self, dealt, points = (Counter[str]() for _ in range(5))
    fans = Counter[int]()
    for seats, hand in hands_of(file):
        for player in seats:
            played[player] += 1
            points[player] += points_of(hand, player)
        if "winner" in hand:
            fans[hand["fan"]] += 1
            won[hand["winner"]] += 1
            drawn_self[hand["winner"]] += "discarder" not in hand
            dealt[hand.get("discarder", "")] += 1
    assert found.counts.fans == fans
    for player, own in by_number(found, event).items():
        assert (own.hands, own.wins, own.self_draws, own.deal_ins, own.points) == (
            played[player], won[player], drawn_self[player], dealt[player], points[player],
        )  # fmt: skip
    assert [hand.fan for _place, hand in found.counts.highest][:10] == sorted(fans.elements())[:-11:-1]


@pytest.mark.shared
def test_deal_and_last_places_of_a_real_championship_are_those_of_the_reference_tables(
    shared: Path, tmp_path: Path
) -> None:
    raw = json.loads((shared / "data" / "event_72p_6s.json").read_text(encoding="utf-8"))
    path = tmp_path / "event.json"
    path.write_text(json.dumps({**raw, "rules": {"scale": "4-2-1-0"}}), encoding="utf-8")
    event, file = imported(path)
    schemes = json.loads((shared / "data" / "seat_schemes.json").read_text(encoding="utf-8"))
    rows = {row["hand"]: row["winds"] for row in schemes[event.rulebook.rotation]["hands"]}
    points, wins = defaultdict[str, int](int), defaultdict[str, int](int)
    for seats, hand in hands_of(file):
        for chair, player in zip(WINDS, seats, strict=True):
            wind = rows[hand["n"]][chair]
            points[wind] += points_of(hand, player)
            wins[wind] += hand.get("winner") == player
    found = statistics(event).counts.winds
    assert [(one.hands, one.points, one.wins) for one in found] == [
        (1431, points[wind], wins[wind]) for wind in WINDS
    ]

    official = (shared / "data" / "event_72p_6s.standings_4210.csv").read_text(encoding="utf-8").splitlines()
    head = official[0].split(",")
    place, number = head.index("place"), head.index("player")
    right = {row.split(",")[number]: int(row.split(",")[place]) for row in official[1:]}
    ids = {p.pk: p.file_id for p in event.players.all()}
    assert {ids[pk]: found for pk, found in statistics(event).places[6].items()} == right
