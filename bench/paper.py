"""What sheets and files of a large tournament cost: time, size and memory, each in a process of its own.

usage: python bench/paper.py [--players 1000] [--sessions 10] [KIND …]

The tournament of bench/hall.py is built on SQLite: nine closed sessions, a tenth that is being played, and an act and a
line of the history for each hand. Then every kind of sheet of `tournament.prints` (or those that are named), and each
of the files (`workbook`, `event_file`, `saved`, `restored`, `web_archive`), is made once in a process that does nothing
else: seconds for reading and putting together, seconds for drawing, seconds of work of the processor (which count where
the machine does other things, too), pages, bytes, queries, and the memory that the process has taken at most above what
it had before. `restored` needs `saved` before it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from load.databases import Database  # noqa: E402
from load.servers import environment  # noqa: E402
from load.world import World  # noqa: E402

SAVED, HISTORY = "saved.zip", "history"
# A whole pack of what can be chosen one by one.
OPTIONS = {"score_sheets": {"state": "filled"}}
SESSION = 1


def main() -> None:
    options = asked()
    if options.one == HISTORY:
        print(json.dumps(history(World(options.players, options.sessions).slug)))
        return
    if options.one:
        print(json.dumps(measure(options.one, World(options.players, options.sessions).slug, options.folder)))
        return
    world = World(options.players, options.sessions)
    with tempfile.TemporaryDirectory(prefix="quesai-paper-") as folder:
        database = Database("sqlite", Path(folder), repr([world]))
        os.environ.update(environment(database.url, "", 0) | {"DJANGO_SETTINGS_MODULE": "config.settings"})
        prepare(database, world)
        database.fresh()
        in_its_own_process(HISTORY, options, folder)
        for kind in options.kinds or every_kind():
            show(kind, in_its_own_process(kind, options, folder))


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--sessions", type=int, default=10)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def prepare(database: Database, world: World) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections
    from load.building import build

    call_command("collectstatic", interactive=False, verbosity=0)

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

    return [*KINDS, *FILES]


def in_its_own_process(kind: str, options: argparse.Namespace, folder: str) -> dict[str, Any]:
    command = [sys.executable, __file__, "--one", kind, "--players", str(options.players)]
    command += ["--sessions", str(options.sessions), "--folder", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return {"error": done.stderr.strip().splitlines()[-1]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def history(slug: str) -> int:
    """Acts and lines of the history for all hands."""
    import django

    django.setup()
    from load.history import add_history

    return add_history(slug)


def measure(kind: str, slug: str, folder: Path) -> dict[str, Any]:
    """Make one kind here."""
    import django

    django.setup()
    from django.db import connection

    from tournament.models import Tournament
    from tournament.prints import KINDS

    event = Tournament.objects.get(slug=slug)
    queries = 0

    def counted(execute: Any, *asked: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*asked)

    before = peak()
    began, work = time.monotonic(), time.process_time()
    with connection.execute_wrapper(counted):
        made = sheets(kind, event) if kind in KINDS else Made(FILES[kind](event, folder))
    ended = time.monotonic()
    return {
        "reading": (made.put_together or ended) - began,
        "drawing": ended - (made.put_together or ended),
        "pages": made.pages,
        "bytes": made.size,
        "queries": queries,
        "work": time.process_time() - work,
        "memory": peak() - before,
    }


def peak() -> float:
    """The memory that this process has had at most, in MB. What its parent had, `getrusage` would count as well."""
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM:"))


@dataclass(frozen=True)
class Made:
    """Something that was made: bytes, pages, and when everything for them was read."""

    size: int
    pages: int = 0
    put_together: float = 0


def sheets(kind: str, event: Any) -> Made:
    from tournament.prints import KINDS, Asked
    from tournament.sheets.document import render

    session = event.sessions.get(number=SESSION)
    session.tournament = event
    wanted = {
        field.key: field.values[0][0] if hasattr(field, "values") else "" for field in KINDS[kind].fields
    }
    wanted |= OPTIONS.get(kind, {})
    document = KINDS[kind].make(Asked(event, session=session, address="https://example.org", options=wanted))
    put_together = time.monotonic()
    made = render(document)
    return Made(len(made.content), made.pages, put_together)


def workbook(event: Any, _folder: Path) -> int:
    from tournament.exchange.workbook import fresh_workbook

    return len(fresh_workbook(event).content)


def event_file(event: Any, _folder: Path) -> int:
    from tournament.exchange.event_export import export_event

    return len(json.dumps(export_event(event), ensure_ascii=False).encode())


def saved(event: Any, folder: Path) -> int:
    from tournament.exchange.saved_tournament_writing import save_tournament

    return (folder / SAVED).write_bytes(save_tournament(event).content)


def restored(_event: Any, folder: Path) -> int:
    from django.contrib.auth.models import User

    from tournament.actions.restoring import restore_tournament

    with (folder / SAVED).open("rb") as file:
        restore_tournament(file, User.objects.get(username="organiser"))
    return (folder / SAVED).stat().st_size


def web_archive(event: Any, _folder: Path) -> int:
    from django.contrib.auth.models import User

    from tournament.models import Job
    from tournament.pages.archive.work import KIND, make_archive

    owner = User.objects.get(username="organiser")
    work = Job.objects.create(tournament=event, owner=owner, kind=KIND, arguments={"languages": "both"})
    make_archive(work, lambda *_done: None)
    return len(work.printed_file.content)


# What is no sheet: each returns its bytes.
FILES = {made.__name__: made for made in (workbook, event_file, saved, restored, web_archive)}


def show(kind: str, found: dict[str, Any]) -> None:
    if "error" in found:
        print(f"{kind:20} {found['error']}")
        return
    print(
        f"{kind:20} read {found['reading']:6.1f} s  drawn {found['drawing']:6.1f} s"
        f"  work {found['work']:6.1f} s  {found['pages']:6,} pages"
        f"  {found['bytes'] / 1024:8,.0f} kB  {found['queries']:4} queries  {found['memory']:6,.0f} MB"
    )


if __name__ == "__main__":
    main()
