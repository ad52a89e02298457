"""What sheets and files of a large tournament cost: time, size and memory, each in a process of its own.

usage: python bench/paper.py [--players 1000] [--sessions 10] [KIND …]

The tournament of bench/hall.py is built on SQLite: nine closed sessions, a tenth that is being played. Then every kind
of sheet of `tournament.prints` (or those that are named), and the workbook, is made once in a process that does nothing
else: seconds for reading and putting together, seconds for drawing, pages, bytes, queries, and the memory that the
process has taken at most above what it had before.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from load.databases import Database  # noqa: E402
from load.servers import environment  # noqa: E402
from load.world import World  # noqa: E402

WORKBOOK = "workbook"
# A whole pack of what can be chosen one by one.
OPTIONS = {"score_sheets": {"state": "filled"}}
SESSION = 1


def main() -> None:
    options = asked()
    if options.one:
        print(json.dumps(measure(options.one, World(options.players, options.sessions).slug)))
        return
    world = World(options.players, options.sessions)
    with tempfile.TemporaryDirectory(prefix="quesai-paper-") as folder:
        database = Database("sqlite", Path(folder), repr([world]))
        os.environ.update(environment(database.url, "", 0) | {"DJANGO_SETTINGS_MODULE": "config.settings"})
        prepare(database, world)
        database.fresh()
        for kind in options.kinds or every_kind():
            show(kind, in_its_own_process(kind, options))


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--sessions", type=int, default=10)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    return parser.parse_args()


def prepare(database: Database, world: World) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections
    from load.building import build

    def fill() -> None:
        call_command("migrate", verbosity=0)
        build([world])
        connections.close_all()

    if not database.is_built():
        began = time.monotonic()
        database.build(fill)
        print(f"built in {time.monotonic() - began:.0f} s")


def every_kind() -> list[str]:
    from tournament.prints import KINDS

    return [*KINDS, WORKBOOK]


def in_its_own_process(kind: str, options: argparse.Namespace) -> dict[str, Any]:
    command = [sys.executable, __file__, "--one", kind, "--players", str(options.players)]
    command += ["--sessions", str(options.sessions)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return {"error": done.stderr.strip().splitlines()[-1]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def measure(kind: str, slug: str) -> dict[str, Any]:
    """Make one kind here."""
    import django

    django.setup()
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournament.models import Tournament
    from tournament.prints import KINDS, Asked
    from tournament.sheets.document import render

    event = Tournament.objects.get(slug=slug)
    session = event.sessions.get(number=SESSION)
    session.tournament = event
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.monotonic()
    with CaptureQueriesContext(connection) as queries:
        if kind == WORKBOOK:
            from tournament.exchange.workbook import results_workbook

            content, pages, put_together = results_workbook(event).content, 0, time.monotonic()
        else:
            wanted = {
                field.key: field.values[0][0] if hasattr(field, "values") else ""
                for field in KINDS[kind].fields
            }
            wanted |= OPTIONS.get(kind, {})
            document = KINDS[kind].make(
                Asked(event, session=session, address="https://example.org", options=wanted)
            )
            put_together = time.monotonic()
            made = render(document)
            content, pages = made.content, made.pages
    ended = time.monotonic()
    return {
        "reading": put_together - began,
        "drawing": ended - put_together,
        "pages": pages,
        "bytes": len(content),
        "queries": len(queries),
        "memory": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024,
    }


def show(kind: str, found: dict[str, Any]) -> None:
    if "error" in found:
        print(f"{kind:20} {found['error']}")
        return
    print(
        f"{kind:20} read {found['reading']:6.1f} s  drawn {found['drawing']:6.1f} s  {found['pages']:6,} pages"
        f"  {found['bytes'] / 1024:8,.0f} kB  {found['queries']:4} queries  {found['memory']:6,.0f} MB"
    )


if __name__ == "__main__":
    main()
