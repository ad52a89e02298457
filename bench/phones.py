"""Telephones that enter hands at a real server, on a network that may be bad: used by several measurements."""

from __future__ import annotations

import http.client
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HANDS = 16
PATIENCE = 20.0


@dataclass(frozen=True)
class Hand:
    """One hand as both phones will enter it; no winner: drawn."""

    number: int
    winner: int | None
    discarder: int | None
    fan: int | None

    def body(self) -> dict[str, object]:
        """The entry as a phone sends it, without its id and version."""
        return {
            "number": self.number, "winner": self.winner, "discarder": self.discarder, "fan": self.fan,
            "flowers": 0, "robbed_kong": False, "confirmed": True, "before_time": False, "lift_dead_hand": "",
        }  # fmt: skip

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


class NeverAnsweredError(Exception):
    """An entry was sent again and again for longer than any server stays away: something is wrong with it."""


@dataclass
class Phone:
    """One telephone at one table of a session.

    Of its requests the share `repeated` is sent twice, and of the answers the share `cut` is not read. `version` is the
    version of the table that it reckons with, as the program's own page does.
    """

    port: int
    slug: str
    table: int
    session_key: str
    counts: Counts
    dice: random.Random
    pace: float = 0.0
    version: int = 1
    session: int = 1
    repeated: float = 0.0
    cut: float = 0.0
    longest: float = 180.0  # seconds, until it gives up

    def play(self) -> None:
        """Record all hands, whatever happens on the way."""
        try:
            self._play()
        except NeverAnsweredError as error:
            self.counts.problems.append(str(error))

    def _play(self) -> None:
        for hand in hands_of(self.table):
            while not self.enter("hand", hand.body()):
                pass
            with self.counts.lock:
                self.counts.acknowledged.add((self.table, hand.number))
            time.sleep(self.dice.random() * 2 * self.pace)

    def enter(self, kind: str, body: dict[str, object]) -> bool:
        """Send one entry until it is answered; False where it must be made anew, on what the table is now."""
        status, answer = self._until_answered(kind, secrets.token_hex(16), body)
        if status == 200:
            self.version = answer["answer"]["version"]
            return True
        code = answer.get("code", "")
        if code == "chairs_not_confirmed":
            number = body["number"]
            assert isinstance(number, int)
            self.enter("round", {"round": (number - 1) // 4 + 1, "swapped": True})
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
            cut = self.dice.random() < self.cut
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
                else f"{status} {answer.get('code', '')}".strip()
            )
            self.counts.note(name, time.monotonic() - began)
            if self.dice.random() < self.repeated:
                self._again(kind, whole, status, answer)
            return status, answer

    def _refuse_to_wait(self, first: float, kind: str) -> None:
        if time.monotonic() - first > self.longest:
            raise NeverAnsweredError(f"table {self.table}: {kind} was never answered")

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
            f"/api/referee/tournaments/{self.slug}/sessions/{self.session}/tables/{self.table}/"
            if api
            else f"/referee/{self.slug}/{self.session}/{self.table}/{path}"
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
