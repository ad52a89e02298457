"""A zip that is the same whenever and wherever it is made of the same files, with names that every system takes."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import UTC, datetime
from typing import IO

CONTENT_TYPE = "application/zip"
# The first moment that a zip can name: none of its files says when it was made.
DATE = (1980, 1, 1, 0, 0, 0)
LONGEST = 100
READABLE, UNIX = 0o100644, 3
_PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
_MADE = re.compile(rb"(<dcterms:(created|modified)\b[^>]*>)[^<]*")


class WebArchive:
    """A zip that is written file by file into `file`, from `with` on; what was added is not held in memory."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self._last = ""

    def add(self, name: str, content: bytes) -> None:
        """Add a file. Raises ValueError for a name that some system does not take, or out of the order of names."""
        if not is_safe(name):
            raise ValueError(f"{name!r} is no name for a file on every system")
        if name <= self._last:
            raise ValueError(f"{name!r} comes after {self._last!r}")
        self._last = name
        self._zip.writestr(_entry(name), content, compresslevel=9)

    def __enter__(self) -> WebArchive:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._zip.close()


def is_safe(name: str) -> bool:
    """Whether a path of a file is good on every system: plain characters, no dots in front, 100 at most."""
    parts = name.split("/")
    return len(name) <= LONGEST and all(
        _PART.fullmatch(part) and not part.endswith(".") and not _RESERVED.fullmatch(part) for part in parts
    )


def steady(workbook: bytes, at: datetime) -> bytes:
    """The same XLSX as if it had been made `at` that moment: its parts and its properties say no other."""
    moment = f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}".encode()
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook)) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            content = old.read(name)
            if name == "docProps/core.xml":
                content = _MADE.sub(lambda found: found[1] + moment, content)
            new.writestr(_entry(name), content)
    return file.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr, entry.create_system = READABLE << 16, UNIX
    return entry
