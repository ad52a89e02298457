"""Copies of the SQLite database, taken while the server may be writing to it."""

import os
import sqlite3
from pathlib import Path

from django.conf import settings
from django.utils import timezone


def backup_folder() -> Path:
    """Where the copies lie."""
    return Path(settings.VAR_DIR) / "backups"


def sqlite_file() -> Path | None:
    """The file of the database, or None where another engine keeps it."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] != "django.db.backends.sqlite3":
        return None
    return Path(str(database["NAME"]))


def back_up(source: Path, folder: Path) -> Path:
    """Copy the database into the folder and check the copy; returns its path.

    The copy is one consistent moment (SQLite's own backup), a single file that only its owner can read, and
    gets its name only when it is complete: `2026-11-30-143015.sqlite3`, in the time of the installation.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    partial = folder / f"unfinished-{os.getpid()}.sqlite3"
    os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    try:
        _copy(source, partial)
        target = _free_name(folder)
        partial.rename(target)
    finally:
        partial.unlink(missing_ok=True)
    return target


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


def _free_name(folder: Path) -> Path:
    moment = timezone.localtime().strftime("%Y-%m-%d-%H%M%S")
    name = folder / f"{moment}.sqlite3"
    count = 1
    while name.exists():
        count += 1
        name = folder / f"{moment}-{count}.sqlite3"
    return name
