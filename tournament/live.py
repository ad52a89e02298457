"""Pages that refresh themselves: what the server answers to "is there anything new?".

A living part of a page is asked for every few seconds with `?part=1&v=TOKEN` (see static/js/live.js). The answer
is 204 while the reader has what is current, else the inside of the part with its token in `X-Version`. A token
is the version of the tournament (or of a table), and behind a dash a mark of the content: most changes of a
tournament change nothing on most pages, and those that change nothing here are answered 204 as well. A reader who
still holds what he was sent (`held=1`) is sent the lines that changed, where that is less (`Part.changed_since`).

A view reads the version first and the content after it, so that what is shown is at least as new as it says.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

VERSION_HEADER = "X-Version"
# How many characters of an answer stand in front of the part, and the type of an answer that has changed lines only.
BEFORE_HEADER, CHANGES_TYPE = "X-Before", "application/vnd.quesai.changes+json"
KEEP_SECONDS = 600
# A reader asks every few seconds: he has one of the last parts, or has been away.
KEEP_OLD_SECONDS = 60
ROOT = Path(__file__).resolve().parent.parent
# When a version changes, everybody asks at once: one thread of one process makes the part, the others wait for it, in
# seconds; after that they make it themselves, because who was at it may be dead.
PATIENCE, LOOK_AGAIN = 2, 0.02
_LOCKS = tuple(threading.Lock() for _ in range(64))


def _release() -> str:
    """A mark of the program as it is installed: of every file that what is rendered may depend on."""
    kinds = ("templates/**/*.html", "locale/**/*.mo", "scoring/**/*", "tournament/**/*.py")
    files = sorted(path for kind in kinds for path in ROOT.glob(kind) if path.is_file())
    marks = [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    return hashlib.blake2b(repr(marks).encode(), digest_size=6).hexdigest()


# What was rendered by another release is not shown, though the cache outlives it; processes of one release share.
RELEASE = _release()


@dataclass(frozen=True)
class Part:
    """A living part as it was made: its `version`, a `mark` that is equal for equal content, and the HTML."""

    version: int
    mark: str
    html: SafeString
    # Under which it is kept for all readers, and with its mark behind it what came before.
    name: str = ""
    since: Hashable = None

    @property
    def token(self) -> str:
        """What the page sends back to ask for something newer: data-version."""
        return f"{self.version}-{self.mark}"

    def changed_since(self, mark: str) -> list[list[int] | str] | None:
        """What makes this part of the one with that mark: [first line, number of lines] to take over, or new text.

        None where that one is not kept any more.
        """
        old: str | None = cache.get(f"{self.name}:{mark}") if self.name else None
        return None if old is None else changes(old, self.html)


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
    return _unchanged(request.GET["v"]) if seen == str(version) else None


def part_answer(request: HttpRequest, part: Part, before: str = "", above: str = "") -> HttpResponse:
    """The fragment with its token, or 204 where only the version is newer.

    `before` goes in front of the HTML and is no reason to send it; `above` is the mark of something that is.
    """
    token = part.token + above
    seen = request.GET.get("v", "").partition("-")[2]
    if seen == part.mark + above:
        return _unchanged(token)
    changed = part.changed_since(seen[: len(part.mark)]) if request.GET.get("held") == "1" else None
    # Changed lines are only worth it where they are few.
    if changed is not None and 2 * sum(len(c) for c in changed if isinstance(c, str)) < len(part.html):
        written = json.dumps({"before": before, "changes": changed}, ensure_ascii=False)
        response = HttpResponse(written, content_type=CHANGES_TYPE)
    else:
        response = HttpResponse(before + part.html)
        response[BEFORE_HEADER] = str(utf16_length(before))
    response[VERSION_HEADER] = token
    return never_stored(response)


def changes(old: str, new: str) -> list[list[int] | str]:
    """How to make one text of lines from another: runs of old lines, [first, number], and new text between them."""
    held = old.split("\n")
    at = {line: number for number, line in enumerate(held)}
    found: list[list[int] | str] = []
    run: list[int] = []  # the last of what was found, where that is a run
    for line in new.split("\n"):
        after = sum(run)
        if run and after < len(held) and held[after] == line:
            run[1] += 1
        elif (number := at.get(line)) is not None:
            run = [number, 1]
            found.append(run)
        elif not run and found:
            found[-1] = f"{found[-1]}\n{line}"
        else:
            run = []
            found.append(line)
    return found


def utf16_length(text: str) -> int:
    """The length of a text as JavaScript counts it."""
    return len(text.encode("utf-16-le")) // 2


def make_part(version: int, build: Build) -> Part:
    """Make a part now, for this version."""
    made = build()
    if isinstance(made, Draft):
        return _rendered(version, made)
    return Part(version, mark_of(made), _safe(made))


def kept_part(key: Hashable, version: int, build: Build, since: Hashable = None) -> Part:
    """The same, kept for all readers of this language until the version changes, or what else it depends on: `since`.

    `key` names the page and everything else that it depends on; it must not grow without bound. A newer version
    with the content of the kept one is not rendered again.
    """
    since = version if since is None else since
    name = f"part:{RELEASE}:{get_language()}:{key}"
    with _LOCKS[hash(name) % len(_LOCKS)]:
        held: Part | None = cache.get(name)
        if held is not None and held.since == since:
            return replace(held, version=version)
        with _alone(name):
            return replace(_kept(name, since, version, build), version=version)


def _kept(name: str, since: Hashable, version: int, build: Build) -> Part:
    """The part as it is kept by now, or made and kept."""
    held: Part | None = cache.get(name)
    if held is not None and held.since == since:
        return held
    made = build()
    if isinstance(made, Draft) and held is not None and held.mark == mark_of(made.content):
        part = Part(version, held.mark, held.html, name, since)
    else:
        html, content = (made.render(), made.content) if isinstance(made, Draft) else (made, made)
        part = Part(version, mark_of(content), _safe(html), name, since)
        if held is not None and held.mark != part.mark:
            cache.set(f"{name}:{held.mark}", str(held.html), KEEP_OLD_SECONDS)
    cache.set(name, part, KEEP_SECONDS)
    return part


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Let no other process make the same part, as far as they share a cache; not for ever, because one may be dead."""
    until = time.monotonic() + PATIENCE
    while not (mine := cache.add(f"{name}:maker", 1, PATIENCE)) and time.monotonic() < until:
        time.sleep(LOOK_AGAIN)
    try:
        yield
    finally:
        if mine:
            cache.delete(f"{name}:maker")


def never_stored(response: HttpResponse) -> HttpResponse:
    """Mark an answer that no browser and no cache may keep."""
    patch_cache_control(response, private=True, no_store=True)
    return response


def asked_again(response: HttpResponse) -> HttpResponse:
    """Mark a whole page: the browser may keep it for the way back, and asks before it shows it anew."""
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _rendered(version: int, draft: Draft) -> Part:
    return Part(version, mark_of(draft.content), _safe(draft.render()))


def _unchanged(token: str) -> HttpResponse:
    response = HttpResponse(status=204)
    response[VERSION_HEADER] = token
    return never_stored(response)


def mark_of(content: str) -> str:
    """Twelve hexadecimal digits that are equal for equal content."""
    return hashlib.blake2b(content.encode(), digest_size=6).hexdigest()


def _safe(html: str) -> SafeString:
    # The HTML comes from a template, which has escaped what people typed.
    return mark_safe(html)  # noqa: S308
