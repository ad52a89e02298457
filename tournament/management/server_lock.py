"""Locks on files in VAR_DIR: every server holds one until its last process ends, and another one while it prepares."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from tournament.refusals import Refused

RUNNING = "server.lock"
PREPARING = "start.lock"


def hold_as_server() -> int:
    """Take the lock for this process and whatever it becomes. Refused while the database is being replaced."""
    file = _open(RUNNING)
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(file)
        text = _("The database is being restored or moved. Start the server when that is done.")
        raise Refused("being_replaced", text) from error
    os.set_inheritable(file, True)
    return file


@contextmanager
def no_server() -> Iterator[None]:
    """No server of this VAR_DIR runs, and none starts meanwhile. Refused where one runs."""
    file = _open(RUNNING)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Refused(
                "server_runs", _("The server runs. Stop it first, then call this again.")
            ) from error
        yield
    finally:
        os.close(file)


@contextmanager
def preparing_alone() -> Iterator[None]:
    """Of servers that start together one prepares at a time; the others wait, and find everything done."""
    file = _open(PREPARING)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


def _open(name: str) -> int:
    folder = Path(settings.VAR_DIR)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
