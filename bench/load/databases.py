"""The database of a measurement: built once for its parameters, copied for every part, dropped at the end."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from phones import ROOT

POSTGRES = "postgres://postgres@127.0.0.1:5432"
PREFIX = "quesai_hall_built_"
MADE_FROM = ("tournament/migrations/*.py", "bench/load/building.py", "bench/load/world.py", "bench/phones.py")


class Database:
    """One database by the name `url`, which is made anew from what was built by `fresh`."""

    def __init__(self, engine: str, folder: Path, parameters: str) -> None:
        self.engine = engine
        self._mark = _mark(parameters)
        self._name = f"quesai_hall_{os.getpid()}"
        self._file = folder / "hall.sqlite3"
        self._kept = Path(tempfile.gettempdir()) / f"{PREFIX}{self._mark}.sqlite3"

    @property
    def url(self) -> str:
        """What DATABASE_URL is for the program."""
        return f"sqlite:///{self._file}" if self.engine == "sqlite" else f"{POSTGRES}/{self._name}"

    def is_built(self) -> bool:
        """Whether a run before this one has built the same today."""
        if self.engine == "sqlite":
            return self._kept.exists()
        return f"{PREFIX}{self._mark}" in _databases()

    def build(self, fill: Callable[[], None]) -> None:
        """Make it with `fill`, which works on `url`, and keep a copy for later; older copies go."""
        if self.engine == "sqlite":
            for old in self._kept.parent.glob(f"{PREFIX}*"):
                old.unlink()
            fill()
            shutil.copy(self._file, self._kept)
            return
        for name in _databases():
            if name.startswith(PREFIX):
                _run("dropdb", name)
        _run("createdb", self._name)
        fill()
        _run("createdb", "-T", self._name, f"{PREFIX}{self._mark}")

    def fresh(self) -> None:
        """As it was built. Nobody may be connected."""
        if self.engine == "sqlite":
            for path in self._file.parent.glob("hall.sqlite3*"):
                path.unlink()
            shutil.copy(self._kept, self._file)
            return
        _run("dropdb", "--if-exists", "--force", self._name)
        _run("createdb", "-T", f"{PREFIX}{self._mark}", self._name)

    def remove(self) -> None:
        """Drop it; what was built stays for the next run."""
        if self.engine == "postgres":
            _run("dropdb", "--if-exists", "--force", self._name)

    def version(self) -> str:
        """What the engine calls itself."""
        if self.engine == "sqlite":
            import sqlite3

            return f"SQLite {sqlite3.sqlite_version}"
        answer = subprocess.run(
            ["psql", "-h", "127.0.0.1", "-U", "postgres", "-Atc", "show server_version"],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        return f"PostgreSQL {answer.stdout.split()[0]}"


def _mark(parameters: str) -> str:
    # The log-ins of the referees last for a month, so what was built is used for a day only.
    digest = hashlib.sha256(f"{parameters} {datetime.now(UTC).date()}".encode())
    for pattern in MADE_FROM:
        for path in sorted(ROOT.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _databases() -> list[str]:
    answer = subprocess.run(
        ["psql", "-h", "127.0.0.1", "-U", "postgres", "-Atc", "select datname from pg_database"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return answer.stdout.split()


def _run(program: str, *arguments: str) -> None:
    subprocess.run(
        [program, "-h", "127.0.0.1", "-U", "postgres", *arguments], check=True, stderr=subprocess.PIPE
    )
