"""From which address the work comes that is being done: known while a request is answered, empty for a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# As long as the log has room for.
LONGEST = 60
_origin: ContextVar[str] = ContextVar("origin", default="")


def origin() -> str:
    """The address of the request that is being answered, "" where there is none."""
    return _origin.get()


@contextmanager
def coming_from(address: str) -> Iterator[None]:
    """Whatever is written inside came from this address."""
    token = _origin.set(address[:LONGEST])
    try:
        yield
    finally:
        _origin.reset(token)
