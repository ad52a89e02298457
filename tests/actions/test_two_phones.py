"""Phones that send at the same time, or again and again: nothing is recorded twice, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connections

from tests import making
from tournament.actions.acts import Stamp
from tournament.actions.hands import HandEntry, record_hand
from tournament.actions.sessions import close_session
from tournament.models import Act, Hand, LateEntry, LogEntry, Table, Tournament
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(calls: list[Callable[[], Any]]) -> list[Any]:
    """Run the calls in threads of their own; a refusal is returned instead of raised."""

    def run(call: Callable[[], Any]) -> Any:
        try:
            return call()
        except Refused as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def fresh(table: Table) -> Table:
    """The table as another request would load it."""
    return Table.objects.select_related("session__tournament").get(pk=table.pk)


def test_one_entry_sent_by_eight_threads_is_recorded_once_and_answered_eight_times() -> None:
    table = making.table(making.drawn(4, 1))
    stamp = making.stamp(table, client_id="one-id")
    answers = at_once([lambda: record_hand(fresh(table), HandEntry(1, winner=0, fan=8), stamp)] * 8)
    assert Hand.objects.count() == Act.objects.count() == 1
    assert sorted(answer["repeated"] for answer in answers) == [False] + [True] * 7
    assert making.totals(table) == [48, -16, -16, -16]


def test_two_phones_that_enter_the_same_hand_get_one_record_and_one_refusal() -> None:
    table = making.table(making.drawn(4, 1))
    alice = making.user()
    calls = [
        lambda: record_hand(fresh(table), HandEntry(1, winner=0, fan=8), Stamp(alice, "phone-a", 1)),
        lambda: record_hand(fresh(table), HandEntry(1, winner=1, fan=12), Stamp(alice, "phone-b", 1)),
    ]
    answers = at_once(calls)
    refusals = [answer for answer in answers if isinstance(answer, Refused)]
    assert [refusal.code for refusal in refusals] == ["stale"]
    assert Hand.objects.count() == 1


def test_many_tables_entered_at_once_lose_nothing_and_raise_the_version_once_each() -> None:
    event = making.drawn(32, 1)
    tables = [making.table(event, 1, number) for number in range(1, 9)]
    before = Tournament.objects.get(pk=event.pk).version
    alice = making.user()

    def enter(table: Table) -> None:
        for number in range(1, 5):
            at = fresh(table)
            record_hand(
                at, HandEntry(number, winner=0, fan=8), Stamp(alice, f"{table.pk}-{number}", at.version)
            )

    answers = at_once([lambda table=table: enter(table) for table in tables])  # type: ignore[misc]
    assert answers == [None] * 8
    assert Hand.objects.count() == 32
    assert Tournament.objects.get(pk=event.pk).version == before + 32
    assert LogEntry.objects.filter(action="hand_recorded").count() == 32
    assert all(making.totals(table) == [192, -64, -64, -64] for table in tables)


def test_a_session_closed_while_a_hand_is_entered_keeps_either_all_or_nothing() -> None:
    event = making.drawn(4, 1)
    table = making.table(event)
    making.hand(table, winner=0, fan=8)
    making.close(table)
    bob = making.referee(event, "bob", [1])
    version = fresh(table).version
    answers = at_once(
        [
            lambda: close_session(Tournament.objects.get(pk=event.pk), 1, making.user()),
            lambda: record_hand(fresh(table), HandEntry(2, winner=0, fan=8), Stamp(bob, "late", version)),
        ]
    )
    assert isinstance(answers[1], Refused)
    assert answers[1].code == "waits"
    assert Hand.objects.count() == LateEntry.objects.count() == 1


def test_a_hand_sent_by_eight_threads_to_a_closed_table_is_kept_once_and_answered_eight_times() -> None:
    event = making.drawn(4, 1)
    table = making.table(event)
    making.close(table)
    bob = making.referee(event, "bob", [1])
    answers = at_once(
        [lambda: record_hand(fresh(table), HandEntry(1, winner=0, fan=8), Stamp(bob, "late", 1))] * 8
    )
    assert [answer.code for answer in answers] == ["waits"] * 8
    assert LateEntry.objects.count() == 1
    assert LogEntry.objects.filter(action="late_kept").count() == 1
    assert not Hand.objects.exists()


def test_two_phones_that_send_the_same_hand_under_two_ids_are_both_told_it_is_recorded() -> None:
    table = making.table(making.drawn(4, 1))
    alice = making.user()

    def enter(phone: str) -> dict[str, Any]:
        return record_hand(fresh(table), HandEntry(1, winner=0, fan=8), Stamp(alice, phone, 1))

    answers = at_once([partial(enter, "phone-a"), partial(enter, "phone-b")])
    assert sorted("already" in answer for answer in answers) == [False, True]
    assert {tuple(answer["totals"]) for answer in answers} == {(48, -16, -16, -16)}
    assert {answer["version"] for answer in answers} == {2}
    assert Hand.objects.count() == Act.objects.count() == 1
