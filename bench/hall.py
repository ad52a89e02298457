"""A full hall on one machine: standings and live pages under load while hands are saved, and what the care is worth.

usage: python bench/hall.py [--players 1000] [--sessions 10] [--seconds 20] [--rate 20] [--viewers 10000]
                            [--database postgres|sqlite] [--only standings,plain,viewers,visible,queries]

A tournament of 1,000 players is built with nine closed sessions and a tenth that is being played at 250 tables. Then,
for each part, the program is started as in operation: twice by `manage.py serve`, once for pages with a process less
than there are cores, once with one process for what referees enter, each of eight threads, and nginx with the files of
deploy/nginx before both. While `--rate` hands a second are entered through the referee's address, by which nginx finds
the second server (where gunicorn is asked directly, phones know it):

- standings: as many whole pages of standings as the machine gives, through nginx and from gunicorn;
- plain: the same page by an ordinary view without any care (bench/load/plain), with the same servers and saves;
- viewers: `--viewers` people with an open page that refreshes itself, and when they see what was saved;
- visible: only the last of this, with a few hundred;
- queries: how many queries each public page takes with 40, 200 and all players.

A measurement begins after `--warm-up` seconds of the same load: a process that was just started is cold, it imports,
compiles its templates and fills its caches with the first of everything, and of the first seconds that is what would be
measured. Processor time is counted from the start of the load.

Of the answers 200 a second are kept and looked at afterwards: whether they are complete and not older than they may be.
Everything that was acknowledged must be in the database, and at the end the standings must be what it gives. Exit 1
if anything of this is wrong; no time is ever a reason to fail.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from load.databases import Database  # noqa: E402
from load.readers import Reading, open_many_files  # noqa: E402
from load.servers import Nginx, Ports, environment  # noqa: E402
from load.world import World  # noqa: E402

PARTS = ("standings", "plain", "viewers", "visible", "queries")
USUAL = "standings,plain,viewers,queries"
SIZES = (40, 200)


def main() -> int:
    options = asked()
    folder = Path(tempfile.mkdtemp(prefix="quesai-hall-", dir=memory()))
    worlds = [World(options.players, options.sessions)]
    worlds += [World(size, options.sessions) for size in SIZES if size < options.players]
    database = Database(options.database, folder, repr(worlds))
    ports = Ports()
    os.environ.update(
        environment(database.url, "", ports.pages) | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    )
    import django

    django.setup()
    from load.report import Report, machine

    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    limit = open_many_files()
    report, began = Report(), time.monotonic()
    nginx = Nginx(folder, ports)
    try:
        report.heading(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC · {machine(database.version())}")
        report.add("load of the machine before", f"{os.getloadavg()[0]:.1f}")
        prepare(database, worlds)
        nginx.start()
        from load.measuring import Hall

        run(Hall(options, worlds[0], database, folder, ports, nginx, report), worlds, limit)
    except BaseException:
        traceback.print_exc()
        log = folder / "server.log"
        print(log.read_text(encoding="utf-8")[-3000:] if log.exists() else "", file=sys.stderr)
        tidy(options, database, folder, nginx)
        os._exit(2)  # telephones that still wait for an answer would hold the process
    tidy(options, database, folder, nginx)
    report.add("this took", f"{time.monotonic() - began:.0f} s")
    print("\n" + "─" * 100 + "\n" + report.text())
    return 1 if report.wrong else 0


def tidy(options: argparse.Namespace, database: Database, folder: Path, nginx: Nginx) -> None:
    """Leave nothing behind but what was built."""
    from django.db import connections

    connections.close_all()
    nginx.stop()
    if not options.keep:
        database.remove()
        shutil.rmtree(folder, ignore_errors=True)


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--sessions", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warm-up", type=float, default=10, help="seconds of load that are not measured")
    parser.add_argument("--rate", type=float, default=20, help="hands saved a second")
    parser.add_argument(
        "--readers", type=int, default=64, help="connections that ask for the standings again and again"
    )
    parser.add_argument("--plain-readers", type=int, default=8)
    parser.add_argument("--viewers", type=int, default=10_000)
    parser.add_argument("--viewers-direct", type=int, default=1_000, help="viewers without nginx")
    parser.add_argument("--every", type=float, default=1.6, help="seconds between two questions of a viewer")
    parser.add_argument("--followed", type=int, default=300, help="viewers whose every answer is looked at")
    parser.add_argument("--database", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument(
        "--redis", default="redis://127.0.0.1:6379/6", help="a database of Redis that is emptied"
    )
    parser.add_argument("--only", default=USUAL, help=f"some of {', '.join(PARTS)}")
    parser.add_argument("--no-plain", action="store_true")
    parser.add_argument("--keep", action="store_true", help="leave database and folder behind")
    options = parser.parse_args()
    options.only = [part for part in options.only.split(",") if not (options.no_plain and part == "plain")]
    if unknown := set(options.only) - set(PARTS):
        parser.error(f"there is no part {', '.join(unknown)}")
    return options


def prepare(database: Database, worlds: list[World]) -> None:
    """Build the tournaments, where a run before this one has not."""
    if database.is_built():
        return
    from django.core.management import call_command
    from django.db import connections
    from load.building import build

    def fill() -> None:
        call_command("migrate", verbosity=0)
        build(worlds)
        connections.close_all()

    began = time.monotonic()
    database.build(fill)
    print(f"built in {time.monotonic() - began:.0f} s, kept for the next run")


def run(hall, worlds: list[World], limit: int) -> None:  # type: ignore[no-untyped-def]
    """The parts that are asked for, in their order."""
    from load.measuring import BARE, CACHED, DIRECT, Measured, measure, tell, tell_shown

    options, report = hall.options, hall.report
    aims = ("≥ 2,000", "99 % < 100 ms")
    ours: dict[str, Measured] = {}
    plain: dict[str, Measured] = {}
    if "standings" in options.only:
        how = Reading(options.readers, options.seconds, options.warm_up)
        for way in (CACHED, DIRECT):
            ours[way] = measure(hall, "ours", way, [hall.standings], how)
            tell(hall, f"Standings, {options.readers} at once", ours[way], aims)
    if "plain" in options.only:
        how = Reading(options.plain_readers, options.seconds, options.warm_up)
        for way in (BARE, DIRECT):
            plain[way] = measure(hall, "plain", way, [f"/plain/{hall.world.slug}/"], how)
            tell(hall, f"The plain view, {options.plain_readers} at once", plain[way], ("", ""))
    if ours and plain:
        report.heading("Ours against the plain view, answers a second")
        for name, one, other in (("with nginx", CACHED, BARE), ("without nginx", DIRECT, DIRECT)):
            first, second = ours[one].per_second, plain[other].per_second
            report.add(name, f"{first:,.0f} : {second:,.1f} = {first / max(second, 0.05):,.0f}")
    for part in ("viewers", "visible"):
        if part in options.only:
            for way, viewers in ((CACHED, options.viewers), (DIRECT, options.viewers_direct)):
                many = options.followed if part == "visible" else min(viewers, limit // 2)
                how = Reading(
                    many, options.seconds, options.warm_up, options.every, followed=options.followed
                )
                paths = [f"{page}?part=1{{held}}&v={{v}}" for page in (hall.standings, hall.tables)]
                done = measure(hall, "ours", way, paths, how)
                tell(
                    hall,
                    f"{many:,} viewers, each every {options.every} s ± 12 %",
                    done,
                    ("", "99 % < 100 ms"),
                )
                tell_shown(report, done)
    if "queries" in options.only:
        from django.db import connections
        from load.queries import count

        connections.close_all()
        hall.database.fresh()
        count(worlds, report)


def memory() -> str | None:
    """A folder in memory, so that a slow disk disturbs nothing but the database."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


if __name__ == "__main__":
    sys.exit(main())
