"""Answers that are the same for everybody who has not logged in: made once, and shared for the rest of a second.

Here they are kept in the memory of this process until the second of the clock in which they were made ends. A proxy in
front is told by `X-Accel-Expires: @SECOND` (nginx's own header, docs/deploy.md) that it may do the same. So what a
reader sees is never older than one second, or was read after he asked. Whatever is not marked so, nobody may share.
"""

from __future__ import annotations

import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

SHARED_HEADER = "X-Accel-Expires"
# Each holds a whole page, compressed: of a large tournament some 50 kB.
AT_MOST = 200
# The messages of Django's middleware come in a cookie of this name.
MESSAGES = "messages"
_LIVE_TOKEN = re.compile(r"([?&]v=)\d+-(?=[0-9a-f]*$)")
_kept: OrderedDict[tuple[str, ...], _Kept] = OrderedDict()
_guard = threading.Lock()
# When a second begins many ask at once: one thread makes the answer. The others get the last one while it is not a
# second old, and else wait for one that was begun after they asked.
_locks = tuple(threading.Lock() for _ in range(64))


@dataclass(frozen=True)
class _Kept:
    """An answer as it was made: for this version, from what was there at `began`, to be shared in that second."""

    version: int
    began: float
    status: int
    content: bytes
    headers: tuple[tuple[str, str], ...]

    @property
    def second(self) -> int:
        """The second of the clock until whose end it is shared; of what took long to make it may be over."""
        return int(self.began)

    def is_fresh(self, version: int) -> bool:
        """Whether this second has not ended; where tests look on at once, also whether nothing has happened since."""
        return self.second == int(time.time()) and (settings.SHARED_FOR_A_SECOND or self.version == version)

    def is_young(self, asked: float) -> bool:
        """Whether who asked then and would have to wait for the next one may get it, though no proxy may keep it."""
        return settings.SHARED_FOR_A_SECOND and (self.began >= asked or time.time() - self.began < 1)

    def answer(self) -> HttpResponse:
        """The same answer once more; whoever gets it may add headers to it."""
        response = HttpResponse(self.content, status=self.status)
        for name, value in self.headers:
            response[name] = value
        response[SHARED_HEADER] = f"@{self.second}"
        return response


def is_everybodys(request: HttpRequest) -> bool:
    """Whether nothing in this request says who asks. Does not touch the session."""
    cookies = request.COOKIES
    return (
        request.method == "GET"
        and settings.SESSION_COOKIE_NAME not in cookies
        and MESSAGES not in cookies
        and "Authorization" not in request.headers
    )


def shared(request: HttpRequest, version: int, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer to everybody's request, made by `make` where none of this second is kept.

    `version` must have been read before: what is made is at least as new. An answer that sets a cookie, or is no
    success, is nobody else's.
    """
    key, asked = _key(request), time.time()
    lock = _locks[hash(key) % len(_locks)]
    found = _kept.get(key)
    if found is not None and found.is_fresh(version):
        return found.answer()
    if not lock.acquire(blocking=False):
        if found is not None and found.is_young(asked):
            return found.answer()
        lock.acquire()
        found = _kept.get(key)
        if found is not None and found.is_young(asked):
            lock.release()
            return found.answer()
    try:
        if found is not None and found.is_fresh(version):
            return found.answer()
        return _made(request, key, version, make)
    finally:
        lock.release()


def _made(
    request: HttpRequest, key: tuple[str, ...], version: int, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Make the answer, and keep it where it is everybody's."""
    began = time.time()
    response = make()
    if response.status_code >= 300 or request.META.get("CSRF_COOKIE_NEEDS_UPDATE") or response.cookies:
        return response
    kept = _Kept(version, began, response.status_code, response.content, tuple(response.headers.items()))
    with _guard:
        _kept[key] = kept
        _kept.move_to_end(key)
        while len(_kept) > AT_MOST:
            _kept.popitem(last=False)
    return kept.answer()


def forget_all() -> None:
    """Forget what is kept, as a new process would."""
    with _guard:
        _kept.clear()


def _key(request: HttpRequest) -> tuple[str, ...]:
    """What answers may differ by. Whoever has the same content of a living part asks the same, whatever its version."""
    path = _LIVE_TOKEN.sub(r"\1", request.get_full_path())
    packed = "gzip" if "gzip" in request.headers.get("Accept-Encoding", "") else ""
    return request.scheme or "", request.get_host(), path, get_language() or "", packed
