"""Sessions that somebody else laid out, and the charts of 1998."""

import hashlib
import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating import DrawError, draw
from tournament.seating.fixed_charts import CHARTS, charts_for, draw_chart
from tournament.seating.given import seat_groups

from .counting import (
    assert_even_chairs,
    assert_legal,
    chair_spreads,
    mates_together,
    most_at_one_table,
    repeats,
    teams_of,
)

PRINTED = {"cn98-1": "表1 4队4局", "cn98-4": "表4 7队6局", "cn98-5": "表5 16队5局"}


def full(sessions: Sequence[Sequence[Sequence[int | None]]]) -> list[list[list[int]]]:
    """Sessions without an empty chair."""
    return [[[p or 0 for p in table] for table in session] for session in sessions]


def groups_of(sessions: Sequence[Sequence[Sequence[int | None]]]) -> list[list[set[int]]]:
    return [[{p for p in table if p} for table in session] for session in sessions]


@pytest.mark.parametrize("key", CHARTS)
def test_a_chart_is_free_of_repeats_and_team_mates_and_its_chairs_are_even(key: str) -> None:
    chart = CHARTS[key]
    teams = teams_of(4, chart.players) if chart.teams_of_four else [None] * chart.players
    assert repeats(chart.groups) == mates_together(chart.groups, teams) == 0
    sessions = full(draw_chart(key, None, chart.sessions, teams=teams, seed="lots").sessions)
    assert_legal(sessions, chart.players, chart.sessions)
    assert repeats(sessions) == mates_together(sessions, teams) == 0
    assert_even_chairs(sessions, chart.players)
    assert most_at_one_table(sessions) < most_at_one_table(chart.groups)


@pytest.mark.shared
@pytest.mark.parametrize("key", CHARTS)
def test_a_chart_is_the_printed_one(key: str, shared: Path) -> None:
    printed = json.loads((shared / "data" / "charts_1998.json").read_text(encoding="utf-8"))
    assert [[list(table) for table in session] for session in CHARTS[key].groups] == printed[PRINTED[key]]


@pytest.mark.shared
def test_the_charts_that_are_not_shipped_repeat_meetings_and_the_draw_does_not(shared: Path) -> None:
    printed = json.loads((shared / "data" / "charts_1998.json").read_text(encoding="utf-8"))
    assert (repeats(printed["表2 5队6局"]), repeats(printed["表3 6队6局"])) == (29, 44)
    teams = teams_of(4, 24)
    six = draw(24, 6, teams=teams, seed="six").sessions
    assert repeats(six) == mates_together(six, teams) == 0
    five = draw(20, 6, teams=teams_of(4, 20), seed="five").sessions
    # 6 sessions bring 180 meetings, and there are 160 pairs of different teams.
    assert (repeats(five), mates_together(five, teams_of(4, 20))) == (20, 0)


def test_the_numbers_drawn_decide_everything() -> None:
    lots = [*range(5, 17), *range(1, 5)]
    first, second = (draw_chart("cn98-5", lots, 5, seed=seed).sessions for seed in ("a", "b"))
    assert first == second
    expected = [[{lots[n - 1] for n in table} for table in session] for session in CHARTS["cn98-5"].groups]
    for made, wanted in zip(groups_of(first), expected, strict=True):
        assert sorted(map(sorted, made)) == sorted(map(sorted, wanted))


def test_lots_by_chance_keep_teams_together_and_differ_by_seed() -> None:
    teams = [(p * 3) % 7 for p in range(28)]  # four in each, none of them neighbours
    for seed in "abc":
        assert (
            mates_together(full(draw_chart("cn98-4", None, 6, teams=teams, seed=seed).sessions), teams) == 0
        )
    assert (
        draw_chart("cn98-4", None, 6, seed="a").sessions != draw_chart("cn98-4", None, 6, seed="b").sessions
    )


def test_charts_are_offered_where_they_fit() -> None:
    def keys(players: int, sessions: int, teams: Sequence[int | None] = ()) -> list[str]:
        return [chart.key for chart in charts_for(players, sessions, teams)]

    assert keys(16, 4) == ["cn98-1", "cn98-5"]
    assert keys(16, 5) == ["cn98-5"]
    assert keys(16, 4, teams_of(4, 16)) == ["cn98-1"]
    assert keys(16, 5, teams_of(4, 16)) == keys(16, 3, [*[1] * 5, *[None] * 11]) == []
    assert keys(28, 6, teams_of(4, 28)) == ["cn98-4"]
    assert keys(20, 4) == keys(28, 7) == []


