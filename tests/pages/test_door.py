"""Logging in leads to where one works."""

import pytest
from django.test import Client

from tests import making
from tournament.actions.staff import name_staff
from tournament.models import Staff

pytestmark = pytest.mark.django_db


def led_to(name: str, on_the_way_to: str = "") -> str:
    form = {"username": name, "password": "secret", "next": on_the_way_to}
    answer = Client().post("/accounts/login/", form)
    assert answer.status_code == 302
    return answer["Location"]


def test_an_organiser_is_led_to_the_desk_and_a_referee_to_his_tables() -> None:
    event = making.tournament(8, 1)
    for name, role in (("bob", Staff.Role.REFEREE), ("carol", Staff.Role.CHIEF_REFEREE)):
        making.user(name)
        name_staff(event, name, name, role, making.user())
    making.user("dave")
    assert led_to("alice") == "/organiser/"
    assert led_to("carol") == "/organiser/"
    assert led_to("bob") == "/referee/"
    assert led_to("dave") == "/"


def test_whoever_was_on_the_way_to_a_page_gets_there() -> None:
    event = making.tournament(8, 1)
    assert led_to("alice", f"/t/{event.slug}/") == f"/t/{event.slug}/"
    assert led_to("alice", "/") == "/organiser/"
    assert led_to("alice", "https://elsewhere.example/") == "/organiser/"


def test_the_list_of_tournaments_offers_the_way_to_work() -> None:
    making.tournament(8, 1)
    client = Client()
    client.force_login(making.user())
    html = client.get("/", headers={"accept-language": "en"}).content.decode()
    assert html.count('class="btn" href="/organiser/"') == html.count('class="btn" href="/referee/"') == 1
    client.force_login(making.user("dave"))
    assert 'class="btn" href="/organiser/"' not in client.get("/").content.decode()
