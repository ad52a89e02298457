"""A server that dies in the middle of an entry: everything of it is stored, or nothing, and the same id finishes it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from tests import making
from tournament.actions.acts import Stamp
from tournament.actions.hands import HandEntry, record_hand
from tournament.models import Act, Hand, LateEntry, LogEntry, Table, Tournament
from tournament.refusals import Kept

ROOT = Path(__file__).resolve().parent.parent.parent
WIN = HandEntry(1, winner=0, discarder=1, fan=24)


class Died(BaseException):
    """The process ends here: nothing may catch it."""


def dies_at(number: int) -> Any:
    """Let everything end at the `number`-th change of a row."""
    writes = 0

    @contextmanager
    def watching() -> Iterator[None]:
        with connection.execute_wrapper(watch):
            yield

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal writes
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            writes += 1
            if writes == number:
                raise Died
        return execute(sql, params, many, context)

    return watching()


def stored() -> tuple[Any, ...]:
    """Everything that an entry could leave behind."""
    return (
        Hand.objects.count(),
        Act.objects.count(),
        LateEntry.objects.count(),
        LogEntry.objects.count(),
        Table.objects.get().version,
        Tournament.objects.get().version,
        tuple(Table.objects.get().seats.order_by("chair").values_list("match_points", "place")),
    )


def died(table: Table, by: User, number: int) -> bool:
    """Send the hand to a server that dies at this change; whether it did not live to make it."""
    try:
        with dies_at(number):
            record_hand(making.table(table.session.tournament), WIN, Stamp(by, "one-entry", 1))
    except Died:
        return True
    except Kept:
        return False
    return False


@pytest.mark.django_db
def test_a_death_at_any_write_of_a_hand_leaves_nothing_and_the_same_id_finishes_it() -> None:
    table = making.table(making.drawn(4, 1))
    before, number = stored(), 1
    while died(table, making.user(), number):
        assert stored() == before, f"write {number}"
        number += 1
    # The session, the hand, its line of the history, four seats, table, act and tournament at least.
    assert number > 7
    assert (Hand.objects.count(), Act.objects.count(), making.totals(table)) == (1, 1, [48, -32, -8, -8])


@pytest.mark.django_db
def test_a_death_at_any_write_of_a_late_entry_leaves_nothing_and_the_same_id_finishes_it() -> None:
    event = making.drawn(4, 1)
    table, bob = making.table(event), making.referee(event, "bob", [1])
    making.close(table)
    before, number = stored(), 1
    while died(table, bob, number):
        assert stored() == before, f"write {number}"
        number += 1
    assert number > 3
    assert LateEntry.objects.count() == 1


KILLED = """
import os, signal, django
django.setup()
from django.contrib.auth.models import User
from tournament.actions import acts
from tournament.actions.hands import HandEntry, record_hand
from tournament.models import Hand, Table

def killed(*args):
    assert Hand.objects.count() == 1, "the hand is written, but not committed"
    os.kill(os.getpid(), signal.SIGKILL)

acts.recompute_table = killed
stamp = acts.Stamp(User.objects.get(username="alice"), "one-entry", 1)
record_hand(Table.objects.get(), HandEntry(1, winner=0, discarder=1, fan=24), stamp)
"""


def database_url() -> str:
    """Where another process finds the database of the tests."""
    about = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{about['NAME']}"
    return f"postgres://{about['USER']}:{about['PASSWORD']}@{about['HOST']}:{about['PORT']}/{about['NAME']}"


@pytest.mark.django_db(transaction=True)
def test_a_server_killed_before_the_commit_stored_nothing_and_holds_no_lock() -> None:
    table = making.table(making.drawn(4, 1))
    before = stored()
    environment = os.environ | {
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DEBUG": "1",
    }
    ended = subprocess.run(
        [sys.executable, "-c", KILLED],
        check=False,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    assert stored() == before
    answer = record_hand(table, WIN, Stamp(making.user(), "one-entry", 1))
    assert (answer["repeated"], answer["totals"]) == (False, [48, -32, -8, -8])
