"""The snake: one of each quarter of the order at every table."""

import hashlib
import json
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating import DrawError, Session, draw
from tournament.seating.snake import draw_snake
from tournament.seating.wishes import Apart, AtTable, Wishes, unfulfilled

from .counting import assert_legal, chair_spreads, mates_together, repeats, teams_of


def people_at(session: Session) -> list[set[int]]:
    return [set(table) for table in session]


def assert_one_of_each_pot(session: Session, order: list[int]) -> None:
    place = {player: number for number, player in enumerate(order)}
    for table in session:
        assert sorted(place[player] * 4 // len(order) for player in table) == [0, 1, 2, 3]


def test_sixteen_players_by_hand() -> None:
    made = draw_snake(range(1, 17))
    assert people_at(made.session) == [{1, 8, 9, 16}, {2, 7, 10, 15}, {3, 6, 11, 14}, {4, 5, 12, 13}]
    assert (made.moved, made.together, made.repeats) == ((), 0, 0)


def test_twelve_players_in_another_order_by_hand() -> None:
    made = draw_snake([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    assert people_at(made.session) == [{12, 7, 6, 1}, {11, 8, 5, 2}, {10, 9, 4, 3}]


def test_two_of_a_team_are_parted_by_the_shortest_exchange_within_a_pot() -> None:
    team: list[int | None] = [None] * 16
    team[0] = team[7] = 1  # 1 and 8 would meet at table 1
    made = draw_snake(range(1, 17), teams=team)
    assert made.together == 0
    assert_one_of_each_pot(made.session, list(range(1, 17)))
    # One of them goes to the next table, and one comes from there.
    assert sorted((ideal, actual) for _, ideal, actual in made.moved) == [(1, 2), (2, 1)]


def test_who_is_wished_at_a_table_exchanges_its_number_with_his() -> None:
    wishes = Wishes(tables=(AtTable(8, 3),))
    made = draw_snake(range(1, 17), wishes=wishes)
    assert people_at(made.session) == [{3, 6, 11, 14}, {2, 7, 10, 15}, {1, 8, 9, 16}, {4, 5, 12, 13}]
    assert made.moved == ()


@pytest.mark.parametrize(("players", "size", "sessions"), [(52, 4, 5), (64, 8, 4), (1024, 4, 2)])
def test_the_snake_again_and_again_meets_no_one_twice(players: int, size: int, sessions: int) -> None:
    teams = teams_of(size, players)
    order = sorted(range(1, players + 1), key=lambda p: p * 7919 % 10007)
    played: list[Session] = []
    for number in range(sessions):
        made = draw_snake(order, teams=teams, played=played, seed=str(number))
        assert (made.repeats, made.together) == (0, 0)
        assert_one_of_each_pot(made.session, order)
        played.append(made.session)
    assert_legal(played, players, sessions)
    assert repeats(played) == mates_together(played, teams) == 0
    assert max(chair_spreads(played, players)) <= 2


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_every_snake_is_legal_and_its_report_true(data: st.DataObject) -> None:
    players = 4 * data.draw(st.integers(1, 10), "tables")
    everybody = range(1, players + 1)
    clubs = st.none() | st.integers(0, data.draw(st.integers(1, players), "clubs"))
    teams = data.draw(st.lists(clubs, min_size=players, max_size=players), "teams")
    played = []
    for session in draw(players, 2, seed="before").sessions[: data.draw(st.integers(0, 2), "sessions")]:
        away = data.draw(st.sets(st.sampled_from(everybody)), "away")
        played.append([[None if p in away else p for p in table] for table in session])
    apart = data.draw(st.lists(st.sampled_from(everybody), max_size=4, unique=True), "apart")
    wishes = Wishes((Apart(tuple(apart), data.draw(st.booleans(), "must")),), (AtTable(players, 1),))
    order = data.draw(st.permutations(everybody), "order")
    made = draw_snake(order, teams=teams, seed=data.draw(st.text(max_size=3)), played=played, wishes=wishes)
    assert_legal([made.session], players, 1)
    assert_one_of_each_pot(made.session, order)
    assert all(miss.table is None for miss in unfulfilled([made.session], wishes))
    sit = {two for table in made.session for two in combinations(sorted(table), 2)}
    have_met = {p for s in played for t in s for p in combinations(sorted(q for q in t if q), 2)}
    assert made.repeats == len(sit & have_met)
    never = set(combinations(sorted(apart), 2)) if wishes.apart[0].must else set()
    never |= {(a, b) for a, b in combinations(everybody, 2) if teams[a - 1] == teams[b - 1] is not None}
    assert made.together == len(sit & never)
    at = {p: number for number, table in enumerate(made.session, 1) for p in table}
    assert all(at[player] == actual != ideal for player, ideal, actual in made.moved)


def test_an_order_without_everybody_is_refused() -> None:
    with pytest.raises(DrawError) as refused:
        draw_snake([1, 2, 3, 5])
    assert refused.value.code == "order_unknown_player"


def test_a_seed_gives_the_same_snake_on_every_machine() -> None:
    played = [draw_snake(range(52, 0, -1), teams=teams_of(4, 52), seed="golden").session]
    made = draw_snake(range(1, 53), teams=teams_of(4, 52), seed="golden", played=played)
    text = json.dumps(made.session, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "154d6941eae67cd0"