@pytest.mark.parametrize(
    ("lots", "sessions", "code"),
    [
        ([1] * 16, 4, "lot_twice"),
        ([1, 2], 4, "lots_wrong_length"),
        (None, 5, "chart_too_short"),
        (None, 0, "no_sessions"),
    ],
)
def test_a_chart_that_cannot_be_drawn_is_refused_by_name(
    lots: list[int] | None, sessions: int, code: str
) -> None:
    with pytest.raises(DrawError) as refused:
        draw_chart("cn98-1", lots, sessions)
    assert refused.value.code == code


def test_given_groups_of_everybody_get_even_chairs_and_keep_their_tables() -> None:
    given = draw(52, 6, seed="given").sessions
    made = seat_groups(52, given, seed="again")
    assert groups_of(made.sessions) == groups_of(given)
    assert made.sessions != given
    assert_even_chairs(full(made.sessions), 52)
    assert seat_groups(52, given, keep_chairs=True).sessions == given


def test_tables_that_are_not_kept_vary() -> None:
    given = [[tuple(range(4 * t + 1, 4 * t + 5)) for t in range(6)]] * 5
    assert most_at_one_table(full(seat_groups(24, given, keep_tables=False).sessions)) == 1


def test_the_report_on_given_groups_counts_what_was_played() -> None:
    made = seat_groups(4, [((1, 2, 3, 4),)], teams=[1, 1, None, None], played=[((1, 2, 3, 4),)])
    assert made.quality.repeats == 6
    assert made.quality.team_mates == 2


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_groups_with_byes_and_empty_chairs_are_seated_as_they_are(data: st.DataObject) -> None:
    players = data.draw(st.integers(4, 30), "players")
    given = []
    for _ in range(data.draw(st.integers(1, 5), "sessions")):
        order = data.draw(st.permutations(range(1, players + 1)))
        chairs = [*order[: data.draw(st.integers(1, players))]]
        seats = [*chairs, *([None] * (-len(chairs) % 4))]
        given.append([tuple(seats[i : i + 4]) for i in range(0, len(seats), 4)])
    keep_tables = data.draw(st.booleans())
    made = seat_groups(players, given, seed="byes", keep_tables=keep_tables)
    for before, after in zip(groups_of(given), groups_of(made.sessions), strict=True):
        if keep_tables:
            assert before == after
        assert sorted(map(sorted, before)) == sorted(map(sorted, after))
    assert all(len(table) == 4 for session in made.sessions for table in session)
    met = [
        pair
        for session in made.sessions
        for t in session
        for pair in combinations(sorted(filter(None, t)), 2)
    ]
    assert made.quality.repeats == len(met) - len(set(met))


def test_chairs_of_people_with_byes_stay_close() -> None:
    everybody = draw(24, 8, seed="byes").sessions
    given = [
        [tuple(None if p == bye + 1 else p for p in table) for table in session]
        for bye, session in enumerate(everybody)
    ]
    assert seat_groups(24, given, seed="b").quality.chair_spread_any <= 2


@pytest.mark.parametrize(
    ("groups", "code"),
    [
        ([], "no_sessions"),
        ([((1, 2, 3),)], "table_not_of_four"),
        ([((1, 2, 3, 9),)], "unknown_player"),
        ([((1, 2, 3, 4), (5, 6, 7, 1))], "player_twice"),
        ([((1, 2, 3, 4),)] * 101, "too_many_sessions"),
    ],
)
def test_groups_that_cannot_be_seated_are_refused_by_name(groups: list, code: str) -> None:
    with pytest.raises(DrawError) as refused:
        seat_groups(8, groups)
    assert refused.value.code == code


def test_lots_of_a_seed_are_the_same_on_every_machine() -> None:
    sessions = draw_chart("cn98-4", None, 6, teams=teams_of(4, 28), seed="golden").sessions
    text = json.dumps(sessions, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "65c23756740b9aea"


def test_chairs_follow_an_even_history() -> None:
    played = draw(16, 4, seed="before").sessions
    made = seat_groups(16, draw(16, 4, seed="after").sessions, played=played, seed="c")
    assert max(chair_spreads([*full(played), *full(made.sessions)], 16)) == 1
