"""Copies of the SQLite database."""

import sqlite3
import stat
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournament.management.backups import back_up


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


def test_another_engine_is_backed_up_by_its_own_tools(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.postgresql")
    with pytest.raises(CommandError, match="pg_dump"):
        call_command("backup")
