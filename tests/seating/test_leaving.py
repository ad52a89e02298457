"""People leave and join late: counted here from the seats alone, with as few changes as promised."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating import DrawError, draw
from tournament.seating.leaving import Change, People, change_people
from tournament.seating.wishes import Apart, AtTable, Wishes

from .counting import mates_together, repeats, teams_of

Session = Sequence[Sequence[int | None]]
Sessions = Sequence[Session]


def people(session: Session) -> list[int]:
    """Everybody who sits in a session, in order; twice who sits twice."""
    return sorted(p for table in session for p in table if p is not None)


def seated(sessions: Sessions) -> list[list[list[int]]]:
    """The sessions without their empty chairs."""
    return [[[p for p in table if p is not None] for table in session] for session in sessions]


def table_of(session: Session, player: int) -> int | None:
    return next((t for t, table in enumerate(session, 1) if player in table), None)


def chair_of(session: Session, player: int) -> int:
    return next(table.index(player) for table in session if player in table)


def moves(before: Session, after: Session) -> list[tuple[int, int | None, int | None]]:
    """Who sits at another table than before, of those who sit in both."""
    both = sorted(set(people(before)) & set(people(after)))
    tables = [(p, table_of(before, p), table_of(after, p)) for p in both]
    return [(p, was, now) for p, was, now in tables if was != now]


def change(rest: Sessions, **how: Any) -> Change:
    named = {name: how.pop(name) for name in ("leaving", "joining", "stand_ins") if name in how}
    people = People(how.pop("remainder", "empty_chairs"), **named)
    return change_people(rest, people, **how)


def teams_meet(sessions: Sessions, teams: list[int | None]) -> int:
    return mates_together(seated(sessions), teams)


def drawn(players: int, count: int, done: int, size: int | None = 4, seed: str = "day") -> tuple[list, list]:
    sessions = draw(players, count, teams=teams_of(size, players) if size else None, seed=seed).sessions
    return list(sessions[:done]), list(sessions[done:])


@pytest.mark.parametrize("leaving", [[7], [7, 30], [1, 2, 52]])
@pytest.mark.parametrize("filled", [True, False])
def test_as_long_as_fewer_than_four_leave_nobody_else_moves(leaving: list[int], filled: bool) -> None:
    played, rest = drawn(52, 5, 2)
    stand_ins = [53, 54, 55][: len(leaving)] if filled else []
    found = change(
        rest,
        leaving=leaving,
        stand_ins=stand_ins,
        played=played,
        teams=[*teams_of(4, 52), None, None, None],
        remainder="stand_ins" if filled else "empty_chairs",
    )
    for before, after in zip(rest, found.sessions, strict=True):
        for here, there in zip(before, after, strict=True):
            assert [q for p, q in zip(here, there, strict=True) if p not in leaving] == [
                p for p in here if p not in leaving
            ]
            newcomers = {q for p, q in zip(here, there, strict=True) if p in leaving}
            assert newcomers <= (set(stand_ins) if filled else {None})
    assert found.moves == ((), (), ())
    assert found.repeats == found.new_repeats == repeats(seated([*played, *found.sessions])) == 0


def test_a_stand_in_takes_the_number_of_one_who_leaves() -> None:
    _, rest = drawn(52, 5, 2)
    found = change(rest, leaving=[9], stand_ins=[60], remainder="stand_ins")
    assert [[tuple(60 if p == 9 else p for p in t) for t in s] for s in rest] == [
        list(s) for s in found.sessions
    ]


def test_who_joins_takes_all_seats_of_one_who_leaves_and_meets_no_team_mate() -> None:
    played, rest = drawn(52, 5, 1)
    leaving, joining = [1, 5, 9, 13], [56, 55, 54, 53]
    teams = [*teams_of(4, 52), 3, 2, 1, 0]
    found = change(rest, leaving=leaving, joining=joining, teams=teams, played=played)
    seats = [[p for t in s for p in t] for s in rest]
    seats_now = [[p for t in s for p in t] for s in found.sessions]
    for p in joining:
        [number] = {was[now.index(p)] for was, now in zip(seats, seats_now, strict=True)}
        assert number in leaving
    assert not any(found.moves)
    assert teams_meet(found.sessions, teams) == 0


@pytest.mark.parametrize("done", [1, 2, 3])
@pytest.mark.parametrize("leaving", [[1, 2, 3, 4], [1, 5, 9, 13], [11, 22, 33, 44], [50, 20, 21, 3]])
def test_when_four_of_52_leave_a_table_is_broken_up_and_nobody_meets_again(
    done: int, leaving: list[int]
) -> None:
    played, rest = drawn(52, 5, done)
    teams = teams_of(4, 52)
    found = change(rest, leaving=leaving, played=played, teams=teams)
    for before, after in zip(rest, found.sessions, strict=True):
        assert sorted(len(table) for table in after) == [0] + [4] * 12
        assert None not in [p for table in after for p in table]
        assert len(moves(before, after)) <= 5
    assert repeats(seated([*played, *found.sessions])) == 0
    assert teams_meet(found.sessions, teams) == 0


@pytest.mark.parametrize("done", [1, 2, 3])
def test_four_who_join_late_get_a_table_more_and_nobody_meets_again(done: int) -> None:
    played, rest = drawn(52, 5, done)
    teams = [*teams_of(4, 52), 13, 13, 13, 13]
    found = change(rest, joining=[53, 54, 55, 56], played=played, teams=teams)
    for before, after in zip(rest, found.sessions, strict=True):
        assert [len(table) for table in after] == [4] * 14
        assert len(moves(before, after)) <= 4
    assert repeats(seated([*played, *found.sessions])) == 0
    assert teams_meet(found.sessions, teams) == 0


@pytest.mark.parametrize(("done", "fewest"), [(4, 0), (3, 3), (2, 5), (1, 7), (0, 10)])
def test_four_strangers_who_join_late_move_no_more_people_than_must_be(done: int, fewest: int) -> None:
    """k of them at the new table save k - 1 moves of three, and use up C(k, 2) of their six meetings."""
    played, rest = drawn(52, 5, done)
    found = change(rest, joining=[53, 54, 55, 56], played=played, teams=[*teams_of(4, 52), *[None] * 4])
    assert sum(len(moves(b, a)) for b, a in zip(rest, found.sessions, strict=True)) == fewest
    assert repeats(seated([*played, *found.sessions])) == 0


def test_strangers_who_join_late_sit_all_together_in_one_session_at_most() -> None:
    played, rest = drawn(52, 5, 0)
    found = change(rest, joining=[53, 54, 55, 56], played=played)
    assert sum(set(t) == {53, 54, 55, 56} for s in found.sessions for t in s) <= 1
    assert repeats(seated(found.sessions)) == 0


@pytest.mark.parametrize("fill", [True, False])
def test_one_who_joins_late_gets_a_table_with_stand_ins_or_empty_chairs_never_two_at_one(fill: bool) -> None:
    played, rest = drawn(52, 5, 2)
    found = change(
        rest,
        joining=[53],
        stand_ins=[54, 55, 56] if fill else [],
        played=played,
        remainder="stand_ins" if fill else "empty_chairs",
    )
    for session in found.sessions:
        assert len(session) == 14
        assert people(session) == list(range(1, 57 if fill else 54))
        assert max(sum(p is None or p > 53 for p in table) for table in session) == 1
    assert found.together == 0


def test_who_joins_late_replaces_a_stand_in_who_is_free_then() -> None:
    _, rest = drawn(16, 4, 1)
    found = change(rest, joining=[17], stand_ins=[16], remainder="stand_ins")
    assert [[tuple(17 if p == 16 else p for p in t) for t in s] for s in rest] == [
        list(s) for s in found.sessions
    ]


def test_chairs_of_stand_ins_count_as_free_when_that_closes_a_table() -> None:
    played, rest = drawn(52, 5, 2)
    found = change(rest, leaving=[1], stand_ins=[50, 51, 52], played=played, remainder="stand_ins")
    for session in found.sessions:
        assert people(session) == list(range(2, 50))
        assert sorted(map(len, session)) == [0] + [4] * 12


def test_a_missing_table_stays_missing_until_one_is_needed() -> None:
    _, rest = drawn(16, 3, 0)
    gap = [[(), *session] for session in rest]
    assert all(session[0] == () for session in change(gap, leaving=[3]).sessions)
    for session in change(gap, joining=[17, 18, 19, 20]).sessions:
        assert [len(table) for table in session] == [4] * 5


def test_who_must_sit_at_a_table_is_not_sent_away() -> None:
    played, rest = drawn(52, 5, 2)
    bound = [next(p for p in rest[0][4] if p not in (1, 5, 9, 13))]
    tables = tuple(AtTable(bound[0], table_of(s, bound[0]) or 0, (n,)) for n, s in enumerate(rest, 1))
    mates = [p for s in rest for t in s if 1 in t for p in t if p != 1]
    tables += tuple(AtTable(p, table_of(s, p) or 0, (n,)) for n, s in enumerate(rest, 1) for p in mates)
    found = change(rest, leaving=[1, 5, 9, 13], played=played, wishes=Wishes(tables=tables))
    for before, after in zip(rest, found.sessions, strict=True):
        assert {p for p, _, _ in moves(before, after)}.isdisjoint([*bound, *mates])


def test_people_who_must_be_apart_stay_apart_when_people_move() -> None:
    """Without the wish some of them would meet."""
    played, rest = drawn(52, 5, 2, size=None)
    group = apart_in([*played, *rest], range(1, 53))
    must = Wishes(apart=(Apart(tuple(group), must=True),))
    meet_without_wish = 0
    for leaving in ([11, 14, 27, 42], [21, 45, 47, 48], [5, 12, 18, 50], [16, 18, 23, 31]):
        assert not set(leaving) & set(group)
        meet_without_wish += pairs_within(group, change(rest, leaving=leaving, played=played).sessions)
        found = change(rest, leaving=leaving, played=played, wishes=must)
        assert pairs_within(group, found.sessions) == found.together == 0
        assert repeats(seated([*played, *found.sessions])) == 0
    assert meet_without_wish > 0


def pairs_within(group: list[int], sessions: Sessions) -> int:
    return sum(pair <= set(group) for pair in pairs(seated(sessions)))


def met_in(sessions: Sessions, a: int, b: int) -> bool:
    return any(a in table and b in table for session in sessions for table in session)


def apart_in(sessions: Sessions, players: range) -> list[int]:
    """People of whom no two ever meet, found one after the other."""
    group: list[int] = []
    for p in players:
        if not any(met_in(sessions, p, q) for q in group):
            group.append(p)
    return group


def test_the_same_change_again_is_the_same_to_the_last_chair() -> None:
    played, rest = drawn(24, 6, 2, size=None)
    how = {"leaving": [3, 8, 20, 21], "played": played, "seed": "s"}
    assert change(rest, **how) == change(rest, **how)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whoever_leaves_or_joins_everybody_sits_once_and_the_report_is_true(data: st.DataObject) -> None:
    players = 4 * data.draw(st.integers(1, 9), "tables")
    count = data.draw(st.integers(1, 5), "sessions")
    done = data.draw(st.integers(0, count - 1), "played")
    played, rest = drawn(players, count, done, None, str(data.draw(st.integers(0, 99), "seed")))
    leaving = data.draw(st.lists(st.integers(1, players), unique=True, max_size=players - 1), "leaving")
    joining = list(range(players + 1, players + 1 + data.draw(st.integers(0, 7), "joining")))
    sitting = data.draw(st.lists(st.integers(1, players), unique=True, max_size=2), "stand-ins who sit")
    sitting = [p for p in sitting if p not in leaving][: players - len(leaving) - 1]
    stand_ins = [*sitting, *range(players + 8, players + 8 + 3)]
    total = players + 10
    teams = data.draw(st.lists(st.none() | st.integers(0, 6), min_size=total, max_size=total), "teams")
    must = tuple(data.draw(st.lists(st.integers(1, total), unique=True, max_size=4), "apart"))
    remainder = data.draw(st.sampled_from(["stand_ins", "empty_chairs"]))
    found = change(
        rest,
        leaving=leaving,
        joining=joining,
        stand_ins=stand_ins,
        teams=teams,
        played=played,
        wishes=Wishes(apart=(Apart(must, must=True), Apart((1, 2, 3)))),
        remainder=remainder,
    )
    real = set(range(1, players + 1)) - set(leaving) - set(stand_ins) | set(joining)
    for before, after in zip(rest, found.sessions, strict=True):
        here = people(after)
        assert len(here) == len(set(here))
        assert set(here) - set(stand_ins) == real
        tables = [table for table in after if table]
        assert {len(table) for table in tables} == {4}
        assert len(tables) == -(-len(real) // 4)
        assert remainder == "empty_chairs" or None not in [p for table in tables for p in table]
        for p in set(here) & set(people(before)):
            if table_of(before, p) == table_of(after, p):
                assert chair_of(before, p) == chair_of(after, p)
    assert [list(row) for row in found.moves] == [
        moves(b, a) for b, a in zip(rest, found.sessions, strict=True)
    ]
    if 0 <= len(leaving) + len(sitting) - len(joining) <= 3:
        assert not any(found.moves)
    whole = seated([*played, *found.sessions])
    now, was = Counter(pairs(whole)), Counter(pairs(seated([*played, *rest])))
    assert found.repeats == sum(n - 1 for n in now.values())
    assert found.new_repeats == sum(max(0, n - max(1, was[pair])) for pair, n in now.items())
    groups = [{p for p in range(1, total + 1) if teams[p - 1] == team} for team in range(7)]
    groups += [set(must), set(stand_ins)]
    assert found.together == sum(n for pair, n in now.items() if any(pair <= group for group in groups))


def pairs(sessions: list[list[list[int]]]) -> list[frozenset[int]]:
    return [frozenset(pair) for s in sessions for table in s for pair in combinations(table, 2)]


@pytest.mark.parametrize(
    ("how", "code", "sentence"),
    [
        (
            {"leaving": [17]},
            "leaver_not_seated",
            "Player 17 cannot leave: he sits in none of these sessions.",
        ),
        ({"joining": [3]}, "joiner_seated", "Player 3 cannot join: he sits in these sessions already."),
        (
            {"leaving": [3, 3]},
            "named_twice",
            "Player 3 is named twice among those who leave, join or stand in.",
        ),
        ({"joining": [18], "stand_ins": [18]}, "named_twice", None),
        ({"leaving": [3], "joining": [3]}, "named_twice", None),
        ({"joining": [0]}, "not_an_id", "People are numbered from 1, there is no 0."),
        ({"joining": [17], "teams": [None] * 16}, "teams_wrong_length", None),
        ({"leaving": list(range(1, 17))}, "nobody_left", "Everybody leaves: nobody would be left to play."),
        (
            {"joining": [17], "stand_ins": [18], "remainder": "stand_ins"},
            "stand_ins_missing",
            "Stand-ins are needed for the chairs that nobody takes: 2 more.",
        ),
        ({"leaving": [5], "remainder": "stand_ins"}, "stand_ins_missing", None),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(how: dict, code: str, sentence: str | None) -> None:
    _, rest = drawn(16, 3, 0)
    with pytest.raises(DrawError) as refused:
        change(rest, **how)
    assert refused.value.code == code
    assert sentence is None or str(refused.value) == sentence


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ([], "no_sessions"),
        ([[(1, 2, 3)]], "table_not_of_four"),
        ([[(1, 2, 3, 4), (5, 6, 7, 1)]], "player_twice"),
    ],
)
def test_sessions_that_are_none_are_refused(rest: list, code: str) -> None:
    with pytest.raises(DrawError) as refused:
        change(rest)
    assert refused.value.code == code
