"""How many queries each public page takes, by the number of players: it must be the same for all."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from load.report import Report
from load.world import World

PAGES = (
    "",
    "standings/",
    "standings/?provisional=1",
    "standings/?as_of=5",
    "teams/",
    "seats/",
    "sessions/{last}/",
    "sessions/{last}/tables/1/",
    "players/",
    "players/1/",
    "statistics/",
    "penalties/",
    "draw/",
)


def count(worlds: Sequence[World], report: Report) -> None:
    """A visitor who is not logged in; the first number with an empty cache, the second with what that left in it."""
    sizes = sorted(worlds, key=lambda world: world.players)
    names = ", ".join(str(world.players) for world in sizes)
    # What is shared for a second would be counted or not, as the second happens to end.
    settings.SHARED_FOR_A_SECOND = False
    report.heading(f"Queries of each public page with {names} players: cache empty / filled")
    client = Client(HTTP_HOST="127.0.0.1")
    client.get("/")
    for page in PAGES:
        counted = []
        for world in sizes:
            path = f"/t/{world.slug}/{page.format(last=world.sessions)}"
            cache.clear()
            counted.append((_queries(client, path), _queries(client, path)))
        figure = ", ".join(f"{first} / {then}" for first, then in counted)
        # A small tournament may be shown with more beside it (standings of every session), a larger one not.
        grows = any(
            later > earlier
            for one, next_ in pairwise(counted)
            for earlier, later in zip(one, next_, strict=True)
        )
        report.add(f"/t/…/{page}", figure + ("  grows" if grows else ""), "no more for more")


def _queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as found:
        status = client.get(path).status_code
    assert status == 200, (path, status)
    return len(found)
