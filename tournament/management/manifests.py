"""What a backup says about itself: when and by which version it was made, and what must be in it.

A backup is one file. It begins as its database would write it, so SQLite opens it and pg_restore reads it; behind
that stands a ZIP archive with `manifest.json` and the files of long work, which every unzip opens.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from django.conf import settings
from django.utils.translation import gettext as _

from tournament.refusals import Refused

FORMAT = "quesai-backup/1"
MANIFEST = "manifest.json"
FILES = "files/"
SQLITE, POSTGRESQL = "sqlite", "postgresql"
BEGINNINGS = {SQLITE: b"SQLite format 3\0", POSTGRESQL: b"PGDMP"}
CHUNK = 1 << 20


@dataclass(frozen=True)
class Manifest:
    """`size` and `sha256` are those of the database at the beginning of the file; `files` and `tables` by name."""

    engine: str
    made_at: str
    migrations: list[list[str]]
    tables: dict[str, int]
    size: int
    sha256: str
    made_with: str = ""
    files: dict[str, str] = field(default_factory=dict)
    format: str = FORMAT


def finish(path: Path, manifest: Manifest) -> None:
    """Put the files of the installation and the manifest behind a database that was just copied."""
    root = Path(settings.MEDIA_ROOT)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(root.rglob("*")):
            if file.is_file():
                name = file.relative_to(root).as_posix()
                archive.write(file, FILES + name)
                with archive.open(FILES + name) as stored:
                    manifest.files[name] = digest(cast(BinaryIO, stored))
        archive.writestr(MANIFEST, json.dumps(asdict(manifest), ensure_ascii=False, indent=1))


def engine_of(path: Path) -> str:
    """Which database wrote the beginning of a file; refused where none of ours did."""
    with path.open("rb") as file:
        start = file.read(16)
    for engine, beginning in BEGINNINGS.items():
        if start.startswith(beginning):
            return engine
    raise Refused("not_a_backup", _("%(path)s is no backup of this program.") % {"path": path})


def read_manifest(path: Path) -> Manifest | None:
    """The manifest of a backup whose every byte is as it was written; None for a bare SQLite file.

    Refused where something is damaged or missing.
    """
    engine = engine_of(path)
    if not zipfile.is_zipfile(path):
        if engine == SQLITE and _is_whole_sqlite(path):
            return None
        raise damaged(path)
    with opened(path) as archive:
        names = archive.namelist()
        if MANIFEST not in names:
            raise damaged(path)
        manifest = _parsed(archive.read(MANIFEST), path)
        if manifest.engine != engine or archive.infolist()[0].header_offset != manifest.size:
            raise damaged(path)
        with path.open("rb") as file:
            if digest(file, manifest.size) != manifest.sha256:
                raise damaged(path)
        for name, expected in manifest.files.items():
            if FILES + name not in names:
                raise damaged(path)
            with archive.open(FILES + name) as stored:
                if digest(cast(BinaryIO, stored)) != expected:
                    raise damaged(path)
    return manifest


def copy_database(path: Path, manifest: Manifest | None, target: BinaryIO) -> None:
    """Write the database of a backup into an open file."""
    left = manifest.size if manifest else path.stat().st_size
    with path.open("rb") as file:
        while left and (chunk := file.read(min(CHUNK, left))):
            target.write(chunk)
            left -= len(chunk)


def unpack_files(path: Path, manifest: Manifest) -> int:
    """Put the files of a backup where the installation keeps them; returns how many."""
    root = Path(settings.MEDIA_ROOT)
    with opened(path) as archive:
        for name in manifest.files:
            inside = PurePosixPath(name)
            if inside.is_absolute() or ".." in inside.parts:
                raise damaged(path)
            target = root / inside
            target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            target.write_bytes(archive.read(FILES + name))
    return len(manifest.files)


@contextmanager
def opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """The archive behind the database; what is wrong with it is said in words."""
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, NotImplementedError, ValueError) as error:
        raise damaged(path) from error


def digest(file: BinaryIO, size: int | None = None) -> str:
    """SHA-256 of a file, or of its first `size` bytes."""
    made, left = hashlib.sha256(), size
    while left != 0:
        chunk = file.read(CHUNK if left is None else min(CHUNK, left))
        if not chunk:
            break
        made.update(chunk)
        left = None if left is None else left - len(chunk)
    return made.hexdigest()


def damaged(path: Path) -> Refused:
    """How a file is refused that is not as it was written."""
    text = _(
        "%(path)s is damaged: it is not what the backup wrote. Nothing was changed. Copy the file again, or take "
        "another one."
    )
    return Refused("damaged", text % {"path": path})


def _parsed(text: bytes, path: Path) -> Manifest:
    try:
        found = json.loads(text)
        if found.get("format") != FORMAT:
            raise Refused(
                "other_format",
                _(
                    "%(path)s was made by another version of the program, in a form that this one does not know."
                )
                % {"path": path},
            )
        return Manifest(**found)
    except (ValueError, TypeError, AttributeError) as error:
        raise damaged(path) from error


def _is_whole_sqlite(path: Path) -> bool:
    """Whether a file is as long as its own first page says."""
    with path.open("rb") as file:
        head = file.read(100)
    page = int.from_bytes(head[16:18], "big")
    return path.stat().st_size == (65536 if page == 1 else page) * int.from_bytes(head[28:32], "big")
