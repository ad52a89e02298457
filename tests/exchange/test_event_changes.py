"""Event files hold who came and who did not: forfeits, stand-ins, substitutes, byes, reserves, withdrawals."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tests import making
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.importing import store_event
from tournament.actions.people import PersonFacts, enrol
from tournament.actions.presence import arrive, mark_absent, no_play
from tournament.actions.sessions import close_session
from tournament.actions.substitutes import player_returns, substitute, withdraw_player
from tournament.exchange.event_export import export_event
from tournament.exchange.event_file import read_event
from tournament.exchange.reading import EventFileError
from tournament.models import Bye, Seat, Sitting, Table, Tournament
from tournament.queries.standings import player_standings, team_standings

pytestmark = pytest.mark.django_db


def a_day(**rules: Any) -> Tournament:
    """Two sessions of 17 players with one of each situation."""
    event = making.tournament(17, 2, **rules)
    people = [
        PersonFacts("Stand-in", number=90, is_stand_in=True),
        PersonFacts("Reserve", number=50, team="Team 1", is_reserve=True),
        PersonFacts("Idle reserve", number=51, is_reserve=True),
    ]
    enrol(event, people, making.user())
    event.players.filter(number=90).update(is_reserve=True)  # waits beside the tables
    make_draw(event, [1, 2], making.user(), seed="x", remainder="byes")
    publish_draw(event, [1, 2], making.user())
    event.players.filter(number=90).update(is_reserve=False)
    first, second, third, fourth = (making.table(event, 1, n) for n in (1, 2, 3, 4))
    mark_absent(first, 3, "did not come", making.stamp(first))
    making.hand(first, 0, 24, 1)
    mark_absent(second, 0, "ill", making.stamp(second), 90)
    making.hand(second, 0, 12)
    for chair in (1, 2):
        mark_absent(third, chair, "storm", making.stamp(third))
    no_play(third, "storm", making.stamp(third))
    place = fourth.seats.get(chair=2).player
    assert place is not None
    substitute(event, place.number, 50, (1, 1), 1, "ill", making.user())
    mark_absent(fourth, 1, "late", making.stamp(fourth))
    making.hand(fourth, 2, 16, 0)
    arrive(fourth, 1, "traffic", making.stamp(fourth))
    making.hand(fourth, 1, 8)
    for table in (first, second, fourth):
        making.close(table)
    close_session(event, 1, making.user())
    withdraw_player(event, 3, 2, "work", making.user())
    withdraw_player(event, 4, 1, "work", making.user())
    player_returns(event, 4, 2, making.user())
    return event


def again(event: Tournament) -> Tournament:
    raw = json.dumps(export_event(event)).encode()
    return Tournament.objects.get(slug=store_event(read_event(raw), None).slug)


def lines(event: Tournament) -> list[tuple[Any, ...]]:
    return [(x.place, x.file_id, x.standard, x.match, x.has_withdrawn) for x in player_standings(event).lines]


@pytest.mark.parametrize("result", ["place", "person"])
def test_a_day_with_one_of_each_situation_comes_back_with_the_same_standings(result: str) -> None:
    event = a_day(substitute_result=result)
    second = again(event)
    assert lines(second) == lines(event)
    assert [(x.place, x.name, x.standard, x.match) for x in team_standings(second).lines] == [
        (x.place, x.name, x.standard, x.match) for x in team_standings(event).lines
    ]
    assert export_event(second) == export_event(event)
    assert ("50" in {x[1] for x in lines(second)}) == (result == "person")
    # Forfeits have the rulebook's match points, and the empty chair its account.
    forfeit = Seat.objects.get(session__tournament=second, session__number=1, table__number=1, chair=3)
    assert (forfeit.match_points, forfeit.standard_points, forfeit.account) == (-300, 0, -8)
    assert making.standard(making.table(second, 1, 3)).count(Fraction(3)) == 2
    assert Table.objects.get(session__tournament=second, session__number=1, number=3).no_play


def test_who_sat_where_byes_reserves_and_substitutions_come_back() -> None:
    event = a_day()
    second = again(event)

    def sat(of: Tournament) -> list[tuple[Any, ...]]:
        found = Sitting.objects.filter(seat__session__tournament=of)
        return sorted(
            found.values_list("seat__table__number", "seat__chair", "player__file_id", "from_hand", "reason")
        )

    def free(of: Tournament) -> list[tuple[Any, ...]]:
        byes = Bye.objects.filter(session__tournament=of)
        return sorted(byes.values_list("session__number", "player__file_id"))

    assert sat(second) == sat(event) != []
    assert free(second) == free(event) != []
    assert set(second.players.filter(is_reserve=True).values_list("number", flat=True)) == {50, 51}
    made = second.substitutions.get()
    assert (made.substitute.number, made.from_session, made.to_session, made.reason) == (50, 1, 1, "ill")
    # A session drawn after the import knows who has left.
    assert [w.player.number for w in made.tournament.players.get(number=3).withdrawals.all()] == [3]


def small() -> dict[str, Any]:
    return {
        "format": "mcr-event/1",
        "name": "Small",
        "players": [{"id": i, "name": i} for i in "123456"],
        "sessions": [{"number": 1, "tables": [{"number": 1, "seats": ["1", "2", "3", "4"]}]}],
    }


def problems(event: Any) -> dict[str, str]:
    with pytest.raises(EventFileError) as caught:
        read_event(json.dumps(event).encode())
    return {p.place: p.message for p in caught.value.problems}


SIT = {"for": "1", "player": "5"}
TABLE = "sessions[0].tables[0]"


@pytest.mark.parametrize(
    ("table", "place"),
    [
        ({"forfeits": ["5"]}, f"{TABLE}.forfeits[0]"),
        ({"forfeits": ["1", "1"]}, f"{TABLE}.forfeits[1]"),
        ({"forfeits": "1"}, f"{TABLE}.forfeits"),
        ({"vacant": ["1"]}, f"{TABLE}.vacant"),
        ({"forfeits": ["1"], "vacant": [7]}, f"{TABLE}.vacant[0]"),
        ({"no_play": 1}, f"{TABLE}.no_play"),
        ({"no_play": True, "hands": [{"n": 1, "drawn": True}]}, f"{TABLE}.no_play"),
        ({"sittings": [{"for": "5", "player": "6"}]}, f"{TABLE}.sittings[0].for"),
        ({"sittings": [{"for": "1", "player": "9"}]}, f"{TABLE}.sittings[0].player"),
        ({"sittings": [{"for": "1", "player": "2"}]}, f"{TABLE}.sittings[0].player"),
        ({"sittings": [SIT | {"from_hand": 17}]}, f"{TABLE}.sittings[0].from_hand"),
        ({"sittings": [SIT, {"for": "1", "player": "6"}]}, f"{TABLE}.sittings[1].from_hand"),
        ({"sittings": [SIT, {"for": "2", "player": "5"}]}, f"{TABLE}.sittings[1].player"),
        ({"sittings": [SIT | {"since": 1}]}, f"{TABLE}.sittings[0].since"),
        ({"credited": {"5": "6"}}, f"{TABLE}.credited.5"),
        ({"credited": {"1": "9"}}, f"{TABLE}.credited.1"),
        ({"credited": ["1"]}, f"{TABLE}.credited"),
    ],
)
def test_a_problem_at_a_table_is_told_at_its_place(table: dict[str, Any], place: str) -> None:
    event = small()
    event["sessions"][0]["tables"][0] |= table
    assert place in problems(event)


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"withdrawals": [{"player": "9", "from_session": 1}]}, "withdrawals[0].player"),
        ({"withdrawals": [{"player": "1"}]}, "withdrawals[0].from_session"),
        (
            {"withdrawals": [{"player": "1", "from_session": 3, "back_in_session": 2}]},
            "withdrawals[0].back_in_session",
        ),
        (
            {"substitutions": [{"player": "1", "substitute": "1", "from_session": 1}]},
            "substitutions[0].substitute",
        ),
        (
            {"substitutions": [{"player": "1", "substitute": "9", "from_session": 1}]},
            "substitutions[0].substitute",
        ),
        (
            {"substitutions": [{"player": "1", "substitute": "5", "from_session": "x"}]},
            "substitutions[0].from_session",
        ),
        ({"withdrawals": {}}, "withdrawals"),
    ],
)
def test_a_problem_of_the_event_is_told_at_its_place(more: dict[str, Any], place: str) -> None:
    assert place in problems(small() | more)


@pytest.mark.parametrize(
    ("byes", "place"),
    [(["9"], "byes[0]"), (["1"], "byes[0]"), (["5", "5"], "byes[1]"), ("5", "byes")],
)
def test_a_bye_of_nobody_or_of_somebody_seated_is_told_at_its_place(byes: Any, place: str) -> None:
    event = small()
    event["sessions"][0]["byes"] = byes
    assert f"sessions[0].{place}" in problems(event)


def test_a_reserve_is_yes_or_no() -> None:
    event = small()
    event["players"][0]["reserve"] = "yes"
    assert "players[0].reserve" in problems(event)


def test_a_player_who_had_a_stand_in_and_came_back_sits_in_his_own_chair() -> None:
    event = small()
    table = event["sessions"][0]["tables"][0]
    table["sittings"] = [SIT, {"for": "1", "player": "1", "from_hand": 3}]
    made = Tournament.objects.get(slug=store_event(read_event(json.dumps(event).encode()), None).slug)
    assert export_event(made)["sessions"][0]["tables"][0]["sittings"] == [
        SIT | {"from_hand": 1},
        {"for": "1", "player": "1", "from_hand": 3},
    ]
