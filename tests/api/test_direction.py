"""The chief referee's day for programs: sessions, the clock, disputes, what came late."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache

from tests import making
from tests.api.asking import Asking, stamped, table_path
from tournament.api.base import Entries
from tournament.models import Hand, LateEntry, Session, Table, Tournament

ACTS = ("start", "time", "close", "reopen", "official", "pause", "resume", "extension")
NEXT = {"number": 1, "winner": 0, "discarder": 1, "fan": 24}


def day(event: Tournament, number: int = 1) -> str:
    """The address of a session for those who direct."""
    return f"referee/tournaments/{event.slug}/sessions/{number}/"


def direct(asking: Asking, event: Tournament, act: str, **body: Any) -> Any:
    """Do something to session 1 by a program that has just looked at it, unless `body` says otherwise."""
    state = Session.objects.get(tournament=event, number=1).state
    return asking.post(f"{day(event)}{act}/", {"session_state": state, **body})


def late(event: Tournament) -> str:
    """The address of the late entries."""
    return f"referee/tournaments/{event.slug}/late/"


def test_a_session_from_its_start_to_official_results(event: Tournament, chief: Asking) -> None:
    assert chief.get(day(event)).json()["session_state"] == "published"
    started = direct(chief, event, "start").json()
    assert (started["session_state"], started["clock_state"]) == ("running", "running")
    assert started["open_tables"] == [1, 2, 3, 4]
    assert direct(chief, event, "time").json()["clock_state"] == "called"
    early = direct(chief, event, "close")
    assert (early.status_code, early.json()["code"]) == (422, "tables_open")
    assert early.json()["current"] == {"tables": [1, 2, 3, 4]}
    for number in (1, 2, 3, 4):
        making.close(making.table(event, 1, number))
    assert direct(chief, event, "close").json()["session_state"] == "closed"
    made = direct(chief, event, "official").json()
    assert made["official_at"] is not None
    opened = direct(chief, event, "reopen", reason="table 3 was wrong").json()
    assert (opened["session_state"], opened["official_at"]) == ("running", None)


def test_the_clock_is_stopped_goes_on_and_is_extended_once(event: Tournament, chief: Asking) -> None:
    direct(chief, event, "start")
    assert direct(chief, event, "pause").json()["clock_state"] == "paused"
    assert direct(chief, event, "pause").json()["code"] == "already_paused"
    found = direct(chief, event, "resume").json()
    assert found["clock_state"] == "running"
    before = Session.objects.get(tournament=event, number=1).ends_at
    assert before is not None
    body = {"minutes": 10, "table": None, "seen": found["clock_mark"]}
    assert direct(chief, event, "extension", **body).status_code == 200
    again = direct(chief, event, "extension", **body)
    assert (again.status_code, again.json()["code"]) == (409, "stale")
    assert Session.objects.get(tournament=event, number=1).ends_at == before + timedelta(minutes=10)


def test_nothing_happens_to_a_session_that_is_not_as_its_author_saw_it(
    event: Tournament, chief: Asking
) -> None:
    direct(chief, event, "start")
    answer = direct(chief, event, "start", session_state="published")
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["current"] == {"session_state": "running"}
    assert direct(chief, event, "start").json()["code"] == "already_running"


def test_one_table_alone_gets_more_minutes(event: Tournament, chief: Asking) -> None:
    mark = direct(chief, event, "start").json()["clock_mark"]
    body = {"minutes": 5, "table": 2, "seen": mark}
    assert direct(chief, event, "extension", **body).status_code == 200
    assert Table.objects.get(session__tournament=event, session__number=1, number=2).extra_minutes == 5


@pytest.mark.parametrize("act", ["", *ACTS])
def test_a_session_is_directed_by_the_chief_referee_and_the_organiser_only(
    event: Tournament, phone: Asking, chief: Asking, anyone: Asking, act: str
) -> None:
    path = f"{day(event)}{act}/" if act else day(event)
    stranger = making.user("dave")
    making.tournament(by=stranger)
    ask = (lambda who: who.get(path)) if not act else (lambda who: who.post(path, {}))
    assert [ask(who).status_code for who in (anyone, phone, Asking(stranger))] == [401, 404, 404]
    assert ask(chief).status_code == ask(Asking(making.user())).status_code == (400 if act else 200)


@pytest.mark.parametrize("act", ACTS)
def test_a_session_that_is_not_published_is_not_there(chief: Asking, event: Tournament, act: str) -> None:
    assert chief.post(f"{day(event, 4)}{act}/", {}).status_code == 404


def test_disputes_are_listed_with_their_rulings(table: Table, phone: Asking, chief: Asking) -> None:
    number = phone.enter("disputes", table, hand_number=1, reason="he called first").json()["dispute"]
    listed = phone.get(table_path(table)).json()["disputes"]
    assert [(one["id"], one["hand_number"], one["text"], one["ruled_at"]) for one in listed] == [
        (number, 1, "he called first", None)
    ]
    refused = phone.enter("rulings", table, dispute=number, reason="he did")
    assert (refused.status_code, refused.json()["code"]) == (422, "chief_only")
    assert chief.enter("rulings", table, dispute=number, reason="he did").status_code == 200
    assert phone.get(table_path(table)).json()["disputes"][0]["ruling"] == "he did"


def test_offers_count_what_a_player_has_already(table: Table, phone: Asking) -> None:
    """RULES §3: an empty call is a warning first, then 5, then 10, counted per player."""

    def offered() -> list[tuple[str, int]]:
        kinds = phone.get(table_path(table)).json()["penalty_kinds"]
        offers = next(kind for kind in kinds if kind["kind"] == "empty_call")["offers"]
        return [(one["amount"], one["earlier"]) for one in offers]

    assert offered() == [("0", 0)] * 4
    phone.enter("penalties", table, seat=2, kind="empty_call", amount=0, hand_number=1)
    assert offered() == [("0", 0), ("0", 0), ("5", 1), ("0", 0)]
    phone.enter("penalties", table, seat=2, kind="empty_call", amount=5, hand_number=1)
    assert offered()[2] == ("10", 2)


def test_what_comes_to_a_closed_table_is_listed_entered_and_answered(
    event: Tournament, table: Table, phone: Asking, chief: Asking
) -> None:
    making.close(table)
    body = stamped(table, **NEXT)
    path = f"{table_path(table)}hands/"
    first = phone.post(path, body)
    assert (first.status_code, first.json()["code"]) == (202, "waits")
    assert phone.post(path, body).json() == first.json()
    other = phone.post(path, body | {"fan": 25})
    assert (other.status_code, other.json()["code"]) == (409, "id_reused")
    assert set(other.json()["current"]) == {"stored", "sent", "version"}
    listed = chief.get(late(event)).json()["entries"]
    assert [(one["session"], one["table"], one["kind"], one["by"], one["outcome"]) for one in listed] == [
        (1, 1, "hand", "Bob", "")
    ]
    assert chief.get(day(event)).json()["late_tables"] == [1]
    settle = f"{late(event)}{listed[0]['id']}/"
    empty = chief.post(settle, {"enter": True, "reason": ""})
    assert (empty.status_code, empty.json()["code"]) == (422, "reason_missing")
    done = chief.post(settle, {"enter": True, "reason": "no network"}).json()["entry"]
    assert (done["outcome"], done["settled_by"], done["reason"]) == ("accepted", "Carol", "no network")
    assert making.totals(table) == [48, -32, -8, -8]
    again = chief.post(settle, {"enter": False, "reason": "no"})
    assert (again.status_code, again.json()["code"]) == (409, "settled")
    told = phone.post(path, body)
    assert (told.status_code, told.json()["code"]) == (202, "accepted")
    assert Hand.objects.count() == 1


def test_a_late_entry_that_is_declined_is_told_with_the_reason(
    event: Tournament, table: Table, phone: Asking, chief: Asking
) -> None:
    making.close(table)
    body = stamped(table, seat=0, kind="late", amount=10)
    phone.post(f"{table_path(table)}penalties/", body)
    number = LateEntry.objects.get().pk
    chief.post(f"{late(event)}{number}/", {"enter": False, "reason": "he was there"})
    told = phone.post(f"{table_path(table)}penalties/", body)
    assert (told.status_code, told.json()["code"]) == (202, "declined")
    assert told.json()["message"].endswith("he was there")
    assert making.totals(table) == [0, 0, 0, 0]


def test_late_entries_are_for_those_who_direct_this_tournament(
    event: Tournament, table: Table, phone: Asking, chief: Asking, anyone: Asking
) -> None:
    making.close(table)
    phone.enter("hands", table, **NEXT)
    settle = f"{late(event)}{LateEntry.objects.get().pk}/"
    other = making.user("dave")
    theirs = making.tournament(by=other)
    body = {"enter": True, "reason": "mine"}
    for who, status in ((anyone, 401), (phone, 404), (Asking(other), 404)):
        assert who.get(late(event)).status_code == status
        assert who.post(settle, body).status_code == status
    assert Asking(other).post(f"{late(theirs)}{LateEntry.objects.get().pk}/", body).status_code == 404
    assert chief.post(f"{late(event)}999999/", body).status_code == 404
    assert not Hand.objects.exists()


def test_the_same_hand_by_another_program_is_already_recorded(
    table: Table, phone: Asking, chief: Asking
) -> None:
    seen = stamped(table)["expected_version"]
    phone.enter("hands", table, **NEXT)
    answer = chief.enter("hands", table, **NEXT, expected_version=seen)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    assert (found["already"], found["version"], found["hand"]) == (True, seen + 1, 1)
    assert found["sentence"].startswith("Already recorded: ")
    stale = chief.enter("hands", table, **(NEXT | {"fan": 8}), expected_version=seen)
    assert (stale.status_code, stale.json()["current"]["hand"]["fan"]) == (409, 24)


def test_a_program_that_has_lost_its_way_is_slowed_down_and_reading_is_free(
    table: Table, phone: Asking, chief: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    monkeypatch.setattr(Entries, "rate", "3/min")
    answers = [phone.enter("undo", table) for _time in range(4)]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 429]
    last = answers[-1]
    assert last.json()["code"] == "throttled"
    assert set(last.json()) == {"code", "message", "field", "current"}
    assert 0 < int(last["Retry-After"]) <= 60
    assert phone.get(table_path(table)).status_code == 200
    # Everybody has his own measure.
    assert chief.enter("undo", table).status_code == 422
