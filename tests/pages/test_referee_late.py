"""The agreement between telephone and server, request by request: what comes again, and what comes late."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests import making
from tests.pages.referee_phone import Phone, new_id, refusal
from tournament.actions.late import decline_late, enter_late
from tournament.models import Act, Hand, LateEntry, LogEntry, Staff, Table, Tournament

pytestmark = pytest.mark.django_db
WIN: dict[str, Any] = {"number": 1, "winner": 0, "discarder": 1, "fan": 24}


@pytest.fixture
def event() -> Tournament:
    return making.drawn(4, 1)


@pytest.fixture
def table(event: Tournament) -> Table:
    return making.table(event)


@pytest.fixture
def bob(event: Tournament) -> User:
    return making.referee(event, "bob", [1])


@pytest.fixture
def phone(table: Table, bob: User) -> Phone:
    return Phone(table, bob)


@pytest.fixture
def other_phone(event: Tournament, table: Table) -> Phone:
    """Somebody else who looks after the same table."""
    return Phone(table, making.referee(event, "carol", role=Staff.Role.CHIEF_REFEREE))


def entry(version: int, **body: Any) -> dict[str, Any]:
    return {"client_id": new_id(), "version": version, **body}


def test_an_answer_that_was_lost_after_the_commit_is_given_again(phone: Phone, table: Table) -> None:
    sent = entry(1, **WIN)
    first = phone.send("hand", sent).json()  # and the network breaks before it arrives
    for _time in range(3):
        again = phone.send("hand", sent)
        assert again.status_code == 200
        assert again.json()["answer"] == {**first["answer"], "repeated": True}
        assert again.json()["message"] == first["message"]
        assert again.json()["version"] == first["version"]
    assert Hand.objects.count() == Act.objects.count() == 1


def test_a_server_that_fails_after_the_commit_is_asked_again(
    phone: Phone, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page cannot be rendered any more: 500, but the hand is stored, and the same id gets its answer."""
    phone.client.raise_request_exception = False
    sent = entry(1, **WIN)
    with monkeypatch.context() as broken:
        broken.setattr("tournament.pages.referee.views._inside", _fails)
        assert phone.send("hand", sent).status_code == 500
    assert Hand.objects.count() == 1
    assert phone.send("hand", sent).json()["answer"]["repeated"] is True
    assert Hand.objects.count() == 1


