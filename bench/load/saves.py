"""Hands that are entered while others read: so many a second at all tables, each through the referee's own address."""

from __future__ import annotations

import random
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from phones import HANDS, Counts, NeverAnsweredError, Phone

from load.world import MOVES_BEFORE, World, session_key

AT_ONCE = 64
GIVE_UP = 20.0


@dataclass(frozen=True)
class Saved:
    """One entry that was acknowledged: what, at which table, when it was sent and when the answer was there."""

    kind: str
    table: int
    hand: int
    sent: float
    acknowledged: float

    @property
    def seconds(self) -> float:
        return self.acknowledged - self.sent


@dataclass
class Referee:
    """The telephone of one table, and the next hand that is entered there."""

    phone: Phone
    next_hand: int


@dataclass
class Saves:
    """Enters `rate` hands a second from `start` to `stop`; rounds and closings that are due come on top.

    `unanswered` was sent, and is stored or not: kind, table, number of the hand.
    """

    world: World
    port: int
    rate: float
    done: list[Saved] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)
    missed: int = 0  # there was no table left that was not waiting for an answer
    unanswered: set[tuple[str, int, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._free: deque[Referee] = deque(self._referees())
        self._ended = threading.Event()
        self._pool = ThreadPoolExecutor(AT_ONCE)
        self._clock = threading.Thread(target=self._run)

    def start(self) -> None:
        self._clock.start()

    def stop(self) -> None:
        """Until everything that was sent is answered, or given up."""
        self._ended.set()
        self._clock.join()
        self._pool.shutdown()

    def within(self, begin: float, end: float) -> list[Saved]:
        """What was sent in this time."""
        return [one for one in self.done if begin <= one.sent < end]

    def _referees(self) -> Sequence[Referee]:
        dice = random.Random("phones")
        order = list(range(1, self.world.tables + 1))
        dice.shuffle(order)
        return [
            Referee(
                Phone(
                    self.port,
                    self.world.slug,
                    table,
                    session_key(table),
                    self.counts,
                    random.Random(table),
                    version=self.world.version(table),
                    session=self.world.sessions,
                    longest=GIVE_UP,
                ),
                self.world.played(table) + 1,
            )
            for table in order
        ]

    def _run(self) -> None:
        due = time.monotonic()
        while not self._ended.is_set():
            self._one_hand()
            due += 1 / self.rate
            self._ended.wait(max(0.0, due - time.monotonic()))

    def _one_hand(self) -> None:
        """Give the next free table a hand to enter; tables that have all hands are closed on the way there."""
        while self._free:
            referee = self._free.popleft()
            if referee.next_hand <= HANDS:
                self._pool.submit(self._guarded, self._enter, referee)
                return
            self._pool.submit(self._guarded, self._close, referee)
        self.missed += 1

    def _guarded(self, act: Callable[[Referee], None], referee: Referee) -> None:
        try:
            if not self._ended.is_set():
                act(referee)
        except NeverAnsweredError:
            return  # it stays among the unanswered
        except Exception as error:
            self.counts.problems.append(f"table {referee.phone.table}: {error!r}")
            raise

    def _enter(self, referee: Referee) -> None:
        number = referee.next_hand
        if number in MOVES_BEFORE:
            self._send(referee, "round", number, {"round": (number - 1) // 4 + 1, "swapped": True})
        hand = self.world.hands(self.world.sessions, referee.phone.table)[number - 1]
        self._send(referee, "hand", number, hand.body())
        referee.next_hand += 1
        self._free.append(referee)

    def _close(self, referee: Referee) -> None:
        self._send(
            referee, "close", HANDS, {"agreements": ["agreed"] * 4, "reason": "", "signatures": [""] * 4}
        )

    def _send(self, referee: Referee, kind: str, number: int, body: dict[str, object]) -> None:
        sent, what = time.monotonic(), (kind, referee.phone.table, number)
        self.unanswered.add(what)
        while not referee.phone.enter(kind, body):
            pass
        self.unanswered.remove(what)
        self.done.append(Saved(kind, referee.phone.table, number, sent, time.monotonic()))
