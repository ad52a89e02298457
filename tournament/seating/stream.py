"""Random numbers that are the same on every machine.

A draw must be repeatable by anyone who knows its seed. So the only source of chance is a stream of 32-bit
words taken from SHA-256 of (key, counter), and a number below n is taken by rejection, never by a biased
remainder.
"""

from __future__ import annotations

import struct
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
WORD = 1 << 32
_BLOCKS = 32
_UNPACK = struct.Struct(f">{8 * _BLOCKS}I").unpack


class Stream:
    """A stream of random words for one purpose of one draw.

    `seed` is any text, `purpose` names the step ("labels", "chairs", ...): each step has a stream of its
    own, so a change in one step does not move the chance of another.
    """

    def __init__(self, seed: str, purpose: str) -> None:
        seed_bytes = seed.encode("utf-8", "surrogatepass")
        self._key = sha256(b"%d:" % len(seed_bytes) + seed_bytes + b":" + purpose.encode("ascii")).digest()
        self._counter = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next word, 0 .. 2**32 - 1."""
        if not self._words:
            self._fill()
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely (1 <= n <= 2**32)."""
        accepted = WORD - WORD % n
        while True:
            word = self.word()
            if word < accepted:
                return word % n

    def shuffle(self, items: list[T]) -> None:
        """Put a list into random order, in place (Fisher and Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def permutation(self, n: int) -> list[int]:
        """The numbers 0 .. n - 1 in random order."""
        items = list(range(n))
        self.shuffle(items)
        return items

    def _fill(self) -> None:
        first = self._counter
        self._counter += _BLOCKS
        data = b"".join(
            sha256(self._key + counter.to_bytes(8, "big")).digest() for counter in range(first, self._counter)
        )
        self._words = list(reversed(_UNPACK(data)))