def test_a_server_that_fails_before_the_commit_stored_nothing(
    phone: Phone, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.client.raise_request_exception = False
    sent = entry(1, **WIN)
    before = Tournament.objects.get().version
    with monkeypatch.context() as broken:
        broken.setattr("tournament.actions.acts.recompute_table", _fails)
        assert phone.send("hand", sent).status_code == 500
    assert not Hand.objects.exists()
    assert not Act.objects.exists()
    assert not LogEntry.objects.filter(action="hand_recorded").exists()
    assert (making.table(table.session.tournament).version, Tournament.objects.get().version) == (1, before)
    assert phone.send("hand", sent).json()["answer"]["repeated"] is False


def _fails(*args: Any, **options: Any) -> Any:
    raise RuntimeError("the server broke")


def test_the_same_id_with_another_body_shows_both(phone: Phone, table: Table) -> None:
    sent = entry(1, **WIN)
    phone.send("hand", sent)
    answer = phone.send("hand", sent | {"fan": 25})
    assert refusal(answer)[:2] == (409, "id_reused")
    current = answer.json()["current"]
    assert current["stored"].endswith("24 fan")
    assert current["sent"].endswith("25 fan")


def test_the_same_hand_from_another_phone_is_already_recorded(
    phone: Phone, other_phone: Phone, table: Table
) -> None:
    phone.send("hand", entry(1, **WIN))
    answer = other_phone.send("hand", entry(1, **WIN))
    assert answer.status_code == 200
    found = answer.json()
    assert found["answer"]["already"] is True
    assert found["answer"]["version"] == 2
    assert found["message"].startswith("Already recorded: hand 1: ")
    assert "sentence" not in found["answer"]
    assert "html" in found
    assert Hand.objects.count() == 1


def test_another_hand_from_another_phone_sees_what_is_there_and_can_replace_it(
    phone: Phone, other_phone: Phone, table: Table
) -> None:
    other_phone.send("hand", entry(1, **WIN))
    mine = {"number": 1, "winner": 2, "discarder": None, "fan": 8}
    answer = phone.send("hand", entry(1, **mine))
    assert refusal(answer)[:2] == (409, "stale")
    current = answer.json()["current"]
    text = current["hand"].pop("text")
    assert text.endswith("24 fan")
    assert current["hand"] == {**WIN, "flowers": 0, "robbed_kong": False, "by": "Carol"}
    replaced = phone.send("correction", entry(current["version"], **mine, reason="it was my table"))
    assert replaced.status_code == 200
    assert making.totals(table) == [-16, -16, 48, -16]


def test_after_the_closing_it_is_kept_and_the_same_id_gets_the_same_answer(
    phone: Phone, table: Table
) -> None:
    making.close(table)
    sent = entry(1, **WIN)
    first, again = phone.send("hand", sent), phone.send("hand", sent)
    for answer in (first, again):
        assert (answer.status_code, answer.json()["code"]) == (202, "waits")
        assert answer.json()["client_id"] == sent["client_id"]
        assert "html" in answer.json()
    assert first.json() == again.json()
    assert LateEntry.objects.count() == 1
    assert refusal(phone.send("hand", sent | {"fan": 25}))[:2] == (409, "id_reused")


def test_what_became_of_it_is_the_answer_once_it_is_settled(
    event: Tournament, phone: Phone, table: Table
) -> None:
    making.close(table)
    yes, no = entry(1, **WIN), entry(1, number=1, reason="the wall fell")
    phone.send("hand", yes)
    phone.send("replay", no)
    kept = list(LateEntry.objects.order_by("id"))
    enter_late(event, kept[0].pk, "no network", making.user())
    decline_late(event, kept[1].pk, "play was over", making.user())
    assert refusal(phone.send("hand", yes))[:2] == (202, "accepted")
    told = phone.send("replay", no)
    assert refusal(told)[:2] == (202, "declined")
    assert told.json()["message"].endswith("play was over")


def test_an_outbox_of_one_table_is_taken_in_its_order(phone: Phone, table: Table) -> None:
    """Three entries made without a network, each with the version that the one before will have made."""
    penalty = {"seat": 2, "kind": "late", "amount": "10", "mode": "deduct", "currency": "match_points"}
    outbox = [("hand", entry(1, **WIN)), ("penalty", entry(2, **penalty)), ("hand", entry(3, number=2))]
    assert [phone.send(kind, body).status_code for kind, body in outbox] == [200, 200, 200]
    assert [phone.send(kind, body).json()["answer"]["version"] for kind, body in outbox] == [2, 3, 4]
    assert making.totals(table) == [48, -32, -18, -8]


@pytest.fixture(params=[-3650, -1, 1, 3650], ids=lambda days: f"{days} days off")
def wrong_clock(request: pytest.FixtureRequest) -> Iterator[dict[str, Any]]:
    """What a phone would say whose clock is wrong."""
    wrong = timezone.now() + timedelta(days=request.param)
    yield {
        "created_at": wrong.isoformat(),
        "at": wrong.isoformat(),
        "timestamp": int(wrong.timestamp() * 1000),
    }


def test_the_clock_of_a_phone_decides_nothing(
    event: Tournament, phone: Phone, other_phone: Phone, table: Table, wrong_clock: dict[str, Any]
) -> None:
    before = timezone.now()
    date = {"Date": "Thu, 01 Jan 1970 00:00:00 GMT", "If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"}
    sent = entry(1, **WIN, **wrong_clock)
    assert phone.client.post(f"{phone.here}hand/", sent, "application/json", headers=date).status_code == 200
    hand, act = Hand.objects.get(), Act.objects.get()
    log = LogEntry.objects.get(action="hand_recorded")
    assert all(before <= one.at <= timezone.now() for one in (hand, act, log))
    # Which of two is older is a question of versions, not of what their clocks say.
    assert refusal(other_phone.send("hand", entry(1, number=2, **wrong_clock)))[1] == "stale"
    # The same entry with another time is the same entry.
    repeated = phone.send("hand", sent | {"created_at": timezone.now().isoformat()})
    assert repeated.json()["answer"]["repeated"] is True
    # After time only the referee's own word counts that the hand ended before.
    assert other_phone.send("time", entry(2, **wrong_clock)).status_code == 200
    assert refusal(phone.send("hand", entry(3, number=2, **wrong_clock)))[1] == "time_called"
    making.close(table)
    late = phone.send("hand", entry(3, number=2, before_time=True, **wrong_clock))
    assert (late.status_code, LateEntry.objects.get().at >= before) == (202, True)
    assert set(LateEntry.objects.get().body) & set(wrong_clock) == set()


def test_a_referee_who_lost_the_table_cannot_leave_anything_at_it(
    event: Tournament, phone: Phone, table: Table, bob: User
) -> None:
    making.close(table)
    event.staff.get(user=bob).duties.all().delete()
    assert phone.send("hand", entry(1, **WIN)).status_code == 404
    assert not LateEntry.objects.exists()
