"""Draws by standings: neighbours sit together, and what stands in the way is respected at the least cost."""

import hashlib
import json
import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating import DrawError, Session, draw
from tournament.seating.by_standings import StandingsDraw, draw_by_standings
from tournament.seating.rank_rules import Hindrance, hindrances
from tournament.seating.wishes import Apart, AtTable, Wishes, unfulfilled

from .counting import assert_legal, chair_spreads, mates_together, met, repeats, teams_of
from .test_exact import ways


def people_at(session: Session) -> list[set[int]]:
    return [set(table) for table in session]


def cost_of(session: Session, order: list[int]) -> int:
    place = {player: number for number, player in enumerate(order)}
    return sum(abs(place[a] - place[b]) for table in session for a, b in combinations(table, 2))


def by_results(players: int, count: int, teams: list[int | None] | None, seed: int) -> list[StandingsDraw]:
    """A tournament played through with skill and luck; all draws but the first are by standings."""
    luck = random.Random(seed)
    points = [0.0] * players
    skill = [luck.gauss(0, 1) for _ in range(players)]
    played = list(draw(players, 1, teams=teams, seed=str(seed)).sessions)
    made: list[StandingsDraw] = []
    while len(played) < count:
        for table in played[-1]:
            ranked = sorted(table, key=lambda p: luck.gauss(0, 1) - skill[p - 1])
            for player, gained in zip(ranked, (4, 2, 1, 0), strict=True):
                points[player - 1] += gained + luck.random() / 100
        order = sorted(range(1, players + 1), key=lambda p: -points[p - 1])
        made.append(draw_by_standings(order, teams=teams, seed=f"{seed}/{len(played)}", played=played))
        played.append(made[-1].session)
    assert_legal(played, players, count)
    assert max(chair_spreads(played, players)) <= 2
    assert repeats(played) == sum(one.repeats for one in made)
    return made


