"""The referee's table on a real day: disputes, fan counted at time, the clock, and the next size of a penalty."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests import making
from tests.pages.referee_phone import Phone, refusal
from tournament.actions.clock import extend_clock, pause_clock
from tournament.actions.disputes import rule_dispute
from tournament.actions.sessions import call_time_everywhere, start_session
from tournament.models import Dispute, Session, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    tournament = making.drawn(rotation="none")
    making.referee(tournament, "bob", [1])
    return making.table(tournament)


@pytest.fixture
def phone(table: Table) -> Phone:
    return Phone(table, making.user("bob"))


def offered(phone: Phone, kind: str) -> list[tuple[str, str]]:
    offers = phone.look().context["data"]["penalties"]["kinds"][kind]["offers"]
    return [(offer["amount"], offer["currency"]) for offer in offers]


# ── Disputes


def test_a_hand_in_dispute_is_marked_and_play_goes_on(phone: Phone, table: Table) -> None:
    phone.play(2)
    answer = phone.enter("dispute", hand=1, reason="who discarded?")
    assert answer.status_code == 200
    assert "Hand 1 is in dispute" in answer.json()["html"]
    assert phone.hand(3).status_code == 200
    page = phone.look()
    assert [line.row.number for line in page.context["lines"] if line.disputed] == [1]
    assert "waits for the chief referee's ruling" in page.content.decode()


def test_the_running_hand_and_the_whole_table_can_be_in_dispute(phone: Phone) -> None:
    phone.enter("dispute", hand=1, reason="the wall")
    answer = phone.enter("dispute", hand=None, reason="wrong chairs")
    assert "The table is in dispute" in answer.json()["html"]
    assert list(Dispute.objects.values_list("hand_number", flat=True)) == [1, None]


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"hand": 1, "reason": " "}, "reason_missing", "reason"),
        ({"hand": 17, "reason": "x"}, "no_such_hand", "hand_number"),
        ({"hand": "1", "reason": "x"}, "malformed", "hand"),
    ],
)
def test_a_dispute_without_words_or_hand_is_refused_at_its_field(
    phone: Phone, body: dict[str, Any], code: str, field: str
) -> None:
    assert refusal(phone.enter("dispute", **body)) == (422, code, field)


def test_what_was_ruled_is_no_longer_marked_and_stays_readable(phone: Phone, table: Table) -> None:
    phone.enter("dispute", hand=1, reason="the fan")
    table.refresh_from_db()
    rule_dispute(table, Dispute.objects.get().pk, "24 fan stand", making.stamp(table))
    page = phone.look()
    assert not [line for line in page.context["lines"] if line.disputed]
    assert "24 fan stand" in page.content.decode()


def test_a_dispute_opened_by_mistake_is_taken_back(phone: Phone) -> None:
    phone.enter("dispute", hand=1, reason="oh")
    assert "something was put in dispute" in phone.look().context["data"]["undo"]
    assert phone.enter("undo").status_code == 200
    assert not Dispute.objects.exists()


# ── Time


def test_the_clock_of_a_table_has_its_extra_minutes_and_stands_while_paused(
    phone: Phone, table: Table
) -> None:
    tournament = table.session.tournament
    session = start_session(tournament, 1, making.user())
    before = phone.look()
    extend_clock(tournament, 1, 7, making.user(), table=1)
    text = phone.look().content.decode()
    assert session.ends_at is not None
    ends = int((session.ends_at + timedelta(minutes=7)).timestamp() * 1000)
    assert f'data-ends-at="{ends}"' in text
    assert 'title="extra minutes of this table">+7 min' in text
    assert phone.look(part="1", v=before.context["version"]).status_code == 200
    pause_clock(tournament, 1, making.user())
    text = phone.look().content.decode()
    assert 'data-state="paused"' in text
    assert "data-ends-at" not in text


def test_an_hour_over_time_is_said_in_a_word(phone: Phone, table: Table) -> None:
    start_session(table.session.tournament, 1, making.user())
    Session.objects.filter(number=1).update(ends_at=timezone.now() - timedelta(hours=1))
    text = phone.look().content.decode()
    assert 'data-state="over"' in text
    assert "+1:00:0" in text
    assert "time is over" in text


def test_where_the_rules_say_so_fan_counted_at_time_give_one_more_hand() -> None:
    tournament = making.drawn(at_time="finish_current", rotation="none")
    phone = Phone(making.table(tournament), making.referee(tournament, "bob", [1]))
    start_session(tournament, 1, making.user())
    call_time_everywhere(tournament, 1, making.user())
    assert phone.hand(1).status_code == 200
    assert phone.look().context["waits"] == "close"
    assert "Were fan being counted when time fell?" in phone.look().content.decode()
    assert phone.enter("counting").status_code == 200
    assert phone.look().context["waits"] == "hand"
    assert "Were fan being counted" not in phone.look().content.decode()
    assert "This hand is played to its end and counts" in phone.look().content.decode()
    assert phone.hand(2).status_code == 200
    assert refusal(phone.hand(3))[1] == "time_called"


def test_where_the_running_hand_is_void_nobody_is_asked_about_counting(phone: Phone, table: Table) -> None:
    phone.enter("time")
    assert "Were fan being counted" not in phone.look().content.decode()
    assert refusal(phone.enter("counting"))[1] == "no_hand_after_time"


# ── The next size of a penalty


def test_by_the_national_rules_the_next_size_is_counted_in_one_hand(phone: Phone, table: Table) -> None:
    making.penalty(table, 2, 0, kind="empty_call", hand_number=1)
    making.penalty(table, 2, 5, kind="empty_call", hand_number=1)
    assert offered(phone, "empty_call")[2] == ("10", "match_points")
    assert offered(phone, "early_draw")[2] == ("0", "match_points")
    phone.hand(1)
    assert offered(phone, "empty_call")[2] == ("0", "match_points")


def test_by_the_league_all_warnings_of_a_player_in_a_session_count_together() -> None:
    tournament = making.drawn(repeats={"scope": "session", "together": True})
    tournament.rules["penalty_sizes"]["standard_points"] = ["1/2", 1, 2, 3, 4]
    tournament.save()
    phone = Phone(making.table(tournament), making.referee(tournament, "bob", [1]))
    making.penalty(phone.table, 1, 0, kind="empty_call", hand_number=1)
    phone.hand(1)
    assert offered(phone, "early_draw")[1] == ("5", "match_points")
    assert offered(phone, "conduct")[1] == ("1/2", "standard_points")


def test_a_withdrawn_penalty_does_not_count_for_the_next(phone: Phone, table: Table) -> None:
    phone.enter(
        "penalty", seat=2, kind="empty_call", amount="0", mode="deduct", currency="match_points", hand=1
    )
    assert offered(phone, "empty_call")[2] == ("5", "match_points")
    assert phone.enter("undo").status_code == 200
    assert offered(phone, "empty_call")[2] == ("0", "match_points")
