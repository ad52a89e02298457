"""Copies of the SQLite database."""

import os
import sqlite3
import stat
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils.translation import override

from tournament.management.backups import back_up
from tournament.management.postgres_tools import environment, find_tool
from tournament.management.server_lock import hold_as_server, no_server
from tournament.refusals import Refused


@pytest.fixture
def live(tmp_path: Path) -> Path:
    """A database in WAL mode with one player."""
    path = tmp_path / "live.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE player (name TEXT)")
        database.execute("INSERT INTO player VALUES ('𠮷田')")
    database.close()
    return path


def players(path: Path) -> list[str]:
    database = sqlite3.connect(path)
    try:
        return [name for (name,) in database.execute("SELECT name FROM player ORDER BY name")]
    finally:
        database.close()


def test_a_copy_holds_what_was_committed_and_not_what_is_being_written(live: Path, tmp_path: Path) -> None:
    writer = sqlite3.connect(live, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("INSERT INTO player VALUES ('half written')")
    try:
        copy = back_up(live, tmp_path / "backups")
        assert players(copy) == ["𠮷田"]
        writer.execute("COMMIT")
    finally:
        writer.close()
    assert players(live) == ["half written", "𠮷田"]
    assert players(copy) == ["𠮷田"]


def test_a_copy_is_one_file_for_its_owner_only(live: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    copy = back_up(live, folder)
    assert list(folder.iterdir()) == [copy]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_two_copies_of_one_second_are_two_files(live: Path, tmp_path: Path) -> None:
    copies = {back_up(live, tmp_path / "backups") for _time in range(3)}
    assert len(copies) == 3


def test_a_damaged_database_gives_an_error_and_no_copy(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"this is no database" * 1000)
    with pytest.raises(sqlite3.DatabaseError):
        back_up(broken, tmp_path / "backups")
    assert not list((tmp_path / "backups").iterdir())


def test_the_command_says_where_the_copy_is(
    live: Path, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.sqlite3")
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", str(live))
    settings.VAR_DIR = tmp_path / "var"
    said = StringIO()
    call_command("backup", stdout=said)
    path = Path(said.getvalue().strip().removeprefix("The database was backed up to "))
    assert path.parent == tmp_path / "var" / "backups"
    assert players(path) == ["𠮷田"]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (None, "The program pg_dump is not on this machine."),
        ("pg_dump (PostgreSQL) 13.4", "is of version 13, but the database server is of version 15."),
    ],
)
def test_a_missing_or_older_pg_dump_is_said_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str | None, words: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if said:
        (tmp_path / "pg_dump").write_text(f"#!/bin/sh\necho '{said}'\n")
        (tmp_path / "pg_dump").chmod(0o700)
    with override("en"), pytest.raises(Refused) as refused:
        find_tool("pg_dump", 15, "the database server")
    assert words in refused.value.message


def test_a_password_reaches_the_programs_by_their_environment_only() -> None:
    database = {"NAME": "cup", "USER": "li", "PASSWORD": "p@ss", "HOST": "", "PORT": 5433}
    variables = environment(database | {"OPTIONS": {"sslmode": "require"}})
    assert (variables["PGDATABASE"], variables["PGUSER"], variables["PGPASSWORD"]) == ("cup", "li", "p@ss")
    assert (variables["PGPORT"], variables["PGSSLMODE"]) == ("5433", "require")
    assert "PGHOST" not in variables or variables["PGHOST"] == os.environ.get("PGHOST")


def test_a_restore_waits_for_no_server_and_no_server_starts_during_one(tmp_path: Path, settings: Any) -> None:
    settings.VAR_DIR = tmp_path
    server = hold_as_server()
    try:
        with pytest.raises(Refused) as refused, no_server():
            pass
        assert refused.value.code == "server_runs"
    finally:
        os.close(server)
    with no_server(), pytest.raises(Refused) as refused:
        hold_as_server()
    assert refused.value.code == "being_replaced"