def test_without_a_history_neighbours_sit_together() -> None:
    order = [16, 3, 5, 1, 2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    made = draw_by_standings(order, seed="first")
    assert people_at(made.session) == [{16, 3, 5, 1}, {2, 4, 6, 7}, {8, 9, 10, 11}, {12, 13, 14, 15}]
    assert (made.cost, made.ideal, made.repeats, made.together) == (40, 40, 0, 0)
    assert made.proved
    assert made.pulled == ()


def test_the_leaders_sit_at_the_table_that_is_streamed() -> None:
    made = draw_by_standings(range(1, 17), leaders_at=3)
    assert people_at(made.session) == [
        {9, 10, 11, 12},
        {5, 6, 7, 8},
        {1, 2, 3, 4},
        {13, 14, 15, 16},
    ]
    assert made.pulled == ()


def test_who_is_wished_at_a_table_takes_his_neighbours_there_even_from_the_leaders() -> None:
    wishes = Wishes(tables=(AtTable(14, 3),))
    made = draw_by_standings(range(1, 17), leaders_at=3, wishes=wishes)
    assert people_at(made.session) == [
        {9, 10, 11, 12},
        {5, 6, 7, 8},
        {13, 14, 15, 16},
        {1, 2, 3, 4},
    ]


def test_two_who_are_wished_at_different_tables_do_not_meet() -> None:
    wishes = Wishes(tables=(AtTable(1, 2), AtTable(2, 1)))
    made = draw_by_standings(range(1, 17), wishes=wishes)
    assert unfulfilled([made.session], wishes) == ()
    # Exchanging 1 or 2 with 5 costs least: 2, 3, 4, 5 is 10 and 1, 6, 7, 8 is 22, or 13 and 19.
    assert made.cost == 10 + 22 + 20


def test_a_repeat_has_the_price_that_the_organiser_sets() -> None:
    played = [((1, 2, 3, 4), (5, 6, 7, 8))]
    # 12 repeats cost 20 places, 6 (4 and 5 exchanged) 13 + 13, 4 (two and two) 18 + 18; fewer there are none.
    for price, pairs, cost in ((0, 12, 20), (2, 6, 26), (9, 4, 36), (None, 4, 36)):
        made = draw_by_standings(range(1, 9), played=played, repeat_price=price)
        assert (made.repeats, made.cost) == (pairs, cost)
        assert made.proved


def test_a_wish_to_be_apart_moves_somebody_to_the_next_table() -> None:
    made = draw_by_standings(range(1, 17), wishes=Wishes(apart=(Apart((1, 2)),)))
    assert met([made.session], 1, 2) == 0
    assert made.cost == 10 + 22 + 20  # 1 and 5 are exchanged, the cheapest of all ways


def test_a_wish_to_be_apart_moves_nobody_where_it_helps_nothing() -> None:
    wishes = Wishes(apart=tuple(Apart((1, other)) for other in range(2, 17)))
    made = draw_by_standings(range(1, 17), wishes=wishes)
    assert made.cost == made.ideal


def test_a_repeat_outweighs_a_wish_and_a_wish_that_must_be_fulfilled_outweighs_repeats() -> None:
    *before, last = draw(16, 5, seed="plane").sessions  # there is one session left without repeats
    one, other, *_ = last[0]
    soft = Wishes(apart=(Apart((one, other)),))
    made = draw_by_standings(range(1, 17), played=before, wishes=soft)
    assert made.repeats == 0
    assert met([made.session], one, other) == 1
    must = Wishes(apart=(Apart((one, other), must=True),))
    made = draw_by_standings(range(1, 17), played=before, wishes=must)
    assert made.repeats > 0 == made.together
    assert met([made.session], one, other) == 0
    assert made.proved


@settings(max_examples=15, deadline=None)
@given(st.sampled_from([8, 12]), st.data())
def test_a_small_session_is_as_good_as_the_best_of_all(players: int, data: st.DataObject) -> None:
    pair = st.sampled_from(list(combinations(range(1, players + 1), 2)))
    mates = [Apart(two, must=True) for two in data.draw(st.lists(pair, max_size=6, unique=True), "apart")]
    sessions = data.draw(st.integers(0, 2), "sessions")
    played = list(draw(players, sessions, seed="before").sessions) if sessions else []
    order = data.draw(st.permutations(range(1, players + 1)), "order")
    made = draw_by_standings(order, played=played, wishes=Wishes(apart=tuple(mates)))
    have_met = {p for s in played for t in s for p in combinations(sorted(t), 2)}
    never = {wish.people for wish in mates}

    def judged(session: Session) -> tuple[int, int, int]:
        sit = [two for table in session for two in combinations(sorted(table), 2)]
        return sum(t in never for t in sit), sum(t in have_met for t in sit), cost_of(session, order)

    best = min(judged(tuple(way)) for way in ways(tuple(range(1, players + 1))))
    assert (made.together, made.repeats, made.cost) == judged(made.session)
    assert (made.together, made.repeats) == best[:2]
    assert best[2] <= made.cost <= best[2] * 11 // 10 + 1
    assert made.proved


@pytest.mark.parametrize(("players", "size", "sessions"), [(32, 0, 7), (32, 4, 6), (52, 4, 8), (64, 0, 6)])
def test_nobody_meets_again_in_tournaments_by_standings(players: int, size: int, sessions: int) -> None:
    teams = teams_of(size, players) if size else None
    made = by_results(players, sessions, teams, 0)
    assert [(one.repeats, one.together) for one in made] == [(0, 0)] * (sessions - 1)
    if teams:
        assert mates_together([one.session for one in made], teams) == 0


def test_a_dead_end_is_proved_and_costs_few_repeats() -> None:
    *_, seventh = by_results(32, 7, teams_of(4, 32), 3)
    assert seventh.proved
    assert seventh.together == 0
    assert 0 < seventh.repeats <= 10


def test_a_thousand_players_by_standings() -> None:
    played = draw(1024, 1, seed="large").sessions
    made = draw_by_standings(range(1, 1025), teams=teams_of(4, 1024), played=played)
    assert_legal([made.session], 1024, 1)
    assert (made.repeats, made.together) == (0, 0)
    # The teams are neighbours. No table of people of four teams costs less than 4, 8, 9 and 13: 28 instead of 10.
    assert 28 * made.ideal <= 10 * made.cost <= 40 * made.ideal


def test_a_club_with_more_people_than_tables_meets_as_little_as_it_can_and_that_is_proved() -> None:
    club = [1] * 18 + [None] * 14
    made = draw_by_standings(range(1, 33), teams=club)
    # Eighteen at eight tables: two at six of them and three at two, 6 * 1 + 2 * 3 pairs.
    assert made.together == 12
    assert made.proved


def test_it_is_said_who_was_moved_and_why() -> None:
    played = [((1, 2, 9, 10), (3, 4, 5, 6), (7, 8, 11, 12))]
    wishes = Wishes(apart=(Apart((1, 4)), Apart((1, 3), must=True)))
    teams = [7, 8, 8, 7, *[None] * 8]
    found = hindrances(1, range(1, 13), teams=teams, played=played, wishes=wishes)
    assert found == (
        Hindrance(1, 2, sessions=(1,)),
        Hindrance(1, 3, wishes=(1,)),
        Hindrance(1, 4, team=True, wishes=(0,)),
    )
    at = Wishes(tables=(AtTable(5, 1), AtTable(6, 2)))
    assert hindrances(5, range(1, 13), wishes=at) == (Hindrance(5, 6, tables=True),)
    assert hindrances(9, range(1, 13), teams=teams, played=played[:0], wishes=wishes) == ()
    made = draw_by_standings(range(1, 9), teams=[1, 1, *[None] * 6])
    tables = people_at(made.session)
    assert made.pulled
    for player, ideal, actual in made.pulled:
        assert player in tables[actual - 1]
        assert ideal == (player + 3) // 4 != actual


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_every_draw_by_standings_is_legal_and_its_report_true(data: st.DataObject) -> None:
    players = 4 * data.draw(st.integers(1, 10), "tables")
    everybody = range(1, players + 1)
    clubs = st.none() | st.integers(0, data.draw(st.integers(1, players), "clubs"))
    teams = data.draw(st.none() | st.lists(clubs, min_size=players, max_size=players), "teams")
    played = []
    for session in draw(players, 3, seed="before").sessions[: data.draw(st.integers(0, 3), "sessions")]:
        away = data.draw(st.sets(st.sampled_from(everybody)), "away")
        played.append([[None if p in away else p for p in table] for table in session])
    apart = st.builds(
        Apart,
        st.lists(st.sampled_from(everybody), max_size=4, unique=True).map(tuple),
        st.booleans(),
    )
    fixed = data.draw(st.integers(0, players // 4), "fixed")
    who, where = (
        data.draw(st.permutations(everybody), "who"),
        data.draw(st.permutations(range(1, players // 4 + 1)), "where"),
    )
    tables = tuple(AtTable(p, t) for p, t in list(zip(who, where, strict=False))[:fixed])
    wishes = Wishes(tuple(data.draw(st.lists(apart, max_size=3), "apart")), tables)
    order = data.draw(st.permutations(everybody), "order")
    made = draw_by_standings(
        order,
        teams=teams,
        seed=data.draw(st.text(max_size=3), "seed"),
        played=played,
        wishes=wishes,
        repeat_price=data.draw(st.none() | st.integers(0, 100), "price"),
        leaders_at=data.draw(st.integers(1, players // 4), "leaders at"),
    )
    assert_legal([made.session], players, 1)
    assert made.cost == cost_of(made.session, order)
    assert made.ideal == 10 * players // 4 <= made.cost
    have_met = {p for s in played for t in s for p in combinations(sorted(q for q in t if q), 2)}
    sit = {two for table in made.session for two in combinations(sorted(table), 2)}
    assert made.repeats == len(sit & have_met)
    never = {p for wish in wishes.apart if wish.must for p in combinations(sorted(wish.people), 2)}
    never |= set(combinations(sorted(wish.player for wish in tables), 2))
    if teams:
        mates = {(a, b) for a, b in combinations(everybody, 2) if teams[a - 1] == teams[b - 1] is not None}
        never |= mates
    assert made.together == len(sit & never)
    if not made.together:
        assert all(miss.table is None for miss in unfulfilled([made.session], wishes))
    at = {p: number for number, table in enumerate(made.session, 1) for p in table}
    assert all(at[player] == actual != ideal for player, ideal, actual in made.pulled)


def test_who_waits_can_stop_the_draw() -> None:
    told = []

    def tick(done: int, expected: int) -> None:
        told.append((done, expected))
        if len(told) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        draw_by_standings(range(1, 33), tick=tick)
    assert all(0 < done <= expected for done, expected in told)


@pytest.mark.parametrize(
    ("order", "more", "code"),
    [
        ([1, 2, 3], {}, "too_few_players"),
        ([1, 2, 3, 4, 5, 6], {}, "players_not_multiple_of_four"),
        ([1, 2, 3, 5], {}, "order_unknown_player"),
        ([1, 2, 3, 3], {}, "order_twice"),
        ([1, 2, 3, 4], {"teams": [1]}, "teams_wrong_length"),
        ([1, 2, 3, 4], {"leaders_at": 2}, "leaders_table_unknown"),
        ([1, 2, 3, 4], {"leaders_at": 0}, "leaders_table_unknown"),
        ([1, 2, 3, 4], {"repeat_price": -1}, "repeat_price_negative"),
        ([1, 2, 3, 4], {"played": [((1, 2, 3, 3),)]}, "player_twice"),
        ([1, 2, 3, 4], {"wishes": Wishes(tables=(AtTable(1, 2),))}, "fixed_table_unknown"),
        ([1, 2, 3, 4], {"wishes": Wishes(apart=(Apart((1, 5)),))}, "apart_unknown_player"),
    ],
)
def test_what_makes_no_draw_is_refused(order: list[int], more: dict, code: str) -> None:
    with pytest.raises(DrawError) as refused:
        draw_by_standings(order, **more)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("players", "size", "sessions", "digest"),
    [(32, 4, 7, "2a387b341bbec548"), (52, 0, 5, "6e07b9feec415a7f")],
)
def test_a_seed_gives_the_same_draws_by_standings_on_every_machine(
    players: int, size: int, sessions: int, digest: str
) -> None:
    teams = teams_of(size, players) if size else None
    played: list[Session] = []
    while len(played) < sessions:
        order = sorted(range(1, players + 1), key=lambda p: p * 7919 * (len(played) + 1) % 10007)
        made = draw_by_standings(order, teams=teams, seed="golden", played=played)
        played.append(made.session)
    text = json.dumps(played, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest
