"""One save taken apart: how long each part takes, with how many queries."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from django.contrib.sessions.models import Session as LogIn
from django.core.management import call_command
from django.db import connection
from django.test import Client

from load.building import build
from load.hall import APART, WORLD
from load.world import session_key
from tournament.actions import acts
from tournament.models import Duty
from tournament.pages.referee import views

TABLES_OF_ONE = 4
# Seconds by the clock and of computing, and queries.
Mark = tuple[float, ...]


def prepare() -> dict[str, Any]:
    """The tournament, with a referee for every four tables: the strip of his tables is a part of his page."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    build([WORLD])
    for duty in Duty.objects.order_by("table_number"):
        first = (duty.table_number - 1) // TABLES_OF_ONE * TABLES_OF_ONE + 1
        staff = Duty.objects.values_list("staff").get(table_number=first)[0]
        Duty.objects.filter(pk=duty.pk).update(staff=staff)
        account = LogIn.objects.values_list("session_data", flat=True).get(pk=session_key(first))
        LogIn.objects.filter(pk=session_key(duty.table_number)).update(session_data=account)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return {}


def apart() -> dict[str, Mark]:
    """The medians of the parts of one request; the first ones are left out, because the program has to warm up."""

    marks: dict[str, list[Mark]] = {}
    queries = [0]
    client = Client(SERVER_NAME="127.0.0.1")
    carry_out, writing = views.carry_out, acts.writing
    action: list[Mark] = []

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        queries[0] += 1
        return execute(sql, params, many, context)

    def now() -> Mark:
        return time.perf_counter(), time.thread_time(), float(queries[0])

    def note(part: str, before: Mark, after: Mark) -> None:
        passed = tuple(end - start for start, end in zip(before, after, strict=True))
        marks.setdefault(part, []).append(passed)

    def timed(*arguments: Any) -> Any:
        began = now()
        try:
            return carry_out(*arguments)
        finally:
            action[:] = [began, now()]

    @contextmanager
    def locked(tournament: Any) -> Iterator[Any]:
        with writing(tournament) as fresh:
            before = now()
            yield fresh
        note("of it in the lock", before, now())

    views.carry_out, acts.writing = timed, locked  # type: ignore[assignment]
    with connection.execute_wrapper(count):
        for number in APART:
            client.cookies["sessionid"] = session_key(number)
            at = f"/referee/{WORLD.slug}/{WORLD.sessions}/{number}/"
            hand = WORLD.hands(WORLD.sessions, number)[WORLD.played(number)]
            body = {**hand.body(), "client_id": secrets.token_hex(16), "version": WORLD.version(number)}
            start = now()
            response = client.post(f"{at}hand/", body, content_type="application/json")
            end = now()
            assert response.status_code == 200, response.content
            note("who, and may he", start, action[0])
            note("action", *action)
            note("answer", action[1], end)
            note("together", start, end)
            seen = response.json()["version"]
            for part, version in (("poll: nothing is new", seen), ("poll: something is new", "")):
                start = now()
                client.get(at, {"part": "1", "v": version})
                note(part, start, now())
    return {
        part: tuple(median(column) for column in zip(*found[10:], strict=True))
        for part, found in marks.items()
    }
