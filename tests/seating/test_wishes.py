"""Wishes: people kept apart, and people at a table of their own, judged by plain counting."""

import hashlib
import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating import Apart, AtTable, DrawError, Wishes, draw, draw_by_lots, draw_random

from .counting import (
    Sessions,
    assert_even_chairs,
    assert_legal,
    chair_spreads,
    mates_together,
    met,
    most_at_one_table,
    repeats,
    teams_of,
)


def inside(sessions: Sessions, people: Sequence[int]) -> int:
    """How often two of these people sit at one table."""
    return sum(met(sessions, a, b) for a in people for b in people if a < b)


def forced(size: int, tables: int) -> int:
    """How often they meet in a session at least: q at every table and one more at r of them."""
    q, r = divmod(size, tables)
    return (tables - r) * q * (q - 1) // 2 + r * (q + 1) * q // 2


def blocks(*sizes: int) -> list[tuple[int, ...]]:
    """Players 1, 2, 3, … in clubs of these sizes."""
    ends = [sum(sizes[: k + 1]) for k in range(len(sizes))]
    return [tuple(range(end - size + 1, end + 1)) for size, end in zip(sizes, ends, strict=True)]


def table_of(session: Sequence[Sequence[int]], player: int) -> int:
    return next(number for number, table in enumerate(session, 1) if player in table)


