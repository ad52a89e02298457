"""Where the processes of one web server put what they count, so that any of them can tell the sum.

A folder for each start of the server, VAR_DIR/metrics/…, because servers in several containers may share VAR_DIR.
The server holds a lock on its own as long as it lives; what nobody holds is of the dead, and is cleared away.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from pathlib import Path

LOCK = "lock"
# Where the library of the figures reads it: set by the server for its processes, by nobody else.
VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
# Inherited by the processes of the server and open until the last of them is gone.
_held: list[int] = []


def prepare(folder: Path) -> Path:
    """Clear away what dead servers left, and make the folder of this one."""
    folder.mkdir(parents=True, exist_ok=True)
    guard = _open(folder)
    fcntl.flock(guard, fcntl.LOCK_EX)  # nobody clears away what another has made and not locked yet
    try:
        for other in filter(Path.is_dir, folder.iterdir()):
            lock = _lock(other)
            if lock is not None:
                shutil.rmtree(other)
                os.close(lock)
        fresh = Path(tempfile.mkdtemp(dir=folder))
        held = _lock(fresh)
        assert held is not None  # noqa: S101 - nobody else is here
        _held.append(held)
    finally:
        os.close(guard)
    return fresh


def _open(folder: Path) -> int:
    return os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _lock(folder: Path) -> int | None:
    """The lock of a folder, None where a living server has it."""
    file = _open(folder)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return None
    return file
