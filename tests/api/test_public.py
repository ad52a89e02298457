"""What everybody may read, with values that follow from the rules by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests import making
from tests.api.asking import Asking
from tests.queries.test_stages import final, played
from tournament.actions.drawing import make_draw
from tournament.actions.draws import publish_draw
from tournament.actions.penalties import withdraw_penalty
from tournament.actions.sessions import close_session
from tournament.models import Player, Seat, Table, Tournament


def base(event: Tournament) -> str:
    return f"tournaments/{event.slug}/"


def test_the_list_comes_in_pages(db: None, anyone: Asking) -> None:
    slugs = [making.tournament(players=4).slug for _n in range(3)]
    first = anyone.get("tournaments/?page_size=2").json()
    assert first["count"] == 3
    assert first["previous"] is None
    second = anyone.client.get(first["next"]).json()
    assert [row["slug"] for row in first["results"] + second["results"]] == slugs[::-1]
    assert second["next"] is None
    missing = anyone.get("tournaments/?page_size=2&page=3")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")


def test_a_tournament_says_how_far_it_is(event: Tournament, table: Table, anyone: Asking) -> None:
    found = anyone.get(base(event)).json()
    assert (found["state"], found["session"], found["planned_sessions"]) == ("announced", 0, 3)
    assert (found["players"], found["teams"]) == (16, 4)
    assert found["rules"]["scale"] == [4, 3, 2, 1]
    assert found["rules"]["starting_points"] == 300
    assert [(s["number"], s["state"], s["tables"], s["closed_tables"]) for s in found["sessions"]] == [
        (n, "published", 4, 0) for n in (1, 2, 3)
    ]
    making.hand(table)
    found = anyone.get(base(event)).json()
    assert (found["state"], found["session"]) == ("running", 1)


def test_times_are_in_the_zone_of_the_tournament(event: Tournament, table: Table, anyone: Asking) -> None:
    Tournament.objects.filter(pk=event.pk).update(zone="America/Sao_Paulo")
    making.hand(table)
    assert anyone.get(f"{base(event)}sessions/1/").json()["started_at"].endswith("-03:00")


def test_a_session_says_who_sits_where(event: Tournament, anyone: Asking) -> None:
    found = anyone.get(f"{base(event)}sessions/2/").json()
    drawn = {
        (seat.table.number, seat.chair): seat.player.number
        for seat in Seat.objects.filter(session__tournament=event, session__number=2).select_related(
            "table", "player"
        )
        if seat.player
    }
    assert len(drawn) == 16
    assert {
        (table["number"], seat["seat"]): seat["player"]["number"]
        for table in found["tables"]
        for seat in table["seats"]
    } == drawn


def test_a_win_on_a_discard_of_24_fan(event: Tournament, table: Table, anyone: Asking) -> None:
    # RULES §2: +48 / −32 / −8 / −8. §6: places 1 4 2= 2=, standard points 4, 1, (3+2)/2 each.
    making.hand(table, winner=0, discarder=1, fan=24)
    found = anyone.get(f"{base(event)}sessions/1/tables/1/").json()
    hand = found["hands"][0]
    assert (hand["number"], hand["outcome"], hand["fan"]) == (1, "win", 24)
    assert (hand["winner"], hand["discarder"]) == (0, 1)
    assert hand["scores"] == hand["change"] == hand["totals"] == [48, -32, -8, -8]
    assert "24 fan" in hand["sentence"]
    results = [seat["result"] for seat in found["seats"]]
    assert [r["match_points"] for r in results] == [48, -32, -8, -8]
    assert [r["place"] for r in results] == [1, 4, 2, 2]
    assert [r["standard_points"] for r in results] == ["4", "1", "5/2", "5/2"]
    assert [r["standard_points_shown"] for r in results] == ["4", "1", "2½", "2½"]
    assert [h["outcome"] for h in found["hands"][1:]] == ["unplayed"] * 15
    assert found["hands_played"] == 1


def test_a_shared_third_of_seven_points_is_exact(db: None, anyone: Asking) -> None:
    # §6: a three-way tie for the first place at 4-2-1-0 is 7/3 each. A false win pays 10 to each (§3).
    event = making.drawn(scale="4-2-1-0")
    table = making.table(event)
    making.penalty(table, 3, 10, kind="false_win_wrong_tile", mode="pay_each", hand_number=1)
    found = anyone.get(f"{base(event)}sessions/1/tables/1/").json()
    results = [seat["result"] for seat in found["seats"]]
    assert [r["match_points"] for r in results] == [10, 10, 10, -30]
    assert [r["standard_points"] for r in results] == ["7/3", "7/3", "7/3", "0"]
    assert [r["standard_points_shown"] for r in results] == ["2⅓", "2⅓", "2⅓", "0"]
    making.close(table)
    lines = anyone.get(f"{base(event)}standings/").json()["lines"]
    assert [line["standard_points"] for line in lines[:4]] == ["7/3", "7/3", "7/3", "0"]
    assert [line["standard_points_shown"] for line in lines[:3]] == ["2⅓"] * 3
    assert [(line["place"], line["is_shared"]) for line in lines[:4]] == [
        (1, True),
        (1, True),
        (1, True),
        (4, True),
    ]


def test_penalties_are_listed_with_what_they_do(event: Tournament, table: Table, anyone: Asking) -> None:
    making.penalty(table, 2, 10, kind="false_win_wrong_tile", mode="pay_each", dead_hand=True, hand_number=1)
    making.penalty(
        table, 1, Fraction(1, 2), kind="conduct", currency="standard_points", reason="shouted at a child"
    )
    making.penalty(table, 0, 20, kind="late")
    withdrawn = making.penalty(table, 0, 5, kind="other")["penalty"]
    withdraw_penalty(table, withdrawn, "a mistake", making.stamp(table))
    answer = anyone.get(f"{base(event)}sessions/1/tables/1/")
    found = answer.json()
    assert [(p["seat"], p["amount"], p["effect"], p["is_withdrawn"]) for p in found["penalties"]] == [
        (2, "10", [10, 10, -30, 10], False),
        (1, "1/2", [0, 0, 0, 0], False),
        (0, "20", [-20, 0, 0, 0], False),
        (0, "5", [0, 0, 0, 0], True),
    ]
    assert [p["hand"] for p in found["penalties"]] == [1, None, None, None]
    assert found["hands"][0]["change"] == [10, 10, -30, 10]
    assert [seat["result"]["match_points"] for seat in found["seats"]] == [-10, 10, -30, 10]
    assert [seat["result"]["standard_points_deducted"] for seat in found["seats"]] == ["0", "1/2", "0", "0"]
    # Why, and who decided it, is between those concerned.
    for word in ("shouted at a child", "a mistake", "alice"):
        assert word not in answer.content.decode().lower()


def test_a_replayed_hand_is_no_drawn_hand(event: Tournament, table: Table, bob: Any, phone: Asking) -> None:
    phone.enter("replays", table, number=1, reason="the wall was destroyed")
    found = Asking().get(f"{base(event)}sessions/1/tables/1/").json()
    assert (found["hands"][0]["outcome"], found["hands_played"]) == ("replay", 0)


def test_the_name_of_the_seventh_hand(event: Tournament, anyone: Asking) -> None:
    # RULES §4: hand 7 is 南风西; after the third round 东↔南 and 西↔北 change chairs: 1 5 9 14 are the deals of 东.
    hands = anyone.get(f"{base(event)}sessions/1/tables/1/").json()["hands"]
    assert hands[6]["seating"]["name"] == "南风西"
    assert [h["number"] for h in hands if h["seating"]["dealer"] == 0] == [1, 5, 9, 14]
    assert hands[12]["seating"]["chairs"] == [1, 0, 3, 2]


def test_standings_count_closed_tables_and_provisionally_the_open_ones(
    event: Tournament, anyone: Asking
) -> None:
    first, second = making.table(event, 1, 1), making.table(event, 1, 2)
    making.hand(first, winner=0, discarder=1, fan=24)
    making.close(first)
    making.hand(second, winner=2, fan=8)
    found = anyone.get(f"{base(event)}standings/").json()
    assert (found["as_of"], found["is_provisional"], found["running_sessions"]) == (1, False, [])
    best = found["lines"][0]
    winner = first.seats.get(chair=0).player
    assert winner is not None
    assert (best["number"], best["place"], best["is_shared"]) == (winner.number, 1, False)
    assert (best["standard_points"], best["match_points"]) == ("4", "48")
    assert best["match_points_with_starting"] == "348"  # cn2014 starts with 300
    assert best["sessions"] == [
        {
            "session": 1,
            "standard_points": "4",
            "standard_points_shown": "4",
            "match_points": "48",
            "places": [1],
            "hands_won": 1,
            "highest_hand": 24,
        }
    ]
    assert best["keys"][:2] == [
        {"key": "standard_points", "values": ["4"]},
        {"key": "match_points", "values": ["48"]},
    ]
    played = [line for line in found["lines"] if line["sessions"]]
    assert len(played) == 4
    provisional = anyone.get(f"{base(event)}standings/?provisional=1").json()
    assert (provisional["is_provisional"], provisional["running_sessions"]) == (True, [1])
    # The self-draw of 8 fan (+48 −16 −16 −16) is as good as +48 of the first table.
    top = provisional["lines"][:2]
    assert [(line["place"], line["is_shared"], line["match_points"]) for line in top] == [
        (1, True, "48"),
        (1, True, "48"),
    ]
    assert len([line for line in provisional["lines"] if line["sessions"]]) == 8


def test_standings_as_of_a_session_leave_later_ones_out(event: Tournament, anyone: Asking) -> None:
    for session in (1, 2):
        at = making.table(event, session, 1)
        making.hand(at, winner=0, discarder=1, fan=24)
        making.close(at)
        for number in (2, 3, 4):
            making.close(making.table(event, session, number))
        close_session(event, session, making.user())

    def sessions(query: str) -> set[int]:
        found = anyone.get(f"{base(event)}standings/{query}").json()
        return {s["session"] for line in found["lines"] for s in line["sessions"]}

    assert sessions("?as_of=1") == {1}
    assert sessions("?as_of=2") == sessions("?as_of=3") == sessions("") == {1, 2}


def test_a_team_has_the_sum_of_its_members(event: Tournament, anyone: Asking) -> None:
    for number in (1, 2, 3, 4):
        at = making.table(event, 1, number)
        making.hand(at, winner=number - 1, fan=8)
        making.close(at)
    found = anyone.get(f"{base(event)}standings/teams/").json()
    assert found["is_ranked"] is False  # cn2014 only adds teams up
    sums: dict[str, int] = {}
    for seat in Seat.objects.filter(session__tournament=event, session__number=1).select_related(
        "player__team", "table"
    ):
        assert seat.player is not None
        assert seat.player.team is not None
        points = 48 if seat.chair == seat.table.number - 1 else -16
        sums[seat.player.team.name] = sums.get(seat.player.team.name, 0) + points
    assert {line["name"]: int(line["match_points"]) for line in found["lines"]} == sums
    # Each table pays 4 + 2 + 2 + 2 (three share the second to fourth place): 40 in all.
    assert sum(int(line["standard_points"]) for line in found["lines"]) == 40


def test_standard_points_taken_away_are_subtracted_in_the_total(
    event: Tournament, table: Table, anyone: Asking
) -> None:
    making.hand(table, winner=0, discarder=1, fan=24)
    making.penalty(table, 0, Fraction(1, 2), currency="standard_points")
    making.close(table)
    number = Player.objects.get(seats__table=table, seats__chair=0).number
    lines = anyone.get(f"{base(event)}standings/").json()["lines"]
    line = next(line for line in lines if line["number"] == number)
    assert (line["standard_points"], line["standard_points_shown"]) == ("7/2", "3½")
    assert (line["adjustment"], line["sessions"][0]["standard_points"]) == ("-1/2", "4")


def test_a_player_has_all_his_sessions(event: Tournament, table: Table, anyone: Asking) -> None:
    making.hand(table, winner=0, discarder=1, fan=24)
    number = Player.objects.get(seats__table=table, seats__chair=1).number
    found = anyone.get(f"{base(event)}players/{number}/").json()
    assert (found["number"], found["name"]) == (number, f"Player {number}")
    assert [(s["session"], s["session_state"], s["is_closed"]) for s in found["sessions"]] == [
        (1, "running", False),
        (2, "published", False),
        (3, "published", False),
    ]
    first = found["sessions"][0]
    assert (first["table"], first["seat"]) == (1, 1)
    assert first["result"]["match_points"] == -32
    assert found["sessions"][1]["result"]["place"] is None
    everybody = anyone.get(f"{base(event)}players/").json()["players"]
    del found["tournament_version"]
    assert everybody[number - 1] == found
    assert [player["number"] for player in everybody] == list(range(1, 17))


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("standings/?as_off=1", "as_off"),
        ("standings/?as_of=x", "as_of"),
        ("standings/?as_of=0", "as_of"),
        ("standings/?as_of=-1", "as_of"),
        ("standings/?as_of=99999999999999999999", "as_of"),
        ("standings/?as_of=1.5", "as_of"),
        ("standings/?provisional=perhaps", "provisional"),
        ("standings/teams/?as_of=", "as_of"),
        ("?session=1", "session"),
        ("players/?page=2", "page"),
        ("sessions/1/?table=1", "table"),
    ],
)
def test_a_parameter_that_is_not_understood_is_refused_by_name(
    event: Tournament, anyone: Asking, path: str, field: str
) -> None:
    answer = anyone.get(base(event) + path)
    assert answer.status_code == 400
    assert [problem["field"] for problem in answer.json()["problems"]] == [field]
    assert answer.json()["field"] == field


def test_sentences_are_in_the_language_asked_for(event: Tournament, table: Table, anyone: Asking) -> None:
    making.hand(table, winner=0, discarder=1, fan=24)
    path = f"{base(event)}sessions/1/tables/1/"
    answer = anyone.get(path, HTTP_ACCEPT_LANGUAGE="zh-hans")
    assert answer["Content-Language"] == "zh-hans"
    assert {"Accept-Language", "Authorization"} <= {word.strip() for word in answer["Vary"].split(",")}


def test_the_standings_of_a_stage_have_what_was_carried_over(db: None, anyone: Asking) -> None:
    event = played()
    final(event)
    path = f"tournaments/{event.slug}/standings/"
    assert anyone.get(f"{path}?stage=2").status_code == 404  # nothing of it is drawn publicly yet
    make_draw(event, [2], making.user(), seed="y")
    publish_draw(event, [2], making.user())
    body = anyone.get(f"{path}?stage=2").json()
    # 东 of table 2 won 32 fan and lost 8 on the second hand: +56 − 8, half of it is carried over.
    assert (body["stage"], body["lines"][0]["carried_match_points"]) == (2, "24")
    assert anyone.get(path).json()["stage"] is None
    assert anyone.get(f"{path}?stage=3").status_code == 404
