"""How long saving a hand takes, and where the time goes: alone, and while a hall of 250 tables is at play.

usage: python bench/saves.py [--against REVISION] [--database sqlite|postgres|both] [--rate 20] [--seconds 30]

The tournament is that of bench/hall.py: 1,000 players and ten sessions, nine of them played, the tenth at 250 tables;
here every referee looks after four of them. First one process takes a request apart (who may, the action, its lock,
the answer), with the queries of each part; then a real server (`manage.py serve`, two workers) gets one hand after the
other, and then `--rate` hands a second at random tables, whether the ones before are answered or not, while the open
pages of `--phones` tables ask every three seconds whether anything is new. With `--against` the same is done with the
program of that revision, taken out into a folder of its own, in turns with this one.
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
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from load.databases import POSTGRES
from load.hall import APART, WORLD
from load.world import session_key
from phones import HANDS, free_port

HERE = Path(__file__).resolve()
ROOT = HERE.parent.parent
TOKEN = "b" * 32
PATIENCE = 30.0


@dataclass
class Tree:
    """The program at one revision, with its database."""

    name: str
    root: Path
    folder: Path
    url: str
    port: int

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ, "DATABASE_URL": self.url, "VAR_DIR": str(self.folder), "PORT": str(self.port), "DEMO": "no",
            "DEBUG": "no", "REDIS_URL": "", "WORKERS": "2", "DJANGO_SETTINGS_MODULE": "config.settings",
            "LANGUAGE_CODE": "en", "LOG_LEVEL": "ERROR",
        }  # fmt: skip

    def inside(self, what: str) -> Any:
        """Run a function of bench/load/apart.py with the program and the database of this tree."""
        done = subprocess.run(
            [sys.executable, str(HERE), "--inside", what, str(self.root)],
            cwd=self.root, env=self.environment, check=True, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        return json.loads(done.stdout.strip().splitlines()[-1])

    @contextmanager
    def served(self) -> Iterator[None]:
        """A real server while the block runs."""
        server = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=self.root, env=self.environment, start_new_session=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            for _ in range(600):
                try:
                    socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()


@dataclass
class Phone:
    """The telephone at one table: it knows the version and the next hand, and keeps its connection open."""

    tree: Tree
    number: int
    key: str
    next_hand: int
    version: int
    seen: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def save(self, link: http.client.HTTPConnection) -> str:
        """Record the next hand, with the confirmation of chairs before it where that is due."""
        with self.lock:
            if self.next_hand > HANDS:
                return "full"
            hand = WORLD.hands(WORLD.sessions, self.number)[self.next_hand - 1].body()
            status, answer = self._enter(link, "hand", hand)
            if status == 200:
                self.version, self.next_hand = answer["answer"]["version"], self.next_hand + 1
                return "saved"
            if answer.get("code") == "chairs_not_confirmed":
                status, answer = self._enter(
                    link, "round", {"round": (self.next_hand - 1) // 4 + 1, "swapped": True}
                )
                self.version = answer["answer"]["version"]
                return "round"
            return f"{status} {answer.get('code')}"

    def poll(self, link: http.client.HTTPConnection) -> str:
        """Ask whether the page of the table looks different by now."""
        path = f"/referee/{WORLD.slug}/{WORLD.sessions}/{self.number}/?part=1&v={self.seen}"
        link.request("GET", path, headers={"Cookie": f"sessionid={self.key}"})
        response = link.getresponse()
        response.read()
        self.seen = response.headers.get("X-Version", self.seen)
        return f"poll {response.status}"

    def _enter(
        self, link: http.client.HTTPConnection, kind: str, body: dict[str, Any]
    ) -> tuple[int, dict[str, Any]]:
        headers = {
            "Cookie": f"sessionid={self.key}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Content-Type": "application/json",
        }
        whole = {**body, "client_id": secrets.token_hex(16), "version": self.version}
        link.request(
            "POST",
            f"/referee/{WORLD.slug}/{WORLD.sessions}/{self.number}/{kind}/",
            json.dumps(whole),
            headers,
        )
        response = link.getresponse()
        return response.status, json.loads(response.read())


class Link:
    """Connections that are kept open, one for each thread."""

    def __init__(self, port: int) -> None:
        self._port, self._mine = port, threading.local()

    def ask(self, question: Callable[[http.client.HTTPConnection], str]) -> str:
        """Put a question; a connection that the server closed meanwhile is opened anew."""
        for last in (False, True):
            link = getattr(self._mine, "link", None) or http.client.HTTPConnection(
                "127.0.0.1", self._port, timeout=PATIENCE
            )
            self._mine.link = link
            try:
                return question(link)
            except (OSError, http.client.HTTPException) as error:
                link.close()
                self._mine.link = None
                if last:
                    return type(error).__name__
        return ""


@dataclass
class Times:
    """How long the answers took, by what they were."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, what: str, seconds: float) -> None:
        with self.lock:
            self.seconds.setdefault(what, []).append(seconds)

    def at(self, what: str, share: float) -> str:
        times = sorted(self.seconds.get(what, []))
        return f"{1000 * times[min(len(times) - 1, int(share * len(times)))]:.0f}" if times else "-"

    def line(self, what: str) -> str:
        return " / ".join(self.at(what, share) for share in (0.5, 0.95, 0.99, 1))


def sequential(phones: list[Phone], number: int) -> Times:
    """One hand after the other, at random tables."""
    times, dice, link = Times(), random.Random(1), Link(phones[0].tree.port)
    for _ in range(number):
        phone = dice.choice(phones)
        began = time.monotonic()
        what = link.ask(phone.save)
        times.note(what, time.monotonic() - began)
    return times