@pytest.mark.parametrize("must", [True, False])
@pytest.mark.parametrize(
    ("players", "count", "sizes"),
    [
        (24, 4, [8, 8, 8]),
        (36, 8, [12, 12, 6, 6]),
        (52, 8, [20, 10, 8, 5, 4, 3, 2]),
        (100, 8, [69, 10, 4, 3, 3, 2]),
        (256, 12, [82, 41, 37, 24, 16, 15, 14, 14, 7]),
    ],
)
def test_clubs_by_wish_meet_themselves_no_more_often_than_they_must(
    players: int, count: int, sizes: list[int], must: bool
) -> None:
    clubs = blocks(*sizes)
    wishes = Wishes(tuple(Apart(club, must) for club in clubs))
    sessions = draw(players, count, seed="clubs", wishes=wishes).sessions
    assert_legal(sessions, players, count)
    assert_even_chairs(sessions, players)
    assert repeats(sessions) == 0
    for club in clubs:
        assert inside(sessions, club) == count * forced(len(club), players // 4)


def test_countries_of_whole_teams_stay_apart_as_far_as_possible_and_cost_nothing() -> None:
    teams, countries = teams_of(4, 72), blocks(24, 16, 12, 8, 8, 4)
    wishes = Wishes(tuple(Apart(country) for country in countries))
    sessions = draw(72, 6, teams=teams, seed="countries", wishes=wishes).sessions
    assert_legal(sessions, 72, 6)
    assert_even_chairs(sessions, 72)
    assert repeats(sessions) == mates_together(sessions, teams) == 0
    # Of 24 people at 18 tables two sit together at six tables; nobody else need meet a countryman.
    assert sum(inside(sessions, country) for country in countries) == 6 * 6


@pytest.mark.parametrize(("players", "count"), [(28, 6), (52, 5), (64, 8)])
def test_as_many_heads_as_tables_are_one_at_each(players: int, count: int) -> None:
    teams = teams_of(4, players)
    heads = tuple(range(1, players + 1, 4))
    wishes = Wishes((Apart(heads, must=True),))
    sessions = draw(players, count, teams=teams, seed="heads", wishes=wishes).sessions
    assert repeats(sessions) == mates_together(sessions, teams) == 0
    assert all(sum(p in heads for p in table) == 1 for session in sessions for table in session)


def test_named_pairs_that_must_not_meet_never_do() -> None:
    teams, pairs = teams_of(4, 52), [(1, 9), (1, 10), (2, 30), (5, 51), (9, 10)]
    wishes = Wishes(tuple(Apart(pair, must=True) for pair in pairs))
    sessions = draw(52, 5, teams=teams, seed="pairs", wishes=wishes).sessions
    assert repeats(sessions) == mates_together(sessions, teams) == 0
    assert [met(sessions, a, b) for a, b in pairs] == [0] * 5


def test_what_must_be_comes_before_repeats_and_what_may_be_does_not() -> None:
    # In five sessions 16 players all meet one another: two stay apart only if others meet twice.
    pair = (3, 14)
    must = draw(16, 5, seed="limit", wishes=Wishes((Apart(pair, must=True),))).sessions
    assert inside(must, pair) == 0
    assert repeats(must) > 0
    may = draw(16, 5, seed="limit", wishes=Wishes((Apart(pair),))).sessions
    assert inside(may, pair) == 1
    assert repeats(may) == 0


def test_in_later_sessions_a_soft_wish_costs_no_repeat() -> None:
    teams, countries = teams_of(4, 52), blocks(16, 12, 8, 8, 8)
    first = draw(52, 3, teams=teams, seed="first").sessions
    wishes = Wishes(tuple(Apart(country) for country in countries))
    rest = draw(52, 1, teams=teams, seed="rest", played=first, wishes=wishes).sessions
    assert_legal(rest, 52, 1)
    assert repeats([*first, *rest]) == mates_together(rest, teams) == 0
    # 16 people at 13 tables: three tables have two of them.
    assert sum(inside(rest, country) for country in countries) == 3


def test_in_later_sessions_what_must_be_is() -> None:
    first = draw(52, 3, teams=teams_of(4, 52), seed="first").sessions
    heads = tuple(range(1, 53, 4))
    wishes = Wishes((Apart(heads, must=True),))
    rest = draw(52, 2, teams=teams_of(4, 52), seed="rest", played=first, wishes=wishes).sessions
    assert inside(rest, heads) == 0
    assert repeats([*first, *rest]) == 0


def test_a_fixed_player_sits_at_his_table_and_nobody_else_comes_back_to_one() -> None:
    teams = teams_of(4, 52)
    wishes = Wishes(tables=(AtTable(7, 3), AtTable(30, 1), AtTable(20, 5, (1, 3))))
    sessions = draw(52, 5, teams=teams, seed="fixed", wishes=wishes).sessions
    assert_legal(sessions, 52, 5)
    assert_even_chairs(sessions, 52)
    assert repeats(sessions) == mates_together(sessions, teams) == 0
    assert [table_of(session, 7) for session in sessions] == [3] * 5
    assert [table_of(session, 30) for session in sessions] == [1] * 5
    assert [table_of(sessions[n - 1], 20) for n in (1, 3)] == [5, 5]
    free = [[[p for p in table if p not in (7, 30, 20)] for table in session] for session in sessions]
    assert most_at_one_table(free) == 1


def test_everybody_of_a_whole_column_can_have_a_table() -> None:
    wishes = Wishes(tables=tuple(AtTable(4 * k + 1, k + 1) for k in range(13)))
    sessions = draw(52, 5, teams=teams_of(4, 52), seed="hosts", wishes=wishes).sessions
    assert repeats(sessions) == 0
    for session in sessions:
        assert all(4 * k + 1 in table for k, table in enumerate(session))


def test_a_fixed_table_holds_in_random_draws_and_later_sessions_too() -> None:
    wishes = Wishes(tables=(AtTable(7, 3),))
    first = draw_random(20, 3, seed="r", wishes=wishes).sessions
    rest = draw(20, 2, seed="s", wishes=wishes, played=first).sessions
    assert [table_of(session, 7) for session in [*first, *rest]] == [3] * 5


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_every_draw_with_wishes_is_legal_and_seats_whom_it_must(data: st.DataObject) -> None:
    tables = data.draw(st.integers(2, 8), "tables")
    players, count = 4 * tables, data.draw(st.integers(1, 4), "sessions")
    people = list(range(1, players + 1))
    teams = data.draw(st.lists(st.none() | st.integers(0, tables), min_size=players, max_size=players))
    groups = st.lists(st.sampled_from(people), min_size=1, max_size=players, unique=True)
    apart = data.draw(st.lists(st.builds(Apart, groups.map(tuple), st.booleans()), max_size=4), "apart")
    seat = (
        data.draw(st.integers(1, players), "fixed player"),
        data.draw(st.integers(1, tables), "fixed table"),
    )
    wishes = Wishes(tuple(apart), (AtTable(*seat),))
    make = data.draw(st.sampled_from([draw, draw_random]), "form")
    sessions = make(players, count, teams=teams, seed=data.draw(st.text(max_size=3)), wishes=wishes).sessions
    assert_legal(sessions, players, count)
    assert_even_chairs(sessions, players)
    assert [table_of(session, seat[0]) for session in sessions] == [seat[1]] * count


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_clubs_that_must_stay_apart_do_so_wherever_that_is_possible(data: st.DataObject) -> None:
    tables = data.draw(st.integers(2, 12), "tables")
    players, count = 4 * tables, data.draw(st.integers(1, 4), "sessions")
    order = data.draw(st.permutations(range(1, players + 1)), "people")
    ends = sorted(data.draw(st.sets(st.integers(1, players), max_size=5), "ends"))
    clubs = [tuple(order[a:b]) for a, b in zip([0, *ends], ends, strict=False)]
    wishes = Wishes(tuple(Apart(club, must=True) for club in clubs))
    make = data.draw(st.sampled_from([draw, draw_random]), "form")
    sessions = make(players, count, seed="must", wishes=wishes).sessions
    for club in clubs:
        assert inside(sessions, club) == count * forced(len(club), tables)


@settings(max_examples=15, deadline=None)
@given(st.integers(4, 13), st.integers(1, 3), st.data())
def test_every_continuation_with_wishes_is_legal(tables: int, more: int, data: st.DataObject) -> None:
    players = 4 * tables
    played = draw(players, 2, seed="before").sessions
    club = data.draw(st.lists(st.integers(1, players), min_size=2, max_size=tables, unique=True))
    wishes = Wishes((Apart(tuple(club), data.draw(st.booleans())),))
    sessions = draw(players, more, seed="more", played=played, wishes=wishes).sessions
    assert_legal(sessions, players, more)
    assert max(chair_spreads([*played, *sessions], players)) <= 2


def test_pure_lot_keeps_team_mates_apart_and_does_not_look_at_who_met() -> None:
    teams = teams_of(4, 52)
    sessions = draw_random(52, 8, teams=teams, seed="lot").sessions
    assert_legal(sessions, 52, 8)
    assert_even_chairs(sessions, 52)
    assert mates_together(sessions, teams) == 0
    # Of 624 meetings by pure lot among 1,248 pairs of different teams some 140 are repeats; none would be no lot.
    assert 80 < repeats(sessions) < 200


def test_pure_lot_reaches_everybody_equally_often() -> None:
    meets = [0] * 17
    for seed in range(300):
        [session] = draw_random(16, 1, seed=str(seed)).sessions
        for other in next(table for table in session if 1 in table):
            meets[other] += 1
    # 300 sessions with three others out of fifteen: 60 each on average.
    assert all(35 < meets[p] < 85 for p in range(2, 17))


def test_lots_drawn_by_hand_say_who_meets_whom() -> None:
    plain = draw_by_lots(24, 5, range(1, 25), seed="one").sessions
    lots = [25 - n for n in range(1, 25)]
    turned = draw_by_lots(24, 5, lots, seed="two").sessions
    assert_legal(turned, 24, 5)
    assert_even_chairs(turned, 24)
    assert repeats(turned) == 0
    for before, after in zip(plain, turned, strict=True):
        assert {frozenset(25 - p for p in table) for table in before} == {frozenset(table) for table in after}


def test_lots_of_teams_are_fours_of_numbers() -> None:
    teams = teams_of(4, 52)
    lots = [p for team in (12, *range(12)) for p in range(4 * team + 1, 4 * team + 5)]
    sessions = draw_by_lots(52, 5, lots, teams=teams).sessions
    assert repeats(sessions) == mates_together(sessions, teams) == 0


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        (Wishes((Apart((1, 9)),)), "apart_unknown_player"),
        (Wishes((Apart((1, 2, 1)),)), "apart_player_twice"),
        (Wishes(tables=(AtTable(9, 1),)), "fixed_unknown_player"),
        (Wishes(tables=(AtTable(1, 3),)), "fixed_table_unknown"),
        (Wishes(tables=(AtTable(1, 0),)), "fixed_table_unknown"),
        (Wishes(tables=(AtTable(1, 1, (3,)),)), "fixed_session_unknown"),
        (Wishes(tables=(AtTable(1, 1), AtTable(2, 1, (2,)))), "fixed_table_taken"),
        (Wishes(tables=(AtTable(1, 1), AtTable(1, 2, (2,)))), "fixed_twice"),
    ],
)
def test_wishes_that_cannot_be_are_refused_by_name(wishes: Wishes, code: str) -> None:
    for make in (draw, draw_random):
        with pytest.raises(DrawError) as refused:
            make(8, 2, wishes=wishes)
        assert refused.value.code == code
        assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("lots", "code"),
    [([1, 2, 3], "lots_wrong_length"), ([1, 2, 3, 5], "lot_unknown_player"), ([1, 2, 3, 1], "lot_twice")],
)
def test_lots_that_cannot_be_are_refused_by_name(lots: list[int], code: str) -> None:
    with pytest.raises(DrawError) as refused:
        draw_by_lots(4, 1, lots)
    assert refused.value.code == code


