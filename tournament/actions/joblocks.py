"""A lock on one job that ends with the process that holds it, however that process ends."""

import fcntl
import os
from pathlib import Path

from django.conf import settings


class JobLock:
    """Held from `acquire` to `release`, or until the process is gone.

    The lock lies on a file in VAR_DIR, so every process that does long work must see the same VAR_DIR. It is
    never inherited: each object has an open file of its own, and two objects exclude each other even in one
    process.
    """

    def __init__(self, job_id: int) -> None:
        self._path = Path(settings.VAR_DIR) / "jobs" / f"{job_id}.lock"
        self._file: int | None = None

    def acquire(self) -> bool:
        """Take the lock; False where somebody holds it."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        while True:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
                return False
            if self._is_still_there(file):
                self._file = file
                return True
            os.close(file)  # released and removed by somebody between opening and locking: once more

    def release(self) -> None:
        """Give the lock back and leave no file behind."""
        if self._file is not None:
            self._path.unlink(missing_ok=True)
            os.close(self._file)
            self._file = None

    def _is_still_there(self, file: int) -> bool:
        try:
            return self._path.stat().st_ino == os.fstat(file).st_ino
        except FileNotFoundError:
            return False
