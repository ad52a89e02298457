"""PostgreSQL's own programs, found on the PATH and told by their environment how to reach the database."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import Any

from django.utils.translation import gettext as _

from tournament.refusals import Refused

# Options of a connection that libpq also takes from its environment.
OPTIONS = {
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "passfile": "PGPASSFILE",
    "service": "PGSERVICE",
    "options": "PGOPTIONS",
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
}
PLACES = {
    "NAME": "PGDATABASE",
    "USER": "PGUSER",
    "PASSWORD": "PGPASSWORD",
    "HOST": "PGHOST",
    "PORT": "PGPORT",
}


class ToolFailed(Exception):
    """A program of PostgreSQL ended with an error; the text is what it said."""


def environment(database: dict[str, Any]) -> dict[str, str]:
    """The variables by which libpq reaches a database. What is not given stays as it is outside."""
    values = {variable: database.get(key) for key, variable in PLACES.items()}
    values |= {variable: database.get("OPTIONS", {}).get(key) for key, variable in OPTIONS.items()}
    said = {variable: str(value) for variable, value in values.items() if value not in (None, "")}
    return os.environ | said | {"PGAPPNAME": "quesai backup", "LC_MESSAGES": "C"}


def find_tool(name: str, at_least: int, what: str) -> tuple[str, int]:
    """The path and version of a program; refused where it is missing or older than `what`, of version `at_least`."""
    path = shutil.which(name)
    if path is None:
        text = _("The program %(name)s is not on this machine. On Debian: apt install postgresql-client")
        raise Refused("no_tool", text % {"name": name})
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"(\d+)(?:\.\d+)* ?", said)
    version = int(found.group(1)) if found else 0
    if version < at_least:
        text = _(
            "%(name)s on this machine is of version %(version)s, but %(what)s is of version %(needed)s. "
            "Install the newer one; on Debian: apt install postgresql-client-%(needed)s"
        )
        values = {"name": name, "version": version, "what": what, "needed": at_least}
        raise Refused("old_tool", text % values)
    return path, version


def run_tool(command: list[str], variables: dict[str, str]) -> None:
    """Run a program to its end. Raises ToolFailed with what it said."""
    ended = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if ended.returncode:
        lines = [line for line in ended.stderr.strip().splitlines() if line]
        raise ToolFailed(lines[0] if lines else f"{command[0]}: {ended.returncode}")
