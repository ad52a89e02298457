"""How far a draw has come, told to whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable

Tick = Callable[[int, int], None]


class Progress:
    """Counts the steps of searches; after every piece of work `tick` is called with (done, expected).

    Nobody knows how many searches will follow, so one more, as long as the longest so far, is always expected.
    Searches that end early count as done. To stop a draw `tick` raises: the exception goes through.
    """

    def __init__(self, tick: Tick | None = None) -> None:
        self._tick = tick
        self._done = self._expected = self._longest = 0

    def expect(self, steps: int) -> None:
        """A search of so many steps begins."""
        self._expected += steps
        self._longest = max(self._longest, steps)

    def did(self, steps: int) -> None:
        """So many of the expected steps are done, or will not be needed."""
        self._done += steps
        if self._tick is not None:
            self._tick(self._done, self._expected + self._longest)
