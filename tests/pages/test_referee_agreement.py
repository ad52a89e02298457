"""The chief referee called from a phone, signatures that come with the closing, and a second person's confirmation."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import making
from tests.pages.referee_phone import Phone, refusal
from tournament.actions.agreement import answer_call, call_chief
from tournament.actions.keepers import name_keeper
from tournament.models import Call, Seat, Staff, Table

pytestmark = pytest.mark.django_db
PATH = "M10 10L20 30L40 12M60 5L61 90"
AGREED = ["agreed"] * 4
CONFIRM = 'data-entry="check"'


@pytest.fixture
def table() -> Table:
    tournament = making.drawn(16, 1, second_check=True)
    making.referee(tournament, "bob", [1, 2])
    making.referee(tournament, "carol", role=Staff.Role.CHIEF_REFEREE)
    return making.table(tournament)


@pytest.fixture
def bob(table: Table) -> Phone:
    return Phone(table, making.user("bob"))


@pytest.fixture
def carol(table: Table) -> Phone:
    return Phone(table, making.user("carol"))


def end(table: Table) -> None:
    """Time is called after one hand."""
    making.hand(table, 0, 8)
    Table.objects.filter(pk=table.pk).update(time_called_at="2026-01-01T10:00Z", hands_at_time=0)


def page(phone: Phone) -> str:
    html: str = phone.look().content.decode()
    return html


def test_a_call_stands_on_the_page_until_it_was_answered_and_a_while_after(bob: Phone, carol: Phone) -> None:
    assert bob.enter("call", text="tiles <b>on</b> the floor").status_code == 200
    assert "has not answered yet" in page(bob)
    assert "tiles &lt;b&gt;on&lt;/b&gt; the floor" in page(bob)
    assert "I am coming" not in page(bob)
    assert "I am coming" in page(carol)
    assert carol.enter("answer").status_code == 200
    assert "has not answered yet" not in page(bob)
    assert "The chief referee answered at" in page(bob)
    version = bob.look(part="1")["X-Version"]
    assert bob.look(part="1", v=version).status_code == 204
    Call.objects.update(answered_at=timezone.now() - timedelta(minutes=11))
    part = bob.look(part="1", v=version)
    assert part.status_code == 200
    assert "The chief referee answered at" not in part.content.decode()


def test_who_directs_is_not_offered_to_call_himself(bob: Phone, carol: Phone) -> None:
    assert "ref__call" in page(bob)
    assert "ref__call" not in page(carol)


def test_a_referee_does_not_answer_calls(bob: Phone) -> None:
    bob.enter("call", text="")
    assert refusal(bob.enter("answer"))[:2] == (422, "chief_only")
    assert Call.objects.get().answered_at is None


def test_a_player_who_keeps_the_table_calls_too(table: Table) -> None:
    event = table.session.tournament
    player = table.seats.get(chair=0).player
    assert player is not None
    keeper = name_keeper(event, 1, 1, player.number, making.user())
    phone = Phone(table, keeper.staff.user)
    assert "ref__call" in page(phone)
    assert phone.enter("call", text="").status_code == 200
    assert Call.objects.get().by == keeper.staff.user


def test_a_call_comes_from_any_state_of_the_table(table: Table, bob: Phone) -> None:
    making.hand(table, 0, 8)
    making.hand(table, 0, 8)
    assert bob.enter("call", text="", version=1).status_code == 200


def test_a_call_and_its_answer_make_no_hand_stale(table: Table, bob: Phone) -> None:
    making.hand(table, 0, 8)
    table.refresh_from_db()
    seen = table.version
    call_chief(table, "", making.stamp(table, making.user("bob")))
    answer_call(table, making.stamp(table))
    assert bob.hand(2, version=seen).status_code == 200


def test_a_hand_beside_a_call_still_makes_one_stale(table: Table, bob: Phone) -> None:
    seen = Table.objects.get(pk=table.pk).version
    call_chief(table, "", making.stamp(table, making.user("bob")))
    making.hand(table, 0, 8)
    assert refusal(bob.hand(2, version=seen))[:2] == (409, "stale")
    assert refusal(bob.hand(2, version=seen + 1))[:2] == (409, "stale")


def test_the_strip_and_the_list_show_where_the_chief_referee_is_called(table: Table, bob: Phone) -> None:
    other = Phone(making.table(table.session.tournament, 1, 2), making.user("bob"))
    assert "#bell" not in page(other).split('id="strip-1"')[1].split("</a>")[0]
    bob.enter("call", text="")
    strip = page(other).split('id="strip-1"')[1].split("</a>")[0]
    assert "#bell" in strip
    assert "calls the chief referee" in strip
    assert 'class="state is-call"' in bob.client.get("/referee/").content.decode()


def test_signatures_come_with_the_closing_and_are_shown_to_the_staff_only(table: Table, bob: Phone) -> None:
    end(table)
    answer = bob.enter("close", agreements=AGREED, reason="", signatures=[PATH, "", "", ""])
    assert answer.status_code == 200
    assert list(Seat.objects.filter(table=table).order_by("chair").values_list("signature", flat=True)) == [
        PATH, "", "", "",
    ]  # fmt: skip
    assert page(bob).count(PATH) == 1
    slug = table.session.tournament.slug
    desk = Client()
    desk.force_login(making.user())
    assert desk.get(f"/organiser/{slug}/tables/1/1/").content.decode().count(PATH) == 1
    for path in (f"/t/{slug}/sessions/1/tables/1/", f"/api/tournaments/{slug}/sessions/1/tables/1/"):
        response = Client().get(path)
        assert response.status_code == 200
        assert PATH not in response.content.decode(), path


@pytest.mark.parametrize(
    "signatures", ["M1 1", [PATH] * 3, [PATH, None, "", ""], [1, 2, 3, 4], [["M1 1"]] * 4]
)
def test_what_are_no_four_signatures_is_refused(table: Table, bob: Phone, signatures: object) -> None:
    end(table)
    answer = bob.enter("close", agreements=AGREED, reason="", signatures=signatures)
    assert refusal(answer) == (422, "malformed", "signatures")


def test_a_signature_that_is_no_drawing_is_refused_at_its_player(table: Table, bob: Phone) -> None:
    end(table)
    answer = bob.enter("close", agreements=AGREED, reason="", signatures=["", "", "M1 1<b>", ""])
    assert refusal(answer) == (422, "signature", "signature_2")
    assert not Table.objects.get(pk=table.pk).is_closed


def test_somebody_else_than_who_closed_it_is_offered_to_confirm(
    table: Table, bob: Phone, carol: Phone
) -> None:
    making.referee(table.session.tournament, "sue", role=Staff.Role.SCORER)
    scorer = Phone(table, making.user("sue"))
    assert CONFIRM not in page(carol)
    end(table)
    bob.enter("close", agreements=AGREED, reason="")
    assert CONFIRM not in page(bob)
    assert "Waits for a second person" in page(bob)
    assert refusal(bob.enter("check"))[:2] == (422, "same_person")
    assert CONFIRM in page(scorer)
    assert CONFIRM in page(carol)
    assert "closed, to be confirmed" in scorer.client.get("/referee/").content.decode()
    assert scorer.enter("check").status_code == 200
    assert "Confirmed by Sue" in page(bob)
    assert CONFIRM not in page(carol)
    assert Table.objects.get(pk=table.pk).checked_by == making.user("sue")


def test_what_a_keeper_has_closed_his_referee_confirms(table: Table, bob: Phone) -> None:
    event = table.session.tournament
    player = table.seats.get(chair=0).player
    assert player is not None
    keeper = Phone(table, name_keeper(event, 1, 1, player.number, making.user()).staff.user)
    end(table)
    assert keeper.enter("close", agreements=AGREED, reason="").status_code == 200
    assert CONFIRM not in page(keeper)
    assert refusal(keeper.enter("check"))[:2] == (422, "role")
    assert CONFIRM in page(bob)
    assert bob.enter("check").status_code == 200


def test_where_the_rules_ask_for_nobody_nothing_is_confirmed() -> None:
    event = making.drawn(16, 1)
    making.referee(event, "bob", [1])
    table = making.table(event)
    end(table)
    making.close(table)
    html = page(Phone(table, making.user("bob")))
    assert 'id="result"' in html
    assert CONFIRM not in html
    assert "Waits for a second person" not in html
