"""Backups of the database, taken while the server may be writing to it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _
from psycopg import sql

from .manifests import POSTGRESQL, SQLITE, Manifest, digest, finish
from .postgres_tools import ToolFailed, environment, find_tool, run_tool

# Tables that are filled when they are made: a database with nothing else in it is empty.
MADE_FILLED = ("django_migrations", "django_content_type", "auth_permission")


class BackupFailed(Exception):
    """Nothing was backed up; the text is what the machine said."""


def backup_folder() -> Path:
    """Where the backups lie."""
    return Path(settings.VAR_DIR) / "backups"


def sqlite_file() -> Path | None:
    """The file of the database, or None where another engine keeps it."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] != "django.db.backends.sqlite3":
        return None
    return Path(str(database["NAME"]))


def make_backup() -> Path:
    """Back the database of the installation up, whichever it is.

    Raises BackupFailed; refused where PostgreSQL's programs are missing or too old.
    """
    source = sqlite_file()
    try:
        if source is None:
            return back_up_postgres(backup_folder())
        return back_up(source, backup_folder())
    except (OSError, sqlite3.Error, psycopg.Error, ToolFailed) as error:
        raise BackupFailed(str(error).strip()) from error


def set_aside() -> Path:
    """Keep a broken SQLite database byte for byte beside the backups, for whoever may still read something from it."""
    source = sqlite_file()
    if source is None:
        raise BackupFailed(_("The database does not answer."))
    partial = _begin(backup_folder())
    shutil.copyfile(source, partial)
    return _named(partial, backup_folder(), "broken")


def back_up(source: Path, folder: Path) -> Path:
    """Copy an SQLite database into the folder and check the copy; returns its path.

    The copy is one consistent moment (SQLite's own backup), a single file that only its owner can read, and
    gets its name only when it is complete: `2026-11-30-143015.sqlite3`, in the time of the installation.
    """
    partial = _begin(folder)
    try:
        _copy(source, partial)
        with sqlite3.connect(f"{partial.resolve().as_uri()}?mode=ro", uri=True) as copy:
            tables, migrations = sqlite_tables(copy), migrations_of(copy)
        copy.close()
        finish(partial, _manifest(SQLITE, partial, tables, migrations))
        return _named(partial, folder, "sqlite3")
    finally:
        partial.unlink(missing_ok=True)


def back_up_postgres(folder: Path) -> Path:
    """The same for PostgreSQL, in the custom format of pg_dump: `2026-11-30-143015.dump`.

    The rows are counted in the very snapshot that pg_dump copies.
    """
    variables = environment(settings.DATABASES["default"])
    with postgres_connection() as database:
        server = database.info.server_version // 10000
        program, version = find_tool("pg_dump", server, _("the database server"))
        database.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        database.read_only = True
        snapshot = database.execute("SELECT pg_export_snapshot()").fetchone()
        tables, migrations = postgres_tables(database), migrations_of(database)
        partial = _begin(folder)
        try:
            command = [program, "--format=custom", "--no-owner", "--no-acl", f"--file={partial}"]
            run_tool([*command, f"--snapshot={snapshot[0] if snapshot else ''}"], variables)
            made = _manifest(POSTGRESQL, partial, tables, migrations, str(version))
            finish(partial, made)
            return _named(partial, folder, "dump")
        finally:
            partial.unlink(missing_ok=True)


def postgres_connection() -> psycopg.Connection[Any]:
    """A connection to the database of the installation, beside those of Django."""
    return psycopg.connect(**connection.get_connection_params())


def sqlite_tables(database: sqlite3.Connection) -> dict[str, int]:
    """How many rows each table has."""
    names = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
    ).fetchall()
    quoted = {name: name.replace('"', '""') for (name,) in names}
    return {
        name: int(database.execute(f'SELECT COUNT(*) FROM "{safe}"').fetchone()[0])  # noqa: S608
        for name, safe in quoted.items()
    }


def postgres_tables(database: psycopg.Connection[Any]) -> dict[str, int]:
    """The same in the schema that the program uses."""
    names = database.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
    ).fetchall()
    found = {}
    for (name,) in names:
        row = database.execute(sql.SQL("SELECT COUNT(*) FROM {}").format(sql.Identifier(name))).fetchone()
        found[str(name)] = int(row[0]) if row else 0
    return found


def holds_something(tables: dict[str, int]) -> bool:
    """Whether anything would be lost with a database that has so many rows in its tables."""
    return any(rows for name, rows in tables.items() if name not in MADE_FILLED)


def migrations_of(database: Any) -> list[list[str]]:
    """What was done to the database so far; nothing for one that knows no migrations."""
    try:
        rows = database.execute("SELECT app, name FROM django_migrations ORDER BY app, name").fetchall()
    except (sqlite3.OperationalError, psycopg.errors.UndefinedTable):
        return []
    return [[str(app), str(name)] for app, name in rows]


def _manifest(
    engine: str, file: Path, tables: dict[str, int], migrations: list[list[str]], made_with: str = ""
) -> Manifest:
    with file.open("rb") as copy:
        checksum = digest(copy)
    return Manifest(
        engine=engine,
        made_at=timezone.localtime().isoformat(timespec="seconds"),
        migrations=migrations,
        tables=tables,
        size=file.stat().st_size,
        sha256=checksum,
        made_with=made_with,
    )


def _begin(folder: Path) -> Path:
    """An empty file that only its owner reads."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    partial = folder / f"unfinished-{os.getpid()}"
    os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    return partial


def _copy(source: Path, target: Path) -> None:
    original, copy = sqlite3.connect(source, timeout=30), sqlite3.connect(target)
    try:
        original.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # the copy is one file, with no journal beside it
        verdict = copy.execute("PRAGMA quick_check").fetchone()[0]
    finally:
        copy.close()
        original.close()
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"the copy of {source} is damaged: {verdict}")


def _named(partial: Path, folder: Path, ending: str) -> Path:
    """Give a complete backup its name, on disk before it has it."""
    with partial.open("rb") as file:
        os.fsync(file.fileno())
    moment = timezone.localtime().strftime("%Y-%m-%d-%H%M%S")
    name, count = folder / f"{moment}.{ending}", 1
    while name.exists():
        count += 1
        name = folder / f"{moment}-{count}.{ending}"
    return partial.rename(name)
