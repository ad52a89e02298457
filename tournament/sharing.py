"""Answers that are the same for everybody who has not logged in: made once, and shared for the rest of a second.

A page says with `for_everybody` that it is such an answer. The middleware `share` keeps it in the memory of this
process until the second of the clock in which it was begun ends, and gives it to all who ask for the same, before
anything else of the program is asked: that is what makes a crowd cheap. A proxy in front is told by
`X-Accel-Expires: @SECOND` (nginx's own header, docs/deploy.md) that it may do the same. So what a reader sees is never
older than one second, or was read after he asked. Whatever is not marked so, nobody may share.
"""

from __future__ import annotations

import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch
from django.utils.translation import get_language, get_language_from_request

SHARED_HEADER = "X-Accel-Expires"
# All that is ever shared, so that nothing else waits for its turn.
SHARED_ADDRESSES = "/t/"
# Each holds a whole page, compressed: of a large tournament some 50 kB.
AT_MOST = 200
# The messages of Django's middleware come in a cookie of this name.
MESSAGES = "messages"
_LIVE_TOKEN = re.compile(r"([?&]v=)\d+-(?=[0-9a-f]*$)")

Value = TypeVar("Value")
_every: list[OfThisSecond[Any]] = []


class _Turn:
    """Who makes something; it is gone with the last who makes it or waits for it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


class OfThisSecond(Generic[Value]):
    """What is made once in a second of the clock, by one thread for all that ask meanwhile; `at_most` of it is kept."""

    def __init__(self, at_most: int) -> None:
        self._at_most = at_most
        self._kept: OrderedDict[Hashable, tuple[float, Value]] = OrderedDict()
        self._turns: WeakValueDictionary[Hashable, _Turn] = WeakValueDictionary()
        self._guard = threading.Lock()
        _every.append(self)

    def get(
        self, key: Hashable, make: Callable[[], Value], may_keep: Callable[[Value], bool] = lambda _made: True
    ) -> Value:
        """What was begun in this second, or, for who has waited for his turn, after he asked; else made now."""
        asked = time.time()
        found = self._kept.get(key)
        if found is not None and _is_of_now(found[0]):
            return found[1]
        with self._guard:
            turn = self._turns.setdefault(key, _Turn())
        with turn.lock:
            found = self._kept.get(key)
            if found is not None and (_is_of_now(found[0]) or (_shares() and found[0] >= asked)):
                return found[1]
            began = time.time()
            made = make()
            if may_keep(made):
                self._keep(key, began, made)
            return made

    def _keep(self, key: Hashable, began: float, made: Value) -> None:
        with self._guard:
            self._kept[key] = began, made
            self._kept.move_to_end(key)
            while len(self._kept) > self._at_most:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        """Forget what is kept."""
        with self._guard:
            self._kept.clear()


def _is_of_now(began: float) -> bool:
    return _shares() and int(began) == int(time.time())


def _shares() -> bool:
    return bool(settings.SHARED_FOR_A_SECOND)


@dataclass(frozen=True)
class _Answer:
    """An answer as it was made; `match` is the address that it belongs to."""

    status: int
    content: bytes
    headers: tuple[tuple[str, str], ...]
    match: ResolverMatch | None

    def again(self, request: HttpRequest) -> HttpResponse:
        """The same answer once more; whoever gets it may add headers to it."""
        request.resolver_match = self.match
        return HttpResponse(self.content, status=self.status, headers=dict(self.headers))


_answers: OfThisSecond[_Answer | HttpResponse] = OfThisSecond(AT_MOST)


def is_everybodys(request: HttpRequest) -> bool:
    """Whether nothing in this request says who asks. Does not touch the session."""
    cookies = request.COOKIES
    return (
        request.method == "GET"
        and settings.SESSION_COOKIE_NAME not in cookies
        and MESSAGES not in cookies
        and "Authorization" not in request.headers
    )


def for_everybody(response: HttpResponse, began: float) -> HttpResponse:
    """Mark an answer that depends on nobody who asks, and on nothing that was read before `began` (`time.time()`)."""
    response[SHARED_HEADER] = f"@{int(began)}"
    return response


def share(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer everybody's request from what is kept of this second; where nothing is, one makes it for all."""

    def answer(request: HttpRequest) -> HttpResponse:
        key = _key(request)
        if key is None:
            return get_response(request)

        def make() -> _Answer | HttpResponse:
            return _shareable(request, get_response(request))

        found = _answers.get(key, make, lambda made: isinstance(made, _Answer))
        return found.again(request) if isinstance(found, _Answer) else found

    return answer


def _shareable(request: HttpRequest, response: HttpResponse) -> _Answer | HttpResponse:
    """An answer that is marked, as it may be given to others; one that sets a cookie, or is no success, is nobody's."""
    if response.status_code >= 300 or response.cookies:
        del response[SHARED_HEADER]
    if SHARED_HEADER not in response:
        return response
    return _Answer(response.status_code, response.content, tuple(response.items()), request.resolver_match)


def forget_all() -> None:
    """Forget what is kept, as a new process would."""
    for one in _every:
        one.forget()


def page_asked(request: HttpRequest) -> Hashable:
    """Which page is asked for, whole or its living part: what its content may differ by."""
    asked = request.GET.copy()
    for name in ("part", "held", "v"):
        asked.pop(name, None)
    return request.scheme, request.get_host(), request.path, asked.urlencode(), get_language()


def _key(request: HttpRequest) -> tuple[str, ...] | None:
    """What shared answers may differ by; None for a request that is somebody's, or whose answer is never shared.

    Whoever has the same content of a living part asks the same, whatever its version.
    """
    if not request.path_info.startswith(SHARED_ADDRESSES) or not is_everybodys(request):
        return None
    try:
        host = request.get_host()
    except DisallowedHost:
        return None  # refused further inside
    path = _LIVE_TOKEN.sub(r"\1", request.get_full_path())
    packed = "gzip" if "gzip" in request.headers.get("Accept-Encoding", "") else ""
    return request.scheme or "", host, path, get_language_from_request(request), packed
