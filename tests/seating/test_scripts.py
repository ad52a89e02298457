"""Scripts that somebody wrote: read in any of three ways, and all mistakes at once."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating import draw
from tournament.seating.script import MOST_BYTES, Script, parse_script

EIGHT = range(1, 9)
TWO = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))


def found(script: Script) -> list[tuple[str, int | None]]:
    return [(problem.code, problem.line) for problem in script.problems]


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4\n5 6 7 8\n\n1 5 2 6\n3 7 4 8",
        "Session 1\n1,2,3,4\n5;6;7;8\nSession 2\n1\t5\t2\t6\n3, 7, 4, 8\n",
        "第1局\n１，２，３，４\n５、６、７、８\n\n第2局\n1 5 2 6\n3 7 4 8\n",
        "局 1\n1桌 1 2 3 4\n2桌 5 6 7 8\n局 2\n2: 3 7 4 8\n1: 1 5 2 6",
        "# 1\nTable 1: 1 2 3 4\nTable 2: 5 6 7 8\n\n\n# 2\nTable 2: 3 7 4 8\nTable 1: 1 5 2 6",
        "Round 1\r\n1 2 3 4\r\n5 6 7 8\r\nRound 2\r\n1 5 2 6\r\n3 7 4 8\r\n",
        "session,table,east,south,west,north\n1,1,1,2,3,4\n1,2,5,6,7,8\n2,2,3,7,4,8\n2,1,1,5,2,6\n",
        "局\t桌\t东\t南\t西\t北\n1\t1\t1\t2\t3\t4\n1\t2\t5\t6\t7\t8\n2\t1\t1\t5\t2\t6\n2\t2\t3\t7\t4\t8",
        "Table;Session;North;West;South;East\n1;1;4;3;2;1\n2;1;8;7;6;5\n1;2;6;2;5;1\n2;2;8;4;7;3",
        json.dumps({"format": "mcr-seating/1", "seed": "", "players": 8, "sessions": TWO}),
        json.dumps({"sessions": TWO, "format": "mcr-seating/1"}, indent=1),
    ],
)
def test_every_way_of_writing_gives_the_same_sessions(text: str) -> None:
    script = parse_script(text, EIGHT, 2)
    assert script.problems == ()
    assert script.sessions == TWO


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_files_of_usual_encodings_are_read(encoding: str) -> None:
    text = "第1局\n1 2 3 4\n5 6 7 8\n第2局\n1 5 2 6\n3 7 4 8"
    assert parse_script(text.encode(encoding), EIGHT, 2) == Script(TWO)


@pytest.mark.parametrize("empty", ["-", "–", "x", "X", "0", "空", "－"])
def test_an_empty_chair_can_be_written_in_several_ways(empty: str) -> None:
    script = parse_script(f"1 2 3 {empty}\n4 5 6 7", range(1, 8), 1)
    assert script == Script((((1, 2, 3, None), (4, 5, 6, 7)),))


def test_all_mistakes_are_found_at_once_with_their_lines() -> None:
    text = "1 2 3 4\n5 6 7\n\nSession 2\n1 5 2 1\n3 99 4 ace\n"
    script = parse_script(text, EIGHT, 3)
    assert found(script) == [
        ("too_few_sessions", None),
        ("table_not_of_four", 2),
        ("missing", 2),
        ("number_twice", 5),
        ("not_a_number", 6),
        ("unknown_number", 6),
        ("missing", 6),
    ]
    assert [str(problem) for problem in script.problems] == [
        "The script has 2 sessions, 3 are to be drawn.",
        "A table has four chairs, here are 3.",
        "Session 1 has no chair for 1 players: 8.",
        "Player 1 sits twice in session 2: here and in line 5.",
        "“ace” is not the number of a player.",
        "There is no player 99.",
        "Session 2 has no chair for 3 players: 6, 7, 8.",
    ]


def test_two_tables_with_one_player_are_both_named() -> None:
    [problem] = parse_script("1 2 3 4\n5 6 7 8\n1 9 10 11", range(1, 12), 1).problems
    assert (problem.code, problem.line, problem.params["other"]) == ("number_twice", 3, 1)


def test_people_may_be_missing_where_byes_are_allowed() -> None:
    assert found(parse_script("1 2 3 4", EIGHT, 1)) == [("missing", 1)]
    assert parse_script("1 2 3 4", EIGHT, 1, byes=True).problems == ()


def test_tables_with_numbers_have_each_number_from_one_on_once() -> None:
    assert found(parse_script("1: 1 2 3 4\n1: 5 6 7 8", EIGHT, 1)) == [("table_twice", 2)]
    assert found(parse_script("1: 1 2 3 4\n3: 5 6 7 8", EIGHT, 1)) == [("not_a_place", 2)]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", [("empty", None)]),
        (" \n\t\n", [("empty", None)]),
        ("session,table,east,south,west,north\n", [("empty", None)]),
        ("session,table,east,south,west\n1,1,1,2,3\n", [("missing_column", 1)]),
        (
            "session,table,east,south,west,north\n1,1,1,2,3,4\nlast,2,5,6,7,8",
            [("not_a_place", 3), ("missing", 2)],
        ),
        ("{", [("bad_json", 1)]),
        ('{"format": "mcr-seating/1",\n "sessions": [[[1,2,3,4],]]}', [("bad_json", 2)]),
        ('{"format": "mcr-seating/2", "sessions": []}', [("unknown_format", 1)]),
        ("[1, 2]", [("unknown_format", 1)]),
        ('{"format": "mcr-seating/1", "sessions": 5}', [("not_sessions", 1)]),
        ('{"format": "mcr-seating/1", "sessions": [[1, 2, 3, 4]]}', [("not_sessions", 1)]),
        ("- - - -\n1 2 3 4\n5 6 7 8", [("table_not_of_four", 1)]),
        ("[" * 100_000, [("bad_json", 1)]),
        ('{"a": ' + "9" * 5000 + "}", [("bad_json", 1)]),
        (b"\xff\xff\x00\x81", [("undecodable", None)]),
        (b"1\x002\x00", [("undecodable", None)]),
        ("1 2 3 4\n" * (MOST_BYTES // 8 + 1), [("too_large", None)]),
    ],
)
def test_what_is_no_script_is_said_in_one_sentence(text: str | bytes, problems: list) -> None:
    script = parse_script(text, EIGHT, 1)
    assert sorted(found(script), key=str) == sorted(problems, key=str)
    assert all(str(problem).endswith(".") and "{" not in str(problem) for problem in script.problems)


def test_mistakes_in_a_seating_file_have_the_line_of_their_table() -> None:
    text = '{"format": "mcr-seating/1",\n"sessions": [[\n[1, 2, 3, 4],\n[5, 6, "7", 7.5]\n]]}'
    assert found(parse_script(text, EIGHT, 1)) == [("not_a_number", 4), ("not_a_number", 4), ("missing", 4)]


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200) | st.binary(max_size=200))
def test_any_text_is_read_or_refused_in_words(source: str | bytes) -> None:
    script = parse_script(source, EIGHT, 1)
    assert all(str(problem) for problem in script.problems)
    if not script.problems:
        assert sorted(p for table in script.sessions[0] for p in table if p) == list(EIGHT)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 12), st.integers(1, 4), st.sampled_from([" ", ",", "\t", ";", "，"]))
def test_a_draw_that_is_written_down_is_read_again(tables: int, count: int, between: str) -> None:
    sessions = draw(4 * tables, count, seed="written").sessions
    text = "\n\n".join("\n".join(between.join(map(str, table)) for table in session) for session in sessions)
    assert parse_script(text, range(1, 4 * tables + 1), count) == Script(sessions)
