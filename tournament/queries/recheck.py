"""A draw made again on the server for whoever asks: once, one at a time, and not for ever.

The answer is kept under the content of the draw, so asking again costs nothing, and whatever is changed in the
database is looked at anew.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from django.core.cache import cache

from tournament.models import Drawing
from tournament.seating.plan import ALGORITHMS, canonical, digest

from .drawings import NOT_A_DRAW, Check, checked, drawing_file, in_words

MOST_SECONDS = 15
KEPT_SECONDS = 24 * 3600
LOCK = "draw-again"
TOO_LONG = "too_long"
UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Rechecked:
    """What came of making a draw again. `trouble`: "", "too_long", or "unreadable" for what is no draw at all."""

    checks: tuple[Check, ...] = ()
    trouble: str = ""

    @property
    def is_right(self) -> bool:
        """Whether everything was checked, and all of it is right."""
        return bool(self.checks) and all(check.ok for check in self.checks)

    @property
    def is_wrong(self) -> bool:
        """Whether something is not what it should be."""
        return self.trouble == UNREADABLE or any(check.ok is False for check in self.checks)


class _TooLongError(Exception):
    pass


def rechecked(drawing: Drawing) -> Rechecked | None:
    """What making this draw again gave; None: nobody has asked for it lately."""
    found = cache.get(_key(drawing))
    if found is None:
        return None
    return Rechecked(trouble=found) if isinstance(found, str) else Rechecked(in_words(found))


def recheck(drawing: Drawing) -> bool:
    """Make a draw again and keep what comes of it. False: another draw is being made again just now."""
    if not cache.add(LOCK, 1, 4 * MOST_SECONDS):
        return False
    try:
        cache.set(_key(drawing), _checked(drawing), KEPT_SECONDS)
    finally:
        cache.delete(LOCK)
    return True


def _checked(drawing: Drawing) -> dict[str, bool | None] | str:
    stop_at = time.monotonic() + MOST_SECONDS

    def tick(done: int, total: int) -> None:
        if time.monotonic() > stop_at:
            raise _TooLongError

    try:
        return {check.key: check.ok for check in checked(drawing_file(drawing), tick)}
    except _TooLongError:
        return TOO_LONG
    except NOT_A_DRAW:
        return UNREADABLE


def _key(drawing: Drawing) -> str:
    return f"draw-again:{digest(canonical([drawing_file(drawing), ALGORITHMS]))}"
