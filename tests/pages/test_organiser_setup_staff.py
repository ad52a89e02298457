"""Referees named and given tables at the organiser's desk."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import making
from tournament.models import Duty, Staff, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return making.tournament(52, 1)


@pytest.fixture
def client(event: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(making.user())
    return client


def send(client: Client, event: Tournament, **form: Any) -> Any:
    return client.post(reverse("organiser:staff", args=[event.slug]), form)


def name(client: Client, event: Tournament, who: str, role: str = "referee") -> Any:
    return send(client, event, act="name", name=who.title(), username=who, role=role)


def tables(event: Tournament) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for who, number in Duty.objects.filter(tournament=event).values_list("staff__name", "table_number"):
        found.setdefault(who, []).append(number)
    return found


def test_a_new_referee_gets_an_account_whose_password_is_shown_once(
    client: Client, event: Tournament
) -> None:
    answer = name(client, event, "bob")
    page = answer.content.decode()
    found = re.search(r'id="password">([a-z0-9-]{14})<', page)
    assert found is not None
    assert "http://testserver/accounts/login/" in page
    assert 'src="data:image/svg+xml' in page
    assert "no-store" in answer["Cache-Control"]
    login = Client().post(reverse("login"), {"username": "bob", "password": found[1]})
    assert login.status_code == 302
    assert found[1] not in client.get(reverse("organiser:staff", args=[event.slug])).content.decode()
    assert Staff.objects.get(user__username="bob").role == "referee"


def test_an_account_that_exists_keeps_its_password(client: Client, event: Tournament) -> None:
    user = making.user("bob")
    before = user.password
    answer = name(client, event, "bob", "chief_referee")
    assert answer.status_code == 302
    assert User.objects.get(username="bob").password == before
    assert Staff.objects.get(user=user).role == "chief_referee"


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"name": "", "username": "bob", "role": "referee"}, "name"),
        ({"name": "Bob", "username": "", "role": "referee"}, "username"),
        ({"name": "Bob", "username": "bob the builder", "role": "referee"}, "username"),
        ({"name": "Bob", "username": "bob", "role": "king"}, "role"),
        ({"name": "Bob", "username": "alice", "role": "referee"}, "username"),
        ({"name": "x" * 101, "username": "bob", "role": "referee"}, "name"),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    client: Client, event: Tournament, form: dict[str, str], field: str
) -> None:
    answer = send(client, event, act="name", **form)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert event.staff.count() == 1


def test_tables_are_given_as_people_write_them(client: Client, event: Tournament) -> None:
    bob = making.referee(event, "bob")
    staff = Staff.objects.get(user=bob)
    assert send(client, event, act="tables", staff=staff.pk, tables="1-4, 7").status_code == 302
    assert tables(event) == {"Bob": [1, 2, 3, 4, 7]}
    page = client.get(reverse("organiser:staff", args=[event.slug]))
    assert [row.tables for row in page.context["rows"]] == ["", "1–4, 7"]
    # What the page shows can be sent back as it is.
    assert send(client, event, act="tables", staff=staff.pk, tables="1–4, 7").status_code == 302
    assert tables(event) == {"Bob": [1, 2, 3, 4, 7]}


def test_a_table_has_one_referee_and_the_other_one_is_told(client: Client, event: Tournament) -> None:
    making.referee(event, "bob", [1, 2, 3])
    staff = Staff.objects.get(user=making.referee(event, "carol"))
    answer = client.post(
        reverse("organiser:staff", args=[event.slug]),
        {"act": "tables", "staff": staff.pk, "tables": "3-4"},
        follow=True,
    )
    assert tables(event) == {"Bob": [1, 2], "Carol": [3, 4]}
    assert "Bob no longer has the tables 3." in answer.content.decode()


@pytest.mark.parametrize("typed", ["one", "4-1", "0", "1-9999", "1025"])
def test_what_is_no_table_is_refused_beside_what_was_typed(
    client: Client, event: Tournament, typed: str
) -> None:
    staff = Staff.objects.get(user=making.referee(event, "bob", [5]))
    answer = send(client, event, act="tables", staff=staff.pk, tables=typed)
    assert answer.status_code == 422
    assert f'value="{typed}"' in answer.content.decode()
    assert tables(event) == {"Bob": [5]}


def test_thirteen_tables_are_divided_among_three_referees(client: Client, event: Tournament) -> None:
    for who in ("bob", "carol", "dave"):
        making.referee(event, who)
    making.referee(event, "chief", role=Staff.Role.CHIEF_REFEREE)
    page = client.get(reverse("organiser:staff", args=[event.slug]))
    assert page.context["count"] == 13
    assert page.context["uncovered"] == "1–13"
    assert send(client, event, act="share", count="13").status_code == 302
    assert tables(event) == {"Bob": [1, 2, 3, 4, 5], "Carol": [6, 7, 8, 9], "Dave": [10, 11, 12, 13]}
    assert client.get(reverse("organiser:staff", args=[event.slug])).context["uncovered"] == ""


def test_more_referees_than_tables_leave_some_without(client: Client, event: Tournament) -> None:
    for who in ("bob", "carol", "dave"):
        making.referee(event, who)
    send(client, event, act="share", count="2")
    assert tables(event) == {"Bob": [1], "Carol": [2]}


@pytest.mark.parametrize("count", ["0", "", "-3", "1025", "many"])
def test_an_impossible_number_of_tables_is_refused(client: Client, event: Tournament, count: str) -> None:
    making.referee(event, "bob", [5])
    answer = send(client, event, act="share", count=count)
    assert answer.status_code == 422
    assert answer.context["share_error"]
    assert tables(event) == {"Bob": [5]}


def test_tables_without_a_referee_are_pointed_out(client: Client, event: Tournament) -> None:
    making.referee(event, "bob", [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12])
    page = client.get(reverse("organiser:staff", args=[event.slug])).content.decode()
    assert "No referee looks after these tables: 4, 13" in page


def test_a_role_is_taken_away_after_a_question(client: Client, event: Tournament) -> None:
    staff = Staff.objects.get(user=making.referee(event, "bob", [1]))
    address = reverse("organiser:staff_remove", args=[event.slug, staff.pk])
    assert "Bob (bob) can no longer work in this tournament" in client.get(address).content.decode()
    assert client.post(address).status_code == 302
    assert not event.staff.filter(pk=staff.pk).exists()
    assert tables(event) == {}
    assert User.objects.filter(username="bob").exists()


def test_the_last_organiser_stays(client: Client, event: Tournament) -> None:
    staff = Staff.objects.get(user=making.user(), tournament=event)
    answer = client.post(reverse("organiser:staff_remove", args=[event.slug, staff.pk]))
    assert answer.status_code == 422
    assert event.staff.filter(pk=staff.pk).exists()


def test_staff_of_another_tournament_is_out_of_reach(client: Client, event: Tournament) -> None:
    other = making.tournament(4, 1, by=making.user("olga"))
    staff = Staff.objects.get(user=making.referee(other, "bob"))
    assert client.post(reverse("organiser:staff_remove", args=[event.slug, staff.pk])).status_code == 404
    assert send(client, event, act="tables", staff=staff.pk, tables="1").status_code == 422
    assert other.staff.filter(pk=staff.pk).exists()
    assert not Duty.objects.exists()


def lock(name: str) -> None:
    for _time in range(5):
        Client().post(reverse("login"), {"username": name, "password": "wrong"})


def log_in(name: str) -> int:
    return Client().post(reverse("login"), {"username": name, "password": "secret"}).status_code


def test_the_organiser_unlocks_who_mistyped_his_password(client: Client, event: Tournament) -> None:
    staff = Staff.objects.get(user=making.referee(event, "bob"))
    address = reverse("organiser:staff", args=[event.slug])
    assert "Unlock now" not in client.get(address).content.decode()
    lock("bob")
    assert log_in("bob") == 429
    assert "Unlock now" in client.get(address).content.decode()
    assert (
        "Bob can log in again."
        in client.post(address, {"act": "unlock", "staff": staff.pk}, follow=True).content.decode()
    )
    assert log_in("bob") == 302


def test_nobody_unlocks_an_account_that_is_not_his_to_manage(client: Client, event: Tournament) -> None:
    """Or whoever names it among his staff could go on guessing its password."""
    making.tournament(4, 1, by=making.user("olga"))
    staff = Staff.objects.get(user=making.referee(event, "olga"), tournament=event)
    lock("olga")
    send(client, event, act="unlock", staff=staff.pk)
    assert log_in("olga") == 429
