"""manage.py draw_seating, with the judge that comes with the neutral files."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command


def drawn(*arguments: str) -> str:
    out = StringIO()
    call_command("draw_seating", *arguments, stdout=out)
    return out.getvalue()


def verdict(shared: Path, text: str, *arguments: str) -> dict:
    judge = [sys.executable, str(shared / "check" / "seating.py"), "-", *arguments]
    done = subprocess.run(judge, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


@pytest.mark.shared
def test_52_players_in_teams_satisfy_the_judge(shared: Path) -> None:
    text = drawn("--players", "52", "--sessions", "5", "--team-size", "4")
    found = verdict(shared, text, "--players", "52", "--sessions", "5", "--team-size", "4")
    assert found["extra_meetings"] == found["team_mates_together"] == 0
    assert found["worst_chair_spread_after_any_session"] == 1
    assert found["worst_chair_spread_after_every_fourth"] == 0
    assert found["most_times_at_one_table"] == 1
    assert found["team_pair_meetings"] == [5, 5]


@pytest.mark.shared
def test_clubs_from_a_file_satisfy_the_judge(shared: Path, tmp_path: Path) -> None:
    teams = tmp_path / "teams.json"
    teams.write_text(
        json.dumps({str(p): "北京" if p <= 20 else "Wien" for p in range(1, 31)}), encoding="utf-8"
    )
    text = drawn("--players", "52", "--sessions", "5", "--teams", str(teams), "--seed", "x")
    found = verdict(shared, text, "--teams", str(teams))
    assert found["extra_meetings"] == 0
    assert found["team_mates_together"] == 5 * 7  # 20 people at 13 tables: two at seven of them, each session


def test_the_file_shows_format_seed_and_players() -> None:
    file = json.loads(drawn("--players", "16", "--sessions", "5", "--seed", "东风"))
    assert list(file) == ["format", "seed", "players", "sessions"]
    assert (file["format"], file["seed"], file["players"]) == ("mcr-seating/1", "东风", 16)
    assert len(file["sessions"]) == 5


def test_the_same_seed_prints_the_same_bytes_and_none_takes_one_by_chance() -> None:
    assert drawn("--players", "16", "--sessions", "3", "--seed", "s") == drawn(
        "--players", "16", "--sessions", "3", "--seed", "s"
    )
    first, second = (json.loads(drawn("--players", "16", "--sessions", "3")) for _ in range(2))
    assert first["seed"] != second["seed"]
    again = json.loads(drawn("--players", "16", "--sessions", "3", "--seed", first["seed"]))
    assert again == first


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--players", "50", "--sessions", "5"],
            "50 players do not fill tables of four: add 2 or leave out 2.",
        ),
        (["--sessions", "5"], "--players is missing."),
        (["--players", "many", "--sessions", "5"], "--players must be a whole number, not “many”."),
        (["--players", "52", "--sessions", "0"], "--sessions must be 1 or more, not 0."),
        (["--players", "8", "--sessions", "1", "--team-size", "4", "--teams", "x"], "not both."),
        (["--players", "8", "--sessions", "1", "--teams", "/no/such/file"], "cannot be read"),
    ],
)
def test_wrong_input_is_one_sentence(arguments: list[str], sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        drawn(*arguments)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[1, 2]", "must hold an object"),
        ("{", "is not JSON"),
        ('{"9": "a"}', "names player “9”, who is not one of 1 to 8."),
        ('{"1": [2]}', "the team of player 1 must be a text or a number."),
    ],
)
def test_a_wrong_file_of_teams_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "teams.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError) as refused:
        drawn("--players", "8", "--sessions", "1", "--teams", str(path))
    assert sentence in str(refused.value)