def open_loop(phones: list[Phone], rate: float, seconds: float, polling: int, readers: float) -> Times:
    """So many hands a second, whether or not the ones before are answered; late ones count from when they were due."""
    from concurrent.futures import ThreadPoolExecutor

    times, dice, link = Times(), random.Random(2), Link(phones[0].tree.port)
    moments: list[tuple[float, str, Callable[[http.client.HTTPConnection], str]]] = []
    clock = 0.0
    while clock < seconds:
        clock += dice.expovariate(rate)
        moments.append((clock, "", dice.choice(phones).save))
    for phone in phones[:polling]:
        first = dice.random() * 3
        moments += [(first + 3 * turn, "", phone.poll) for turn in range(int((seconds - first) / 3))]
    if readers:
        page = _standings(phones[0].tree)
        moments += [(turn / readers, "", page) for turn in range(int(seconds * readers))]

    def one(due: float, question: Callable[[http.client.HTTPConnection], str]) -> None:
        times.note(link.ask(question), time.monotonic() - due)

    start = time.monotonic()
    with ThreadPoolExecutor(48) as pool:
        for moment, _, question in sorted(moments, key=lambda one: one[0]):
            time.sleep(max(0.0, start + moment - time.monotonic()))
            pool.submit(one, start + moment, question)
    return times


def _standings(tree: Tree) -> Callable[[http.client.HTTPConnection], str]:
    def ask(link: http.client.HTTPConnection) -> str:
        link.request("GET", f"/t/{WORLD.slug}/standings/")
        response = link.getresponse()
        response.read()
        return f"standings {response.status}"

    return ask


def measure(trees: list[Tree], options: argparse.Namespace) -> None:
    """The same for each tree, in turns, so that what else the machine does hits all alike."""
    for tree in trees:
        tree.inside("prepare")
    for tree in trees:
        parts = tree.inside("apart")
        print(f"\n{tree.name}: one save apart (medians)")
        for part, (seconds, busy, queries) in parts.items():
            print(
                f"  {part:<24} {1000 * seconds:6.1f} ms, of it computing {1000 * busy:6.1f} ms {queries:4.0f} queries"
            )
    phones = {tree.name: phones_of(tree) for tree in trees}
    for turn in range(options.turns):
        for tree in trees:
            with tree.served():
                sequential(phones[tree.name], 20)
                alone = sequential(phones[tree.name], 100)
                full = open_loop(
                    phones[tree.name], options.rate, options.seconds, options.phones, options.readers
                )
            counts = Counter({what: len(times) for what, times in full.seconds.items()})
            print(f"\n{tree.name}, turn {turn + 1} (ms: median / 95 % / 99 % / longest)")
            print(f"  one after the other    {alone.line('saved')}")
            print(f"  {options.rate:g} saves a second      {full.line('saved')}")
            print(f"  polls meanwhile        204: {full.line('poll 204')}   200: {full.line('poll 200')}")
            print(f"  standings meanwhile    {full.line('standings 200')}")
            print(f"  answers                {dict(counts.most_common())}", flush=True)


def phones_of(tree: Tree) -> list[Phone]:
    """The telephones of all tables, one hand further where a request was taken apart."""
    return [
        Phone(tree, n, session_key(n), WORLD.played(n) + 1 + (n in APART), WORLD.version(n) + (n in APART))
        for n in range(1, WORLD.tables + 1)
    ]


@contextmanager
def taken_out(revision: str, folder: Path) -> Iterator[Path]:
    """The program of a revision in a folder of its own, which knows nothing of what is being worked on here."""
    place = folder / "program"
    git = ["git", "-C", str(ROOT)]
    subprocess.run(
        [*git, "worktree", "add", "--detach", str(place), revision], check=True, capture_output=True
    )
    try:
        yield place
    finally:
        subprocess.run([*git, "worktree", "remove", "--force", str(place)], check=False, capture_output=True)


@contextmanager
def database(kind: str, name: str, root: Path, folder: Path) -> Iterator[Tree]:
    """A tree with an empty database of its own, which is gone afterwards."""
    folder.mkdir()
    if kind == "sqlite":
        yield Tree(f"{kind}, {name}", root, folder, f"sqlite:///{folder}/saves.sqlite3", free_port())
        return
    made = f"quesai_saves_{secrets.token_hex(4)}"
    subprocess.run(["createdb", "-h", "127.0.0.1", "-U", "postgres", made], check=True)
    try:
        yield Tree(f"{kind}, {name}", root, folder, f"{POSTGRES}/{made}", free_port())
    finally:
        subprocess.run(["dropdb", "-h", "127.0.0.1", "-U", "postgres", "--force", made], check=False)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", default="", help="a revision of git to compare with")
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument(
        "--phones", type=int, default=0, help="open pages of tables that ask every three seconds"
    )
    parser.add_argument(
        "--readers",
        type=float,
        default=0,
        help="requests of the standings page a second, past any cache in front",
    )
    parser.add_argument("--inside", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        what, root = options.inside
        sys.path.insert(0, root)
        import django

        django.setup()
        from load import apart

        print(json.dumps({"prepare": apart.prepare, "apart": apart.apart}[what]()))
        return 0
    kinds = ("sqlite", "postgres") if options.database == "both" else (options.database,)
    with tempfile.TemporaryDirectory(prefix="quesai-saves-") as name:
        folder = Path(name)
        for kind in kinds:
            with ExitStack() as stack:
                programs = [("now", ROOT)]
                if options.against:
                    place = stack.enter_context(taken_out(options.against, folder))
                    programs.insert(0, (options.against, place))
                trees = [
                    stack.enter_context(database(kind, label, root, folder / f"{kind}-{turn}"))
                    for turn, (label, root) in enumerate(programs)
                ]
                measure(trees, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
