"""The readers: a program in C that is compiled when it is needed, what it says and what it kept."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import resource
import struct
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_name("viewers.c")
RECORD = struct.Struct("=ddiiii")
HEADERS = (
    "Host: {host}\r\nAccept-Encoding: gzip, deflate, br\r\nAccept-Language: en\r\nUser-Agent: viewers\r\n\r\n"
)


@dataclass(frozen=True)
class Reading:
    """How pages are read: so many readers, each again `every` seconds after an answer, or at once where that is 0."""

    readers: int
    seconds: float
    warm_up: float
    every: float = 0.0
    jitter: float = 0.12
    checked: int = 200
    followed: int = 0


@dataclass(frozen=True)
class Answer:
    """One answer as a reader got it."""

    sent: float
    received: float
    reader: int
    status: int
    head: str
    body: bytes

    @property
    def token(self) -> str:
        """X-Version."""
        found = re.search(r"^X-Version: *(\S+)", self.head, re.M | re.I)
        return found[1] if found else ""


@dataclass(frozen=True)
class Read:
    """What came of it: the figures of the program, and the answers that it kept."""

    figures: dict[str, Any]
    answers: list[Answer]


def read(port: int, paths: Sequence[str], how: Reading, folder: Path) -> Read:
    """Let readers loose on the pages; `{v}` and `{held}` in a path see in viewers.c. Blocks until they are done."""
    kept = folder / "answers"
    asked: list[str] = []
    for path in paths:
        token = first_token(port, path) if "{v}" in path else ""
        asked += [token, f"GET {path} HTTP/1.1\r\n" + HEADERS.format(host=f"127.0.0.1:{port}")]
    figures = (how.readers, how.seconds, how.warm_up, how.every, how.jitter, how.checked, how.followed)
    done = subprocess.run(
        [program(), str(port), *map(str, figures), str(kept), *asked],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    answers = list(_kept(kept))
    kept.unlink()
    return Read(json.loads(done.stdout), answers)


def fetch(port: int, path: str) -> tuple[int, http.client.HTTPMessage, str]:
    """One answer, unpacked."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Accept-Language": "en"})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    if response.getheader("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
    return response.status, response.headers, body.decode()


def plain_address(path: str) -> str:
    """The address that somebody asks who has nothing yet."""
    return path.replace("{held}", "").replace("{v}", "")


def first_token(port: int, path: str) -> str:
    """The token that a reader begins with: that of the page as it is now."""
    status, headers, _body = fetch(port, plain_address(path))
    if status != 200:
        raise RuntimeError(f"{path} is answered {status}")
    return headers["X-Version"]


def open_many_files() -> int:
    """Raise the limit of open files, which every connection counts as; returns what it is now."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (65536, hard):
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, max(wanted, hard)))
        except (ValueError, OSError):
            continue
        break
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


@lru_cache
def program() -> str:
    """The compiled program."""
    made = Path(tempfile.mkdtemp(prefix="quesai-viewers-")) / "viewers"
    subprocess.run(["gcc", "-O2", "-o", str(made), str(SOURCE)], check=True)
    return str(made)


def _kept(path: Path) -> Iterator[Answer]:
    with path.open("rb") as file:
        while start := file.read(RECORD.size):
            sent, received, reader, status, head, body = RECORD.unpack(start)
            yield Answer(sent, received, reader, status, file.read(head).decode("latin-1"), file.read(body))
