"""Pages that refresh themselves: what the server answers to "is there anything new?".

A living part of a page is asked for every few seconds with `?part=1&v=TOKEN` (see static/js/live.js). The answer
is 204 while the reader has what is current, else the inside of the part with its token in `X-Version`. A token
is the version of the tournament (or of a table), and behind a dash a mark of the content: most changes of a
tournament change nothing on most pages, and those that change nothing here are answered 204 as well.

A view reads the version first and the content after it, so that what is shown is at least as new as it says.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

VERSION_HEADER = "X-Version"
KEEP_SECONDS = 600
# Of this process: what was rendered by an older release must not outlive it in a cache that does.
_RELEASE = secrets.token_hex(4)
# When a version changes, everybody asks at once: one thread makes the part, the others wait for it.
_LOCKS = tuple(threading.Lock() for _ in range(64))


@dataclass(frozen=True)
class Part:
    """A living part as it was made: its `version`, a `mark` that is equal for equal content, and the HTML."""

    version: int
    mark: str
    html: SafeString

    @property
    def token(self) -> str:
        """What the page sends back to ask for something newer: data-version."""
        return f"{self.version}-{self.mark}"


@dataclass(frozen=True)
class Draft:
    """Content before it is rendered. `content` is text that differs whenever the HTML would."""

    content: str
    render: Callable[[], str]


Build = Callable[[], str | Draft]


def asks_for_part(request: HttpRequest) -> bool:
    """Whether only the living part of the page is wanted."""
    return request.GET.get("part") == "1"


def live_answer(request: HttpRequest, version: int, build: Build) -> HttpResponse:
    """The whole answer to a question of live.js: 204, or the fragment that `build` makes with its token."""
    return up_to_date(request, version) or part_answer(request, make_part(version, build))


def up_to_date(request: HttpRequest, version: int) -> HttpResponse | None:
    """204 where the reader has this version already: asked before anything is computed."""
    seen = request.GET.get("v", "").partition("-")[0]
    return _unchanged(str(version)) if seen == str(version) else None


def part_answer(request: HttpRequest, part: Part, before: str = "") -> HttpResponse:
    """The fragment with its token, or 204 where only the version is newer. `before` goes in front of the HTML."""
    if request.GET.get("v", "").partition("-")[2] == part.mark:
        return _unchanged(part.token)
    response = HttpResponse(before + part.html)
    response[VERSION_HEADER] = part.token
    return never_stored(response)


def make_part(version: int, build: Build) -> Part:
    """Make a part now, for this version."""
    made = build()
    if isinstance(made, Draft):
        return _rendered(version, made)
    return Part(version, _mark(made), _safe(made))


def kept_part(key: Hashable, version: int, build: Build) -> Part:
    """The same, kept for all readers of this language until the version changes.

    `key` names the page and everything else that it depends on; it must not grow without bound. A newer version
    with the content of the kept one is not rendered again.
    """
    name = f"part:{_RELEASE}:{get_language()}:{key}"
    with _LOCKS[hash(name) % len(_LOCKS)]:
        held: Part | None = cache.get(name)
        if held is not None and held.version == version:
            return held
        made = build()
        if isinstance(made, Draft) and held is not None and held.mark == _mark(made.content):
            part = Part(version, held.mark, held.html)
        else:
            part = (
                _rendered(version, made)
                if isinstance(made, Draft)
                else Part(version, _mark(made), _safe(made))
            )
        cache.set(name, part, KEEP_SECONDS)
        return part


def never_stored(response: HttpResponse) -> HttpResponse:
    """Mark an answer that no browser and no cache may keep."""
    patch_cache_control(response, private=True, no_store=True)
    return response


def asked_again(response: HttpResponse) -> HttpResponse:
    """Mark a whole page: the browser may keep it for the way back, and asks before it shows it anew."""
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _rendered(version: int, draft: Draft) -> Part:
    return Part(version, _mark(draft.content), _safe(draft.render()))


def _unchanged(token: str) -> HttpResponse:
    response = HttpResponse(status=204)
    response[VERSION_HEADER] = token
    return never_stored(response)


def _mark(content: str) -> str:
    return hashlib.blake2b(content.encode(), digest_size=6).hexdigest()


def _safe(html: str) -> SafeString:
    # The HTML comes from a template, which has escaped what people typed.
    return mark_safe(html)  # noqa: S308
