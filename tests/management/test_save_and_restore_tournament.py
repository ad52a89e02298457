"""The commands that save and restore one tournament, also from SQLite into a real PostgreSQL."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import CommandError, call_command
from psycopg import sql

from tests import making
from tests.exchange.saved import a_whole_day, packed_again, saved, standings_of, unpacked
from tests.machine import POSTGRES_URL, ROOT
from tournament.actions.accounts import new_password
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def said(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def refused(*arguments: str) -> str:
    with pytest.raises(CommandError) as error:
        said(*arguments)
    return str(error.value)


def test_the_commands_save_and_restore_a_tournament_and_say_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = making.drawn(8, 1)
    making.hand(making.table(event), 0, 24, 1)
    making.referee(event, "bob", [1])
    event.refresh_from_db()
    monkeypatch.chdir(tmp_path)
    name = f"{event.slug}-v{event.version}.quesai.zip"
    assert said("save_tournament", event.slug) == (
        f"“{event.name}”, version {event.version}, is saved in {name}.\n"
    )
    assert (tmp_path / name).stat().st_size > 1000
    making.user("olga")
    text = said("restore_tournament", name, "--organiser", "olga")
    assert f"“{event.name}” is restored as {event.slug}-2." in text
    assert "name them again where you want them: alice, Bob." in text
    assert Tournament.objects.get(slug=f"{event.slug}-2").staff.get().user.get_username() == "olga"


def test_what_the_commands_cannot_do_they_say(tmp_path: Path) -> None:
    event = making.drawn(8, 1)
    file = tmp_path / "kept.quesai.zip"
    said("save_tournament", event.slug, str(file))
    before = file.read_bytes()
    assert refused("save_tournament", event.slug, str(file)) == f"Nothing was saved: {file}: File exists"
    assert file.read_bytes() == before
    assert "There is no tournament “none”." in refused("save_tournament", "none")
    assert (
        refused("restore_tournament", str(file), "--organiser", "nobody") == "There is no account “nobody”."
    )
    missing = str(tmp_path / "missing.zip")
    assert refused("restore_tournament", missing, "--organiser", "alice").startswith(missing)
    file.write_bytes(before[:-7])
    assert "The file is cut off" in refused("restore_tournament", str(file), "--organiser", "alice")
    assert Tournament.objects.count() == 1


# Commands one after the other in another installation: for each its exit code, what it said, and what went wrong.
COMMANDS = """
import io, json, sys
import django
from django.core.management import CommandError, call_command
django.setup()
answers = []
for arguments in json.load(sys.stdin):
    out = io.StringIO()
    try:
        call_command(*arguments, stdout=out)
        answers.append((0, out.getvalue(), ""))
    except CommandError as error:
        answers.append((error.returncode, out.getvalue(), str(error)))
json.dump(answers, sys.stdout)
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of another installation, on a new PostgreSQL database that is gone when the test ends."""
    name = f"quesai_restore_{new_password().lower()}"
    server = psycopg.connect(POSTGRES_URL, autocommit=True)
    server.execute(
        sql.SQL("CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0").format(sql.Identifier(name))
    )
    address = urlsplit(POSTGRES_URL)._replace(path=f"/{name}").geturl()
    yield os.environ | {"DATABASE_URL": address, "VAR_DIR": str(tmp_path / "var"), "DEBUG": "1"}
    server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
    server.close()


@pytest.mark.postgres
def test_a_day_from_here_is_the_same_in_another_installation_on_postgresql(
    elsewhere: dict[str, str], tmp_path: Path
) -> None:
    event = a_whole_day()
    here, there, other_points, same_number = (
        tmp_path / f"{name}.quesai.zip" for name in ("here", "there", "points", "number")
    )
    here.write_bytes(saved(event))
    before = unpacked(here.read_bytes())
    before["seats"][0]["match_points"] += 1
    other_points.write_bytes(packed_again(here.read_bytes(), before))
    before["seats"][0]["match_points"] -= 1
    kept = before["players"][1]["number"]
    before["players"][1]["number"] = before["players"][0]["number"]
    same_number.write_bytes(packed_again(here.read_bytes(), before))
    before["players"][1]["number"] = kept

    organiser = ("--organiser", "alice")
    commands = [
        ("migrate", "-v", "0"),
        ("make_organiser", "alice"),
        ("restore_tournament", str(here), *organiser),
        ("standings", event.slug, "--format", "csv"),
        ("standings", event.slug, "--teams", "--format", "csv"),
        ("save_tournament", event.slug, str(there)),
        ("restore_tournament", str(other_points), *organiser),
        ("restore_tournament", str(same_number), *organiser),
    ]
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS],
        cwd=ROOT,
        env=elsewhere,
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    codes, texts, errors = zip(*json.loads(done.stdout), strict=True)
    assert codes == (0, 0, 0, 0, 0, 0, 1, 1)
    assert list(texts[3:5]) == standings_of(event)
    assert "Session 1, table 1: the hands and penalties give other results" in errors[6]
    assert "players.jsonl:1: These rows contradict each other" in errors[7]

    after = unpacked(there.read_bytes())
    same = [name for name, rows in after.items() if _without_people(rows) == _without_people(before[name])]
    # The line about the restoring, roles of people who are nobody there, and a draw whose secret stayed behind.
    assert set(before) - set(same) == {"log", "staff", "duties", "keepers", "drawings"}
    assert _without_people(after["log"][:-1]) == _without_people(before["log"])


def _without_people(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    """Rows without who did it: in another installation those are other accounts."""
    people = ("by", "closed_by", "checked_by", "withdrawn_by", "ruled_by", "answered_by", "settled_by")
    return [{name: value for name, value in row.items() if name not in people} for row in rows]
