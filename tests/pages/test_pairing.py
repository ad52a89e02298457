"""A telephone is paired by a code: once, for one tournament, until it is logged out; codes on tables open tables."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.authtoken.models import Token

from tests import making
from tests.refusing import code as code_of
from tournament.actions.devices import pair
from tournament.actions.sessions import close_session
from tournament.actions.staff import remove_staff
from tournament.models import Device, Hand, LogEntry, Staff, Tournament
from tournament.models.device import hash_of

pytestmark = pytest.mark.django_db

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1"
)
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def event() -> Tournament:
    """bob is referee of table 1."""
    made = making.drawn(16, 2)
    making.referee(made, "bob", [1])
    return made


def desk() -> Client:
    client = Client(headers=ENGLISH)
    client.force_login(making.user())
    return client


def member(event: Tournament, name: str = "bob") -> Staff:
    return Staff.objects.get(tournament=event, user__username=name)


def offered(event: Tournament, name: str = "bob") -> str:
    """The address behind the code that the organiser shows for somebody."""
    page = desk().post(reverse("organiser:staff_pair", args=[event.slug, member(event, name).pk]))
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert 'src="data:image/svg+xml' in page.content.decode()
    found = re.search(r'id="pair-address">http://testserver(/pair/[\w-]+/)<', page.content.decode())
    assert found is not None
    return found[1]


def paired(event: Tournament, name: str = "bob") -> Client:
    phone = Client(headers={**ENGLISH, "user-agent": IPHONE})
    assert phone.post(offered(event, name)).status_code == 302
    return phone


def place(event: Tournament, session: int = 1, number: int = 1) -> str:
    return reverse("referee:table", args=[event.slug, session, number])


def test_a_code_says_whose_telephone_it_makes_and_opens_after_a_button(event: Tournament) -> None:
    phone, address = Client(headers=ENGLISH), offered(event)
    asked = phone.get(address).content.decode()
    assert "Is this Bob's telephone?" in asked
    assert event.name in asked
    assert "referee" in asked
    assert phone.get(place(event)).status_code == 302  # nobody is logged in by looking
    answer = phone.post(address)
    assert (answer.status_code, answer["Location"]) == (302, "/referee/")
    assert phone.get(place(event)).status_code == 200


def test_looking_at_a_code_does_not_use_it_up(event: Tournament) -> None:
    address = offered(event)
    for _time in range(3):
        assert Client().get(address).status_code == 200
        assert Client().head(address).status_code == 200
    assert Client().post(address).status_code == 302


def test_a_code_is_good_for_one_telephone(event: Tournament) -> None:
    address = offered(event)
    assert Client().post(address).status_code == 302
    second = Client(headers=ENGLISH)
    assert second.post(address).status_code == second.get(address).status_code == 410
    assert "_auth_user_id" not in second.session
    assert Device.objects.filter(paired_at__isnull=False).count() == 1


def test_a_code_is_good_for_a_quarter_of_an_hour(event: Tournament) -> None:
    address = offered(event)
    device = Device.objects.get()
    assert abs(device.code_until - timezone.now() - timedelta(minutes=15)) < timedelta(minutes=1)
    Device.objects.update(code_until=timezone.now() - timedelta(seconds=1))
    assert Client().get(address).status_code == Client().post(address).status_code == 410


def test_a_newer_code_makes_the_older_one_void(event: Tournament) -> None:
    first, second = offered(event), offered(event)
    assert Client().post(first).status_code == 410
    assert Client().post(second).status_code == 302


def test_two_that_confirm_at_once_do_not_both_get_in(event: Tournament) -> None:
    offered(event)
    seen = Device.objects.select_related("staff__tournament").get()
    again = Device.objects.select_related("staff__tournament").get()
    pair(seen, "first")
    assert code_of(pair, again, "second") == "code_void"
    assert Device.objects.get().name == "first"


def test_the_code_itself_is_stored_nowhere(event: Tournament) -> None:
    code = offered(event).split("/")[2]
    assert Device.objects.get().code_hash == hash_of(code)
    assert len(code) >= 32
    assert not LogEntry.objects.filter(data__icontains=code).exists()


def test_confirming_needs_the_token_of_the_page(event: Tournament) -> None:
    assert Client(enforce_csrf_checks=True).post(offered(event)).status_code == 403
    assert Device.objects.get().paired_at is None


def test_a_paired_telephone_works_in_its_tournament_only(event: Tournament) -> None:
    bob = making.user("bob")
    other = making.drawn(16, 1)
    making.referee(other, "bob", [1])
    hidden = making.tournament(4, 1, by=making.user("olga"))
    Tournament.objects.filter(pk=hidden.pk).update(is_public=False)
    making.referee(hidden, "bob", role=Staff.Role.ORGANISER)
    phone, password = paired(event), Client(headers=ENGLISH)
    password.force_login(bob)
    for client, elsewhere in ((password, 200), (phone, 404)):
        assert client.get(place(event)).status_code == 200
        assert client.get(place(other)).status_code == elsewhere
        assert client.get(f"/t/{hidden.slug}/").status_code == elsewhere
        assert client.get(f"/organiser/{hidden.slug}/").status_code == elsewhere
        assert (other.name in client.get("/referee/").content.decode()) == (elsewhere == 200)
        assert (hidden.name in client.get("/").content.decode()) == (elsewhere == 200)
        api = f"/api/referee/tournaments/{other.slug}/sessions/1/tables/1/"
        assert client.get(api).status_code == elsewhere
        listed = client.get("/api/referee/tables/").json()["tables"]
        assert (other.slug in {row["tournament"] for row in listed}) == (elsewhere == 200)
    assert phone.get("/organiser/new/").status_code == 403
    # An entry elsewhere is refused at the door, too.
    body = {"client_id": "a" * 32, "version": 1, "number": 1}
    sent = phone.post(f"{place(other)}hand/", body, content_type="application/json")
    assert sent.status_code == 404
    assert not Hand.objects.exists()


def test_what_is_entered_on_it_counts_as_entered_by_its_owner(event: Tournament) -> None:
    phone = paired(event)
    body = {"client_id": "a" * 32, "version": 1, "number": 1}
    answer = phone.post(f"{place(event)}hand/", body, content_type="application/json")
    assert answer.status_code == 200
    assert Hand.objects.get().by == making.user("bob")


def test_the_staff_page_lists_telephones_and_logs_them_out_at_their_next_tap(event: Tournament) -> None:
    phone = paired(event)
    phone.get(place(event))
    page = desk().get(reverse("organiser:staff", args=[event.slug])).content.decode()
    assert "iPhone · Safari" in page
    device = Device.objects.get()
    assert device.seen_at is not None
    ended = desk().post(reverse("organiser:phone_end", args=[event.slug, device.pk]), follow=True)
    assert "The telephone of Bob is logged out" in ended.content.decode()
    assert "iPhone · Safari" not in ended.content.decode()
    sent = phone.post(f"{place(event)}hand/", {"client_id": "a" * 32}, content_type="application/json")
    assert (sent.status_code, sent["Location"][:16]) == (302, "/accounts/login/")
    assert not Hand.objects.exists()
    # Its live part asked in the background before; the sentence waits for the person all the same.
    phone.get("/accounts/login/")
    told = phone.get(place(event), follow=True).content.decode()
    assert "This telephone was logged out" in told
    assert phone.get("/api/referee/tables/").status_code == 401


def test_a_telephone_that_was_logged_out_opens_again_by_password_or_by_a_new_code(event: Tournament) -> None:
    phone = paired(event)
    Device.objects.update(ended_at=timezone.now())
    assert phone.get("/referee/").status_code == 302
    phone.post("/accounts/login/", {"username": "bob", "password": "secret"})
    assert phone.get("/referee/").status_code == 200
    assert phone.post(offered(event)).status_code == 302
    Device.objects.filter(ended_at__isnull=True).update(ended_at=timezone.now())
    assert phone.get("/referee/").status_code == 302


def test_a_password_opens_the_whole_account_also_where_a_telephone_was_paired(event: Tournament) -> None:
    other = making.drawn(16, 1)
    making.referee(other, "bob", [1])
    phone = paired(event)
    phone.post("/accounts/logout/")
    assert Device.objects.get().ended_at is not None
    phone.post("/accounts/login/", {"username": "bob", "password": "secret"})
    assert phone.get(place(other)).status_code == 200


def test_a_role_that_is_taken_away_takes_the_telephone_with_it(event: Tournament) -> None:
    phone = paired(event)
    remove_staff(event, member(event).pk, making.user())
    assert phone.get(place(event)).status_code == 302
    assert "_auth_user_id" not in phone.session


def test_a_telephone_stays_for_the_length_of_the_tournament(event: Tournament) -> None:
    today = timezone.localdate()
    for ends, least, most in ((None, 13.9, 14.1), (today + timedelta(days=30), 30, 32), (today, 0.9, 2)):
        Tournament.objects.filter(pk=event.pk).update(starts_on=ends, ends_on=ends)
        left = paired(event).session.get_expiry_age() / 86400
        assert least < left < most, ends


def test_nobody_hands_out_telephones_of_another_tournament(event: Tournament) -> None:
    other = making.tournament(4, 1, by=making.user("olga"))
    olga = Client()
    olga.force_login(making.user("olga"))
    mine = reverse("organiser:staff_pair", args=[other.slug, member(event).pk])
    theirs = reverse("organiser:staff_pair", args=[event.slug, member(event).pk])
    assert olga.post(mine).status_code == olga.post(theirs).status_code == 404
    assert not Device.objects.exists()
    paired(event)
    device = Device.objects.get()
    assert olga.post(reverse("organiser:phone_end", args=[other.slug, device.pk])).status_code == 404
    assert Device.objects.get().ended_at is None


def test_opening_the_address_of_the_button_makes_no_code(event: Tournament) -> None:
    assert desk().get(reverse("organiser:staff_pair", args=[event.slug, member(event).pk])).status_code == 302
    assert not Device.objects.exists()


def test_logging_out_everywhere_ends_browsers_telephones_codes_and_programs(event: Tournament) -> None:
    phone, browser, unused = paired(event), Client(), offered(event)
    browser.force_login(making.user("bob"))
    asks = Client(headers={"authorization": f"Token {Token.objects.create(user=making.user('bob')).key}"})
    assert asks.get("/api/referee/tables/").status_code == 200
    mine = desk()
    answer = browser.post("/accounts/logout/everywhere/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/")
    for client in (phone, browser):
        assert client.get("/referee/").status_code == 302
    assert asks.get("/api/referee/tables/").status_code == 401
    assert Client().post(unused).status_code == 410
    assert mine.get("/organiser/").status_code == 200  # nobody else


def test_a_paired_telephone_does_not_log_its_owner_out_elsewhere(event: Tournament) -> None:
    phone, browser = paired(event), Client()
    browser.force_login(making.user("bob"))
    token = Token.objects.create(user=making.user("bob"))
    assert phone.post("/accounts/logout/everywhere/").status_code == 404
    assert phone.post("/api/logout/").status_code == 204
    assert phone.get("/referee/").status_code == 302
    assert browser.get("/referee/").status_code == 200
    assert Token.objects.filter(pk=token.pk).exists()
    assert Device.objects.get().ended_at is not None


def staff_act(event: Tournament, act: str, name: str = "bob", **more: str) -> Any:
    form = {"act": act, "staff": member(event, name).pk, **more}
    return desk().post(reverse("organiser:staff", args=[event.slug]), form, follow=True)


def test_the_organiser_logs_his_referee_out_everywhere(event: Tournament) -> None:
    phone, browser = paired(event), Client()
    browser.force_login(making.user("bob"))
    assert "Bob is logged out everywhere." in staff_act(event, "logout").content.decode()
    assert phone.get("/referee/").status_code == browser.get("/referee/").status_code == 302


def test_the_organiser_throws_nobody_out_of_another_s_tournament(event: Tournament) -> None:
    theirs = making.tournament(4, 1, by=making.user("olga"))
    making.referee(theirs, "bob", [1])
    phone, browser = paired(event), Client()
    browser.force_login(making.user("bob"))
    assert "stays logged in" in staff_act(event, "logout").content.decode()
    assert phone.get("/referee/").status_code == 302
    assert browser.get("/referee/").status_code == 200


def test_a_new_password_ends_the_telephones_of_the_old_one(event: Tournament) -> None:
    phone = paired(event)
    assert staff_act(event, "password").status_code == 200
    assert phone.get("/referee/").status_code == 302
    assert Device.objects.get().ended_at is not None


def test_a_code_on_a_table_opens_the_public_table_and_the_referee_s_page_for_its_referee(
    event: Tournament,
) -> None:
    address = f"/t/{event.slug}/tables/1/"
    bob, carol = Client(), Client()
    bob.force_login(making.user("bob"))
    carol.force_login(making.referee(event, "carol", [2]))
    public = f"/t/{event.slug}/sessions/1/tables/1/"
    for client, there in (
        (Client(), public),
        (carol, public),
        (bob, place(event)),
        (paired(event), place(event)),
    ):
        answer = client.get(address)
        assert (answer.status_code, answer["Location"]) == (302, there)
        assert client.get(there).status_code == 200
    assert Client().post(address).status_code == 405


def test_a_code_on_a_table_follows_the_sessions(event: Tournament) -> None:
    address = f"/t/{event.slug}/tables/2/"
    for number in range(1, 5):
        making.close(making.table(event, 1, number))
    close_session(event, 1, making.user())
    assert Client().get(address)["Location"] == f"/t/{event.slug}/sessions/2/tables/2/"
    for number in range(1, 5):
        making.close(making.table(event, 2, number))
    close_session(event, 2, making.user())
    over = Client(headers=ENGLISH).get(address)
    assert over.status_code == 200
    assert "No session is being played" in over.content.decode()


def test_a_code_of_a_table_that_does_not_play_says_so(event: Tournament) -> None:
    answer = Client(headers=ENGLISH).get(f"/t/{event.slug}/tables/9/")
    assert "Nobody plays at this table in session 1." in answer.content.decode()
    assert Client().get("/t/no-such/tables/1/").status_code == 404


def test_the_draft_of_a_session_is_not_behind_the_code_of_a_table() -> None:
    made = making.tournament(16, 1)
    answer = Client(headers=ENGLISH).get(f"/t/{made.slug}/tables/1/")
    assert answer.status_code == 200
    assert "/sessions/1/" not in answer.content.decode()


def test_every_table_has_its_code_on_the_sheet_to_print(event: Tournament) -> None:
    page = desk().get(reverse("organiser:table_codes", args=[event.slug])).content.decode()
    for number in range(1, 5):
        assert page.count(f"http://testserver/t/{event.slug}/tables/{number}/") == 1
    assert "/tables/5/" not in page
    assert page.count('src="data:image/svg+xml') == 4


def test_a_pairing_that_fails_leaves_nothing_behind(event: Tournament) -> None:
    offered(event)
    device = Device.objects.select_related("staff__tournament").get()
    version = Tournament.objects.get(pk=event.pk).version
    Device.objects.update(code_until=timezone.now() - timedelta(seconds=1))
    with transaction.atomic():
        assert code_of(pair, device, "late") == "code_void"
    assert Tournament.objects.get(pk=event.pk).version == version
    assert User.objects.get(username="bob").last_login is None
