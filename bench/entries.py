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
import http.client
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HANDS = 16
REPEATED, CUT = 0.10, 0.05
PATIENCE, LONGEST = 20.0, 180.0
POSTGRES = "postgres://postgres@127.0.0.1:5432"


@dataclass(frozen=True)
class Hand:
    """One hand as both phones will enter it; no winner: drawn."""

    number: int
    winner: int | None
    discarder: int | None
    fan: int | None

    def scores(self) -> list[int]:
        """By the rules: 8 from everybody, and the fan from the discarder or, on a self-draw, from everybody."""
        if self.winner is None or self.fan is None:
            return [0, 0, 0, 0]
        pays = [8 + (self.fan if self.discarder in (None, seat) else 0) for seat in range(4)]
        pays[self.winner] = 0
        return [sum(pays) if seat == self.winner else -pays[seat] for seat in range(4)]


def hands_of(table: int) -> list[Hand]:
    """The sixteen hands of a table, the same in every run."""
    dice = random.Random(f"table {table}")
    made = []
    for number in range(1, HANDS + 1):
        winner = dice.randrange(4)
        others = [seat for seat in range(4) if seat != winner]
        if dice.random() < 0.15:
            made.append(Hand(number, None, None, None))
        else:
            made.append(Hand(number, winner, dice.choice([*others, None]), dice.randint(8, 88)))
    return made


@dataclass
class Counts:
    """What the phones have seen, all together."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    latencies: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    acknowledged: set[tuple[int, int]] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    def note(self, what: str, seconds: float | None = None) -> None:
        with self.lock:
            self.answers[what] += 1
            if seconds is not None:
                self.latencies.append(seconds)


class NoAnswer(Exception):
    """The network, or the server, gave no answer that can be read."""


@dataclass
class Phone:
    """One telephone at one table."""

    port: int
    slug: str
    table: int
    session_key: str
    counts: Counts
    dice: random.Random
    pace: float
    version: int = 1

    def play(self) -> None:
        """Record all hands, whatever happens on the way."""
        for hand in hands_of(self.table):
            body: dict[str, object] = {
                "number": hand.number, "winner": hand.winner, "discarder": hand.discarder, "fan": hand.fan,
                "flowers": 0, "robbed_kong": False, "confirmed": True, "before_time": False, "lift_dead_hand": "",
            }  # fmt: skip
            while not self._enter("hand", body):
                pass
            with self.counts.lock:
                self.counts.acknowledged.add((self.table, hand.number))
            time.sleep(self.dice.random() * 2 * self.pace)

    def _enter(self, kind: str, body: dict[str, object]) -> bool:
        """Send one entry until it is answered; False where it must be made anew, on what the table is now."""
        status, answer = self._until_answered(kind, secrets.token_hex(16), body)
        if status == 200:
            self.version = answer["answer"]["version"]
            return True
        code = answer.get("code", "")
        if code == "chairs_not_confirmed":
            number = body["number"]
            assert isinstance(number, int)
            self._enter("round", {"round": (number - 1) // 4 + 1, "swapped": True})
            return False
        if code in ("stale", "wrong_hand"):
            self.version = answer["current"].get("version", self._version_now())
            return False
        if kind == "round" and code == "wrong_round":
            self.version = self._version_now()
            return True
        self.counts.problems.append(
            f"table {self.table}: {kind} {body} was answered {status} {answer.get('message')}"
        )
        return True

    def _until_answered(self, kind: str, client_id: str, body: dict[str, object]) -> tuple[int, dict]:
        whole = {**body, "client_id": client_id, "version": self.version}
        delay = 0.05
        first = time.monotonic()
        while True:
            cut = self.dice.random() < CUT
            try:
                began = time.monotonic()
                status, answer = self._request("POST", f"{kind}/", whole, cut)
            except NoAnswer:
                self.counts.note("no answer")
                time.sleep(delay * (0.5 + self.dice.random()))
                delay = min(2.0, delay * 2)
                self._refuse_to_wait(first, kind)
                continue
            if status not in (200, 409, 422):
                self.counts.note(f"status {status}")
                self._refuse_to_wait(first, kind)
                time.sleep(delay)
                delay = min(2.0, delay * 2)
                continue
            said = answer.get("answer", {})
            name = (
                "already recorded"
                if said.get("already")
                else "repeated"
                if said.get("repeated")
                else str(status)
            )
            self.counts.note(name, time.monotonic() - began)
            if self.dice.random() < REPEATED:
                self._again(kind, whole, status, answer)
            return status, answer

    def _refuse_to_wait(self, first: float, kind: str) -> None:
        """No server stays away for so long: something is wrong with it."""
        if time.monotonic() - first > LONGEST:
            self.counts.problems.append(f"table {self.table}: {kind} was never answered")
            raise SystemExit

    def _again(self, kind: str, whole: dict[str, object], status: int, answer: dict) -> None:
        """The same request once more: the same answer, and nothing stored twice."""
        try:
            again, repeated = self._request("POST", f"{kind}/", whole, False)
        except NoAnswer:
            return
        self.counts.note("sent twice")
        if status == 200 and again == 200 and not answer["answer"].get("already"):
            same = repeated["answer"]["version"] == answer["answer"]["version"]
            if not same:
                self.counts.problems.append(f"table {self.table}: the same entry was answered in two ways")

    def _version_now(self) -> int:
        """The version of the table, as a phone that opens its page anew reads it."""
        while True:
            try:
                status, answer = self._request("GET", "", None, False, api=True)
            except NoAnswer:
                time.sleep(0.2)
                continue
            if status == 200:
                return int(answer["version"])

    def _request(
        self, method: str, path: str, body: dict[str, object] | None, cut: bool, *, api: bool = False
    ) -> tuple[int, dict]:
        token = "b" * 32
        headers = {
            "Cookie": f"sessionid={self.session_key}; csrftoken={token}",
            "X-CSRFToken": token,
            "Content-Type": "application/json",
        }
        address = (
            f"/api/referee/tournaments/{self.slug}/sessions/1/tables/{self.table}/"
            if api
            else f"/referee/{self.slug}/1/{self.table}/{path}"
        )
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, address, json.dumps(body) if body is not None else None, headers)
            if cut:  # the request is out, the answer is never read
                time.sleep(self.dice.random() * 0.05)
                raise NoAnswer
            response = connection.getresponse()
            return response.status, json.loads(response.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise NoAnswer from error
        finally:
            connection.close()


class Server:
    """A real server in a process group of its own, which can be killed and started again."""

    def __init__(self, environment: dict[str, str], port: int) -> None:
        self._environment, self.port = environment, port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT, env=self._environment, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.wait()

    def wait(self) -> None:
        """Until the server takes connections."""
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError("the server does not come up")

    def kill(self) -> None:
        """SIGKILL for the server and all its processes."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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
                    port, made["slug"], table, key, counts, random.Random(f"{table} {which}"), pace
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
