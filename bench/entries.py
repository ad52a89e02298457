"""Entries that cannot be lost: phones, a bad network, and a server that is killed in the middle.

usage: python bench/entries.py [--tables 64] [--database sqlite|postgres|both] [--kills 3] [--pace 6]

For each database a real server is started (`manage.py serve`) with one session of 64 tables. At every table two phones
of one referee record the same 16 hands, one in `--pace` seconds on average, each with an id of its own for each entry
and the version of the table that it reckons with. Of all requests 10 % are sent twice, 5 % of the answers are cut off
before they are read, and the server is killed with SIGKILL and started again three times. A phone that has no answer
sends the same entry again. At the end the database is read: every hand that was acknowledged must be there, once, and
every total must be what the rules give. Exit 1 if anything is lost, doubled or wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time

from phones import HANDS, ROOT, Counts, Phone, Server, free_port, hands_of

REPEATED, CUT = 0.10, 0.05
POSTGRES = "postgres://postgres@127.0.0.1:5432"


def in_django(environment: dict[str, str], what: str, *arguments: str) -> str:
    """Run one of the functions at the end of this file in a process with this database."""
    done = subprocess.run(
        [sys.executable, __file__, "--inside", what, *arguments],
        cwd=ROOT, env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout.strip().splitlines()[-1]


def run(database: str, tables: int, kills: int, pace: float) -> bool:
    """One run on one database; prints a report. Whether nothing is lost, doubled or wrong."""
    folder = tempfile.mkdtemp(prefix="quesai-entries-")
    name = f"quesai_entries_{os.getpid()}"
    url = f"sqlite:///{folder}/quesai.sqlite3" if database == "sqlite" else f"{POSTGRES}/{name}"
    port = free_port()
    environment = {
        **os.environ, "DATABASE_URL": url, "VAR_DIR": folder, "PORT": str(port), "DEMO": "no", "DEBUG": "no",
        "REDIS_URL": "", "DJANGO_SETTINGS_MODULE": "config.settings",
    }  # fmt: skip
    if database == "postgres":
        subprocess.run(["createdb", "-h", "127.0.0.1", "-U", "postgres", name], check=True)
    try:
        made = json.loads(in_django(environment, "prepare", str(tables)))
        server = Server(environment, port)
        server.start()
        counts = Counts()
        began = time.monotonic()
        threads = [
            threading.Thread(
                target=Phone(
                    port,
                    made["slug"],
                    table,
                    key,
                    counts,
                    random.Random(f"{table} {which}"),
                    pace,
                    repeated=REPEATED,
                    cut=CUT,
                ).play
            )
            for table, keys in enumerate(made["phones"], 1)
            for which, key in enumerate(keys)
        ]
        for thread in threads:
            thread.start()
        done = 0
        wanted = [tables * HANDS * (n + 1) // (kills + 1) for n in range(kills)]
        while any(thread.is_alive() for thread in threads):
            if done < kills and len(counts.acknowledged) >= wanted[done]:
                server.kill()
                server.start()
                done += 1
            time.sleep(0.02)
        seconds = time.monotonic() - began
        server.kill()
        found = json.loads(in_django(environment, "judge", made["slug"]))
    finally:
        if database == "postgres":
            subprocess.run(["dropdb", "-h", "127.0.0.1", "-U", "postgres", "--force", name], check=False)
    return report(database, tables, done, seconds, counts, found)


def report(database: str, tables: int, kills: int, seconds: float, counts: Counts, found: dict) -> bool:
    lost = [f"{t}/{n}" for t, n in sorted(counts.acknowledged) if n not in found["hands"].get(str(t), [])]
    times = sorted(counts.latencies)

    def at(share: float) -> str:
        return f"{1000 * times[min(len(times) - 1, int(share * len(times)))]:.0f} ms" if times else "–"

    print(
        f"\n{database}: {tables} tables x {HANDS} hands, two phones each, {kills} x SIGKILL, {seconds:.0f} s"
    )
    print(f"  answers                {dict(counts.answers.most_common())}")
    print(f"  hands acknowledged     {len(counts.acknowledged)} of {tables * HANDS}")
    print(f"  lost                   {len(lost)} {' '.join(lost[:10])}")
    print(f"  doubled                {found['doubled']}")
    print(f"  wrong hands            {found['wrong_hands']}")
    print(f"  wrong totals           {found['wrong_totals']}")
    print(f"  latency of an answer   median {at(0.5)}, 95 % {at(0.95)}, 99 % {at(0.99)}, longest {at(1)}")
    for problem in counts.problems[:10]:
        print(f"  PROBLEM {problem}")
    complete = len(counts.acknowledged) == tables * HANDS
    wrong = lost or found["doubled"] or found["wrong_hands"] or found["wrong_totals"] or counts.problems
    return complete and not wrong


# ── What runs in a process of its own, with Django


def prepare(tables: str) -> str:
    """A tournament with one published session and a referee for each table, logged in on two telephones."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command

    from tests import making

    call_command("migrate", verbosity=0)
    event = making.drawn(4 * int(tables), 1)
    phones = []
    for number in range(1, int(tables) + 1):
        account: User = making.referee(event, f"referee{number}", [number])
        keys = []
        for _ in range(2):
            store = SessionStore()
            store[SESSION_KEY] = str(account.pk)
            store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
            store[HASH_SESSION_KEY] = account.get_session_auth_hash()
            store.create()
            keys.append(store.session_key)
        phones.append(keys)
    return json.dumps({"slug": event.slug, "phones": phones})


def judge(slug: str) -> str:
    """What the database holds, compared with what every table played and with the rules."""
    from tournament.models import Hand as Stored
    from tournament.models import Table

    hands: dict[str, list[int]] = {}
    doubled = wrong_hands = wrong_totals = 0
    for table in Table.objects.filter(session__tournament__slug=slug):
        rows = list(Stored.objects.filter(table=table).order_by("number", "revision"))
        current = {row.number: row for row in rows if row.is_current}
        doubled += len(rows) - len(current)
        hands[str(table.number)] = sorted(current)
        played = hands_of(table.number)
        for hand in played:
            row = current.get(hand.number)
            same = row is not None and (row.winner, row.discarder, row.fan) == (
                hand.winner,
                hand.discarder,
                hand.fan,
            )
            wrong_hands += not same
        totals = [sum(column) for column in zip(*(hand.scores() for hand in played), strict=True)]
        stored = list(table.seats.order_by("chair").values_list("match_points", flat=True))
        wrong_totals += totals != stored
    return json.dumps(
        {"hands": hands, "doubled": doubled, "wrong_hands": wrong_hands, "wrong_totals": wrong_totals}
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--pace", type=float, default=6.0, help="seconds between two hands of a phone")
    parser.add_argument("--inside", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        sys.path.insert(0, str(ROOT))
        import django

        django.setup()
        what, *arguments = options.inside
        print({"prepare": prepare, "judge": judge}[what](*arguments))
        return 0
    databases = ("postgres", "sqlite") if options.database == "both" else (options.database,)
    good = [run(database, options.tables, options.kills, options.pace) for database in databases]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