def test_a_long_search_tells_how_far_it_is_and_can_be_stopped() -> None:
    told: list[tuple[int, int]] = []
    wishes = Wishes(tuple(Apart(tuple(range(first, 53, 5))) for first in range(1, 6)))
    draw(52, 5, teams=teams_of(4, 52), wishes=wishes, tick=lambda done, total: told.append((done, total)))
    assert len(told) > 20
    assert told == sorted(told)
    assert all(0 < done < total for done, total in told)

    class Stopped(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        draw(52, 5, teams=teams_of(4, 52), wishes=wishes, tick=stop)


GOLDEN = {
    "countries": "23439f2d7a1e02e3",
    "heads": "39c3b8c3bbf7acf2",
    "random": "b27165c4cd5defca",
    "lots": "754d466ff97d21bb",
}


@pytest.mark.parametrize("case", GOLDEN)
def test_a_seed_and_wishes_give_the_same_draw_on_every_machine(case: str) -> None:
    teams = teams_of(4, 52)
    countries = Wishes(tuple(Apart(country) for country in blocks(16, 12, 8, 8, 8)))
    heads = Wishes((Apart(tuple(range(1, 53, 4)), must=True),), (AtTable(7, 3),))
    seating = {
        "countries": lambda: draw(52, 5, teams=teams, seed="golden", wishes=countries),
        "heads": lambda: draw(52, 5, teams=teams, seed="golden", wishes=heads),
        "random": lambda: draw_random(52, 5, teams=teams, seed="golden", wishes=countries),
        "lots": lambda: draw_by_lots(52, 5, range(52, 0, -1), teams=teams, seed="golden"),
    }[case]()
    text = json.dumps(seating.sessions, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == GOLDEN[case]
