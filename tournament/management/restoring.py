"""Going back to a backup: what is refused, how the database is exchanged, and how one sees that all is there."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.utils.translation import gettext as _
from psycopg import sql

from tournament.refusals import Refused

from .backups import (
    backup_folder,
    holds_something,
    migrations_of,
    postgres_connection,
    postgres_tables,
    sqlite_file,
    sqlite_tables,
)
from .manifests import (
    POSTGRESQL,
    SQLITE,
    Manifest,
    copy_database,
    damaged,
    engine_of,
    read_manifest,
    unpack_files,
)
from .postgres_tools import environment, find_tool, run_tool
from .versions import newer_migration

ENGINES = {SQLITE: "SQLite", POSTGRESQL: "PostgreSQL"}


def check_backup(path: Path) -> Manifest | None:
    """Read a backup to its last byte. Refused: damaged, foreign, for another database, or of a newer program."""
    if not path.is_file():
        raise Refused("no_file", _("There is no file %(path)s.") % {"path": path})
    manifest, engine = read_manifest(path), engine_of(path)
    ours = SQLITE if sqlite_file() is not None else POSTGRESQL
    if engine != ours:
        text = _(
            "This is a backup of %(engine)s, but DATABASE_URL names a database of %(ours)s. Restore it into "
            "%(engine)s, then move it: manage.py move_database"
        )
        raise Refused("other_engine", text % {"engine": ENGINES[engine], "ours": ENGINES[ours]})
    applied = manifest.migrations if manifest else _migrations_of_file(path)
    if not any(app == "tournament" for app, _name in applied):
        raise Refused("not_a_backup", _("%(path)s is no backup of this program.") % {"path": path})
    newer = newer_migration(applied)
    if newer:
        text = _(
            "This backup was made by a newer version of the program (it has %(name)s). Restore it with that one."
        )
        raise Refused("newer", text % {"name": newer})
    return manifest


def tables_now() -> dict[str, int]:
    """How many rows the tables of the installation's database have; nothing where there is no database yet."""
    source = sqlite_file()
    if source is None:
        with postgres_connection() as database:
            return postgres_tables(database)
    if not source.exists():
        return {}
    if is_broken():
        return {str(source): 1}  # a broken database is something, too
    file = sqlite3.connect(source)
    try:
        return sqlite_tables(file)
    finally:
        file.close()


def is_broken() -> bool:
    """Whether the installation has an SQLite file in which SQLite finds mistakes."""
    source = sqlite_file()
    if source is None or not source.exists():
        return False
    database = sqlite3.connect(source)
    try:
        return bool(database.execute("PRAGMA quick_check").fetchone()[0] != "ok")
    except sqlite3.DatabaseError:
        return True
    finally:
        database.close()


def is_empty() -> bool:
    """Whether nothing would be lost: no row in the database, no file of long work."""
    root = Path(settings.MEDIA_ROOT)
    return not holds_something(tables_now()) and not any(file.is_file() for file in root.rglob("*"))


def put_back(path: Path, manifest: Manifest | None) -> int:
    """Exchange the database and the files of the installation for those of a backup; returns how many files."""
    connections.close_all()
    target = sqlite_file()
    if target is None:
        _put_back_postgres(path)
    else:
        _put_back_sqlite(path, manifest, target)
    cache.clear()  # what is kept under a version belongs to what was there before
    if manifest is None:
        return 0
    shutil.rmtree(settings.MEDIA_ROOT, ignore_errors=True)
    return unpack_files(path, manifest)


def refuse_company() -> None:
    """Refuse while somebody else has the database open: a server from elsewhere, a worker, a shell."""
    connections.close_all()
    target = sqlite_file()
    if target is None:
        with postgres_connection() as database:
            row = database.execute(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() "
                "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            ).fetchone()
        alone = not row or not row[0]
    else:
        alone = not target.exists() or _is_alone(target)
    if not alone:
        text = _(
            "Another program has the database open. Stop the server and its workers first, then call this again."
        )
        raise Refused("in_use", text)


def _is_alone(target: Path) -> bool:
    """SQLite gives its journal up only where no other connection is open; afterwards all is in the one file."""
    database = sqlite3.connect(target, timeout=0.5)
    try:
        database.execute("PRAGMA journal_mode=DELETE").fetchall()
    except sqlite3.OperationalError:
        return False
    except sqlite3.DatabaseError:
        return True  # a broken database is nobody's
    finally:
        database.close()
    return True


def _put_back_sqlite(path: Path, manifest: Manifest | None, target: Path) -> None:
    """Write the database beside its place, look at it there, and let it take that place in one step."""
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = target.with_name(f"{target.name}.restoring")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            copy_database(path, manifest, file)
            file.flush()
            os.fsync(file.fileno())
        if not _is_sound(fresh, manifest):
            raise damaged(path)
        for ending in ("-wal", "-shm", "-journal"):
            Path(f"{target}{ending}").unlink(missing_ok=True)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def _is_sound(file: Path, manifest: Manifest | None) -> bool:
    database = sqlite3.connect(file)
    try:
        if database.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            return False
        if database.execute("PRAGMA foreign_key_check").fetchone() is not None:
            return False
        return manifest is None or sqlite_tables(database) == manifest.tables
    except sqlite3.DatabaseError:
        return False
    finally:
        database.close()


def _put_back_postgres(path: Path) -> None:
    """Remove the tables and make those of the dump in one transaction: all of it happens, or nothing."""
    database = settings.DATABASES["default"]
    with postgres_connection() as now:
        server = now.info.server_version // 10000
        drops = [
            sql.SQL("DROP TABLE IF EXISTS {} CASCADE;\n").format(sql.Identifier(name)).as_string(now)
            for name in postgres_tables(now)
        ]
    reader, _version = find_tool("pg_restore", server, _("the database server"))
    writer, _version = find_tool("psql", server, _("the database server"))
    backup_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=backup_folder()) as folder:
        drop, make = Path(folder) / "drop.sql", Path(folder) / "make.sql"
        drop.write_text("".join(drops), encoding="utf-8")
        variables = environment(database)
        run_tool([reader, "--no-owner", "--no-acl", f"--file={make}", str(path)], variables)
        command = [writer, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction"]
        run_tool([*command, "--output=/dev/null", f"--file={drop}", f"--file={make}"], variables)


def _migrations_of_file(path: Path) -> list[list[str]]:
    with sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True) as database:
        found = migrations_of(database)
    database.close()
    return found
