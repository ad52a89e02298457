"""Players who keep their own table, and scorers: what they may enter, and what is refused in words."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import making
from tests.pages.referee_phone import Phone, refusal
from tests.refusing import code
from tournament.actions.keepers import end_keeper, name_keeper
from tournament.actions.sessions import close_session
from tournament.actions.staff import give_tables
from tournament.actions.tables import call_time
from tournament.models import Hand, LateEntry, Penalty, Player, Seat, Staff, Table, TableKeeper, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.drawn(16, 2)


@pytest.fixture
def table(event: Tournament) -> Table:
    return making.table(event)


def at(table: Table, chair: int = 0) -> Player:
    """The player of a seat."""
    found = table.seats.get(chair=chair).player
    assert found is not None
    return found


def keep(table: Table, chair: int = 0) -> Phone:
    """The paired telephone of a player who was named keeper of his table at the desk."""
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(making.user())
    event = table.session.tournament
    choice = f"{table.session.number}-{table.number}-{at(table, chair).number}"
    page = desk.post(reverse("organiser:keepers", args=[event.slug]), {"keeper": choice}).content.decode()
    found = re.search(r'id="pair-address">http://testserver(/pair/[\w-]+/)<', page)
    assert found is not None
    phone = Phone(table, None)
    assert phone.client.post(found[1])["Location"] == phone.here
    return phone


def test_a_keeper_records_hands_confirms_rounds_and_closes_with_four_agreements(table: Table) -> None:
    phone = keep(table)
    phone.play(16)
    assert phone.enter("close", agreements=["agreed"] * 4).status_code == 200
    table.refresh_from_db()
    assert table.is_closed
    name = at(table).name
    assert set(Hand.objects.values_list("by__quesai_roles__name", flat=True)) == {name}


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("correction", {"number": 1, "winner": 0, "fan": 8, "reason": "x"}),
        ("replay", {"number": 1, "reason": "x"}),
        (
            "penalty",
            {"seat": 0, "kind": "conduct", "amount": "5", "mode": "deduct", "currency": "match_points"},
        ),
        ("withdrawal", {"penalty": 1, "reason": "x"}),
        ("time", {}),
        ("counting", {}),
        ("dispute", {"hand": 1, "reason": "x"}),
    ],
)
def test_anything_else_is_the_referee_s(table: Table, kind: str, body: dict[str, Any]) -> None:
    phone = keep(table)
    assert phone.hand(1).status_code == 200
    answer = phone.enter(kind, **body)
    assert refusal(answer)[:2] == (422, "role")
    assert "call the referee" in answer.json()["message"]
    assert Hand.objects.count() == 1
    assert not Penalty.objects.exists()


def test_a_keeper_takes_back_his_own_entry_and_nobody_else_s(table: Table) -> None:
    phone = keep(table)
    phone.hand(1)
    assert phone.enter("undo").status_code == 200
    phone.hand(1)
    making.hand(table)
    assert refusal(phone.enter("undo"))[:2] == (422, "role")
    assert Hand.objects.filter(is_current=True, outcome=Hand.Outcome.DRAWN).count() == 2


def test_a_player_who_refuses_to_sign_needs_the_referee(table: Table) -> None:
    phone = keep(table)
    call_time(table, making.stamp(table))
    answers = ["agreed", "agreed", Seat.Agreement.REFUSED, "agreed"]
    assert refusal(phone.enter("close", agreements=answers, reason="cross"))[:2] == (422, "role")
    table.refresh_from_db()
    assert not table.is_closed


def test_only_a_referee_lets_a_player_win_whose_hand_is_dead(table: Table) -> None:
    phone = keep(table)
    making.penalty(table, 0, kind="false_win", dead_hand=True, hand_number=1)
    answer = phone.hand(1, winner=0, fan=8, lift_dead_hand="he is my friend")
    assert refusal(answer) == (422, "role", "lift_dead_hand")


def test_a_keeper_is_nobody_at_other_tables_and_in_other_sessions(event: Tournament, table: Table) -> None:
    phone = keep(table)
    assert phone.look().status_code == 200
    for session, number in ((1, 2), (2, 1)):
        elsewhere = Phone(making.table(event, session, number), None)
        elsewhere.client = phone.client
        assert elsewhere.look().status_code == 404
        assert elsewhere.hand(1).status_code == 404
    rows = phone.client.get("/api/referee/tables/").json()["tables"]
    assert [(row["session"], row["number"]) for row in rows] == [(1, 1)]
    assert phone.client.get(f"/organiser/{event.slug}/").status_code == 404


def test_a_keeper_sees_no_more_of_the_standings_than_any_player(event: Tournament, table: Table) -> None:
    phone = keep(table)
    public = Client().get(f"/api/tournaments/{event.slug}/standings/").json()["shown"]
    Tournament.objects.filter(pk=event.pk).update(shown_standings="hidden")
    shown = phone.client.get(f"/api/tournaments/{event.slug}/standings/").json()
    assert (public, shown["shown"], shown["lines"]) == ("live", "hidden", [])


def test_after_the_session_a_keeper_s_late_entries_wait_for_the_chief_referee_for_an_hour(
    event: Tournament, table: Table
) -> None:
    phone = keep(table)
    for number in range(1, 5):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    assert phone.look().status_code == 200
    late = phone.hand(1)
    assert (late.status_code, late.json()["code"]) == (202, "waits")
    assert (LateEntry.objects.count(), Hand.objects.count()) == (1, 0)
    event.sessions.filter(number=1).update(closed_at=timezone.now() - timedelta(minutes=61))
    assert phone.look().status_code == 302
    assert "_auth_user_id" not in phone.client.session


def test_it_ends_when_the_organiser_ends_it_or_names_another(event: Tournament, table: Table) -> None:
    first = keep(table)
    second = keep(table, chair=1)
    assert first.look().status_code == 302
    assert second.look().status_code == 200
    end_keeper(event, TableKeeper.objects.get().pk, making.user())
    assert second.hand(1).status_code == 302
    assert not Hand.objects.exists()


def test_a_player_keeps_the_table_at_which_he_sits(event: Tournament, table: Table) -> None:
    elsewhere = at(making.table(event, 1, 2))
    assert code(name_keeper, event, 1, 1, elsewhere.number, making.user()) == "not_at_table"
    assert code(name_keeper, event, 1, 9, elsewhere.number, making.user()) == "no_such_table"
    assert not TableKeeper.objects.exists()


def test_a_draft_and_a_closed_session_have_no_keepers(event: Tournament) -> None:
    for number in range(1, 5):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    one = at(making.table(event))
    assert code(name_keeper, event, 1, 1, one.number, making.user()) == "no_such_table"


def test_the_same_player_keeps_another_table_under_the_same_name(event: Tournament, table: Table) -> None:
    one = at(table)
    seat = Seat.objects.get(table__session__tournament=event, table__session__number=2, player=one)
    name_keeper(event, 1, 1, one.number, making.user())
    name_keeper(event, 2, seat.table.number, one.number, making.user())
    assert Staff.objects.filter(tournament=event, role=Staff.Role.KEEPER).count() == 1
    assert TableKeeper.objects.count() == 2


def test_a_keeper_is_none_of_the_staff_that_gets_tables_or_passwords(event: Tournament, table: Table) -> None:
    keeper = name_keeper(event, 1, 1, at(table).number, making.user()).staff
    assert code(give_tables, event, keeper.pk, [1, 2], making.user()) == "no_such_staff"
    assert not keeper.user.has_usable_password()
    desk = Client()
    desk.force_login(making.user())
    page = desk.get(reverse("organiser:staff", args=[event.slug]))
    assert keeper not in [row.staff for row in page.context["rows"]]
    assert desk.get(reverse("organiser:staff_remove", args=[event.slug, keeper.pk])).status_code == 404


def test_nobody_is_named_keeper_through_the_form_for_staff(event: Tournament) -> None:
    desk = Client()
    desk.force_login(making.user())
    form = {"act": "name", "name": "Bob", "username": "bob", "role": "keeper"}
    assert desk.post(reverse("organiser:staff", args=[event.slug]), form).status_code == 422
    assert not Staff.objects.filter(user__username="bob").exists()


# A penalty as a telephone sends it.
CONDUCT = {"seat": 0, "kind": "conduct", "amount": "5", "mode": "deduct", "currency": "match_points"}


def scorer(table: Table) -> Phone:
    if not table.session.tournament.staff.filter(user__username="sue").exists():
        making.referee(table.session.tournament, "sue", role=Staff.Role.SCORER)
    return Phone(table, making.user("sue"))


def test_a_scorer_records_and_corrects_at_every_table(event: Tournament) -> None:
    for number in (1, 4):
        phone = scorer(making.table(event, 1, number))
        assert phone.hand(1).status_code == 200
        again = {"number": 1, "winner": 0, "fan": 8, "discarder": 1, "reason": "misheard"}
        assert phone.enter("correction", **again).status_code == 200
        assert phone.enter("time").status_code == 200
        assert phone.enter("close", agreements=["agreed"] * 4).status_code == 200


def test_a_scorer_gives_and_takes_back_no_penalty(table: Table) -> None:
    phone = scorer(table)
    answer = phone.enter("penalty", **CONDUCT)
    assert refusal(answer)[:2] == (422, "role")
    bob = making.referee(table.session.tournament, "bob", [1])
    referee = Phone(table, bob)
    assert referee.enter("penalty", **CONDUCT).status_code == 200
    penalty = Penalty.objects.get()
    assert refusal(phone.enter("withdrawal", penalty=penalty.pk, reason="x"))[:2] == (422, "role")
    assert refusal(phone.enter("undo"))[:2] == (422, "role")
    penalty.refresh_from_db()
    assert penalty.withdrawn_at is None


def test_a_scorer_types_in_paper_totals_and_closes_no_session(event: Tournament, table: Table) -> None:
    phone = scorer(table)
    address = reverse("organiser:totals", args=[event.slug, 1])
    page = phone.client.get(address)
    assert page.status_code == 200
    assert reverse("organiser:board", args=[event.slug]) not in page.content.decode()
    form = {"act": "save", "table": 1, "client_id": "a" * 32, "expected_version": table.version, "then": ""}
    totals = {f"total_{chair}": value for chair, value in enumerate((30, 10, -10, -30))}
    assert phone.client.post(address, form | totals).status_code == 302
    assert making.totals(table) == [30, 10, -10, -30]
    assert phone.client.post(address, {"act": "close_session"}).status_code == 404


def test_a_scorer_corrects_no_closed_table(table: Table) -> None:
    phone = scorer(table)
    phone.hand(1)
    making.close(table)
    before = making.totals(table)
    phone.enter("correction", number=1, winner=0, fan=8, reason="x")
    address = reverse("organiser:totals", args=[table.session.tournament.slug, 1])
    form = {
        "act": "save",
        "table": 1,
        "client_id": "b" * 32,
        "expected_version": table.version,
        "reason": "x",
    }
    form |= {f"total_{chair}": value for chair, value in enumerate((30, 10, -10, -30))}
    assert phone.client.post(address, form).status_code in (409, 422)
    assert making.totals(table) == before


def test_a_role_is_changed_at_the_desk_and_the_tables_become_free(event: Tournament, table: Table) -> None:
    bob = making.referee(event, "bob", [1, 2])
    phone = Phone(table, bob)
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(making.user())
    staff = Staff.objects.get(user=bob)
    form = {"act": "role", "staff": staff.pk, "role": "scorer"}
    answer = desk.post(reverse("organiser:staff", args=[event.slug]), form, follow=True)
    assert "Bob is now scorer." in answer.content.decode()
    assert not event.duties.exists()
    assert phone.hand(1).status_code == 200
    assert refusal(phone.enter("penalty", **CONDUCT))[1] == "role"


@pytest.mark.parametrize("role", ["keeper", "king", ""])
def test_a_role_that_is_none_is_not_given(event: Tournament, role: str) -> None:
    staff = Staff.objects.get(user=making.referee(event, "bob", [1]))
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(making.user())
    form = {"act": "role", "staff": staff.pk, "role": role}
    answer = desk.post(reverse("organiser:staff", args=[event.slug]), form, follow=True)
    assert "Choose a role" in answer.content.decode()
    staff.refresh_from_db()
    assert staff.role == "referee"


def test_the_last_organiser_keeps_his_role(event: Tournament) -> None:
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(making.user())
    mine = Staff.objects.get(tournament=event, user=making.user())
    form = {"act": "role", "staff": mine.pk, "role": "referee"}
    answer = desk.post(reverse("organiser:staff", args=[event.slug]), form, follow=True)
    assert "The last organiser cannot be removed" in answer.content.decode()
    mine.refresh_from_db()
    assert mine.role == "organiser"


def buttons(phone: Phone) -> set[str]:
    """What the page of the table offers, of all that a referee can do there."""
    page = phone.look().content.decode()
    marks = ("penalty", "undo", "drawn")
    entries = ("replay", "time", "dispute", "close")
    found = {mark for mark in marks if f'data-act="{mark}"' in page}
    return found | {entry for entry in entries if f'data-entry="{entry}"' in page}


def test_the_page_offers_what_the_role_allows(table: Table) -> None:
    bob = Phone(table, making.referee(table.session.tournament, "bob", [1]))
    everything = {"penalty", "undo", "drawn", "replay", "time", "dispute", "close"}
    assert buttons(bob) == everything
    assert buttons(scorer(table)) == everything - {"penalty"}
    keeper = keep(table)
    assert keeper.hand(1).status_code == 200
    assert buttons(keeper) == {"undo", "drawn", "close"}
    assert 'data-correct="1"' not in keeper.look().content.decode()
    assert 'data-correct="1"' in bob.look().content.decode()


def test_a_scorer_finds_the_paper_sheets_on_the_list_of_tables(event: Tournament, table: Table) -> None:
    address = reverse("organiser:totals", args=[event.slug, 1])
    assert address in scorer(table).client.get("/referee/").content.decode()
    assert address not in keep(table).client.get("/referee/").content.decode()
