"""Whatever the roster, the clubs and the seed: a legal seating with even chairs, and the report is right."""

import hashlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating import draw

from .counting import (
    assert_even_chairs,
    assert_legal,
    chair_spreads,
    mates_together,
    most_at_one_table,
    quad,
    repeats,
    team_meetings,
    teams_of,
)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_every_draw_is_legal_and_its_report_true(data: st.DataObject) -> None:
    players = 4 * data.draw(st.integers(1, 24), "tables")
    count = data.draw(st.integers(1, 9), "sessions")
    clubs = data.draw(st.integers(1, players), "clubs")
    teams = data.draw(
        st.lists(st.none() | st.integers(0, clubs), min_size=players, max_size=players), "teams"
    )
    seating = draw(players, count, teams=teams, seed=data.draw(st.text(max_size=5), "seed"))
    assert_legal(seating.sessions, players, count)
    assert_even_chairs(seating.sessions, players)
    quality = seating.quality
    assert quality.repeats == repeats(seating.sessions)
    assert quality.quad == quad(seating.sessions)
    assert quality.team_mates == mates_together(seating.sessions, teams) == len(quality.mates_meet)
    assert quality.most_at_one_table == most_at_one_table(seating.sessions)
    assert [row.chair_spread for row in quality.per_session] == chair_spreads(seating.sessions, players)
    between = team_meetings(seating.sessions, teams)
    assert quality.team_meetings == ((min(between), max(between)) if between else None)


@settings(max_examples=15, deadline=None)
@given(st.integers(4, 16), st.integers(1, 3), st.integers(1, 3), st.integers(0, 10**6))
def test_every_continuation_is_legal(tables: int, before: int, more: int, seed: int) -> None:
    players = 4 * tables
    played = draw(players, before, seed=str(seed)).sessions
    sessions = draw(players, more, seed=f"{seed} again", played=played, teams=teams_of(3, players)).sessions
    assert_legal(sessions, players, more)
    assert max(chair_spreads([*played, *sessions], players)) <= 2


@pytest.mark.parametrize(
    ("players", "count", "size", "digest"),
    [
        (52, 5, 4, "0a9efcf9d05a5ce1"),
        (52, 5, None, "5b303e1540d27ef8"),
        (24, 7, None, "e17c4f9ceefbb930"),
        (56, 8, 7, "767c3fbddd61df8a"),
        (20, 5, 4, "f05458f7e0074ade"),
    ],
)
def test_a_seed_gives_the_same_draw_on_every_machine(
    players: int, count: int, size: int | None, digest: str
) -> None:
    teams = teams_of(size, players) if size else None
    seating = draw(players, count, teams=teams, seed="golden")
    text = json.dumps(seating.sessions, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest
